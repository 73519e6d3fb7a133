// What one session receives of each frame: its rate, its bodies, its encoding.
#include "server/frames/pose_stream.h"

#include <algorithm>

namespace drawbar::server {

namespace {

double squared_distance(const control::Point& a, const control::Point& b) {
  const double x = a.x() - b.x();
  const double y = a.y() - b.y();
  const double z = a.z() - b.z();
  return x * x + y * y + z * z;
}

}  // namespace

void PoseStream::begin_scene(bool same_bodies, const BodyIds& ids) {
  if (!same_bodies) {
    subscription_.bodies.clear();
    for (const std::string& name : subscription_.body_names) {
      if (const auto body = ids.find(name); body != ids.end()) subscription_.bodies.push_back(body->second);
    }
    std::ranges::sort(subscription_.bodies);
    subscription_.around_body.reset();
    subscription_.around_point.reset();
    subscription_.distance = 0;
  }
  encoder_ = protocol::CompactEncoder();
  key_sent_.reset();
}

PosePackets PoseStream::poses(const EncodedFrame& frame, bool datagrams) {
  if (subscription_.encoding == control::PoseEncoding::None || frames_ % subscription_.every_nth != 0)
    return {};
  if (compact()) return compact_poses(frame, datagrams);
  if (all_bodies()) return {{}, datagrams ? frame.pose_datagrams() : std::vector{frame.poses()}};
  const std::vector<stream::BodyState> bodies = select(frame);
  if (!datagrams) return {{}, {make_packet(protocol::encode_frame(frame.stamp(), bodies))}};
  return {{}, make_packets(protocol::encode_frame_datagrams(frame.stamp(), bodies))};
}

PosePackets PoseStream::compact_poses(const EncodedFrame& frame, bool datagrams) {
  const bool shared = all_bodies();
  if (!shared) encoder_.take(frame.stamp(), select(frame));
  const std::uint64_t key_tick = shared ? frame.compact_key_tick() : encoder_.key_tick();
  const bool is_key = key_tick == frame.stamp().tick();
  PosePackets packets;
  // A newcomer, or one that skips frames, lacks an older key; a new key may be lost on its way as datagrams.
  if (key_sent_ != key_tick) {
    packets.keys = shared ? frame.compact_key() : make_packets(encoder_.key_messages(pose_limit(false)));
    key_sent_ = key_tick;
  }
  if (datagrams || !is_key) {
    packets.poses =
        shared ? frame.compact(datagrams) : make_packets(encoder_.messages(pose_limit(datagrams)));
  }
  return packets;
}

Packet PoseStream::telemetry(const EncodedFrame& frame, bool all_of_it) const {
  const std::uint32_t every = subscription_.telemetry_every_nth;
  return every == 0 || frames_ % every != 0 ? nullptr : frame.telemetry(subscription_.contacts, all_of_it);
}

std::vector<stream::BodyState> PoseStream::select(const EncodedFrame& frame) const {
  const auto all = frame.bodies();
  std::optional<control::Point> centre;
  if (subscription_.distance > 0) {
    if (subscription_.around_body && *subscription_.around_body < all.size()) {
      centre = all[*subscription_.around_body].position();
    } else if (subscription_.around_point) {
      centre = *subscription_.around_point;
    }
  }
  const auto& wanted = subscription_.bodies;
  std::vector<stream::BodyState> selected;
  for (const stream::BodyState& body : all) {
    if (!wanted.empty() && !std::ranges::binary_search(wanted, body.id())) continue;
    if (centre &&
        squared_distance(*centre, body.position()) > subscription_.distance * subscription_.distance) {
      continue;
    }
    selected.push_back(body);
  }
  return selected;
}

}  // namespace drawbar::server
