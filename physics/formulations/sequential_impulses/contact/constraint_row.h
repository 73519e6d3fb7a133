// A row with bounds, as its law writes it, and when such rows count as solved.
#pragma once

namespace drawbar::physics {

/// One row: J V + softness x impulse + relative_compliance x mobility x (impulse - reference_impulse) =
/// target, as far as its bounds let it.
struct ConstraintRow {
  double target = 0;               ///< m/s or rad/s
  double impulse = 0;              ///< accumulated, N s or N m s
  double softness = 0;             ///< speed per impulse; 0: rigid
  double relative_compliance = 0;  ///< softness as a part of the mobility of the row's bodies ...
  double reference_impulse = 0;    ///< ... to impulses other than this
};

/// Rows are solved when a sweep changes no row's speed by more than this (m/s or rad/s).
inline constexpr double kSpeedTolerance = 1e-6;
/// Two tangents whose determinant is below this part of their squared sum give along one line alone.
inline constexpr double kOneLine = 1e-12;

}  // namespace drawbar::physics
