// What collision detection tells the solver: manifolds of contact points, and what the points keep in
// between.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "physics/math/types.h"
#include "physics/model/contact_memory.h"
#include "physics/model/shape.h"

namespace drawbar::physics {

inline constexpr int kMaxManifoldPoints = 4;

/// One point in which two shapes touch or nearly touch.
struct ContactPoint {
  Vec3 position = Vec3::Zero();          ///< midway between the two surface points, m, world
  Vec3 normal = Vec3::UnitZ();           ///< unit, from a to b, world
  double gap = 0;                        ///< m along the normal: positive apart, negative penetrating
  Vec3 position_a = Vec3::Zero();        ///< surface point of a, m, from a's body frame origin in a's axes
  Vec3 position_b = Vec3::Zero();        ///< surface point of b, m, from b's body frame origin in b's axes
  std::uint64_t feature = 0;             ///< which features touch; unique within the manifold
  const SurfacePair* surface = nullptr;  ///< what the two are made of here; one of the world's
  ContactMemory memory;
};

/// All points between two shapes. `body_a` is the static body if one is static, otherwise the body with the
/// lower index; at least one of them moves.
struct Manifold {
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
  std::uint32_t shape_a = 0;  ///< counted over all shapes of all bodies, in order
  std::uint32_t shape_b = 0;
  int point_count = 0;
  std::array<ContactPoint, kMaxManifoldPoints> points;  ///< the first point_count, in order of `feature`

  /// The points in use.
  std::span<ContactPoint> contacts() { return {points.data(), static_cast<std::size_t>(point_count)}; }
  std::span<const ContactPoint> contacts() const {
    return {points.data(), static_cast<std::size_t>(point_count)};
  }
  /// Orders manifolds; the same for the same two shapes forever.
  std::uint64_t pair_key() const { return (static_cast<std::uint64_t>(shape_a) << 32) | shape_b; }
};

}  // namespace drawbar::physics
