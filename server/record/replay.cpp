// A recording opened for replay: its scenes, its frames, and each frame as it was.
#include "server/record/replay.h"

#include <spdlog/spdlog.h>

#include <utility>
#include <variant>

#include "scenes/record/frame_tables.h"
#include "server/scene/scene_source.h"

namespace drawbar::server {

namespace {

constexpr protocol::ItemFilter kShown{
    .simulation = false, .snapshots = false, .poses = true, .telemetry = true, .events = true};
/// So many positions ahead are read through; more are jumped over.
constexpr std::size_t kMostPassed = 100;
/// What belongs to a frame is recorded no later than so after it (ns); behind that it is lost.
constexpr std::uint64_t kLongestFrame = 10'000'000'000;

/// The walk that finds what a replay can show.
struct Survey {
  ReplayIndex::Contents contents;

  Result<void> take(record::BuildIdentityT& build, std::uint64_t) {
    contents.build = std::move(build);
    return {};
  }
  Result<void> take(record::SceneRecordT& recorded, std::uint64_t) {
    auto scene = read_recorded_scene(std::as_bytes(std::span(recorded.scene)), contents.path);
    if (!scene) return tl::unexpected(scene.error());
    scene->first_branch = recorded.branch;
    if (!contents.scenes.empty() && contents.scenes.back().first_branch >= recorded.branch)
      return fail(ErrorKind::wrong, contents.path + ": its scenes do not follow each other");
    contents.scenes.push_back(std::move(*scene));
    return {};
  }
  Result<void> take(record::ExerciseRecordT& recorded, std::uint64_t) {
    if (contents.scenes.empty() || contents.scenes.back().first_branch != recorded.branch)
      return fail(ErrorKind::wrong, contents.path + ": its exercise does not follow its scene");
    return read_recorded_exercise(recorded, contents.path, contents.scenes.back());
  }
  Result<void> take(record::BranchT& begun, std::uint64_t) {
    ReplayIndex::Branch& branch = contents.branches[begun.branch];
    branch.cause = begun.cause;
    const bool takes_over =
        begun.cause == record::BranchCause::Restore || begun.cause == record::BranchCause::Rewind;
    branch.parent = takes_over && begun.parent_branch < begun.branch ? begun.parent_branch : begun.branch;
    branch.parent_frame = begun.parent_frame;
    if (begun.origin != nullptr) branch.origin = *begun.origin;
    return {};
  }
  Result<void> take(record::FrameHashT& frame, std::uint64_t time) {
    // Behind damage there may be frames of a branch whose begin is lost.
    const auto [found, begin_lost] = contents.branches.try_emplace(frame.branch);
    ReplayIndex::Branch& branch = found->second;
    if (begin_lost) branch.parent = frame.branch;
    if (branch.frames == 0) branch.first = frame.frame;
    branch.last = frame.frame;
    ++branch.frames;
    contents.frames.push_back({frame.branch, frame.frame, frame.tick, frame.hash, time});
    return {};
  }
  Result<void> take(stream::EventT& event, std::uint64_t) {
    if (event.kind == stream::EventKind::Joined) contents.sessions[event.session] = event.name;
    if (event.kind == stream::EventKind::Bookmark) contents.bookmarks.push_back(std::move(event));
    return {};
  }
  Result<void> take(protocol::RecordingGap& gap, std::uint64_t) {
    spdlog::warn("{}: {:.1f} s are missing there; the replay passes over them", gap.text, gap.seconds());
    return {};
  }
  template <class Other>
  Result<void> take(Other&, std::uint64_t) {
    return {};
  }
};

}  // namespace

Result<Replay> Replay::open(const std::string& path) {
  auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  if (!record->complete()) spdlog::warn("{}", record->container().note());
  Survey survey;
  survey.contents.path = path;
  auto cursor = record->items(
      {.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = true});
  while (true) {
    auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) break;
    const auto taken = std::visit([&](auto& body) { return survey.take(body, cursor.time()); }, **item);
    if (!taken) return tl::unexpected(taken.error());
  }
  if (survey.contents.scenes.empty())
    return fail(ErrorKind::wrong, path + ": no scene in it: not a drawbar recording, or cut off at once");
  if (survey.contents.frames.empty())
    return fail(ErrorKind::wrong, path + ": no frame in it: nothing to replay");
  return Replay(std::move(*record), ReplayIndex(std::move(survey.contents)));
}

Replay::Replay(protocol::SessionRecord record, ReplayIndex index)
    : record_(std::move(record)), index_(std::move(index)), sizes_(index_.scenes().size()) {}

void Replay::fit(FrameSlot& slot, std::size_t scene) {
  if (slot.replay_scene == scene) return;
  if (!sizes_[scene]) sizes_[scene].emplace(scenes::Simulation(index_.scenes()[scene].world));
  const FrameSlot& size = *sizes_[scene];
  slot.state = size.state;
  slot.inputs = size.inputs;
  slot.control_sequences = size.control_sequences;
  slot.replay_scene = scene;
}

Result<void> Replay::read(std::size_t position, FrameSlot& slot) {
  const auto& wanted = index_.at(position);
  fit(slot, index_.scene_of(wanted.branch));
  slot.branch = wanted.branch;
  const bool from_the_begin = position == 0;
  const bool jumps = !cursor_ || position < next_position_ || position > next_position_ + kMostPassed;
  if (from_the_begin) {
    cursor_ = record_.items(kShown);
  } else if (jumps) {
    cursor_ = record_.items_from(wanted.time, kShown);
  }
  next_position_ = position + 1;
  slot.recorded_events.clear();
  slot.recorded_holders.clear();
  const auto is_wanted = [&wanted](const stream::FrameStamp& stamp) {
    return stamp.branch() == wanted.branch && stamp.frame() == wanted.frame;
  };
  bool has_poses = false;
  while (true) {
    auto item = cursor_->next();
    if (!item) return tl::unexpected(item.error());
    if (!*item || cursor_->time() > wanted.time + kLongestFrame) break;
    if (const auto* frame = std::get_if<stream::FrameT>(&**item);
        frame != nullptr && is_wanted(*frame->stamp)) {
      fill(*frame, slot);
      has_poses = true;
    }
    if (auto* event = std::get_if<stream::EventT>(&**item);
        event != nullptr && (from_the_begin || !jumps || is_wanted(*event->stamp))) {
      slot.recorded_events.push_back(std::move(*event));
    }
    // Telemetry follows the poses of its frame.
    if (const auto* telemetry = std::get_if<stream::TelemetryT>(&**item);
        telemetry != nullptr && has_poses && is_wanted(*telemetry->stamp)) {
      fill(*telemetry, slot);
      return {};
    }
  }
  cursor_.reset();
  if (has_poses) return {};
  return fail(ErrorKind::wrong, "branch " + std::to_string(wanted.branch) + ", frame " +
                                    std::to_string(wanted.frame) + ": no poses recorded");
}

void Replay::fill(const stream::FrameT& frame, FrameSlot& slot) const {
  scenes::take(frame, slot.state);
}

void Replay::fill(const stream::TelemetryT& telemetry, FrameSlot& slot) const {
  scenes::take(telemetry, index_.scenes()[slot.replay_scene].world, slot.state);
  if (telemetry.control_sequences.size() == slot.control_sequences.size()) {
    slot.control_sequences = telemetry.control_sequences;
  }
  if (telemetry.holders.size() == slot.control_sequences.size()) slot.recorded_holders = telemetry.holders;
  slot.substeps = static_cast<int>(telemetry.substeps);
}

}  // namespace drawbar::server
