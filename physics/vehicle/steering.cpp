#include "physics/vehicle/steering.h"

#include <algorithm>

#include "physics/drive/commands.h"
#include "physics/math/elementary.h"

namespace drawbar::physics {

double knuckle_angle(const SteeringConfig& steering, const SteeringConfig::Knuckle& knuckle, double angle) {
  const SinCos turn = sin_cos(angle);
  return arc_tangent(knuckle.along * turn.sin, steering.wheelbase * turn.cos - knuckle.across * turn.sin);
}

void turn_steering(const SteeringConfig& steering, double h, SteeringState& angle, State& state) {
  const double wanted = steering.angle * command(steering.inputs, -1, 1, state) - angle.angle;
  angle.angle += steering.rate > 0 ? std::clamp(wanted, -steering.rate * h, steering.rate * h) : wanted;
  for (const SteeringConfig::Knuckle& knuckle : steering.knuckles) {
    state.joints[index_of(knuckle.joint)].axes[0].rest_shift = knuckle_angle(steering, knuckle, angle.angle);
  }
}

}  // namespace drawbar::physics
