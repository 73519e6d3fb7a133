// Carries frames from the loop's ring to the hub, on the network thread.
#pragma once

#include <memory>

#include "server/hub/hub.h"
#include "server/loop/frame_slot.h"
#include "server/loop/loop_port.h"
#include "server/loop/wake_up.h"
#include "server/system/asio.h"

namespace drawbar::server {

/// Owns the stage whose frames it carries. The newest frame stays in the ring until the next one comes: the
/// hub answers from it in between.
class FramePump {
 public:
  /// `stage`: that the loop begins with; others come through the port.
  FramePump(asio::io_context& context, const WakeUp& wake_up, std::unique_ptr<Stage> stage, LoopPort& port,
            Hub& hub);

  void stop();

 private:
  void wait();
  void drain();
  void drain_stage();

  asio::posix::stream_descriptor wake_;
  const WakeUp& wake_up_;
  std::unique_ptr<Stage> stage_;
  LoopPort& port_;
  Hub& hub_;
  bool holding_ = false;  ///< the front of the ring has been taken already
};

}  // namespace drawbar::server
