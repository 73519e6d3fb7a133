// How far the positions after a drift are from closed, how that changed since the drift before, and when that
// is enough.
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/math/wide_vectors.h"

namespace drawbar::physics {

/// Joints are closed to this after every drift (m, rad) ...
inline constexpr double kPositionTolerance = 1e-7;
/// ... by so many corrections at the most.
inline constexpr int kMostCorrections = 8;
/// After so many a step is looked at with suspicion: its energy may grow by this part.
inline constexpr int kEasyCorrections = 2;
inline constexpr double kTolerableGain = 1e-3;
inline constexpr double kLeastRelaxation = 0.5;
inline constexpr double kMostRelaxation = 2.5;

/// Trees are closed to less where the drift `h` (s) is short, as its square, but to some limit: what stays
/// open enters the velocities and would outweigh the errors of a second-order step.
inline double tree_tolerance(double h) {
  constexpr double kLongDrift = 5e-3;
  constexpr double kFinestTolerance = 1e-10;
  const double shorter = h / kLongDrift;
  return std::clamp(kPositionTolerance * shorter * shorter, kFinestTolerance, kPositionTolerance);
}

/// How the drift of a substep closed its joints.
enum class Closing { at_once, by_corrections, failed };

template <class Number>
struct ClosureOf {
  Number along = 0;   ///< previous errors . change of the errors
  Number change = 0;  ///< change . change

  void add(const Number& before, const Number& now) {
    using std::max;
    worst_squared_ = max(worst_squared_, Number(now * now));
    along += before * (now - before);
    change += (now - before) * (now - before);
  }
  void add(const Vec3Of<Number>& before, const Vec3Of<Number>& now) {
    using std::max;
    const Vec3Of<Number> step = now - before;
    worst_squared_ = max(worst_squared_, Number(now.squaredNorm()));
    along += before.dot(step);
    change += step.squaredNorm();
  }

  /// Largest error, m or rad.
  Number worst() const {
    using std::sqrt;
    return sqrt(worst_squared_);
  }

 private:
  Number worst_squared_ = 0;
};
using Closure = ClosureOf<double>;

}  // namespace drawbar::physics
