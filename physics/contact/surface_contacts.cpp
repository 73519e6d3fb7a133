#include "physics/contact/surface_contacts.h"

#include <cmath>

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
  // Where the smooth ground is nearest is where its own normal leads to; a step from where the facet is
  // touched comes as much nearer as the ground is less bent than the cylinder.
  Vec3 touching, smooth_up = up;
  SmoothGround ground;
  double sine = 1;
  for (int step = 0; step < 2; ++step) {
    touching = on_axis - radius * smooth_up;
    ground = smooth_ground(field, touching.x(), touching.y());
    const double cosine = ground.normal.dot(shape.axis());
    if (!(ground.part > 0) || std::abs(cosine) > kCapCosine) return add_facet();
    sine = std::sqrt(1 - cosine * cosine);
    smooth_up = (ground.normal - cosine * shape.axis()) / sine;
  }
  if (between_ends && ground.part == 1 && 2 * shape.shape->half_length <= field.field.spacing) return;
  const double height = ground.normal.dot(on_axis - Vec3(touching.x(), touching.y(), ground.height));
  const Vec3 between_ups = up + ground.part * (smooth_up - up);
  const Vec3 between_normals = normal + ground.part * (ground.normal - normal);
  add(on_axis - radius * between_ups.normalized(), between_normals.normalized(),
      gap + ground.part * (height - radius * sine - gap), feature);
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
  const bool feels_neighbours = shape.shape->kind != ShapeKind::sphere && !ends_only;
  gather_triangles(*surface.shape, near, feels_neighbours, scratch.triangles);
  if (scratch.triangles.items().empty()) return;

  const SurfaceQuery query{surface, shape, margin, smoothing, scratch, out};
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
