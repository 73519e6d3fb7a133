// Position and orientation of a frame: the one value that places bodies and shapes.
#pragma once

#include "physics/math/types.h"

namespace drawbar::physics {

/// Place and attitude of a frame in an outer one.
struct Pose {
  Vec3 position = Vec3::Zero();         ///< of the frame's origin, m, in the outer axes
  Quat orientation = Quat::Identity();  ///< frame axes to outer axes, unit
};

}  // namespace drawbar::physics
