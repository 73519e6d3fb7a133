// The classical Runge-Kutta method of fourth order.
#pragma once

#include <span>
#include <vector>

namespace drawbar::physics {

class RungeKutta {
 public:
  explicit RungeKutta(std::size_t size) : slope_(size), sum_(size), at_(size) {}

  /// y(t) -> y(t + h) of y' = f(y); `f(y, out)`.
  template <class Function>
  void step(const Function& f, std::span<double> y, double h) {
    constexpr double kReach[] = {0.5, 0.5, 1.0, 0.0};
    constexpr double kWeight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    for (std::size_t i = 0; i < y.size(); ++i) {
      at_[i] = y[i];
      sum_[i] = y[i];
    }
    for (int stage = 0; stage < 4; ++stage) {
      f(std::span<const double>(at_), std::span<double>(slope_));
      for (std::size_t i = 0; i < y.size(); ++i) {
        sum_[i] += (h * kWeight[stage]) * slope_[i];
        at_[i] = y[i] + (h * kReach[stage]) * slope_[i];
      }
    }
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = sum_[i];
  }

 private:
  std::vector<double> slope_, sum_, at_;
};

}  // namespace drawbar::physics
