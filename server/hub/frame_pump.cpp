// Carries frames from the loop's ring to the hub, on the network thread.
#include "server/hub/frame_pump.h"

#include <unistd.h>

#include <utility>

namespace drawbar::server {

// The descriptor is duplicated, because Asio closes its own.
FramePump::FramePump(asio::io_context& context, const WakeUp& wake_up, std::unique_ptr<Stage> stage,
                     LoopPort& port, Hub& hub)
    : wake_(context, dup(wake_up.descriptor())),
      wake_up_(wake_up),
      stage_(std::move(stage)),
      port_(port),
      hub_(hub) {
  drain();
  wait();
}

void FramePump::stop() {
  ErrorCode ignored;
  wake_.close(ignored);
}

void FramePump::wait() {
  wake_.async_wait(asio::posix::stream_descriptor::wait_read, [this](ErrorCode error) {
    if (error) return;
    wake_up_.clear();
    drain();
    wait();
  });
}

void FramePump::drain() {
  // Asked first: what the old stage still holds was published before the new one's first frame.
  const bool changes = port_.stage_arrived();
  drain_stage();
  if (!changes) return;
  // The hub answers from the old stage's last frame until it has taken one of the new.
  const std::unique_ptr<Stage> before = std::exchange(stage_, port_.take_stage());
  holding_ = false;
  drain_stage();
}

void FramePump::drain_stage() {
  Outbox& outbox = stage_->outbox;
  while (outbox.size() > (holding_ ? 1U : 0U)) {
    // The loop waits for room then, and wakes us with its next slot.
    if (holding_ && outbox.front()->hurried && hub_.behind()) return;
    if (holding_) outbox.release();
    holding_ = true;
    hub_.take_frame(*outbox.front());
  }
}

}  // namespace drawbar::server
