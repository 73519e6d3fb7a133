// Machines of the scenes that ship, as worlds to measure.
#pragma once

#include <algorithm>
#include <span>

#include "scenes/loader/loader.h"

namespace drawbar::bench {

/// scenes/`name`; says why and ends the program if it does not load.
scenes::LoadedScene load_shipped(const char* name);

/// Index of the thing called `name`, which must be there.
template <class Things>
std::size_t place_of(const Things& things, const char* name) {
  const auto found =
      std::find_if(things.begin(), things.end(), [&](const auto& thing) { return thing.name == name; });
  return static_cast<std::size_t>(found - things.begin());
}

/// Repeats the machine that everything from body `first` on is, once per entry of `away` and that far (m)
/// from the original. All obey the same controls.
void repeat_machine(physics::WorldConfig& config, std::size_t first, std::span<const physics::Vec3> away);

}  // namespace drawbar::bench
