// The equations of motion of a tree as y' = f(y), y = (coordinates, velocities).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "physics/formulations/tree/coupled_tree.h"
#include "physics/formulations/tree/held_forces.h"

namespace drawbar::physics {

class TreeDynamics {
 public:
  using MakeMethod = std::unique_ptr<TreeMethod> (*)(const TreeModel&);
  TreeDynamics(const StepContext& context, MakeMethod make_method);

  std::size_t size() const { return tree_.coordinates + tree_.degrees; }
  const TreeModel& tree() const { return tree_; }
  TreeMethod& method() { return method_; }

  /// y of the context's State.
  void read(std::span<double> y);
  /// Poses and velocities of y into State.
  void write(std::span<const double> y);
  void derivative(std::span<const double> y, std::span<double> out);
  /// Decides the forces that are constant over a substep of h (s) from y on.
  void hold(std::span<const double> y, double h);
  /// Velocities nearest to State's, in the measure of kinetic energy, that the joints allow; into State.
  void project_velocities();

 private:
  /// What keeps the parts of split bodies together, at acceleration level.
  void close_loops();
  void set(std::span<const double> y);
  std::span<const double> positions(std::span<const double> y) const { return y.first(tree_.coordinates); }
  std::span<const double> rates(std::span<const double> y) const { return y.subspan(tree_.coordinates); }

  StepContext context_;
  TreeModel tree_;
  TreeKinematics kinematics_;
  std::unique_ptr<TreeMethod> uncoupled_;
  CoupledTree method_;
  TreeForces forces_;
  HeldForces held_;
  TreeLoad load_;
  std::vector<double> y_;
};

}  // namespace drawbar::physics
