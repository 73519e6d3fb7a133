// Malfunctions of motors and brakes change the motion as the motor's equations say, and none outlives its
// effect.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/effects/observed.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kTurn = 0.02;  // kg m^2 of the flywheel

/// A flywheel on a motor at full voltage, with a brake on its axle.
World flywheel(double gear_ratio = 1) {
  WorldBuilder builder(0);
  const BodyId wheel = builder.body("wheel", 1, diagonal(kTurn, kTurn, kTurn), Vec3(0, 0, 0));
  builder.joint(JointType::revolute, kWorldBody, wheel, Vec3(0, 0, 0));
  builder.config.controls = {{"throttle", -1, 1, 1}, {"pedal", 0, 1, 0}};
  builder.config.drives.push_back(re40(JointId{0}));
  builder.config.drives[0].gear.ratio = gear_ratio;
  BrakeConfig brake;
  brake.name = "brake";
  brake.joint = JointId{0};
  brake.inputs = {{ControlId{1}, 1}};
  brake.torque = 0.5;
  builder.config.brakes.push_back(brake);
  return World(builder.config);
}

Effect malfunction(EffectType type, TargetKind kind = TargetKind::drive, double strength = 1) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = type;
  effect.target = {kind, 0};
  effect.strength = strength;
  return effect;
}

double speed(const FrameState& state) {
  return state.joints[0].velocity[0];
}

constexpr double kNoLoad = 24 / 0.0302;
constexpr double kTimeConstant = 0.299 * (kTurn + 1.42e-5) / (0.0302 * 0.0302);  // s: R J / k^2

TEST(MotorMalfunction, OffLetsTheShaftRunOn) {
  World world = flywheel();
  const double before = speed(observed_after(world, 2));
  ASSERT_TRUE(world.begin_effect(malfunction(EffectType::open_winding)));
  const FrameState after = observed_after(world, 2);
  EXPECT_NEAR(speed(after), before, 1e-9);
  EXPECT_EQ(after.drives[0].current, 0);
  EXPECT_TRUE(world.clear_effect(EffectId{1}));
  EXPECT_GT(speed(observed_after(world, 2)), before + 10);
}

TEST(MotorMalfunction, BurnoutStays) {
  World world = flywheel();
  ASSERT_TRUE(world.begin_effect(malfunction(EffectType::burnout)));
  world.clear_effects();
  EXPECT_EQ(speed(observed_after(world, 2)), 0);
}

// What is asked for, 24 V, does not come to the terminals; k n w does.
TEST(MotorMalfunction, WithoutACurrentWhatTheMotorInducesStandsAtItsTerminals) {
  constexpr double kRatio = 3;
  World broken = flywheel(kRatio), burned = flywheel(kRatio), switched_off = flywheel(kRatio);
  for (World* world : {&broken, &burned, &switched_off}) {
    EXPECT_EQ(observed_after(*world, 0.4).drives[0].voltage, 24);
  }
  ASSERT_TRUE(broken.begin_effect(malfunction(EffectType::open_winding)));
  ASSERT_TRUE(burned.begin_effect(malfunction(EffectType::burnout)));
  switched_off.set_drive_enabled(DriveId{0}, false);
  for (World* world : {&broken, &burned, &switched_off}) {
    const FrameState state = observed_after(*world, 0.4);
    ASSERT_GT(speed(state), 10);
    EXPECT_FALSE(state.drives[0].enabled);
    EXPECT_DOUBLE_EQ(state.drives[0].voltage, 0.0302 * kRatio * speed(state));
  }
}

TEST(MotorMalfunction, ShortCircuitStopsItWithTheMotorsTimeConstant) {
  World world = flywheel();
  const double before = speed(observed_after(world, 2));
  ASSERT_TRUE(world.begin_effect(malfunction(EffectType::short_circuit)));
  EXPECT_NEAR(speed(observed_after(world, 2)), before * std::exp(-2 / kTimeConstant), 1e-3 * before);
}

TEST(MotorMalfunction, SupplySagLowersTheNoLoadSpeed) {
  World world = flywheel();
  ASSERT_TRUE(world.begin_effect(malfunction(EffectType::supply_sag, TargetKind::drive, 0.25)));
  EXPECT_NEAR(speed(observed_after(world, 10 * kTimeConstant)), 0.75 * kNoLoad, 1e-3 * kNoLoad);
}

TEST(MotorMalfunction, TorqueLossLowersTheTorqueAndWhatIsInduced) {
  World world = flywheel();
  ASSERT_TRUE(world.begin_effect(malfunction(EffectType::torque_loss, TargetKind::drive, 0.5)));
  const double constant = 4 * kTimeConstant;
  EXPECT_NEAR(speed(observed_after(world, 2)), 2 * kNoLoad * (1 - std::exp(-2 / constant)), 2e-3 * kNoLoad);
}

TEST(MotorMalfunction, PhaseLossHalvesTheTorqueAtStandstill) {
  World healthy = flywheel(), broken = flywheel();
  ASSERT_TRUE(broken.begin_effect(malfunction(EffectType::phase_loss)));
  EXPECT_NEAR(speed(observed_after(broken, 0.04)) / speed(observed_after(healthy, 0.04)), 0.5, 5e-3);
}

TEST(BrakeMalfunction, FadeTakesItsPartOfTheTorque) {
  World world = flywheel();
  const double before = speed(observed_after(world, 4));
  ASSERT_TRUE(world.begin_effect(malfunction(EffectType::open_winding)));
  Effect fade = malfunction(EffectType::brake_fade, TargetKind::brake, 0.6);
  fade.id = EffectId{2};
  ASSERT_TRUE(world.begin_effect(fade));
  world.set_control(ControlId{1}, 1);
  const double slowing = (before - speed(observed_after(world, 1))) * (kTurn + 1.42e-5);
  EXPECT_NEAR(slowing, 0.4 * 0.5, 1e-4);
}

TEST(BrakeMalfunction, LockHoldsWithoutThePedal) {
  World world = flywheel();
  const double before = speed(observed_after(world, 4));
  ASSERT_TRUE(world.begin_effect(malfunction(EffectType::open_winding)));
  Effect lock = malfunction(EffectType::brake_lock, TargetKind::brake, 0.5);
  lock.id = EffectId{2};
  ASSERT_TRUE(world.begin_effect(lock));
  EXPECT_NEAR((before - speed(observed_after(world, 1))) * (kTurn + 1.42e-5), 0.5 * 0.5, 1e-4);
}

TEST(MotorMalfunction, GrowsWithItsRampAndLeavesNoTraceOnceItsTimeIsOver) {
  World world = flywheel();
  Effect sag = malfunction(EffectType::supply_sag, TargetKind::drive, 0.5);
  sag.ramp = 1;
  sag.duration = 2;
  ASSERT_TRUE(world.begin_effect(sag));
  EXPECT_NEAR(observed_after(world, 0.4).drives[0].voltage, 24 * (1 - 0.5 * 0.38), 1e-9)
      << "mean of the tenth frame";
  EXPECT_NEAR(observed_after(world, 1.2).drives[0].voltage, 12, 1e-9);
  const FrameState after = observed_after(world, 1);
  EXPECT_EQ(after.drives[0].voltage, 24);
  EXPECT_TRUE(world.effects().empty());
}

// Nothing that a formulation keeps between frames may be of the motor as it was while it was broken.
class Rewound : public ::testing::TestWithParam<EffectType> {};

TEST_P(Rewound, AMotorGoesOnToTheBitsOfOneThatWasNeverBroken) {
  World world = flywheel(), untouched = flywheel();
  observed_after(world, 0.2);
  observed_after(untouched, 0.2);
  const auto before = saved(world);
  ASSERT_TRUE(world.begin_effect(malfunction(GetParam(), TargetKind::drive, 0.7)));
  observed_after(world, 0.2);
  ASSERT_TRUE(world.restore_state(before));
  observed_after(world, 0.2);
  observed_after(untouched, 0.2);
  EXPECT_EQ(saved(world), saved(untouched));
}

INSTANTIATE_TEST_SUITE_P(MotorMalfunction, Rewound,
                         ::testing::Values(EffectType::open_winding, EffectType::burnout,
                                           EffectType::torque_loss, EffectType::phase_loss,
                                           EffectType::short_circuit, EffectType::supply_sag));

}  // namespace
}  // namespace drawbar::test
