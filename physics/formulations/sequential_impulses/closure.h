// How far the positions after a drift are from closed, and how that changed since the drift before.
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/math/types.h"

namespace drawbar::physics {

struct Closure {
  double along = 0;   ///< previous errors . change of the errors
  double change = 0;  ///< change . change

  void add(double before, double now) {
    worst_squared_ = std::max(worst_squared_, now * now);
    along += before * (now - before);
    change += (now - before) * (now - before);
  }
  void add(const Vec3& before, const Vec3& now) {
    const Vec3 step = now - before;
    worst_squared_ = std::max(worst_squared_, now.squaredNorm());
    along += before.dot(step);
    change += step.squaredNorm();
  }

  /// Largest error, m or rad.
  double worst() const { return std::sqrt(worst_squared_); }

 private:
  double worst_squared_ = 0;
};

}  // namespace drawbar::physics
