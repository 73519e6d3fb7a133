// One frame in the forms that sinks send, each encoded once, and only when someone wants it.
#include "server/frames/frame_encoder.h"

#include <utility>

#include "protocol/framing.h"
#include "protocol/state_hash.h"
#include "scenes/record/frame_tables.h"

namespace drawbar::server {

std::size_t pose_limit(bool datagrams) {
  return datagrams ? protocol::kDatagramMessageLimit : protocol::kServerMessageLimit;
}

std::vector<Packet> make_packets(std::vector<protocol::Bytes> messages) {
  std::vector<Packet> packets;
  for (protocol::Bytes& message : messages) packets.push_back(make_packet(std::move(message)));
  return packets;
}

stream::FrameStamp stamp_of(const FrameSlot& slot, Nanoseconds period) {
  const std::uint32_t flags = (slot.frozen ? kFlagFrozen : 0U) | (slot.replay ? kFlagReplay : 0U);
  return {slot.tick,       slot.state.frame,
          slot.state.time, static_cast<std::uint64_t>(slot.timing.slot_start + period),
          slot.branch,     flags};
}

EncodedFrame::EncodedFrame(const FrameSlot& slot, const physics::WorldConfig& scene, Nanoseconds period,
                           const SessionFigures& figures)
    : slot_(slot),
      scene_(scene),
      figures_(figures),
      stamp_(stamp_of(slot, period)),
      bodies_(scenes::body_states(slot.state)) {}

std::uint64_t EncodedFrame::state_hash() const {
  if (!hash_) hash_ = slot_.saved_state.empty() ? 0 : protocol::state_hash(slot_.saved_state);
  return *hash_;
}

const Packet& EncodedFrame::poses() const {
  if (!poses_) poses_ = make_packet(protocol::encode_frame(stamp_, bodies_));
  return poses_;
}

const std::vector<Packet>& EncodedFrame::pose_datagrams() const {
  if (datagrams_.empty()) {
    datagrams_ = make_packets(protocol::encode_frame_datagrams(stamp_, bodies_));
  }
  return datagrams_;
}

const std::vector<Packet>& EncodedFrame::compact(bool datagrams) const {
  std::vector<Packet>& packets = compact_packets_[datagrams ? 1 : 0];
  if (packets.empty()) packets = make_packets(compact_->messages(pose_limit(datagrams)));
  return packets;
}

const std::vector<Packet>& EncodedFrame::compact_key() const {
  if (compact_key_packets_.empty()) {
    compact_key_packets_ = make_packets(compact_->key_messages(pose_limit(false)));
  }
  return compact_key_packets_;
}

const Packet& EncodedFrame::telemetry(bool with_contacts, bool all_of_it) const {
  Packet& packet = telemetry_[with_contacts ? 1 : 0][all_of_it ? 1 : 0];
  if (packet) return packet;
  stream::TelemetryT telemetry = describe(with_contacts);
  if (!all_of_it) scenes::hide_malfunctions(scene_, telemetry);
  packet = make_packet(protocol::encode_server(std::move(telemetry)));
  return packet;
}

stream::TelemetryT EncodedFrame::describe(bool with_contacts) const {
  // Of a recording only the number of contacts is known.
  stream::TelemetryT telemetry = scenes::telemetry_of(slot_.state, scene_, with_contacts && !slot_.replay);
  telemetry.stamp = std::make_unique<stream::FrameStamp>(stamp_);
  telemetry.control_sequences = slot_.control_sequences;
  telemetry.holders = figures_.holders;
  telemetry.substeps = static_cast<std::uint32_t>(slot_.substeps);
  telemetry.speed = slot_.speed;
  telemetry.compute_ns = static_cast<std::uint64_t>(slot_.timing.compute);
  telemetry.lateness_ns = static_cast<std::uint64_t>(slot_.timing.woken - slot_.timing.slot_start);
  telemetry.misses = slot_.timing.misses;
  telemetry.slips = slot_.timing.slips;
  telemetry.clients = figures_.clients;
  telemetry.image_delay = figures_.image_delay;
  return telemetry;
}

}  // namespace drawbar::server
