// Where narrow-phase routines put the contact points they find, and the choice of the four that stay.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "physics/math/types.h"

namespace drawbar::physics {

/// A possible contact point between two shapes, before a manifold takes it.
struct Candidate {
  Vec3 on_a = Vec3::Zero();    ///< surface point of a, m, world
  Vec3 on_b = Vec3::Zero();    ///< surface point of b; on_b - on_a = gap * normal up to second order
  Vec3 normal = Vec3::Zero();  ///< unit, from a to b
  double gap = 0;              ///< m, negative: penetration
  std::uint64_t feature = 0;
};

/// Points of one pair of shapes. When full, a deeper point replaces the shallowest.
class Candidates {
 public:
  static constexpr int kCapacity = 64;

  void clear() { count_ = 0; }           ///< Forgets all points.
  void add(const Candidate& candidate);  ///< Takes a point; when full, instead of the shallowest one.
  /// A point of b against a surface of a: the surface point of a lies `gap` below it.
  void add_on_b(const Vec3& on_b, const Vec3& normal, double gap, std::uint64_t feature) {
    add({on_b - gap * normal, on_b, normal, gap, feature});
  }
  /// Exchanges the roles of a and b.
  void flip();
  /// Keeps at most four: the deepest, then those that span the largest area, each preferred slightly if its
  /// feature is in `before` (sorted), so that the choice does not flicker. Features become unique; the result
  /// is in their order.
  void reduce(std::span<const std::uint64_t> before);

  int count() const { return count_; }  ///< Points held.
  Candidate& operator[](int i) { return items_[static_cast<std::size_t>(i)]; }
  const Candidate& operator[](int i) const { return items_[static_cast<std::size_t>(i)]; }

 private:
  void sort_and_unite();

  std::array<Candidate, kCapacity> items_;
  int count_ = 0;
};

}  // namespace drawbar::physics
