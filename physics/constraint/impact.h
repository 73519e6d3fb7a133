// When within a drift something that bounces meets its stop, and how fast it leaves it.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

namespace drawbar::physics {

struct Impact {
  double delay = 0;   ///< s after the beginning of the drift
  double before = 0;  ///< speed just before it; towards the stop is negative
  double speed = 0;   ///< after it, at the middle of the drift as if it had been at its beginning
};

/// Of what is `room` away from its stop and would drift for h at `speed` (away from the stop; at the middle
/// of the drift), under a constant acceleration. Nothing where it does not meet it.
inline std::optional<Impact> impact_within(double room, double speed, double acceleration, double restitution,
                                           double h) {
  const double start = speed - 0.5 * h * acceleration;
  if (!(start < 0)) return std::nullopt;
  const double before = -std::sqrt(std::max(start * start - 2 * acceleration * std::max(room, 0.0), 0.0));
  const double delay = -2 * std::max(room, 0.0) / (before + start);
  if (!(delay < h)) return std::nullopt;
  return Impact{delay, before, acceleration * (0.5 * h - delay) - restitution * before};
}

}  // namespace drawbar::physics
