// Distance or penetration of two convex shapes from their support points: GJK apart, EPA inside.
#pragma once

#include "physics/contact/collision_shape.h"

namespace drawbar::physics {

/// How two shapes lie to each other. Rounding (see support.h) is included.
struct Separation {
  Vec3 normal =
      Vec3::UnitZ();         ///< unit, from a to b: the direction of the shortest way between them (or apart)
  double gap = 0;            ///< m; negative: the least translation along `normal` that parts them
  Vec3 on_a = Vec3::Zero();  ///< nearest (or deepest) points, m, world
  Vec3 on_b = Vec3::Zero();
};

/// Of a and b. When they are farther than `limit` (m) apart it may stop early; `gap` then exceeds `limit` but
/// is only a lower bound. Concentric points without volume part along z.
Separation find_separation(const PlacedShape& a, const PlacedShape& b, double limit);

}  // namespace drawbar::physics
