// The recorder: a sink that hands every frame and event to a thread of its own, which writes them to disk.
#include "server/record/recorder.h"

#include <chrono>
#include <utility>

#include "scenes/exercise/exercise_events.h"
#include "scenes/record/build_identity.h"

namespace drawbar::server {

namespace {

/// Jobs that may wait for a slow disk: about a minute.
constexpr std::size_t kMostJobs = 2'000;

record::SceneRecordT record_of(const ServedScene& scene) {
  return scenes::scene_record(scene.name, scene.path, scene.normalised, scene.world, scene.first_branch);
}

std::optional<record::ExerciseRecordT> record_of_exercise(const ServedScene& scene,
                                                          const std::string& station) {
  if (scene.exercise == nullptr) return std::nullopt;
  record::ExerciseRecordT exercise = scenes::exercise_record(*scene.exercise, scene.path, scene.first_branch);
  exercise.trainee = scene.trainee;
  exercise.station = station;
  exercise.first_attempt = scene.first_attempt;
  return exercise;
}

std::unique_ptr<record::BranchT> record_of_branch(const FrameSlot& slot) {
  const RestorePoint* restored = slot.restored;
  const record::BranchCause begun =
      slot.begins_scene ? record::BranchCause::Reload : record::BranchCause::Start;
  auto branch = scenes::branch_record(restored == nullptr ? begun : restored->cause, slot.branch,
                                      slot.state.frame, slot.saved_state);
  if (restored == nullptr) return branch;
  branch->parent_branch = restored->parent_branch;
  branch->parent_frame = restored->parent_frame;
  branch->name = restored->name;
  if (restored->origin) branch->origin = std::make_unique<record::OriginT>(*restored->origin);
  return branch;
}

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::open(const RecorderOptions& options, const ServedScene& scene) {
  scenes::SessionWriter::Options file;
  file.path = options.path;
  file.overwrite = options.overwrite;
  file.utc_offset_ns = utc_offset();
  file.monotonic_ns = static_cast<std::uint64_t>(monotonic_now());
  file.build =
      scenes::build_identity("drawbard", file.monotonic_ns + static_cast<std::uint64_t>(file.utc_offset_ns));
  const std::uint64_t begin = file.monotonic_ns;
  auto writer = scenes::SessionWriter::create(std::move(file), record_of(scene));
  if (!writer) return tl::unexpected(writer.error());
  if (const auto exercise = record_of_exercise(scene, options.station)) {
    if (auto written = writer->write(*exercise, begin); !written) return tl::unexpected(written.error());
  }
  return std::unique_ptr<Recorder>(new Recorder(options, std::move(*writer), scene));
}

Recorder::Recorder(const RecorderOptions& options, scenes::SessionWriter writer, const ServedScene& scene)
    : path_(options.path),
      station_(options.station),
      snapshot_interval_(options.snapshot_interval),
      first_branch_(scene.first_branch),
      begun_(options.at_once),
      snapshot_frames_(scenes::snapshot_frames(options.snapshot_interval, scene.world.period)),
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

void Recorder::on_scene(const ServedScene& scene) {
  if (!begun_) {
    begun_ = scene.first_branch == first_branch_;
    return;  // the file has it
  }
  snapshot_frames_ = scenes::snapshot_frames(snapshot_interval_, scene.world.period);
  push(SceneJob{record_of(scene), record_of_exercise(scene, station_),
                static_cast<std::uint64_t>(monotonic_now())});
}

void Recorder::on_frame(const EncodedFrame& frame) {
  if (!begun_) return;
  const FrameSlot& slot = frame.slot();
  const bool begins = slot.begins_branch;
  if (!slot.computed && !begins) return;  // time stands still
  scenes::FrameRecord job;
  job.stamp = frame.stamp();
  job.hash = frame.state_hash();
  job.computed = slot.computed;
  if (begins) job.branch = record_of_branch(slot);
  job.inputs.assign(slot.inputs.list().begin(), slot.inputs.list().end());
  job.bodies.assign(frame.bodies().begin(), frame.bodies().end());
  if (slot.computed && slot.state.frame % snapshot_frames_ == 0) job.snapshot = slot.saved_state;
  job.telemetry = frame.describe(false);
  push(std::move(job));
}

void Recorder::on_event(const stream::EventT& event, const Packet&) {
  if (begun_) push(event);
}

Recorder::Figures Recorder::figures() const {
  const std::lock_guard lock(mutex_);
  return {!failed_, jobs_.size()};
}

bool Recorder::behind() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size() > kMostJobs / 2;
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
  if (const auto* scene = std::get_if<SceneJob>(&job)) {
    auto written = writer_.write(scene->scene, scene->monotonic_ns);
    if (!written || !scene->exercise) return written;
    return writer_.write(*scene->exercise, scene->monotonic_ns);
  }
  if (const auto* frame = std::get_if<scenes::FrameRecord>(&job)) return writer_.write(*frame);
  return writer_.write(std::get<stream::EventT>(job));
}

}  // namespace drawbar::server
