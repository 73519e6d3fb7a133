#include "physics/contact/collision_query.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "physics/contact/closest_points.h"
#include "physics/contact/convex_contacts.h"
#include "physics/contact/heightfield_data.h"
#include "physics/contact/mesh_data.h"
#include "physics/contact/separation.h"
#include "physics/contact/support.h"

namespace drawbar::physics {
namespace {

constexpr double kContact = 1e-9;  // m: so near is touching
constexpr int kSteps = 64;

/// A convex shape on its way: it moves by `direction` from where it is placed, without turning.
struct Path {
  Path(const PlacedShape& moving, const Vec3& direction, double length)
      : start(moving),
        direction(direction),
        length(length),
        extent(bounds_of({moving.shape, Vec3::Zero(), moving.rotation})) {}

  PlacedShape at(double distance) const {
    return {start.shape, start.position + distance * direction, start.rotation};
  }
  bool is_ball() const { return start.shape->kind == ShapeKind::sphere; }
  /// The farthest that the shape reaches along a unit vector, m, from the axes' origin.
  static double reach(const PlacedShape& shape, const Vec3& along) {
    return along.dot(core_support(shape, along)) + rounding(*shape.shape);
  }

  PlacedShape start;
  Vec3 direction;
  double length;
  Aabb extent;  ///< of the shape, about its own position
};

/// Where the shape is nearest to an obstacle: the plane through `point` square to `normal` separates the two.
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

/// Moves the shape up to the separating plane again and again (van den Bergen 2004): never through the
/// obstacle, and in a few steps. `nearest` gives the Approach of the shape where it is.
template <class Nearest>
std::optional<Found> advance(const Path& path, double limit, const Nearest& nearest) {
  double travelled = 0;
  Vec3 normal = Vec3::Zero();
  for (int step = 0; step < kSteps; ++step) {
    const Approach a = nearest(path.at(travelled));
    // Where they touch, the plane that parted them before is the surer one.
    if (a.gap <= kContact) return Found{travelled, a.point, step > 0 ? normal : a.normal};
    normal = a.normal;
    const double closing = -normal.dot(path.direction);
    if (closing <= 0) return std::nullopt;
    travelled += a.gap / closing;
    if (!(travelled <= limit)) return std::nullopt;
  }
  return std::nullopt;  // grazing: it would take for ever, and touches nothing by more than rounding
}

/// Whether the shape's way may touch the box.
bool may_meet(const Path& path, double limit, const Aabb& box) {
  double enter = 0;
  double leave = limit;
  for (int axis = 0; axis < 3; ++axis) {
    const double speed = path.direction[axis];
    const double from = path.start.position[axis];
    const double low = box.lower[axis] - path.extent.upper[axis] - kContact - from;
    const double high = box.upper[axis] - path.extent.lower[axis] + kContact - from;
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

/// In the surface's axes: the shape against one triangle, from its outside only.
std::optional<Found> meet_triangle(const Path& path, double limit, const SurfaceTriangle& t,
                                   FlatTriangle& flat) {
  if (path.direction.dot(t.normal) >= 0 || !may_meet(path, limit, t.bounds())) return std::nullopt;
  if (Path::reach(path.start, t.normal) < t.normal.dot(t.corner[0])) return std::nullopt;
  if (path.is_ball()) {
    const double radius = path.start.shape->radius;
    return advance(path, limit, [&](const PlacedShape& ball) {
      const TrianglePoint nearest = closest_point_on_triangle(t.corner, ball.position);
      const Vec3 away = ball.position - nearest.point;
      const double distance = away.norm();
      const bool is_on_it = distance < kContact;
      return Approach{nearest.point, is_on_it ? t.normal : Vec3(away / distance),
                      is_on_it ? -radius : distance - radius};
    });
  }
  const PlacedShape triangle = flat.at(t.corner);
  return advance(path, limit, [&](const PlacedShape& moving) {
    const Separation s = find_separation(triangle, moving, path.length + moving.shape->size);
    return Approach{s.on_a, s.gap > kContact ? s.normal : t.normal, s.gap};
  });
}

std::optional<Found> meet_mesh(const Path& path, const MeshData& mesh, FlatTriangle& flat) {
  std::optional<Found> first;
  const auto limit = [&] { return first ? first->distance : path.length; };
  mesh.for_each_where([&](const Aabb& box) { return may_meet(path, limit(), box); },
                      [&](const SurfaceTriangle& t) {
                        if (const auto hit = meet_triangle(path, limit(), t, flat);
                            hit && (!first || hit->distance < first->distance))
                          first = hit;
                      });
  return first;
}

/// Goes along the path in pieces a few cells long, so that a long ray looks at the cells beneath it only.
std::optional<Found> meet_heightfield(const Path& path, const CollisionShape& shape, TriangleList& triangles,
                                      FlatTriangle& flat) {
  const HeightfieldData& data = *shape.heightfield;
  if (is_below(data, path.start.position)) return Found{0, path.start.position, Vec3::UnitZ()};
  const double piece = 4 * data.field.spacing;
  for (double from = 0; from <= path.length; from += piece) {
    const double to = std::min(path.length, from + piece);
    Aabb box{path.at(from).position, path.at(from).position};
    box.include(path.at(to).position);
    const Aabb swept{box.lower + path.extent.lower, box.upper + path.extent.upper};
    gather_triangles(shape, swept.expanded(kContact), true, triangles);
    std::optional<Found> first;
    for (const SurfaceTriangle& t : triangles.items()) {
      const auto hit = meet_triangle(path, to, t, flat);
      if (hit && (!first || hit->distance < first->distance)) first = hit;
    }
    if (first) return first;
  }
  return std::nullopt;
}

std::optional<Found> meet_convex(const Path& path, const PlacedShape& placed) {
  if (!may_meet(path, path.length, bounds_of(placed))) return std::nullopt;
  const double far = path.length + placed.shape->size + path.start.shape->size;
  return advance(path, path.length, [&](const PlacedShape& moving) {
    if (path.is_ball() && placed.shape->kind <= ShapeKind::capsule) {  // round things have closed forms
      Candidates closest;
      find_round_contacts(placed, moving, far, closest);
      if (closest.count() == 0) return Approach{moving.position, -path.direction, far};
      return Approach{closest[0].on_a, closest[0].normal, closest[0].gap};
    }
    const Separation s = find_separation(placed, moving, far);
    return Approach{s.on_a, s.normal, s.gap};
  });
}

std::optional<Found> meet_plane(const Path& path, const PlacedShape& plane) {
  const Vec3 normal = plane.axis();
  return advance(path, path.length, [&](const PlacedShape& moving) {
    const Vec3 low = core_support(moving, -normal);
    const double height = normal.dot(low - plane.position);
    return Approach{low - height * normal, normal, height - rounding(*moving.shape)};
  });
}

CollisionShape asked_shape(const Geometry& convex) {
  return make_collision_shape({convex, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0xFFFFFFFF, false);
}

}  // namespace

FlatTriangle::FlatTriangle() {
  auto corners = std::make_unique<ConvexHullData>();
  corners->vertices.resize(3);
  corners_ = corners.get();
  shape_.kind = ShapeKind::hull;
  shape_.hull = std::move(corners);
}

PlacedShape FlatTriangle::at(const std::array<Vec3, 3>& corner) {
  std::copy(corner.begin(), corner.end(), corners_->vertices.begin());
  shape_.size = 0;
  for (const Vec3& point : corner) shape_.size = std::max(shape_.size, (point - corner[0]).norm());
  return {&shape_, Vec3::Zero(), Mat3::Identity()};
}

CollisionQuery::CollisionQuery(const CollisionWorld& world) : world_(&world) {}

std::optional<CastHit> CollisionQuery::cast(const Vec3& origin, const Vec3& direction, double length,
                                            double radius, std::uint32_t groups, std::uint32_t ignored) {
  CollisionShape ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = ball.size = radius;
  return first_hit({&ball, origin, Mat3::Identity()}, direction, length, groups, ignored);
}

std::optional<CastHit> CollisionQuery::cast(const Geometry& convex, const Pose& pose, const Vec3& direction,
                                            double length, std::uint32_t groups, std::uint32_t ignored) {
  const CollisionShape shape = asked_shape(convex);
  return first_hit({&shape, pose.position, pose.orientation.toRotationMatrix()}, direction, length, groups,
                   ignored);
}

std::optional<CastHit> CollisionQuery::first_hit(const PlacedShape& moving, const Vec3& direction,
                                                 double length, std::uint32_t groups, std::uint32_t ignored) {
  const auto shapes = world_->placed_shapes();
  std::optional<CastHit> first;
  for (std::uint32_t index = 0; index < shapes.size(); ++index) {
    const PlacedShape& placed = shapes[index];
    const CollisionShape& shape = *placed.shape;
    if (shape.is_sensor || shape.body == ignored || (world_->groups_of(shape.body) & groups) == 0 ||
        world_->is_absent(shape.body))
      continue;
    const Path path(moving, direction, first ? first->distance : length);
    std::optional<Found> found;
    if (shape.kind == ShapeKind::plane) {
      found = meet_plane(path, placed);
    } else if (is_convex(shape.kind)) {
      found = meet_convex(path, placed);
    } else {
      const Mat3 turned = placed.rotation.transpose();
      const Path local({moving.shape, placed.to_local(moving.position), turned * moving.rotation},
                       turned * direction, path.length);
      found = shape.kind == ShapeKind::mesh
                  ? meet_mesh(local, *shape.mesh, triangle_)
                  : meet_heightfield(local, shape, scratch_.surface.triangles, triangle_);
      if (found)
        found = Found{found->distance, placed.to_world(found->position), placed.rotation * found->normal};
    }
    if (!found || (first && found->distance >= first->distance)) continue;
    first = CastHit{shape.body, index, found->distance, found->position, found->normal};
  }
  return first;
}

void CollisionQuery::overlaps(const Geometry& convex, const Pose& pose, std::vector<std::uint32_t>& out) {
  const CollisionShape shape = asked_shape(convex);
  const PlacedShape asked{&shape, pose.position, pose.orientation.toRotationMatrix()};
  const Aabb bounds = bounds_of(asked);
  out.clear();
  const auto shapes = world_->placed_shapes();
  for (std::uint32_t index = 0; index < shapes.size(); ++index) {
    if (shapes[index].shape->is_sensor || world_->is_absent(shapes[index].shape->body)) continue;
    const ShapeKind kind = shapes[index].shape->kind;
    const bool is_bounded = kind != ShapeKind::plane && kind != ShapeKind::heightfield;
    if (is_bounded && !bounds_of(shapes[index]).overlaps(bounds)) continue;
    candidates_.clear();
    find_contacts(shapes[index], asked, 0, scratch_, candidates_);
    if (candidates_.count() > 0) out.push_back(index);
  }
}

}  // namespace drawbar::physics
