// Publishes a recording's frames, one per slot, as the simulation loop publishes computed ones.
#pragma once

#include <atomic>
#include <cstdint>

#include "server/loop/loop_input.h"
#include "server/loop/slot_clock.h"
#include "server/loop/time_control.h"
#include "server/loop/wake_up.h"
#include "server/record/replay.h"

namespace drawbar::server {

/// Freeze, run, step, speed and seek steer it. Stops at the end; run there begins again.
class ReplayLoop {
 public:
  ReplayLoop(Replay& replay, Outbox& outbox, Inbox& inbox, const WakeUp& wake_up, bool frozen);

  void run(const std::atomic<bool>& stop);

 private:
  void serve_slot();
  void take(const LoopInput& request);
  void move_on(std::size_t frames);

  Replay& replay_;
  Outbox& outbox_;
  Inbox& inbox_;
  const WakeUp& wake_up_;
  SlotClock clock_;
  TimeControl time_;
  std::size_t position_ = 0;
  bool moved_ = true;  ///< the frame at position_ has not been shown
  bool ended_ = false;
  bool end_told_ = false;
  std::uint64_t requests_taken_ = 0;
};

}  // namespace drawbar::server
