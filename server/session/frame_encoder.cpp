// One frame in the forms that sinks send, each encoded once, and only when someone wants it.
#include "server/session/frame_encoder.h"

#include "protocol/framing.h"
#include "protocol/state_hash.h"

namespace drawbar::server {

namespace {

control::Point point_of(const physics::Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

stream::Vec3f vec3f_of(const physics::Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

stream::Quaternionf quaternionf_of(const physics::Quat& q) {
  return {static_cast<float>(q.w()), static_cast<float>(q.x()), static_cast<float>(q.y()),
          static_cast<float>(q.z())};
}

}  // namespace

std::size_t pose_limit(bool datagrams) {
  return datagrams ? protocol::kDatagramLimit : protocol::kServerMessageLimit;
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
    : slot_(slot), scene_(scene), figures_(figures), stamp_(stamp_of(slot, period)) {
  bodies_.reserve(slot.state.bodies.size());
  for (std::uint32_t i = 0; i < slot.state.bodies.size(); ++i) {
    const physics::BodyReading& body = slot.state.bodies[i];
    bodies_.emplace_back(point_of(body.position), quaternionf_of(body.orientation),
                         vec3f_of(body.linear_velocity), vec3f_of(body.angular_velocity), i, 0U);
  }
}

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

const Packet& EncodedFrame::telemetry(bool with_contacts) const {
  Packet& packet = telemetry_[with_contacts ? 1 : 0];
  if (!packet) packet = make_packet(protocol::encode_server(describe(with_contacts)));
  return packet;
}

stream::TelemetryT EncodedFrame::describe(bool with_contacts) const {
  stream::TelemetryT telemetry;
  telemetry.stamp = std::make_unique<stream::FrameStamp>(stamp_);
  const physics::FrameState& state = slot_.state;
  for (std::size_t i = 0; i < state.joints.size(); ++i) {
    const physics::JointReading& joint = state.joints[i];
    const auto axes = static_cast<std::size_t>(physics::free_axis_count(scene_.joints[i].type));
    for (std::size_t axis = 0; axis < axes; ++axis) {
      telemetry.joint_positions.push_back(joint.position[axis]);
      telemetry.joint_velocities.push_back(joint.velocity[axis]);
    }
    telemetry.joint_errors.push_back(static_cast<float>(joint.error));
    telemetry.joint_angle_errors.push_back(static_cast<float>(joint.angle_error));
    telemetry.joint_broken.push_back(joint.broken);
  }
  for (const physics::DriveReading& drive : state.drives) {
    const auto fault = drive.enabled ? control::FaultKind::Ok : control::FaultKind::Off;
    telemetry.drives.emplace_back(static_cast<float>(drive.current), static_cast<float>(drive.voltage),
                                  static_cast<float>(drive.torque), static_cast<float>(drive.temperature),
                                  static_cast<std::uint32_t>(fault));
  }
  for (const physics::WheelReading& wheel : state.wheels) {
    telemetry.wheels.emplace_back(static_cast<float>(wheel.load),
                                  static_cast<float>(wheel.longitudinal_force),
                                  static_cast<float>(wheel.lateral_force), static_cast<float>(wheel.slip),
                                  static_cast<float>(wheel.slip_angle));
  }
  for (const physics::OverlapReading& overlap : state.overlaps) {
    telemetry.overlaps.emplace_back(overlap.sensor_body, overlap.sensor_shape, overlap.body);
  }
  telemetry.controls = state.controls;
  telemetry.control_sequences = slot_.control_sequences;
  telemetry.holders = figures_.holders;
  telemetry.contact_count = static_cast<std::uint32_t>(state.contacts.size());
  if (with_contacts) {
    for (const physics::ContactReading& contact : state.contacts) {
      telemetry.contacts.emplace_back(point_of(contact.position), vec3f_of(contact.force), contact.body_a,
                                      contact.body_b, 0U);
    }
  }
  telemetry.energy_kinetic = state.energy.kinetic;
  telemetry.energy_potential = state.energy.potential;
  telemetry.substeps = static_cast<std::uint32_t>(slot_.substeps);
  telemetry.speed = slot_.speed;
  telemetry.compute_ns = static_cast<std::uint64_t>(slot_.timing.compute);
  telemetry.lateness_ns = static_cast<std::uint64_t>(slot_.timing.woken - slot_.timing.slot_start);
  telemetry.misses = slot_.timing.misses;
  telemetry.slips = slot_.timing.slips;
  telemetry.clients = figures_.clients;
  return telemetry;
}

}  // namespace drawbar::server
