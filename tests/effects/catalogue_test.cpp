// Effects by name: a scene lists what it allows, and whatever is wrong with a request gets one clear error.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/effect/possible.h"
#include "scenes/effects/effect_catalogue.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

using scenes::EffectCatalogue;
using scenes::EffectRequest;

WorldConfig scene() {
  WorldBuilder builder;
  builder.ground();
  const BodyId arm = builder.body("arm", 1, diagonal(1, 1, 1), Vec3(0, 0, 1));
  builder.body("crate", 1, diagonal(1, 1, 1), Vec3(3, 0, 1));
  builder.joint(JointType::revolute, kWorldBody, arm, Vec3(0, 0, 1));
  builder.config.controls = {{"throttle", -1, 1, 0}};
  builder.config.drives.push_back(re40(JointId{0}));
  return builder.config;
}

std::vector<std::string> targets_of(const EffectCatalogue& catalogue, std::string_view type) {
  for (const EffectCatalogue::Entry& entry : catalogue.entries()) {
    if (entry.type->name == type) return entry.targets;
  }
  return {};
}

TEST(EffectTypes, StandInTheOrderOfTheirNumbersWithNamesOfTheirOwn) {
  const auto types = scenes::effect_types();
  ASSERT_EQ(types.size(), static_cast<std::size_t>(kLastEffectType) + 1);
  for (std::size_t i = 0; i < types.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(types[i].type), i);
    EXPECT_LE(types[i].parameters.size(), kEffectParameters);
    EXPECT_EQ(std::ranges::count(types, types[i].name, &scenes::EffectTypeInfo::name), 1) << types[i].name;
  }
}

TEST(EffectCatalogue, ListsWhatTheSceneAllowsAndNothingElse) {
  const EffectCatalogue catalogue(scene());
  EXPECT_EQ(targets_of(catalogue, "force"), (std::vector<std::string>{"arm", "crate"}));
  EXPECT_EQ(targets_of(catalogue, "place"), (std::vector<std::string>{"crate"}))
      << "the arm hangs from the world";
  EXPECT_EQ(targets_of(catalogue, "off"), (std::vector<std::string>{"motor0"}));
  EXPECT_TRUE(targets_of(catalogue, "brake_lock").empty());
  EXPECT_EQ(targets_of(catalogue, "play"), (std::vector<std::string>{scene().joints[0].name}));
  const auto channels = targets_of(catalogue, "bias");
  for (const char* reading : {"arm.rate_x", "arm.rate_z", "arm.roll", "arm.heading"})
    EXPECT_EQ(std::ranges::count(channels, reading), 1) << reading;
  EXPECT_EQ(std::ranges::count(channels, "crate.heading"), 0) << "nothing drives it";
}

TEST(EffectCatalogue, ReadsARequestInWordsAndSaysItBack) {
  const EffectCatalogue catalogue(scene());
  const std::vector<std::string> words{"crate", "place", "x=1", "z=2.5", "y=0", "yaw=90"};
  const auto request = scenes::read_effect_words(words);
  ASSERT_TRUE(request);
  const auto effect = catalogue.find(*request);
  ASSERT_TRUE(effect) << effect.error().text;
  EXPECT_EQ(effect->target, (EffectTarget{TargetKind::body, 2}));
  EXPECT_EQ(effect->parameters[2], 2.5);
  EXPECT_NEAR(effect->parameters[5], 3.14159265358979323846 / 2, 1e-15);
  Effect numbered = *effect;
  numbered.id = EffectId{3};
  EXPECT_TRUE(is_possible(numbered, scene()));
  const EffectRequest again = catalogue.describe(numbered);
  EXPECT_EQ(again.target, "crate");
  EXPECT_EQ(again.type, "place");
  EXPECT_NEAR(again.parameters[5].second, 90, 1e-12);
}

TEST(EffectCatalogue, SaysWhatIsWrongAndWhatIsAllowed) {
  const EffectCatalogue catalogue(scene());
  struct Case {
    std::vector<std::string> words;
    std::string field;
    std::string text;
  };
  const std::vector<Case> cases{
      {{"crate"}, "target", "expected TARGET TYPE"},
      {{"crate", "force", "x"}, "x", "expected KEY=NUMBER"},
      {{"crate", "force", "x=1e999"}, "x=1e999", "expected KEY=NUMBER"},
      {{"crate", "fly"}, "type", "this scene allows: force, torque"},
      {{"crane", "force"}, "target", "crane is not in the scene; force acts on: arm, crate"},
      {{"arm", "place", "x=0", "y=0", "z=0"}, "target", "does not allow this; place acts on: crate"},
      {{"motor0", "brake_lock"}, "type", "nothing in this scene allows brake_lock"},
      {{"crate", "force", "w=1"}, "parameters[0]", "force has no parameter w; allowed: x, y, z"},
      {{"crate", "force", "x=1", "x=2"}, "parameters[1]", "x is given twice"},
      {{"crate", "force", "x=2e9"}, "parameters[0]", "allowed are -1e+09 to 1e+09 N"},
      {{"crate", "place", "x=1"}, "parameters", "place needs y"},
      {{"motor0", "off", "strength=1.5"}, "strength", "strength 1.5: allowed are 0 to 1"},
      {{"motor0", "off", "duration=-1"}, "duration", "allowed are 0 to 86400 s"},
  };
  for (const Case& c : cases) {
    const auto request = scenes::read_effect_words(c.words);
    const auto effect = request ? catalogue.find(*request) : tl::unexpected(request.error());
    ASSERT_FALSE(effect) << c.text;
    if (c.text != "expected KEY=NUMBER") {
      EXPECT_EQ(effect.error().field, c.field);
    }
    EXPECT_NE(effect.error().text.find(c.text), std::string::npos) << effect.error().text;
  }
}

TEST(PossibleEffect, IsWhatHarmsNothing) {
  const WorldConfig config = scene();
  Effect good;
  good.id = EffectId{1};
  good.target = {TargetKind::body, 1};
  EXPECT_TRUE(is_possible(good, config));
  const auto spoiled = [&](auto spoil) {
    Effect effect = good;
    spoil(effect);
    return !is_possible(effect, config);
  };
  EXPECT_TRUE(spoiled([](Effect& e) { e.id = EffectId{0}; }));
  EXPECT_TRUE(spoiled([](Effect& e) { e.type = static_cast<EffectType>(200); }));
  EXPECT_TRUE(spoiled([](Effect& e) { e.target.index = 7; }));
  EXPECT_TRUE(spoiled([](Effect& e) { e.target.kind = TargetKind::drive; }));
  EXPECT_TRUE(spoiled([](Effect& e) { e.strength = 2; }));
  EXPECT_TRUE(spoiled([](Effect& e) { e.ramp = -1; }));
  EXPECT_TRUE(spoiled([](Effect& e) {
    e.type = EffectType::play;
    e.target = {TargetKind::joint, 0};
    e.parameters[0] = -0.1;
  }));
  EXPECT_TRUE(spoiled([](Effect& e) { e.duration = std::numeric_limits<double>::infinity(); }));
  EXPECT_TRUE(spoiled([](Effect& e) { e.parameters[0] = std::numeric_limits<double>::quiet_NaN(); }));
}

}  // namespace
}  // namespace drawbar::test
