// A coordinate that goes to where a control wants it, under a speed and an acceleration limit.
//
// Per substep of h s the rate changes evenly from v to u, x' = x + h (v + u)/2. Let k a h^2 be what would be
// left of the way if u were 0. From u, n whole steps of braking and a last one go h (n u - n^2 a h/2) +
// h (u - n a h)/2; that and this substep's h u/2 are k a h^2 for
//   u = a h (k/(n+1) + n/2),  n = floor((sqrt(1 + 8k) - 1)/2),
// the greatest rate that still stops at the target: neither passed nor trembled about, in finite time. (As
// the discrete time-optimal control of Han, From PID to active disturbance rejection control, IEEE Trans.
// Ind. Electron. 56, 2009.)
#pragma once

#include <algorithm>
#include <cmath>

#include "physics/model/motion_config.h"

namespace drawbar::physics {

/// Nearer to its target than this (m or rad), and as slow as it can stop in a substep, it has arrived: what
/// rounding leaves would never stand.
inline constexpr double kArrived = 1e-10;

struct FollowedAxis {
  double value = 0;  ///< m or rad
  double rate = 0;   ///< per s
};

/// After h s.
inline FollowedAxis follow(const AxisFollower& law, const FollowedAxis& from, double target, double h) {
  if (std::fabs(target - from.value) < kArrived && std::fabs(from.rate) < law.acceleration * h) {
    return {target, 0};
  }
  const double left = target - from.value - 0.5 * h * from.rate;
  const double change = law.acceleration * h;
  const double k = std::fabs(left) / (change * h);
  const double n = std::floor(0.5 * (std::sqrt(1 + 8 * k) - 1));
  const double wanted = std::min(change * (k / (n + 1) + 0.5 * n), law.speed);
  const double rate = std::clamp(std::copysign(wanted, left), from.rate - change, from.rate + change);
  return {from.value + 0.5 * h * (from.rate + rate), rate};
}

}  // namespace drawbar::physics
