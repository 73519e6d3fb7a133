// How far the positions after a drift are from closed, and how that changed since the drift before.
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/math/types.h"

namespace drawbar::physics {

struct Closure {
  double worst = 0;   ///< largest error, m or rad
  double along = 0;   ///< previous errors . change of the errors
  double change = 0;  ///< change . change

  void add(double before, double now) {
    worst = std::max(worst, std::fabs(now));
    along += before * (now - before);
    change += (now - before) * (now - before);
  }
  void add(const Vec3& before, const Vec3& now) {
    worst = std::max(worst, std::sqrt(now.squaredNorm()));
    along += before.dot(now - before);
    change += (now - before).squaredNorm();
  }
};

}  // namespace drawbar::physics
