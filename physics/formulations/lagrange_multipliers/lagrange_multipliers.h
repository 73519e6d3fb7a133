// Lagrange's equations of the first kind: joint reactions by banded block Cholesky (paper 001 section 3.2).
#pragma once

#include <array>

#include "physics/formulations/tree/tree_method.h"

namespace drawbar::physics {

/// Z^T S M^-1 S^T Z lambda = Z^T (w* - S M^-1 F) (paper 001 eq. 3.10), block by block from the leaves to the
/// root. The blocks of a body's children couple with each other and with the body's own, so that this order
/// fills nothing in; a chain is block-tridiagonal. Linear in N for bounded branching, quadratic in the number
/// of children of one body.
class LagrangeMultipliers final : public TreeMethod {
 public:
  explicit LagrangeMultipliers(const TreeModel& tree);

  void prepare(const TreeKinematics& kinematics) override;
  void solve(const TreeLoad& load, std::span<double> out) override;

 private:
  using Block = std::array<double, 36>;  // row-major, rows of 6
  struct Neighbour {
    std::size_t node = 0;  // smaller index: its own parent, or an elder sibling
    std::size_t block = 0;
  };
  void fill_bases();
  std::size_t find(std::size_t node, std::size_t neighbour) const;
  Twist inverse_mass_times(std::size_t node, const Wrench& wrench) const;

  const TreeModel& tree_;
  const TreeKinematics* kinematics_ = nullptr;
  std::vector<std::size_t> rows_;                      ///< [node] 6 - degrees; 0 for a free body
  std::vector<std::array<Wrench, 6>> basis_;           ///< [node] columns of Z
  std::vector<std::array<Twist, 6>> own_response_;     ///< [node] M_i^-1 Z_i
  std::vector<std::array<Twist, 6>> parent_response_;  ///< [node] M_p^-1 C_i^T Z_i
  std::vector<Mat3> inverse_inertia_;
  std::vector<Block> diagonal_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<Block> coupling_;
  std::vector<Wrench> force_;
  std::vector<Twist> motion_;
  std::vector<std::array<double, 6>> multiplier_;
  std::vector<std::array<double, 21>> gram_;  ///< [node] Cholesky factor of A^T A, packed by rows
};

}  // namespace drawbar::physics
