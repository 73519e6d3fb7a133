// Eigenvalues and vectors of small symmetric matrices by Jacobi's rotations: no allocation, the same bits
// everywhere.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace drawbar::physics {

/// `a` (n x n, row-major, symmetric) becomes diagonal: its eigenvalues; the columns of `vectors` their
/// vectors.
inline void symmetric_eigen(std::size_t n, std::span<double> a, std::span<double> vectors) {
  constexpr int kMostSweeps = 60;
  // Of the sum of all squares: what is left off the diagonal, and an element that is not worth a rotation.
  constexpr double kLeft = 1e-30, kNothing = 1e-34;
  for (std::size_t i = 0; i < n * n; ++i) vectors[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double off = 0, all = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        all += a[i * n + j] * a[i * n + j];
        if (i != j) off += a[i * n + j] * a[i * n + j];
      }
    }
    if (off <= kLeft * all) return;
    for (std::size_t p = 0; p + 1 < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const double apq = a[p * n + q];
        if (apq * apq <= kNothing * all) continue;
        const double theta = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
        const double t = std::copysign(1.0, theta) / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0);
        const double s = t * c;
        for (std::size_t k = 0; k < n; ++k) {
          const double kp = a[k * n + p], kq = a[k * n + q];
          a[k * n + p] = c * kp - s * kq;
          a[k * n + q] = s * kp + c * kq;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double pk = a[p * n + k], qk = a[q * n + k];
          a[p * n + k] = c * pk - s * qk;
          a[q * n + k] = s * pk + c * qk;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double kp = vectors[k * n + p], kq = vectors[k * n + q];
          vectors[k * n + p] = c * kp - s * kq;
          vectors[k * n + q] = s * kp + c * kq;
        }
      }
    }
  }
}

}  // namespace drawbar::physics
