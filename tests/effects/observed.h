// What a world shows, after some time.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "physics/world/world.h"

namespace drawbar::test {

inline physics::FrameState observed(const physics::World& world) {
  physics::FrameState state = world.make_frame_state();
  world.observe(state);
  return state;
}

/// After so many seconds more, in frames of 40 ms.
inline physics::FrameState observed_after(physics::World& world, double seconds) {
  const int frames = static_cast<int>(std::lround(seconds / 0.04));
  for (int frame = 0; frame < frames; ++frame) world.step_frame(8);
  return observed(world);
}

inline std::vector<std::byte> saved(const physics::World& world) {
  std::vector<std::byte> bytes;
  world.save_state(bytes);
  return bytes;
}

}  // namespace drawbar::test
