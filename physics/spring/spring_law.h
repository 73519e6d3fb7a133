// Force of a spring and its slope, linear or from a table: what makes an implicit row of it.
#pragma once

#include "physics/model/joint_config.h"

namespace drawbar::physics {

/// `force` opposes a positive deflection.
struct SpringForce {
  double force = 0;  ///< N or N m
  double slope = 0;  ///< d force / d deflection, N/m or N m/rad, >= 0
};

/// Beyond a table's ends its last slopes go on.
SpringForce spring_force(const AxisSpring& spring, double deflection);

/// Of the damper table at a rate; nothing without a table. `slope` is d force / d rate.
SpringForce damper_force(const AxisSpring& spring, double rate);

/// The implicit spring-damper row J V + softness L = target of paper 004 (eqs. 6, 13-15) for a spring that
/// pulls with `force` now: over a substep its impulse is exactly that of implicit Euler. Needs slope h +
/// damping > 0.
struct SoftRow {
  double softness = 0;  ///< gamma = 1 / (h (k h + c))
  double target = 0;    ///< -(beta / h) G = -force / (k h + c)
};
inline SoftRow soft_row(const SpringForce& spring, double damping, double h) {
  const double s = spring.slope * h + damping;
  return {1.0 / (h * s), -spring.force / s};
}

}  // namespace drawbar::physics
