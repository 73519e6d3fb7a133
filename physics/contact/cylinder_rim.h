// The points of a cylinder's two rims that can touch a surface below it.
#pragma once

#include <cmath>
#include <cstdint>

#include "physics/contact/collision_shape.h"

namespace drawbar::physics {

/// Below this sine of the angle between axis and normal a cylinder stands: its lowest rim point has no
/// direction worth following, and four points fixed on the rim carry it. They err by 3e-5 of the radius.
inline constexpr double kStandingSine = 1e-4;

/// Above this sine it lies on its side, and rests on nothing but its lowest rim points: a point fixed on a
/// rim that rolls comes down on a circle and not, as a speculative contact takes it to, straight on.
inline constexpr double kLyingSine = 0.7;

/// Lowest point of each rim, feature 1 (+z end) and 2 (-z end): on its side the cylinder rests on the line
/// between them, and as it rolls they move smoothly.
inline constexpr std::uint64_t kLowRimFeature = 1;
/// 16 + 4 * end + quarter: points fixed on the lower rim, for a cylinder that stands or nearly so.
inline constexpr std::uint64_t kFixedRimFeature = 16;

/// Calls visit(world point, feature) for at most 5 points: seen against `normal`, the lowest of each rim and,
/// on the lower rim, unless it lies, the quarter points that are not next to the lowest.
template <class Visit>
void for_each_low_rim_point(const PlacedShape& cylinder, const Vec3& normal, const Visit& visit) {
  const double radius = cylinder.shape->radius;
  const double half_length = cylinder.shape->half_length;
  const Vec3 tilt = cylinder.rotation.transpose() * normal;
  const double sine = std::sqrt(tilt.x() * tilt.x() + tilt.y() * tilt.y());
  const double low_end = tilt.z() > 0 ? -1 : 1;

  int beside = -1;  // quarter next to the lowest point
  if (sine > kStandingSine) {
    const double x = -tilt.x() / sine;
    const double y = -tilt.y() / sine;
    visit(cylinder.to_world({radius * x, radius * y, half_length}), kLowRimFeature);
    visit(cylinder.to_world({radius * x, radius * y, -half_length}), kLowRimFeature + 1);
    if (sine > kLyingSine) return;
    if (std::abs(x) >= std::abs(y)) {
      beside = x > 0 ? 0 : 2;
    } else {
      beside = y > 0 ? 1 : 3;
    }
  }
  constexpr double kQuarter[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int quarter = 0; quarter < 4; ++quarter) {
    if (quarter == beside) continue;
    const Vec3 local(radius * kQuarter[quarter][0], radius * kQuarter[quarter][1], low_end * half_length);
    visit(cylinder.to_world(local),
          kFixedRimFeature + (low_end > 0 ? 0 : 4) + static_cast<std::uint64_t>(quarter));
  }
}

}  // namespace drawbar::physics
