// Coordinates and Poisson's impulses, loops closed at momentum level (paper 002).
#pragma once

#include "physics/formulations/hamiltonian/closed_tree.h"
#include "physics/formulations/shared/synchronous_stepper.h"
#include "physics/formulations/tree/coupled_tree.h"
#include "physics/formulations/tree/extrapolation.h"
#include "physics/formulations/tree/held_forces.h"
#include "physics/formulations/tree/runge_kutta.h"

namespace drawbar::physics {

/// State between substeps is poses and velocities; momenta are p = M qdot at each substep's beginning, which
/// is the multipliers' new zero (REFERENCES R4: left alone they grow without bound).
class HamiltonianStepper final : public SynchronousStepper {
 public:
  explicit HamiltonianStepper(const StepContext& context);

  void project_initial_velocities() override;
  void substep(double h, bool is_read) override;

 private:
  /// y = (coordinates, momenta)
  void derivative(std::span<const double> y, std::span<double> out);
  /// Velocities of momenta at the configuration of y, paper 002 eqs. 5, into rates_ and the kinematics.
  void find_velocities(std::span<const double> y);
  /// Momenta of the kinematics' velocities.
  void find_momenta(std::span<double> out);
  void hold(std::span<const double> y, double h);
  Twist carrier(std::size_t node, std::size_t degree) const;

  TreeModel tree_;
  TreeKinematics tree_kinematics_;
  ClosedTree closed_;
  CoupledTree method_;
  TreeForces forces_;
  HeldForces held_;
  TreeLoad load_;
  std::vector<Wrench> momentum_;  ///< [node] mu: of the node and all that hangs on it, multipliers included
  std::vector<double> rates_, y_;
  RungeKutta runge_kutta_;
  Extrapolation extrapolation_;
};

}  // namespace drawbar::physics
