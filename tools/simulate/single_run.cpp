#include "tools/simulate/single_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

#include "physics/formulations/registry.h"
#include "physics/world/world.h"
#include "scenes/exercise/outcomes.h"
#include "scenes/exercise/simulation.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/text/number_text.h"
#include "scenes/record/build_identity.h"
#include "tools/command/division.h"
#include "tools/simulate/divergence_warning.h"
#include "tools/simulate/run.h"
#include "tools/simulate/sample_table.h"
#include "tools/simulate/session_recording.h"
#include "tools/text/distinct_files.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {
namespace {

/// Initial velocities may be this far (m/s) from what the joints allow without a warning.
constexpr double kVelocityRounding = 1e-9;

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
  // Effects of the scene are those that its formulation has.
  if (options.record.empty() && (options.formulation.empty() || loaded.world.effects.empty())) return loaded;
  // The recording holds the scene that runs, not the one in the file.
  for (const scene::Formulation known : scene::EnumValuesFormulation()) {
    if (options.formulation == scene::EnumNameFormulation(known)) loaded.scene.formulation = known;
  }
  scene::FrameT& frame = *loaded.scene.frame;
  frame.substeps = static_cast<std::uint32_t>(substeps);
  frame.min_substeps = std::min(frame.substeps, frame.min_substeps.value_or(frame.substeps));
  return scenes::load_scene(loaded.scene, options.scene);
}

/// The state that the exercise begins with was tried in the scene as its file has it.
Result<void> check_initial_state(const SimulateOptions& options, const Task& task,
                                 const scenes::LoadedScene& scene) {
  if (!task.exercise || options.formulation.empty()) return {};
  const auto initial = task.exercise->observer->initial_state();
  if (initial.empty() || physics::World(scene.world).begin_from(initial)) return {};
  return fail(ErrorKind::wrong, options.scene + ": the state that the exercise begins with is of another " +
                                    "formulation than --formulation " + options.formulation +
                                    "; allowed: the one of its scene");
}

scenes::Score score_of_run(const Task& task, const std::string& scene_name, const scenes::Simulation& world) {
  scenes::AttemptIdentity attempt;
  attempt.exercise = task.exercise->text.name;
  attempt.scene = scene_name;
  attempt.build = scenes::build_identity("drawbar", 0).revision;
  attempt.variant = task.exercise->text.variant;
  scenes::Score score =
      scenes::score_of(*task.exercise->observer, world.memory(), task.exercise->pass, std::move(attempt));
  score.outcome = scenes::when_over(score.outcome);
  return score;
}

RunEnd end_of_run(const Task& task, const std::string& scene_name, const scenes::Simulation& world,
                  const Division& division) {
  RunEnd end{scene_name, world.frame(), hash_at_end(world, division), {}};
  if (task.exercise) end.score = score_of_run(task, scene_name, world);
  return end;
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

}  // namespace

Result<Task> load_task(const std::string& path, const SimulateOptions& options) {
  if (!scenes::is_exercise_file(path)) {
    if (options.variant && !options.variant->empty()) {
      return fail(ErrorKind::usage, "--variant: " + path + " is a scene; allowed: with an exercise");
    }
    auto scene = scenes::load_file(path, {.parameters = options.parameters, .explain = false, .read = {}});
    if (!scene) return tl::unexpected(scene.error());
    return Task{std::move(*scene), std::nullopt};
  }
  if (!options.parameters.empty()) {
    return fail(ErrorKind::usage, "--set: " + path + " is an exercise; allowed: with a scene");
  }
  auto loaded = scenes::load_exercise_file(path, options.variant);
  if (!loaded) return tl::unexpected(loaded.error());
  return Task{std::move(loaded->scene), std::move(loaded->exercise)};
}

Result<RunEnd> simulate(const SimulateOptions& options) {
  const std::initializer_list<NamedFile> written{{"--output", options.output},
                                                 {"--hashes", options.hashes},
                                                 {"--record", options.record},
                                                 {"--score", options.score}};
  const auto distinct = check_distinct({{"SCENE", options.scene}, {"--controls", options.controls}}, written);
  if (!distinct) return tl::unexpected(distinct.error());
  auto task = load_task(options.scene, options);
  if (!task) return tl::unexpected(task.error());
  const auto apart = check_not_read(task->scene.files, written);
  if (!apart) return tl::unexpected(apart.error());
  if (!task->exercise && !options.score.empty())
    return fail(ErrorKind::usage, "--score: " + options.scene + " is a scene; allowed: with an exercise");
  const double period_ms = task->scene.scene.frame->period_ms;
  const auto division =
      divide(*task->scene.scene.frame, options.substep_ms, options.sample_ms, options.duration);
  if (!division) return tl::unexpected(division.error());
  if (const std::string cut = cut_text(*division, period_ms, options.duration); !cut.empty())
    std::cerr << options.scene << ": " << cut << '\n';
  const auto scene = scene_as_asked(options, division->substeps, std::move(task->scene));
  if (!scene) return tl::unexpected(scene.error());
  const auto fits = check_initial_state(options, *task, *scene);
  if (!fits) return tl::unexpected(fits.error());
  const auto controls = read_controls(options, *scene);
  if (!controls) return tl::unexpected(controls.error());
  auto columns = Columns::parse(options.columns, scene->world);
  if (!columns) return tl::unexpected(columns.error());
  scenes::Simulation world(scene->world, task->exercise ? task->exercise->observer : nullptr);
  warn_of_velocities(options.scene, world.world().initial_velocity_correction());

  DivergenceWarning divergence(options.scene);
  std::vector<RunSink*> sinks{&divergence};
  std::optional<TableSink> samples;
  if (options.table) {
    auto output = OutputFile::open(options.output);
    if (!output) return tl::unexpected(output.error());
    sinks.push_back(&samples.emplace(SampleTable(std::move(*output), std::move(*columns))));
  }
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
  divergence.look_at_the_end(world, division->time(division->total, period_ms));
  const RunEnd end = end_of_run(*task, scene->scene.name, world, *division);
  if (score && done) score->write(scenes::score_json(*end.score));
  // Each is closed, whatever became of the others: what was computed is kept.
  const auto close = [&done](auto& sink) {
    const auto closed = sink.close();
    if (done) done = closed;
  };
  if (samples) close(*samples);
  if (hashes) close(*hashes);
  if (recording) close(*recording);
  if (score) close(*score);
  if (!done) return tl::unexpected(done.error());
  return end;
}

}  // namespace drawbar::tools
