// What one session receives of each frame: its rate, its bodies, its encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/control_generated.h"
#include "server/frames/frame_encoder.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

/// What a frame gives to one session.
struct PosePackets {
  std::vector<Packet> keys;   ///< for the connection; must not be lost: the others differ from them
  std::vector<Packet> poses;  ///< for the connection or as datagrams; the newest matter
};

class PoseStream {
 public:
  /// Plain poses and telemetry of every frame, over the connection.
  PoseStream() = default;
  explicit PoseStream(control::SubscribeT subscription) : subscription_(std::move(subscription)) {}

  /// Another scene begins. Bodies chosen by id stay chosen where the bodies are the same, else those chosen
  /// by name that there still are; without any all come.
  void begin_scene(bool same_bodies, const BodyIds& ids);

  bool over_udp() const { return subscription_.udp; }
  bool udp_clear() const { return subscription_.udp_clear; }

  /// Counts the frame; then poses() and telemetry() tell what it gives.
  void next_frame() { ++frames_; }

  /// Of this frame.
  bool wants_ghost() const { return subscription_.ghost && frames_ % subscription_.every_nth == 0; }

  bool compact() const { return subscription_.encoding == control::PoseEncoding::Compact; }

  /// None where this frame is not of the rate asked for.
  PosePackets poses(const EncodedFrame& frame, bool datagrams);
  /// Null where this frame is not of the rate asked for.
  Packet telemetry(const EncodedFrame& frame, bool all_of_it) const;

 private:
  bool all_bodies() const { return subscription_.bodies.empty() && subscription_.distance <= 0; }
  std::vector<stream::BodyState> select(const EncodedFrame& frame) const;
  PosePackets compact_poses(const EncodedFrame& frame, bool datagrams);

  control::SubscribeT subscription_;
  std::uint64_t frames_ = 0;
  protocol::CompactEncoder encoder_;       ///< when it is not all bodies: its own
  std::optional<std::uint64_t> key_sent_;  ///< tick of the compact key it has
};

}  // namespace drawbar::server
