// The triangles of a heightfield or mesh near a body, with what their neighbours look like.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "physics/contact/collision_shape.h"

namespace drawbar::physics {

/// In the surface's axes. Edge k runs from corner k to corner k + 1, counter-clockwise seen from outside.
struct SurfaceTriangle {
  std::array<Vec3, 3> corner{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  Vec3 normal = Vec3::UnitZ();
  std::array<Vec3, 3> across{
      Vec3::Zero(), Vec3::Zero(),
      Vec3::Zero()};  ///< normal of the triangle across edge k; zero at the surface's border
  std::array<std::uint32_t, 3> vertex{};
  std::array<std::uint32_t, 3> edge{};
  std::uint32_t index = 0;

  /// From corner k to the next one, m.
  Vec3 side(std::size_t k) const { return corner[(k + 1) % 3] - corner[k]; }
  /// The box around the triangle, m.
  Aabb bounds() const {
    return {corner[0].cwiseMin(corner[1]).cwiseMin(corner[2]),
            corner[0].cwiseMax(corner[1]).cwiseMax(corner[2])};
  }
  /// Distance of a point from the triangle's plane, m, positive on the side of the normal.
  double height(const Vec3& point) const { return normal.dot(point - corner[0]); }
  /// Whether edge k has no neighbour.
  bool is_border(std::size_t k) const { return across[k].squaredNorm() == 0; }
  /// True for one of the two triangles of an edge: to look at every edge once.
  bool is_first_owner(std::size_t k) const { return vertex[k] < vertex[(k + 1) % 3] || is_border(k); }
  /// Whether the surface bends away across edge k by more than rounding; a border does.
  bool is_convex(std::size_t k) const {
    constexpr double kFlat = 1e-6;
    return is_border(k) || normal.cross(across[k]).dot(side(k)) > kFlat * side(k).norm();
  }
};

/// Fixed capacity; triangles beyond it are left out and counted.
class TriangleList {
 public:
  /// Room for `capacity` triangles.
  explicit TriangleList(std::size_t capacity) { items_.reserve(capacity); }
  void clear() { items_.clear(); }  ///< Forgets the triangles, not how many were dropped.
  void add(const SurfaceTriangle& triangle) {
    if (SurfaceTriangle* place = add()) *place = triangle;
  }
  /// To be filled in; null if there is no room.
  SurfaceTriangle* add() {
    if (items_.size() < items_.capacity()) return &items_.emplace_back();
    ++dropped_;
    return nullptr;
  }
  std::span<const SurfaceTriangle> items() const { return items_; }  ///< The triangles held.
  std::uint64_t dropped() const { return dropped_; }                 ///< Triangles left out so far.

 private:
  std::vector<SurfaceTriangle> items_;
  std::uint64_t dropped_ = 0;
};

/// Fills `out` with the triangles over `box` (surface axes). A heightfield is solid below: every triangle
/// above the box counts, however far. `across` of its triangles is found only if `with_neighbours`.
void gather_triangles(const CollisionShape& surface, const Aabb& box, bool with_neighbours,
                      TriangleList& out);

/// Whether `point` (surface axes) lies below the heightfield; false beyond its border.
bool is_below(const HeightfieldData& field, const Vec3& point);

/// Unit, upwards, of the triangle above or below `point`; none beyond the border.
std::optional<Vec3> facet_normal(const HeightfieldData& field, const Vec3& point);

}  // namespace drawbar::physics
