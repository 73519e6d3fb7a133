#include "physics/contact/collision_query.h"

#include <algorithm>
#include <cmath>

#include "physics/contact/closest_points.h"
#include "physics/contact/convex_contacts.h"
#include "physics/contact/heightfield_data.h"
#include "physics/contact/mesh_data.h"
#include "physics/contact/separation.h"

namespace drawbar::physics {
namespace {

constexpr double kContact = 1e-9;  // m: so near is touching
constexpr int kSteps = 64;

/// A ball on its way: it moves by `direction` from `origin`.
struct Path {
  Vec3 origin;
  Vec3 direction;
  double length;
  double radius;
  Vec3 at(double distance) const { return origin + distance * direction; }
};

/// Where the ball is nearest to an obstacle: the plane through `point` square to `normal` separates the two.
struct Approach {
  Vec3 point;
  Vec3 normal;  ///< out of the obstacle
  double gap;
};

struct Found {
  double distance;
  Vec3 position;
  Vec3 normal;
};

/// Moves the ball up to the separating plane again and again (van den Bergen 2004): never through the
/// obstacle, and in a few steps. `nearest` gives the Approach for a centre.
template <class Nearest>
std::optional<Found> advance(const Path& path, double limit, const Nearest& nearest) {
  double travelled = 0;
  for (int step = 0; step < kSteps; ++step) {
    const Approach a = nearest(path.at(travelled));
    if (a.gap <= kContact) return Found{travelled, a.point, a.normal};
    const double closing = -a.normal.dot(path.direction);
    if (closing <= 0) return std::nullopt;
    travelled += a.gap / closing;
    if (!(travelled <= limit)) return std::nullopt;
  }
  return std::nullopt;  // grazing: it would take for ever, and touches nothing by more than rounding
}

/// Whether the ball's way may touch the box.
bool may_meet(const Path& path, double limit, const Aabb& box) {
  const Aabb wide = box.expanded(path.radius + kContact);
  double enter = 0;
  double leave = limit;
  for (int axis = 0; axis < 3; ++axis) {
    const double speed = path.direction[axis];
    const double low = wide.lower[axis] - path.origin[axis];
    const double high = wide.upper[axis] - path.origin[axis];
    if (speed == 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    enter = std::max(enter, std::min(low / speed, high / speed));
    leave = std::min(leave, std::max(low / speed, high / speed));
    if (enter > leave) return false;
  }
  return true;
}

/// In the surface's axes: the ball against one triangle, from its outside only.
std::optional<Found> meet_triangle(const Path& path, double limit, const SurfaceTriangle& t) {
  if (path.direction.dot(t.normal) >= 0 || !may_meet(path, limit, t.bounds())) return std::nullopt;
  if (t.height(path.origin) < -path.radius) return std::nullopt;
  return advance(path, limit, [&](const Vec3& centre) {
    const TrianglePoint nearest = closest_point_on_triangle(t.corner, centre);
    const Vec3 away = centre - nearest.point;
    const double distance = away.norm();
    const bool is_on_it = distance < kContact;
    return Approach{nearest.point, is_on_it ? t.normal : Vec3(away / distance),
                    is_on_it ? -path.radius : distance - path.radius};
  });
}

std::optional<Found> meet_mesh(const Path& path, const MeshData& mesh) {
  std::optional<Found> first;
  const auto limit = [&] { return first ? first->distance : path.length; };
  mesh.for_each_where([&](const Aabb& box) { return may_meet(path, limit(), box); },
                      [&](const SurfaceTriangle& t) {
                        if (const auto hit = meet_triangle(path, limit(), t);
                            hit && (!first || hit->distance < first->distance))
                          first = hit;
                      });
  return first;
}

/// Goes along the path in pieces a few cells long, so that a long ray looks at the cells beneath it only.
std::optional<Found> meet_heightfield(const Path& path, const CollisionShape& shape,
                                      TriangleList& triangles) {
  const HeightfieldData& data = *shape.heightfield;
  if (is_below(data, path.origin)) return Found{0, path.origin, Vec3::UnitZ()};
  const double piece = 4 * data.field.spacing;
  for (double from = 0; from <= path.length; from += piece) {
    const double to = std::min(path.length, from + piece);
    Aabb box{path.at(from), path.at(from)};
    box.include(path.at(to));
    gather_triangles(shape, box.expanded(path.radius + kContact), triangles);
    std::optional<Found> first;
    for (const SurfaceTriangle& t : triangles.items()) {
      const auto hit = meet_triangle(path, to, t);
      if (hit && (!first || hit->distance < first->distance)) first = hit;
    }
    if (first) return first;
  }
  return std::nullopt;
}

std::optional<Found> meet_convex(const Path& path, const PlacedShape& placed) {
  if (!may_meet(path, path.length, bounds_of(placed))) return std::nullopt;
  CollisionShape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = ball.size = path.radius;
  PlacedShape moving{&ball, path.origin, Mat3::Identity()};
  return advance(path, path.length, [&](const Vec3& centre) {
    moving.position = centre;
    if (placed.shape->kind <= ShapeKind::capsule) {  // round things have closed forms
      Candidates closest;
      find_round_contacts(placed, moving, path.length + placed.shape->size, closest);
      if (closest.count() == 0) return Approach{centre, -path.direction, path.length + placed.shape->size};
      return Approach{closest[0].on_a, closest[0].normal, closest[0].gap};
    }
    const Separation s = find_separation(placed, moving, path.length + placed.shape->size);
    return Approach{s.on_a, s.normal, s.gap};
  });
}

std::optional<Found> meet_plane(const Path& path, const PlacedShape& plane) {
  const Vec3 normal = plane.axis();
  return advance(path, path.length, [&](const Vec3& centre) {
    const double height = normal.dot(centre - plane.position);
    return Approach{centre - height * normal, normal, height - path.radius};
  });
}

}  // namespace

CollisionQuery::CollisionQuery(const CollisionWorld& world) : world_(&world) {}

std::optional<CastHit> CollisionQuery::cast(const Vec3& origin, const Vec3& direction, double length,
                                            double radius, std::uint32_t groups, std::uint32_t ignored) {
  const auto shapes = world_->placed_shapes();
  std::optional<CastHit> first;
  for (std::uint32_t index = 0; index < shapes.size(); ++index) {
    const PlacedShape& placed = shapes[index];
    const CollisionShape& shape = *placed.shape;
    if (shape.is_sensor || shape.body == ignored || (world_->groups_of(shape.body) & groups) == 0) continue;
    const Path path{origin, direction, first ? first->distance : length, radius};
    std::optional<Found> found;
    if (shape.kind == ShapeKind::plane) {
      found = meet_plane(path, placed);
    } else if (is_convex(shape.kind)) {
      found = meet_convex(path, placed);
    } else {
      const Path local{placed.to_local(origin), placed.rotation.transpose() * direction, path.length, radius};
      found = shape.kind == ShapeKind::mesh ? meet_mesh(local, *shape.mesh)
                                            : meet_heightfield(local, shape, scratch_.surface.triangles);
      if (found)
        found = Found{found->distance, placed.to_world(found->position), placed.rotation * found->normal};
    }
    if (!found || (first && found->distance >= first->distance)) continue;
    first = CastHit{shape.body, index, found->distance, found->position, found->normal};
  }
  return first;
}

void CollisionQuery::overlaps(const Geometry& convex, const Pose& pose, std::vector<std::uint32_t>& out) {
  const CollisionShape shape =
      make_collision_shape({convex, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0xFFFFFFFF, false);
  const PlacedShape asked{&shape, pose.position, pose.orientation.toRotationMatrix()};
  const Aabb bounds = bounds_of(asked);
  out.clear();
  const auto shapes = world_->placed_shapes();
  for (std::uint32_t index = 0; index < shapes.size(); ++index) {
    if (shapes[index].shape->is_sensor) continue;
    const ShapeKind kind = shapes[index].shape->kind;
    const bool is_bounded = kind != ShapeKind::plane && kind != ShapeKind::heightfield;
    if (is_bounded && !bounds_of(shapes[index]).overlaps(bounds)) continue;
    candidates_.clear();
    find_contacts(shapes[index], asked, 0, scratch_, candidates_);
    if (candidates_.count() > 0) out.push_back(index);
  }
}

}  // namespace drawbar::physics
