// Which bits this program computes on this machine, and how it lays out a World's state: what decides
// whether a state that another program recorded means the same thing here.
#pragma once

#include <cstdint>

namespace drawbar::scenes {

/// Equal numbers mean equal behaviour; they say nothing else, and are not 0.
struct Numerics {
  std::uint64_t bits = 0;  ///< of the states of a small machine: XXH3-64 over its frames
  std::uint64_t state_layout =
      0;  ///< of the kinds of fields that a saved state has, in order, with their sizes
};

/// Measured once by letting a small machine run (motor, gear, limit, spring, friction, tyre, contacts): some
/// milliseconds. A mechanism that it does not have may still differ: who goes on from a recorded state
/// compares hashes as well.
const Numerics& numerics();

}  // namespace drawbar::scenes
