// No effect outlives a state from before it: whatever a scene that ships allows is begun, and taken back.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "scenes/effects/effect_catalogue.h"
#include "scenes/loader/loader.h"
#include "tests/support/paths.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using test::state_of;

constexpr int kFramesBefore = 25;
constexpr int kFramesWith = 3;
constexpr std::size_t kMostTargets = 4;  // of a type, in a scene

void run_frames(physics::World& world, int frames) {
  for (int frame = 0; frame < frames; ++frame) world.step_frame(world.config().substeps);
}

// Of some size in each of its numbers.
scenes::EffectRequest request_of(const scenes::EffectTypeInfo& type, const std::string& target) {
  scenes::EffectRequest request;
  request.target = target;
  request.type = type.name;
  for (const scenes::EffectParameter& parameter : type.parameters) {
    if (parameter.name != "seed")
      request.parameters.emplace_back(parameter.name, std::clamp(0.5, parameter.least, parameter.most));
  }
  return request;
}

class RewoundEffects : public ::testing::TestWithParam<const char*> {};

TEST_P(RewoundEffects, LeaveNoTrace) {
  const auto scene =
      scenes::load_file(tests::source_folder() / "scenes" / (std::string(GetParam()) + ".json"));
  ASSERT_TRUE(scene) << scene.error().text;
  const physics::WorldConfig& config = scene->world;
  const scenes::EffectCatalogue catalogue(config);
  physics::World world(config);
  for (std::size_t c = 0; c < config.controls.size(); ++c) {
    const physics::ControlConfig& control = config.controls[c];
    world.set_control(physics::ControlId{static_cast<std::uint32_t>(c)},
                      control.neutral + 0.3 * (control.upper - control.neutral));
  }
  run_frames(world, kFramesBefore);
  const auto before = state_of(world);
  run_frames(world, kFramesWith);
  const auto untouched = state_of(world);

  for (const auto& entry : catalogue.entries()) {
    for (std::size_t t = 0; t < std::min(kMostTargets, entry.targets.size()); ++t) {
      const std::string& target = entry.targets[t];
      auto effect = catalogue.find(request_of(*entry.type, target));
      ASSERT_TRUE(effect) << effect.error().text;
      effect->id = physics::EffectId{1};
      ASSERT_TRUE(world.restore_state(before));
      if (!world.begin_effect(*effect)) continue;
      run_frames(world, kFramesWith);
      ASSERT_TRUE(world.restore_state(before));
      run_frames(world, kFramesWith);
      const auto after = state_of(world);
      const auto differs = std::mismatch(after.begin(), after.end(), untouched.begin(), untouched.end());
      ASSERT_EQ(differs.first, after.end())
          << target << ' ' << entry.type->name << ": "
          << world.describe_state(untouched, static_cast<std::size_t>(differs.first - after.begin()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ShippedScenes, RewoundEffects,
                         ::testing::Values("car_trailer", "closing_door", "krt100_trolley", "motor_bench",
                                           "pendulum_spring", "scout_robot", "six_axis_arm", "tower_crane",
                                           "tracked_robot"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace drawbar::golden
