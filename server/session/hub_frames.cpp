// The meeting place: frames go out, and what they show for the first time is announced.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "server/session/hub.h"

namespace drawbar::server {

void Hub::take_frame(const FrameSlot& slot) {
  if (slot.begins_scene) begin_scene(slot.branch);
  newest_ = &slot;
  stamp_ = stamp_of(slot, scene_.period());
  loop_.flush();
  std::vector<std::unique_ptr<RestorePoint>> finished;  // sinks still read it through the slot
  while (!acknowledgements_.empty() && acknowledgements_.front().request_number <= slot.requests_taken) {
    Acknowledgement acknowledgement = std::move(acknowledgements_.front());
    acknowledgements_.pop_front();
    acknowledge(acknowledgement);
    finished.push_back(std::move(acknowledgement.restore));
  }
  announce_what_frame_shows(slot);

  SessionFigures figures;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) figures.holders.push_back(channels_.holder(i));
  figures.clients = static_cast<std::uint32_t>(connected_sessions());
  EncodedFrame frame(slot, scene_.world, scene_.period(), figures);
  if (slot.newest &&
      std::ranges::any_of(sessions_, [](const auto& entry) { return entry.second.stream.compact(); })) {
    compact_.take(frame.stamp(), frame.bodies());
    frame.set_compact(compact_);
  }
  if (options_.replay == nullptr) history_.take(slot, frame.state_hash());
  on_frame(frame);
  for (FrameSink* sink : sinks_) sink->on_frame(frame);
}

void Hub::on_frame(const EncodedFrame& frame) {
  if (!frame.slot().newest) return;
  newest_poses_ = frame.poses();
  newest_telemetry_ = frame.telemetry(false);
  for (auto& [id, session] : sessions_) {
    session.stream.next_frame();
    if (!session.connection) continue;
    if (!session.stream.over_udp()) {
      const PosePackets packets = session.stream.poses(frame, false);
      for (const Packet& packet : packets.keys) session.connection->send(packet, Traffic::reliable);
      for (const Packet& packet : packets.poses) session.connection->send(packet, Traffic::newest);
    }
    if (const Packet packet = session.stream.telemetry(frame))
      session.connection->send(packet, Traffic::newest);
  }
}

void Hub::announce_what_frame_shows(const FrameSlot& slot) {
  if (slot.timing.misses != misses_told_) {
    misses_told_ = slot.timing.misses;
    announce(stream::EventKind::Overrun, kNobody, "a frame was published after its slot had ended", {},
             static_cast<double>(misses_told_));
  }
  if (slot.timing.slips != slips_told_) {
    const std::uint64_t slipped = slot.timing.slips - slips_told_;
    slips_told_ = slot.timing.slips;
    spdlog::warn("tick {}: the schedule moved on by {} periods (the loop was held up); {} so far", slot.tick,
                 slipped, slips_told_);
    announce(stream::EventKind::Slip, kNobody, "the schedule moved on by whole periods", {},
             static_cast<double>(slipped));
  }
  if (slot.computed && !slot.replay && slot.substeps != substeps_told_) {
    substeps_told_ = slot.substeps;
    spdlog::warn("frame {}: the governor chose {} substeps", slot.state.frame, slot.substeps);
    announce(stream::EventKind::SubstepsChanged, kNobody, "the governor chose another number of substeps", {},
             slot.substeps);
  }
  if (slot.replay_ended) announce(stream::EventKind::ReplayEnded, kNobody, "the recording ends here");
  for (std::uint32_t i = 0; i < slot.state.joints.size(); ++i) {
    const bool broken = slot.state.joints[i].broken;
    if (broken && !broken_told_[i]) {
      announce(stream::EventKind::JointBroke, kNobody, scene_.world.joints[i].name + " broke", {i});
    }
    broken_told_[i] = broken;
  }
  announce_overlaps(slot.state.overlaps);
}

void Hub::announce_overlaps(std::vector<physics::OverlapReading> overlaps) {
  for (physics::OverlapReading& o : overlaps) o.body = machines_[o.body];
  const auto order = [](const physics::OverlapReading& a, const physics::OverlapReading& b) {
    return std::tie(a.sensor_body, a.sensor_shape, a.body) < std::tie(b.sensor_body, b.sensor_shape, b.body);
  };
  std::ranges::sort(overlaps, order);
  // What the first list has and the second has not.
  const auto announce_missing = [&](const auto& in, const auto& from, stream::EventKind kind,
                                    const char* happened) {
    for (auto o = in.begin(); o != in.end(); o = std::upper_bound(o, in.end(), *o, order)) {
      if (std::binary_search(from.begin(), from.end(), *o, order)) continue;
      const std::vector<physics::BodyConfig>& bodies = scene_.world.bodies;
      announce(kind, kNobody, bodies[o->body].name + happened + bodies[o->sensor_body].name,
               {o->sensor_body, o->sensor_shape, o->body});
    }
  };
  announce_missing(overlaps_told_, overlaps, stream::EventKind::SensorLeft, " left ");
  announce_missing(overlaps, overlaps_told_, stream::EventKind::SensorEntered, " entered ");
  overlaps_told_ = std::move(overlaps);
}

}  // namespace drawbar::server
