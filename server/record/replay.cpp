// A recording opened for replay: its scene, its frames, and each frame as it was.
#include "server/record/replay.h"

#include <spdlog/spdlog.h>

#include <variant>

#include "scenes/record/frame_tables.h"
#include "server/scene/scene_source.h"

namespace drawbar::server {

namespace {

constexpr protocol::ItemFilter kShown{
    .simulation = false, .snapshots = false, .poses = true, .telemetry = true, .events = false};

}  // namespace

Result<Replay> Replay::open(const std::string& path) {
  auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  std::optional<record::SceneRecordT> first_scene;
  std::optional<std::uint32_t> second_scene;
  ReplayIndex::Parents parents;
  auto cursor = record->items(
      {.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = false});
  while (!second_scene) {
    auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) break;
    if (auto* scene = std::get_if<record::SceneRecordT>(&**item)) {
      if (first_scene) {
        second_scene = scene->branch;
      } else {
        first_scene = std::move(*scene);
      }
    } else if (const auto* branch = std::get_if<record::BranchT>(&**item);
               branch != nullptr && branch->parent_branch < branch->branch &&
               (branch->cause == record::BranchCause::Restore ||
                branch->cause == record::BranchCause::Rewind)) {
      parents[branch->branch] = branch->parent_branch;
    }
  }
  if (!first_scene)
    return fail(ErrorKind::wrong, path + ": no scene in it: not a drawbar recording, or cut off at once");
  auto scene = read_recorded_scene(std::as_bytes(std::span(first_scene->scene)), path);
  if (!scene) return tl::unexpected(scene.error());
  scene->first_branch = first_scene->branch;
  auto frames = record->frames();
  if (!frames) return tl::unexpected(frames.error());
  // One replay shows one scene: what follows another scene's begin is left out.
  if (second_scene) {
    spdlog::warn("{}: another scene was loaded at branch {}; the replay shows what came before", path,
                 *second_scene);
    std::erase_if(*frames, [&](const auto& entry) { return entry.branch >= *second_scene; });
  }
  if (frames->empty()) return fail(ErrorKind::wrong, path + ": no frame in it: nothing to replay");
  ReplayIndex index(std::move(*frames), scene->world.period, std::move(parents));
  return Replay(std::move(*record), std::move(*scene), std::move(index));
}

Replay::Replay(protocol::SessionRecord record, ServedScene scene, ReplayIndex index)
    : record_(std::move(record)), scene_(std::move(scene)), index_(std::move(index)) {}

Result<void> Replay::read(std::size_t position, FrameSlot& slot) {
  const auto& wanted = index_.at(position);
  if (!cursor_ || position < next_position_ || position > next_position_ + 100) {
    cursor_ = record_.items_from(wanted.time, kShown);
  }
  next_position_ = position + 1;
  const auto is_wanted = [&wanted](const stream::FrameStamp& stamp) {
    return stamp.branch() == wanted.branch && stamp.frame() == wanted.frame;
  };
  bool has_poses = false;
  while (true) {
    auto item = cursor_->next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) break;
    if (const auto* frame = std::get_if<stream::FrameT>(&**item);
        frame != nullptr && is_wanted(*frame->stamp)) {
      fill(*frame, slot);
      has_poses = true;
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
  slot.branch = frame.stamp->branch();
  scenes::take(frame, slot.state);
}

void Replay::fill(const stream::TelemetryT& telemetry, FrameSlot& slot) const {
  scenes::take(telemetry, scene_.world, slot.state);
  if (telemetry.control_sequences.size() == slot.control_sequences.size()) {
    slot.control_sequences = telemetry.control_sequences;
  }
  slot.substeps = static_cast<int>(telemetry.substeps);
}

}  // namespace drawbar::server
