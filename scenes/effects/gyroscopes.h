// Which bodies carry a gyroscope.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/model/world_config.h"

namespace drawbar::scenes {

/// The first body of each machine that has a drive, in order; what joints, springs and couplings hold
/// together is one machine.
std::vector<std::uint32_t> gyroscopes_of(const physics::WorldConfig& scene);

}  // namespace drawbar::scenes
