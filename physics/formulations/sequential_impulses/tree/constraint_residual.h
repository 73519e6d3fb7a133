// How far the positions after a drift are from closed, how that changed since the drift before, and when that
// is enough.
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/articulation/tree_joint.h"

namespace drawbar::physics {

/// Joints are closed to this after every drift (m, rad) ...
inline constexpr double kPositionTolerance = 1e-7;
/// ... by so many corrections at the most.
inline constexpr int kMostCorrections = 8;
/// From the third correction on, a step is rejected if its kinetic energy grew by more than this part.
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
enum class PositionStatus { at_once, by_corrections, failed };

/// Residual of one joint or of many.
template <class Number>
struct ConstraintResidualOf {
  Number along = 0;          ///< previous errors . change of the errors
  Number change = 0;         ///< change . change
  Number worst_squared = 0;  ///< of the largest error, m or rad

  void add(const ConstraintResidualOf& other) {
    using std::max;
    along += other.along;
    change += other.change;
    worst_squared = max(worst_squared, other.worst_squared);
  }

  /// Largest error, m or rad.
  Number worst() const {
    using std::sqrt;
    return sqrt(worst_squared);
  }
};
using ConstraintResidual = ConstraintResidualOf<double>;

inline ConstraintResidual constraint_residual(double before, double now) {
  return {before * (now - before), (now - before) * (now - before), now * now};
}
template <class Number>
inline ConstraintResidualOf<Number> constraint_residual(const JointErrorOf<Number>& before,
                                                        const JointErrorOf<Number>& now) {
  using std::max;
  const Vec3Of<Number> linear = now.linear - before.linear;
  const Vec3Of<Number> angular = now.angular - before.angular;
  return {before.linear.dot(linear) + before.angular.dot(angular),
          linear.squaredNorm() + angular.squaredNorm(),
          max(Number(now.angular.squaredNorm()), Number(now.linear.squaredNorm()))};
}

}  // namespace drawbar::physics
