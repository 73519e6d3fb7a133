// One scene or exercise simulated from its file to its tables and recording, without a network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/result.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/score.h"
#include "scenes/loader/loader.h"

namespace drawbar::tools {

struct SimulateOptions {
  std::string scene;                   ///< scene or exercise file
  scenes::ParameterValues parameters;  ///< of the scene, in place of its own
  scenes::ChosenVariant variant;       ///< of the exercise, likewise
  double duration = 0;
  std::optional<double> substep_ms;
  std::optional<double> sample_ms;
  std::string formulation;
  std::string controls;
  std::string columns = "default";
  bool table = true;
  std::string output;  ///< of the table; empty: standard output
  std::string hashes;
  std::string record;
  std::string score;
  bool force = false;
};

/// The scene, and the exercise where the file is one.
struct Task {
  scenes::LoadedScene scene;
  std::optional<scenes::Exercise> exercise;
};

/// What the file `path` holds, in one or the other form, with the parameters or the variant of `options`.
Result<Task> load_task(const std::string& path, const SimulateOptions& options);

struct RunEnd {
  std::string scene;
  std::uint64_t frames = 0;
  std::optional<std::uint64_t> hash;  ///< of the state at the end
  std::optional<scenes::Score> score;
};

/// Warnings go to standard error.
Result<RunEnd> simulate(const SimulateOptions& options);

}  // namespace drawbar::tools
