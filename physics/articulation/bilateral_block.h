// Bilateral rows of one group, solved together: the Schur complement on its trees (physics/README eq. 4).
//
// (W + C) L = target - v, W_rs = z_r . z_s, C = softness of soft rows. A rigid row is scaled by the
// mobility of the body that would give least if it were free (the tree's own W_rr is zero for the redundant
// rows of a planar mechanism in space, and what a light body gives would hide a heavy one behind it) and gets
// 1e-6 on the scaled diagonal: redundant loops then share their load and singular positions are passed.
#pragma once

#include <span>
#include <vector>

#include "physics/articulation/row_space.h"

namespace drawbar::physics {

struct BilateralRow {
  std::size_t row = 0;  ///< in the RowSpace
  double mobility = 0;  ///< of a free body, 1/kg or 1/(kg m^2): of a rigid row the one that gives least
  double softness = 0;  ///< gamma; 0: rigid
  double target = 0;    ///< velocity
  double impulse = 0;   ///< accumulated
};

class BilateralBlock {
 public:
  explicit BilateralBlock(std::size_t capacity);

  std::vector<BilateralRow> rows;

  /// W + C and its factor; `scratch` is one coordinate vector for all nodes, zero before and after.
  void factor(const RowSpace& space, std::span<NodeCoordinates> scratch);
  /// Impulses for velocity changes `change`, in place.
  void solve(std::span<double> change) const;

  /// The part of a row outside that the block takes over: g = K^-1 (z_block . z_row), K K^T the factor. With
  /// it a contact's response is z . z - g . g.
  void project(const RowSpace& block, const RowSpace& space, std::size_t row,
               std::span<NodeCoordinates> scratch, std::span<double> g) const;
  /// Impulses of the block that answer impulses outside: -K^-T of the summed g.
  void answer(std::span<double> g) const;

 private:
  double at(std::size_t i, std::size_t j) const { return lower_[i * (i + 1) / 2 + j]; }
  std::vector<double> lower_;  // Cholesky factor K of the scaled matrix, by rows, inverted diagonal
  std::vector<double> scale_;
};

}  // namespace drawbar::physics
