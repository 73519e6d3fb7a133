#include "scenes/record/session_writer.h"

#include <cmath>
#include <filesystem>
#include <utility>

#include "protocol/byte_io.h"

namespace drawbar::scenes {

namespace {

std::vector<std::uint8_t> bytes_of(protocol::BytesView view) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(view.data());
  return {bytes, bytes + view.size()};
}

Result<protocol::SessionRecorder> begin(std::unique_ptr<protocol::ByteSink> file,
                                        SessionWriter::Options options, const record::SceneRecordT& scene) {
  protocol::SessionRecorder::Options recording;
  recording.sync_chunks = options.sync_chunks;
  recording.utc_offset_ns = options.utc_offset_ns;
  recording.build = std::move(options.build);
  auto recorder = protocol::SessionRecorder::create(std::move(file), std::move(recording));
  if (!recorder) return recorder;
  auto begun = recorder->record_scene(scene, options.monotonic_ns);
  if (begun) begun = recorder->flush();
  if (!begun) return tl::unexpected(begun.error());
  return recorder;
}

}  // namespace

record::SceneRecordT scene_record(std::string name, std::string path, protocol::BytesView normalised,
                                  const physics::WorldConfig& config, std::uint32_t branch) {
  constexpr double kNanoseconds = 1e9;
  record::SceneRecordT result;
  result.branch = branch;
  result.name = std::move(name);
  result.path = std::move(path);
  result.scene = bytes_of(normalised);
  result.period_ns = static_cast<std::uint64_t>(std::llround(config.period * kNanoseconds));
  result.substeps = static_cast<std::uint32_t>(config.substeps);
  return result;
}

std::unique_ptr<record::BranchT> branch_record(record::BranchCause cause, std::uint32_t branch,
                                               std::uint64_t frame, protocol::BytesView state) {
  auto result = std::make_unique<record::BranchT>();
  result->branch = branch;
  result->cause = cause;
  result->frame = frame;
  result->state = bytes_of(state);
  return result;
}

Result<SessionWriter> SessionWriter::create(Options options, const record::SceneRecordT& scene) {
  const std::string path = options.path;
  std::error_code ignored;
  if (!options.overwrite && std::filesystem::exists(path, ignored)) {
    return fail(ErrorKind::environment, "--record " + path + ": exists already; --force overwrites it");
  }
  auto file = protocol::create_file(path, options.overwrite);
  if (!file) return tl::unexpected(file.error());
  auto recorder = begin(std::move(*file), std::move(options), scene);
  if (!recorder) {
    // A device stays, whoever overwrites it.
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
    return tl::unexpected(recorder.error());
  }
  return SessionWriter(std::move(*recorder));
}

Result<void> SessionWriter::write(const record::SceneRecordT& scene, std::uint64_t monotonic_ns) {
  return recorder_.record_scene(scene, monotonic_ns);
}

Result<void> SessionWriter::write(const record::ExerciseRecordT& exercise, std::uint64_t monotonic_ns) {
  return recorder_.record_exercise(exercise, monotonic_ns);
}

Result<void> SessionWriter::write(const FrameRecord& frame) {
  const std::uint64_t time = frame.stamp.monotonic_ns();
  Result<void> written;
  if (frame.branch) written = recorder_.record_branch(*frame.branch, time);
  std::uint32_t order = 0;
  for (const WorldInput& input : frame.inputs) {
    if (!written) return written;
    written =
        recorder_.record_input(to_record(input, frame.stamp.branch(), frame.stamp.frame(), order++), time);
  }
  if (written && frame.computed) written = recorder_.record_frame(frame.stamp, frame.hash, frame.bodies);
  if (written && !frame.snapshot.empty()) written = recorder_.record_snapshot(frame.stamp, frame.snapshot);
  if (written) written = recorder_.record_telemetry(frame.telemetry);
  return written;
}

Result<void> SessionWriter::write(const stream::EventT& event) {
  return recorder_.record_event(event);
}

}  // namespace drawbar::scenes
