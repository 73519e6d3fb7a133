// Figures of criteria against what mechanics says, and the points that they cost.
#include <cmath>

#include "tests/exercise/drop.h"

namespace drawbar::scenes::testing {
namespace {

class CriterionOf : public ExerciseIn {};

TEST_F(CriterionOf, TimeCountsFromWhereFreeFallPassesTheLimit) {
  // v = g t passes 2 m/s at 0.2039 s: seen at the frame that ends at 0.24 s, then in all 20 frames to 1 s.
  const Score score = run(exercise_with(kTimeAbove2), 25);
  EXPECT_NEAR(score.criteria[0].figure, 20 * kPeriod, 1e-12);
  EXPECT_EQ(score.criteria[0].unit, "s");
  EXPECT_DOUBLE_EQ(score.criteria[0].lost, 20) << "100 points a second beyond 0.5 s, but 20 at the most";
  EXPECT_DOUBLE_EQ(score.score, 80);
  ASSERT_EQ(score.criteria[0].moments.size(), 1u);
  EXPECT_NEAR(score.criteria[0].moments[0].first, 0.2, 1e-12);
  EXPECT_NEAR(score.criteria[0].moments[0].second, 1, 1e-12);
}

TEST_F(CriterionOf, ImpulseOfAnImpactAndOfRestIsWeightTimesTime) {
  // At rest at the beginning and at the end: what the plate gave is what gravity gave, m g T.
  const Score score = run(
      exercise_with(R"({ "name": "hit", "type": "impulse", "bodies": ["ball"], "with": ["plate"] })"), 50);
  EXPECT_NEAR(score.criteria[0].figure, kBallMass * kGravity * 2.0, 0.01 * kBallMass * kGravity * 2.0);
  EXPECT_EQ(score.criteria[0].unit, "N s");
}

TEST_F(CriterionOf, ImpulseUnderItsThresholdIsNoCollision) {
  const Score score = run(
      exercise_with(
          R"({ "name": "hit", "type": "impulse", "bodies": ["ball"], "with": ["plate"], "threshold": 1000 })"),
      50);
  EXPECT_EQ(score.criteria[0].figure, 0);
  EXPECT_TRUE(score.criteria[0].moments.empty());
}

TEST_F(CriterionOf, PeakIsInTheUnitAskedFor) {
  const Score score =
      run(exercise_with(R"({ "name": "v", "type": "peak", "quantity": "stone.speed", "unit": "km/h" })"), 25);
  EXPECT_NEAR(score.criteria[0].figure, 3.6 * kGravity, 1e-9);
  EXPECT_EQ(score.criteria[0].unit, "km/h");
}

TEST_F(CriterionOf, PeakOfWhatStaysNegativeIsNegative) {
  const Score score =
      run(exercise_with(R"({ "name": "v", "type": "peak", "quantity": "stone.vz", "penalty": 0 })"), 25);
  EXPECT_NEAR(score.criteria[0].figure, -kGravity * kPeriod, 1e-12) << "after the first frame of the fall";
}

TEST_F(CriterionOf, CountIsOfBeginningsHoweverLongEachLasts) {
  const Score score = run(
      exercise_with(
          R"({ "name": "n", "type": "count", "when": { "type": "quantity", "quantity": "stone.speed", "above": 2 } })"),
      25);
  EXPECT_EQ(score.criteria[0].figure, 1);
}

// A flywheel is brought to speed; at a third of the voltage its motor brakes and gives current back.
TEST_F(CriterionOf, EnergyThatAMotorGivesBackIsNotTakenOff) {
  std::ofstream(folder_ / "scene.json") << R"({ "name": "bench",
    "bodies": [ { "name": "wheel", "mass": 5, "inertia": [0.1, 0.1, 0.1] } ],
    "joints": [ { "name": "axle", "type": "revolute", "parent": "world", "child": "wheel", "position": [0, 0, 0], "axis": [1, 0, 0] } ],
    "drives": [ { "name": "motor", "type": "dc_motor", "joint": "axle", "control": "lever", "supply_voltage": 24, "resistance": 0.3,
                  "torque_constant": 0.3 } ],
    "controls": [ { "name": "lever" } ] })";
  auto loaded = load(exercise_with(R"({ "name": "e", "type": "energy", "penalty": 0 })"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  Simulation simulation(loaded->scene.world, loaded->exercise.observer);
  const auto energy = [&] {
    return score_of(*loaded->exercise.observer, simulation.memory(), loaded->exercise.pass, {})
        .criteria[0]
        .figure;
  };
  simulation.world().set_control(physics::ControlId{0}, 1);
  step(simulation, 50);
  const double spent = energy();
  EXPECT_GT(spent, 300) << "half of I w^2 alone is 0.05 x 80^2 J";
  simulation.world().set_control(physics::ControlId{0}, 0.3);
  step(simulation, 5);
  physics::FrameState state = simulation.world().make_frame_state();
  simulation.world().observe(state);
  ASSERT_LT(state.drives[0].voltage * state.drives[0].current, -10);
  EXPECT_EQ(energy(), spent);
}

TEST_F(CriterionOf, RmsOfFreeFallIsThatOfItsSpeeds) {
  // Speeds g T k for k = 1..n: root of the mean of squares is g T sqrt((n + 1)(2 n + 1) / 6).
  const Score score = run(exercise_with(R"({ "name": "v", "type": "rms", "quantity": "stone.vz" })"), 25);
  EXPECT_NEAR(score.criteria[0].figure, kGravity * kPeriod * std::sqrt(26.0 * 51.0 / 6.0), 1e-9);
}

TEST_F(CriterionOf, FreeFallHasNoJerkAndALandingHas) {
  const std::string jerk = R"({ "name": "j", "type": "jerk", "body": ")";
  EXPECT_NEAR(run(exercise_with(jerk + "stone\" }"), 25).criteria[0].figure, 0, 1e-8);
  EXPECT_GT(run(exercise_with(jerk + "ball\" }"), 25).criteria[0].figure, 100);
}

TEST_F(CriterionOf, FinalIsTheLastValueAndCostsAtTheEnd) {
  const Score score = run(
      exercise_with(
          R"({ "name": "z", "type": "final", "quantity": "ball.z", "unit": "cm", "tolerance": 9, "penalty": 2 })"),
      50);
  EXPECT_NEAR(score.criteria[0].figure, 10, 0.1);
  EXPECT_NEAR(score.criteria[0].lost, 2, 0.2);
  ASSERT_EQ(score.criteria[0].moments.size(), 1u);
  EXPECT_EQ(score.criteria[0].moments[0], (std::pair{2.0, 2.0}));
}

TEST_F(CriterionOf, ReversalsCountTurnsBeyondTheDeadBand) {
  auto loaded =
      load(exercise_with(R"({ "name": "r", "type": "reversals", "control": "lever", "dead_band": 0.1 })"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  Simulation simulation(loaded->scene.world, loaded->exercise.observer);
  // Up, a tremble, on, down, up: two turns.
  for (const double value : {0.3, 0.25, 0.5, 0.1, 0.6}) {
    simulation.world().set_control(physics::ControlId{0}, value);
    step(simulation);
  }
  const Score score = score_of(*loaded->exercise.observer, simulation.memory(), loaded->exercise.pass, {});
  EXPECT_EQ(score.criteria[0].figure, 2);
  EXPECT_EQ(score.criteria[0].moments.size(), 2u);
}

TEST_F(CriterionOf, AnAbortLimitEndsTheExerciseInTheNextFrame) {
  const std::string text = exercise_with(
      R"({ "name": "v", "type": "peak", "quantity": "stone.speed", "penalty": 0, "abort_above": 2 })");
  EXPECT_EQ(run(text, 6).outcome, exercise::Outcome::running);
  const Score score = run(text, 25);
  EXPECT_EQ(score.outcome, exercise::Outcome::aborted);
  EXPECT_FALSE(score.passed) << "with " << score.score << " points";
  EXPECT_NEAR(score.time, 6 * kPeriod, 1e-12) << "what comes after the end does not count";
}

TEST_F(CriterionOf, TheTimeLimitEndsIt) {
  const Score score = run(exercise_with(kTimeAbove2, "", R"(, "time_limit": 0.4)"), 25);
  EXPECT_EQ(score.outcome, exercise::Outcome::out_of_time);
  EXPECT_NEAR(score.criteria[0].figure, 5 * kPeriod, 1e-12);
  EXPECT_TRUE(score.passed) << "no trigger completes it";
}

TEST_F(CriterionOf, ThePassMarkItselfPasses) {
  const auto passed = [this](const std::string& mark) {
    return run(exercise_with(kTimeAbove2, "", R"(, "time_limit": 1, "pass_mark": )" + mark), 30).passed;
  };
  EXPECT_TRUE(passed("80")) << "20 points are lost";
  EXPECT_FALSE(passed("80.1"));
}

TEST_F(CriterionOf, WhatHasNotEndedHasNotPassedWhateverItsPoints) {
  const Score score = run(exercise_with(kTimeAbove2, "", R"(, "time_limit": 0.4)"), 5);
  EXPECT_EQ(score.outcome, exercise::Outcome::running);
  EXPECT_EQ(score.score, 100);
  EXPECT_FALSE(score.passed) << "it may be broken off in the next frame";
}

TEST(Moments, JoinTheClosestWhenThereAreMoreThanFit) {
  std::vector<double> memory(Moments::kNumbers);
  Moments moments(memory);
  for (std::size_t i = 0; i < Moments::kMost; ++i) moments.add(static_cast<double>(10 * i));
  moments.add(10.0 * Moments::kMost + 3);
  EXPECT_EQ(moments.size(), Moments::kMost);
  EXPECT_EQ(moments.begin(0), 0);
  EXPECT_EQ(moments.end(0), 10);
  EXPECT_EQ(moments.begin(1), 20);
  EXPECT_EQ(moments.end(Moments::kMost - 1), 10.0 * Moments::kMost + 3);
}

}  // namespace
}  // namespace drawbar::scenes::testing
