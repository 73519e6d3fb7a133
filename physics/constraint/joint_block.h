// The constrained directions of one joint, solved together as one block (paper 003 eq. 14).
#pragma once

#include <array>
#include <span>

#include "physics/constraint/row.h"
#include "physics/joint/joint_geometry.h"

namespace drawbar::physics {

class JointBlock {
 public:
  /// Rows, response matrix J M^-1 J^T and its factor at the present configuration.
  void prepare(const JointModel& joint, const JointGeometry& geometry, std::span<const BodyResponse> bodies);

  /// Makes J V = target, one target per row; adds to `impulses`. The largest speed it changed at a row.
  double solve(std::span<Twist> v, std::span<const double> targets, std::span<double> impulses) const;

  void apply(std::span<Twist> v, std::span<const double> impulses) const;

  int rows() const { return count_; }

 private:
  int count_ = 0;
  std::array<Row, 6> rows_;
  std::array<std::array<double, 6>, 6> factor_;  // unit lower triangle of L D L^T
  std::array<double, 6> inverse_pivot_;          // 1 / D; 0 where a row repeats those before it
};

}  // namespace drawbar::physics
