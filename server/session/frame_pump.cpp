// Carries frames from the loop's ring to the hub, on the network thread.
#include "server/session/frame_pump.h"

#include <unistd.h>

namespace drawbar::server {

// The descriptor is duplicated, because Asio closes its own.
FramePump::FramePump(asio::io_context& context, const WakeUp& wake_up, Outbox& outbox, Hub& hub)
    : wake_(context, dup(wake_up.descriptor())), wake_up_(wake_up), outbox_(outbox), hub_(hub) {
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
  while (outbox_.size() > (holding_ ? 1U : 0U)) {
    if (holding_) outbox_.release();
    holding_ = true;
    hub_.take_frame(*outbox_.front());
  }
}

}  // namespace drawbar::server
