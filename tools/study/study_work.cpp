#include "tools/study/study_work.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/simulation.h"
#include "scenes/loader/controls_file.h"
#include "tools/command/division.h"
#include "tools/simulate/divergence_warning.h"
#include "tools/simulate/run.h"

namespace drawbar::tools {
namespace {

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

double number_in(const std::vector<Cell>& cells, std::string_view column) {
  double value = std::numeric_limits<double>::quiet_NaN();
  for (const Cell& cell : cells) {
    if (cell.column == column)
      std::from_chars(cell.value.data(), cell.value.data() + cell.value.size(), value);
  }
  return value;
}

}  // namespace

StudyWork::StudyWork(const LoadedStudy& study) : study_(study) {
  for (const auto& parameter : study.text.parameters) figures_.parameters.push_back(parameter->name);
  for (const auto& criterion : study.text.criteria) {
    figures_.criteria.push_back(criterion->name);
    figures_.units.push_back(criterion->unit);
  }
  figures_.values.resize(figures_.parameters.size() + figures_.criteria.size());
}

std::vector<std::string> StudyWork::variant_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= study_.variants.size(); ++i) names.push_back(std::to_string(i));
  return names;
}

/// The scene as it is with its values: variants that have the same scene have the same result.
Result<void> StudyWork::add_content(std::size_t variant, ContentKey& key) const {
  const auto scene = study_.scene.scene_with(study_.text.parameters, study_.variants[variant]);
  if (!scene) return tl::unexpected(scene.error());
  key.add("study");
  key.add(text_of(scene->buffer));
  key.add(text_of(study_.exercise));
  key.add(fmt::format("{} {}", study_.text.duration.value_or(0), study_.text.substep_ms.value_or(0)));
  // A row has its parameters in it.
  for (std::size_t i = 0; i < study_.variants[variant].size(); ++i)
    key.add(fmt::format("{} {}", figures_.parameters[i], study_.variants[variant][i]));
  return study_.controls.empty() ? Result<void>{} : key.add_file(study_.controls.string());
}

Outcome StudyWork::compute(std::size_t variant) const {
  auto row = row_of(variant);
  if (!row) return failed_outcome(row.error(), "");
  Outcome outcome;
  outcome.rows.push_back(std::move(*row));
  return outcome;
}

Result<Row> StudyWork::row_of(std::size_t variant) const {
  const std::vector<double>& values = study_.variants[variant];
  auto scene = study_.scene.scene_with(study_.text.parameters, values);
  if (!scene) return tl::unexpected(scene.error());
  const auto exercise = scenes::load_exercise_buffer(study_.exercise, study_.text.name, scene->world);
  if (!exercise) return tl::unexpected(exercise.error());
  const double period_ms = scene->scene.frame->period_ms;
  const auto division =
      divide(*scene->scene.frame, study_.text.substep_ms, std::nullopt, study_.text.duration.value_or(0));
  if (!division) return tl::unexpected(division.error());
  scene->world.substeps = division->substeps;
  scenes::ControlsFile controls;
  if (!study_.controls.empty()) {
    auto read = scenes::load_controls(study_.controls, period_ms, scene->world.controls);
    if (!read) return tl::unexpected(read.error());
    controls = std::move(*read);
  }
  scenes::Simulation world(scene->world, exercise->observer);
  DivergenceWarning divergence(fmt::format("variant {}", variant + 1));
  if (auto done = Run(world, *division, period_ms, controls, {&divergence}).whole(); !done)
    return tl::unexpected(done.error());
  divergence.look_at_the_end(world, division->time(division->total, period_ms));

  const scenes::Score score = scenes::score_of(*exercise->observer, world.memory(), exercise->pass, {});
  const auto hash = hash_at_end(world, *division);
  Row row;
  for (std::size_t i = 0; i < values.size(); ++i)
    row.cells.push_back(number_cell(figures_.parameters[i], values[i]));
  for (const scenes::CriterionScore& criterion : score.criteria)
    row.cells.push_back(number_cell(criterion.name, criterion.figure));
  row.cells.push_back(text_cell("outcome", exercise::EnumNameOutcome(score.outcome)));
  row.cells.push_back(number_cell("time", score.time));
  row.cells.push_back(number_cell("score", score.score));
  row.cells.push_back(text_cell("hash", hash ? fmt::format("{:016x}", *hash) : ""));
  return row;
}

void StudyWork::on_outcome(std::size_t variant, const Outcome& outcome) {
  const std::size_t parameters = figures_.parameters.size();
  for (std::size_t i = 0; i < figures_.values.size(); ++i) {
    double value = std::numeric_limits<double>::quiet_NaN();
    if (i < parameters) {
      value = study_.variants[variant][i];
    } else if (!outcome.rows.empty()) {
      value = number_in(outcome.rows.front().cells, figures_.criteria[i - parameters]);
    }
    figures_.values[i].push_back(value);
  }
}

}  // namespace drawbar::tools
