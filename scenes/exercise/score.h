// What an attempt at an exercise is worth.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scenes/exercise/exercise_observer.h"

namespace drawbar::scenes {

/// Which attempt, by whom, computed by what.
struct AttemptIdentity {
  std::string exercise;
  std::string scene;
  std::uint32_t branch = 0;
  std::uint32_t attempt = 1;  ///< branches of the exercise, counted from 1
  std::string trainee;        ///< key into the course records
  std::string build;
  std::string variant;  ///< name of the exercise's; empty: none
};

/// What one criterion comes to.
struct CriterionScore {
  std::string name;
  double figure = 0;
  std::string unit;
  double lost = 0;                                 ///< points
  std::vector<std::pair<double, double>> moments;  ///< s, in order
};

/// What an attempt is worth.
struct Score {
  AttemptIdentity attempt;
  exercise::Outcome outcome = exercise::Outcome::running;
  double time = 0;      ///< s, until when it counts
  double score = 0;     ///< 0 to 100
  bool passed = false;  ///< never before it has ended
  std::vector<CriterionScore> criteria;
};

/// How an exercise passes.
struct PassRule {
  double mark = 0;
  /// Whether a trigger completes it: then nothing else does.
  bool needs_completion = false;
};

/// The score of an attempt so far; `memory` is that of `observer`.
Score score_of(const ExerciseObserver& observer, std::span<const double> memory, const PassRule& rule,
               AttemptIdentity attempt);

/// One line: {"exercise", "scene", "branch", "attempt", "trainee", "build", "variant", "outcome", "time",
/// "score", "passed", "criteria"}; the outcome by its name in exercise.fbs; numbers read back to the same
/// double.
std::string score_json(const Score& score);

}  // namespace drawbar::scenes
