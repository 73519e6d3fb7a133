// Support points and touching features of convex shapes.
#pragma once

#include <array>
#include <cstdint>

#include "physics/contact/collision_shape.h"

namespace drawbar::physics {

/// Rounding of a shape: spheres and capsules are a point and a segment with this radius about them (m).
double rounding(const CollisionShape& shape);

/// The point of the shape without its rounding that lies farthest along `direction` (world).
Vec3 core_support(const PlacedShape& shape, const Vec3& direction);

/// The part of a shape's surface that faces a direction: a point, a segment or a flat polygon.
struct Feature {
  static constexpr int kCapacity = 32;
  std::array<Vec3, kCapacity> corner;  ///< m, world; a polygon is counter-clockwise about `normal`
  int count = 0;
  Vec3 normal = Vec3::Zero();  ///< outward, of a polygon
  std::uint64_t id = 0;        ///< which face, below 2^12

  bool is_polygon() const { return count > 2; }
  bool is_segment() const { return count == 2; }
};

/// `direction` is a unit vector. Rounded shapes give points of their surface.
Feature facing_feature(const PlacedShape& shape, const Vec3& direction);

}  // namespace drawbar::physics
