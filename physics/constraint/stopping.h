// What every formulation holds of impacts and of what has gone too far into a stop or a body.
#pragma once

namespace drawbar::physics {

/// Impacts slower than this are plastic, so that what bounces comes to rest (m/s or rad/s).
inline constexpr double kRestitutionThreshold = 0.05;
/// Part of a penetration, or of an overrun of a stop, removed in one substep (paper 003 eq. 19).
inline constexpr double kErrorReduction = 0.2;
/// Fastest return from beyond a hard limit (m/s or rad/s): who starts there, or comes there where an angle
/// jumps (Cardan angles at 90 deg), is led back and not thrown.
inline constexpr double kReturnSpeed = 0.2;

}  // namespace drawbar::physics
