// Adaptive integration of high order: Gragg's midpoint rule, extrapolated after Bulirsch and Stoer.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace drawbar::physics {

/// Order 14 (seven midpoint runs of 2, 4 ... 14 steps, extrapolated in h^2), the step controlled by the
/// difference to order 12.
class Extrapolation {
 public:
  explicit Extrapolation(std::size_t size) : start_(size), slope_(size), before_(size), now_(size) {
    for (auto& column : table_) column.resize(size);
  }

  /// y(t) -> y(t + duration) of y' = f(y), each step's error estimate below tolerance (1 + |y_i|).
  template <class Function>
  void advance(const Function& f, std::span<double> y, double duration, double tolerance) {
    double done = 0;
    double h = duration;
    while (done < duration) {
      h = std::min(h, duration - done);
      std::copy(y.begin(), y.end(), start_.begin());
      f(std::span<const double>(start_), std::span<double>(slope_));
      const double error = attempt(f, h) / tolerance;
      const bool accepted = error <= 1.0 || h < 1e-9 * duration;
      // The estimate is of order 2 (kColumns - 1), whose local error grows with one power more.
      const double factor = 0.9 * root(1.0 / std::max(error, 1e-30));
      if (accepted) {
        const std::vector<double>& best = table_[0];
        std::copy(best.begin(), best.end(), y.begin());
        done = h == duration - done ? duration : done + h;
      }
      h *= std::clamp(std::isfinite(error) ? factor : 0.1, 0.1, 4.0);
      ++steps_;
    }
  }

  std::size_t steps() const { return steps_; }

 private:
  static constexpr std::size_t kColumns = 7;

  /// x^(1/13) by bisection: std::pow is not the same on every machine.
  static double root(double x) {
    double low = 1e-3, high = 1e3;
    for (int i = 0; i < 40; ++i) {
      const double middle = std::sqrt(low * high);
      const double square = middle * middle, fourth = square * square, eighth = fourth * fourth;
      (eighth * fourth * middle < x ? low : high) = middle;
    }
    return low;
  }

  /// One extrapolated step from start_ into table_[0]; its error estimate.
  template <class Function>
  double attempt(const Function& f, double h) {
    const std::size_t n = start_.size();
    for (std::size_t j = 0; j < kColumns; ++j) {
      const std::size_t steps = 2 * (j + 1);
      const double d = h / static_cast<double>(steps);
      std::vector<double>& out = table_[j];
      for (std::size_t i = 0; i < n; ++i) {
        before_[i] = start_[i];
        now_[i] = start_[i] + d * slope_[i];
      }
      for (std::size_t s = 1; s < steps; ++s) {
        f(std::span<const double>(now_), std::span<double>(out));
        for (std::size_t i = 0; i < n; ++i) {
          const double next = before_[i] + 2 * d * out[i];
          before_[i] = now_[i];
          now_[i] = next;
        }
      }
      // An even number of midpoint steps has an expansion in even powers of d as it stands.
      std::copy(now_.begin(), now_.end(), out.begin());
      // table_[k] becomes the value extrapolated from runs k..j
      for (std::size_t k = j; k-- > 0;) {
        const double ratio = static_cast<double>(j + 1) / static_cast<double>(k + 1);
        const double weight = 1.0 / (ratio * ratio - 1.0);
        if (k == 0 && j + 1 == kColumns) {
          std::copy(table_[1].begin(), table_[1].end(), before_.begin());
        }
        for (std::size_t i = 0; i < n; ++i)
          table_[k][i] = table_[k + 1][i] + weight * (table_[k + 1][i] - table_[k][i]);
      }
    }
    double error = 0;
    for (std::size_t i = 0; i < n; ++i) {
      error = std::max(error, std::fabs(table_[0][i] - before_[i]) / (1.0 + std::fabs(start_[i])));
    }
    return error;
  }

  std::vector<double> start_, slope_, before_, now_;
  std::array<std::vector<double>, kColumns> table_;
  std::size_t steps_ = 0;
};

}  // namespace drawbar::physics
