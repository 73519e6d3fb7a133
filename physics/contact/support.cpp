#include "physics/contact/support.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drawbar::physics {
namespace {

// Above this cosine between axis and direction a cylinder shows its flat end.
constexpr double kEndCosine = 0.7;

void add_cylinder(const PlacedShape& s, const Vec3& direction, Feature& out) {
  const Vec3 local = s.rotation.transpose() * direction;
  const double radius = s.shape->radius;
  if (std::abs(local.z()) > kEndCosine) {
    const double end = local.z() > 0 ? 1 : -1;
    constexpr double kDiagonal = 0.70710678118654752440;
    constexpr double kRim[8][2] = {{1, 0},  {kDiagonal, kDiagonal},   {0, 1},  {-kDiagonal, kDiagonal},
                                   {-1, 0}, {-kDiagonal, -kDiagonal}, {0, -1}, {kDiagonal, -kDiagonal}};
    for (const auto& [x, y] : kRim) {
      out.corner[static_cast<std::size_t>(out.count++)] =
          s.to_world({radius * x, end * radius * y, end * s.shape->half_length});
    }
    out.normal = end * s.axis();
    out.id = end > 0 ? 1 : 2;
    return;
  }
  const double across = std::sqrt(local.x() * local.x() + local.y() * local.y());
  const Vec3 out_of_axis(radius * local.x() / across, radius * local.y() / across, 0);
  out.corner[0] = s.to_world(out_of_axis - Vec3(0, 0, s.shape->half_length));
  out.corner[1] = s.to_world(out_of_axis + Vec3(0, 0, s.shape->half_length));
  out.count = 2;
}

void add_box(const PlacedShape& s, const Vec3& direction, Feature& out) {
  const Vec3 local = s.rotation.transpose() * direction;
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::abs(local[k]) > std::abs(local[axis])) axis = k;
  }
  const double side = local[axis] > 0 ? 1 : -1;
  const Vec3& half = s.shape->half_size;
  constexpr double kCorner[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  for (const auto& [u, v] : kCorner) {
    Vec3 corner;
    corner[axis] = side * half[axis];
    corner[(axis + 1) % 3] = u * half[(axis + 1) % 3];
    corner[(axis + 2) % 3] = side * v * half[(axis + 2) % 3];
    out.corner[static_cast<std::size_t>(out.count++)] = s.to_world(corner);
  }
  out.normal = side * s.rotation.col(axis);
  out.id = static_cast<std::uint64_t>(2 * axis + (side > 0 ? 1 : 0));
}

void add_hull(const PlacedShape& s, const Vec3& direction, Feature& out) {
  const Vec3 local = s.rotation.transpose() * direction;
  const ConvexHullData& hull = *s.shape->hull;
  std::size_t best = 0;
  for (std::size_t f = 1; f < hull.faces.size(); ++f) {
    if (hull.faces[f].normal.dot(local) > hull.faces[best].normal.dot(local)) best = f;
  }
  // A face with more corners than fit is thinned out evenly.
  const auto loop = hull.loop(hull.faces[best]);
  const std::size_t count = std::min<std::size_t>(loop.size(), Feature::kCapacity);
  for (std::size_t k = 0; k < count; ++k) {
    out.corner[static_cast<std::size_t>(out.count++)] =
        s.to_world(hull.vertices[loop[k * loop.size() / count]]);
  }
  out.normal = s.rotation * hull.faces[best].normal;
  out.id = best;
}

}  // namespace

double rounding(const CollisionShape& shape) {
  return shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::capsule ? shape.radius : 0;
}

Vec3 core_support(const PlacedShape& s, const Vec3& direction) {
  const CollisionShape& shape = *s.shape;
  switch (shape.kind) {
    case ShapeKind::sphere:
      return s.position;
    case ShapeKind::capsule:
      return s.position + (direction.dot(s.axis()) < 0 ? -shape.half_length : shape.half_length) * s.axis();
    case ShapeKind::box: {
      const Vec3 local = s.rotation.transpose() * direction;
      Vec3 corner = shape.half_size;
      for (int k = 0; k < 3; ++k) {
        if (local[k] < 0) corner[k] = -corner[k];
      }
      return s.to_world(corner);
    }
    case ShapeKind::cylinder: {
      const Vec3 local = s.rotation.transpose() * direction;
      const double across = std::sqrt(local.x() * local.x() + local.y() * local.y());
      const double scale = across > 0 ? shape.radius / across : 0;
      return s.to_world(
          {scale * local.x(), scale * local.y(), local.z() < 0 ? -shape.half_length : shape.half_length});
    }
    case ShapeKind::hull: {
      const Vec3 local = s.rotation.transpose() * direction;
      const auto& vertices = shape.hull->vertices;
      std::size_t best = 0;
      double farthest = vertices[0].dot(local);
      for (std::size_t i = 1; i < vertices.size(); ++i) {
        const double along = vertices[i].dot(local);
        if (along > farthest) {
          farthest = along;
          best = i;
        }
      }
      return s.to_world(vertices[best]);
    }
    default:
      assert(false);
      return s.position;
  }
}

Feature facing_feature(const PlacedShape& s, const Vec3& direction) {
  Feature feature;
  switch (s.shape->kind) {
    case ShapeKind::sphere:
      feature.corner[0] = s.position + s.shape->radius * direction;
      feature.count = 1;
      break;
    case ShapeKind::capsule: {
      const Vec3 reach = s.shape->half_length * s.axis();
      feature.corner[0] = s.position - reach + s.shape->radius * direction;
      feature.corner[1] = s.position + reach + s.shape->radius * direction;
      feature.count = 2;
      break;
    }
    case ShapeKind::box:
      add_box(s, direction, feature);
      break;
    case ShapeKind::cylinder:
      add_cylinder(s, direction, feature);
      break;
    case ShapeKind::hull:
      add_hull(s, direction, feature);
      break;
    default:
      assert(false);
  }
  return feature;
}

}  // namespace drawbar::physics
