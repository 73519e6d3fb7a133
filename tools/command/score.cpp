// drawbar score RECORDING...: what attempts are worth, re-simulated; by the recorded exercise or by another
// one.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/session_record.h"
#include "tools/assessment/scoring.h"
#include "tools/command/command.h"
#include "tools/text/cells.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

struct ScoreOptions {
  std::vector<std::string> recordings;
  std::string exercise;
  bool json = false;
};

void print_table(const std::string& recording, const scenes::Score& score) {
  fmt::print("{}: {} in {}, branch {}, attempt {}{}\n", recording, clean(score.attempt.exercise),
             clean(score.attempt.scene), score.attempt.branch, score.attempt.attempt,
             score.attempt.trainee.empty() ? "" : ", trainee " + clean(score.attempt.trainee));
  for (const scenes::CriterionScore& criterion : score.criteria) {
    std::string moments;
    for (const auto& [begin, end] : criterion.moments)
      moments += fmt::format("{}{:.2f}-{:.2f}", moments.empty() ? "  at " : ", ", begin, end);
    fmt::print("  {:<24} {:>12.6g} {:<6} {:>7.2f} lost{}\n", clean(criterion.name), criterion.figure,
               criterion.unit, criterion.lost, moments);
  }
  fmt::print("  score {:.2f}, {}, {} after {:.2f} s\n", score.score, score.passed ? "passed" : "not passed",
             exercise::EnumNameOutcome(score.outcome), score.time);
}

Result<void> score_file(const std::string& path, const OtherExercise* other, bool json) {
  const auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  const auto scores = score_recording(*record, other);
  if (!scores) return fail(scores.error().kind, path + ": " + scores.error().text);
  for (const scenes::Score& score : *scores) {
    if (!json) {
      print_table(path, score);
      continue;
    }
    fmt::print("{{\"recording\": {}, {}", json_string(path), scenes::score_json(score).substr(1));
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
  int status = kGood;
  for (const std::string& path : options.recordings) {
    const auto done = score_file(path, other ? &*other : nullptr, options.json);
    if (!done) status = std::max(status, report(done.error()));
  }
  return status;
}

}  // namespace

void add_score(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "score", "Judge recordings of exercises: re-simulated, every attempt, with what cost points and when");
  const auto options = std::make_shared<ScoreOptions>();
  command.add_option("RECORDING", options->recordings, "Recordings (.mcap)")->required();
  command.add_option("--exercise", options->exercise, "Judge by this exercise in place of the recorded one");
  command.add_flag("--json", options->json, "One JSON object a line for each attempt");
  command.callback([options, &status] { status = score(*options); });
}

}  // namespace drawbar::tools
