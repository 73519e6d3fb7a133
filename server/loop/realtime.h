// What the operating system can do for the loop's thread: real-time priority, locked memory, a core of its
// own.
#pragma once

#include <string>
#include <vector>

#include "protocol/result.h"

namespace drawbar::server {

enum class RealtimeMode {
  off,      ///< ask for nothing
  attempt,  ///< ask, and go on without what is not permitted
  require,  ///< ask, and refuse to start without it
};

struct RealtimeOptions {
  RealtimeMode mode = RealtimeMode::attempt;
  int priority = 50;  ///< of SCHED_FIFO, 1 to 99
  int cpu = -1;       ///< core to stay on; -1: any
};

/// Locks the process's memory. Call once, when everything is allocated.
/// Returns what was not permitted, empty if all was.
std::vector<std::string> lock_memory(const RealtimeOptions& options);

/// Applies to the calling thread. Returns what was not permitted, empty if all was.
std::vector<std::string> make_thread_realtime(const RealtimeOptions& options);

/// For the thread that sends, where it is permitted: among ordinary threads it goes first, so that one of the
/// many readers that it wakes does not take the core from it before it has sent to the others.
void prefer_thread(const RealtimeOptions& options);

}  // namespace drawbar::server
