#include "physics/constraint/joint_block.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {

void JointBlock::prepare(const JointModel& joint, const JointGeometry& geometry,
                         std::span<const BodyResponse> bodies) {
  count_ = geometry.rows;
  const auto n = static_cast<std::size_t>(count_);
  for (std::size_t i = 0; i < n; ++i) {
    rows_[i] = Row::between(bodies, joint.parent, joint.child, geometry.parent_arm, geometry.child_arm,
                            geometry.row_linear[i], geometry.row_angular[i]);
  }
  // L D L^T; a pivot that cancellation has eaten belongs to a row that repeats the ones before it.
  constexpr double kDependent = 1e-12;
  std::array<double, 6> pivot{};
  for (std::size_t j = 0; j < n; ++j) {
    double d = rows_[j].response;
    for (std::size_t k = 0; k < j; ++k) d -= factor_[j][k] * factor_[j][k] * pivot[k];
    const bool independent = d > kDependent * rows_[j].response;
    pivot[j] = independent ? d : 0.0;
    inverse_pivot_[j] = independent ? 1.0 / d : 0.0;
    for (std::size_t i = j + 1; i < n; ++i) {
      double sum = rows_[i].coupling(rows_[j]);
      for (std::size_t k = 0; k < j; ++k) sum -= factor_[i][k] * factor_[j][k] * pivot[k];
      factor_[i][j] = sum * inverse_pivot_[j];
    }
  }
}

double JointBlock::solve(std::span<Twist> v, std::span<const double> targets,
                         std::span<double> impulses) const {
  const auto n = static_cast<std::size_t>(count_);
  std::array<double, 6> x{};
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = targets[i] - rows_[i].velocity(v);
    largest = std::max(largest, std::fabs(x[i]));
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor_[i][k] * x[k];
  }
  for (std::size_t i = 0; i < n; ++i) x[i] *= inverse_pivot_[i];
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor_[k][i] * x[k];
  }
  for (std::size_t i = 0; i < n; ++i) {
    impulses[i] += x[i];
    rows_[i].apply(v, x[i]);
  }
  return largest;
}

void JointBlock::apply(std::span<Twist> v, std::span<const double> impulses) const {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) rows_[i].apply(v, impulses[i]);
}

}  // namespace drawbar::physics
