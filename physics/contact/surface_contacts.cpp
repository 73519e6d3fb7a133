#include "physics/contact/surface_contacts.h"

#include "physics/contact/heightfield_data.h"
#include "physics/contact/surface_query.h"

namespace drawbar::physics {
namespace {

constexpr std::size_t kTriangleCapacity = 4096;
constexpr std::size_t kHullFaceCapacity = 2 * kMaxHullPoints;

}  // namespace

SurfaceScratch::SurfaceScratch() : triangles(kTriangleCapacity) {
  regions.resize(kTriangleCapacity);
  polytope.vertices.reserve(kMaxHullPoints);
  polytope.normals.reserve(kHullFaceCapacity);
  polytope.offsets.reserve(kHullFaceCapacity);
}

bool SurfaceQuery::is_inside(const Vec3& point) const {
  return surface.shape->kind == ShapeKind::heightfield &&
         is_below(*surface.shape->heightfield, point + Vec3(0, 0, kOnSurface));
}

void find_surface_contacts(const PlacedShape& surface, const PlacedShape& convex, double margin,
                           SurfaceScratch& scratch, Candidates& out) {
  PlacedShape shape;
  shape.shape = convex.shape;
  shape.position = surface.to_local(convex.position);
  shape.rotation = surface.rotation.transpose() * convex.rotation;
  gather_triangles(*surface.shape, bounds_of(shape).expanded(margin), scratch.triangles);
  if (scratch.triangles.items().empty()) return;

  const SurfaceQuery query{surface, shape, margin, scratch, out};
  const Vec3 reach = shape.shape->half_length * shape.axis();
  switch (shape.shape->kind) {
    case ShapeKind::sphere:
      add_ball_contacts(query, shape.position, shape.shape->radius, shape.shape->radius, 1);
      break;
    case ShapeKind::capsule:
      add_ball_contacts(query, shape.position + reach, shape.shape->radius, shape.shape->radius, 1);
      add_ball_contacts(query, shape.position - reach, shape.shape->radius, shape.shape->radius, 2);
      add_side_contacts(query);
      break;
    case ShapeKind::cylinder:
      add_disc_contacts(query, shape.position + reach, shape.axis(), shape.shape->radius, 1);
      add_disc_contacts(query, shape.position - reach, shape.axis(), shape.shape->radius, 2);
      add_side_contacts(query);
      add_cap_contacts(query);
      break;
    case ShapeKind::box:
    case ShapeKind::hull:
      add_polytope_contacts(query);
      break;
    default:
      break;
  }
}

}  // namespace drawbar::physics
