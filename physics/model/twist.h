// The velocity of a body.
#pragma once

#include "physics/math/types.h"

namespace drawbar::physics {

struct Twist {
  Vec3 linear = Vec3::Zero();   ///< of the centre of mass, m/s, world axes
  Vec3 angular = Vec3::Zero();  ///< rad/s, world axes
};

}  // namespace drawbar::physics
