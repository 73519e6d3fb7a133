// The way of a taut belt round its wheels, in the plane across their axes.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/math/types.h"

namespace drawbar::physics {

/// A wheel that the belt lies on from outside.
struct BeltWheel {
  Vec3 center = Vec3::Zero();  ///< m
  double radius = 0;           ///< m, to the surface of the belt that is asked for
};

/// A straight run between two wheels that follow each other.
struct BeltRun {
  std::size_t from = 0;  ///< wheels
  std::size_t to = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, outward
  Vec3 begin = Vec3::Zero();   ///< where the belt leaves `from`, m, in the plane of its centre
  Vec3 end = Vec3::Zero();     ///< where it meets `to`
};

enum class BeltError {
  none,
  too_few_wheels,  ///< under two
  wheel_in_wheel,  ///< the belt finds no way from one to the next
  not_round,       ///< the wheels are not in their order round the belt, or one hangs far inside it
};

struct BeltPath {
  BeltError error = BeltError::none;
  std::vector<BeltRun> runs;  ///< one from each wheel to the next along the way of a belt that turns about
                              ///< +axis; empty after an error
};

/// `wheels` follow each other round the belt in either sense. `axis`, a unit vector, is that of all wheels;
/// positions along it do not matter. A wheel up to 3 degrees short of being touched is passed straight.
BeltPath belt_path(const std::vector<BeltWheel>& wheels, const Vec3& axis);

}  // namespace drawbar::physics
