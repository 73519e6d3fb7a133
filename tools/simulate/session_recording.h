// The recording of a run without a network: what the daemon would have written of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/loader.h"
#include "scenes/record/session_writer.h"
#include "scenes/record/snapshot_interval.h"
#include "scenes/record/world_events.h"

namespace drawbar::tools {

class SessionRecording {
 public:
  /// `scene_path`: of the exercise where there is one. `environment` where `path` exists and is not to be
  /// overwritten, or cannot be written.
  static Result<SessionRecording> create(const std::string& path, bool overwrite,
                                         const scenes::LoadedScene& scene, const std::string& scene_path,
                                         const scenes::Exercise* exercise);

  /// The frame that `shown` shows, of state `state`: frame 0 begins the branch, every other was computed
  /// under `inputs` in `substeps`, which took `compute`; the exercise then remembers `observed`.
  Result<void> add(const physics::FrameState& shown, std::vector<std::byte> state, std::uint64_t hash,
                   std::span<const scenes::WorldInput> inputs, int substeps, std::chrono::nanoseconds compute,
                   std::span<const double> observed);

  Result<void> close() { return writer_.close(); }

 private:
  SessionRecording(scenes::SessionWriter writer, physics::WorldConfig config, std::uint64_t period_ns,
                   std::uint64_t start_ns, std::optional<scenes::Exercise> exercise)
      : writer_(std::move(writer)),
        config_(std::move(config)),
        period_ns_(period_ns),
        start_ns_(start_ns),
        snapshot_frames_(scenes::snapshot_frames(scenes::kSnapshotInterval, config_.period)),
        events_(config_),
        exercise_(std::move(exercise)) {}

  scenes::SessionWriter writer_;
  physics::WorldConfig config_;
  std::uint64_t period_ns_;
  std::uint64_t
      start_ns_;  ///< CLOCK_MONOTONIC of the first slot: as if each frame had taken its period from there on
  std::uint64_t snapshot_frames_;
  Result<void> write_events(std::vector<scenes::WorldEvent> events, const stream::FrameStamp& stamp);

  scenes::WorldEvents events_;
  std::optional<scenes::Exercise> exercise_;
};

}  // namespace drawbar::tools
