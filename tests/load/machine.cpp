// What the machine itself did while a load ran: whether it would have let anybody work.
#include "tests/load/machine.h"

#include <algorithm>

#include "server/loop/realtime.h"

namespace drawbar::server::test {

namespace {

constexpr Nanoseconds kInterval = kMillisecond;
/// A wake-up that is later is a stall; others are what a timer costs everywhere.
constexpr Nanoseconds kStall = 200 * kMicrosecond;
constexpr int kAboveTheLoop = 98;

}  // namespace

IdleTimers::IdleTimers() : cores_(std::max(1U, std::thread::hardware_concurrency())) {
  for (std::size_t i = 0; i < cores_.size(); ++i) {
    cores_[i].thread = std::thread([this, i] { watch(static_cast<int>(i), cores_[i]); });
  }
}

IdleTimers::~IdleTimers() {
  stop();
}

void IdleTimers::stop() {
  stop_ = true;
  for (Core& core : cores_) {
    if (core.thread.joinable()) core.thread.join();
  }
}

void IdleTimers::watch(int number, Core& core) const {
  make_thread_realtime({.mode = RealtimeMode::attempt, .priority = kAboveTheLoop, .cpu = number});
  Nanoseconds due = monotonic_now();
  while (!stop_) {
    due += kInterval;
    sleep_until(due, 0);
    const Nanoseconds woken = monotonic_now();
    core.lateness.add(woken - due);
    if (woken - due < kStall) continue;
    core.stalls.push_back({due, woken});
    due = woken;
  }
}

Durations IdleTimers::lateness() const {
  Durations all;
  for (const Core& core : cores_) all.add(core.lateness);
  return all;
}

Nanoseconds IdleTimers::taken(Nanoseconds begin, Nanoseconds end) const {
  Nanoseconds most = 0;
  for (const Core& core : cores_) {
    Nanoseconds sum = 0;
    for (const Stall& stall : core.stalls) {
      sum += std::max<Nanoseconds>(0, std::min(end, stall.end) - std::max(begin, stall.begin));
    }
    most = std::max(most, sum);
  }
  return most;
}

}  // namespace drawbar::server::test
