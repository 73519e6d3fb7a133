// L L^T of a spatial inertia.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/articulation/spatial.h"

namespace drawbar::physics {

/// Pivots are kept above this part of their axis's inertia, so that parallel axes cannot divide by zero.
inline constexpr double kSmallestPivot = 1e-12;

/// Where a row of a packed lower triangle begins.
constexpr std::size_t triangle(std::size_t row) {
  return row * (row + 1) / 2;
}

/// Lower triangle by rows, the diagonal inverted.
template <class Number>
using SpatialCholeskyOf = std::array<Number, 21>;

template <class Number>
inline void factor(const SymmetricSpatialOf<Number>& m, SpatialCholeskyOf<Number>& l) {
  using std::max;
  using std::sqrt;
  Number full[6][6];
  const auto& [a, b, c] = m;
  const Number top[3][3] = {{a[0], a[1], a[2]}, {a[1], a[3], a[4]}, {a[2], a[4], a[5]}};
  const Number low[3][3] = {{c[0], c[1], c[2]}, {c[1], c[3], c[4]}, {c[2], c[4], c[5]}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      full[i][j] = top[i][j];
      full[i + 3][j] = b[3 * j + i];
      full[i + 3][j + 3] = low[i][j];
    }
  }
  for (std::size_t i = 0; i < 6; ++i) {
    Number* row = &l[triangle(i)];
    for (std::size_t j = 0; j < i; ++j) {
      const Number* other = &l[triangle(j)];
      Number sum = full[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      row[j] = sum * other[j];
    }
    Number sum = full[i][i];
    for (std::size_t k = 0; k < i; ++k) sum -= row[k] * row[k];
    row[i] = 1.0 / sqrt(max(sum, Number(kSmallestPivot * full[i][i])));
  }
}

/// y = L^-1 f.
template <class Number>
inline void solve_lower(const SpatialCholeskyOf<Number>& l, const SpatialOf<Number>& f,
                        std::array<Number, 6>& y) {
  for (std::size_t i = 0; i < 6; ++i) {
    const Number* row = &l[triangle(i)];
    Number sum = f[i];
    for (std::size_t k = 0; k < i; ++k) sum -= row[k] * y[k];
    y[i] = sum * row[i];
  }
}

/// v = L^-T y.
template <class Number>
inline void solve_upper(const SpatialCholeskyOf<Number>& l, const std::array<Number, 6>& y,
                        SpatialOf<Number>& v) {
  for (std::size_t i = 6; i-- > 0;) {
    Number sum = y[i];
    for (std::size_t k = i + 1; k < 6; ++k) sum -= l[triangle(k) + i] * v[k];
    v[i] = sum * l[triangle(i) + i];
  }
}

}  // namespace drawbar::physics
