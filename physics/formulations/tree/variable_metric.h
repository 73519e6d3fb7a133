// What the two variable-metric methods of paper 001 (section 4.2) share: when they stop, and their sums.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace drawbar::physics {

/// The last step, relative to the largest acceleration.
inline constexpr double kStepTolerance = 1e-13;
/// Steps beyond the n + 1 of exact arithmetic before the matrix is treated anew.
inline constexpr std::size_t kSpareSteps = 4;

inline double inner_product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline double largest_of(std::span<const double> a) {
  double value = 0;
  for (double x : a) value = std::max(value, std::fabs(x));
  return value;
}

/// Whether a correction may be divided by a.b: below a small part of |a| |b| it is rounding.
inline bool divides_safely(double product, std::span<const double> a, std::span<const double> b) {
  constexpr double kSmallestPart = 1e-12;
  return std::fabs(product) > kSmallestPart * std::sqrt(inner_product(a, a) * inner_product(b, b));
}

}  // namespace drawbar::physics
