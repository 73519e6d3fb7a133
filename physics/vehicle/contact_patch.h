// Where a tyre meets the ground: points of a manifold gathered into one patch with a rolling direction.
#pragma once

#include <array>
#include <optional>

#include "physics/contact/manifold.h"
#include "physics/joint/joint_geometry.h"
#include "physics/model/model.h"

namespace drawbar::physics {

/// Directions of a patch, world axes, right-handed.
struct PatchAxes {
  Vec3 forward = Vec3::UnitX();  ///< the way a positive turn of the wheel rolls
  Vec3 left = Vec3::UnitY();     ///< along the wheel's axis, in the ground
  Vec3 normal = Vec3::UnitZ();   ///< from the ground into the wheel
};

/// Nothing where the wheel stands on its side, its axis nearly along the normal.
std::optional<PatchAxes> patch_axes(const Vec3& wheel_axis, const Vec3& normal);

/// Which side of a manifold is a wheel, and how it stands.
struct WheelContact {
  std::size_t wheel = kNoWheel;
  BodyIndex body = 0;
  BodyIndex ground = 0;
  double sign = 1;  ///< of the manifold's normal and of contact memories to those of the wheel
  Vec3 axis = Vec3::UnitY();
};

/// Nothing if neither body is a wheel, or the wheel does not stand on its tread.
std::optional<WheelContact> wheel_contact(const Model& model, const Manifold& manifold,
                                          std::span<const BodyFrame> frames);

/// A tyre's spring pressed by the points of one manifold that look the same way.
struct ContactPatch {
  PatchAxes axes;
  std::array<ContactPoint*, kMaxManifoldPoints> points{};
  std::array<double, kMaxManifoldPoints> share{};  ///< of the patch's force
  std::size_t count = 0;
  Vec3 position = Vec3::Zero();  ///< where the force acts, m, world
  double deflection = 0;         ///< m; negative while apart
  double part = 0;               ///< of the tyre's vertical stiffness
};

/// At most one patch per point. Each rim of a cylinder carries half of the spring, so that a wheel that leans
/// onto one rim gives way there, without a jump when the other lifts; and carries it once where facets of the
/// ground meet, however many of them it touches.
struct ContactPatches {
  std::array<ContactPatch, kMaxManifoldPoints> patches;
  std::size_t count = 0;
};
ContactPatches contact_patches(const WheelModel& wheel, const WheelContact& contact, const BodyFrame& frame,
                               Manifold& manifold);

}  // namespace drawbar::physics
