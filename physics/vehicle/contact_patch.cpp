#include "physics/vehicle/contact_patch.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Sine of the smallest angle between axis and normal at which a wheel rolls.
constexpr double kStanding = 0.3;
/// Cosine of the angle up to which two normals belong to one patch: the facets of rough ground do, a kerb
/// does not.
constexpr double kSameWay = 0.9;
/// A point further from the middle than this part of the half width lies on a rim.
constexpr double kRim = 0.5;

/// Which part of the tyre's spring presses on a point.
double part_of(const WheelModel& wheel, const WheelContact& contact, const BodyFrame& frame,
               const Vec3& point) {
  const Vec3 center = frame.center + frame.rotation * wheel.center;
  return std::fabs(contact.axis.dot(point - center)) > kRim * wheel.half_width ? 0.5 : 1.0;
}

}  // namespace

std::optional<PatchAxes> patch_axes(const Vec3& wheel_axis, const Vec3& normal) {
  const Vec3 along = wheel_axis.cross(normal);
  const double length = std::sqrt(along.squaredNorm());
  if (length < kStanding) return std::nullopt;
  PatchAxes axes;
  axes.forward = along / length;
  axes.normal = normal;
  axes.left = normal.cross(axes.forward);
  return axes;
}

std::optional<WheelContact> wheel_contact(const Model& model, const Manifold& manifold,
                                          std::span<const BodyFrame> frames) {
  WheelContact contact;
  contact.body = manifold.body_b;
  contact.ground = manifold.body_a;
  if (model.wheel_of_body[contact.body] == kNoWheel) {
    std::swap(contact.body, contact.ground);
    contact.sign = -1;
  }
  contact.wheel = model.wheel_of_body[contact.body];
  if (contact.wheel == kNoWheel || manifold.point_count == 0) return std::nullopt;
  contact.axis = frames[contact.body].rotation * model.wheels[contact.wheel].axis;
  if (!patch_axes(contact.axis, manifold.points[0].normal)) return std::nullopt;
  return contact;
}

ContactPatches contact_patches(const WheelModel& wheel, const WheelContact& contact, const BodyFrame& frame,
                               Manifold& manifold) {
  ContactPatches out;
  for (ContactPoint& point : manifold.contacts()) {
    const Vec3 normal = contact.sign * point.normal;
    std::size_t at = 0;
    while (at < out.count && out.patches[at].axes.normal.dot(normal) < kSameWay) ++at;
    ContactPatch& patch = out.patches[at];
    if (at == out.count) {
      const auto axes = patch_axes(contact.axis, normal);
      if (!axes) continue;
      patch.axes = *axes;
      ++out.count;
    }
    patch.points[patch.count++] = &point;
  }
  for (std::size_t p = 0; p < out.count; ++p) {
    ContactPatch& patch = out.patches[p];
    Vec3 normal = Vec3::Zero();
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < patch.count; ++i) {
      const ContactPoint& point = *patch.points[i];
      if (point.gap < patch.points[nearest]->gap) nearest = i;
      if (!(point.gap < 0)) continue;
      const double part = part_of(wheel, contact, frame, point.position);
      patch.share[i] = -part * point.gap;
      patch.part += part;
      patch.deflection += patch.share[i];
      patch.position += patch.share[i] * point.position;
      normal += (patch.share[i] * contact.sign) * point.normal;
    }
    if (patch.part > 0) {
      for (double& share : patch.share) share /= patch.deflection;
      patch.position /= patch.deflection;
      patch.deflection /= patch.part;
      const auto axes = patch_axes(contact.axis, normal / std::sqrt(normal.squaredNorm()));
      if (axes) patch.axes = *axes;
    } else {
      const ContactPoint& point = *patch.points[nearest];
      patch.part = part_of(wheel, contact, frame, point.position);
      patch.share[nearest] = 1;
      patch.position = point.position;
      patch.deflection = -point.gap;
    }
  }
  return out;
}

}  // namespace drawbar::physics
