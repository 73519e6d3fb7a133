// Which slot of the 40 ms grid is served next.
#pragma once

#include <cstdint>

#include "server/loop/clock.h"

namespace drawbar::server {

/// Slot k begins at epoch + k x period, for ever: there is no drift against the clock. A slot that passes
/// while the loop is busy or stopped is skipped and counted, never made up for: frames are not run back to
/// back.
class FrameSchedule {
 public:
  FrameSchedule(Nanoseconds epoch, Nanoseconds period) : epoch_(epoch), period_(period) {}

  std::uint64_t tick() const { return tick_; }
  Nanoseconds period() const { return period_; }
  Nanoseconds slot_start() const { return epoch_ + static_cast<Nanoseconds>(tick_) * period_; }
  Nanoseconds slot_end() const { return slot_start() + period_; }

  /// The slot that is served keeps its begin; it and those after it last so long.
  void set_period(Nanoseconds period) {
    epoch_ = slot_start() - static_cast<Nanoseconds>(tick_) * period;
    period_ = period;
  }

  /// The slot begins now; those after it follow it.
  void begin_now(Nanoseconds now) { epoch_ = now - static_cast<Nanoseconds>(tick_) * period_; }

  /// Called on waking: if whole slots have passed, takes the one that holds `now`. Returns the slots skipped.
  std::uint64_t catch_up(Nanoseconds now) { return now < slot_end() ? 0 : move_to(slot_of(now)); }

  /// Called when the slot's work is done: goes on to the next slot that has not begun. Returns the slots
  /// skipped.
  std::uint64_t next(Nanoseconds now) {
    const std::uint64_t following = tick_ + 1;
    if (now < slot_end()) {
      tick_ = following;
      return 0;
    }
    tick_ = following;
    return move_to(slot_of(now) + 1);
  }

 private:
  std::uint64_t slot_of(Nanoseconds now) const {
    return static_cast<std::uint64_t>((now - epoch_) / period_);
  }

  std::uint64_t move_to(std::uint64_t tick) {
    const std::uint64_t skipped = tick - tick_;
    tick_ = tick;
    return skipped;
  }

  Nanoseconds epoch_;
  Nanoseconds period_;
  std::uint64_t tick_ = 0;
};

}  // namespace drawbar::server
