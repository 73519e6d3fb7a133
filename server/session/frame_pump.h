// Carries frames from the loop's ring to the hub, on the network thread.
#pragma once

#include "server/asio.h"
#include "server/loop/frame_slot.h"
#include "server/loop/wake_up.h"
#include "server/session/hub.h"

namespace drawbar::server {

/// The newest frame stays in the ring until the next one comes: the hub answers from it in between.
class FramePump {
 public:
  FramePump(asio::io_context& context, const WakeUp& wake_up, Outbox& outbox, Hub& hub);

  void stop();

 private:
  void wait();
  void drain();

  asio::posix::stream_descriptor wake_;
  const WakeUp& wake_up_;
  Outbox& outbox_;
  Hub& hub_;
  bool holding_ = false;  ///< the front of the ring has been taken already
};

}  // namespace drawbar::server
