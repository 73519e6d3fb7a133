// Waits for slots and keeps their accounts: what every loop that publishes frames has in common.
#pragma once

#include <atomic>
#include <cstdint>

#include "server/loop/clock.h"
#include "server/loop/frame_schedule.h"
#include "server/loop/frame_slot.h"

namespace drawbar::server {

class SlotClock {
 public:
  SlotClock(Nanoseconds period, Nanoseconds spin) : schedule_(0, period), spin_(spin) {}

  Nanoseconds period() const { return schedule_.period(); }

  /// From the slot that is served on.
  void set_period(Nanoseconds period) { schedule_.set_period(period); }

  /// Calls `serve` at the begin of every slot until `stop` or until it says false; a signal ends the sleep
  /// early then. The first slot begins one period from now; where this clock has served others, the next one.
  /// `hurries(slot_start)` may wait, to `slot_start` at most; where it is true, the slot begins at once, and
  /// nothing in it can be late.
  template <class Serve, class Hurries>
  void run(const std::atomic<bool>& stop, const Serve& serve, const Hurries& hurries) {
    if (!started_) schedule_ = FrameSchedule(monotonic_now() + schedule_.period(), schedule_.period());
    started_ = true;
    while (true) {
      hurried_ = hurries(schedule_.slot_start());
      if (hurried_) {
        schedule_.begin_now(monotonic_now());
      } else {
        sleep_until(schedule_.slot_start(), spin_, &stop);
      }
      woken_ = monotonic_now();
      slips_ += schedule_.catch_up(woken_);
      if (stop.load(std::memory_order_relaxed)) return;
      const bool goes_on = serve();
      if (hurried_) schedule_.begin_now(monotonic_now());
      slips_ += schedule_.next(monotonic_now());
      if (!goes_on) return;
    }
  }
  template <class Serve>
  void run(const std::atomic<bool>& stop, const Serve& serve) {
    run(stop, serve, [](Nanoseconds) { return false; });
  }
  /// No frame could be published in this slot.
  void count_slip() { ++slips_; }

  /// Writes tick and timing of a frame about to be published.
  void stamp(FrameSlot& slot, Nanoseconds compute) {
    slot.tick = schedule_.tick();
    slot.timing.compute = compute;
    slot.timing.slot_start = schedule_.slot_start();
    slot.timing.woken = woken_;
    slot.timing.finished = monotonic_now();
    if (!hurried_ && slot.timing.finished > schedule_.slot_end()) ++misses_;
    slot.hurried = hurried_;
    slot.timing.misses = misses_;
    slot.timing.slips = slips_;
  }

 private:
  FrameSchedule schedule_;
  Nanoseconds spin_;
  bool started_ = false;
  Nanoseconds woken_ = 0;
  bool hurried_ = false;  ///< the slot began before its time
  std::uint64_t misses_ = 0;
  std::uint64_t slips_ = 0;
};

}  // namespace drawbar::server
