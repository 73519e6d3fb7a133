#include "physics/formulations/inverse_iterative/inverse_iterative.h"

#include <algorithm>
#include <cassert>

#include "physics/formulations/tree/variable_metric.h"

namespace drawbar::physics {
InverseIterative::InverseIterative(const TreeModel& tree)
    : space_(tree),
      factor_(tree),
      inverse_(tree.degrees * tree.degrees),
      right_(tree.degrees),
      residual_(tree.degrees),
      step_(tree.degrees),
      image_(tree.degrees),
      change_(tree.degrees) {}

void InverseIterative::invert() {
  const std::size_t n = space_.size();
  factor_.copy_matrix(space_);
  [[maybe_unused]] const bool definite = factor_from_leaves(factor_);
  assert(definite);
  for (std::size_t i = 0; i < n; ++i) {
    const std::span<double> row(inverse_.data() + i * n, n);
    std::fill(row.begin(), row.end(), 0.0);
    row[i] = 1;
    solve_from_leaves(factor_, row);
  }
  known_ = true;
}

void InverseIterative::times_inverse(std::span<const double> x, std::span<double> y) const {
  const std::size_t n = x.size();
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double* const row = inverse_.data() + i * n;
    for (std::size_t j = 0; j < n; ++j) y[j] += x[i] * row[j];
  }
}

void InverseIterative::prepare(const TreeKinematics& kinematics) {
  space_.assemble(kinematics);
  if (!known_) invert();
}

void InverseIterative::solve(const TreeLoad& load, std::span<double> out) {
  const std::size_t n = space_.size();
  if (n == 0) return;
  space_.right_side(load, right_);
  times_inverse(right_, out);
  const auto find_residual = [&] {
    space_.multiply(out, image_);
    for (std::size_t i = 0; i < n; ++i) residual_[i] = right_[i] - image_[i];
    ++iterations_;
  };
  find_residual();
  times_inverse(residual_, step_);
  for (std::size_t k = 0; largest_of(step_) > kStepTolerance * largest_of(out); ++k) {
    if (k > n + kSpareSteps) {
      invert();
      times_inverse(right_, out);
      find_residual();
      times_inverse(residual_, step_);
      for (std::size_t i = 0; i < n; ++i) out[i] += step_[i];
      return;
    }
    for (std::size_t i = 0; i < n; ++i) out[i] += step_[i];
    std::copy(residual_.begin(), residual_.end(), change_.begin());
    find_residual();
    for (std::size_t i = 0; i < n; ++i) change_[i] -= residual_[i];
    times_inverse(residual_, step_);
    const double divisor = inner_product(step_, change_);
    if (!divides_safely(divisor, step_, change_)) continue;
    const double factor = 1.0 + inner_product(step_, residual_) / divisor;
    for (std::size_t i = 0; i < n; ++i) {
      double* const row = inverse_.data() + i * n;
      const double weight = step_[i] / divisor;
      for (std::size_t j = 0; j < n; ++j) row[j] += weight * step_[j];
    }
    for (double& s : step_) s *= factor;
  }
}

}  // namespace drawbar::physics
