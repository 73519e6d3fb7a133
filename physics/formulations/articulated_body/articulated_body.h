// Articulated bodies, paper 001's "separate bodies": accelerations in linear time (section 4.1).
#pragma once

#include <array>

#include "physics/formulations/tree/tree_method.h"

namespace drawbar::physics {

/// Leaf to root: inertia M* and force F* that a body shows at its joint, whatever hangs on it; root to leaf:
/// accelerations.
class ArticulatedBody final : public TreeMethod {
 public:
  explicit ArticulatedBody(const TreeModel& tree);

  void prepare(const TreeKinematics& kinematics) override;
  void solve(const TreeLoad& load, std::span<double> out) override;

 private:
  const TreeModel& tree_;
  const TreeKinematics* kinematics_ = nullptr;
  std::vector<SpatialInertia> articulated_;     ///< [node] M*
  std::vector<Wrench> carried_;                 ///< [degree] columns of M* A
  std::vector<std::array<double, 21>> factor_;  ///< [node] Cholesky factor of A^T M* A, packed by rows
  std::vector<Wrench> force_;                   ///< [node] F*
  std::vector<double> reduced_;                 ///< [degree] A^T F* + torque
  std::vector<Twist> acceleration_;             ///< [node]
};

}  // namespace drawbar::physics
