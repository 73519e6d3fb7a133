// The figures by which an exercise is judged, and the points that they cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol/exercise_generated.h"
#include "scenes/exercise/conditions.h"
#include "scenes/exercise/moments.h"

namespace drawbar::scenes {

/// One criterion, with the names and units of its text resolved. Figures are SI until they are shown.
struct CriterionRule {
  std::string name;
  exercise::CriterionType type = exercise::CriterionType::time;
  std::string unit;   ///< shown
  double factor = 1;  ///< of what is shown: SI = factor x shown
  double tolerance = 0;
  double penalty = 0;  ///< points per SI unit
  double weight = 0;
  std::optional<double> abort_above;

  std::function<double(const physics::FrameState&)> value;  ///< peak, final, rms
  bool magnitude = false;
  std::size_t condition = 0;  ///< time, count
  std::size_t watch = 0;      ///< impulse
  double threshold = 0;       ///< N s
  std::size_t index = 0;      ///< jerk: body; reversals: control
  double dead_band = 0;
  std::vector<std::size_t> drives;  ///< energy
};

/// What a criterion says so far.
struct CriterionFigure {
  double figure = 0;                               ///< as it is shown
  double lost = 0;                                 ///< points
  std::vector<std::pair<double, double>> moments;  ///< s, when they were lost; none where none were
};

/// One criterion of an exercise, judged frame by frame.
class Criterion {
 public:
  /// What it remembers: sums, and the moments that cost points.
  static constexpr std::size_t kSums = 9;
  static constexpr std::size_t kNumbers = kSums + Moments::kNumbers;

  explicit Criterion(CriterionRule rule) : rule_(std::move(rule)) {}  ///< Judges by this rule.
  const CriterionRule& rule() const { return rule_; }                 ///< What it judges by.

  /// At the end of every frame; `memory` has kNumbers numbers, `conditions` is the memory of all conditions.
  void update(const SeenFrame& frame, const Conditions& all, std::span<const double> conditions,
              std::span<double> memory) const;

  /// Of type marks: so many points at this time (s).
  static void give_mark(double points, double time, std::span<double> memory);

  /// Whether its figure is so high that the exercise ends.
  bool aborts(std::span<const double> memory) const {
    return rule_.abort_above && figure(memory) > *rule_.abort_above;
  }

  /// Of a memory that stands at `time` (s).
  CriterionFigure result(std::span<const double> memory, double time) const;

 private:
  double figure(std::span<const double> memory) const;
  double lost(std::span<const double> memory) const;
  /// Each of these says whether the frame is one of the moments that cost.
  bool take_condition(bool holds, double period, std::span<double> sums) const;
  bool take_value(const physics::FrameState& state, std::span<double> sums) const;
  bool take_impulse(double impulse, std::span<double> sums) const;
  bool take_jerk(const SeenFrame& frame, std::span<double> sums) const;
  bool take_lever(double value, std::span<double> sums) const;
  bool take_power(const physics::FrameState& state, double period, std::span<double> sums) const;

  CriterionRule rule_;
};

}  // namespace drawbar::scenes
