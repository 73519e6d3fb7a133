// Play of a joint: between a drive's gear and its axis, or of worn stops. The way is free, what meets at its
// end meets without giving energy, and a driven axis lags by it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/effects/observed.h"
#include "tests/support/allocation_count.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kPlayInertia = 0.5;  // kg m^2 of the disc
constexpr double kWay = 0.1;          // rad

Effect play(double way = kWay) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = EffectType::play;
  effect.target = {TargetKind::joint, 0};
  effect.parameters[0] = way;
  return effect;
}

/// A disc about z with a motor whose rotor is as heavy.
WorldBuilder disc(double rate = 0) {
  WorldBuilder builder(0);
  const BodyId body =
      builder.body("disc", 1, diagonal(kPlayInertia, kPlayInertia, kPlayInertia), Vec3::Zero());
  builder.joint(JointType::revolute, kWorldBody, body, Vec3::Zero(), Vec3::UnitZ());
  builder.config.bodies[0].angular_velocity = Vec3(0, 0, rate);
  builder.config.controls = {{"throttle", -1, 1, 0}};
  DriveConfig motor = re40(JointId{0});
  motor.rotor_inertia = kPlayInertia;
  builder.config.drives.push_back(motor);
  return builder;
}

/// The same, with a motor that only its inertia moves.
World disc_with_idle_rotor() {
  WorldBuilder builder = disc();
  builder.config.drives[0].resistance = 1e9;
  return World(builder.config);
}

Effect blow(double impulse) {
  Effect effect;
  effect.id = EffectId{9};
  effect.type = EffectType::torque;
  effect.target = {TargetKind::body, 0};
  effect.parameters = {0, 0, impulse / 0.04};
  effect.duration = 0.04;
  return effect;
}

double rate(const World& world) {
  return observed(world).joints[0].velocity[0];
}

TEST(Play, IsFreeWayAndThenAnImpactWithoutRebound) {
  World world = disc_with_idle_rotor();
  ASSERT_TRUE(world.begin_effect(play()));
  ASSERT_TRUE(world.begin_effect(blow(kPlayInertia * 1.0)));  // from now on 1 rad/s, without the rotor
  world.step_frame(8);
  EXPECT_NEAR(rate(world), 1, 1e-9) << "the rotor stands";
  world.step_frame(8);
  EXPECT_NEAR(rate(world), 1, 1e-9) << "0.06 of 0.1 rad are gone";
  EXPECT_NEAR(observed(world).energy.kinetic, 0.5 * kPlayInertia, 1e-9);
  const FrameState after = observed_after(world, 0.4);
  EXPECT_NEAR(after.joints[0].velocity[0], 0.5, 1e-9) << "one momentum, twice the inertia";
  EXPECT_NEAR(after.energy.kinetic, 0.25 * kPlayInertia, 1e-9);
  ASSERT_TRUE(world.begin_effect(blow(-kPlayInertia * 1.0)));  // back to -0.5 rad/s, the rotor goes on
  world.step_frame(8);
  EXPECT_NEAR(rate(world), -0.5, 1e-9);
  // Relative 1 rad/s: twice the way takes 0.2 s.
  EXPECT_NEAR(observed_after(world, 0.12).joints[0].velocity[0], -0.5, 1e-9);
  EXPECT_NEAR(observed_after(world, 0.4).joints[0].velocity[0], 0, 1e-9);
}

TEST(Play, LeavesAFreeWayOfBothSidesWhateverTheSubstep) {
  for (const int substeps : {4, 8, 32}) {
    World world = disc_with_idle_rotor();
    ASSERT_TRUE(world.begin_effect(play()));
    ASSERT_TRUE(world.begin_effect(blow(kPlayInertia * 0.5)));
    double hit = 0;
    for (int frame = 1; hit == 0 && frame < 50; ++frame) {
      world.step_frame(substeps);
      if (rate(world) < 0.4) hit = observed(world).joints[0].position[0];
    }
    // It is at the end of the way within a frame, and has gone on with half the speed since.
    EXPECT_GE(hit, kWay - 1e-9) << substeps;
    EXPECT_LE(hit, kWay + 0.5 * 0.04) << substeps;
  }
}

TEST(Play, NeverGivesEnergy) {
  WorldBuilder builder = disc();
  builder.config.gravity = Vec3(0, -9.81, 0);
  builder.config.bodies[0].mass_properties.center_of_mass = Vec3(0.3, 0, 0);
  builder.config.drives[0].rotor_inertia = 0.05;
  builder.config.drives[0].gear = {5, 0.8, std::nullopt, false};
  World world(builder.config);
  ASSERT_TRUE(world.begin_effect(play(0.3)));
  double energy = observed(world).energy.kinetic + observed(world).energy.potential;
  for (int frame = 0; frame < 500; ++frame) {
    world.step_frame(8);
    const EnergyReading now = observed(world).energy;
    EXPECT_LE(now.kinetic + now.potential, energy + 1e-3) << frame;
    energy = std::min(energy, now.kinetic + now.potential);
  }
}

/// Where a servo leaves a disc that friction holds, having come from below or from above.
double left_by_servo(bool from_above, bool with_play) {
  WorldBuilder builder = disc();
  builder.config.joints[0].axes[0].friction.coulomb = 2;  // the disc does not run ahead of what pushes it
  builder.config.joints[0].axes[0].limit = AxisLimit{-1, 1, std::nullopt, 0, 0};
  DriveConfig& motor = builder.config.drives[0];
  motor.rotor_inertia = 1.42e-5;
  motor.mode = DriveMode::position;
  motor.gear = {100, 1, 1.0, false};
  motor.current_limit = 40;
  motor.controller = {0.3, 30, 0, 4};
  World world(builder.config);
  if (with_play) {
    EXPECT_TRUE(world.begin_effect(play(0.05)));
  }
  world.set_control(ControlId{0}, from_above ? 0.8 : -0.8);
  observed_after(world, 8);
  world.set_control(ControlId{0}, 0.2);
  return observed_after(world, 12).joints[0].position[0];
}

// Without an integral the servo stands where its voltage no longer overcomes the friction: 1.7 mrad before
// the target.
TEST(Play, LetsAnAxisLagBehindItsServoByTheWay) {
  EXPECT_NEAR(left_by_servo(false, false), 0.2, 2.5e-3);
  EXPECT_NEAR(left_by_servo(true, false), 0.2, 2.5e-3);
  EXPECT_NEAR(left_by_servo(false, true), 0.2 - 0.05, 2.5e-3);
  EXPECT_NEAR(left_by_servo(true, true), 0.2 + 0.05, 2.5e-3);
}

TEST(Play, OfAnAxisThatNothingDrivesIsWornStops) {
  WorldBuilder builder;
  const BodyId bob = builder.body("bob", 1, diagonal(0.1, 0.1, 0.1), Vec3(1, 0, 0));
  builder.joint(JointType::revolute, kWorldBody, bob, Vec3::Zero(), Vec3::UnitY());
  builder.config.joints[0].axes[0].limit = AxisLimit{-0.2, 0.2, std::nullopt, 0, 0};
  World world(builder.config);
  EXPECT_NEAR(observed_after(world, 2).joints[0].position[0], 0.2, 1e-6);
  ASSERT_TRUE(world.begin_effect(play()));
  EXPECT_NEAR(observed_after(world, 2).joints[0].position[0], 0.3, 1e-6);
  world.clear_effects();
  EXPECT_NEAR(observed_after(world, 2).joints[0].position[0], 0.2, 1e-4) << "pushed back";
}

TEST(Play, OfARestingMachineLeavesNoTrace) {
  World world = disc_with_idle_rotor(), untouched = disc_with_idle_rotor();
  ASSERT_TRUE(world.begin_effect(play()));
  observed_after(world, 0.4);
  world.clear_effects();
  observed_after(world, 0.4);
  observed_after(untouched, 0.8);
  EXPECT_EQ(saved(world), saved(untouched));
}

// Then the rotor counts as fixed to its axis again, at once.
TEST(Play, IsNotReadAnyMoreWhereItHasEndedOrWasCleared) {
  World world = disc_with_idle_rotor();
  Effect brief = play();
  brief.duration = 0.08;
  ASSERT_TRUE(world.begin_effect(brief));
  ASSERT_TRUE(world.begin_effect(blow(kPlayInertia * 1.0)));
  world.step_frame(8);
  EXPECT_NEAR(observed(world).energy.kinetic, 0.5 * kPlayInertia, 1e-9) << "the rotor stands";
  world.step_frame(8);
  EXPECT_TRUE(world.effects().empty());
  EXPECT_NEAR(observed(world).energy.kinetic, kPlayInertia, 1e-9);

  World other = disc_with_idle_rotor();
  Effect longer = blow(0);
  longer.duration = 1;
  ASSERT_TRUE(other.begin_effect(play()));
  ASSERT_TRUE(other.begin_effect(longer));
  Effect hit = blow(kPlayInertia * 1.0);
  hit.id = EffectId{10};
  ASSERT_TRUE(other.begin_effect(hit));
  other.step_frame(8);
  EXPECT_NEAR(observed(other).energy.kinetic, 0.5 * kPlayInertia, 1e-9);
  EXPECT_TRUE(other.clear_effect(EffectId{1}));
  EXPECT_NEAR(observed(other).energy.kinetic, kPlayInertia, 1e-9) << "another effect is the first now";
  ASSERT_TRUE(other.begin_effect(play()));
  EXPECT_NEAR(rate(other), 1, 1e-9);
}

TEST(Play, IsPartOfTheStateAndAllocatesNothing) {
  World world = disc_with_idle_rotor();
  const std::size_t before = allocation_count();
  ASSERT_TRUE(world.begin_effect(play()));
  ASSERT_TRUE(world.begin_effect(blow(kPlayInertia)));
  for (int frame = 0; frame < 2; ++frame) world.step_frame(8);
  EXPECT_EQ(allocation_count(), before);
  const std::vector<std::byte> middle = saved(world);
  observed_after(world, 1);
  const std::vector<std::byte> end = saved(world);
  World other = disc_with_idle_rotor();
  ASSERT_TRUE(other.restore_state(middle));
  observed_after(other, 1);
  EXPECT_EQ(saved(other), end);
}

}  // namespace
}  // namespace drawbar::test
