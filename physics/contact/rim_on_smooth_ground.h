// Where the end of a wheel touches smooth ground.
#pragma once

#include <optional>

#include "physics/contact/heightfield_data.h"
#include "physics/math/types.h"

namespace drawbar::physics {

/// The point of a disc's rim nearest to the bicubic ground (smooth_ground.h), in the heightfield's axes.
struct SmoothTouch {
  double part = 0;  ///< SmoothGround::part there, > 0
  Vec3 normal;      ///< of the ground
  Vec3 up;          ///< unit, in the disc's plane: the point is centre - radius x up
  double gap = 0;   ///< m, along the normal
};

/// `up` is about where it is. None where the ground is not smooth, or faces the disc's flat side.
std::optional<SmoothTouch> rim_on_smooth_ground(const HeightfieldData& field, const Vec3& centre,
                                                const Vec3& axis, double radius, Vec3 up);

}  // namespace drawbar::physics
