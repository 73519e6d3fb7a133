// Composite bodies: Lagrange's equations of the second kind, solved by Cholesky (paper 001 section 3.3).
#pragma once

#include "physics/formulations/tree/joint_space.h"

namespace drawbar::physics {

/// M qddot = Q with M from composite bodies. Cost: quadratic to assemble, cubic to factor for a chain, less
/// the more a tree branches.
class CompositeBody final : public TreeMethod {
 public:
  explicit CompositeBody(const TreeModel& tree) : space_(tree) {}

  void prepare(const TreeKinematics& kinematics) override;
  void solve(const TreeLoad& load, std::span<double> out) override;

 private:
  JointSpace space_;
};

}  // namespace drawbar::physics
