// Forces, impulses and placed bodies do what mechanics says, are part of State, and leave no trace when taken
// back.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/effects/observed.h"
#include "tests/support/allocation_count.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kMass = 4;

Effect effect_on(BodyId body, EffectType type, std::array<double, kEffectParameters> parameters,
                 std::uint32_t id = 1) {
  Effect effect;
  effect.id = EffectId{id};
  effect.type = type;
  effect.target = {TargetKind::body, static_cast<std::uint32_t>(body)};
  effect.parameters = parameters;
  return effect;
}

World ball_in_space(Formulation formulation) {
  WorldBuilder builder(0);
  builder.formulation(formulation);
  builder.body("ball", kMass, diagonal(0.1, 0.2, 0.3), Vec3(0, 0, 0));
  return World(builder.config);
}

BodyReading read(const World& world, std::size_t body = 0) {
  FrameState state = world.make_frame_state();
  world.observe(state);
  return state.bodies[body];
}

void begin(World& world, const Effect& effect) {
  ASSERT_TRUE(world.begin_effect(effect));
}

class Forces : public testing::TestWithParam<Formulation> {};

TEST_P(Forces, GiveTheImpulseOfTheirRampAndDurationWhateverTheSubsteps) {
  for (const int substeps : {1, 3, 8}) {
    World world = ball_in_space(GetParam());
    Effect push = effect_on(BodyId{0}, EffectType::force, {12, 0, 0});
    push.ramp = 0.1;
    push.duration = 0.25;
    push.strength = 0.5;
    begin(world, push);
    for (int frame = 0; frame < 8; ++frame) world.step_frame(substeps);
    EXPECT_NEAR(read(world).linear_velocity.x(), 0.5 * 12 * (0.25 - 0.05) / kMass, 1e-12) << substeps;
    EXPECT_TRUE(world.effects().empty()) << "0.32 s are past";
  }
}

TEST_P(Forces, ActAtTheirPointAndInTheAxesAskedFor) {
  World world = ball_in_space(GetParam());
  begin(world, effect_on(BodyId{0}, EffectType::force, {0, 0, 3, 0, 0.01, 0, 1}));
  world.step_frame(8);
  const BodyReading body = read(world);
  EXPECT_NEAR(body.linear_velocity.z(), 3 * 0.04 / kMass, 1e-6);
  EXPECT_NEAR(body.angular_velocity.x(), 0.01 * 3 * 0.04 / 0.1, 1e-6);
}

TEST_P(Forces, OfATorqueTurnsAloneWithIOverTime) {
  World world = ball_in_space(GetParam());
  begin(world, effect_on(BodyId{0}, EffectType::torque, {0, 0, 0.6}));
  for (int frame = 0; frame < 25; ++frame) world.step_frame(8);
  EXPECT_NEAR(read(world).angular_velocity.z(), 0.6 / 0.3, 1e-9);
  EXPECT_EQ(read(world).linear_velocity.norm(), 0);
}

INSTANTIATE_TEST_SUITE_P(EveryFormulation, Forces,
                         testing::Values(Formulation::sequential_impulses,
                                         Formulation::sequential_impulses_plain, Formulation::penalty,
                                         Formulation::composite_body, Formulation::articulated_body),
                         [](const auto& info) {
                           return "Formulation" + std::to_string(static_cast<int>(info.param));
                         });

TEST(Impulse, ChangesMomentumAndMomentOfMomentumAtOnce) {
  World world = ball_in_space(Formulation::sequential_impulses);
  begin(world, effect_on(BodyId{0}, EffectType::impulse, {0, 2, 0, 0.5, 0, 0}));
  world.step_frame(8);
  EXPECT_NEAR(read(world).linear_velocity.y(), 2 / kMass, 1e-12);
  EXPECT_NEAR(read(world).angular_velocity.z(), 0.5 * 2 / 0.3, 1e-9);
  EXPECT_TRUE(world.effects().empty());
}

TEST(Impulse, OnAPendulumMovesItAboutItsPivot) {
  WorldBuilder builder(0);
  const BodyId rod = builder.body("rod", 1, diagonal(0.1, 0.1, 0.1), Vec3(1, 0, 0));
  builder.joint(JointType::revolute, kWorldBody, rod, Vec3(0, 0, 0));
  World world(builder.config);
  begin(world, effect_on(rod, EffectType::impulse, {0, 0, 0.55}));
  world.step_frame(8);
  FrameState state = world.make_frame_state();
  world.observe(state);
  EXPECT_NEAR(std::fabs(state.joints[0].velocity[0]), 0.55 / (0.1 + 1), 1e-6);
}

TEST(PlacedBody, TakesWhatIsJoinedWithItAndStandsStill) {
  WorldBuilder builder(0);
  const BodyId hull = builder.body("hull", 2, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 1));
  const BodyId arm = builder.body("arm", 1, diagonal(0.1, 0.1, 0.1), Vec3(1, 0, 1));
  builder.body("other", 1, diagonal(0.1, 0.1, 0.1), Vec3(5, 0, 0));
  builder.joint(JointType::revolute, hull, arm, Vec3(0.5, 0, 1));
  builder.config.bodies[0].linear_velocity = Vec3(1, 0, 0);
  World world(builder.config);
  world.step_frame(8);
  const double half_pi = 0.5 * 3.14159265358979323846;
  begin(world, effect_on(hull, EffectType::place, {10, 20, 30, 0, 0, half_pi}));
  world.step_frame(8);
  const BodyReading body = read(world, 0), moved = read(world, 1);
  EXPECT_LT((body.position - Vec3(10, 20, 30)).norm(), 1e-9);
  EXPECT_LT((moved.position - Vec3(10, 21, 30)).norm(), 2e-3)
      << "turned with it, as far as the joint had moved";
  EXPECT_LT(body.linear_velocity.norm() + moved.linear_velocity.norm(), 1e-9);
  EXPECT_EQ(read(world, 2).position, Vec3(5, 0, 0));
}

TEST(PlacedBody, LeavesBehindWhatHasComeOff) {
  WorldBuilder builder(0);
  const BodyId hull = builder.body("hull", 2, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 1));
  const BodyId arm = builder.body("arm", 1, diagonal(0.1, 0.1, 0.1), Vec3(1, 0, 1));
  const BodyId hand = builder.body("hand", 1, diagonal(0.1, 0.1, 0.1), Vec3(2, 0, 1));
  builder.joint(JointType::revolute, hull, arm, Vec3(0.5, 0, 1));
  builder.joint(JointType::revolute, arm, hand, Vec3(1.5, 0, 1));
  World world(builder.config);
  Effect breakage;
  breakage.id = EffectId{1};
  breakage.type = EffectType::breakage;
  breakage.target = {TargetKind::joint, 0};
  begin(world, breakage);
  begin(world, effect_on(hull, EffectType::place, {10, 20, 30, 0, 0, 0}));
  begin(world, effect_on(hand, EffectType::place, {2, 7, 1, 0, 0, 0}));
  world.step_frame(8);
  EXPECT_LT((read(world, 0).position - Vec3(10, 20, 30)).norm(), 1e-9);
  EXPECT_LT((read(world, 1).position - Vec3(1, 7, 1)).norm(), 1e-9) << "hangs on the hand, not on the hull";
  EXPECT_LT((read(world, 2).position - Vec3(2, 7, 1)).norm(), 1e-9);
}

TEST(Effects, ArePartOfStateAndLeaveNoTraceWhenTakenBack) {
  World world = ball_in_space(Formulation::sequential_impulses);
  World untouched = ball_in_space(Formulation::sequential_impulses);
  world.step_frame(8);
  untouched.step_frame(8);
  const auto before = saved(world);
  Effect push = effect_on(BodyId{0}, EffectType::force, {12, 0, 0});
  push.ramp = 1;
  begin(world, push);
  world.step_frame(8);
  const auto during = saved(world);
  EXPECT_LE(during.size(), world.state_capacity());
  world.step_frame(8);
  const auto after = saved(world);

  World other = ball_in_space(Formulation::sequential_impulses);
  ASSERT_TRUE(other.restore_state(during));
  other.step_frame(8);
  EXPECT_EQ(saved(other), after);

  ASSERT_TRUE(world.restore_state(before));
  world.step_frame(8);
  untouched.step_frame(8);
  EXPECT_EQ(saved(world), saved(untouched)) << "rewound over it";

  begin(world, push);
  EXPECT_TRUE(world.clear_effect(push.id));
  EXPECT_FALSE(world.clear_effect(push.id));
  world.step_frame(8);
  untouched.step_frame(8);
  EXPECT_EQ(saved(world), saved(untouched)) << "cleared before it acted";
}

TEST(Effects, OfOneNumberReplaceEachOtherAndTooManyAreRefused) {
  World world = ball_in_space(Formulation::sequential_impulses);
  for (std::uint32_t id = 1; id <= kMostEffects; ++id) {
    begin(world, effect_on(BodyId{0}, EffectType::force, {1, 0, 0}, id));
  }
  EXPECT_FALSE(world.begin_effect(effect_on(BodyId{0}, EffectType::force, {1, 0, 0}, kMostEffects + 1)));
  EXPECT_TRUE(world.begin_effect(effect_on(BodyId{0}, EffectType::force, {0, 1, 0}, 7)));
  world.step_frame(8);
  const double each = 0.04 / kMass;
  EXPECT_NEAR(read(world).linear_velocity.x(), (kMostEffects - 1) * each, 1e-9);
  EXPECT_NEAR(read(world).linear_velocity.y(), each, 1e-12);
}

TEST(Effects, AllocateNothingInAStep) {
  World world = ball_in_space(Formulation::sequential_impulses);
  const std::size_t before = allocation_count();
  for (std::uint32_t id = 1; id <= kMostEffects; ++id) {
    Effect push = effect_on(BodyId{0}, EffectType::force, {1, 0, 0}, id);
    push.duration = 0.1;
    EXPECT_TRUE(world.begin_effect(push));
  }
  for (int frame = 0; frame < 4; ++frame) world.step_frame(8);
  EXPECT_EQ(allocation_count(), before);
}

TEST(Effects, AStateThatHoldsAnImpossibleOneIsRefused) {
  World world = ball_in_space(Formulation::sequential_impulses);
  begin(world, effect_on(BodyId{0}, EffectType::force, {1, 0, 0}));
  auto bytes = saved(world);
  const auto fields = world.state_fields(bytes);
  for (const StateField& field : fields) {
    if (field.kind != "effects.target") continue;
    bytes[field.offset] = std::byte{9};
  }
  EXPECT_FALSE(world.restore_state(bytes));
}

}  // namespace
}  // namespace drawbar::test
