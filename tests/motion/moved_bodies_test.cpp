// What stands on a body that is moved, or hangs on it, feels its velocity as mechanics says.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/motion/decks.h"
#include "tests/support/tracked_robot.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

TEST(MovedBodies, ABoxOnAnAcceleratingDeckSlipsExactlyAtMuG) {
  constexpr double kFriction = 0.4, kTime = 2;
  for (const double part : {0.99, 1.01, 1.5}) {
    WorldBuilder builder;
    builder.surface(kFriction);
    const double acceleration = part * kFriction * kG;
    deck(builder, accelerated(Vec3(acceleration, 0, 0), 10));
    box_at(builder, Vec3(-5, 0, 0));
    World world = builder.build();
    const FrameState state = run(world, 50, 8);
    const double behind = state.bodies[0].position.x() - (state.bodies[1].position.x() + 5);
    const double slid = part > 1 ? 0.5 * (acceleration - kFriction * kG) * kTime * kTime : 0;
    EXPECT_NEAR(behind, slid, 1e-3 * 0.5 * acceleration * kTime * kTime) << part;
    const double speed = std::min(acceleration, kFriction * kG) * kTime;
    EXPECT_NEAR(state.bodies[1].linear_velocity.x(), speed, 1e-3 * speed) << part;
  }
}

TEST(MovedBodies, ALiftPressesByMGPlusAInEverySubstep) {
  for (const double acceleration : {1.5, -3.0}) {
    WorldBuilder builder;
    deck(builder, accelerated(Vec3(0, 0, acceleration), 10));
    box_at(builder, Vec3::Zero());
    World world = builder.build();
    FrameState state = world.make_frame_state();
    run(world, 5, 8);  // contacts have found their shares
    for (int frame = 0; frame < 20; ++frame) {
      world.begin_frame(8);
      for (int substep = 0; substep < 8; ++substep) {
        world.substep();
        world.observe(state);
        double force = 0;
        for (const ContactReading& contact : state.contacts) force += contact.force.z();
        EXPECT_NEAR(force, 10 * (kG + acceleration), 1e-6 * 10 * kG) << frame << " " << substep;
      }
      EXPECT_NEAR(state.bodies[1].linear_velocity.z(), state.bodies[0].linear_velocity.z(), 1e-9);
      EXPECT_NEAR(state.bodies[0].linear_velocity.z(), acceleration * state.time, 1e-9);
      EXPECT_NEAR(state.bodies[1].position.z() - state.bodies[0].position.z(), 0.1, 1e-5);
    }
  }
}

TEST(MovedBodies, ATiltTableReleasesABoxAtTheAngleOfFriction) {
  constexpr double kFriction = 0.3;
  const double release = std::atan(kFriction);
  WorldBuilder builder;
  builder.surface(kFriction);
  AxisTable table;
  table.points = {{0, 0, 0.0}, {2, 0, 0.0}, {42, 1.1 * release, 1.1 * release / 38}};
  // From rest to an even, slow turn.
  deck(builder, about(Vec3::UnitY(), table));
  box_at(builder, Vec3::Zero());
  World world = builder.build();
  FrameState state = world.make_frame_state();
  double angle = 0, slid = 0;
  double released_at = 0;
  while (angle < 1.05 * release) {
    world.step_frame(8);
    world.observe(state);
    angle = 2 * std::asin(state.bodies[0].orientation.y());
    slid = seen_from(state.bodies[1], state.bodies[0]).x();
    if (released_at == 0 && slid > 1e-3) released_at = angle;
    if (angle < 0.995 * release) {
      ASSERT_LT(slid, 1e-4) << angle;
    }
  }
  EXPECT_GT(slid, 0.01);
  EXPECT_NEAR(released_at, release, 0.02 * release);
}

TEST(MovedBodies, ATurntableCarriesABoxUntilOmegaSquaredRIsMuG) {
  constexpr double kFriction = 0.5, kRadius = 2, kTurning = 0.02;  // rad/s^2: 0.4 % of the way out
  WorldBuilder builder;
  builder.surface(kFriction);
  const double most = std::sqrt(kFriction * kG / kRadius);
  PathMotion path;
  for (double t = 0; t <= 1.1 * most / kTurning; t += 1) {
    path.points.push_back({t, Vec3::Zero(), quaternion_exponential(Vec3(0, 0, 0.5 * kTurning * t * t)),
                           Vec3(Vec3::Zero()), Vec3(0, 0, kTurning * t)});
  }
  deck(builder, path);
  box_at(builder, Vec3(kRadius, 0, 0));
  World world = builder.build();
  FrameState state = world.make_frame_state();
  double rate = 0;
  while (rate < 0.99 * most) {
    world.step_frame(8);
    world.observe(state);
    rate = state.bodies[0].angular_velocity.z();
    ASSERT_NEAR(seen_from(state.bodies[1], state.bodies[0]).head<2>().norm(), kRadius, 2e-3) << rate / most;
  }
  while (rate < 1.02 * most) {
    world.step_frame(8);
    world.observe(state);
    rate = state.bodies[0].angular_velocity.z();
  }
  EXPECT_GT(seen_from(state.bodies[1], state.bodies[0]).head<2>().norm(), kRadius + 0.05);
}

TEST(MovedBodies, AConstantAccelerationIsFoundAgainInWhatAPendulumAndASpringShow) {
  constexpr double kAcceleration = 2;
  WorldBuilder builder;
  const BodyId carrier = deck(builder, accelerated(Vec3(kAcceleration, 0, 0), 10), 0.5);
  // At rest against the carrier where the string points along g - a.
  const double angle = std::atan2(kAcceleration, kG);
  const Vec3 bob = Vec3(-std::sin(angle), 0, -std::cos(angle));
  builder.body("bob", 3, 3 * diagonal(0.01, 0.01, 0.01), Vec3(0, 0, -1) + bob);
  builder.joint(JointType::revolute, carrier, BodyId{1}, Vec3(0, 0, -1));
  const BodyId hung = builder.body("hung", 2, diagonal(0.02, 0.02, 0.02), Vec3(3, 0, 0));
  builder.joint(JointType::prismatic, carrier, hung, Vec3(3, 0, 0), Vec3::UnitX());
  AxisSpring& spring = builder.config.joints.back().axes[0].spring.emplace();
  spring.stiffness = 200;
  spring.damping = 40;
  World world = builder.build();
  FrameState state = world.make_frame_state();
  for (int frame = 0; frame < 100; ++frame) {
    world.step_frame(8);
    world.observe(state);
    ASSERT_NEAR(seen_from(state.bodies[1], state.bodies[0]).x(), -std::sin(angle), 1e-6) << frame;
    ASSERT_LT(state.joints[0].error, 1e-6);
  }
  EXPECT_NEAR(state.joints[1].position[0], -2 * kAcceleration / 200, 1e-6);
  EXPECT_NEAR(state.joints[1].velocity[0], 0, 1e-6);
}

// Einstein's lift: nothing in it tells it from another place's gravity.
TEST(MovedBodies, AMachineInALiftMovesAsUnderAnotherGravity) {
  constexpr double kAcceleration = 2.19;
  std::array<FrameState, 2> states;
  for (const bool lifted : {false, true}) {
    RigidCar car(0.7);
    WorldConfig& config = car.b.config;
    config.gravity = Vec3(0, 0, -(lifted ? 12 - kAcceleration : 12));
    if (lifted) config.bodies.back().motion = accelerated(Vec3(0, 0, kAcceleration), 20);
    // Rolling, with a load on springs, and braked.
    car.b.set_moving(Vec3(5, 0, 0));
    const BodyId load = car.b.body("load", 200, 20 * diagonal(1, 1, 1), Vec3(0, 0, 1.5));
    config.bodies.back().linear_velocity = Vec3(5, 0, 0);
    SpringConfig spring;
    spring.name = "sling";
    spring.from = {BodyId{0}, Vec3(0, 0, 0.6)};
    spring.to = {load, Vec3(0, 0, 1.5)};
    spring.law.stiffness = 2e4;
    spring.law.damping = 100;
    spring.law.rest = 0.9;
    config.springs.push_back(spring);
    car.b.joint(JointType::prismatic, BodyId{0}, load, Vec3(0, 0, 1.5), Vec3::UnitZ());
    World world(config);
    run(world, 25, 8);
    world.set_control(car.brake_pedal, 0.4);
    states[lifted ? 1 : 0] = run(world, 25, 8);
  }
  const Vec3 up = Vec3(0, 0, 0.5 * kAcceleration * 4);
  for (std::size_t b = 0; b < states[0].bodies.size(); ++b) {
    if (b == 5) continue;  // the ground
    EXPECT_LT((states[1].bodies[b].position - up - states[0].bodies[b].position).norm(), 1e-7) << b;
    EXPECT_LT((states[1].bodies[b].angular_velocity - states[0].bodies[b].angular_velocity).norm(), 1e-7)
        << b;
  }
  for (std::size_t w = 0; w < states[0].wheels.size(); ++w) {
    EXPECT_NEAR(states[1].wheels[w].load, states[0].wheels[w].load, 1e-3) << w;
    // A reading, which takes the deck's last velocity for that of the whole substep.
    EXPECT_NEAR(states[1].wheels[w].slip, states[0].wheels[w].slip, kAcceleration * 0.005 * 0.005 / 0.28)
        << w;
  }
}

// Galileo's ship, on which a tracked robot drives a bend.
TEST(MovedBodies, AMachineOnAnEvenlyMovingShipMovesAsAshore) {
  const Vec3 velocity(3, 1, 0.5);
  std::array<FrameState, 2> states;
  for (const bool afloat : {false, true}) {
    WorldBuilder builder;
    builder.surface(0.7);
    add_motors(builder, add_tracked_robot(builder));
    const BodyId ground = builder.ground();
    if (afloat) {
      PathMotion path;
      path.points.push_back({0, Vec3::Zero(), Quat::Identity(), velocity, std::nullopt});
      builder.config.bodies[index_of(ground)].motion = path;
      for (BodyConfig& body : builder.config.bodies) {
        if (!body.is_static) body.linear_velocity = velocity;
      }
    }
    World world = builder.build();
    run(world, 12, 8);
    world.set_control(ControlId{0}, 0.3);
    world.set_control(ControlId{1}, 0.6);
    states[afloat ? 1 : 0] = run(world, 38, 8);
  }
  EXPECT_GT(states[0].bodies[0].position.norm(), 0.3);
  for (std::size_t b = 0; b + 1 < states[0].bodies.size(); ++b) {
    EXPECT_LT((states[1].bodies[b].position - 2 * velocity - states[0].bodies[b].position).norm(), 1e-6) << b;
    EXPECT_LT((states[1].bodies[b].angular_velocity - states[0].bodies[b].angular_velocity).norm(), 1e-5)
        << b;
  }
  for (std::size_t d = 0; d < 2; ++d)
    EXPECT_NEAR(states[1].drives[d].current, states[0].drives[d].current, 1e-3);
}

TEST(MovedBodies, ASeamBetweenTwoPiecesOfAMovingDeckIsNotFelt) {
  WorldBuilder builder;
  builder.surface(0);
  PathMotion path;
  path.points.push_back({0, Vec3::Zero(), Quat::Identity(), Vec3(3, 0, 0), std::nullopt});
  const BodyId pieces = deck(builder, path, 1);
  ShapeConfig next = builder.config.bodies[index_of(pieces)].shapes[0];
  next.position = Vec3(2, 0, -0.1);
  builder.config.bodies[index_of(pieces)].shapes.push_back(next);
  const BodyId box = box_at(builder, Vec3::Zero());
  builder.config.bodies[index_of(box)].linear_velocity = Vec3(4, 0, 0);
  World world = builder.build();
  for (int frame = 0; frame < 45; ++frame) {
    const FrameState state = run(world, 1, 8);
    ASSERT_NEAR(state.bodies[1].linear_velocity.x(), 4, 0.01) << frame;
    ASSERT_LT(std::fabs(state.bodies[1].linear_velocity.z()), 0.02) << frame;
  }
}

TEST(MovedBodies, ASpringBetweenPointsFeelsTheVelocityOfTheMovedEnd) {
  constexpr double kAcceleration = 2, kMass = 4, kStiffness = 300;
  WorldBuilder builder;
  const BodyId carrier = deck(builder, accelerated(Vec3(0, 0, kAcceleration), 20), 0.5);
  const BodyId load = builder.body("load", kMass, diagonal(0.02, 0.02, 0.02), Vec3(0, 0, -2));
  SpringConfig spring;
  spring.name = "coil";
  spring.from = {carrier, Vec3(0, 0, -1)};
  spring.to = {load, Vec3(0, 0, -2)};
  spring.law.stiffness = kStiffness;
  spring.law.damping = 60;
  spring.law.rest = 1;
  builder.config.springs.push_back(spring);
  World world = builder.build();
  const FrameState state = run(world, 250, 8);
  const double length = state.bodies[0].position.z() - 1 - state.bodies[1].position.z();
  EXPECT_NEAR(length, 1 + kMass * (kG + kAcceleration) / kStiffness, 1e-6);
}

TEST(MovedBodies, ACarStandsStillOnAFerry) {
  RigidCar car(0.9);
  // The ferry in place of the ground: out of a bend, up to 4 m/s and back to rest.
  WorldConfig& config = car.b.config;
  BodyConfig& ferry = config.bodies.back();
  ferry.name = "ferry";
  ferry.shapes[0].geometry = Box{Vec3(10, 5, 0.5)};
  ferry.shapes[0].position = Vec3(0, 0, -0.5);
  PathMotion path;
  path.points.push_back({0, Vec3::Zero(), Quat::Identity(), {}, {}});
  path.points.push_back({2, Vec3::Zero(), Quat::Identity(), {}, {}});
  path.points.push_back({10, Vec3(16, 3, 0), quaternion_exponential(Vec3(0, 0, 0.3)), {}, {}});
  path.points.push_back({18, Vec3(32, 12, 0), quaternion_exponential(Vec3(0, 0, 0.6)), {}, {}});
  ferry.motion = path;
  World world(config);
  world.set_control(car.brake_pedal, 1);
  const FrameState before = run(world, 50, 8);
  const std::size_t last = config.bodies.size() - 1;
  const Vec3 place = seen_from(before.bodies[0], before.bodies[last]);
  FrameState state = world.make_frame_state();
  for (int frame = 0; frame < 450; ++frame) {
    world.step_frame(8);
    world.observe(state);
    // Tyres give.
    ASSERT_LT((seen_from(state.bodies[0], state.bodies[last]) - place).norm(), 0.03) << frame;
  }
  EXPECT_LT((seen_from(state.bodies[0], state.bodies[last]) - place).norm(), 2e-3);
  EXPECT_LT(state.bodies[0].linear_velocity.norm(), 1e-3);
  for (const WheelReading& wheel : state.wheels) EXPECT_NEAR(wheel.slip, 0, 1e-2);
}

TEST(MovedBodies, APaddleThrowsABallAtTwiceItsSpeed) {
  WorldBuilder builder(0);
  builder.surface(0, 1);
  AxisTable table;
  table.points = {{0, 0, 3.0}, {1, 3, 3.0}};
  deck(builder, along(Vec3::UnitZ(), table));
  const BodyId ball = builder.body("ball", 2, diagonal(0.008, 0.008, 0.008), Vec3(0, 0, 0.5));
  builder.shape(ball, Sphere{0.1});
  World world = builder.build();
  const FrameState state = run(world, 12, 8);
  EXPECT_NEAR(state.bodies[1].linear_velocity.z(), 6, 1e-9);
}

TEST(MovedBodies, PiecesOfASubstepMeetTheDeckWhereItIsThen) {
  WorldBuilder builder;
  builder.surface(0.8);
  deck(builder, accelerated(Vec3(1, 0, 0.5), 10));
  const BodyId box = box_at(builder, Vec3::Zero());
  // Fast enough for eight pieces.
  const BodyId rotor = builder.body("rotor", 0.1, 0.1 * diagonal(1e-3, 1.2e-3, 2e-3), Vec3(0, 0, 0.3));
  builder.config.bodies.back().angular_velocity = Vec3(0, 0, 90);
  builder.joint(JointType::revolute, box, rotor, Vec3(0, 0, 0.3), Vec3::UnitZ());
  World world = builder.build();
  const FrameState state = run(world, 50, 8);
  EXPECT_GT(state.statistics.substeps, 3u * 50 * 8);
  EXPECT_LT((seen_from(state.bodies[1], state.bodies[0]) - Vec3(0, 0, 0.1)).norm(), 1e-4);
  EXPECT_NEAR(state.bodies[1].linear_velocity.x(), 2, 1e-4);
}

TEST(MovedBodies, WhatSleepsOnADeckWakesWhenItMoves) {
  for (const bool deck_first : {true, false}) {
    WorldBuilder builder;
    builder.surface(0.6);
    AxisTable table;
    table.points = {{0, 0, {}}, {4, 0, {}}, {8, 4, {}}};
    if (deck_first) deck(builder, along(Vec3::UnitX(), table));
    const std::size_t box = index_of(box_at(builder, Vec3::Zero()));
    if (!deck_first) deck(builder, along(Vec3::UnitX(), table));
    World world = builder.build();
    FrameState before = run(world, 75, 8);
    FrameState state = run(world, 10, 8);
    EXPECT_EQ(state.statistics.substeps, before.statistics.substeps) << "it sleeps";
    state = run(world, 165, 8);
    EXPECT_NEAR(seen_from(state.bodies[box], state.bodies[1 - box]).x(), 0, 1e-4) << deck_first;
    EXPECT_NEAR(state.bodies[box].position.x(), 4, 1e-4) << deck_first;
  }
}

TEST(MovedBodies, WhatSleepsOnTheGroundWakesWhenTheHookThatASpringHangsItOnMoves) {
  WorldBuilder builder;
  builder.ground();
  const auto at = [](double time, double height) {
    return PathPoint{time, Vec3(0, 0, height), Quat::Identity(), Vec3(Vec3::Zero()), std::nullopt};
  };
  PathMotion path;
  path.points = {at(0, 2), at(4, 2), at(6, 4)};
  const BodyId hook = deck(builder, path, 0.1);
  const BodyId box = box_at(builder, Vec3::Zero());
  SpringConfig spring;
  spring.name = "sling";
  spring.from = {hook, Vec3(0, 0, 2)};
  spring.to = {box, Vec3(0, 0, 0.2)};
  spring.law.rest = 1.8;
  spring.law.stiffness = 500;
  spring.law.damping = 100;
  builder.config.springs.push_back(spring);
  World world = builder.build();
  const FrameState before = run(world, 75, 8);
  EXPECT_EQ(run(world, 10, 8).statistics.substeps, before.statistics.substeps) << "it sleeps";
  const FrameState state = run(world, 215, 8);
  EXPECT_NEAR(state.bodies[index_of(box)].position.z(), 4 - 1.8 - 10 * kG / 500 - 0.1, 1e-6);
}

}  // namespace
}  // namespace drawbar::test
