#include "physics/formulations/tree/tree_stepper.h"

namespace drawbar::physics {

TreeStepper::TreeStepper(const StepContext& context, TreeDynamics::MakeMethod make_method)
    : SynchronousStepper(context),
      dynamics_(context, make_method),
      runge_kutta_(dynamics_.size()),
      extrapolation_(dynamics_.size()),
      y_(dynamics_.size()) {}

void TreeStepper::project_initial_velocities() {
  dynamics_.project_velocities();
  refresh();
}

// Nothing that a method carries over crosses a frame's edge, where State may be saved and restored.
void TreeStepper::begin_frame(double h) {
  dynamics_.method().restart();
  SynchronousStepper::begin_frame(h);
}

void TreeStepper::substep(double h, bool /*is_read*/) {
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
  refresh();
  context_.state.last_substep = h;
}

}  // namespace drawbar::physics
