// Variable metric on the inverse: each configuration's inverse refines the one before it (paper 001 eq. 4.2).
#pragma once

#include "physics/formulations/tree/joint_space.h"

namespace drawbar::physics {

/// Symmetric rank-one updates of H ~ M^-1, which begin at the inverse of the configuration before. Finite:
/// n + 1 iterations at most in exact arithmetic; a few where the step is small.
class InverseIterative final : public TreeMethod {
 public:
  explicit InverseIterative(const TreeModel& tree);

  void restart() override { known_ = false; }
  void prepare(const TreeKinematics& kinematics) override;
  void solve(const TreeLoad& load, std::span<double> out) override;

  /// Products with the matrix since construction: how far the warm start carries.
  std::size_t iterations() const { return iterations_; }

 private:
  void invert();
  void times_inverse(std::span<const double> x, std::span<double> y) const;

  JointSpace space_;
  JointSpace factor_;
  std::vector<double> inverse_;  // full, row-major, symmetric
  std::vector<double> right_, residual_, step_, image_, change_;
  bool known_ = false;
  std::size_t iterations_ = 0;
};

}  // namespace drawbar::physics
