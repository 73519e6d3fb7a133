// Force and torque on a body.
#pragma once

#include "physics/math/types.h"

namespace drawbar::physics {

/// A force and its torque about the centre of mass of the body it acts on, world axes.
struct Wrench {
  Vec3 force = Vec3::Zero();   ///< N
  Vec3 torque = Vec3::Zero();  ///< N m

  Wrench& operator+=(const Wrench& other) {
    force += other.force;
    torque += other.torque;
    return *this;
  }
  Wrench& operator-=(const Wrench& other) {
    force -= other.force;
    torque -= other.torque;
    return *this;
  }
};

}  // namespace drawbar::physics
