// How a wheel moves over what it stands on.
#pragma once

#include <optional>
#include <span>

#include "physics/contact/manifold.h"
#include "physics/model/model.h"
#include "physics/model/twist.h"
#include "physics/model/vehicle_config.h"
#include "physics/vehicle/contact_patch.h"

namespace drawbar::physics {

/// Of the axle over the ground, at the mean of where the ground carries the wheel.
struct WheelMotion {
  double load = 0;     ///< normal impulse of the last substep, N s
  double forward = 0;  ///< m/s
  double left = 0;     ///< m/s
  double rolling = 0;  ///< m/s: the speed at which it would roll without slip

  /// Longitudinal slip as a part of the faster of rolling and moving: 1 spins on the spot, -1 is locked.
  /// Below `least` (m/s) that of a wheel which is so fast: at rest it is 0.
  double slip(double least) const;
};

/// Nothing where no point of the manifold carries the wheel on its tread. `frames` and the velocities are of
/// one instant, `age` s after the points were found: with ground that moves they have gone on.
std::optional<WheelMotion> wheel_motion(const WheelModel& wheel, const TyreConfig& tyre,
                                        const WheelContact& contact, const Manifold& manifold,
                                        std::span<const BodyFrame> frames, const Twist& wheel_velocity,
                                        const Twist& ground_velocity, double age);

}  // namespace drawbar::physics
