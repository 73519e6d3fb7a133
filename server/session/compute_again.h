// Computes a past state again, on a World of its own.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/world/world_config.h"
#include "protocol/result.h"
#include "server/session/history.h"

namespace drawbar::server {

/// The state at the end of the plan, checked against the hash it had the first time.
Result<std::vector<std::byte>> compute_again(const physics::WorldConfig& scene, const RewindPlan& plan);

}  // namespace drawbar::server
