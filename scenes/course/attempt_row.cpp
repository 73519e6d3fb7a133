#include "scenes/course/attempt_row.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <utility>
#include <vector>

#include "scenes/loader/text/json.h"

namespace drawbar::scenes {
namespace {

using json::in_quotes;

std::string iso_time(std::int64_t utc_ns) {
  const std::int64_t milliseconds = utc_ns / 1'000'000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(static_cast<std::time_t>(milliseconds / 1'000)), milliseconds % 1'000);
}

std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string as_json(const AttemptRow& row) {
  const std::size_t score_end = row.score_json.find_last_not_of('\n') + 1;  // of a file's line
  return fmt::format(
      R"({{"id": {}, "trainee": {}, "station": {}, "variant": {}, "recording": {}, "ended": {}, "outcome": {}, "time": {}, "score": {}}})",
      row.id, in_quotes(row.trainee), in_quotes(row.station), in_quotes(row.variant),
      in_quotes(row.recording), in_quotes(row.ended), in_quotes(row.outcome), row.time,
      row.score_json.substr(0, score_end));
}

bool is(const AttemptRow& row, exercise::Outcome outcome) {
  return row.outcome == exercise::EnumNameOutcome(outcome);
}

/// https://github.com/adlnet/xAPI-Spec, part two: 2.4 (statement properties), 2.4.5 (result), 2.4.6
/// (context).
std::string as_xapi(const AttemptRow& row) {
  const bool over = !is(row, exercise::Outcome::broken_off);
  const char* verb = !over ? "terminated" : row.passed ? "passed" : "failed";
  return fmt::format(
      R"({{"actor": {{"objectType": "Agent", "account": {{"homePage": "urn:drawbar:trainee", "name": {}}}}}, )"
      R"("verb": {{"id": "http://adlnet.gov/expapi/verbs/{}", "display": {{"en": "{}"}}}}, )"
      R"("object": {{"objectType": "Activity", "id": {}, "definition": {{"name": {{"en": {}}}}}}}, )"
      R"("result": {{"score": {{"raw": {}, "min": 0, "max": 100, "scaled": {}}}, {}"completion": {}, "duration": "PT{}S"}}, )"
      R"({}"timestamp": {}}})",
      in_quotes(row.trainee.empty() ? "unknown" : row.trainee), verb, verb,
      in_quotes("urn:drawbar:exercise:" + row.exercise), in_quotes(row.exercise), row.score, row.score / 100,
      over ? fmt::format(R"("success": {}, )", row.passed) : "", is(row, exercise::Outcome::completed),
      row.time,
      row.variant.empty() ? ""
                          : fmt::format(R"("context": {{"extensions": {{"urn:drawbar:variant": {}}}}}, )",
                                        in_quotes(row.variant)),
      in_quotes(row.ended));
}

std::string array_of(std::span<const AttemptRow> rows, std::string (*form)(const AttemptRow&)) {
  std::vector<std::string> entries;
  for (const AttemptRow& row : rows) entries.push_back(form(row));
  return fmt::format("[{}]", fmt::join(entries, ",\n "));
}

}  // namespace

AttemptRow attempt_row(const Score& score, std::string station, std::string recording,
                       std::int64_t ended_ns) {
  AttemptRow row;
  row.trainee = score.attempt.trainee;
  row.station = std::move(station);
  row.exercise = score.attempt.exercise;
  row.variant = score.attempt.variant;
  row.scene = score.attempt.scene;
  row.attempt = score.attempt.attempt;
  row.branch = score.attempt.branch;
  row.recording = std::move(recording);
  row.build = score.attempt.build;
  row.ended = iso_time(ended_ns);
  row.outcome = exercise::EnumNameOutcome(score.outcome);
  row.time = score.time;
  row.score = score.score;
  row.passed = score.passed;
  row.score_json = score_json(score);
  return row;
}

std::string rows_as_json(std::span<const AttemptRow> rows) {
  return array_of(rows, as_json);
}

std::string rows_as_csv(std::span<const AttemptRow> rows) {
  std::string text =
      "id,trainee,station,exercise,variant,scene,attempt,branch,recording,build,ended,outcome,time,score,"
      "passed\r\n";
  for (const AttemptRow& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", row.id, cell(row.trainee),
                        cell(row.station), cell(row.exercise), cell(row.variant), cell(row.scene),
                        row.attempt, row.branch, cell(row.recording), cell(row.build), row.ended, row.outcome,
                        row.time, row.score, row.passed);
  }
  return text;
}

std::string rows_as_xapi(std::span<const AttemptRow> rows) {
  return array_of(rows, as_xapi);
}

}  // namespace drawbar::scenes
