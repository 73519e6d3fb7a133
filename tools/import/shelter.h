// Foreign libraries read foreign files in a process of their own: where one of them breaks, only that process
// ends.
#pragma once

#include <functional>
#include <optional>

#include "protocol/result.h"

namespace drawbar::import {

/// Bounds of that process: processor time (s), of which it may take twice as much by the clock, and memory
/// (bytes). It does not outlive its parent.
inline constexpr unsigned kMostSeconds = 600;
inline constexpr std::size_t kMostMemory = std::size_t{8} << 30;

/// What `work` returns, run in a child process that shares standard output and error; only before threads are
/// started. `wrong` where the child was ended by a signal or ran into a bound, `environment` where it could
/// not be started.
Result<int> sheltered(const std::function<int()>& work);

}  // namespace drawbar::import
