#include "tools/client/live_score.h"

#include <fmt/format.h>

#include "protocol/strings.h"
#include "scenes/exercise/score.h"
#include "tools/text/cells.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

using protocol::text_of;

scenes::Score score_of(const stream::Score& told, const stream::Scene& scene) {
  scenes::Score score;
  score.attempt = {.exercise = text_of(scene.exercise()->name()),
                   .scene = text_of(scene.name()),
                   .branch = told.stamp()->branch(),
                   .attempt = told.attempt(),
                   .trainee = text_of(scene.exercise()->trainee()),
                   .build = text_of(told.build()),
                   .variant = text_of(scene.exercise()->variant())};
  score.outcome = static_cast<exercise::Outcome>(told.outcome());
  score.time = told.time();
  score.score = told.score();
  score.passed = told.passed();
  if (told.criteria() == nullptr) return score;
  for (const stream::CriterionScore* criterion : *told.criteria()) {
    scenes::CriterionScore& entry = score.criteria.emplace_back();
    entry.name = text_of(criterion->name());
    entry.figure = criterion->figure();
    entry.unit = text_of(criterion->unit());
    entry.lost = criterion->lost();
    const auto* moments = criterion->moments();
    for (flatbuffers::uoffset_t i = 0; moments != nullptr && i + 1 < moments->size(); i += 2)
      entry.moments.emplace_back(moments->Get(i), moments->Get(i + 1));
  }
  return score;
}

std::string triggers_text(const stream::Score& told) {
  std::string text;
  for (flatbuffers::uoffset_t i = 0; told.triggers() != nullptr && i < told.triggers()->size(); ++i) {
    const stream::TriggerState& trigger = *told.triggers()->Get(i);
    text += fmt::format("{:<32}{:<10}fired {}{}\n", clean(text_of(trigger.name())),
                        trigger.armed() ? "armed" : "done", trigger.fired(),
                        trigger.holds() ? ", its condition holds" : "");
  }
  return text.empty() ? "the exercise has no triggers\n" : text;
}

std::string triggers_json(const stream::Score& told) {
  std::string items;
  for (flatbuffers::uoffset_t i = 0; told.triggers() != nullptr && i < told.triggers()->size(); ++i) {
    const stream::TriggerState& trigger = *told.triggers()->Get(i);
    items +=
        fmt::format(R"({}{{"name":{},"armed":{},"fired":{},"holds":{}}})", i == 0 ? "" : ",",
                    json_string(text_of(trigger.name())), trigger.armed(), trigger.fired(), trigger.holds());
  }
  return fmt::format(R"({{"branch":{},"time":{},"triggers":[{}]}})", told.stamp()->branch(),
                     told.stamp()->time(), items) +
         "\n";
}

Result<protocol::ServerMessage> next_score(Connection& connection) {
  const stream::Welcome& welcome = *connection.welcome()->body_as_Welcome();
  const stream::Scene& scene = *welcome.scene();
  if (scene.exercise() == nullptr) return fail(ErrorKind::wrong, "no exercise runs, the scene alone does");
  constexpr std::uint32_t kReplay = 2;  // FrameStamp.flags
  if ((welcome.stamp()->flags() & kReplay) != 0) {
    return fail(ErrorKind::wrong,
                "in a replay no exercise runs; `drawbar score RECORDING` judges those that it holds");
  }
  return connection.wait_for(
      [](const stream::ServerMessage& message) {
        const stream::Score* told = message.body_as_Score();
        return told != nullptr && told->stamp() != nullptr;
      },
      "no score came");
}

}  // namespace

std::string live_score_commands() {
  return fmt::format("  {:<46}{}\n  {:<46}{}\n", "score",
                     "the score of the attempt that runs, one line of JSON", "triggers [--json]",
                     "which of the exercise's triggers are armed, and have fired");
}

bool is_live_score_command(std::span<const std::string> words) {
  return words.size() == 1 && (words[0] == "score" || words[0] == "triggers");
}

Result<std::string> live_score(std::span<const std::string> words, bool as_json, Connection& connection) {
  const auto message = next_score(connection);
  if (!message) return tl::unexpected(message.error());
  const stream::Score& told = *(*message)->body_as_Score();
  if (words[0] == "score")
    return scenes::score_json(score_of(told, *connection.welcome()->body_as_Welcome()->scene()));
  return as_json ? triggers_json(told) : triggers_text(told);
}

Result<void> check_exercise_can_start(Connection& connection) {
  const auto message = next_score(connection);
  if (!message) return tl::unexpected(message.error());
  if ((*message)->body_as_Score()->outcome() == 0) return {};
  return fail(ErrorKind::wrong,
              "the exercise has ended; `drawbar instructor exercise reset` sets it up again");
}

}  // namespace drawbar::tools
