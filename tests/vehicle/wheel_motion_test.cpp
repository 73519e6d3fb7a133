// What a wheel does on the ground as numbers: its patch's directions, its speeds and slip; and what commands
// make of their inputs.
#include "physics/vehicle/wheel_motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/motors.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

TEST(PatchAxes, LookForwardsAndLeftOnTheGroundWhicheverWayTheWheelLeans) {
  for (const double lean : {0.0, 0.7, -0.7}) {
    const auto axes = patch_axes(Vec3(0, std::cos(lean), std::sin(lean)), Vec3::UnitZ());
    ASSERT_TRUE(axes);
    EXPECT_LT((axes->forward - Vec3::UnitX()).norm(), 1e-15) << lean;
    EXPECT_LT((axes->left - Vec3::UnitY()).norm(), 1e-15) << lean;
    EXPECT_EQ(axes->normal, Vec3::UnitZ());
  }
  const auto back = patch_axes(-Vec3::UnitY(), Vec3::UnitZ());
  EXPECT_EQ(back->forward, Vec3(-1, 0, 0));
  EXPECT_EQ(back->left, Vec3(0, -1, 0));
}

// It rolls as long as the sine between its axis and the normal is 0.3.
TEST(PatchAxes, AreNoneOfAWheelThatLiesOnItsSide) {
  for (const double side : {1.0, -1.0}) {
    for (const auto& [sine, stands] : {std::pair(0.301, true), {0.299, false}}) {
      const Vec3 axis(0, sine, side * std::sqrt(1 - sine * sine));
      EXPECT_EQ(patch_axes(axis, Vec3::UnitZ()).has_value(), stands) << side << ' ' << sine;
    }
  }
}

TEST(WheelMotion, SlipIsOfTheFasterOfRollingAndMovingAndOfTheLeastSpeed) {
  const auto slip = [](double rolling, double forward) {
    WheelMotion motion;
    motion.rolling = rolling;
    motion.forward = forward;
    return motion.slip(0.5);
  };
  EXPECT_EQ(slip(8, 10), -0.2);
  EXPECT_EQ(slip(10, 8), 0.2);
  EXPECT_EQ(slip(0, 10), -1);
  EXPECT_EQ(slip(10, 0), 1);
  EXPECT_EQ(slip(-8, -10), 0.2);
  EXPECT_EQ(slip(10, -10), 2);
  EXPECT_EQ(slip(0.25, 0), 0.5);
  EXPECT_EQ(slip(0, -0.25), 0.5);
  EXPECT_EQ(slip(0, 0), 0);
}

// A wheel on ground that moves and turns, carried by two points; a third carries nothing.
TEST(WheelMotion, IsOfTheAxleOverTheGroundWhereThatCarriesIt) {
  WheelModel wheel;
  wheel.center = Vec3(0.1, 0, 0);
  TyreConfig tyre;
  tyre.rolling_deflection = 0.3;
  const std::array<BodyFrame, 2> frames{BodyFrame{Vec3(0.9, 2, 0.3), Mat3::Identity()},
                                        BodyFrame{Vec3(-1, 1, 0), Mat3::Identity()}};
  const Twist wheel_velocity{Vec3(5, 1, 0), Vec3(0, 20, 3)};
  const Twist ground_velocity{Vec3(0.5, 0.2, 0), Vec3(0, 0, 0.1)};
  for (const double sign : {1.0, -1.0}) {
    WheelContact contact;
    contact.wheel = 0;
    contact.body = 0;
    contact.ground = 1;
    contact.sign = sign;
    Manifold manifold;
    manifold.point_count = 3;
    for (const auto& [i, across, impulse] :
         {std::tuple(0, 0.1, 3.0), std::tuple(1, -0.1, 1.0), std::tuple(2, -0.3, 0.0)}) {
      ContactPoint& point = manifold.points[static_cast<std::size_t>(i)];
      point.position = Vec3(1, 2 + across, -0.01);
      point.normal = sign * Vec3::UnitZ();
      point.gap = -0.02;
      point.memory.normal_impulse = impulse;
    }
    for (const double age : {0.0, 0.1}) {
      const auto motion =
          wheel_motion(wheel, tyre, contact, manifold, frames, wheel_velocity, ground_velocity, age);
      ASSERT_TRUE(motion);
      EXPECT_EQ(motion->load, 4);
      // The mean of the points is 2 m ahead of the ground's centre and 1.05 m to its left, and goes with it.
      const double ahead = 2 + age * (0.5 - 0.1 * 1.05), beside = 1.05 + age * (0.2 + 0.1 * 2);
      EXPECT_NEAR(motion->forward, 5 - 0.5 + 0.1 * beside, 1e-14) << sign << ' ' << age;
      EXPECT_NEAR(motion->left, 1 + 3 * 0.1 - 0.2 - 0.1 * ahead, 1e-14) << sign << ' ' << age;
      // 0.31 m above the points; of the deflection, 0.02 m, half is in them and 0.3 make the radius less.
      EXPECT_NEAR(motion->rolling, (0.31 + 0.2 * 0.02) * 20, 1e-14) << sign << ' ' << age;
    }
    for (ContactPoint& point : manifold.contacts()) point.memory.normal_impulse = 0;
    EXPECT_FALSE(wheel_motion(wheel, tyre, contact, manifold, frames, wheel_velocity, ground_velocity, 0));
  }
}

/// One revolute joint with a brake, a motor and a steering; two levers work all three.
WorldBuilder levers() {
  WorldBuilder b(0);
  const BodyId wheel = b.body("wheel", 1, diagonal(0.01, 0.01, 0.01), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, wheel, Vec3::Zero());
  b.config.controls = {{"one", -1, 1, 0}, {"other", -1, 1, 0}};
  const std::vector<DriveConfig::Input> inputs{{ControlId{0}, 2}, {ControlId{1}, -0.5}};
  DriveConfig motor = re40(JointId{0});
  motor.inputs = inputs;
  motor.mode = DriveMode::voltage;
  motor.supply_voltage = 24;
  b.config.drives.push_back(motor);
  b.config.brakes.push_back({"brake", JointId{0}, 0, inputs, 100});
  b.config.steerings.push_back({"steering", {}, 2.5, inputs, 0.6, 0});
  return b;
}

TEST(Commands, AreTheSumOfTheirInputsWithinTheirRange) {
  for (const auto& [one, other, command] :
       {std::tuple(0.0, 0.0, 0.0), std::tuple(0.3, 0.0, 0.6), std::tuple(0.3, 0.4, 0.4),
        std::tuple(0.3, -0.4, 0.8), std::tuple(-0.3, 0.4, -0.8), std::tuple(0.9, 0.0, 1.0),
        std::tuple(-0.9, 0.0, -1.0), std::tuple(0.6, 1.0, 0.7)}) {
    World world = levers().build();
    world.set_control(ControlId{0}, one);
    world.set_control(ControlId{1}, other);
    const FrameState state = run(world, 1, 8);
    EXPECT_NEAR(state.drives[0].voltage, 24 * command, 1e-12) << one << ' ' << other;
    EXPECT_NEAR(state.steerings[0].angle, 0.6 * command, 1e-12) << one << ' ' << other;
    EXPECT_NEAR(state.brakes[0].torque, 100 * std::max(0.0, command), 1e-12) << one << ' ' << other;
  }
}

TEST(Steering, TurnsAtItsRateToEitherSideAndStaysWhereItIsWanted) {
  WorldBuilder b = levers();
  b.config.steerings[0].rate = 0.5;
  World world = b.build();
  const double frame = 0.5 * b.config.period;
  world.set_control(ControlId{0}, 0.5);  // wants 0.6 rad
  EXPECT_NEAR(run(world, 10, 8).steerings[0].angle, 10 * frame, 1e-12);
  world.set_control(ControlId{0}, -0.5);
  EXPECT_NEAR(run(world, 15, 8).steerings[0].angle, -5 * frame, 1e-12);
  EXPECT_EQ(run(world, 40, 8).steerings[0].angle, -0.6);
}

TEST(Antilock, LetsWheelsTurnBackwardsToo) {
  for (const double speed : {15.0, -15.0}) {
    RigidCar car(0.8);
    for (BrakeConfig& brake : car.b.config.brakes) brake.antilock = AntilockConfig{};
    car.b.set_moving(Vec3(speed, 0, 0));
    World world = car.b.build();
    world.set_control(car.brake_pedal, 1);
    double least = 1e9, most_slip = 0;
    for (int frame = 0; frame < 25; ++frame) {
      const FrameState state = run(world, 1, 8);
      for (const BrakeReading& brake : state.brakes) least = std::min(least, brake.torque);
      if (frame < 12) continue;
      for (const WheelReading& wheel : state.wheels) most_slip = std::max(most_slip, std::fabs(wheel.slip));
    }
    EXPECT_LT(least, 0.5 * car.b.config.brakes[0].torque) << speed;
    EXPECT_LT(most_slip, 0.4) << speed;
  }
}

// The decks carry more than the floor, which comes after them and runs the other way: they have rolled the
// wheels up to their speed, of which the slip on the floor would be twice.
TEST(WheelReadings, ShowTheSlipOnTheGroundThatCarriesMost) {
  for (const double speed : {3.0, -3.0}) {
    RigidCar car(0.8);
    put_on_decks_and_floor(car, speed, -speed);
    World world = car.b.build();
    const FrameState state = run(world, 1, 8);
    for (const WheelReading& wheel : state.wheels) {
      EXPECT_GT(wheel.load, 0);
      EXPECT_LT(std::fabs(wheel.slip), 0.2);
      EXPECT_NEAR(wheel.slip_angle, 0, 0.05);
    }
  }
}

}  // namespace
}  // namespace drawbar::test
