// Steering: one angle, turned at a limited rate, becomes the angles of the steered wheels.
#pragma once

#include "physics/model/state.h"
#include "physics/model/vehicle_config.h"

namespace drawbar::physics {

/// Angle of one wheel when the steering stands at `angle`: all wheels roll about one point (Ackermann),
///   tan(wheel) = along tan(angle) / (wheelbase - across tan(angle)).
double knuckle_angle(const SteeringConfig& steering, const SteeringConfig::Knuckle& knuckle, double angle);

/// Advances the angle by `h` s towards the command and moves the rest positions of the joints' springs.
void turn_steering(const SteeringConfig& steering, double h, SteeringState& angle, State& state);

}  // namespace drawbar::physics
