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
/// Of the tyre's spring, what presses on one rim.
constexpr double kRimPart = 0.5;
constexpr double kSides[] = {1, -1};

/// Where along its axis points touch a wheel.
class Rims {
 public:
  Rims(const WheelModel& wheel, const WheelContact& contact, const BodyFrame& frame)
      : center_(frame.center + frame.rotation * wheel.center),
        axis_(contact.axis),
        half_width_(wheel.half_width) {}

  /// How much a point presses on the left rim (`side` 1) or the right (-1): wholly from its own half of the
  /// wheel on, and the less the nearer it is to the other rim.
  double pressed(double side, const Vec3& point) const {
    const double beside = side * axis_.dot(point - center_);
    return half_width_ > 0 ? std::clamp(1 + beside / half_width_, 0.0, 1.0) : 1.0;
  }

 private:
  Vec3 center_;
  Vec3 axis_;
  double half_width_;  // m
};

/// Each rim gives way to the point that presses most on it with its part of the spring, and all that press on
/// it share its force.
void press(const Rims& rims, ContactPatch& patch) {
  for (const double side : kSides) {
    double most = 0, part = 0, sum = 0;
    const auto depth = [](const ContactPoint& point) { return std::max(0.0, -point.gap); };
    for (std::size_t i = 0; i < patch.count; ++i) {
      const double pressed = rims.pressed(side, patch.points[i]->position);
      const double pressing = pressed * depth(*patch.points[i]);
      sum += pressing;
      if (pressing <= most) continue;
      most = pressing;
      part = pressed;
    }
    if (!(most > 0)) continue;
    patch.part += kRimPart * part;
    patch.deflection += kRimPart * most;
    for (std::size_t i = 0; i < patch.count; ++i) {
      const ContactPoint& point = *patch.points[i];
      patch.share[i] += kRimPart * most * rims.pressed(side, point.position) * depth(point) / sum;
    }
  }
}

/// One patch of what pressed: forces become shares.
void gather(const WheelContact& contact, ContactPatch& patch) {
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 0; i < patch.count; ++i) {
    patch.share[i] /= patch.deflection;
    patch.position += patch.share[i] * patch.points[i]->position;
    normal += (patch.share[i] * contact.sign) * patch.points[i]->normal;
  }
  patch.deflection /= patch.part;
  const auto axes = patch_axes(contact.axis, normal / std::sqrt(normal.squaredNorm()));
  if (axes) patch.axes = *axes;
}

/// A patch of which no point presses.
void stand_on_nearest(const Rims& rims, ContactPatch& patch) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < patch.count; ++i) {
    if (patch.points[i]->gap < patch.points[nearest]->gap) nearest = i;
  }
  const ContactPoint& point = *patch.points[nearest];
  for (const double side : kSides) patch.part += kRimPart * rims.pressed(side, point.position);
  patch.share[nearest] = 1;
  patch.position = point.position;
  patch.deflection = -point.gap;
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
  const Rims rims(wheel, contact, frame);
  for (std::size_t p = 0; p < out.count; ++p) {
    ContactPatch& patch = out.patches[p];
    press(rims, patch);
    if (patch.part > 0) {
      gather(contact, patch);
    } else {
      stand_on_nearest(rims, patch);
    }
  }
  return out;
}

}  // namespace drawbar::physics
