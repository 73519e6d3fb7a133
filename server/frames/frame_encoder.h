// One frame in the forms that sinks send, each encoded once, and only when someone wants it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/compact.h"
#include "protocol/encode.h"
#include "server/frames/packet.h"
#include "server/loop/frame_slot.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

inline constexpr std::uint32_t kFlagFrozen = 1;
inline constexpr std::uint32_t kFlagReplay = 2;

stream::FrameStamp stamp_of(const FrameSlot& slot, Nanoseconds period);

/// What telemetry says beside the frame itself.
struct SessionFigures {
  std::vector<std::uint32_t> holders;  ///< by channel
  std::uint32_t clients = 0;
  float image_delay = 0;  ///< s from a console's control to an image that shows it; 0: none measured
};

/// Largest message of poses: a datagram's, or a connection's.
std::size_t pose_limit(bool datagrams);

std::vector<Packet> make_packets(std::vector<protocol::Bytes> messages);

/// Lives for the fan-out of one frame; views its slot.
class EncodedFrame {
 public:
  EncodedFrame(const FrameSlot& slot, const physics::WorldConfig& scene, Nanoseconds period,
               const SessionFigures& figures);

  const FrameSlot& slot() const { return slot_; }
  const stream::FrameStamp& stamp() const { return stamp_; }
  std::span<const stream::BodyState> bodies() const { return bodies_; }

  /// XXH3-64 of the state after the frame; 0 in a replay, which has no state.
  std::uint64_t state_hash() const;

  /// An encoder that has taken this frame with every body.
  void set_compact(const protocol::CompactEncoder& encoder) { compact_ = &encoder; }
  /// Tick of the key that the compact messages differ from. Only after set_compact().
  std::uint64_t compact_key_tick() const { return compact_->key_tick(); }
  /// Compact poses of every body for a connection or as datagrams; their key for a connection.
  const std::vector<Packet>& compact(bool datagrams) const;
  const std::vector<Packet>& compact_key() const;

  /// Plain poses of every body.
  const Packet& poses() const;
  const std::vector<Packet>& pose_datagrams() const;
  /// `all_of_it`: for instructors; others are not told what is broken.
  const Packet& telemetry(bool with_contacts, bool all_of_it) const;
  /// The telemetry not yet encoded, all of it.
  stream::TelemetryT describe(bool with_contacts) const;

 private:
  const FrameSlot& slot_;
  const physics::WorldConfig& scene_;
  const SessionFigures& figures_;
  stream::FrameStamp stamp_;
  std::vector<stream::BodyState> bodies_;
  mutable std::optional<std::uint64_t> hash_;
  mutable Packet poses_;
  mutable std::vector<Packet> datagrams_;
  mutable Packet telemetry_[2][2];
  const protocol::CompactEncoder* compact_ = nullptr;
  mutable std::vector<Packet> compact_packets_[2];
  mutable std::vector<Packet> compact_key_packets_;
};

/// Takes every frame and every event, in order, on the network thread, and never waits. A new protocol is a
/// new sink.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void on_frame(const EncodedFrame& frame) = 0;
  /// Whether it would rather wait: frames that nothing hurries are held back then.
  virtual bool behind() const { return false; }
  /// Another scene runs from the next frame on.
  virtual void on_scene(const ServedScene&) {}
  /// `packet` is the event as a ServerMessage.
  virtual void on_event(const stream::EventT& event, const Packet& packet) = 0;
};

}  // namespace drawbar::server
