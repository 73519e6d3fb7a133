// A run without a network, as fast as it computes: controls between frames, samples between substeps.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "physics/model/frame_state.h"
#include "protocol/result.h"
#include "scenes/exercise/simulation.h"
#include "scenes/loader/controls_file.h"
#include "scenes/record/frame_inputs.h"
#include "tools/command/division.h"
#include "tools/simulate/error_peaks.h"

namespace drawbar::tools {

/// A complete frame; frame 0 is the initial state.
struct FrameEnd {
  const physics::FrameState& shown;  ///< errors of joints: the largest in the frame
  const std::vector<std::byte>& state;
  std::uint64_t hash;                          ///< XXH3-64 of the state
  std::span<const scenes::WorldInput> inputs;  ///< that acted in it
  int substeps;
  std::chrono::nanoseconds compute;  ///< that it took
  std::span<const double> observed;  ///< what the exercise remembers
};

/// Takes what a run shows. The first error ends the run.
class RunSink {
 public:
  virtual ~RunSink() = default;

  /// `time` in s; errors of joints are the largest since the sample before.
  virtual Result<void> on_sample(const physics::FrameState&, double /*time*/) { return {}; }

  /// Whether on_frame() is to be called: a frame's hash costs.
  virtual bool takes_frames() const { return false; }
  virtual Result<void> on_frame(const FrameEnd&) { return {}; }
};

/// XXH3-64 of the state that a whole run under `division` ended with; nothing where it ended within a frame.
std::optional<std::uint64_t> hash_at_end(const scenes::Simulation& world, const Division& division);

class Run {
 public:
  /// `controls` must outlive the run; the world stands at its initial state. `exercise`: the world's
  /// observer, where it has one.
  Run(scenes::Simulation& world, const Division& division, double period_ms,
      const scenes::ControlsFile& controls, std::vector<RunSink*> sinks);

  Result<void> whole();

 private:
  Result<void> frame();
  void set_controls();
  /// To the substep `end`, where the world is next to be looked at.
  void step_to(std::uint64_t end, std::uint64_t frame_end);
  /// Shows the world as it stands after substep `done_` to whom it concerns.
  Result<void> show(bool frame_ended);

  scenes::Simulation& world_;
  Division division_;
  double period_ms_;
  const scenes::ControlsFile& controls_;
  std::vector<RunSink*> sinks_;
  bool frames_wanted_ = false;

  std::uint64_t done_ = 0;  ///< substeps
  int substeps_;            ///< of the present frame
  scenes::FrameInputs inputs_;
  std::chrono::nanoseconds compute_{0};
  physics::FrameState state_;
  std::vector<std::byte> bytes_;
  ErrorPeaks since_sample_;
  ErrorPeaks in_frame_;
};

}  // namespace drawbar::tools
