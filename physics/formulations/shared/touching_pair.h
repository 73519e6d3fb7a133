// Whether anything in a scene may touch.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "physics/model/world_config.h"

namespace drawbar::physics {

/// The first two bodies that may touch: both have shapes, at least one moves, their groups collide, and no
/// joint joins them.
std::optional<std::array<std::string, 2>> touching_pair(const WorldConfig& config);

}  // namespace drawbar::physics
