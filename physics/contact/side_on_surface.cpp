// Capsules and cylinders between their ends, and the flat ends of cylinders, on triangulated ground.
#include <array>
#include <cmath>

#include "physics/contact/closest_points.h"
#include "physics/contact/cylinder_rim.h"
#include "physics/contact/surface_query.h"

namespace drawbar::physics {
namespace {

constexpr std::uint64_t kSideFeature = 3;
constexpr std::size_t kMaxCorners = 128;

/// A ground corner that the axis found nearest on some edge, unless another edge there is nearer.
struct Corner {
  std::uint32_t vertex;
  bool seen;
  bool vetoed;
  Vec3 point;
  Vec3 on_axis;
  Vec3 normal;  ///< of one of its triangles
};

/// Not initialised before use.
class Corners {
 public:
  Corner* find(std::uint32_t vertex) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (items_[i].vertex == vertex) return &items_[i];
    }
    if (count_ == items_.size()) return nullptr;
    Corner& corner = items_[count_++];
    corner.vertex = vertex;
    corner.seen = corner.vetoed = false;
    return &corner;
  }
  std::span<const Corner> items() const { return {items_.data(), count_}; }

 private:
  std::array<Corner, kMaxCorners> items_;
  std::size_t count_ = 0;
};

/// Whether `direction`, square to edge k, lies between the normals of the edge's two triangles.
bool is_between_normals(const SurfaceTriangle& t, std::size_t k, const Vec3& direction) {
  const Vec3 along = t.side(k);
  // Into this triangle from the edge: along x ... points inside when turned left about the normal.
  if (direction.dot(t.normal.cross(along)) > kOnSurface * along.norm()) return false;
  if (t.is_border(k)) return direction.dot(t.normal) >= 0;
  return direction.dot(t.across[k].cross(along)) >= -kOnSurface * along.norm();
}

}  // namespace

void add_side_contacts(const SurfaceQuery& query) {
  const CollisionShape& shape = *query.shape.shape;
  const Vec3 top = query.shape.position + shape.half_length * query.shape.axis();
  const Vec3 bottom = query.shape.position - shape.half_length * query.shape.axis();
  const double reach = shape.radius + query.margin;
  Corners corners;
  for (const SurfaceTriangle& t : query.triangles()) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (!t.is_first_owner(k)) continue;
      const std::size_t next = (k + 1) % 3;
      const SegmentPair nearest = closest_points_of_segments(bottom, top, t.corner[k], t.corner[next]);
      const Vec3 on_edge = t.corner[k] + nearest.t * t.side(k);
      const Vec3 on_axis = bottom + nearest.s * (top - bottom);
      const Vec3 away = on_axis - on_edge;
      const double squared = away.squaredNorm();
      if (squared > reach * reach) continue;
      const bool is_at_end = nearest.parallel || nearest.s <= 0 || nearest.s >= 1;
      const std::array<std::size_t, 2> ends{k, next};
      for (std::size_t e = 0; e < 2; ++e) {
        Corner* corner = corners.find(t.vertex[ends[e]]);
        if (corner == nullptr) continue;
        if (is_at_end || nearest.t != static_cast<double>(e)) {
          corner->vetoed = true;
        } else {
          corner->seen = true;
          corner->point = on_edge;
          corner->on_axis = on_axis;
          corner->normal = t.normal;
        }
      }
      if (is_at_end || nearest.t <= 0 || nearest.t >= 1 || !t.is_convex(k)) continue;
      const double distance = std::sqrt(squared);
      if (distance < kOnSurface || !is_between_normals(t, k, away / distance)) continue;
      const Vec3 normal = away / distance;
      query.add_round(on_axis, normal, normal, distance - shape.radius,
                      surface_feature(kSideFeature, GroundFeature::edge, t.edge[k]), true);
    }
  }
  for (const Corner& corner : corners.items()) {
    if (!corner.seen || corner.vetoed) continue;
    const Vec3 away = corner.on_axis - corner.point;
    const double distance = away.norm();
    if (distance < kOnSurface || away.dot(corner.normal) <= 0) continue;
    const Vec3 normal = away / distance;
    query.add_round(corner.on_axis, normal, normal, distance - shape.radius,
                    surface_feature(kSideFeature, GroundFeature::vertex, corner.vertex), true);
  }
}

void add_cap_contacts(const SurfaceQuery& query) {
  const bool inside = query.is_inside(query.shape.position);
  for (const SurfaceTriangle& t : query.triangles()) {
    if (std::abs(t.normal.dot(query.shape.axis())) <= kCapCosine) continue;
    if ((t.height(query.shape.position) < 0) != inside) continue;
    for_each_low_rim_point(query.shape, t.normal, [&](const Vec3& point, std::uint64_t feature) {
      if (closest_point_on_triangle(t.corner, point).region != 0) return;
      query.add(point, t.normal, t.height(point), surface_feature(feature, GroundFeature::triangle, t.index));
    });
  }
}

}  // namespace drawbar::physics
