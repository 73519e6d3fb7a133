// drawbar score RECORDING...: what attempts are worth, re-simulated; by the recorded exercise or by another
// one.
#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/session_record.h"
#include "scenes/exercise/outcomes.h"
#include "tools/assessment/scoring.h"
#include "tools/batch/runner.h"
#include "tools/command/command.h"
#include "tools/text/cells.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

struct ScoreOptions {
  BatchOptions batch;
  std::string exercise;
};

std::string score_text(std::string_view recording, const scenes::Score& score) {
  std::string text =
      fmt::format("{}: {}{} in {}, branch {}, attempt {}{}\n", recording, clean(score.attempt.exercise),
                  score.attempt.variant.empty() ? "" : " (" + clean(score.attempt.variant) + ")",
                  clean(score.attempt.scene), score.attempt.branch, score.attempt.attempt,
                  score.attempt.trainee.empty() ? "" : ", trainee " + clean(score.attempt.trainee));
  for (const scenes::CriterionScore& criterion : score.criteria) {
    std::string moments;
    for (const auto& [begin, end] : criterion.moments)
      moments += fmt::format("{}{:.2f}-{:.2f}", moments.empty() ? "  at " : ", ", begin, end);
    text += fmt::format("  {:<24} {:>12.6g} {:<6} {:>7.2f} lost{}\n", clean(criterion.name), criterion.figure,
                        criterion.unit, criterion.lost, moments);
  }
  return text + fmt::format("  score {:.2f}, {}, {} after {:.2f} s\n", score.score,
                            score.passed ? "passed" : "not passed", scenes::words_of(score.outcome).en,
                            score.time);
}

/// The members of a score's JSON line, without braces.
std::string score_members(const scenes::Score& score) {
  std::string line = scenes::score_json(score);
  return line.substr(1, line.rfind('}') - 1);
}

Row score_row(const scenes::Score& score) {
  Row row;
  row.members = score_members(score);
  row.cells = {text_cell("exercise", score.attempt.exercise),
               text_cell("variant", score.attempt.variant),
               text_cell("scene", score.attempt.scene),
               {"branch", std::to_string(score.attempt.branch), false},
               {"attempt", std::to_string(score.attempt.attempt), false},
               text_cell("trainee", score.attempt.trainee),
               number_cell("score", score.score),
               truth_cell("passed", score.passed),
               text_cell("outcome", exercise::EnumNameOutcome(score.outcome)),
               number_cell("time", score.time)};
  for (const scenes::CriterionScore& criterion : score.criteria) {
    row.cells.push_back(number_cell(criterion.name + ".figure", criterion.figure));
    row.cells.push_back(number_cell(criterion.name + ".lost", criterion.lost));
  }
  return row;
}

class ScoreWork final : public BatchWork {
 public:
  ScoreWork(const std::vector<std::string>& recordings, const OtherExercise* other)
      : recordings_(recordings), other_(other) {}

  std::string_view column() const override { return "recording"; }

  Result<void> add_content(std::size_t input, ContentKey& key) const override {
    key.add("score");
    if (other_ != nullptr) {
      const std::vector<std::byte>& buffer = other_->loaded.exercise.buffer;
      key.add({reinterpret_cast<const char*>(buffer.data()), buffer.size()});
    }
    return key.add_file(recordings_[input]);
  }

  Outcome compute(std::size_t input) const override {
    const std::string& path = recordings_[input];
    const auto record = protocol::SessionRecord::open(path);
    if (!record) return failed_outcome(record.error(), path);
    const auto judged = score_recording(*record, other_);
    if (!judged) return failed_outcome(judged.error(), path);
    Outcome outcome;
    for (const std::string& note : judged->notes) outcome.notes += fmt::format("{}: {}\n", path, clean(note));
    for (const scenes::Score& score : judged->scores) {
      outcome.text += score_text(kInputName, score);
      outcome.rows.push_back(score_row(score));
    }
    return outcome;
  }

 private:
  const std::vector<std::string>& recordings_;
  const OtherExercise* other_;
};

/// In this process.
Result<void> score_file(const std::string& path, const OtherExercise* other, bool json) {
  const auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  const auto judged = score_recording(*record, other);
  if (!judged) return fail(judged.error().kind, path + ": " + judged.error().text);
  for (const std::string& note : judged->notes) fmt::print(stderr, "{}: {}\n", path, clean(note));
  for (const scenes::Score& score : judged->scores) {
    if (json) {
      fmt::print("{{\"recording\": {}, {}}}\n", json_string(path), score_members(score));
    } else {
      fmt::print("{}", score_text(path, score));
    }
  }
  return {};
}

int score(const ScoreOptions& options) {
  std::optional<OtherExercise> other;
  if (!options.exercise.empty()) {
    auto loaded = scenes::load_exercise_file(options.exercise);
    if (!loaded) return report(loaded.error());
    other = OtherExercise{options.exercise, std::move(*loaded)};
  }
  const OtherExercise* const judge = other ? &*other : nullptr;
  if (is_single(options.batch)) {
    const auto done = score_file(options.batch.inputs.front(), judge, options.batch.json);
    return done ? kGood : report(done.error());
  }
  const auto recordings = inputs_of(options.batch, ".mcap");
  if (!recordings) return report(recordings.error());
  ScoreWork work(*recordings, judge);
  return run_batch(work, *recordings, options.batch);
}

}  // namespace

void add_score(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "score", "Judge recordings of exercises: re-simulated, every attempt, with what cost points and when");
  const auto options = std::make_shared<ScoreOptions>();
  add_batch_inputs(command, options->batch, "RECORDING", "Recordings (.mcap)");
  command.add_option("--exercise", options->exercise, "Judge by this exercise in place of the recorded one");
  command.add_flag("--json", options->batch.json, "One JSON object a line for each attempt");
  add_batch_options(command, options->batch);
  command.callback([options, &status] { status = score(*options); });
}

}  // namespace drawbar::tools
