// Shapes as collision detection holds them: prepared once, placed in the world at every detection.
#pragma once

#include <cstdint>
#include <memory>

#include "physics/contact/convex_hull.h"
#include "physics/math/types.h"
#include "physics/model/shape.h"

namespace drawbar::physics {

/// Convex kinds first.
enum class ShapeKind : std::uint8_t { sphere, capsule, box, cylinder, hull, plane, heightfield, mesh };

/// Whether a shape of this kind is convex and finite.
constexpr bool is_convex(ShapeKind kind) {
  return kind <= ShapeKind::hull;
}

/// Box along the world's axes that encloses something, m.
struct Aabb {
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();

  /// Whether the two share a point.
  bool overlaps(const Aabb& other) const {
    return lower.x() <= other.upper.x() && other.lower.x() <= upper.x() && lower.y() <= other.upper.y() &&
           other.lower.y() <= upper.y() && lower.z() <= other.upper.z() && other.lower.z() <= upper.z();
  }
  /// Larger by `distance` (m) on every side.
  Aabb expanded(double distance) const {
    return {lower - Vec3::Constant(distance), upper + Vec3::Constant(distance)};
  }
  /// Grows until it holds `point`.
  void include(const Vec3& point) {
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
};

struct HeightfieldData;
struct MeshData;

/// One shape of one body. Which members mean something follows from `kind`.
struct CollisionShape {
  ShapeKind kind = ShapeKind::sphere;
  bool is_static = false;
  bool is_moved = false;  ///< of a static one: its pose changes
  std::uint32_t body = 0;
  bool is_sensor = false;
  std::uint32_t material = 0;
  Vec3 local_position = Vec3::Zero();      ///< shape origin from the body frame's origin, body axes
  Mat3 local_rotation = Mat3::Identity();  ///< shape axes to body axes
  double radius = 0;                       ///< sphere, capsule, cylinder
  double half_length = 0;                  ///< capsule, cylinder
  Vec3 half_size = Vec3::Zero();           ///< box
  Vec3 bounds_centre = Vec3::Zero();       ///< of a box in shape axes that holds the shape (hull, mesh)
  Vec3 bounds_half = Vec3::Zero();
  double size = 0;  ///< m: radius of a ball about the shape; infinite for a plane
  std::unique_ptr<const ConvexHullData> hull;
  std::unique_ptr<const HeightfieldData> heightfield;
  std::unique_ptr<const MeshData> mesh;

  CollisionShape();
  ~CollisionShape();
  CollisionShape(CollisionShape&&) noexcept;
  CollisionShape& operator=(CollisionShape&&) noexcept;
};

/// Works out what detection needs of a shape: hull, tree of triangles, bounds. `body` is the index of its
/// body.
CollisionShape make_collision_shape(const ShapeConfig& config, std::uint32_t body, bool is_static);

/// A shape at a place in the world.
struct PlacedShape {
  const CollisionShape* shape = nullptr;
  Vec3 position = Vec3::Zero();      ///< of the shape's origin, m, world
  Mat3 rotation = Mat3::Identity();  ///< shape axes to world axes

  /// A point of the shape's frame (m) in the world.
  Vec3 to_world(const Vec3& local) const { return position + rotation * local; }
  /// A point of the world (m) in the shape's frame.
  Vec3 to_local(const Vec3& world) const { return rotation.transpose() * (world - position); }
  Vec3 axis() const { return rotation.col(2); }  ///< The shape's z axis in the world, unit.
};

/// World-axes bounds of a shape that is neither plane nor heightfield.
Aabb bounds_of(const PlacedShape& placed);

}  // namespace drawbar::physics
