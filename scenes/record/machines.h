// Which bodies are one machine, as people see it.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/world/world.h"

namespace drawbar::scenes {

/// A machine is what joints connect; static bodies connect nothing. By body: the first body of its machine.
std::vector<std::uint32_t> machines_of(const physics::WorldConfig& scene);

}  // namespace drawbar::scenes
