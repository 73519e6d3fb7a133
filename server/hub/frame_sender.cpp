// Frames for the sessions' connections: to each what it has subscribed to.
#include "server/hub/frame_sender.h"

#include <algorithm>
#include <string>
#include <utility>

namespace drawbar::server {

FrameSender::FrameSender(const Present& present, SessionTable& sessions, Messenger& messenger,
                         const GhostDesk& ghost)
    : present_(present),
      sessions_(sessions),
      messenger_(messenger),
      ghost_(ghost),
      body_ids_(body_ids(present.scene.world)) {}

Outcome FrameSender::subscribe(Session& session, const control::Subscribe& message, std::uint32_t request) {
  control::SubscribeT subscription;
  message.UnPackTo(&subscription);
  if (subscription.udp && session.minor < protocol::kUdpKeyMinor) {
    return Refusal{stream::ErrorCode::Unsupported,
                   "poses over UDP need protocol 1." + std::to_string(protocol::kUdpKeyMinor) +
                       ", where a key of their own guards them; this client speaks 1." +
                       std::to_string(session.minor) + ": subscribe without udp",
                   "Subscribe.udp"};
  }
  if (auto refusal = check_subscription(subscription)) return refusal;
  session.stream = PoseStream(std::move(subscription));
  messenger_.reply(session, request);
  return {};
}

Outcome FrameSender::check_subscription(control::SubscribeT& subscription) const {
  const std::size_t count = present_.scene.world.bodies.size();
  const auto unknown = [count](std::uint32_t body, std::string field) {
    return Refusal{stream::ErrorCode::NoSuchId,
                   "body " + std::to_string(body) + " does not exist, the scene has " + std::to_string(count),
                   std::move(field)};
  };
  for (std::size_t i = 0; i < subscription.bodies.size(); ++i) {
    if (subscription.bodies[i] >= count) {
      return unknown(subscription.bodies[i], protocol::element("Subscribe", "bodies", i));
    }
  }
  if (subscription.around_body && *subscription.around_body >= count) {
    return unknown(*subscription.around_body, "Subscribe.around_body");
  }
  for (std::size_t i = 0; i < subscription.body_names.size(); ++i) {
    const auto body = body_ids_.find(subscription.body_names[i]);
    if (body == body_ids_.end()) {
      return Refusal{stream::ErrorCode::NoSuchName,
                     "no body has this name; Scene.body_names has those there are",
                     protocol::element("Subscribe", "body_names", i)};
    }
    subscription.bodies.push_back(body->second);
  }
  std::ranges::sort(subscription.bodies);
  return {};
}

void FrameSender::send(EncodedFrame& frame) {
  if (!frame.slot().newest) return;
  if (std::ranges::any_of(sessions_.sessions(),
                          [](const auto& entry) { return entry.second.stream.compact(); })) {
    compact_.take(frame.stamp(), frame.bodies());
    frame.set_compact(compact_);
  }
  newest_poses_ = frame.poses();
  newest_telemetry_ = frame.telemetry(false, false);
  Packet ghost;
  for (auto& [id, session] : sessions_.sessions()) {
    session.stream.next_frame();
    if (!session.connection) continue;
    if (!session.stream.over_udp()) {
      const PosePackets packets = session.stream.poses(frame, false);
      for (const Packet& packet : packets.keys) session.connection->send(packet, Traffic::reliable);
      for (const Packet& packet : packets.poses) session.connection->send(packet, Traffic::newest);
    }
    if (ghost_.has_ghost() && session.stream.wants_ghost()) {
      if (!ghost) ghost = ghost_.frame(frame.stamp());
      session.connection->send(ghost, Traffic::newest);
    }
    if (const Packet packet = session.stream.telemetry(frame, may_instruct(session)))
      session.connection->send(packet, Traffic::newest);
  }
}

void FrameSender::send_newest(const Session& session) const {
  if (newest_poses_) session.connection->send(newest_poses_, Traffic::newest);
  if (newest_telemetry_) session.connection->send(newest_telemetry_, Traffic::newest);
}

void FrameSender::begin_scene(const ServedScene& before) {
  const physics::WorldConfig& world = present_.scene.world;
  const bool same_bodies = same_names(before.world.bodies, world.bodies);
  body_ids_ = body_ids(world);
  for (auto& [id, session] : sessions_.sessions()) session.stream.begin_scene(same_bodies, body_ids_);
  compact_ = protocol::CompactEncoder();
}

}  // namespace drawbar::server
