#include "physics/formulations/tree/pseudo_inverse.h"

#include <algorithm>

#include "physics/math/symmetric_eigen.h"

namespace drawbar::physics {
namespace {

/// Eigenvalues below this part of the largest are redundant rows.
constexpr double kRankTolerance = 1e-9;

}  // namespace

PseudoInverse::PseudoInverse(std::size_t size, double nothing)
    : size_(size), nothing_(nothing), matrix_(size * size), vectors_(matrix_.size()) {}

void PseudoInverse::factor() {
  for (std::size_t r = 0; r < size_; ++r) {
    for (std::size_t c = 0; c < r; ++c) at(r, c) = at(c, r) = 0.5 * (at(r, c) + at(c, r));
  }
  symmetric_eigen(size_, matrix_, vectors_);
  least_ = nothing_;
  for (std::size_t i = 0; i < size_; ++i) least_ = std::max(least_, kRankTolerance * at(i, i));
}

void PseudoInverse::multiply(std::span<const double> right, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < size_; ++i) {
    const double value = matrix_[i * size_ + i];
    if (value <= least_) continue;
    double along = 0;
    for (std::size_t r = 0; r < size_; ++r) along += vectors_[r * size_ + i] * right[r];
    for (std::size_t r = 0; r < size_; ++r) out[r] += along / value * vectors_[r * size_ + i];
  }
}

}  // namespace drawbar::physics
