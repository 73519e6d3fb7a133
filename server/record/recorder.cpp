// The recorder: a sink that hands every frame and event to a thread of its own, which writes them to disk.
#include "server/record/recorder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

#include "protocol/byte_io.h"
#include "server/record/build_identity.h"

namespace drawbar::server {

namespace {

/// Jobs that may wait for a slow disk: about a minute.
constexpr std::size_t kMostJobs = 2'000;

record::SceneRecordT scene_record(const ServedScene& scene) {
  record::SceneRecordT result;
  result.branch = scene.first_branch;
  result.name = scene.name;
  result.path = scene.path;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(scene.normalised.data());
  result.scene.assign(bytes, bytes + scene.normalised.size());
  result.period_ns = static_cast<std::uint64_t>(scene.period());
  result.substeps = static_cast<std::uint32_t>(scene.world.substeps);
  return result;
}

std::unique_ptr<record::BranchT> branch_record(const FrameSlot& slot) {
  auto branch = std::make_unique<record::BranchT>();
  branch->branch = slot.branch;
  branch->frame = slot.state.frame;
  if (slot.restored != nullptr) {
    branch->cause = slot.restored->cause;
    branch->parent_branch = slot.restored->parent_branch;
    branch->parent_frame = slot.restored->parent_frame;
    branch->name = slot.restored->name;
  } else {
    branch->cause = slot.begins_scene ? record::BranchCause::Reload : record::BranchCause::Start;
  }
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(slot.saved_state.data());
  branch->state.assign(bytes, bytes + slot.saved_state.size());
  return branch;
}

/// With the scene on the disk before anybody joins: where it is full now, no session begins that nobody can
/// replay.
Result<protocol::SessionRecorder> begin_recording(std::unique_ptr<protocol::ByteSink> file,
                                                  const ServedScene& scene) {
  protocol::SessionRecorder::Options options;
  options.utc_offset_ns = utc_offset();
  options.build = build_identity();
  auto writer = protocol::SessionRecorder::create(std::move(file), std::move(options));
  if (!writer) return writer;
  auto begun = writer->record_scene(scene_record(scene), static_cast<std::uint64_t>(monotonic_now()));
  if (begun) begun = writer->flush();
  if (!begun) return tl::unexpected(begun.error());
  return writer;
}

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::open(const RecorderOptions& options, const ServedScene& scene) {
  if (!options.overwrite && std::filesystem::exists(options.path)) {
    return fail(ErrorKind::environment,
                "--record " + options.path + ": exists already; --force overwrites it");
  }
  auto file = protocol::create_file(options.path, options.overwrite);
  if (!file) return tl::unexpected(file.error());
  auto writer = begin_recording(std::move(*file), scene);
  if (!writer) {
    std::error_code ignored;
    // A device stays, whoever overwrites it.
    if (std::filesystem::is_regular_file(options.path, ignored)) {
      std::filesystem::remove(options.path, ignored);
    }
    return tl::unexpected(writer.error());
  }
  return std::unique_ptr<Recorder>(new Recorder(options, std::move(*writer), scene));
}

Recorder::Recorder(const RecorderOptions& options, protocol::SessionRecorder writer, const ServedScene& scene)
    : path_(options.path),
      snapshot_interval_(options.snapshot_interval),
      snapshot_frames_(snapshot_frames(scene)),
      writer_(std::move(writer)),
      thread_([this] { run(); }) {}

Recorder::~Recorder() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

std::uint64_t Recorder::snapshot_frames(const ServedScene& scene) const {
  return static_cast<std::uint64_t>(std::max(1LL, std::llround(snapshot_interval_ / scene.world.period)));
}

void Recorder::on_scene(const ServedScene& scene) {
  snapshot_frames_ = snapshot_frames(scene);
  push(SceneJob{scene_record(scene), static_cast<std::uint64_t>(monotonic_now())});
}

void Recorder::on_frame(const EncodedFrame& frame) {
  const FrameSlot& slot = frame.slot();
  const bool begins = slot.begins_branch;
  if (!slot.computed && !begins) return;  // time stands still
  FrameJob job;
  job.stamp = frame.stamp();
  job.hash = frame.state_hash();
  job.computed = slot.computed;
  if (begins) job.branch = branch_record(slot);
  job.inputs.assign(slot.inputs.list().begin(), slot.inputs.list().end());
  job.bodies.assign(frame.bodies().begin(), frame.bodies().end());
  if (slot.computed && slot.state.frame % snapshot_frames_ == 0) job.snapshot = slot.saved_state;
  job.telemetry = frame.describe(false);
  push(std::move(job));
}

void Recorder::on_event(const stream::EventT& event, const Packet&) {
  push(event);
}

std::string Recorder::take_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, {});
}

void Recorder::push(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (failed_) return;
    if (jobs_.size() >= kMostJobs) {
      failed_ = true;
      failure_ = path_ + ": the disk is too slow, recording ended";
      jobs_.clear();
      return;
    }
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
}

void Recorder::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    const bool woken =
        wake_.wait_for(lock, std::chrono::seconds(1), [this] { return ending_ || !jobs_.empty(); });
    std::deque<Job> jobs = std::exchange(jobs_, {});
    const bool last = ending_;
    const bool writing = !failed_;
    lock.unlock();
    Result<void> written;
    if (writing) {
      for (const Job& job : jobs) {
        if (written) written = write(job);
      }
      if (written && !woken) written = writer_.flush();
      if (written && last) written = writer_.close();
    }
    lock.lock();
    if (!written) {
      failed_ = true;
      failure_ = written.error().text;
      jobs_.clear();
    }
    if (last) return;
  }
}

Result<void> Recorder::write(const Job& job) {
  if (const auto* scene = std::get_if<SceneJob>(&job))
    return writer_.record_scene(scene->scene, scene->monotonic_ns);
  if (const auto* frame = std::get_if<FrameJob>(&job)) return write_frame(*frame);
  return writer_.record_event(std::get<stream::EventT>(job));
}

Result<void> Recorder::write_frame(const FrameJob& job) {
  Result<void> written;
  const std::uint64_t time = job.stamp.monotonic_ns();
  if (job.branch) written = writer_.record_branch(*job.branch, time);
  std::uint32_t order = 0;
  for (const scenes::WorldInput& input : job.inputs) {
    if (written) {
      written = writer_.record_input(scenes::to_record(input, job.stamp.branch(), job.stamp.frame(), order++),
                                     time);
    }
  }
  if (written && job.computed) written = writer_.record_frame(job.stamp, job.hash, job.bodies);
  if (written && !job.snapshot.empty()) written = writer_.record_snapshot(job.stamp, job.snapshot);
  if (written) written = writer_.record_telemetry(job.telemetry);
  return written;
}

}  // namespace drawbar::server
