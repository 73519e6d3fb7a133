#include "physics/formulations/shared/synchronous_stepper.h"

#include "physics/body/gyroscopic.h"
#include "physics/effect/external_forces.h"
#include "physics/formulations/shared/joint_record.h"

namespace drawbar::physics {

SynchronousStepper::SynchronousStepper(const StepContext& context)
    : context_(context), kinematics_(context.model) {}

void SynchronousStepper::refresh() {
  kinematics_.update(context_.model, context_.state.bodies);
  record_joints(context_, kinematics_);
}

void SynchronousStepper::add_external_impulses(double h, std::span<Twist> velocities) {
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const BodyModel& body = context_.model.bodies[i];
    if (!body.moves) continue;
    velocities[i].linear += h * context_.config.gravity;
    if (context_.external.any()) {
      const Wrench& wrench = context_.external.on(i);
      velocities[i].linear += (h * body.inverse_mass) * wrench.force;
      velocities[i].angular += h * (kinematics_.inverse_inertia[i] * wrench.torque);
    }
    const Mat3& r = kinematics_.frames[i].rotation;
    velocities[i].angular = r * free_rotation(body.inertia, r.transpose() * velocities[i].angular, h);
  }
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
