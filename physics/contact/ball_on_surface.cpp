// A ball on triangulated ground: every local minimum of the distance is a contact.
#include <array>
#include <cmath>
#include <limits>

#include "physics/contact/closest_points.h"
#include "physics/contact/surface_query.h"

namespace drawbar::physics {
namespace {

constexpr std::uint8_t kOutOfReach = 0xFF;
constexpr std::size_t kMaxShared = 128;

/// An edge or corner that at least one of its triangles found nearest.
struct SharedFeature {
  GroundFeature kind;
  std::uint32_t id;
  Vec3 point;
  Vec3 normal_sum;
  bool vetoed;  ///< another of its triangles has a nearer point
  bool border;  ///< the surface ends there
};

/// Not initialised before use.
class SharedFeatures {
 public:
  void see(GroundFeature kind, std::uint32_t id, const Vec3& point, const Vec3& normal, bool border) {
    for (SharedFeature& f : items()) {
      if (f.kind == kind && f.id == id) {
        f.normal_sum += normal;
        f.border = f.border || border;
        return;
      }
    }
    if (count_ == items_.size()) return;
    items_[count_].kind = kind;
    items_[count_].id = id;
    items_[count_].point = point;
    items_[count_].normal_sum = normal;
    items_[count_].border = border;
    items_[count_++].vetoed = false;
  }
  std::span<SharedFeature> items() { return {items_.data(), count_}; }

 private:
  std::array<SharedFeature, kMaxShared> items_;
  std::size_t count_ = 0;
};

bool owns(const SurfaceTriangle& t, const SharedFeature& f) {
  const auto& ids = f.kind == GroundFeature::edge ? t.edge : t.vertex;
  return ids[0] == f.id || ids[1] == f.id || ids[2] == f.id;
}

bool is_nearest(const SurfaceTriangle& t, std::uint8_t region, const SharedFeature& f) {
  if (f.kind == GroundFeature::edge) return region >= 1 && region <= 3 && t.edge[region - 1] == f.id;
  return region >= 4 && region <= 6 && t.vertex[region - 4] == f.id;
}

/// Every local minimum of the distance to a centre outside the ground is a contact; of a centre inside, only
/// the way to the nearest surface is. A heightfield knows its inside; of a mesh the nearest feature tells.
class BallContacts {
 public:
  BallContacts(const SurfaceQuery& query, const Vec3& centre, double radius, double depth,
               std::uint64_t body_feature)
      : query_(query),
        centre_(centre),
        radius_(radius),
        depth_(depth),
        body_feature_(body_feature),
        is_mesh_(query.surface.shape->kind == ShapeKind::mesh),
        inside_(query.is_inside(centre)) {}

  /// How far away a feature still matters, m.
  double reach() const {
    if (inside_) return std::numeric_limits<double>::infinity();
    return std::max(radius_ + query_.margin, is_mesh_ ? depth_ : 0);
  }

  void add(const Vec3& normal, double distance, GroundFeature kind, std::uint32_t id) {
    const Found found{normal, distance, kind, id};
    if (distance < -kOnSurface) {
      if (distance > nearest_inside_.distance) nearest_inside_ = found;
    } else if (outside_count_ < outside_.size()) {
      outside_[outside_count_++] = found;
      nearest_outside_ = std::min(nearest_outside_, distance);
    }
  }

  void finish() {
    if (is_mesh_)
      inside_ = nearest_inside_.distance >= -depth_ && -nearest_inside_.distance < nearest_outside_;
    if (inside_ && nearest_inside_.distance > -std::numeric_limits<double>::infinity()) {
      put(nearest_inside_);
    } else if (!inside_) {
      for (std::size_t i = 0; i < outside_count_; ++i) put(outside_[i]);
    }
  }

 private:
  struct Found {
    Vec3 normal;
    double distance;
    GroundFeature kind;
    std::uint32_t id;
  };

  void put(const Found& f) {
    query_.add(centre_ - radius_ * f.normal, f.normal, f.distance - radius_,
               surface_feature(body_feature_, f.kind, f.id));
  }

  const SurfaceQuery& query_;
  Vec3 centre_;
  double radius_;
  double depth_;
  std::uint64_t body_feature_;
  bool is_mesh_;
  bool inside_;
  std::array<Found, kMaxShared> outside_;
  std::size_t outside_count_ = 0;
  double nearest_outside_ = std::numeric_limits<double>::infinity();
  Found nearest_inside_{Vec3::UnitZ(), -std::numeric_limits<double>::infinity(), GroundFeature::triangle, 0};
};

}  // namespace

void add_ball_contacts(const SurfaceQuery& query, const Vec3& centre, double radius, double depth,
                       std::uint64_t body_feature) {
  const auto triangles = query.triangles();
  BallContacts contacts(query, centre, radius, depth, body_feature);
  const double reach = contacts.reach();
  const bool is_mesh = query.surface.shape->kind == ShapeKind::mesh;
  SharedFeatures shared;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const SurfaceTriangle& t = triangles[i];
    const TrianglePoint nearest = closest_point_on_triangle(t.corner, centre);
    query.scratch.regions[i] = kOutOfReach;
    if ((centre - nearest.point).squaredNorm() > reach * reach) continue;
    query.scratch.regions[i] = nearest.region;
    if (nearest.region == 0) {
      contacts.add(t.normal, t.height(centre), GroundFeature::triangle, t.index);
    } else if (nearest.region <= 3) {
      const std::size_t k = nearest.region - 1U;
      shared.see(GroundFeature::edge, t.edge[k], nearest.point, t.normal, t.is_border(k));
    } else {
      const std::size_t k = nearest.region - 4U;
      shared.see(GroundFeature::vertex, t.vertex[k], nearest.point, t.normal,
                 t.is_border(k) || t.is_border((k + 2) % 3));
    }
  }
  for (SharedFeature& f : shared.items()) {
    for (std::size_t i = 0; i < triangles.size() && !f.vetoed; ++i) {
      const std::uint8_t region = query.scratch.regions[i];
      f.vetoed = region != kOutOfReach && owns(triangles[i], f) && !is_nearest(triangles[i], region, f);
    }
    if (f.vetoed) continue;
    const Vec3 away = centre - f.point;
    const double length = away.norm();
    if (length < 1e-12) {
      contacts.add(f.normal_sum.normalized(), 0, f.kind, f.id);
    } else {
      // Beyond the border of a mesh is never inside it.
      const bool outside = (is_mesh && f.border) || away.dot(f.normal_sum) >= 0;
      const double sign = outside ? 1 : -1;
      contacts.add(sign / length * away, sign * length, f.kind, f.id);
    }
  }
  contacts.finish();
}

}  // namespace drawbar::physics
