// The sample course: of every exercise that ships the good drive passes, the bad one does not, and for the
// reason that the exercise is about.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/simulation.h"
#include "scenes/loader/controls_file.h"
#include "tests/support/paths.h"

namespace drawbar::scenes {
namespace {

using exercise::Outcome;

std::filesystem::path course() {
  return tests::source_folder() / "scenes" / "exercises";
}

/// The score of `NAME.DRIVE.csv`, when the exercise is over or a minute has passed.
Score drive(const std::string& name, const std::string& which) {
  const auto loaded = load_exercise_file(course() / (name + ".json"));
  if (!loaded) {
    ADD_FAILURE() << loaded.error().text;
    return {};
  }
  const physics::WorldConfig& config = loaded->scene.world;
  const auto controls =
      load_controls(course() / (name + "." + which + ".csv"), 1000 * config.period, config.controls);
  if (!controls) {
    ADD_FAILURE() << controls.error().text;
    return {};
  }
  EXPECT_TRUE(controls->warnings.empty());
  Simulation simulation(config, loaded->exercise.observer);
  const ExerciseObserver& observer = *loaded->exercise.observer;
  int substeps = config.substeps;
  constexpr double kMinute = 60;
  while (observer.outcome(simulation.memory()) == Outcome::running &&
         static_cast<double>(simulation.frame()) * config.period < kMinute) {
    std::vector<WorldInput> inputs;
    for (const ControlRow& row : controls->at(simulation.frame())) {
      WorldInput input;
      input.index = static_cast<std::uint32_t>(row.control);
      input.value = row.value;
      inputs.push_back(input);
    }
    observer.decisions(simulation.memory(), [&](const WorldInput& input) { inputs.push_back(input); });
    for (const WorldInput& input : inputs) simulation.apply(input, substeps);
    simulation.step_frame(substeps);
  }
  return score_of(observer, simulation.memory(), loaded->exercise.pass, {});
}

double figure(const Score& score, const std::string& criterion) {
  const auto found = std::ranges::find(score.criteria, criterion, &CriterionScore::name);
  if (found != score.criteria.end()) return found->figure;
  ADD_FAILURE() << "no criterion " << criterion;
  return 0;
}

void expect_passed(const Score& score) {
  EXPECT_TRUE(score.passed) << score_json(score);
  EXPECT_EQ(score.outcome, Outcome::completed);
  EXPECT_GE(score.score, 90) << score_json(score);
}

TEST(SampleCourse, EveryExerciseHasAGoodAndABadDrive) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(course())) {
    if (entry.path().extension() == ".json") names.insert(entry.path().stem().string());
  }
  EXPECT_EQ(names, (std::set<std::string>{"egg_drift", "hill_brake", "panel_gusts", "reverse_trolley",
                                          "slalom_wet", "stairs_fading"}));
  for (const std::string& name : names) {
    for (const char* which : {".good.csv", ".bad.csv"})
      EXPECT_TRUE(std::filesystem::exists(course() / (name + which))) << name << which;
  }
}

TEST(SampleCourse, AFastSlalomOnWetGroundThrowsTheTrailerOut) {
  const Score good = drive("slalom_wet", "good");
  expect_passed(good);
  EXPECT_EQ(figure(good, "speed"), 0);
  EXPECT_EQ(figure(good, "gates"), 0);
  EXPECT_LT(figure(good, "line"), 0.3);   // m
  EXPECT_LT(figure(good, "hitch"), 5.0);  // deg
  const Score bad = drive("slalom_wet", "bad");
  EXPECT_FALSE(bad.passed) << score_json(bad);
  EXPECT_GT(figure(bad, "speed"), 10);  // s
  EXPECT_GT(figure(bad, "hitch"), 25);
}

TEST(SampleCourse, ATrolleyLeftToItselfFoldsAndMeetsTheWall) {
  const Score good = drive("reverse_trolley", "good");
  expect_passed(good);
  EXPECT_EQ(figure(good, "walls"), 0);    // N s
  EXPECT_LT(figure(good, "place"), 10);   // cm
  EXPECT_LT(figure(good, "angle"), 4);    // deg
  EXPECT_LT(figure(good, "hitch"), 0.5);  // s at the stop
  const Score bad = drive("reverse_trolley", "bad");
  EXPECT_FALSE(bad.passed) << score_json(bad);
  EXPECT_GT(figure(bad, "hitch"), 10);
  EXPECT_GT(figure(bad, "walls"), 100);
}

TEST(SampleCourse, AFadingMotorTurnsTheRobotOffTheStairsUnlessItIsSteered) {
  const Score good = drive("stairs_fading", "good");
  expect_passed(good);
  EXPECT_LT(figure(good, "heading"), 12);  // deg
  EXPECT_LT(figure(good, "middle"), 25);   // cm
  const Score bad = drive("stairs_fading", "bad");
  EXPECT_FALSE(bad.passed) << score_json(bad);
  EXPECT_EQ(bad.outcome, Outcome::failed);
  EXPECT_GT(figure(bad, "heading"), 30);
  EXPECT_GT(figure(bad, "middle"), 120);
  EXPECT_GT(figure(bad, "overload"), 0.5);  // s: the left motor could give no more
}

TEST(SampleCourse, ADriftingEncoderTakesTheEggAsideByWhatItShowsTooMuch) {
  const Score good = drive("egg_drift", "good");
  expect_passed(good);
  EXPECT_LT(figure(good, "place"), 5);  // mm
  const Score bad = drive("egg_drift", "bad");
  EXPECT_FALSE(bad.passed) << score_json(bad);
  EXPECT_EQ(bad.outcome, Outcome::completed);
  // Let go at 48 s, 47 s into a drift of 2.5 mrad/s, 0.42 m from the axis.
  EXPECT_NEAR(figure(bad, "place"), 1000 * 47 * 0.0025 * 0.42, 3);
}

TEST(SampleCourse, AHastilyMovedPanelComesDownBesideTheMark) {
  const Score good = drive("panel_gusts", "good");
  expect_passed(good);
  EXPECT_LT(figure(good, "place"), 10);  // cm
  EXPECT_GT(figure(good, "sway"), 1);    // deg: there is a wind
  EXPECT_LT(figure(good, "sway"), 4);
  const Score bad = drive("panel_gusts", "bad");
  EXPECT_FALSE(bad.passed) << score_json(bad);
  EXPECT_EQ(bad.outcome, Outcome::completed);
  EXPECT_GT(figure(bad, "place"), 40);
  EXPECT_GT(figure(bad, "sway"), 4);
}

TEST(SampleCourse, AFadingBrakeDoesNotStopWhoComesDownFast) {
  const Score good = drive("hill_brake", "good");
  expect_passed(good);
  EXPECT_EQ(figure(good, "speed"), 0);  // s above 30 km/h
  EXPECT_EQ(figure(good, "line"), 0);
  EXPECT_LT(figure(good, "gap"), 12);  // m
  const Score bad = drive("hill_brake", "bad");
  EXPECT_FALSE(bad.passed) << score_json(bad);
  EXPECT_EQ(bad.outcome, Outcome::failed);
  EXPECT_GT(figure(bad, "speed"), 3);
  EXPECT_GT(figure(bad, "line"), 0);
}

}  // namespace
}  // namespace drawbar::scenes
