// drawbar simulate SCENE|EXERCISE: as fast as it goes, no network; the contract of DESIGN section 4.
#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "physics/formulations/registry.h"
#include "physics/world/world.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/simulation.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/loader.h"
#include "scenes/loader/text/number_text.h"
#include "scenes/record/build_identity.h"
#include "tools/command/columns_option.h"
#include "tools/command/command.h"
#include "tools/command/division.h"
#include "tools/command/output_file.h"
#include "tools/simulate/run.h"
#include "tools/simulate/sample_table.h"
#include "tools/simulate/session_recording.h"

namespace drawbar::tools {
namespace {

/// Initial velocities may be this far (m/s) from what the joints allow without a warning.
constexpr double kVelocityRounding = 1e-9;

struct SimulateOptions {
  std::string scene;
  double duration = 0;
  std::optional<double> substep_ms;
  std::optional<double> sample_ms;
  std::string formulation;
  std::string controls;
  std::string columns = "default";
  std::string output;
  std::string hashes;
  std::string record;
  std::string score;
  bool force = false;
};

class TableSink final : public RunSink {
 public:
  explicit TableSink(SampleTable table) : table_(std::move(table)) {}

  Result<void> on_sample(const physics::FrameState& state, double time) override {
    table_.add(state, time);
    return {};
  }
  Result<void> close() { return table_.close(); }

 private:
  SampleTable table_;
};

/// Writes `frame,hash` rows.
class HashTable final : public RunSink {
 public:
  explicit HashTable(OutputFile file) : file_(std::move(file)) { file_.write("frame,hash\n"); }

  bool takes_frames() const override { return true; }
  Result<void> on_frame(const FrameEnd& frame) override {
    file_.write(fmt::format("{},{:016x}\n", frame.shown.frame, frame.hash));
    return {};
  }
  Result<void> close() { return file_.close(); }

 private:
  OutputFile file_;
};

/// The recording of the run.
class RecordingSink final : public RunSink {
 public:
  explicit RecordingSink(SessionRecording recording) : recording_(std::move(recording)) {}

  bool takes_frames() const override { return true; }
  Result<void> on_frame(const FrameEnd& frame) override {
    return recording_.add(frame.shown, frame.state, frame.hash, frame.inputs, frame.substeps, frame.compute,
                          frame.observed);
  }
  Result<void> close() { return recording_.close(); }

 private:
  SessionRecording recording_;
};

/// The scene with the formulation and the substeps that the command line asks for.
Result<scenes::LoadedScene> scene_as_asked(const SimulateOptions& options, int substeps,
                                           scenes::LoadedScene loaded) {
  loaded.world.substeps = substeps;
  if (!options.formulation.empty()) {
    const auto formulation = formulation_named(options.formulation);
    if (!formulation) return tl::unexpected(formulation.error());
    loaded.world.formulation = *formulation;
    if (const auto reason = physics::unsupported(loaded.world)) {
      return fail(ErrorKind::wrong, options.scene + ": " + *reason);
    }
  }
  if (options.record.empty()) return loaded;
  // The recording holds the scene that runs, not the one in the file.
  for (const scene::Formulation known : scene::EnumValuesFormulation()) {
    if (options.formulation == scene::EnumNameFormulation(known)) loaded.scene.formulation = known;
  }
  scene::FrameT& frame = *loaded.scene.frame;
  frame.substeps = static_cast<std::uint32_t>(substeps);
  frame.min_substeps = std::min(frame.substeps, frame.min_substeps.value_or(frame.substeps));
  return scenes::load_scene(loaded.scene, options.scene);
}

/// The scene, and the exercise where the file is one.
struct Task {
  scenes::LoadedScene scene;
  std::optional<scenes::Exercise> exercise;
};

Result<Task> load_task(const SimulateOptions& options) {
  if (!scenes::is_exercise_file(options.scene)) {
    if (!options.score.empty()) {
      return fail(ErrorKind::usage, "--score: " + options.scene + " is a scene; allowed: with an exercise");
    }
    auto scene = scenes::load_file(options.scene);
    if (!scene) return tl::unexpected(scene.error());
    return Task{std::move(*scene), std::nullopt};
  }
  auto loaded = scenes::load_exercise_file(options.scene);
  if (!loaded) return tl::unexpected(loaded.error());
  return Task{std::move(loaded->scene), std::move(loaded->exercise)};
}

/// The same line that `drawbar score` gives for the run's recording.
void write_score(OutputFile& file, const Task& task, const std::string& scene_name,
                 const scenes::Simulation& world) {
  scenes::AttemptIdentity attempt;
  attempt.exercise = task.exercise->text.name;
  attempt.scene = scene_name;
  attempt.build = scenes::build_identity("drawbar", 0).revision;
  file.write(scenes::score_json(
      scenes::score_of(*task.exercise->observer, world.memory(), task.exercise->pass, std::move(attempt))));
}

Result<scenes::ControlsFile> read_controls(const SimulateOptions& options, const scenes::LoadedScene& scene) {
  if (options.controls.empty()) return scenes::ControlsFile{};
  auto read = scenes::load_controls(options.controls, scene.scene.frame->period_ms, scene.world.controls);
  if (!read) return read;
  for (const std::string& warning : read->warnings) std::cerr << warning << '\n';
  return read;
}

void warn_of_velocities(const std::string& scene, double correction) {
  if (correction <= kVelocityRounding) return;
  std::cerr << scene << ": warning: joints forbid the initial velocities; they were changed by up to "
            << scenes::number_text(correction) << " m/s\n";
}

Result<void> simulate(const SimulateOptions& options) {
  auto task = load_task(options);
  if (!task) return tl::unexpected(task.error());
  const double period_ms = task->scene.scene.frame->period_ms;
  const auto division =
      divide(*task->scene.scene.frame, options.substep_ms, options.sample_ms, options.duration);
  if (!division) return tl::unexpected(division.error());
  const auto scene = scene_as_asked(options, division->substeps, std::move(task->scene));
  if (!scene) return tl::unexpected(scene.error());
  const auto controls = read_controls(options, *scene);
  if (!controls) return tl::unexpected(controls.error());
  auto columns = Columns::parse(options.columns, scene->world);
  if (!columns) return tl::unexpected(columns.error());
  scenes::Simulation world(scene->world, task->exercise ? task->exercise->observer : nullptr);
  warn_of_velocities(options.scene, world.world().initial_velocity_correction());

  auto output = OutputFile::open(options.output);
  if (!output) return tl::unexpected(output.error());
  TableSink samples(SampleTable(std::move(*output), std::move(*columns)));
  std::vector<RunSink*> sinks{&samples};
  std::optional<HashTable> hashes;
  if (!options.hashes.empty()) {
    auto file = OutputFile::open(options.hashes);
    if (!file) return tl::unexpected(file.error());
    sinks.push_back(&hashes.emplace(std::move(*file)));
  }
  std::optional<RecordingSink> recording;
  if (!options.record.empty()) {
    auto file = SessionRecording::create(options.record, options.force, *scene, options.scene,
                                         task->exercise ? &*task->exercise : nullptr);
    if (!file) return tl::unexpected(file.error());
    sinks.push_back(&recording.emplace(std::move(*file)));
  }

  std::optional<OutputFile> score;
  if (!options.score.empty()) {
    auto file = OutputFile::open(options.score);
    if (!file) return tl::unexpected(file.error());
    score.emplace(std::move(*file));
  }

  Result<void> done = Run(world, *division, period_ms, *controls, sinks).whole();
  if (score && done) write_score(*score, *task, scene->scene.name, world);
  // Each is closed, whatever became of the others: what was computed is kept.
  const auto close = [&done](auto& sink) {
    const auto closed = sink.close();
    if (done) done = closed;
  };
  close(samples);
  if (hashes) close(*hashes);
  if (recording) close(*recording);
  if (score) close(*score);
  return done;
}

}  // namespace

void add_simulate(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "simulate", "Simulate a scene or an exercise as fast as it goes and write a table (CSV)");
  const auto options = std::make_shared<SimulateOptions>();
  command.add_option("SCENE", options->scene, "Scene or exercise file (.json)")->required();
  command.add_option("--duration", options->duration, "Simulated time in s")->required();
  command.add_option("--substep-ms", options->substep_ms,
                     "Length of a substep; must divide the period (default: the scene's)");
  command.add_option("--sample-ms", options->sample_ms,
                     "Between rows; a multiple of the substep (default: the period)");
  command.add_option("--formulation", options->formulation,
                     "Solver: " + physics::formulation_names() + " (default: the scene's)");
  command.add_option("--controls", options->controls, "Controls file: rows time,name,value");
  add_columns_option(command, options->columns);
  command.add_option("--output", options->output, "File for the table (default: standard output)");
  command.add_option("--hashes", options->hashes, "File for the state hash of every frame: rows frame,hash");
  command.add_option("--record", options->record,
                     "Recording to write (.mcap): what the daemon would record of this run");
  command.add_option("--score", options->score, "File for the score (JSON), of an exercise");
  command.add_flag("--force", options->force, "Overwrite an existing recording");
  command.callback([options, &status] {
    const auto result = simulate(*options);
    status = result ? kGood : report(result.error());
  });
}

}  // namespace drawbar::tools
