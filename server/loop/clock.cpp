// CLOCK_MONOTONIC in nanoseconds, and waiting for an instant of it.
#include "server/loop/clock.h"

#include <ctime>

namespace drawbar::server {

namespace {

Nanoseconds read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<Nanoseconds>(time.tv_sec) * kSecond + time.tv_nsec;
}

}  // namespace

Nanoseconds monotonic_now() {
  return read_clock(CLOCK_MONOTONIC);
}

Nanoseconds utc_offset() {
  return read_clock(CLOCK_REALTIME) - read_clock(CLOCK_MONOTONIC);
}

void sleep_until(Nanoseconds instant, Nanoseconds spin, const std::atomic<bool>* stop) {
  const auto stopped = [stop] { return stop != nullptr && stop->load(std::memory_order_relaxed); };
  const Nanoseconds wake = instant - spin;
  const timespec time{wake / kSecond, wake % kSecond};
  // Restarted after a signal: the instant is absolute, so nothing accumulates.
  while (monotonic_now() < wake && !stopped() &&
         clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) != 0) {
  }
  while (monotonic_now() < instant && !stopped()) {
  }
}

}  // namespace drawbar::server
