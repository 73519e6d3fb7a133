// What a world takes: controls in their ranges, states that can be, states to begin from; and what it
// answers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "physics/world/ray_caster.h"
#include "tests/effects/observed.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

Effect effect_of(std::uint32_t id, EffectType type, const EffectTarget& target) {
  Effect effect;
  effect.id = EffectId{id};
  effect.type = type;
  effect.target = target;
  return effect;
}

/// A motor on a wheel, a rod on a joint of its own, and a deck that is moved from outside.
WorldBuilder machine() {
  WorldBuilder b;
  const BodyId wheel = b.body("wheel", 1, diagonal(0.01, 0.01, 0.01), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, wheel, Vec3::Zero());
  const BodyId rod = b.body("rod", 1, diagonal(0.1, 0.1, 0.1), Vec3(5, 0, 0));
  b.joint(JointType::revolute, kWorldBody, rod, Vec3(4, 0, 0));
  b.config.controls = {{"throttle", -0.5, 2, 0.25}};
  b.config.drives.push_back(re40(JointId{0}));
  b.body("deck", 1, Mat3::Identity(), Vec3(20, 0, 0));
  b.config.bodies.back().is_static = true;
  b.config.bodies.back().motion = OutsideMotion{};
  return b;
}

TEST(Inputs, ControlsAreHeldInTheirRangesAndBeginNeutral) {
  World world = machine().build();
  EXPECT_EQ(world.control(ControlId{0}), 0.25);
  for (const auto& [asked, given] :
       {std::pair(5.0, 2.0), {-5.0, -0.5}, {2.0, 2.0}, {-0.5, -0.5}, {1.5, 1.5}}) {
    world.set_control(ControlId{0}, asked);
    EXPECT_EQ(world.control(ControlId{0}), given) << asked;
    EXPECT_EQ(observed(world).controls[0], given) << asked;
  }
}

TEST(Inputs, EffectsAreListedInTheOrderOfTheirBeginningAndClearedOnce) {
  World world = machine().build();
  const auto ids = [&] {
    std::vector<std::uint32_t> out;
    for (const ActiveEffect& active : world.effects())
      out.push_back(static_cast<std::uint32_t>(active.effect.id));
    return out;
  };
  using Ids = std::vector<std::uint32_t>;
  for (const std::uint32_t id : {9u, 4u, 7u})
    ASSERT_TRUE(world.begin_effect(effect_of(id, EffectType::force, {TargetKind::body, 1})));
  EXPECT_EQ(ids(), (Ids{9, 4, 7}));
  EXPECT_FALSE(world.clear_effect(EffectId{5}));
  EXPECT_TRUE(world.clear_effect(EffectId{4}));
  EXPECT_FALSE(world.clear_effect(EffectId{4}));
  EXPECT_EQ(ids(), (Ids{9, 7}));
  ASSERT_TRUE(world.begin_effect(effect_of(9, EffectType::torque, {TargetKind::body, 1})));
  EXPECT_EQ(ids(), (Ids{9, 7})) << "it is begun anew where it was";
  EXPECT_EQ(world.effects()[0].effect.type, EffectType::torque);
  ASSERT_TRUE(world.begin_effect(effect_of(3, EffectType::impulse, {TargetKind::body, 1})));
  EXPECT_EQ(ids(), (Ids{9, 7})) << "what acts at once is over";
  world.clear_effects();
  EXPECT_TRUE(world.effects().empty());
}

TEST(Inputs, AnOpenFrameIsObservedAtItsPresentInstant) {
  World world = machine().build();
  run(world, 2, 8);
  ASSERT_TRUE(world.begin_effect(effect_of(1, EffectType::force, {TargetKind::body, 1})));
  run(world, 3, 8);
  const double period = world.config().period;
  world.begin_frame(4);
  for (int substep = 0; substep < 4; ++substep) {
    const FrameState state = observed(world);
    EXPECT_EQ(state.frame, 5u);
    EXPECT_NEAR(state.time, (5 + 0.25 * substep) * period, 1e-12);
    EXPECT_NEAR(state.effects.at(0).age, (3 + 0.25 * substep) * period, 1e-12);
    FrameState motion = world.make_frame_state();
    world.observe_motion(motion);
    EXPECT_TRUE(motion.effects.empty());
    EXPECT_EQ(motion.bodies[1].position, state.bodies[1].position);
    world.substep();
  }
  EXPECT_EQ(world.frame(), 6u);
  EXPECT_NEAR(observed(world).time, 6 * period, 1e-12);
}

// The rod's end may only turn about its joint: of 2 m/s across, with the inertia of its mass at 1 m, half is
// left.
TEST(Inputs, TheLargestChangeOfTheInitialSpeedsIsTold) {
  WorldBuilder b = machine();
  EXPECT_EQ(b.build().initial_velocity_correction(), 0);
  b.config.bodies[1].mass_properties.inertia = Mat3::Identity();
  b.config.bodies[1].linear_velocity = Vec3(0.3, 0, 2);
  b.config.bodies[0].linear_velocity = Vec3(0, 0, 0.5);
  const World world = b.build();
  EXPECT_NEAR(world.initial_velocity_correction(), std::sqrt(0.3 * 0.3 + 1), 1e-12);
  EXPECT_LT((observed(world).bodies[1].linear_velocity - Vec3(0, 0, 1)).norm(), 1e-12);
}

/// The bytes with one byte of a field, by its kind, changed.
std::vector<std::byte> with_byte(const World& world, std::string_view kind, std::size_t place, int value) {
  std::vector<std::byte> bytes = saved(world);
  bool found = false;
  for (const StateField& field : world.state_fields(bytes)) {
    if (field.kind != kind) continue;
    bytes[field.offset + place] = static_cast<std::byte>(value);
    found = true;
  }
  EXPECT_TRUE(found) << kind;
  return bytes;
}

TEST(Restore, RefusesWhatBeginsInTheFutureIsOverAtOnceOrLastsLessThanNothing) {
  World world = machine().build();
  ASSERT_TRUE(world.begin_effect(effect_of(1, EffectType::force, {TargetKind::body, 1})));
  Effect move = effect_of(2, EffectType::move, {TargetKind::body, 2});
  move.parameters = {21, 0, 0, 0, 0, 0, 2};
  ASSERT_TRUE(world.begin_effect(move));
  run(world, 10, 8);
  const std::vector<std::byte> before = saved(world);
  for (const char* kind : {"effects.begun", "motions.begun"}) {
    EXPECT_FALSE(world.restore_state(with_byte(world, kind, 0, 11))) << kind;
    EXPECT_EQ(saved(world), before) << kind;
    EXPECT_TRUE(world.restore_state(with_byte(world, kind, 0, 10))) << kind;
    ASSERT_TRUE(world.restore_state(before));
  }
  EXPECT_FALSE(
      world.restore_state(with_byte(world, "effects.type", 0, static_cast<int>(EffectType::impulse))));
  EXPECT_TRUE(world.restore_state(with_byte(world, "effects.type", 0, static_cast<int>(EffectType::torque))));
  ASSERT_TRUE(world.restore_state(before));
  EXPECT_FALSE(world.restore_state(with_byte(world, "motions.duration", 7, 0xC0)));
  EXPECT_EQ(saved(world), before);
}

TEST(BeginFrom, KeepsWhatIsBrokenAndBeginsEverythingElseAnew) {
  WorldBuilder b = machine();
  World before = b.build();
  run(before, 5, 8);
  ASSERT_TRUE(before.begin_effect(effect_of(1, EffectType::breakage, {TargetKind::joint, 1})));
  ASSERT_TRUE(before.begin_effect(effect_of(2, EffectType::burnout, {TargetKind::drive, 0})));
  ASSERT_TRUE(before.begin_effect(effect_of(3, EffectType::torque, {TargetKind::body, 1})));
  before.set_control(ControlId{0}, 1.5);
  run(before, 5, 8);

  b.config.effects.push_back({effect_of(8, EffectType::force, {TargetKind::body, 1}), 0});
  World world = b.build();
  run(world, 3, 8);
  world.set_control(ControlId{0}, -0.5);
  ASSERT_TRUE(world.begin_from(saved(before)));
  const FrameState state = observed(world), old = observed(before);
  EXPECT_EQ(world.frame(), 0u);
  EXPECT_EQ(state.time, 0);
  EXPECT_EQ(world.control(ControlId{0}), 0.25);
  EXPECT_EQ(state.controls[0], 0.25);
  EXPECT_TRUE(world.effects().empty());
  EXPECT_TRUE(state.joints[1].broken);
  EXPECT_FALSE(state.joints[0].broken);
  EXPECT_FALSE(state.drives[0].enabled);
  for (std::size_t body = 0; body < 3; ++body) {
    EXPECT_EQ(state.bodies[body].position, old.bodies[body].position) << body;
    EXPECT_EQ(state.bodies[body].linear_velocity, old.bodies[body].linear_velocity) << body;
  }
  run(world, 1, 8);
  ASSERT_EQ(world.effects().size(), 1u) << "the scene's own of second 0";
  EXPECT_EQ(world.effects()[0].effect.id, EffectId{8});
}

TEST(BeginFrom, RefusesWhatIsNoStateOfThisWorldAndLeavesItAsItIs) {
  World world = machine().build();
  run(world, 3, 8);
  const std::vector<std::byte> now = saved(world);
  std::vector<std::byte> shorter = now;
  shorter.pop_back();
  EXPECT_FALSE(world.begin_from(shorter));
  EXPECT_FALSE(world.begin_from(with_byte(world, "motions.begun", 0, 4)));
  EXPECT_EQ(saved(world), now);
}

TEST(BeginFrom, RefusesADeckThatIsOnItsWayAndTakesOneThatHasArrived) {
  World moving = machine().build();
  Effect move = effect_of(2, EffectType::move, {TargetKind::body, 2});
  move.parameters = {21, 0.5, 0, 0, 0, 0.3, 1};
  ASSERT_TRUE(moving.begin_effect(move));
  World world = machine().build();
  run(world, 3, 8);
  const std::vector<std::byte> now = saved(world);
  for (int frame = 1; frame <= 26; ++frame) {
    run(moving, 1, 8);
    const bool arrived = frame * world.config().period > 1 - 1e-9;
    ASSERT_EQ(world.begin_from(saved(moving)), arrived) << frame;
    if (!arrived) {
      ASSERT_EQ(saved(world), now) << frame;
    }
  }
  EXPECT_LT((run(world, 30, 8).bodies[2].position - Vec3(21, 0.5, 0)).norm(), 1e-12) << "it stands there";
}

TEST(BeginFrom, RefusesADeckThatMovesByTheTimeUnlessAtFrameZero) {
  WorldBuilder b = machine();
  AxisMotion axis;
  axis.by = AxisTable{{{0, 0, {}}, {1, 2, {}}}, false};
  b.config.bodies[2].motion = axis;
  World moving = b.build(), world = b.build();
  const std::vector<std::byte> first = saved(moving);
  run(moving, 30, 8);
  EXPECT_FALSE(world.begin_from(saved(moving)));
  EXPECT_EQ(saved(world), first);
  run(world, 3, 8);
  EXPECT_TRUE(world.begin_from(first));
  World fresh = b.build();
  for (int frame = 0; frame < 20; ++frame) {
    const FrameState again = run(world, 1, 8), once = run(fresh, 1, 8);
    EXPECT_EQ(again.bodies[2].position, once.bodies[2].position) << frame;
    EXPECT_EQ(again.time, once.time);
  }
}

/// A wall of two boxes, a sensor and a ball behind each other along x.
WorldBuilder row() {
  WorldBuilder b(0);
  const BodyId zone = b.body("zone", 1, Mat3::Identity(), Vec3(2, 0, 0));
  b.shape(zone, Sphere{0.5});
  b.config.bodies.back().shapes[0].sensor = true;
  const BodyId wall = b.body("wall", 1, Mat3::Identity(), Vec3(5, 0, 0));
  for (const double y : {-0.9, 0.9}) {
    b.shape(wall, Box{Vec3(0.5, 1, 1)});
    b.config.bodies.back().shapes.back().position = Vec3(0, y, 0);
  }
  b.config.bodies.back().groups = 2;
  const BodyId ball = b.body("ball", 1, Mat3::Identity(), Vec3(9, 0, 0));
  b.shape(ball, Sphere{0.5});
  return b;
}

TEST(Questions, CastABallARayOrAShapePastGroupsSensorsAndTheIgnored) {
  const World world = row().build();
  const Geometry box = Box{Vec3(0.25, 0.25, 0.25)};
  const Vec3 east = Vec3::UnitX();
  constexpr std::uint32_t kAll = 0xFFFFFFFF;
  EXPECT_NEAR(world.cast(Vec3::Zero(), east, 20)->distance, 4.5, 1e-8);
  EXPECT_NEAR(world.cast(Vec3::Zero(), east, 20, 0.3)->distance, 4.2, 1e-8);
  EXPECT_NEAR(world.cast(Vec3::Zero(), east, 20, 0.3, 1)->distance, 8.2, 1e-8);
  EXPECT_NEAR(world.cast(Vec3::Zero(), east, 20, 0.3, kAll, BodyId{1})->distance, 8.2, 1e-8);
  EXPECT_FALSE(world.cast(Vec3::Zero(), east, 4.4).has_value());
  EXPECT_NEAR(world.cast(box, {}, east, 20)->distance, 4.25, 1e-8);
  EXPECT_EQ(world.cast(box, {}, east, 20)->body, 1u);
  EXPECT_NEAR(world.cast(box, {}, east, 20, 1)->distance, 8.25, 1e-7);
  EXPECT_NEAR(world.cast(box, {}, east, 20, kAll, BodyId{1})->distance, 8.25, 1e-7);
  EXPECT_FALSE(world.cast(box, {}, east, 4.2).has_value());
}

TEST(Questions, ListABodyOfTwoShapesOnceAndNoSensor) {
  const World world = row().build();
  std::vector<std::uint32_t> touched{7};
  world.find_overlaps(Box{Vec3(5, 0.2, 0.2)}, {Vec3(5, 0, 0), Quat::Identity()}, touched);
  EXPECT_EQ(touched, (std::vector<std::uint32_t>{1, 2}));
}

TEST(RayCaster, MeetsBodiesWhereAFrameHasThemAndPassesThroughTheAbsent) {
  const WorldConfig config = row().config;
  RayCaster caster(config);
  std::vector<BodyReading> bodies(3);
  bodies[0].position = Vec3(2, 0, 0);
  bodies[1].position = Vec3(6, 0, 0);
  bodies[1].orientation = quaternion_exponential(Vec3(0, 0, 0.5 * kPi));  // it is 1.9 m long along x now
  bodies[2].position = Vec3(12, 0, 0);
  caster.place(bodies);
  const Vec3 east = Vec3::UnitX();
  EXPECT_NEAR(caster.cast(Vec3::Zero(), east, 20)->distance, 6 - 1.9, 1e-8);
  EXPECT_EQ(caster.cast(Vec3::Zero(), east, 20)->body, 1u);
  EXPECT_NEAR(caster.cast(Vec3::Zero(), east, 20, 0.25)->distance, 6 - 1.9 - 0.25, 1e-8);
  EXPECT_NEAR(caster.cast(Vec3::Zero(), east, 20, 0, BodyId{1})->distance, 11.5, 1e-8);
  bodies[1].absent = true;
  caster.place(bodies);
  EXPECT_NEAR(caster.cast(Vec3::Zero(), east, 20)->distance, 11.5, 1e-8);
  bodies[1].absent = false;
  caster.place(bodies);
  EXPECT_NEAR(caster.cast(Vec3::Zero(), east, 20)->distance, 6 - 1.9, 1e-8);
}

}  // namespace
}  // namespace drawbar::test
