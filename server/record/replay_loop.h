// Publishes a recording's frames, one per slot, as the simulation loop publishes computed ones.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "server/loop/loop_input.h"
#include "server/loop/slot_clock.h"
#include "server/loop/time_control.h"
#include "server/loop/wake_up.h"
#include "server/record/replay.h"

namespace drawbar::server {

/// Freeze, run, step, speed, seek and repeat steer it. Stops at the end; run there begins again. A request to
/// go on live ends it.
class ReplayLoop {
 public:
  ReplayLoop(Replay& replay, Outbox& outbox, Inbox& inbox, const WakeUp& wake_up, bool frozen);

  void run(const std::atomic<bool>& stop);

  /// The request that ended it, with which a live loop begins.
  const std::optional<LoopInput>& successor() const { return successor_; }
  const SlotClock& clock() const { return clock_; }
  std::uint64_t requests_taken() const { return requests_taken_; }

 private:
  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;
  };
  void serve_slot();
  void take(const LoopInput& request);
  void move_on(std::size_t frames);
  /// Fills the slot with the frame at position_, or with the next one that is whole.
  void read(FrameSlot& slot);

  Replay& replay_;
  Outbox& outbox_;
  Inbox& inbox_;
  const WakeUp& wake_up_;
  SlotClock clock_;
  TimeControl time_;
  std::size_t position_ = 0;
  std::size_t scene_ = 0;          ///< of the recording's, that was shown last
  std::optional<Range> repeated_;  ///< played again and again
  std::optional<LoopInput> successor_;
  bool moved_ = true;  ///< the frame at position_ has not been shown
  bool ended_ = false;
  bool end_told_ = false;
  std::uint64_t step_ended_ = 0;  ///< number of the step whose last frame is shown next; 0: none
  std::uint64_t requests_taken_ = 0;
};

}  // namespace drawbar::server
