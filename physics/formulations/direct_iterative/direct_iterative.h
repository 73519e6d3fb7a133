// Variable metric on the matrix itself: the factor of the configuration before, corrected by rank one (paper
// 001 section 4.2, its reference 7).
#pragma once

#include "physics/formulations/tree/joint_space.h"

namespace drawbar::physics {

/// Paper 001 only names this method. Our reading: B ~ M is kept as B = L D L^T; each iteration solves B s =
/// r, and with the residual r' = r - M s that is left, B - r' r'^T / (r'.s) maps s to M s. Its factor is
/// corrected in quadratic time.
class DirectIterative final : public TreeMethod {
 public:
  explicit DirectIterative(const TreeModel& tree);

  void restart() override { known_ = false; }
  void prepare(const TreeKinematics& kinematics) override;
  void solve(const TreeLoad& load, std::span<double> out) override;

  /// Products with the matrix since construction: how far the warm start carries.
  std::size_t iterations() const { return iterations_; }

 private:
  void factor_anew();
  void solve_factor(std::span<double> x) const;
  /// B + weight v v^T; v is used up. False if the factor would lose its sign.
  [[nodiscard]] bool correct(double weight, std::span<double> v);

  JointSpace space_;
  std::vector<double> factor_;  // columns of unit L, D on the diagonal: [column * n + row]
  std::vector<double> right_, residual_, step_, scratch_;
  bool known_ = false;
  std::size_t iterations_ = 0;
};

}  // namespace drawbar::physics
