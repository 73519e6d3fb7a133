// What the operating system can do for the loop's thread: real-time priority, locked memory, a core of its
// own.
#include "server/loop/realtime.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>

namespace drawbar::server {

namespace {

constexpr int kPreferredNiceness = -10;

}  // namespace

std::vector<std::string> lock_memory(const RealtimeOptions& options) {
  if (options.mode == RealtimeMode::off || mlockall(MCL_CURRENT) == 0) return {};
  return {std::string("locking memory (mlockall): ") + std::strerror(errno)};
}

std::vector<std::string> make_thread_realtime(const RealtimeOptions& options) {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);  // permitted to everyone; 50 us otherwise
  std::vector<std::string> refused;
  if (options.cpu >= 0) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<std::size_t>(options.cpu), &cores);
    if (sched_setaffinity(0, sizeof cores, &cores) != 0) {
      refused.push_back("core " + std::to_string(options.cpu) +
                        " (sched_setaffinity): " + std::strerror(errno));
    }
  }
  if (options.mode != RealtimeMode::off) {
    sched_param parameters{};
    parameters.sched_priority = options.priority;
    if (sched_setscheduler(0, SCHED_FIFO, &parameters) != 0) {
      refused.push_back(std::string("real-time priority (SCHED_FIFO, needs CAP_SYS_NICE): ") +
                        std::strerror(errno));
    }
  }
  return refused;
}

void prefer_thread(const RealtimeOptions& options) {
  // Of the calling thread alone; what refuses it has refused the loop more, and that is told.
  if (options.mode != RealtimeMode::off) setpriority(PRIO_PROCESS, 0, kPreferredNiceness);
}

}  // namespace drawbar::server
