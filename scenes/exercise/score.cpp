#include "scenes/exercise/score.h"

#include <algorithm>

#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {
namespace {

using exercise::Outcome;
using json::in_quotes;

constexpr double kFullScore = 100;

/// What has not ended has not passed: it may be broken off.
bool can_pass(Outcome outcome, const PassRule& rule) {
  if (outcome == Outcome::completed) return true;
  return !rule.needs_completion && (outcome == Outcome::out_of_time || outcome == Outcome::stopped);
}

std::string moments_json(const std::vector<std::pair<double, double>>& moments) {
  std::string out;
  for (const auto& [begin, end] : moments)
    out += (out.empty() ? "[" : ", [") + number_text(begin) + ", " + number_text(end) + "]";
  return "[" + out + "]";
}

}  // namespace

Score score_of(const ExerciseObserver& observer, std::span<const double> memory, const PassRule& rule,
               AttemptIdentity attempt) {
  Score score;
  score.attempt = std::move(attempt);
  score.outcome = observer.outcome(memory);
  score.time = observer.time(memory);
  double lost = 0;
  for (std::size_t i = 0; i < observer.criteria().size(); ++i) {
    const Criterion& criterion = observer.criteria()[i];
    CriterionFigure result = criterion.result(observer.of_criterion(i, memory), score.time);
    lost += result.lost;
    score.criteria.push_back({criterion.rule().name, result.figure, criterion.rule().unit, result.lost,
                              std::move(result.moments)});
  }
  score.score = std::max(0.0, kFullScore - lost);
  score.passed = score.score >= rule.mark && can_pass(score.outcome, rule);
  return score;
}

std::string score_json(const Score& score) {
  const AttemptIdentity& attempt = score.attempt;
  std::string criteria;
  for (const CriterionScore& criterion : score.criteria) {
    criteria += (criteria.empty() ? "{\"name\": " : ", {\"name\": ") + in_quotes(criterion.name) +
                ", \"figure\": " + number_text(criterion.figure) +
                ", \"unit\": " + in_quotes(criterion.unit) + ", \"lost\": " + number_text(criterion.lost) +
                ", \"moments\": " + moments_json(criterion.moments) + "}";
  }
  return "{\"exercise\": " + in_quotes(attempt.exercise) + ", \"scene\": " + in_quotes(attempt.scene) +
         ", \"branch\": " + std::to_string(attempt.branch) +
         ", \"attempt\": " + std::to_string(attempt.attempt) +
         ", \"trainee\": " + in_quotes(attempt.trainee) + ", \"build\": " + in_quotes(attempt.build) +
         ", \"variant\": " + in_quotes(attempt.variant) +
         ", \"outcome\": " + in_quotes(exercise::EnumNameOutcome(score.outcome)) +
         ", \"time\": " + number_text(score.time) + ", \"score\": " + number_text(score.score) +
         ", \"passed\": " + (score.passed ? "true" : "false") + ", \"criteria\": [" + criteria + "]}\n";
}

}  // namespace drawbar::scenes
