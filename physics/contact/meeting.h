// Two balls that fly towards each other: how they stand to each other when they meet.
//
// Detection tells how they stand when a drift begins. What meets aslant stands otherwise when it touches, and
// an impulse along the normal of the beginning errs with the length of the drift.
#pragma once

#include <optional>
#include <span>

#include "physics/contact/collision_shape.h"
#include "physics/contact/manifold.h"

namespace drawbar::physics {

/// Of a body through a drift, under nothing but a constant acceleration.
struct Flight {
  Vec3 center = Vec3::Zero();            ///< of mass, at the beginning, m, world
  Vec3 velocity = Vec3::Zero();          ///< of it, in the middle, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< rad/s, world
  Vec3 acceleration = Vec3::Zero();      ///< m/s^2, world
};

/// How two balls of a manifold stand to each other when they meet.
struct Meeting {
  Vec3 position = Vec3::Zero();  ///< midway between the two surface points, m, world
  Vec3 normal = Vec3::UnitZ();   ///< unit, from a to b, world
  double gap = 0;                ///< m: what is left at the beginning of the drift along that normal
  Vec3 way_a = Vec3::Zero();     ///< how far the centre of mass of a has gone until then, m, world
  Vec3 way_b = Vec3::Zero();
};

/// Of two balls; `shapes` as for meet().
bool is_of_balls(const Manifold& manifold, std::span<const PlacedShape> shapes);

/// Of two balls that are apart and come nearer: the instant of a drift of length h (s) at which they touch,
/// or, where they miss each other, are nearest. Nothing where they do not come nearer. `shapes`: where they
/// are at the beginning.
std::optional<Meeting> meet(const Manifold& manifold, std::span<const PlacedShape> shapes, const Flight& a,
                            const Flight& b, double h);

}  // namespace drawbar::physics
