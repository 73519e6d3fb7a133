// What frames show for the first time is announced.
#include "server/session/frame_announcer.h"

#include <spdlog/spdlog.h>

#include <utility>

namespace drawbar::server {

FrameAnnouncer::FrameAnnouncer(const Present& present, Messenger& messenger)
    : present_(present),
      messenger_(messenger),
      substeps_told_(present.scene.world.substeps),
      world_events_(present.scene.world) {}

void FrameAnnouncer::begin_scene() {
  substeps_told_ = present_.scene.world.substeps;
  world_events_ = scenes::WorldEvents(present_.scene.world);
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
  for (scenes::WorldEvent& event : world_events_.take(slot.state)) {
    messenger_.announce(event.kind, kNobody, event.text, std::move(event.ids));
  }
}

}  // namespace drawbar::server
