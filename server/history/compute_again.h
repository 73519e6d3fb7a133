// Computes a past state again, on a simulation of its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "protocol/result.h"
#include "scenes/exercise/simulation.h"
#include "server/history/history.h"

namespace drawbar::server {

/// The state at the end of the plan, checked against the hash it had the first time. `simulation` is as new.
/// Gives up once `ending`.
Result<std::vector<std::byte>> compute_again(scenes::Simulation simulation, const RewindPlan& plan,
                                             const std::atomic<bool>& ending);

}  // namespace drawbar::server
