// A tree method whose coordinates are coupled besides: gears, racks and differentials.
#pragma once

#include <array>

#include "physics/formulations/tree/pseudo_inverse.h"
#include "physics/formulations/tree/tree_method.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// The coordinate of the tree that an axis of a joint is, and with which sign.
struct AxisDegree {
  std::size_t degree = kNoIndex;  ///< kNoIndex: neither of its bodies moves
  double sign = 1;                ///< -1 where the tree turned the joint round
};

/// Whether every axis of the type is a coordinate whichever side the tree counts from: not of spherical
/// joints, nor of planar ones, whose slides turn with the other body.
bool axes_are_coordinates(JointType type);
AxisDegree degree_of_axis(const TreeModel& tree, const Model& model, std::size_t joint, std::size_t axis);

/// G qddot = 0 for the couplings' constant rows G, on top of any method: qddot = M^-1 (Q + G^T x), x from G
/// M^-1 G^T x = -G M^-1 Q with the method's own responses. Redundant couplings share x. G being constant,
/// Runge-Kutta keeps the coupled positions to rounding, and x integrated (an impulse) leaves Poisson's
/// impulses their equations: the Hamiltonian's velocities follow from the same solve().
class CoupledTree final : public TreeMethod {
 public:
  /// `method` is used as long as this lives.
  CoupledTree(TreeMethod& method, const TreeModel& tree, const Model& model,
              std::span<const CouplingConfig> couplings);

  void restart() override { method_.restart(); }
  void prepare(const TreeKinematics& kinematics) override;
  void solve(const TreeLoad& load, std::span<double> out) override;

 private:
  /// Coefficients on coordinates, scaled so that the coupled bodies would give alike if nothing else held
  /// them.
  struct Row {
    struct Term {
      AxisDegree on;
      double coefficient = 0;
    };
    std::array<Term, 3> terms;
    double scale = 1;
  };
  /// Row of G times a vector of the coordinates.
  double along(const Row& row, std::span<const double> rates) const;
  void add_along(const Row& row, double force, std::span<double> torque) const;

  TreeMethod& method_;
  const TreeModel& tree_;
  std::vector<Row> rows_;
  PseudoInverse mobility_;                ///< of G M^-1 G^T
  TreeLoad load_;                         ///< with the rows' forces
  std::vector<double> residual_, force_;  ///< [row]
  std::vector<double> rates_;             ///< [degree]
};

}  // namespace drawbar::physics
