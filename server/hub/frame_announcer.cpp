// What frames show for the first time is announced.
#include "server/hub/frame_announcer.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "scenes/exercise/exercise_events.h"

namespace drawbar::server {

namespace {

/// Of a recording's events, what a replay tells again. The others are about connections, clocks and the
/// playback of a server that is gone, or are seen in the frames themselves, also after a jump.
bool is_told_again(stream::EventKind kind) {
  using enum stream::EventKind;
  switch (kind) {
    case Joined:
    case Left:
    case ClientDropped:
    case ShuttingDown:
    case RecordingFailed:
    case DiskLow:
    case ClockStepped:
    case Overrun:
    case Slip:
    case Frozen:
    case Running:
    case Stepped:
    case SpeedChanged:
    case Sought:
    case ReplayEnded:
    case JointBroke:
    case SensorEntered:
    case SensorLeft:
      return false;
    default:
      return true;
  }
}

}  // namespace

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
  tell_again(slot);
  for (const scenes::WorldEvent& event : world_events_.take(slot.state)) {
    if (event.kind == stream::EventKind::MotionDiverged)
      spdlog::error("frame {}: {}", slot.state.frame, event.text);
    tell(event);
  }
  const auto& exercise = present_.scene.exercise;
  if (exercise == nullptr || slot.replay || !slot.computed) return;
  for (const scenes::WorldEvent& event :
       scenes::exercise_events(*exercise, slot.inputs.list(), slot.observed)) {
    tell(event);
  }
}

void FrameAnnouncer::tell(const scenes::WorldEvent& told) {
  stream::EventT event = messenger_.make_event(told.kind, kNobody, told.text, told.ids, told.value);
  event.text_ru = told.text_ru;
  messenger_.announce(std::move(event));
}

void FrameAnnouncer::tell_again(const FrameSlot& slot) {
  for (const stream::EventT& recorded : slot.recorded_events) {
    if (!is_told_again(recorded.kind)) continue;
    stream::EventT event;
    event.kind = recorded.kind;
    event.session = recorded.session;
    event.name = recorded.name;
    event.text = recorded.text;
    event.ids = recorded.ids;
    event.value = recorded.value;
    event.text_ru = recorded.text_ru;
    event.recorded = true;
    messenger_.announce(std::move(event));
  }
}

}  // namespace drawbar::server
