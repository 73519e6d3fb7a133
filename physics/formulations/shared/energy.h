// Mechanical energy of parts of a world, from State.
#pragma once

#include "physics/model/step_view.h"

namespace drawbar::physics {

// All in J; potential energy of weight is 0 at the world's origin.

/// Of a moving body's velocities, without rotors; `axes` as columns, world.
double kinetic_energy(const StepView& view, BodyIndex body, const Mat3& axes);
double weight_energy(const StepView& view, BodyIndex body);
/// Stored in springs and stops on the joint's axes.
double joint_energy(const StepView& view, std::size_t joint);
double spring_energy(const StepView& view, std::size_t spring);
double coupling_energy(const StepView& view, std::size_t coupling);

}  // namespace drawbar::physics
