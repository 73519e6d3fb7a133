// Computes a past state again, on a World of its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "server/history/history.h"

namespace drawbar::server {

/// The state at the end of the plan, checked against the hash it had the first time. Gives up once `ending`.
Result<std::vector<std::byte>> compute_again(const physics::WorldConfig& scene, const RewindPlan& plan,
                                             const std::atomic<bool>& ending);

}  // namespace drawbar::server
