// Convex shapes on a plane. Every point found is a true point of the shape, so its distance to the plane is
// exact and a speculative contact there never pushes where nothing would touch.
#include <algorithm>
#include <array>
#include <cmath>

#include "physics/contact/cylinder_rim.h"
#include "physics/contact/narrow_phase.h"

namespace drawbar::physics {
namespace {

struct Ground {
  Vec3 normal;
  double offset;
  double margin;
  Candidates* out;

  double height(const Vec3& point) const { return normal.dot(point) - offset; }
  void add(const Vec3& point, std::uint64_t feature) const {
    const double gap = height(point);
    if (gap <= margin) out->add_on_b(point, normal, gap, feature);
  }
};

void add_capsule(const PlacedShape& capsule, const Ground& ground) {
  const Vec3 reach = capsule.shape->half_length * capsule.axis();
  const Vec3 down = capsule.shape->radius * ground.normal;
  ground.add(capsule.position + reach - down, 1);
  ground.add(capsule.position - reach - down, 2);
}

/// The four corners of the face that looks down most; the lowest corner is one of them.
void add_box(const PlacedShape& box, const Ground& ground) {
  const Vec3 tilt = box.rotation.transpose() * ground.normal;
  int down = 0;
  for (int axis = 1; axis < 3; ++axis) {
    if (std::abs(tilt[axis]) > std::abs(tilt[down])) down = axis;
  }
  const bool down_is_positive = tilt[down] < 0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    if (((corner >> down) & 1u) != (down_is_positive ? 1u : 0u)) continue;
    const Vec3 local((corner & 1u) != 0 ? 1 : -1, (corner & 2u) != 0 ? 1 : -1, (corner & 4u) != 0 ? 1 : -1);
    ground.add(box.to_world(local.cwiseProduct(box.shape->half_size)), 1 + corner);
  }
}

void add_cylinder(const PlacedShape& cylinder, const Ground& ground) {
  for_each_low_rim_point(cylinder, ground.normal,
                         [&](const Vec3& point, std::uint64_t feature) { ground.add(point, feature); });
}

void add_hull(const PlacedShape& hull, const Ground& ground) {
  const auto& vertices = hull.shape->hull->vertices;
  for (std::size_t i = 0; i < vertices.size(); ++i) ground.add(hull.to_world(vertices[i]), 1 + i);
}

}  // namespace

void find_plane_contacts(const PlacedShape& plane, const PlacedShape& convex, double margin,
                         Candidates& out) {
  const Vec3 normal = plane.axis();
  const Ground ground{normal, normal.dot(plane.position), margin, &out};
  switch (convex.shape->kind) {
    case ShapeKind::sphere:
      ground.add(convex.position - convex.shape->radius * normal, 1);
      break;
    case ShapeKind::capsule:
      add_capsule(convex, ground);
      break;
    case ShapeKind::box:
      add_box(convex, ground);
      break;
    case ShapeKind::cylinder:
      add_cylinder(convex, ground);
      break;
    case ShapeKind::hull:
      add_hull(convex, ground);
      break;
    default:
      break;
  }
}

}  // namespace drawbar::physics
