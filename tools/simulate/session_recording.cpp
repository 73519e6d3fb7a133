#include "tools/simulate/session_recording.h"

#include <utility>

#include "scenes/exercise/exercise_events.h"
#include "scenes/record/build_identity.h"
#include "scenes/record/frame_tables.h"

namespace drawbar::tools {

namespace {

template <class Clock>
std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

}  // namespace

Result<SessionRecording> SessionRecording::create(const std::string& path, bool overwrite,
                                                  const scenes::LoadedScene& scene,
                                                  const std::string& scene_path,
                                                  const scenes::Exercise* exercise) {
  const record::SceneRecordT scene_record =
      scenes::scene_record(scene.scene.name, scene_path, scene.buffer, scene.world, 0);
  const std::int64_t monotonic = now_ns<std::chrono::steady_clock>();
  const std::int64_t utc = now_ns<std::chrono::system_clock>();
  scenes::SessionWriter::Options options;
  options.path = path;
  options.overwrite = overwrite;
  options.sync_chunks = false;
  options.utc_offset_ns = utc - monotonic;
  options.monotonic_ns = static_cast<std::uint64_t>(monotonic);
  options.build = scenes::build_identity("drawbar", static_cast<std::uint64_t>(utc));
  const std::uint64_t start = options.monotonic_ns;
  auto writer = scenes::SessionWriter::create(std::move(options), scene_record);
  if (!writer) return tl::unexpected(writer.error());
  std::optional<scenes::Exercise> kept;
  if (exercise != nullptr) {
    kept = *exercise;
    auto written = writer->write(scenes::exercise_record(*exercise, scene_path, 0), start);
    if (!written) return tl::unexpected(written.error());
  }
  return SessionRecording(std::move(*writer), scene.world, scene_record.period_ns, start, std::move(kept));
}

Result<void> SessionRecording::add(const physics::FrameState& shown, std::vector<std::byte> state,
                                   std::uint64_t hash, std::span<const scenes::WorldInput> inputs,
                                   int substeps, std::chrono::nanoseconds compute,
                                   std::span<const double> observed) {
  const std::uint64_t tick = shown.frame;
  scenes::FrameRecord frame;
  frame.stamp = {tick, shown.frame, shown.time, start_ns_ + (tick + 1) * period_ns_, 0, 0};
  frame.hash = hash;
  frame.computed = shown.frame > 0;
  if (!frame.computed) frame.branch = scenes::branch_record(record::BranchCause::Start, 0, 0, state);
  frame.inputs.assign(inputs.begin(), inputs.end());
  frame.bodies = scenes::body_states(shown);
  frame.telemetry = scenes::telemetry_of(shown, config_, false);
  frame.telemetry.stamp = std::make_unique<stream::FrameStamp>(frame.stamp);
  frame.telemetry.control_sequences.resize(config_.controls.size());
  frame.telemetry.holders.resize(config_.controls.size());
  frame.telemetry.substeps = static_cast<std::uint32_t>(substeps);
  frame.telemetry.compute_ns = static_cast<std::uint64_t>(compute.count());
  if (frame.computed && shown.frame % snapshot_frames_ == 0) frame.snapshot = std::move(state);
  if (auto written = write_events(events_.take(shown), frame.stamp); !written) return written;
  if (exercise_) {
    auto said = scenes::exercise_events(*exercise_, inputs, observed);
    if (auto written = write_events(std::move(said), frame.stamp); !written) return written;
  }
  return writer_.write(frame);
}

Result<void> SessionRecording::write_events(std::vector<scenes::WorldEvent> events,
                                            const stream::FrameStamp& stamp) {
  for (scenes::WorldEvent& told : events) {
    stream::EventT event;
    event.stamp = std::make_unique<stream::FrameStamp>(stamp);
    event.kind = told.kind;
    event.text = std::move(told.text);
    event.ids = std::move(told.ids);
    event.value = told.value;
    event.text_ru = std::move(told.text_ru);
    if (auto written = writer_.write(event); !written) return written;
  }
  return {};
}

}  // namespace drawbar::tools
