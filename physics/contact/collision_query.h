// Rays, moving shapes and overlaps: questions to a collision world that change nothing in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "physics/contact/candidates.h"
#include "physics/contact/collision_world.h"
#include "physics/contact/narrow_phase.h"

namespace drawbar::physics {

/// What a cast met first.
struct CastHit {
  std::uint32_t body = 0;
  std::uint32_t shape = 0;       ///< counted over all shapes of all bodies
  double distance = 0;           ///< m travelled until contact; 0 if it starts in contact
  Vec3 position = Vec3::Zero();  ///< point of contact, m, world
  Vec3 normal = Vec3::UnitZ();   ///< unit, out of what was hit
};

/// One triangle of the ground as a convex shape.
class FlatTriangle {
 public:
  FlatTriangle();
  /// The shape with these corners (m, world). It refers to this object until the next call.
  PlacedShape at(const std::array<Vec3, 3>& corner);

 private:
  CollisionShape shape_;
  ConvexHullData* corners_;  // the shape's
};

/// Asks the shapes that are not sensors at the poses of the world's last detect() or place(). Allocates in
/// its constructor only, apart from what is needed for a geometry that it is given. Not for use by two
/// threads at once.
class CollisionQuery {
 public:
  explicit CollisionQuery(const CollisionWorld& world);  ///< `world` must outlive this object.

  /// The first thing that a ball of `radius` (m, 0: a ray) meets from `origin` along `direction` (unit)
  /// within `length` (m). Bodies that share no bit with `groups` are passed through, and so is body
  /// `ignored`.
  std::optional<CastHit> cast(const Vec3& origin, const Vec3& direction, double length, double radius = 0,
                              std::uint32_t groups = 0xFFFFFFFF, std::uint32_t ignored = 0xFFFFFFFF);

  /// The same for a convex geometry that moves from `pose` along `direction` without turning.
  std::optional<CastHit> cast(const Geometry& convex, const Pose& pose, const Vec3& direction, double length,
                              std::uint32_t groups = 0xFFFFFFFF, std::uint32_t ignored = 0xFFFFFFFF);

  /// Indices of the shapes that a convex geometry at `pose` touches, in increasing order.
  void overlaps(const Geometry& convex, const Pose& pose, std::vector<std::uint32_t>& out);

 private:
  std::optional<CastHit> first_hit(const PlacedShape& moving, const Vec3& direction, double length,
                                   std::uint32_t groups, std::uint32_t ignored);

  const CollisionWorld* world_;
  FlatTriangle triangle_;
  NarrowPhaseScratch scratch_;
  Candidates candidates_;
};

}  // namespace drawbar::physics
