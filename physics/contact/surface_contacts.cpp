#include "physics/contact/surface_contacts.h"

#include <cmath>

#include "physics/contact/heightfield_data.h"
#include "physics/contact/rim_on_smooth_ground.h"
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

void SurfaceQuery::add_round(const Vec3& on_axis, const Vec3& up, const Vec3& normal, double gap,
                             std::uint64_t feature, bool between_ends) const {
  const double radius = shape.shape->radius;
  const Vec3 on_facet = on_axis - radius * up;
  const auto add_facet = [&] { add(on_facet, normal, gap, feature); };
  if (surface.shape->kind != ShapeKind::heightfield || shape.shape->kind != ShapeKind::cylinder) {
    return add_facet();
  }
  if (gap > margin + smoothing.reach) return;
  const HeightfieldData& field = *surface.shape->heightfield;
  const auto smooth = rim_on_smooth_ground(field, on_axis, shape.axis(), radius, up);
  if (!smooth) return add_facet();
  if (between_ends && smooth->part == 1 && 2 * shape.shape->half_length <= field.field.spacing) return;
  const Vec3 between_ups = up + smooth->part * (smooth->up - up);
  const Vec3 between_normals = normal + smooth->part * (smooth->normal - normal);
  add(on_axis - radius * between_ups.normalized(), between_normals.normalized(),
      gap + smooth->part * (smooth->gap - gap), feature);
}

void find_surface_contacts(const PlacedShape& surface, const PlacedShape& convex, double margin,
                           SurfaceScratch& scratch, Candidates& out) {
  PlacedShape shape;
  shape.shape = convex.shape;
  shape.position = surface.to_local(convex.position);
  shape.rotation = surface.rotation.transpose() * convex.rotation;
  Aabb near = bounds_of(shape).expanded(margin);
  Smoothing smoothing;
  if (surface.shape->kind == ShapeKind::heightfield && shape.shape->kind == ShapeKind::cylinder) {
    smoothing = smoothing_under(*surface.shape->heightfield, near);
    near.lower.z() -= smoothing.reach;
  }
  // On hills the ends of a cylinder no wider than a cell are all of it that touches.
  const bool ends_only =
      smoothing.hills && 2 * shape.shape->half_length <= surface.shape->heightfield->field.spacing;
  scratch.triangles.clear();
  const SurfaceQuery query{surface, shape, margin, smoothing, scratch, out};
  if (ends_only && add_rims_on_hills(query)) return;
  const bool feels_neighbours = shape.shape->kind != ShapeKind::sphere && !ends_only;
  gather_triangles(*surface.shape, near, feels_neighbours, scratch.triangles);
  if (scratch.triangles.items().empty()) return;

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
      if (!ends_only) add_side_contacts(query);
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
