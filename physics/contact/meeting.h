// Two balls that fly towards each other: how they stand to each other when they meet.
//
// Detection tells how they stand when a drift begins. What meets aslant stands otherwise when it touches, and
// an impulse along the normal of the beginning errs with the length of the drift.
#pragma once

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

/// Of two balls; `shapes` as for meet().
bool is_of_balls(const Manifold& manifold, std::span<const PlacedShape> shapes);

/// Takes a manifold of two balls that are apart and come nearer to the instant of a drift of length h (s) at
/// which they touch, or, where they miss each other, are nearest: normal and position of its point are those
/// of that instant, and the gap is what is left at the beginning along that normal. Sets Manifold::meeting.
/// What does not come nearer is left as it is. `shapes`: where they are at the beginning.
void meet(Manifold& manifold, std::span<const PlacedShape> shapes, const Flight& a, const Flight& b,
          double h);

}  // namespace drawbar::physics
