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

TEST(PossibleEffect, TakesTheEndsOfEveryRangeAndNothingBeyond) {
  WorldConfig config = scene();
  config.bodies[2].is_static = true;
  config.bodies[2].motion = OutsideMotion{};
  const auto possible = [&](auto change) {
    Effect effect;
    effect.id = EffectId{1};
    effect.target = {TargetKind::body, 1};
    change(effect);
    return is_possible(effect, config);
  };
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN(),
                   kEndless = std::numeric_limits<double>::infinity();
  for (const auto& [number, allowed] :
       {std::pair(0.0, true), {1.0, true}, {-1e-9, false}, {1 + 1e-9, false}, {kNone, false}}) {
    EXPECT_EQ(possible([number = number](Effect& e) { e.strength = number; }), allowed)
        << "strength " << number;
  }
  for (const auto& [number, allowed] :
       {std::pair(0.0, true), {1e9, true}, {-1e-9, false}, {kEndless, false}, {kNone, false}}) {
    EXPECT_EQ(possible([number = number](Effect& e) { e.ramp = number; }), allowed) << "ramp " << number;
    EXPECT_EQ(possible([number = number](Effect& e) { e.duration = number; }), allowed)
        << "duration " << number;
  }
  for (std::size_t k = 0; k < kEffectParameters; ++k) {
    EXPECT_TRUE(possible([&](Effect& e) { e.parameters[k] = -1e9; })) << k;
    EXPECT_FALSE(possible([&](Effect& e) { e.parameters[k] = kNone; })) << k;
    EXPECT_FALSE(possible([&](Effect& e) { e.parameters[k] = -kEndless; })) << k;
  }
  EXPECT_TRUE(possible([](Effect& e) { e.target.index = 2; }));
  EXPECT_FALSE(possible([](Effect& e) { e.target.index = 3; }));
  EXPECT_FALSE(possible([](Effect& e) { e.target.part = 1; }));
  const auto gyroscope = [&](std::uint8_t part) {
    return possible([&](Effect& e) {
      e.type = EffectType::bias;
      e.target = {TargetKind::gyroscope, 2, part};
    });
  };
  EXPECT_TRUE(gyroscope(5));
  EXPECT_FALSE(gyroscope(6));
  const auto move = [&](std::uint32_t body, double seconds) {
    return possible([&](Effect& e) {
      e.type = EffectType::move;
      e.target.index = body;
      e.parameters[6] = seconds;
    });
  };
  EXPECT_TRUE(move(2, 1e-3));
  EXPECT_TRUE(move(2, 4294967295.0));
  EXPECT_FALSE(move(2, 0.9e-3));
  EXPECT_FALSE(move(2, 4294967296.0));
  EXPECT_FALSE(move(1, 1)) << "nothing moves it from outside";
  config.bodies[2].motion = AxisMotion{};
  EXPECT_FALSE(move(2, 1)) << "it follows an axis";
}

// Boundaries are taken.
TEST(PossibleEffect, HasWholeTimesAndSeedsThatCanBeCounted) {
  const WorldConfig config = scene();
  const auto possible = [&](EffectType type, const EffectTarget& target, std::size_t parameter,
                            double value) {
    Effect effect;
    effect.id = EffectId{1};
    effect.type = type;
    effect.target = target;
    if (type == EffectType::intermittent) effect.parameters[0] = 1;
    if (type == EffectType::wind) effect.parameters[4] = 1;
    effect.parameters[parameter] = value;
    return is_possible(effect, config);
  };
  const EffectTarget lever{TargetKind::control, 0}, world{TargetKind::world, 0}, joint{TargetKind::joint, 0};
  constexpr double kMost = 4294967295.0;
  const struct {
    EffectType type;
    EffectTarget target;
    std::size_t parameter;
    double least;
  } counted[] = {{EffectType::noise, lever, 1, 0},        {EffectType::delay, lever, 0, 0},
                 {EffectType::play, joint, 0, 0},         {EffectType::intermittent, lever, 0, 1e-3},
                 {EffectType::intermittent, lever, 2, 0}, {EffectType::wind, world, 4, 1e-3},
                 {EffectType::wind, world, 5, 0}};
  for (const auto& c : counted) {
    const int type = static_cast<int>(c.type);
    EXPECT_TRUE(possible(c.type, c.target, c.parameter, c.least)) << type << ' ' << c.parameter;
    EXPECT_TRUE(possible(c.type, c.target, c.parameter, kMost)) << type << ' ' << c.parameter;
    EXPECT_FALSE(possible(c.type, c.target, c.parameter, c.least - 1e-4)) << type << ' ' << c.parameter;
    EXPECT_FALSE(possible(c.type, c.target, c.parameter, kMost + 1)) << type << ' ' << c.parameter;
  }
}

TEST(PossibleEffect, ActsOnItsKindsOfTargetsAlone) {
  using enum EffectType;
  using enum TargetKind;
  std::vector<TargetKind> channels;
  for (int kind = static_cast<int>(control); kind <= static_cast<int>(kLastTargetKind); ++kind)
    channels.push_back(static_cast<TargetKind>(kind));
  EXPECT_EQ(channels.size(), 10u);
  const std::pair<std::vector<EffectType>, std::vector<TargetKind>> allowed[] = {
      {{force, torque, impulse, place, move, absent}, {body}},
      {{wind}, {TargetKind::world}},
      {{open_winding, burnout, torque_loss, phase_loss, short_circuit, supply_sag}, {drive}},
      {{brake_fade, brake_lock}, {drive, brake}},
      {{jam, breakage, track_off, play}, {joint}},
      {{spring_loss, damper_loss}, {spring, joint}},
      {{puncture}, {wheel}},
      {{uncouple}, {hitch}},
      {{friction}, {material}},
      {{dead, stuck, bias, noise, delay, intermittent}, channels}};
  std::size_t types = 0;
  for (const auto& [of, kinds] : allowed) {
    for (const EffectType type : of) {
      ++types;
      for (int k = 0; k <= static_cast<int>(kLastTargetKind); ++k) {
        const auto kind = static_cast<TargetKind>(k);
        const bool expected = std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
        EXPECT_EQ(acts_on(type, kind), expected) << static_cast<int>(type) << " on " << k;
      }
    }
  }
  EXPECT_EQ(types, static_cast<std::size_t>(kLastEffectType) + 1);
}

TEST(PossibleEffect, IsOfAPartThatItsTargetHas) {
  WorldConfig config;
  config.bodies.resize(2);
  config.joints.resize(3);
  config.joints[1].type = JointType::revolute;
  config.joints[2].type = JointType::spherical;
  config.drives.resize(4);
  config.wheels.resize(5);
  config.couplings.resize(6);
  config.brakes.resize(7);
  config.steerings.resize(8);
  config.hitches.resize(9);
  config.springs.resize(10);
  config.controls.resize(11);
  config.material_count = 12;
  using enum TargetKind;
  const struct {
    TargetKind kind;
    std::size_t count;
    std::size_t parts;  // of the last of them
  } all[] = {{TargetKind::world, 1, 1},
             {body, 2, 1},
             {drive, 4, 1},
             {brake, 7, 1},
             {joint, 3, 1},
             {spring, 10, 1},
             {wheel, 5, 1},
             {hitch, 9, 1},
             {material, 12, 1},
             {control, 11, 1},
             {joint_position, 3, 3},
             {joint_velocity, 3, 3},
             {drive_reading, 4, 4},
             {wheel_reading, 5, 5},
             {gyroscope, 2, 6},
             {brake_reading, 7, 1},
             {coupling_reading, 6, 1},
             {steering_reading, 8, 1},
             {hitch_reading, 9, 1}};
  for (const auto& a : all) {
    EXPECT_EQ(target_count(a.kind, config), a.count) << static_cast<int>(a.kind);
    const EffectTarget last{a.kind, static_cast<std::uint32_t>(a.count - 1)};
    EXPECT_EQ(part_count(last, config), a.parts) << static_cast<int>(a.kind);
  }
  EXPECT_EQ(part_count({joint_position, 0}, config), 0u);
  EXPECT_EQ(part_count({joint_velocity, 1}, config), 1u);
}

}  // namespace
}  // namespace drawbar::test
