// Islands: machines that do not touch do not know each other, and what has come to rest is left alone until
// something acts on it.
#include <gtest/gtest.h>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr int kSecond = 25;  // frames

BodyId box(WorldBuilder& b, const std::string& name, const Vec3& at, double half = 0.5, double mass = 10) {
  const double i = mass * half * half * 2 / 3;
  const BodyId body = b.body(name, mass, diagonal(i, i, i), at);
  b.shape(body, Box{Vec3(half, half, half)});
  return body;
}

// An arm on a box that stands, turned by a motor.
WorldBuilder box_with_motor() {
  WorldBuilder b;
  b.surface(0.5);
  b.ground();
  const BodyId base = box(b, "base", Vec3(0, 0, 0.5), 0.5, 20);
  const BodyId arm = b.body("arm", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 1.2));
  b.config.controls.push_back({"turn", -1, 1, 0});
  b.joint(JointType::revolute, base, arm, Vec3(0, 0, 1.2), Vec3::UnitZ()).axes[0].friction.coulomb = 0.05;
  DriveConfig drive = re40(JointId{0});
  drive.current_limit = 10;
  drive.gear = {20, 0.8, std::nullopt, false};
  b.config.drives.push_back(drive);
  return b;
}

bool rests(const FrameState& frame, BodyId body) {
  const BodyReading& reading = frame.bodies[index_of(body)];
  return reading.linear_velocity == Vec3::Zero() && reading.angular_velocity == Vec3::Zero();
}

// Taken in so many frames of 8.
std::uint64_t substeps_in(World& world, int frames) {
  const std::uint64_t before = run(world, 0, 8).statistics.substeps;
  return run(world, frames, 8).statistics.substeps - before;
}

TEST(Islands, AMachineMovesTheSameWhoeverElseIsInTheWorld) {
  const auto pendulum = [](WorldBuilder& b, double x, double rate) {
    const BodyId rod =
        b.body("rod" + std::to_string(b.config.bodies.size()), 1, diagonal(0.1, 0.1, 0.01), Vec3(x, 0, -0.5));
    b.config.bodies.back().angular_velocity = Vec3(0.1 * rate, rate, 0);
    b.joint(JointType::spherical, kWorldBody, rod, Vec3(x, 0, 0));
    return rod;
  };
  WorldBuilder alone, together;
  const BodyId rod = pendulum(alone, 0, 1);
  pendulum(together, 0, 1);
  pendulum(together, 5, 60);  // cut into pieces
  World a = alone.build(), b = together.build();
  const FrameState one = run(a, 2 * kSecond, 8), both = run(b, 2 * kSecond, 8);
  EXPECT_EQ(one.bodies[index_of(rod)].position, both.bodies[index_of(rod)].position);
  EXPECT_EQ(one.bodies[index_of(rod)].orientation.coeffs(), both.bodies[index_of(rod)].orientation.coeffs());
  EXPECT_GT(both.statistics.substeps, 2 * one.statistics.substeps);
}

TEST(Sleep, AStackComesToRestForGoodAndKeepsItsContactForces) {
  WorldBuilder b;
  b.surface(0.6);
  b.ground();
  const BodyId lower = box(b, "lower", Vec3(0, 0, 0.5));
  const BodyId upper = box(b, "upper", Vec3(0.1, 0, 1.501));
  World world = b.build();
  const FrameState settled = run(world, 3 * kSecond, 8);
  ASSERT_TRUE(rests(settled, lower) && rests(settled, upper));
  const FrameState later = run(world, 60 * kSecond, 8);
  EXPECT_EQ(settled.bodies[index_of(upper)].position, later.bodies[index_of(upper)].position);
  double carried = 0;
  for (const ContactReading& contact : later.contacts) {
    if (contact.body_a == 0) carried += contact.force.z();
  }
  EXPECT_NEAR(carried, 20 * 9.81, 1e-2);
  EXPECT_NEAR(later.bodies[index_of(upper)].position.z(), 1.5, 1e-4);
}

TEST(Sleep, CanBeSwitchedOff) {
  const auto substeps_at_rest = [](bool sleep) {
    WorldBuilder b;
    b.config.sleep = sleep;
    b.surface(0.6);
    b.ground();
    box(b, "box", Vec3(0, 0, 0.5));
    World world = b.build();
    const std::uint64_t before = run(world, 3 * kSecond, 8).statistics.substeps;
    return run(world, kSecond, 8).statistics.substeps - before;
  };
  EXPECT_EQ(substeps_at_rest(true), 0u);
  EXPECT_EQ(substeps_at_rest(false), 8u * kSecond);
}

TEST(Sleep, WhatIsStruckWakes) {
  WorldBuilder b;
  b.surface(0.3);
  b.ground();
  const BodyId target = box(b, "target", Vec3(0, 0, 0.5));
  const BodyId ball = b.body("ball", 20, diagonal(0.3, 0.3, 0.3), Vec3(-12, 0, 0.5));
  b.shape(ball, Sphere{0.5});
  b.config.bodies.back().linear_velocity = Vec3(5, 0, 0);
  World world = b.build();
  const FrameState before = run(world, 3 * kSecond / 2, 8);
  ASSERT_TRUE(rests(before, target));
  ASSERT_LT(before.bodies[index_of(ball)].position.x(), -1);
  const FrameState after = run(world, 3 * kSecond / 2, 8);
  EXPECT_GT(after.bodies[index_of(target)].position.x(), 0.3);
}

TEST(Sleep, AControlWakesTheMachineItActsOnAndNoOther) {
  WorldBuilder b = box_with_motor();
  const BodyId other = box(b, "other", Vec3(10, 0, 0.5));
  World world = b.build();
  const FrameState before = run(world, 2 * kSecond, 8);
  ASSERT_TRUE(rests(before, BodyId{2}) && rests(before, other));
  world.set_control(ControlId{0}, 0.5);
  const FrameState after = run(world, kSecond / 5, 8);
  EXPECT_GT(after.bodies[2].angular_velocity.z(), 1);
  EXPECT_TRUE(rests(after, other));
}

TEST(Sleep, ADriveThatIsSwitchedOnWakesTheMachineThatItsControlWaitsToTurn) {
  World world = box_with_motor().build();
  world.set_drive_enabled(DriveId{0}, false);
  world.set_control(ControlId{0}, 0.5);
  const FrameState before = run(world, 2 * kSecond, 8);
  ASSERT_TRUE(rests(before, BodyId{2}));
  ASSERT_EQ(run(world, kSecond, 8).statistics.substeps, before.statistics.substeps) << "it does not sleep";
  world.set_drive_enabled(DriveId{0}, true);
  EXPECT_GT(run(world, kSecond / 5, 8).bodies[2].angular_velocity.z(), 1);
}

// An arm that stands out from a box that stands on the ground: its weight would turn it down.
struct ArmOnABox {
  WorldBuilder builder;
  BodyId arm{0};

  explicit ArmOnABox(JointType type) {
    builder.surface(0.5);
    builder.ground();
    const BodyId base = box(builder, "base", Vec3(0, 0, 0.5), 0.5, 50);
    arm = builder.body("arm", 1, diagonal(0.1, 0.1, 0.1), Vec3(0.4, 0, 1.2));
    builder.joint(type, base, arm, Vec3(0, 0, 1.2), Vec3::UnitY());
    builder.config.controls.push_back({"let go", -1, 1, 0});
  }
  /// Comes to rest; then the control is moved, and it does so no more.
  void rests_until_let_go(double value) const {
    World world = builder.build();
    const FrameState before = run(world, 3 * kSecond, 8);
    ASSERT_TRUE(rests(before, arm)) << before.bodies[index_of(arm)].angular_velocity.norm();
    const std::uint64_t substeps = before.statistics.substeps;
    ASSERT_EQ(run(world, kSecond, 8).statistics.substeps, substeps) << "it does not sleep";
    world.set_control(ControlId{0}, value);
    const FrameState after = run(world, kSecond / 5, 8);
    EXPECT_LT(after.bodies[index_of(arm)].position.z(), before.bodies[index_of(arm)].position.z() - 0.05);
  }
};

TEST(Sleep, ABrakeThatLetsGoWakesWhatItHeld) {
  ArmOnABox machine(JointType::revolute);
  machine.builder.config.controls[0].neutral = 1;
  machine.builder.config.brakes.push_back({"brake", JointId{0}, 0, {{ControlId{0}, 1}}, 20});
  machine.rests_until_let_go(0);
}

TEST(Sleep, AHitchThatOpensWakesWhatHungOnIt) {
  ArmOnABox machine(JointType::fixed);
  machine.builder.config.hitches.push_back({"hitch", JointId{0}, ControlId{0}, 0.1});
  machine.rests_until_let_go(-1);
}

// Dry friction holds a wheel until its linkage is wound up by more than 2 / 100 rad, which a slow steering
// takes seconds for: nothing moves meanwhile, and it is not at rest.
TEST(Sleep, ASteeringOnItsWayTurnsAWheelThatFrictionHolds) {
  constexpr double kHold = 2, kLinkage = 100, kInertia = 0.1;  // N m, N m/rad, kg m^2
  constexpr double kAngle = 0.1, kRate = 0.005;                // rad, rad/s
  WorldBuilder b = box_with_motor();
  b.config.drives.clear();
  b.config.controls.push_back({"steer", -1, 1, 0});
  AxisConfig& pin = b.config.joints[0].axes[0];
  pin.friction.coulomb = kHold;
  pin.spring = AxisSpring{kLinkage, 0, 0, {}};
  b.config.steerings.push_back({"steering", {{JointId{0}, 1, 0}}, 1, {{ControlId{1}, 1}}, kAngle, kRate});
  World world = b.build();
  ASSERT_TRUE(rests(run(world, 2 * kSecond, 8), BodyId{2}));
  world.set_control(ControlId{1}, 1);
  ASSERT_LT(run(world, 3 * kSecond, 8).bodies[2].angular_velocity.norm(), 1e-9)
      << "friction does not hold it";
  const FrameState after = run(world, 30 * kSecond, 8);
  // It swings about the linkage's rate, so that it arrives with twice that at most.
  const double overshoot = 2 * kRate / std::sqrt(kLinkage / kInertia);
  EXPECT_NEAR(after.joints[0].position[0], kAngle - kHold / kLinkage, overshoot);
}

// A differential whose input stands: its outputs turn against each other alone, and a lock between them holds
// that.
CouplingConfig& add_differential(WorldBuilder& b) {
  for (const char* name : {"input", "disc"}) {
    const BodyId disc = b.body(name, 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0.4, 1.2));
    b.joint(JointType::revolute, BodyId{1}, disc, Vec3(0, 0.4, 1.2), Vec3::UnitY());
  }
  b.config.joints[1].axes[0].friction.coulomb = 100;
  CouplingConfig differential;
  differential.name = "differential";
  differential.terms = {{JointId{1}, 0, 2}, {JointId{0}, 0, -1}, {JointId{2}, 0, -1}};
  b.config.couplings.push_back(differential);
  return b.config.couplings.back();
}

TEST(Sleep, ADifferentialLockThatOpensWakesWhatItHeld) {
  ArmOnABox machine(JointType::revolute);
  machine.builder.config.controls[0].neutral = 1;
  add_differential(machine.builder).lock = CouplingConfig::Lock{50, {{ControlId{0}, 1}}};
  machine.rests_until_let_go(0);
}

// The second of two that a brake, a lock or a drive listens to.
TEST(Sleep, EveryControlOfAPartWakesWhatItActsOn) {
  const std::vector<DriveConfig::Input> both = {{ControlId{1}, 1}, {ControlId{0}, -1}};
  for (const bool lock : {false, true}) {
    ArmOnABox machine(JointType::revolute);
    WorldBuilder& b = machine.builder;
    b.config.controls.push_back({"hold", 0, 1, 1});
    if (lock) {
      add_differential(b).lock = CouplingConfig::Lock{50, both};
    } else {
      b.config.brakes.push_back({"brake", JointId{0}, 0, both, 20});
    }
    machine.rests_until_let_go(1);
  }
  WorldBuilder b = box_with_motor();
  b.config.controls.push_back({"other", -1, 1, 0});
  b.config.drives[0].inputs = {{ControlId{0}, 1}, {ControlId{1}, -0.5}};
  World world = b.build();
  ASSERT_TRUE(rests(run(world, 2 * kSecond, 8), BodyId{2}));
  world.set_control(ControlId{1}, 1);
  EXPECT_LT(run(world, kSecond / 5, 8).bodies[2].angular_velocity.z(), -1);
}

// Two arms on two boxes, turned by one steering.
TEST(Sleep, ASteeringWakesEveryMachineOfWhichItTurnsAWheel) {
  WorldBuilder b;
  b.surface(0.5);
  b.ground();
  b.config.controls.push_back({"steer", -1, 1, 0});
  SteeringConfig steering{"steering", {}, 1, {{ControlId{0}, 1}}, 0.1, 0};
  for (const double x : {0.0, 5.0}) {
    const BodyId base = box(b, "base", Vec3(x, 0, 0.5), 0.5, 20);
    const BodyId arm = b.body("arm", 1, diagonal(0.1, 0.1, 0.1), Vec3(x, 0, 1.2));
    AxisConfig& pin = b.joint(JointType::revolute, base, arm, Vec3(x, 0, 1.2), Vec3::UnitZ()).axes[0];
    pin.spring = AxisSpring{10, 2, 0, {}};
    steering.knuckles.push_back({JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)}, 1, 0});
  }
  b.config.steerings.push_back(steering);
  World world = b.build();
  run(world, 2 * kSecond, 8);
  ASSERT_EQ(substeps_in(world, kSecond), 0u) << "they do not sleep";
  world.set_control(ControlId{0}, 1);
  const FrameState state = run(world, 4 * kSecond, 8);
  for (const JointReading& pin : state.joints) EXPECT_NEAR(pin.position[0], 0.1, 1e-4);
}

// What holds a box on a slope is cleared while it sleeps, or ends of itself: from then on it slides.
TEST(Sleep, AForceThatEndsWakesWhatItHeld) {
  constexpr double kMass = 10, kG = 9.81, kSlope = 0.5, kFriction = 0.3, kHeld = 3;  // kg, m/s^2, rad, -, s
  const double down = kG * std::sin(kSlope), slides = down - kFriction * kG * std::cos(kSlope);
  for (const bool ends_of_itself : {false, true}) {
    WorldBuilder b;
    b.config.gravity = Vec3(down, 0, -kG * std::cos(kSlope));
    b.surface(kFriction);
    b.ground();
    box(b, "box", Vec3(0, 0, 0.5), 0.5, kMass);
    World world = b.build();
    Effect force;
    force.id = EffectId{1};
    force.target = {TargetKind::body, 1};
    force.parameters = {-kMass * down, 0, 0};
    if (ends_of_itself) force.duration = kHeld;
    ASSERT_TRUE(world.begin_effect(force));
    run(world, 2 * kSecond, 8);
    EXPECT_EQ(substeps_in(world, kSecond), ends_of_itself ? 8u * kSecond : 0u);
    if (!ends_of_itself) {
      ASSERT_TRUE(world.clear_effect(force.id));
    }
    const FrameState state = run(world, kSecond, 8);
    EXPECT_NEAR(state.bodies[1].linear_velocity.x(), slides, 2e-3 * slides) << ends_of_itself;
  }
}

// Each changes what holds up an arm on a box that sleeps, or strikes the box.
TEST(Sleep, MalfunctionsAndImpulsesWakeWhatTheyActOn) {
  const auto effect = [](EffectType type, TargetKind kind, std::uint32_t target, double parameter = 0) {
    Effect made;
    made.id = EffectId{1};
    made.type = type;
    made.target = {kind, target};
    made.parameters = {0, parameter};
    return made;
  };
  const std::pair<JointType, Effect> cases[] = {
      {JointType::fixed, effect(EffectType::breakage, TargetKind::joint, 0)},
      {JointType::fixed, effect(EffectType::uncouple, TargetKind::hitch, 0)},
      {JointType::revolute, effect(EffectType::brake_fade, TargetKind::brake, 0)},
      {JointType::fixed, effect(EffectType::impulse, TargetKind::body, 1, 150)}};
  for (const auto& [type, begun] : cases) {
    const int number = static_cast<int>(begun.type);
    ArmOnABox machine(type);
    WorldBuilder& b = machine.builder;
    b.config.controls[0].neutral = 1;
    // A hitch would close again what has broken.
    if (begun.type == EffectType::uncouple)
      b.config.hitches.push_back({"hitch", JointId{0}, ControlId{0}, 0.1});
    b.config.brakes.push_back({"brake", JointId{0}, 0, {{ControlId{0}, 1}}, 20});
    World world = b.build();
    const Vec3 before = run(world, 3 * kSecond, 8).bodies[index_of(machine.arm)].position;
    ASSERT_EQ(substeps_in(world, kSecond), 0u) << number << " does not sleep";
    ASSERT_TRUE(world.begin_effect(begun)) << number;
    const Vec3 after = run(world, kSecond / 5, 8).bodies[index_of(machine.arm)].position;
    EXPECT_GT((after - before).norm(), 0.05) << number;
  }
}

// A pendulum that hangs still is at rest, and is not left alone: nothing carries it.
TEST(Sleep, WhatHangsWithoutTouchingAnythingStaysAwake) {
  WorldBuilder b;
  const BodyId rod = b.body("rod", 1, diagonal(0.1, 0.1, 0.01), Vec3(0, 0, -0.5));
  b.joint(JointType::revolute, kWorldBody, rod, Vec3::Zero());
  World world = b.build();
  const FrameState before = run(world, 3 * kSecond, 8);
  ASSERT_LT(before.bodies[index_of(rod)].angular_velocity.norm(), 1e-9);
  EXPECT_EQ(run(world, kSecond, 8).statistics.substeps - before.statistics.substeps, 8u * kSecond);
}

// Newton's cooling, to the air of its own place: T - T0 falls with exp(-t / tau) whoever sleeps.
TEST(Sleep, AMotorAtRestGoesOnCooling) {
  constexpr double kAir = 40, kTau = 20;
  WorldBuilder b = box_with_motor();
  b.config.drives[0].thermal = DriveThermalConfig{2, kTau, kAir, 1000};
  b.config.joints[0].axes[0].limit = AxisLimit{-0.1, 0.1, std::nullopt, 0, 0};
  World world = b.build();
  world.set_control(ControlId{0}, 1);
  run(world, kSecond, 8);
  world.set_control(ControlId{0}, 0);
  const FrameState before = run(world, 3 * kSecond, 8);
  ASSERT_TRUE(rests(before, BodyId{2}));
  ASSERT_GT(before.drives[0].temperature, kAir + 1);
  const FrameState after = run(world, 10 * kSecond, 8);
  EXPECT_EQ(after.statistics.substeps, before.statistics.substeps) << "it does not sleep";
  EXPECT_NEAR(after.drives[0].temperature - kAir,
              (before.drives[0].temperature - kAir) * std::exp(-10 / kTau), 1e-6);
}

TEST(Sleep, RestoredWhileAsleepStepsToTheSameBits) {
  WorldBuilder b = box_with_motor();
  box(b, "on top of it", Vec3(0.2, 0.1, 1.501), 0.5, 3);
  box(b, "beside", Vec3(5, 0, 0.5));
  for (const int frames : {12, 13, 14, 40, 75}) {
    World original = b.build();
    run(original, frames, 8);
    const std::vector<std::byte> saved = state_of(original);
    World other = b.build();
    ASSERT_TRUE(other.restore_state(saved));
    for (int i = 0; i < 40; ++i) {
      if (i == 20) {
        original.set_control(ControlId{0}, 1);
        other.set_control(ControlId{0}, 1);
      }
      original.step_frame(i % 7 == 0 ? 4 : 8);
      other.step_frame(i % 7 == 0 ? 4 : 8);
      ASSERT_EQ(state_of(original), state_of(other))
          << "saved at " << frames << ", frame " << original.frame();
    }
  }
}

// The first whole number of frames that is half a second.
TEST(Sleep, BeginsHalfASecondAfterWhatWokeIt) {
  for (const auto& [period, frames] : {std::pair(0.04, 13u), std::pair(0.02, 25u), std::pair(0.1, 5u)}) {
    WorldBuilder b;
    b.config.period = period;
    b.surface(0.6);
    b.ground();
    box(b, "box", Vec3(0, 0, 0.5));
    World world = b.build();
    run(world, 200, 8);
    ASSERT_EQ(substeps_in(world, 10), 0u) << period;
    world.clear_effects();  // as every input does, though there was none
    EXPECT_EQ(substeps_in(world, 100), 8u * frames) << period;
  }
}

// Within 5 um and urad in half a second (of 13 frames): 8 um/s are rest, 12 um/s are not, and go on for ever.
TEST(Sleep, TakesACreepOfLessThanAHundredthOfAMillimetreASecondForRest) {
  for (const double speed : {8e-6, -12e-6}) {
    for (const bool turns : {false, true}) {
      WorldBuilder b;
      b.surface(0);
      b.ground();
      box(b, "box", Vec3(0, 0, 0.5));
      (turns ? b.config.bodies[1].angular_velocity.z() : b.config.bodies[1].linear_velocity.y()) = speed;
      World world = b.build();
      const FrameState state = run(world, 4 * kSecond, 8);
      const BodyReading& body = state.bodies[1];
      if (speed > 0) {
        EXPECT_TRUE(rests(state, BodyId{1})) << turns;
        continue;
      }
      EXPECT_NEAR(turns ? body.angular_velocity.z() : body.linear_velocity.y(), speed, 1e-9) << turns;
      EXPECT_NEAR(turns ? 2 * body.orientation.z() : body.position.y(), 4 * speed, 1e-8) << turns;
    }
  }
}

// A light mass that swings on a spring in a box that stands: never farther than 5 um from anywhere, and
// slower than 0.1 mm/s at every instant or not.
TEST(Sleep, TakesATrembleOfLessThanATenthOfAMillimetreASecondForRest) {
  constexpr double kMass = 1e-3, kRate = 100;
  for (const double amplitude : {0.8e-6, 2.2e-6}) {
    WorldBuilder b;
    b.surface(0.6);
    b.ground();
    const BodyId base = box(b, "base", Vec3(0, 0, 0.5), 0.5, 20);
    const BodyId mass = b.body("mass", kMass, kMass * diagonal(1, 1, 1), Vec3(0, 0, 1.2));
    b.joint(JointType::prismatic, base, mass, Vec3(0, 0, 1.2), Vec3::UnitX()).axes[0].spring =
        AxisSpring{kMass * kRate * kRate, 0, amplitude, {}};
    World world = b.build();
    run(world, 20 * kSecond, 8);
    EXPECT_EQ(substeps_in(world, kSecond), amplitude * kRate < 1e-4 ? 0u : 8u * kSecond) << amplitude;
  }
}

// Dry friction holds the arm against its motor.
TEST(Sleep, AMotorThatDrawsCurrentKeepsItsMachineAwake) {
  WorldBuilder b = box_with_motor();
  b.config.joints[0].axes[0].friction.coulomb = 50;
  World world = b.build();
  world.set_control(ControlId{0}, 0.1);
  ASSERT_TRUE(run(world, 3 * kSecond, 8).bodies[2].angular_velocity.norm() < 1e-9);
  EXPECT_EQ(substeps_in(world, kSecond), 8u * kSecond);
  world.set_control(ControlId{0}, 0);
  run(world, 2 * kSecond, 8);
  EXPECT_EQ(substeps_in(world, kSecond), 0u);
}

// A rod that stands on its end on a heavy base, a millionth of a radian off: it falls as cosh, however slowly
// at first.
TEST(Sleep, NothingBalancedIsFrozen) {
  WorldBuilder b;
  b.surface(0.8);
  b.ground();
  const BodyId base = box(b, "base", Vec3(0, 0, 0.5), 0.5, 1000);
  constexpr double kOffset = 1e-6;
  const Quat tilt = quaternion_exponential(Vec3(0, kOffset, 0));
  const BodyId rod =
      b.body("rod", 1, diagonal(1.0 / 12, 1.0 / 12, 1e-3), Vec3(0, 0, 1.2) + tilt * Vec3(0, 0, 0.5), tilt);
  b.joint(JointType::revolute, base, rod, Vec3(0, 0, 1.2));
  World world = b.build();
  const double rate = std::sqrt(1.5 * 9.81);
  const double seconds = 2;
  const FrameState out = run(world, 2 * kSecond, 8);
  const double angle = out.bodies[index_of(rod)].position.x() / 0.5;
  EXPECT_NEAR(angle, kOffset * std::cosh(rate * seconds), 0.05 * kOffset * std::cosh(rate * seconds));
}

// How far the farthest body is from where it was put, after so many frames of 4 substeps, all of them at
// rest.
void expect_rest_in_place(const WorldBuilder& b, int frames, double within) {
  World world = b.build();
  const FrameState state = run(world, frames, 4);
  for (std::size_t i = 0; i < b.config.bodies.size(); ++i) {
    if (b.config.bodies[i].is_static) continue;
    const BodyId body{static_cast<std::uint32_t>(i)};
    EXPECT_TRUE(rests(state, body)) << "body " << i;
    EXPECT_LT((state.bodies[i].position - b.config.bodies[i].position).norm(), within) << "body " << i;
  }
}

TEST(Stacks, OfTenAndOfThirtyBoxesComeToRestWhereTheyStand) {
  for (const int height : {10, 30}) {
    WorldBuilder b;
    b.surface(0.5);
    b.ground();
    for (int i = 0; i < height; ++i) box(b, "box", Vec3(0, 0, i + 0.5));
    expect_rest_in_place(b, 6 * kSecond, 1e-4);
  }
}

WorldBuilder wall_of_bricks(int rows, int longest_row) {
  WorldBuilder b;
  b.surface(0.5);
  b.ground();
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < longest_row - row % 2; ++i) {
      const BodyId brick = b.body("brick", 2, diagonal(0.0133, 0.0333, 0.0333),
                                  Vec3(0.41 * i + 0.205 * (row % 2), 0, 0.1 + 0.2 * row));
      b.shape(brick, Box{Vec3(0.2, 0.1, 0.1)});
    }
  }
  return b;
}

TEST(Stacks, AWallOfBricksComesToRestWhereItStands) {
  expect_rest_in_place(wall_of_bricks(6, 6), 6 * kSecond, 1e-3);
}

// More contacts than there is time to solve.
TEST(Stacks, AWallOfAHundredAndSixtyBricksHardlyTrembles) {
  const WorldBuilder b = wall_of_bricks(14, 12);
  World world = b.build();
  const FrameState state = run(world, 5 * kSecond, 8);
  for (std::size_t i = 0; i < b.config.bodies.size(); ++i) {
    EXPECT_LT(state.bodies[i].linear_velocity.norm(), 1e-3) << "body " << i;
    EXPECT_LT((state.bodies[i].position - b.config.bodies[i].position).norm(), 2e-3) << "body " << i;
  }
}

}  // namespace
}  // namespace drawbar::test
