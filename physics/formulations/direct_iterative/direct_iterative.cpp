#include "physics/formulations/direct_iterative/direct_iterative.h"

#include <algorithm>
#include <cassert>

#include "physics/formulations/tree/variable_metric.h"

namespace drawbar::physics {
DirectIterative::DirectIterative(const TreeModel& tree)
    : space_(tree),
      factor_(tree.degrees * tree.degrees),
      right_(tree.degrees),
      residual_(tree.degrees),
      step_(tree.degrees),
      scratch_(tree.degrees) {}

void DirectIterative::factor_anew() {
  const std::size_t n = space_.size();
  std::fill(factor_.begin(), factor_.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double* const row = space_.row(i);
    factor_[i * n + i] = row[i];
    for (std::size_t j = space_.inner(i); j != kNoIndex; j = space_.inner(j)) factor_[j * n + i] = row[j];
  }
  for (std::size_t k = 0; k < n; ++k) {
    double* const column = factor_.data() + k * n;
    assert(column[k] > 0);
    for (std::size_t j = k + 1; j < n; ++j) {
      const double weight = column[j] / column[k];
      double* const target = factor_.data() + j * n;
      for (std::size_t i = j; i < n; ++i) target[i] -= weight * column[i];
    }
    for (std::size_t i = k + 1; i < n; ++i) column[i] /= column[k];
  }
  known_ = true;
}

void DirectIterative::solve_factor(std::span<double> x) const {
  const std::size_t n = x.size();
  for (std::size_t k = 0; k < n; ++k) {
    const double* const column = factor_.data() + k * n;
    for (std::size_t i = k + 1; i < n; ++i) x[i] -= column[i] * x[k];
  }
  for (std::size_t k = n; k-- > 0;) {
    const double* const column = factor_.data() + k * n;
    double sum = x[k] / column[k];
    for (std::size_t i = k + 1; i < n; ++i) sum -= column[i] * x[i];
    x[k] = sum;
  }
}

bool DirectIterative::correct(double weight, std::span<double> v) {
  const std::size_t n = v.size();
  for (std::size_t k = 0; k < n; ++k) {
    double* const column = factor_.data() + k * n;
    const double p = v[k];
    const double before = column[k];
    const double after = before + weight * p * p;
    if (!(after > 0)) return false;
    const double beta = weight * p / after;
    weight *= before / after;
    column[k] = after;
    for (std::size_t i = k + 1; i < n; ++i) {
      v[i] -= p * column[i];
      column[i] += beta * v[i];
    }
  }
  return true;
}

void DirectIterative::prepare(const TreeKinematics& kinematics) {
  space_.assemble(kinematics);
  if (!known_) factor_anew();
}

void DirectIterative::solve(const TreeLoad& load, std::span<double> out) {
  const std::size_t n = space_.size();
  if (n == 0) return;
  space_.right_side(load, right_);
  std::fill(out.begin(), out.end(), 0.0);
  std::copy(right_.begin(), right_.end(), residual_.begin());
  bool anew = false;
  for (std::size_t k = 0;; ++k) {
    std::copy(residual_.begin(), residual_.end(), step_.begin());
    solve_factor(step_);
    for (std::size_t i = 0; i < n; ++i) out[i] += step_[i];
    if (largest_of(step_) <= kStepTolerance * largest_of(out) || (anew && k > 1)) return;
    space_.multiply(out, scratch_);
    ++iterations_;
    for (std::size_t i = 0; i < n; ++i) residual_[i] = right_[i] - scratch_[i];
    if (anew) continue;
    const double divisor = inner_product(residual_, step_);
    std::copy(residual_.begin(), residual_.end(), scratch_.begin());
    const bool safe = divides_safely(divisor, residual_, step_);
    if ((safe && !correct(-1.0 / divisor, scratch_)) || k > n + kSpareSteps) {
      factor_anew();
      anew = true;
      k = 0;
    }
  }
}

}  // namespace drawbar::physics
