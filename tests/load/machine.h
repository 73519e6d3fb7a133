// What the machine itself did while a load ran: whether it would have let anybody work.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "tests/load/durations.h"

namespace drawbar::server::test {

/// On every core a thread that does nothing but wake each millisecond, before everything else where real-time
/// priority is permitted. How late it wakes is what the machine (a host that runs others, an interrupt) took
/// from whatever ran on that core.
class IdleTimers {
 public:
  IdleTimers();
  ~IdleTimers();
  IdleTimers(const IdleTimers&) = delete;
  IdleTimers& operator=(const IdleTimers&) = delete;

  /// Ends the threads; the figures are of the time until now.
  void stop();

  /// Of every wake-up on every core.
  Durations lateness() const;
  /// The most that one core lost between two instants.
  Nanoseconds taken(Nanoseconds begin, Nanoseconds end) const;

 private:
  struct Stall {
    Nanoseconds begin;
    Nanoseconds end;
  };
  struct Core {
    std::thread thread;
    Durations lateness;
    std::vector<Stall> stalls;
  };

  void watch(int number, Core& core) const;

  std::atomic<bool> stop_{false};
  std::vector<Core> cores_;
};

}  // namespace drawbar::server::test
