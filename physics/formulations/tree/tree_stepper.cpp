#include "physics/formulations/tree/tree_stepper.h"

#include "physics/formulations/joint_record.h"

namespace drawbar::physics {

TreeStepper::TreeStepper(const StepContext& context, TreeDynamics::MakeMethod make_method)
    : context_(context),
      dynamics_(context, make_method),
      kinematics_(context.model),
      runge_kutta_(dynamics_.size()),
      extrapolation_(dynamics_.size()),
      y_(dynamics_.size()) {}

void TreeStepper::project_initial_velocities() {
  dynamics_.project_velocities();
  record();
}

// Nothing that a method carries over crosses a frame's edge, where State may be saved and restored.
void TreeStepper::begin_frame(double) {
  dynamics_.method().restart();
  record();
}

void TreeStepper::substep(double h) {
  ++context_.statistics.substeps;
  dynamics_.read(y_);
  dynamics_.hold(y_, h);
  const auto f = [this](std::span<const double> y, std::span<double> out) { dynamics_.derivative(y, out); };
  if (context_.config.adaptive_tolerance) {
    extrapolation_.advance(f, y_, h, *context_.config.adaptive_tolerance);
  } else {
    runge_kutta_.step(f, y_, h);
  }
  dynamics_.tree().normalise(y_);
  dynamics_.write(y_);
  record();
  context_.state.last_substep = h;
}

void TreeStepper::synchronised_velocities(std::span<Twist> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {context_.state.bodies[i].velocity, context_.state.bodies[i].angular_velocity};
  }
}

void TreeStepper::record() {
  kinematics_.update(context_.model, context_.state.bodies);
  record_joints(context_, kinematics_);
}

}  // namespace drawbar::physics
