#include "tools/client/live_score.h"

#include <fmt/format.h>

#include <chrono>

#include "scenes/exercise/score.h"

namespace drawbar::tools {
namespace {

constexpr std::chrono::seconds kPatience{5};  // scores come once a second

std::string plain(const flatbuffers::String* text) {
  return text == nullptr ? std::string() : text->str();
}

scenes::Score score_of(const stream::Score& told, const stream::Scene& scene) {
  scenes::Score score;
  score.attempt = {.exercise = plain(scene.exercise()->name()),
                   .scene = plain(scene.name()),
                   .branch = told.stamp()->branch(),
                   .attempt = told.attempt(),
                   .trainee = plain(scene.exercise()->trainee()),
                   .build = plain(told.build())};
  score.outcome = static_cast<exercise::Outcome>(told.outcome());
  score.time = told.time();
  score.score = told.score();
  score.passed = told.passed();
  if (told.criteria() == nullptr) return score;
  for (const stream::CriterionScore* criterion : *told.criteria()) {
    scenes::CriterionScore& entry = score.criteria.emplace_back();
    entry.name = plain(criterion->name());
    entry.figure = criterion->figure();
    entry.unit = plain(criterion->unit());
    entry.lost = criterion->lost();
    const auto* moments = criterion->moments();
    for (flatbuffers::uoffset_t i = 0; moments != nullptr && i + 1 < moments->size(); i += 2)
      entry.moments.emplace_back(moments->Get(i), moments->Get(i + 1));
  }
  return score;
}

}  // namespace

std::string live_score_command() {
  return fmt::format("  {:<40}{}\n", "score", "the score of the attempt that runs, one line of JSON");
}

Result<std::string> live_score(Connection& connection) {
  const stream::Scene& scene = *connection.welcome()->body_as_Welcome()->scene();
  if (scene.exercise() == nullptr) return fail(ErrorKind::wrong, "no exercise runs, the scene alone does");
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    auto message = connection.receive(std::chrono::milliseconds(100));
    if (!message) return tl::unexpected(message.error());
    if (!*message) continue;
    if (const stream::Score* told = (**message)->body_as_Score(); told != nullptr && told->stamp() != nullptr)
      return scenes::score_json(score_of(*told, scene));
  }
  return fail(ErrorKind::environment, "no score came within 5 s");
}

}  // namespace drawbar::tools
