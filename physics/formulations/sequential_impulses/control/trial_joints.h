// Joints as the substep that is being tried sees them.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/model/state.h"

namespace drawbar::physics {

/// State's joints, but for those that break in this trial and for reactions that are guessed in it: State
/// itself changes only once a trial is accepted.
class TrialJoints {
 public:
  explicit TrialJoints(std::size_t count) : broken_(count), force_(count, Vec3::Zero()) {}

  bool broken(std::size_t joint) const { return broken_[joint] != 0; }
  /// Reaction on the child in the kick before, N, world.
  const Vec3& force(std::size_t joint) const { return force_[joint]; }

  void set_broken(std::size_t joint, bool broken) { broken_[joint] = broken ? 1 : 0; }
  void set_force(std::size_t joint, const Vec3& force) { force_[joint] = force; }
  /// Takes the joint's state from State.
  void take(std::size_t joint, const JointState& state) {
    set_broken(joint, state.broken);
    set_force(joint, state.force);
  }

 private:
  std::vector<std::uint8_t> broken_;
  std::vector<Vec3> force_;
};

}  // namespace drawbar::physics
