// Frames for the sessions' connections: to each what it has subscribed to.
#pragma once

#include <cstdint>

#include "protocol/compact.h"
#include "server/desks/ghost_desk.h"
#include "server/frames/frame_encoder.h"
#include "server/session/messenger.h"

namespace drawbar::server {

class FrameSender {
 public:
  FrameSender(const Present& present, SessionTable& sessions, Messenger& messenger, const GhostDesk& ghost);

  Outcome subscribe(Session& session, const control::Subscribe& message, std::uint32_t request);

  /// Every frame, in order; before any sink, for which it adds the compact poses.
  void send(EncodedFrame& frame);
  /// The newest poses and telemetry, for who has just come.
  void send_newest(const Session& session) const;
  /// Another scene has begun.
  void begin_scene(const ServedScene& before);

 private:
  /// Leaves the ids of all bodies chosen, in order, in `bodies`.
  Outcome check_subscription(control::SubscribeT& subscription) const;

  const Present& present_;
  SessionTable& sessions_;
  Messenger& messenger_;
  const GhostDesk& ghost_;
  BodyIds body_ids_;
  protocol::CompactEncoder compact_;  ///< of all bodies, for everyone who asked for it
  Packet newest_poses_;
  Packet newest_telemetry_;
};

}  // namespace drawbar::server
