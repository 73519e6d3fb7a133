// drawbar simulate SCENE|EXERCISE...: as fast as it goes, no network.
#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "physics/formulations/registry.h"
#include "tools/batch/inputs.h"
#include "tools/batch/runner.h"
#include "tools/command/columns_option.h"
#include "tools/command/command.h"
#include "tools/command/set_option.h"
#include "tools/simulate/single_run.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;

/// A file that a run may write: where its name stands in the options, and what ends it.
struct RunFile {
  std::string SimulateOptions::*name;
  std::string_view suffix;
};
constexpr std::array kRunFiles{
    RunFile{&SimulateOptions::output, ".csv"}, RunFile{&SimulateOptions::hashes, ".hashes.csv"},
    RunFile{&SimulateOptions::record, ".mcap"}, RunFile{&SimulateOptions::score, ".score.json"}};

class SimulateWork final : public BatchWork {
 public:
  /// Each file of `options` is a folder.
  static Result<SimulateWork> create(const std::vector<std::string>& scenes, const SimulateOptions& options) {
    SimulateWork work(scenes, options);
    for (const RunFile& file : kRunFiles) {
      auto& names = work.files_.emplace_back();
      if ((options.*file.name).empty()) continue;
      auto named = files_named_after(scenes, options.*file.name, file.suffix);
      if (!named) return tl::unexpected(named.error());
      names = std::move(*named);
    }
    return work;
  }

  std::string_view column() const override { return "file"; }

  /// The scene as it is once everything that it names is read.
  Result<void> add_content(std::size_t input, ContentKey& key) const override {
    const auto task = load_task(scenes_[input], options_);
    if (!task) return tl::unexpected(task.error());
    const auto add_bytes = [&key](const std::vector<std::byte>& bytes) {
      key.add({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    };
    key.add("simulate");
    add_bytes(task->scene.buffer);
    if (task->exercise) add_bytes(task->exercise->buffer);
    key.add(fmt::format("{} {} {}", options_.duration, options_.substep_ms.value_or(0),
                        options_.sample_ms.value_or(0)));
    key.add(options_.formulation);
    key.add(options_.columns);
    for (const auto& names : files_) key.add(names.empty() ? "" : "written");
    return options_.controls.empty() ? Result<void>{} : key.add_file(options_.controls);
  }

  std::vector<std::string> products(std::size_t input) const override {
    std::vector<std::string> all;
    for (const auto& names : files_) {
      if (!names.empty()) all.push_back(names[input]);
    }
    return all;
  }

  Outcome compute(std::size_t input) const override {
    const auto end = run(input);
    if (!end) return failed_outcome(end.error(), scenes_[input]);
    Outcome outcome;
    const std::string hash = end->hash ? fmt::format("{:016x}", *end->hash) : "";
    outcome.text = fmt::format("{}: {} frames of {}", kInputName, end->frames, end->scene);
    if (end->hash) outcome.text += ", state " + hash;
    Row row;
    row.cells = {text_cell("scene", end->scene),
                 {"frames", std::to_string(end->frames), false},
                 text_cell("hash", hash)};
    if (end->score) {
      outcome.text +=
          fmt::format(", score {:.2f}, {}", end->score->score, end->score->passed ? "passed" : "not passed");
      row.cells.push_back(text_cell("exercise", end->score->attempt.exercise));
      row.cells.push_back(number_cell("score", end->score->score));
      row.cells.push_back(truth_cell("passed", end->score->passed));
    }
    outcome.text += '\n';
    outcome.rows.push_back(std::move(row));
    return outcome;
  }

 private:
  SimulateWork(const std::vector<std::string>& scenes, const SimulateOptions& options)
      : scenes_(scenes), options_(options) {}

  /// Every file gets its name only once all are whole: a run that dies leaves none that looks done.
  Result<RunEnd> run(std::size_t input) const {
    constexpr std::string_view kUnfinished = ".unfinished";
    SimulateOptions options = options_;
    options.scene = scenes_[input];
    options.table = !options.output.empty();
    options.force = true;
    for (std::size_t i = 0; i < kRunFiles.size(); ++i) {
      if (files_[i].empty()) continue;
      const std::string& name = files_[i][input];
      std::error_code failed;  // seen by who writes the file
      fs::create_directories(fs::path(name).parent_path(), failed);
      if (kRunFiles[i].name == &SimulateOptions::record) {
        if (const auto may = check_may_write(name, options_.force); !may) return tl::unexpected(may.error());
      }
      options.*kRunFiles[i].name = name + std::string(kUnfinished);
    }
    auto end = simulate(options);
    for (std::size_t i = 0; end && i < kRunFiles.size(); ++i) {
      if (files_[i].empty()) continue;
      const std::string& name = files_[i][input];
      if (std::rename((options.*kRunFiles[i].name).c_str(), name.c_str()) != 0)
        return fail(ErrorKind::environment, name + ": cannot write: " + std::strerror(errno));
    }
    return end;
  }

  const std::vector<std::string>& scenes_;
  SimulateOptions options_;
  std::vector<std::vector<std::string>> files_;  ///< by kRunFiles, then by scene; empty: not wanted
};

Result<int> simulate_many(const BatchOptions& batch, const SimulateOptions& options) {
  const auto scenes = inputs_of(batch, ".json");
  if (!scenes) return tl::unexpected(scenes.error());
  auto work = SimulateWork::create(*scenes, options);
  if (!work) return tl::unexpected(work.error());
  return run_batch(*work, *scenes, batch);
}

}  // namespace

void add_simulate(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "simulate", "Simulate a scene or an exercise as fast as it goes and write a table (CSV)");
  const auto batch = std::make_shared<BatchOptions>();
  const auto options = std::make_shared<SimulateOptions>();
  add_batch_inputs(command, *batch, "SCENE", "Scene or exercise files (.json)");
  command
      .add_option("--duration", options->duration,
                  "Simulated time in s; the last row is that of the last whole sample in it")
      ->required();
  command.add_option("--substep-ms", options->substep_ms,
                     "Length of a substep; must divide the period (default: the scene's)");
  command.add_option("--sample-ms", options->sample_ms,
                     "Between rows; a multiple of the substep (default: the period)");
  command.add_option("--formulation", options->formulation,
                     "Solver: " + physics::formulation_names() + " (default: the scene's)");
  command.add_option("--controls", options->controls, "Controls file: rows time,name,value");
  add_columns_option(command, options->columns);
  const auto set = std::make_shared<std::vector<std::string>>();
  add_set_option(command, *set);
  command.add_option("--variant", options->variant,
                     "Variant of the exercise, in place of its file's own; '': the scene without any");
  command.add_option(
      "--output", options->output,
      "File for the table (default: standard output); of many, --output, --hashes, --record and "
      "--score are folders");
  command.add_option("--hashes", options->hashes, "File for the state hash of every frame: rows frame,hash");
  command.add_option("--record", options->record,
                     "Recording to write (.mcap): what the daemon would record of this run");
  command.add_option("--score", options->score, "File for the score (JSON), of an exercise");
  command.add_flag("--force", options->force, "Overwrite an existing recording");
  command.add_flag("--json", batch->json, "Of many: one JSON object a line for each");
  add_batch_options(command, *batch);
  command.callback([batch, options, set, &status] {
    auto parameters = parameter_values(*set);
    if (!parameters) {
      status = report(parameters.error());
      return;
    }
    options->parameters = std::move(*parameters);
    if (is_single(*batch) && !batch->json) {
      options->scene = batch->inputs.front();
      const auto result = simulate(*options);
      status = result ? kGood : report(result.error());
    } else {
      const auto result = simulate_many(*batch, *options);
      status = result ? *result : report(result.error());
    }
  });
}

}  // namespace drawbar::tools
