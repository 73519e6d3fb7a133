// How often a recording keeps a full state.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace drawbar::scenes {

/// Between full states, unless somebody asks for another (s of simulation).
inline constexpr double kSnapshotInterval = 1;

/// The same in frames: a state is kept after every frame whose number they divide.
inline std::uint64_t snapshot_frames(double interval, double period) {
  return static_cast<std::uint64_t>(std::max(1LL, std::llround(interval / period)));
}

}  // namespace drawbar::scenes
