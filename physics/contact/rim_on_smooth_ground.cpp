#include "physics/contact/rim_on_smooth_ground.h"

#include <array>
#include <cmath>

#include "physics/contact/smooth_ground.h"
#include "physics/contact/surface_query.h"

namespace drawbar::physics {
namespace {

constexpr int kStepsToGround = 2;
/// Hills bent less than this part of a wheel have one point nearest to its rim.
constexpr double kGentlyBent = 0.1;
/// A wheel whose axle is farther than this (cosine) from the ground's normal is not about to lie down.
constexpr double kUpright = 0.5;

}  // namespace

// The smooth ground is nearest where its own normal leads to: each step comes as much nearer as the ground is
// less bent than the disc. Always as many, so that a wheel feels no other number of them as it rolls.
std::optional<SmoothTouch> rim_on_smooth_ground(const HeightfieldData& field, const Vec3& centre,
                                                const Vec3& axis, double radius, Vec3 up) {
  Vec3 touching;
  SmoothGround ground;
  double sine = 1;
  for (int step = 0; step < kStepsToGround; ++step) {
    touching = centre - radius * up;
    ground = smooth_ground(field, touching.x(), touching.y());
    const double cosine = ground.normal.dot(axis);
    if (!(ground.part > 0) || std::abs(cosine) > kCapCosine) return std::nullopt;
    sine = std::sqrt(1 - cosine * cosine);
    up = (ground.normal - cosine * axis) / sine;
  }
  const double height = ground.normal.dot(centre - Vec3(touching.x(), touching.y(), ground.height));
  return SmoothTouch{ground.part, ground.normal, up, height - radius * sine};
}

bool add_rims_on_hills(const SurfaceQuery& query) {
  const HeightfieldData& field = *query.surface.shape->heightfield;
  const double radius = query.shape.shape->radius;
  const Vec3 axis = query.shape.axis();
  const double bend = 2 * query.smoothing.reach;  // of height differences between samples
  if (!(radius * bend < kGentlyBent * field.field.spacing * field.field.spacing)) return false;
  std::array<std::optional<SmoothTouch>, 2> touch;
  std::array<Vec3, 2> centre;
  for (std::size_t end = 0; end < 2; ++end) {
    centre[end] = query.shape.position + (end == 0 ? 1.0 : -1.0) * query.shape.shape->half_length * axis;
    const auto facet = facet_normal(field, centre[end]);
    const double cosine = facet ? facet->dot(axis) : 1.0;
    if (std::abs(cosine) > kUpright) return false;
    const Vec3 up = (*facet - cosine * axis) / std::sqrt(1 - cosine * cosine);
    touch[end] = rim_on_smooth_ground(field, centre[end], axis, radius, up);
    if (!touch[end] || std::abs(touch[end]->normal.dot(axis)) > kUpright) return false;
  }
  for (std::size_t end = 0; end < 2; ++end) {
    query.add(centre[end] - radius * touch[end]->up, touch[end]->normal, touch[end]->gap,
              surface_feature(end + 1, GroundFeature::triangle, 0));
  }
  return true;
}

}  // namespace drawbar::physics
