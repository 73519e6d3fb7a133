// What frames show for the first time is announced.
#include "server/session/frame_announcer.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "server/frames/machines.h"

namespace drawbar::server {

FrameAnnouncer::FrameAnnouncer(const Present& present, Messenger& messenger)
    : present_(present), messenger_(messenger) {
  begin_scene();
}

void FrameAnnouncer::begin_scene() {
  substeps_told_ = present_.scene.world.substeps;
  broken_told_.assign(present_.scene.world.joints.size(), false);
  overlaps_told_.clear();
  machines_ = machines_of(present_.scene.world);
}

void FrameAnnouncer::take(const FrameSlot& slot) {
  if (slot.timing.misses != misses_told_) {
    misses_told_ = slot.timing.misses;
    messenger_.announce(stream::EventKind::Overrun, kNobody, "a frame was published after its slot had ended",
                        {}, static_cast<double>(misses_told_));
  }
  if (slot.timing.slips != slips_told_) {
    const std::uint64_t slipped = slot.timing.slips - slips_told_;
    slips_told_ = slot.timing.slips;
    spdlog::warn("tick {}: the schedule moved on by {} periods (the loop was held up); {} so far", slot.tick,
                 slipped, slips_told_);
    messenger_.announce(stream::EventKind::Slip, kNobody, "the schedule moved on by whole periods", {},
                        static_cast<double>(slipped));
  }
  if (slot.computed && !slot.replay && slot.substeps != substeps_told_) {
    substeps_told_ = slot.substeps;
    spdlog::warn("frame {}: the governor chose {} substeps", slot.state.frame, slot.substeps);
    messenger_.announce(stream::EventKind::SubstepsChanged, kNobody,
                        "the governor chose another number of substeps", {}, slot.substeps);
  }
  if (slot.replay_ended)
    messenger_.announce(stream::EventKind::ReplayEnded, kNobody, "the recording ends here");
  for (std::uint32_t i = 0; i < slot.state.joints.size(); ++i) {
    const bool broken = slot.state.joints[i].broken;
    if (broken && !broken_told_[i]) {
      messenger_.announce(stream::EventKind::JointBroke, kNobody,
                          present_.scene.world.joints[i].name + " broke", {i});
    }
    broken_told_[i] = broken;
  }
  announce_overlaps(slot.state.overlaps);
}

void FrameAnnouncer::announce_overlaps(std::vector<physics::OverlapReading> overlaps) {
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
      const std::vector<physics::BodyConfig>& bodies = present_.scene.world.bodies;
      messenger_.announce(kind, kNobody, bodies[o->body].name + happened + bodies[o->sensor_body].name,
                          {o->sensor_body, o->sensor_shape, o->body});
    }
  };
  announce_missing(overlaps_told_, overlaps, stream::EventKind::SensorLeft, " left ");
  announce_missing(overlaps, overlaps_told_, stream::EventKind::SensorEntered, " entered ");
  overlaps_told_ = std::move(overlaps);
}

}  // namespace drawbar::server
