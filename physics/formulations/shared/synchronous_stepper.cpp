#include "physics/formulations/shared/synchronous_stepper.h"

#include "physics/formulations/shared/joint_record.h"

namespace drawbar::physics {

SynchronousStepper::SynchronousStepper(const StepContext& context)
    : context_(context), kinematics_(context.model) {}

void SynchronousStepper::refresh() {
  kinematics_.update(context_.model, context_.state.bodies);
  record_joints(context_, kinematics_);
}

void SynchronousStepper::synchronised_velocities(std::span<Twist> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {context_.state.bodies[i].velocity, context_.state.bodies[i].angular_velocity};
  }
}

void SynchronousStepper::synchronised_currents(std::span<double> out) const {
  for (std::size_t d = 0; d < out.size(); ++d) out[d] = context_.state.drives[d].current;
}

}  // namespace drawbar::physics
