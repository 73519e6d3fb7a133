// What of contacts is state: the impulses and the slip that a contact point remembers.
#pragma once

#include <cstdint>

#include "physics/math/types.h"
#include "physics/model/substep_mean.h"

namespace drawbar::physics {

/// What the solver keeps of a contact point from substep to substep. Detection carries it from a point to its
/// successor and otherwise neither reads nor writes it. World axes throughout, acting on body b.
struct ContactMemory {
  double normal_impulse = 0;               ///< N s
  Vec3 friction_impulse = Vec3::Zero();    ///< N s
  Vec3 slip = Vec3::Zero();                ///< integrated slip of b against a while sticking, m
  Vec3 resistance_impulse = Vec3::Zero();  ///< rolling and spinning friction, N m s
  bool slides = false;                     ///< it slid in the last substep: static friction does not hold it
  SubstepMean<Vec3> force;                 ///< N
};

/// One contact point as saved state: all that detection carries from one call to the next.
struct ContactRecord {
  std::uint64_t pair_key = 0;
  std::uint64_t feature = 0;
  Vec3 position_a = Vec3::Zero();  ///< m, in a's axes; finds the successor of a point whose feature changed
  ContactMemory memory;
};

}  // namespace drawbar::physics
