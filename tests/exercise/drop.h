// A ball that falls on a plate beside a lever, and exercises in that scene.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/simulation.h"

namespace drawbar::scenes::testing {

/// The ball's lowest point begins 0.5 m above the plate; the zone is about the plate. The ball does not
/// bounce.
inline constexpr const char* kDrop = R"({ "name": "drop",
  "materials": [ { "name": "clay" } ],
  "bodies": [
    { "name": "plate", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 0.2], "position": [0, 0, -0.1], "material": "clay" } ] },
    { "name": "near", "static": true, "shapes": [ { "type": "box", "size": [4, 4, 0.2], "position": [0, 0, 0.1], "sensor": true } ] },
    { "name": "ball", "mass": 2, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, 0.6], "shapes": [ { "type": "sphere", "radius": 0.1, "material": "clay" } ] },
    { "name": "stone", "mass": 3, "inertia": [0.1, 0.1, 0.1], "position": [9, 0, 500] } ],
  "controls": [ { "name": "lever" } ] })";

inline constexpr double kGravity = 9.81;
inline constexpr double kPeriod = 0.04;
inline constexpr double kBallMass = 2;

/// An exercise with these lists.
inline std::string exercise_with(const std::string& criteria, const std::string& triggers = "",
                                 const std::string& more = "") {
  return R"({ "name": "test", "scene": "scene.json", "title": { "en": "t" }, "briefing": { "en": "b" },
    "triggers": [ )" +
         triggers + R"( ], "criteria": [ )" + criteria + " ]" + more + " }";
}

inline constexpr const char* kTimeAbove2 =
    R"({ "name": "fast", "type": "time", "when": { "type": "quantity", "quantity": "stone.speed", "above": 2 }, "tolerance": 0.5, "penalty": 100, "weight": 20 })";

class ExerciseIn : public ::testing::Test {
 protected:
  ExerciseIn() {
    std::string name = (std::filesystem::temp_directory_path() / "drawbar_exercise_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    std::ofstream(folder_ / "scene.json") << kDrop;
  }
  ~ExerciseIn() override { std::filesystem::remove_all(folder_); }

  Result<LoadedExercise> load(const std::string& text) {
    return load_exercise_text(text, "exercise.json", std::filesystem::path(folder_));
  }

  /// Steps as the daemon does: what the exercise decides is an input of the next frame.
  static void step(Simulation& simulation, int frames = 1) {
    int substeps = simulation.config().substeps;
    for (int i = 0; i < frames; ++i) {
      std::vector<WorldInput> inputs;
      simulation.exercise()->decisions(simulation.memory(),
                                       [&](const WorldInput& input) { inputs.push_back(input); });
      for (const WorldInput& input : inputs) simulation.apply(input, substeps);
      simulation.step_frame(substeps);
    }
  }

  /// The score after `frames`.
  Score run(const std::string& text, int frames) {
    auto loaded = load(text);
    if (!loaded) {
      ADD_FAILURE() << loaded.error().text;
      return {};
    }
    Simulation simulation(loaded->scene.world, loaded->exercise.observer);
    step(simulation, frames);
    return score_of(*loaded->exercise.observer, simulation.memory(), loaded->exercise.pass, {});
  }

  std::filesystem::path folder_;
};

}  // namespace drawbar::scenes::testing
