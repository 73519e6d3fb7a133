// The tree formulations of paper 001: coordinates integrated by Runge-Kutta, or adaptively as ground truth.
#pragma once

#include "physics/formulations/shared/synchronous_stepper.h"
#include "physics/formulations/tree/extrapolation.h"
#include "physics/formulations/tree/runge_kutta.h"
#include "physics/formulations/tree/tree_dynamics.h"

namespace drawbar::physics {

class TreeStepper final : public SynchronousStepper {
 public:
  TreeStepper(const StepContext& context, TreeDynamics::MakeMethod make_method);

  void project_initial_velocities() override;
  void begin_frame(double h) override;
  void substep(double h, bool is_read) override;

 private:
  TreeDynamics dynamics_;
  RungeKutta runge_kutta_;
  Extrapolation extrapolation_;
  std::vector<double> y_;
};

/// MakeMethod of a method that is made from the tree alone.
template <class Method>
std::unique_ptr<TreeMethod> make_tree_method(const TreeModel& tree) {
  return std::make_unique<Method>(tree);
}

}  // namespace drawbar::physics
