// Inputs come back from a recording as they went into it, and what no scene could take is refused.
#include "scenes/record/recorded_input.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <string>

namespace drawbar::scenes {
namespace {

using Kind = WorldInput::Kind;

physics::WorldConfig a_scene() {
  physics::WorldConfig config;
  config.controls.resize(2);
  config.bodies.resize(1);
  config.joints.resize(1);
  config.drives.resize(1);
  return config;
}

physics::Effect a_push() {
  physics::Effect effect;
  effect.id = physics::EffectId{7};
  effect.type = physics::EffectType::force;
  effect.target = {physics::TargetKind::body, 0, 0};
  effect.parameters[0] = 1.5;
  effect.strength = 0.5;
  effect.ramp = 2;
  effect.duration = 3;
  return effect;
}

TEST(RecordedInput, OfEveryKindComesBackAsItWas) {
  WorldInput input;
  input.session = 3;
  const auto back = [&](Kind kind, std::uint32_t index, double value) {
    input.kind = kind;
    input.index = index;
    input.value = value;
    const record::InputT recorded = to_record(input, 4, 5, 6);
    EXPECT_EQ(recorded.branch, 4u);
    EXPECT_EQ(recorded.frame, 5u);
    EXPECT_EQ(recorded.order, 6u);
    const auto result = from_record(recorded, a_scene());
    EXPECT_TRUE(result) << (result ? "" : result.error().text);
    if (!result) return WorldInput{};
    EXPECT_EQ(result->kind, kind);
    EXPECT_EQ(result->session, 3u);
    EXPECT_EQ(result->index, index);
    EXPECT_EQ(result->value, value);
    return *result;
  };
  input.sequence = 9;
  input.reason = record::SetReason::Silence;
  const WorldInput control = back(Kind::control, 1, 0.25);
  EXPECT_EQ(control.sequence, 9u);
  EXPECT_EQ(control.reason, record::SetReason::Silence);
  back(Kind::drive_fault, 0, static_cast<double>(control::FaultKind::Off));
  back(Kind::substeps, 0, 12);
  back(Kind::clear_effect, 7, 0);
  back(Kind::trigger, 2, 0);
  back(Kind::end_exercise, 0, 5);
  input.effect = a_push();
  const physics::Effect push = back(Kind::effect, 0, 0).effect;
  EXPECT_EQ(push.id, physics::EffectId{7});
  EXPECT_EQ(push.type, physics::EffectType::force);
  EXPECT_EQ(push.target, input.effect.target);
  EXPECT_EQ(push.parameters, input.effect.parameters);
  EXPECT_EQ(push.strength, 0.5);
  EXPECT_EQ(push.ramp, 2);
  EXPECT_EQ(push.duration, 3);
}

struct Refused {
  const char* what;
  Kind kind;
  std::function<void(record::InputT&)> spoil;
  const char* error;
};

TEST(RecordedInput, OfWhatTheSceneHasNotIsRefusedWithItsPlace) {
  const char* const no_effect = "the effect's target, type or numbers are none that the scene has";
  const Refused kRefused[] = {
      {"channel", Kind::control, [](auto& i) { i.control->channel = 2; },
       "channel 2 does not exist, the scene has 2"},
      {"value", Kind::control, [](auto& i) { i.control->value = std::numeric_limits<double>::infinity(); },
       "must be finite"},
      {"drive", Kind::drive_fault, [](auto& i) { i.drive_fault->drive = 1; },
       "drive 1 does not exist, the scene has 1"},
      {"type", Kind::effect, [](auto& i) { i.effect->type = 200; }, no_effect},
      {"kind of target", Kind::effect, [](auto& i) { i.effect->target_kind = 200; }, no_effect},
      {"target", Kind::effect, [](auto& i) { i.effect->target = 1; }, no_effect},
      {"parameters", Kind::effect, [](auto& i) { i.effect->parameters.resize(100); }, no_effect},
      {"strength", Kind::effect,
       [](auto& i) { i.effect->strength = std::numeric_limits<double>::quiet_NaN(); }, no_effect},
      {"running", Kind::end_exercise, [](auto& i) { i.exercise_end->outcome = 0; },
       "no exercise can end with outcome 0"},
      {"outcome", Kind::end_exercise, [](auto& i) { i.exercise_end->outcome = 6; },
       "no exercise can end with outcome 6"},
      {"no substeps", Kind::substeps, [](auto& i) { i.substeps->substeps = 0; }, "must be 1 to 10000"},
      {"substeps", Kind::substeps, [](auto& i) { i.substeps->substeps = 10'001; }, "must be 1 to 10000"},
      {"nothing", Kind::trigger, [](auto& i) { i.trigger.reset(); }, "exactly one of those"},
      {"two", Kind::trigger, [](auto& i) { i.clear_effect = std::make_unique<record::UnsetEffectT>(); },
       "exactly one of those"},
  };
  WorldInput input;
  input.effect = a_push();
  for (const Refused& refused : kRefused) {
    input.kind = refused.kind;
    input.value = 1;
    record::InputT recorded = to_record(input, 2, 7, 3);
    ASSERT_TRUE(from_record(recorded, a_scene())) << refused.what;
    refused.spoil(recorded);
    const auto result = from_record(recorded, a_scene());
    ASSERT_FALSE(result) << refused.what;
    EXPECT_EQ(result.error().text.find("recorded input 3 of branch 2, frame 7: "), 0u) << result.error().text;
    EXPECT_NE(result.error().text.find(refused.error), std::string::npos)
        << refused.what << ": " << result.error().text;
  }
}

}  // namespace
}  // namespace drawbar::scenes
