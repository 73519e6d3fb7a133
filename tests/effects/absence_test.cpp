// A body that is absent touches nothing and does nothing, and comes back at rest where it was, or was placed.
#include <gtest/gtest.h>

#include <algorithm>

#include "physics/effect/absence.h"
#include "scenes/effects/effect_catalogue.h"
#include "tests/effects/observed.h"
#include "tests/support/allocation_count.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kG = 9.81;

Effect absent(BodyId body, double duration = 0) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = EffectType::absent;
  effect.target = {TargetKind::body, static_cast<std::uint32_t>(body)};
  effect.duration = duration;
  return effect;
}

Effect place_at(BodyId body, const Vec3& position) {
  Effect effect = absent(body);
  effect.id = EffectId{2};
  effect.type = EffectType::place;
  effect.parameters = {position.x(), position.y(), position.z()};
  return effect;
}

BodyId crate(WorldBuilder& builder, const std::string& name, const Vec3& at) {
  const BodyId body = builder.body(name, 10, 10.0 / 3 * diagonal(0.5, 0.5, 0.5), at);
  builder.shape(body, Box{Vec3(0.5, 0.5, 0.5)});
  return body;
}

BodyId shelf(WorldBuilder& builder, const Vec3& at) {
  BodyConfig body;
  body.name = "shelf";
  body.is_static = true;
  body.position = at;
  ShapeConfig shape;
  shape.geometry = Box{Vec3(2, 2, 0.1)};
  body.shapes.push_back(shape);
  builder.config.bodies.push_back(body);
  return BodyId{static_cast<std::uint32_t>(builder.config.bodies.size() - 1)};
}

double fallen(double seconds) {
  return 0.5 * kG * seconds * seconds;
}

/// A tower of two crates; their tops are at 1 and 2 m.
struct Tower {
  WorldBuilder builder;
  BodyId ground = builder.ground();
  BodyId lower = crate(builder, "lower", Vec3(0, 0, 0.5));
  BodyId upper = crate(builder, "upper", Vec3(0, 0, 1.5));
};

std::optional<CastHit> from_above(const World& world) {
  return world.cast(Vec3(0.1, 0.1, 5), Vec3(0, 0, -1), 10);
}

TEST(Absence, WhatStoodOnABodyThatGoesFallsFreely) {
  Tower tower;
  World world = tower.builder.build();
  const double height = observed_after(world, 1).bodies[2].position.z();
  ASSERT_TRUE(world.begin_effect(absent(tower.lower)));
  const FrameState state = observed_after(world, 0.4);
  EXPECT_NEAR(state.bodies[2].position.z(), height - fallen(0.4), 1e-9);
  EXPECT_NEAR(state.bodies[1].position.z(), 0.5, 1e-3) << "the other is where it was";
  EXPECT_TRUE(state.bodies[1].absent);
  EXPECT_FALSE(state.bodies[2].absent);
  EXPECT_TRUE(state.contacts.empty());
  EXPECT_NEAR(observed_after(world, 2).bodies[2].position.z(), 0.5, 1e-3) << "in its place, now";
}

TEST(Absence, SleepersWakeWhenTheShelfGoes) {
  WorldBuilder builder;
  const BodyId board = shelf(builder, Vec3(0, 0, 2));
  crate(builder, "crate", Vec3(0, 0, 2.6));
  World world = builder.build();
  const double height = observed_after(world, 4).bodies[1].position.z();
  ASSERT_EQ(observed(world).bodies[1].linear_velocity.norm(), 0);
  ASSERT_TRUE(world.begin_effect(absent(board)));
  EXPECT_NEAR(observed_after(world, 0.6).bodies[1].position.z(), height - fallen(0.6), 1e-9);
}

TEST(Absence, NoRayAndNoSensorMeetsItAndItHasNoEnergy) {
  Tower tower;
  ShapeConfig zone;
  zone.geometry = Sphere{0.8};
  zone.position = Vec3(0, 0, 1.5);
  zone.sensor = true;
  tower.builder.config.bodies[0].shapes.push_back(zone);
  World world = tower.builder.build();
  FrameState state = observed_after(world, 1);
  ASSERT_EQ(state.overlaps.size(), 2u);
  EXPECT_EQ(from_above(world)->body, 2u);
  const double both = state.energy.potential;
  ASSERT_TRUE(world.begin_effect(absent(tower.upper)));
  EXPECT_EQ(from_above(world)->body, 1u) << "at once";
  std::vector<std::uint32_t> touched;
  world.find_overlaps(Sphere{0.1}, {Vec3(0, 0, 1.5), Quat::Identity()}, touched);
  EXPECT_TRUE(touched.empty());
  state = observed_after(world, 0.04);
  ASSERT_EQ(state.overlaps.size(), 1u);
  EXPECT_EQ(state.overlaps[0].body, 1u);
  EXPECT_NEAR(state.energy.potential, both - 10 * kG * 1.5, 0.1);
  EXPECT_TRUE(world.clear_effect(EffectId{1}));
  EXPECT_EQ(from_above(world)->body, 2u);
}

TEST(Absence, ABodyComesBackAtRestWhereItWasWhateverActedOnIt) {
  WorldBuilder builder;
  const BodyId ball = builder.body("ball", 2, diagonal(1, 1, 1), Vec3(0, 0, 10));
  builder.config.bodies[0].linear_velocity = Vec3(3, 0, 0);
  World world = builder.build();
  const Vec3 left = observed_after(world, 0.4).bodies[0].position;
  ASSERT_TRUE(world.begin_effect(absent(ball, 0.8)));
  Effect push = absent(ball, 0.2);
  push.id = EffectId{3};
  push.type = EffectType::force;
  push.parameters = {100, 0, 0};
  ASSERT_TRUE(world.begin_effect(push));
  push.type = EffectType::impulse;
  ASSERT_TRUE(world.begin_effect(push));
  FrameState state = observed_after(world, 0.76);
  EXPECT_EQ(state.bodies[0].position, left);
  EXPECT_EQ(state.bodies[0].linear_velocity.norm(), 0);
  EXPECT_TRUE(state.bodies[0].absent);
  state = observed_after(world, 0.04);
  EXPECT_FALSE(state.bodies[0].absent) << "its time is over with this frame";
  state = observed_after(world, 0.4);
  EXPECT_NEAR(state.bodies[0].position.z(), left.z() - fallen(0.4), 1e-9);
  EXPECT_NEAR(state.bodies[0].position.x(), left.x(), 1e-12);
}

TEST(Absence, ABodyIsPlacedBeforeItComes) {
  Tower tower;
  World world = tower.builder.build();
  ASSERT_TRUE(world.begin_effect(absent(tower.upper)));
  run(world, 10, 8);
  ASSERT_TRUE(world.begin_effect(place_at(tower.upper, Vec3(5, 0, 3))));
  FrameState state = run(world, 10, 8);
  EXPECT_EQ(state.bodies[2].position, Vec3(5, 0, 3));
  EXPECT_TRUE(world.clear_effect(EffectId{1}));
  EXPECT_NEAR(observed_after(world, 0.4).bodies[2].position.z(), 3 - fallen(0.4), 1e-9);
  EXPECT_NEAR(observed_after(world, 2).bodies[2].position.z(), 0.5, 1e-3);
}

/// A hull on a driven wheel, in the air.
WorldBuilder machine() {
  WorldBuilder builder;
  const BodyId hull = builder.body("hull", 10, diagonal(1, 1, 1), Vec3(0, 0, 5));
  const BodyId wheel = builder.body("wheel", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 4.5));
  builder.joint(JointType::revolute, hull, wheel, Vec3(0, 0, 4.5));
  builder.config.controls = {{"throttle", -1, 1, 1}};
  builder.config.drives.push_back(re40(JointId{0}));
  return builder;
}

TEST(Absence, AMachineGoesAndComesAsAWhole) {
  World world = machine().build();
  FrameState state = observed_after(world, 0.4);
  ASSERT_GT(std::fabs(state.drives[0].current), 1);
  const double angle = state.joints[0].position[0];
  ASSERT_TRUE(world.begin_effect(absent(BodyId{1})));
  state = observed_after(world, 1);
  EXPECT_TRUE(state.bodies[0].absent && state.bodies[1].absent);
  EXPECT_EQ(state.drives[0].current, 0);
  EXPECT_EQ(state.drives[0].voltage, 0);
  EXPECT_EQ(state.drives[0].torque, 0);
  EXPECT_EQ(state.joints[0].reaction.norm(), 0);
  EXPECT_EQ(state.joints[0].velocity[0], 0);
  EXPECT_NEAR(state.joints[0].position[0], angle, 1e-9);
  ASSERT_TRUE(world.begin_effect(place_at(BodyId{0}, Vec3(0, 7, 5))));
  EXPECT_TRUE(world.clear_effect(EffectId{1}));
  state = observed_after(world, 0.4);
  // The motor turns it up from rest: the same as in a new world that begins here.
  World fresh = machine().build();
  const FrameState first = observed_after(fresh, 0.4);
  EXPECT_NEAR(state.joints[0].position[0] - angle, first.joints[0].position[0], 1e-6);
  EXPECT_NEAR(state.bodies[0].position.z(), first.bodies[0].position.z(), 1e-6);
  EXPECT_NEAR(state.bodies[0].position.y(), 7, 1e-6);
}

// What its loop had gathered against the load is of the motion that has ended: it comes back as a machine
// that is switched on for the first time, and begins as that does.
TEST(Absence, AMachineComesBackWithAnEmptySpeedLoop) {
  constexpr double kHeld = 5;  // rad/s
  WorldBuilder builder = machine();
  builder.config.joints[0].axes[0].friction.coulomb = 0.1;
  DriveConfig& drive = builder.config.drives[0];
  drive.mode = DriveMode::speed;
  drive.controller.speed_limit = kHeld;
  drive.controller.speed_proportional = 2;
  drive.controller.speed_integral = 2;
  World world = builder.build(), fresh = builder.build();
  const DriveReading held = observed_after(world, 20).drives[0];
  // The friction's current and what the motor induces: all of it is the integral's.
  ASSERT_NEAR(held.voltage, 0.299 * 0.1 / 0.0302 + 0.0302 * kHeld, 1e-6);
  ASSERT_TRUE(world.begin_effect(absent(BodyId{0}, 0.4)));
  observed_after(world, 0.4);
  // But for rounding the same: it begins where it has fallen and turned to.
  for (int frame = 0; frame < 25; ++frame) {
    const FrameState state = observed_after(world, 0.04), first = observed_after(fresh, 0.04);
    EXPECT_NEAR(state.joints[0].velocity[0], first.joints[0].velocity[0], 1e-9) << frame;
    EXPECT_NEAR(state.drives[0].voltage, first.drives[0].voltage, 1e-9) << frame;
  }
}

TEST(Absence, AGearInItsPlayIsAtRestToo) {
  for (const bool goes : {true, false}) {  // or is placed
    World world = machine().build();
    Effect play = absent(BodyId{0});
    play.id = EffectId{5};
    play.type = EffectType::play;
    play.target = {TargetKind::joint, 0};
    play.parameters[0] = 0.5;
    ASSERT_TRUE(world.begin_effect(play));
    ASSERT_GT(observed_after(world, 0.2).energy.kinetic, 0);
    ASSERT_TRUE(world.begin_effect(goes ? absent(BodyId{1}) : place_at(BodyId{0}, Vec3(0, 7, 5))));
    EXPECT_EQ(observed(world).energy.kinetic, 0);
    if (goes) {
      EXPECT_EQ(observed_after(world, 1).energy.kinetic, 0);
    }
  }
}

TEST(Absence, WhatStandsOrIsJoinedToWhatStandsIsNotTakenApart) {
  WorldBuilder builder = machine();
  const BodyId post = shelf(builder, Vec3(9, 0, 0));
  builder.joint(JointType::revolute, post, crate(builder, "gate", Vec3(9, 0, 2)), Vec3(9, 0, 1));
  shelf(builder, Vec3(20, 0, 0));
  builder.config.bodies.back().name = "barrier";
  builder.ground();
  EXPECT_EQ(bodies_that_can_be_absent(builder.config),
            (std::vector<bool>{true, true, false, false, true, true}));
  const scenes::EffectCatalogue catalogue(builder.config);
  EXPECT_TRUE(catalogue.find_text("barrier absent"));
  const auto refused = catalogue.find_text("gate absent");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text, "gate does not allow this; absent acts on: hull, wheel, barrier, ground");
  builder.formulation(Formulation::sequential_impulses_plain);
  EXPECT_FALSE(scenes::EffectCatalogue(builder.config).find_text("barrier absent"));
}

TEST(Absence, OfTheSceneItHoldsFromTheFirstMomentOn) {
  Tower tower;
  tower.builder.config.effects.push_back({absent(tower.upper), 0});
  World world = tower.builder.build();
  EXPECT_TRUE(observed(world).bodies[2].absent);
  EXPECT_EQ(from_above(world)->body, 1u);
  EXPECT_TRUE(run(world, 5, 8).bodies[2].absent);
  // And is over where it is ended before the first frame.
  World other = tower.builder.build();
  EXPECT_TRUE(other.clear_effect(EffectId{1}));
  EXPECT_FALSE(run(other, 5, 8).bodies[2].absent);
}

TEST(Absence, AWorldThatBeginsFromAStateHasThatOfItsOwnSceneAlone) {
  Tower tower;
  World before = tower.builder.build();
  run(before, 5, 8);
  const std::vector<std::byte> whole = saved(before);
  ASSERT_TRUE(before.begin_effect(absent(tower.upper)));
  run(before, 5, 8);
  World world = tower.builder.build();
  ASSERT_TRUE(world.begin_from(saved(before)));
  EXPECT_TRUE(world.effects().empty());
  EXPECT_FALSE(observed(world).bodies[2].absent);
  EXPECT_EQ(from_above(world)->body, 2u);
  EXPECT_NEAR(run(world, 25, 8).bodies[2].position.z(), 1.5, 1e-2) << "and stands on the other";

  tower.builder.config.effects.push_back({absent(tower.upper), 0});
  World own = tower.builder.build();
  ASSERT_TRUE(own.begin_from(whole));
  EXPECT_TRUE(observed(own).bodies[2].absent);
  EXPECT_EQ(from_above(own)->body, 1u);
  EXPECT_TRUE(run(own, 5, 8).bodies[2].absent);
  ASSERT_TRUE(own.clear_effect(EffectId{1}));
  ASSERT_TRUE(own.begin_from(whole)) << "that it has none now changes nothing";
  EXPECT_EQ(from_above(own)->body, 1u);
}

TEST(Absence, ARestoredWorldGoesOnToTheSameBits) {
  Tower tower;
  World world = tower.builder.build(), other = tower.builder.build();
  run(world, 20, 8);
  ASSERT_TRUE(world.begin_effect(absent(tower.lower, 1)));
  for (const int frames : {0, 10, 15}) {  // when it goes, while it is away, when it is back
    run(world, frames, 8);
    const std::vector<std::byte> middle = saved(world);
    ASSERT_TRUE(other.restore_state(middle));
    EXPECT_EQ(saved(other), middle);
    EXPECT_EQ(observed(other).bodies[1].absent, observed(world).bodies[1].absent);
    EXPECT_EQ(from_above(other)->distance, from_above(world)->distance);
    run(world, 30, 8);
    run(other, 30, 8);
    EXPECT_EQ(saved(other), saved(world));
    ASSERT_TRUE(world.restore_state(middle));
    run(world, 30, 8);
    EXPECT_EQ(saved(other), saved(world)) << "and taken back";
    ASSERT_TRUE(world.restore_state(middle));
  }
}

// What is joined to the world would leave its joint behind: no state says so.
TEST(Absence, AStateThatTakesApartWhatIsJoinedIsRefused) {
  WorldBuilder builder;
  const BodyId free_body = crate(builder, "free", Vec3(0, 0, 3));
  const BodyId bob = crate(builder, "bob", Vec3(5, 0, 3));
  builder.joint(JointType::revolute, kWorldBody, bob, Vec3(5, 0, 4));
  World world = builder.build();
  ASSERT_TRUE(world.begin_effect(absent(free_body)));
  std::vector<std::byte> bytes = saved(world);
  for (const StateField& field : world.state_fields(bytes)) {
    if (field.name == "effects[0].target") bytes[field.offset] = std::byte{1};
  }
  EXPECT_FALSE(world.restore_state(bytes));
}

TEST(Absence, NothingIsAllocatedInAStep) {
  Tower tower;
  World world = tower.builder.build();
  run(world, 2, 8);
  const Effect effect = absent(tower.upper, 0.2);
  const std::size_t before = allocation_count();
  ASSERT_TRUE(world.begin_effect(effect));
  for (int frame = 0; frame < 10; ++frame) world.step_frame(8);
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
}  // namespace drawbar::test
