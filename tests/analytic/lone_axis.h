// One joint axis by itself, and the kicks that it is solved in.
#pragma once

#include "physics/formulations/sequential_impulses/joint/axis_law.h"
#include "physics/math/elementary.h"

namespace drawbar::test {

inline constexpr double kAxisDrift = 0.01;
inline constexpr physics::KickTimes kWholeKick{kAxisDrift, kAxisDrift, false, kAxisDrift, true};
inline constexpr physics::KickTimes kClosing{kAxisDrift, 0.5 * kAxisDrift, true, kAxisDrift, false};

/// An axis between no limits.
inline physics::AxisConstraint free_axis(double rate = 0) {
  physics::AxisConstraint load;
  load.soft.start(0, rate);
  load.lowest = -physics::kUnbounded;
  load.highest = physics::kUnbounded;
  return load;
}

}  // namespace drawbar::test
