// Every type of criterion and of condition as a table: what is fed frame by frame, what comes out.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "scenes/exercise/criteria.h"
#include "scenes/exercise/exercise_observer.h"
#include "scenes/exercise/score.h"

namespace drawbar::scenes::testing {
namespace {

using exercise::ConditionType;
using exercise::CriterionType;
using exercise::Outcome;

constexpr double kFrame = 0.5;  ///< s; its sums are exact
using Spans = std::vector<std::pair<double, double>>;

/// A world of two bodies, one lever and two drives, whose "quantity" is its first control.
struct Fed {
  Fed() {
    state.bodies.resize(3);
    state.controls.resize(1);
    state.drives.resize(2);
  }
  physics::FrameState state;
  std::vector<double> impulses = std::vector<double>(1);
};

double first_control(const physics::FrameState& state) {
  return state.controls[0];
}

/// One criterion and one condition (the quantity is above 1).
class Judged {
 public:
  explicit Judged(CriterionRule rule) : criterion_(std::move(rule)) {
    ConditionNode above_one;
    above_one.type = ConditionType::quantity;
    above_one.value = first_control;
    above_one.above = 1;
    conditions_.add(above_one);
  }

  void frame() {
    ++fed.state.frame;
    const SeenFrame seen{fed.state, kFrame, fed.impulses};
    conditions_.update(seen, condition_memory_);
    criterion_.update(seen, conditions_, condition_memory_, memory_);
  }
  void frames(const std::vector<double>& values) {
    for (const double value : values) {
      fed.state.controls[0] = value;
      frame();
    }
  }
  CriterionFigure result() const {
    return criterion_.result(memory_, static_cast<double>(fed.state.frame) * kFrame);
  }
  bool aborts() const { return criterion_.aborts(memory_); }

  Fed fed;

 private:
  Criterion criterion_;
  Conditions conditions_;
  std::vector<double> condition_memory_ = std::vector<double>(1);
  std::vector<double> memory_ = std::vector<double>(Criterion::kNumbers);
};

CriterionRule rule_of(CriterionType type, double tolerance = 0) {
  CriterionRule rule;
  rule.name = "it";
  rule.type = type;
  rule.tolerance = tolerance;
  rule.penalty = 1;
  rule.weight = 1'000;
  rule.value = first_control;
  return rule;
}

struct Fall {
  const char* what;
  CriterionRule rule;
  std::vector<double> values;
  double figure;
  double lost;
  Spans moments;
};

CriterionRule changed(CriterionRule rule, const std::function<void(CriterionRule&)>& change) {
  change(rule);
  return rule;
}

TEST(CriterionTable, OfValuesFrameByFrame) {
  const auto with_magnitude = [](CriterionRule& rule) { rule.magnitude = true; };
  const std::vector<Fall> rows{
      {"time: each frame in which it holds",
       rule_of(CriterionType::time),
       {2, 0, 2, 2, 1},
       1.5,
       1.5,
       {{0, 0.5}, {1, 2}}},
      {"time: none", rule_of(CriterionType::time), {0, 1, 0}, 0, 0, {}},
      {"time: within its tolerance", rule_of(CriterionType::time, 1.5), {2, 2, 2}, 1.5, 0, {}},
      {"count: each beginning",
       rule_of(CriterionType::count),
       {2, 2, 0, 2, 0, 0, 2},
       3,
       3,
       {{0, 1}, {1.5, 2}, {3, 3.5}}},
      {"count: from the first frame on", rule_of(CriterionType::count), {2}, 1, 1, {{0, 0.5}}},
      {"peak: the greatest", rule_of(CriterionType::peak, 3), {1, 5, 4, 3}, 5, 2, {{0.5, 1.5}}},
      {"peak: that comes first", rule_of(CriterionType::peak), {-1, -5, -2}, -1, 0, {}},
      {"peak: of the amount",
       changed(rule_of(CriterionType::peak), with_magnitude),
       {1, -5, 4},
       5,
       5,
       {{0, 1.5}}},
      {"final: the last", rule_of(CriterionType::final, 1), {9, 0, 3}, 3, 2, {{1.5, 1.5}}},
      {"final: of the amount",
       changed(rule_of(CriterionType::final), with_magnitude),
       {1, -2},
       2,
       2,
       {{1, 1}}},
      {"rms: of all frames",
       rule_of(CriterionType::rms, 2),
       {3, -3, 1, 1},
       std::sqrt(5.0),
       std::sqrt(5.0) - 2,
       {{0, 1}}},
      {"rms: of none", rule_of(CriterionType::rms), {}, 0, 0, {}},
      {"duration: to the end of the frame",
       rule_of(CriterionType::duration, 1),
       {0, 0, 0},
       1.5,
       0.5,
       {{1, 1.5}}},
      {"reversals: the first way is none",
       changed(rule_of(CriterionType::reversals), [](CriterionRule& rule) { rule.dead_band = 0.5; }),
       {1, 2, 1.5, 1.4, 2, 1},
       3,
       3,
       {{2, 2}, {2.5, 2.5}, {3, 3}}},
      {"reversals: the dead band itself is none",
       changed(rule_of(CriterionType::reversals), [](CriterionRule& rule) { rule.dead_band = 0.5; }),
       {1, 0.5, 1, 0.5, 0.5},
       0,
       0,
       {}},
      {"reversals: from its farthest",
       changed(rule_of(CriterionType::reversals), [](CriterionRule& rule) { rule.dead_band = 0.5; }),
       {-1, -3, -2.75, -2.25},
       1,
       1,
       {{2, 2}}},
  };
  for (const Fall& row : rows) {
    SCOPED_TRACE(row.what);
    Judged judged(row.rule);
    judged.frames(row.values);
    const CriterionFigure result = judged.result();
    EXPECT_DOUBLE_EQ(result.figure, row.figure);
    EXPECT_DOUBLE_EQ(result.lost, row.lost);
    EXPECT_EQ(result.moments, row.moments);
  }
}

TEST(CriterionTable, OfPointsTheyAreForWhatIsBeyondTheToleranceAndNoMoreThanTheWeight) {
  struct Points {
    const char* what;
    double tolerance, penalty, weight, factor, value;
    double figure, lost;
  };
  for (const Points& row : std::vector<Points>{
           {"at the tolerance", 3, 2, 10, 1, 3, 3, 0},
           {"beyond it", 3, 2, 10, 1, 4, 4, 2},
           {"before it", 3, 2, 10, 1, 1, 1, 0},
           {"as much as it weighs", 3, 2, 10, 1, 8, 8, 10},
           {"more than it weighs", 3, 2, 10, 1, 80, 80, 10},
           {"in another unit", 3, 2, 10, 0.5, 4, 8, 2},
           {"that cost nothing", 0, 0, 10, 1, 80, 80, 0},
       }) {
    SCOPED_TRACE(row.what);
    CriterionRule rule = rule_of(CriterionType::final, row.tolerance);
    rule.penalty = row.penalty;
    rule.weight = row.weight;
    rule.factor = row.factor;
    Judged judged(rule);
    judged.frames({row.value});
    EXPECT_DOUBLE_EQ(judged.result().figure, row.figure);
    EXPECT_DOUBLE_EQ(judged.result().lost, row.lost);
    EXPECT_EQ(judged.result().moments.empty(), row.lost == 0) << "moments are of lost points";
  }
}

TEST(CriterionTable, AnAbortLimitIsPassedAndNotReached) {
  CriterionRule rule = rule_of(CriterionType::peak);
  rule.factor = 0.5;  // the limit is in SI, like what is compared with it
  Judged unlimited(rule);
  unlimited.frames({1e9});
  EXPECT_FALSE(unlimited.aborts());
  rule.abort_above = 3;
  Judged judged(rule);
  judged.frames({2.5, 3});
  EXPECT_FALSE(judged.aborts());
  judged.frames({3.01});
  EXPECT_TRUE(judged.aborts());
  judged.frames({0});
  EXPECT_TRUE(judged.aborts()) << "what was passed was passed";
}

TEST(CriterionTable, OfAnImpulseEachCollisionIsItsOwn) {
  struct Blow {
    const char* what;
    std::vector<double> impulses;
    double figure;
    Spans moments;
  };
  for (const Blow& row : std::vector<Blow>{
           {"one under the threshold", {1, 1, 0}, 0, {}},
           {"at the threshold", {1, 2, 0}, 0, {}},
           {"above the threshold in one blow", {4, 0}, 4, {{0, 0.5}}},
           {"above it in several frames", {2, 2, 0, 0}, 4, {{0.5, 1}}},
           {"two small ones are none", {2, 0, 2, 0}, 0, {}},
           {"two great ones add up", {4, 0, 5, 0}, 9, {{0, 0.5}, {1, 1.5}}},
           {"one that goes on counts already", {4, 1}, 5, {{0, 1}}},
           {"a small one after a great one is none", {4, 0, 2}, 4, {{0, 0.5}}},
       }) {
    SCOPED_TRACE(row.what);
    CriterionRule rule = rule_of(CriterionType::impulse);
    rule.threshold = 3;
    Judged judged(rule);
    for (const double impulse : row.impulses) {
      judged.fed.impulses[0] = impulse;
      judged.frame();
    }
    EXPECT_DOUBLE_EQ(judged.result().figure, row.figure);
    EXPECT_EQ(judged.result().moments, row.moments);
  }
}

TEST(CriterionTable, JerkIsTheChangeOfTheChangeOfVelocityOfItsBody) {
  for (int axis = 0; axis < 3; ++axis) {
    CriterionRule rule = rule_of(CriterionType::jerk, 7.5);
    rule.index = 1;
    Judged judged(rule);
    const auto speed = [&](double value) {
      judged.fed.state.bodies[1].linear_velocity[axis] = value;
      judged.fed.state.bodies[0].linear_velocity[axis] = 17 * value;  // another's
      judged.frame();
    };
    speed(100);
    speed(101);
    EXPECT_EQ(judged.result().figure, 0) << "two frames tell nothing of jerk";
    speed(102);
    EXPECT_DOUBLE_EQ(judged.result().figure, 0) << "a steady acceleration has none";
    speed(105);  // (3 - 1) / 0.5^2 = 8 m/s^3
    EXPECT_DOUBLE_EQ(judged.result().figure, std::sqrt(64.0 / 2));
    speed(108);
    EXPECT_DOUBLE_EQ(judged.result().figure, std::sqrt(64.0 / 3));
    CriterionFigure result = judged.result();
    EXPECT_TRUE(result.moments.empty()) << "nothing is lost: the mean is within the tolerance";
    speed(100);  // (-8 - 3) / 0.25 = -44
    result = judged.result();
    EXPECT_EQ(result.moments, (Spans{{1.5, 2}, {2.5, 3}})) << "axis " << axis;
  }
}

TEST(CriterionTable, EnergyIsWhatTheDrivesNamedDrawAndNotWhatTheyGiveBack) {
  CriterionRule rule = rule_of(CriterionType::energy, 20);
  rule.drives = {1};
  Judged one(rule);
  rule.drives = {0, 1};
  Judged both(rule);
  for (Judged* judged : {&one, &both}) {
    judged->fed.state.drives[0].voltage = 10;
    judged->fed.state.drives[0].current = 1;
    judged->fed.state.drives[1].voltage = -20;
    judged->fed.state.drives[1].current = -2;
    judged->frame();
    judged->fed.state.drives[1].current = 2;  // gives back
    judged->frame();
  }
  EXPECT_DOUBLE_EQ(one.result().figure, 20);
  EXPECT_EQ(one.result().lost, 0);
  EXPECT_DOUBLE_EQ(both.result().figure, 20 + 2 * 5);
  EXPECT_EQ(both.result().moments, (Spans{{0, 1}}));
}

TEST(CriterionTable, MarksAddUpWithTheirTimes) {
  Judged untouched(rule_of(CriterionType::marks));
  untouched.frames({9, 9});
  EXPECT_EQ(untouched.result().figure, 0);
  const Criterion criterion(rule_of(CriterionType::marks));
  std::vector<double> memory(Criterion::kNumbers);
  Criterion::give_mark(3, 1.5, memory);
  Criterion::give_mark(4, 2, memory);
  EXPECT_EQ(criterion.result(memory, 9).figure, 7);
  EXPECT_EQ(criterion.result(memory, 9).moments, (Spans{{1.5, 1.5}, {2, 2}}));
}

// --- conditions ---

/// Whether a condition holds after each of these frames.
std::vector<bool> held(const ConditionNode& node, const std::vector<double>& values,
                       const std::function<void(Fed&, double)>& feed) {
  Conditions conditions;
  const std::size_t number = conditions.add(node);
  std::vector<double> memory(1);
  Fed fed;
  std::vector<bool> result;
  for (const double value : values) {
    ++fed.state.frame;
    feed(fed, value);
    conditions.update({fed.state, kFrame, fed.impulses}, memory);
    result.push_back(conditions.holds(number, memory));
  }
  return result;
}

ConditionNode quantity_node(double above, double below, double hysteresis = 0) {
  ConditionNode node;
  node.type = ConditionType::quantity;
  node.value = first_control;
  node.above = above;
  node.below = below;
  node.hysteresis = hysteresis;
  return node;
}

TEST(ConditionTable, OfAQuantityItsBoundsAreOutside) {
  const auto feed = [](Fed& fed, double value) { fed.state.controls[0] = value; };
  using Held = std::vector<bool>;
  EXPECT_EQ(held(quantity_node(1, 3), {1, 1.5, 3, 2.5, 0, -2}, feed),
            (Held{false, true, false, true, false, false}));
  EXPECT_EQ(held(quantity_node(1, 3, 0.5), {0.75, 1.5, 0.75, 0.5, 0.75}, feed),
            (Held{false, true, true, false, false}));
  EXPECT_EQ(held(quantity_node(1, 3, 0.5), {3.25, 2.5, 3.25, 3.5, 3.25}, feed),
            (Held{false, true, true, false, false}));
  ConditionNode amount = quantity_node(1, 3);
  amount.magnitude = true;
  EXPECT_EQ(held(amount, {-2, 2, 0.5, -0.5, -4}, feed), (Held{true, true, false, false, false}));
}

TEST(ConditionTable, ForAtLeastCountsWholeFramesAndBeginsAnew) {
  const auto feed = [](Fed& fed, double value) { fed.state.controls[0] = value; };
  ConditionNode node = quantity_node(1, 3);
  node.frames = 2;
  EXPECT_EQ(held(node, {2, 2, 2, 2, 0, 2, 2, 2}, feed),
            (std::vector<bool>{false, false, true, true, false, false, false, true}));
}

TEST(ConditionTable, OfTimeItHoldsFromTheEndOfTheFrameThatEndsThen) {
  ConditionNode node;
  node.type = ConditionType::time;
  node.after = 1;
  const auto nothing = [](Fed&, double) {};
  EXPECT_EQ(held(node, {0, 0, 0, 0}, nothing), (std::vector<bool>{false, true, true, true}));
  node.after = 1.01;
  EXPECT_EQ(held(node, {0, 0, 0, 0}, nothing), (std::vector<bool>{false, false, true, true}));
}

TEST(ConditionTable, OfContactItsForceIsPassedOnTheMeanOfTheFrame) {
  ConditionNode node;
  node.type = ConditionType::contact;
  const auto feed = [](Fed& fed, double value) { fed.impulses[0] = value; };
  EXPECT_EQ(held(node, {0, 1e-9, 0}, feed), (std::vector<bool>{false, true, false})) << "any touch";
  node.above = 10;  // N, over half a second
  EXPECT_EQ(held(node, {5, 5.1, 4.9}, feed), (std::vector<bool>{false, true, false}));
}

TEST(ConditionTable, OfAZoneItIsThatSensorAndTheseBodies) {
  ConditionNode node;
  node.type = ConditionType::zone;
  node.zone = 2;
  node.bodies = {false, true, false};
  const auto feed = [](Fed& fed, double value) {
    fed.state.overlaps.clear();
    if (value == 1) fed.state.overlaps.push_back({2, 0, 1});
    if (value == 2) fed.state.overlaps.push_back({2, 0, 0});  // another body
    if (value == 3) fed.state.overlaps.push_back({0, 0, 1});  // another zone
    if (value == 4) fed.state.overlaps = {{2, 0, 0}, {2, 3, 1}};
  };
  EXPECT_EQ(held(node, {0, 1, 2, 3, 4}, feed), (std::vector<bool>{false, true, false, false, true}));
}

TEST(ConditionTable, AllAnyAndNotOfTwo) {
  for (const auto& [type, wanted] : std::vector<std::pair<ConditionType, std::vector<bool>>>{
           {ConditionType::all, {false, false, false, true}},
           {ConditionType::any, {false, true, true, true}},
           {ConditionType::not_, {true, false, false, false}}}) {
    std::vector<bool> seen;
    for (int both = 0; both < 4; ++both) {
      Conditions conditions;
      ConditionNode whole;
      whole.type = type;
      // Part b holds where its bit is set.
      for (int b = 0; b < 2; ++b)
        whole.of.push_back(
            conditions.add(((both >> b) & 1) != 0 ? quantity_node(-1, 1) : quantity_node(1, 2)));
      const std::size_t number = conditions.add(whole);
      std::vector<double> memory(conditions.size());
      Fed fed;
      fed.state.frame = 1;
      conditions.update({fed.state, kFrame, fed.impulses}, memory);
      seen.push_back(conditions.holds(number, memory));
    }
    EXPECT_EQ(seen, wanted) << exercise::EnumNameConditionType(type);
  }
}

// --- the whole ---

/// An observer with one trigger (the quantity is above 1) that gives 5 points to the first criterion.
ExerciseObserver::Parts one_trigger() {
  ExerciseObserver::Parts parts;
  parts.period = kFrame;
  parts.conditions.add(quantity_node(1, 1e9));
  TriggerRule trigger;
  trigger.name = "above";
  trigger.marks = {{0, 5}};
  parts.triggers = {trigger};
  parts.criteria.emplace_back(rule_of(CriterionType::marks));
  return parts;
}

/// Frames as the loop computes them: what was decided in one is an input of the next.
class Watched {
 public:
  explicit Watched(ExerciseObserver::Parts parts)
      : observer(std::move(parts)), memory(observer.memory_size()) {}

  void frame(double value) {
    for (const WorldInput& input : decided()) observer.take_input(input, memory);
    ++fed.state.frame;
    fed.state.controls[0] = value;
    observer.after_frame(fed.state, memory);
  }
  std::vector<WorldInput> decided() const {
    std::vector<WorldInput> inputs;
    observer.decisions(memory, [&](const WorldInput& input) { inputs.push_back(input); });
    return inputs;
  }
  Score score(PassRule rule = {}) const { return score_of(observer, memory, rule, {}); }

  Fed fed;
  ExerciseObserver observer;
  std::vector<double> memory;
};

TEST(ObserverTable, ATriggerFiresInTheFrameAfterItsConditionBeganToHold) {
  for (const bool once : {true, false}) {
    auto parts = one_trigger();
    parts.triggers[0].once = once;
    Watched watched(std::move(parts));
    std::vector<double> fired;
    std::vector<bool> armed, holds;
    for (const double value : {2.0, 2.0, 0.0, 2.0, 2.0}) {
      watched.frame(value);
      fired.push_back(watched.observer.fired(0, watched.memory));
      armed.push_back(watched.observer.armed(0, watched.memory));
      holds.push_back(watched.observer.holds(0, watched.memory));
    }
    EXPECT_EQ(fired, once ? (std::vector<double>{0, 1, 1, 1, 1}) : (std::vector<double>{0, 1, 1, 1, 2}));
    EXPECT_EQ(armed, once ? (std::vector<bool>{true, false, false, false, false})
                          : (std::vector<bool>{true, true, true, true, true}));
    EXPECT_EQ(holds, (std::vector<bool>{true, true, false, true, true}));
    EXPECT_EQ(watched.score().criteria[0].figure, once ? 5 : 10);
    EXPECT_EQ(watched.score().score, once ? 95 : 90);
  }
}

TEST(ObserverTable, WhatHasEndedCountsNothingMore) {
  Watched watched(one_trigger());
  watched.frame(0);
  WorldInput end;
  end.kind = WorldInput::Kind::end_exercise;
  end.value = static_cast<double>(Outcome::stopped);
  watched.observer.take_input(end, watched.memory);
  EXPECT_EQ(watched.observer.outcome(watched.memory), Outcome::stopped);
  EXPECT_FALSE(watched.observer.armed(0, watched.memory));
  end.value = static_cast<double>(Outcome::failed);
  watched.observer.take_input(end, watched.memory);
  EXPECT_EQ(watched.observer.outcome(watched.memory), Outcome::stopped) << "it ended before";
  const auto before = watched.memory;
  watched.frame(2);
  watched.frame(2);
  EXPECT_EQ(watched.memory, before);
  EXPECT_EQ(watched.score().time, kFrame);
  WorldInput fires;
  fires.kind = WorldInput::Kind::trigger;
  watched.observer.take_input(fires, watched.memory);
  EXPECT_EQ(watched.score().criteria[0].figure, 0) << "no points after the end";
  fires.index = 1;
  watched.observer.take_input(fires, watched.memory);  // there is no such trigger
}

TEST(ObserverTable, TheTimeLimitIsReachedAtTheEndOfItsFrameAndActsInTheNext) {
  auto parts = one_trigger();
  parts.time_limit = 1;
  Watched watched(std::move(parts));
  watched.frame(0);
  EXPECT_TRUE(watched.decided().empty());
  watched.frame(0);
  ASSERT_EQ(watched.decided().size(), 1u);
  EXPECT_EQ(watched.decided()[0].kind, WorldInput::Kind::end_exercise);
  EXPECT_EQ(watched.decided()[0].value, static_cast<double>(Outcome::out_of_time));
  EXPECT_EQ(watched.observer.outcome(watched.memory), Outcome::running);
  watched.frame(0);
  EXPECT_EQ(watched.observer.outcome(watched.memory), Outcome::out_of_time);
  EXPECT_TRUE(watched.decided().empty());
  EXPECT_EQ(watched.score().time, 1);
}

TEST(ObserverTable, AnAbortGoesBeforeTheTimeLimit) {
  auto parts = one_trigger();
  parts.time_limit = kFrame;
  CriterionRule limited = rule_of(CriterionType::peak);
  limited.abort_above = 3;
  parts.criteria.emplace_back(limited);
  Watched watched(std::move(parts));
  watched.frame(4);
  watched.frame(0);
  EXPECT_EQ(watched.observer.outcome(watched.memory), Outcome::aborted);
}

TEST(ObserverTable, ImpulsesAreOfOneFrameAndOfBothOrdersOfAPair) {
  auto parts = one_trigger();
  parts.watches = ContactWatches(3);
  EXPECT_EQ(parts.watches.add(std::vector<std::uint32_t>{0}, std::vector<std::uint32_t>{1}), 0u);
  parts.criteria.clear();
  parts.triggers.clear();
  CriterionRule rule = rule_of(CriterionType::impulse);
  parts.criteria.emplace_back(rule);
  Watched watched(std::move(parts));
  EXPECT_TRUE(watched.observer.watches_contacts());
  const auto touch = [&](std::uint32_t a, std::uint32_t b) {
    watched.fed.state.contacts.clear();
    watched.fed.state.contacts.push_back({a, b, {0, 0, 0}, {3, 0, -4}});
    watched.observer.after_substep(watched.fed.state, 0.1, watched.memory);
  };
  touch(0, 1);
  touch(1, 0);
  touch(0, 2);
  touch(2, 1);
  touch(0, 0xFFFFFFFF);
  touch(0xFFFFFFFF, 1);
  watched.frame(0);
  EXPECT_DOUBLE_EQ(watched.score().criteria[0].figure, 2 * 5 * 0.1);
  watched.frame(0);
  EXPECT_DOUBLE_EQ(watched.score().criteria[0].figure, 1) << "the frame before is over";
}

TEST(ObserverTable, WhoPassesByOutcomeAndPoints) {
  struct Passing {
    Outcome outcome;
    bool passes;                   ///< where no trigger completes it
    bool passes_where_it_must_be;  ///< where one does
  };
  for (const Passing& row : std::vector<Passing>{{Outcome::running, false, false},
                                                 {Outcome::completed, true, true},
                                                 {Outcome::failed, false, false},
                                                 {Outcome::aborted, false, false},
                                                 {Outcome::out_of_time, true, false},
                                                 {Outcome::stopped, true, false},
                                                 {Outcome::broken_off, false, false}}) {
    SCOPED_TRACE(exercise::EnumNameOutcome(row.outcome));
    Watched watched(one_trigger());
    watched.frame(2);
    watched.frame(2);
    if (row.outcome != Outcome::running) {
      WorldInput end;
      end.kind = WorldInput::Kind::end_exercise;
      end.value = static_cast<double>(row.outcome);
      watched.observer.take_input(end, watched.memory);
    }
    EXPECT_EQ(watched.score({95, false}).outcome, row.outcome);
    EXPECT_EQ(watched.score({95, false}).passed, row.passes);
    EXPECT_EQ(watched.score({95, true}).passed, row.passes_where_it_must_be);
    EXPECT_FALSE(watched.score({95.5, false}).passed) << "5 points are lost";
  }
}

TEST(ObserverTable, NoScoreIsBelowNothing) {
  auto parts = one_trigger();
  parts.triggers[0].marks = {{0, 300}};
  Watched watched(std::move(parts));
  watched.frame(2);
  watched.frame(2);
  EXPECT_EQ(watched.score().criteria[0].lost, 300);
  EXPECT_EQ(watched.score().score, 0);
}

TEST(ObserverTable, ATriggerEndsItAsItSays) {
  auto parts = one_trigger();
  parts.triggers[0].outcome = Outcome::failed;
  Watched watched(std::move(parts));
  watched.frame(2);
  EXPECT_EQ(watched.observer.outcome(watched.memory), Outcome::running);
  watched.frame(2);
  EXPECT_EQ(watched.observer.outcome(watched.memory), Outcome::failed);
  EXPECT_EQ(watched.score().criteria[0].figure, 5) << "its own points are given before";
  EXPECT_EQ(watched.score().time, kFrame);
}

TEST(MomentsTable, OneThatGoesOnGrowsAndOneThatBeginsAgainIsAnother) {
  std::vector<double> memory(Moments::kNumbers);
  Moments moments(memory);
  moments.take(false, 0, 1);
  EXPECT_EQ(moments.size(), 0u);
  moments.take(true, 1, 2);
  moments.take(true, 2, 3);
  moments.take(false, 3, 4);
  moments.take(true, 4, 5);
  ASSERT_EQ(moments.size(), 2u);
  EXPECT_EQ(moments.begin(0), 1);
  EXPECT_EQ(moments.end(0), 3);
  EXPECT_EQ(moments.begin(1), 4);
  EXPECT_EQ(moments.end(1), 5);
}

TEST(MomentsTable, OfMoreThanFitTheTwoNearestBecomeOne) {
  std::vector<double> memory(Moments::kNumbers);
  Moments moments(memory);
  // The pair at 70 and 71 is the nearest; the last two are near, too.
  for (std::size_t i = 0; i < Moments::kMost; ++i) moments.add(i == 8 ? 71 : 10.0 * static_cast<double>(i));
  moments.take(true, 200, 201);
  ASSERT_EQ(moments.size(), Moments::kMost);
  EXPECT_EQ(moments.begin(7), 70);
  EXPECT_EQ(moments.end(7), 71);
  EXPECT_EQ(moments.begin(8), 90);
  EXPECT_EQ(moments.begin(Moments::kMost - 1), 200);
  moments.take(true, 201, 202);
  EXPECT_EQ(moments.size(), Moments::kMost);
  EXPECT_EQ(moments.end(Moments::kMost - 1), 202) << "it goes on";
}

}  // namespace
}  // namespace drawbar::scenes::testing
