// Joints that break while what they bear grows: the motion before and after against ordinary differential
// equations whose event is located.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kG = 9.81;

/// A physical pendulum, angle `theta` below the horizontal.
struct Swing {
  double theta = 0;
  double rate = 0;
  double time = 0;

  /// By the classical Runge-Kutta method, theta'' = pull cos(theta).
  Swing after(double h, double pull) const {
    const auto slope = [&](double at) { return pull * std::cos(at); };
    const double k1 = slope(theta);
    const double k2 = slope(theta + 0.5 * h * rate);
    const double k3 = slope(theta + 0.5 * h * rate + 0.25 * h * h * k1);
    const double k4 = slope(theta + h * rate + 0.5 * h * h * k2);
    return {theta + h * rate + h * h / 6 * (k1 + k2 + k3), rate + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4),
            time + h};
  }

  /// Until load() comes to 0.
  Swing until(double pull, const std::function<double(const Swing&)>& load) const {
    double h = 1e-4;
    Swing s = *this;
    while (h > 1e-13) {
      const Swing next = s.after(h, pull);
      if (load(next) < 0) {
        s = next;
      } else {
        h /= 2;
      }
    }
    return s;
  }
};

constexpr double kBallInertia = 0.004;
constexpr double kBallPull = kG / (1 + kBallInertia);

/// What a ball of 1 kg at the end of 1 m pulls.
double pull_of_ball(const Swing& s) {
  return std::hypot(s.rate * s.rate + kG * std::sin(s.theta), (kG - kBallPull) * std::cos(s.theta));
}

World pendulum(JointType type, double break_force) {
  WorldBuilder b;
  const BodyId ball = b.body("ball", 1, kBallInertia * Mat3::Identity(), Vec3(1, 0, 0));
  JointConfig& joint = b.joint(type, kWorldBody, ball, Vec3::Zero(), Vec3::UnitY());
  joint.break_force = break_force;
  return b.build();
}

class Breaking : public ::testing::TestWithParam<JointType> {};

// Released from the horizontal; it flies off short of the bottom, at whatever instant within a substep.
TEST_P(Breaking, PendulumFliesOffWhereItsTensionIsTooMuch) {
  for (const double most : {2.0 * kG, 2.3 * kG, 2.41 * kG, 2.6 * kG, 2.72 * kG}) {
    const Swing end = Swing{}.until(kBallPull, [&](const Swing& s) { return pull_of_ball(s) - most; });
    const double flight = 0.8 - end.time;
    const double x = std::cos(end.theta) - end.rate * std::sin(end.theta) * flight;
    const double z =
        -std::sin(end.theta) - end.rate * std::cos(end.theta) * flight - 0.5 * kG * flight * flight;
    for (const int substeps : {20, 40}) {
      World world = pendulum(GetParam(), most);
      const FrameState state = run(world, 20, substeps);
      EXPECT_TRUE(state.joints[0].broken);
      const double error = std::hypot(state.bodies[0].position.x() - x, state.bodies[0].position.z() - z);
      EXPECT_LT(error, substeps == 40 ? 2e-5 : 8e-5) << most << ", " << substeps;
    }
  }
}

TEST_P(Breaking, PendulumHoldsWhatItNeverExceeds) {
  for (const int substeps : {8, 20, 40}) {
    World world = pendulum(GetParam(), 3.002 * kG);
    EXPECT_FALSE(run(world, 50, substeps).joints[0].broken) << substeps;
  }
}

// What its stop gave until then is owed, too. Against itself at a quarter of a millisecond.
TEST(Breaking, PendulumFliesOffWhileItsConePresses) {
  const auto spin = [](double most, int substeps) {
    WorldBuilder b;
    const BodyId ball = b.body("ball", 1, kBallInertia * Mat3::Identity(), Vec3(1, 0, 0));
    JointConfig& joint = b.joint(JointType::spherical, kWorldBody, ball, Vec3::Zero(), Vec3::UnitY());
    joint.cone = ConeLimit{AxisLimit{-1, 1, std::nullopt, 0, 0}, AxisLimit{-0.3, 0.3, 20.0, 0, 0}};
    joint.break_force = most;
    World world = b.build();
    const FrameState state = run(world, 20, substeps);
    EXPECT_TRUE(state.joints[0].broken);
    return state.bodies[0].angular_velocity.y();
  };
  for (const double most : {0.93 * kG, 1.01 * kG, 1.1 * kG}) {
    EXPECT_NEAR(spin(most, 40), spin(most, 160), 0.02) << most;
  }
}

// A rod that stands out from a wall, where a ball joint carries its weight and a second joint, which closes
// the loop, its moment of m g / 2 alone.
TEST(Breaking, AJointThatClosesALoopTearsOffWhereItsTorqueIsTooMuch) {
  constexpr double kMoment = 0.5 * kG;
  for (const double part : {0.9, 1.1}) {
    WorldBuilder b;
    const BodyId rod = b.body("rod", 1, diagonal(1e-3, 1.0 / 12, 1.0 / 12), Vec3(0.5, 0, 0));
    // Joints with friction are the tree's before others.
    b.joint(JointType::spherical, kWorldBody, rod, Vec3::Zero()).axes[0].friction.viscous = 1e-6;
    b.joint(JointType::fixed, kWorldBody, rod, Vec3::Zero()).break_torque = part * kMoment;
    World world = b.build();
    const FrameState state = run(world, 5, 20);
    EXPECT_EQ(state.joints[1].broken, part < 1) << part;
    EXPECT_FALSE(state.joints[0].broken);
    if (part > 1) {
      EXPECT_NEAR(state.bodies[0].position.z(), 0, 1e-6);
    } else {
      EXPECT_LT(state.bodies[0].position.z(), -0.1);
    }
  }
}

// The motor's torque acts along the free axis: what bears the joint feels nothing of it.
TEST(Breaking, AMotorsOwnTorqueIsNoLoadOnItsJoint) {
  WorldBuilder b(0);
  const BodyId flywheel = b.body("flywheel", 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, flywheel, Vec3::Zero(), Vec3::UnitY()).break_torque = 0.1;
  b.config.controls.push_back({"u", -1, 1, 1});
  DriveConfig motor = re40(JointId{0});
  motor.mode = DriveMode::current;
  motor.current_limit = 2 / motor.torque_constant;  // 2 N m
  b.config.drives.push_back(motor);
  World world = b.build();
  const FrameState state = run(world, 25, 8);
  EXPECT_FALSE(state.joints[0].broken);
  EXPECT_GT(state.joints[0].velocity[0], 10);
}

INSTANTIATE_TEST_SUITE_P(Joints, Breaking, ::testing::Values(JointType::revolute, JointType::spherical));

// A rod of 1 m hinged to the world, and one of half a metre fixed to its end by what bears little torque:
// falling from 70 degrees above the horizontal it becomes too much on the way.
TEST(Breaking, RodTearsOffWhereItsTorqueIsTooMuch) {
  constexpr double kMassA = 2, kMassB = 1, kHalfA = 0.5, kHalfB = 0.25;
  constexpr double kInertiaA = kMassA / 12, kInertiaB = kMassB * 0.25 / 12;
  constexpr double kReachB = 2 * kHalfA + kHalfB;
  constexpr double kPull = kG * (kMassA * kHalfA + kMassB * kReachB) /
                           (kInertiaA + kMassA * kHalfA * kHalfA + kInertiaB + kMassB * kReachB * kReachB);
  constexpr double kTorque = kInertiaB * kPull + kHalfB * kMassB * (kReachB * kPull - kG);
  constexpr double kStart = -70.0 / 180 * 3.14159265358979323846;
  const Swing end = Swing{kStart, 0, 0}.until(
      kPull, [&](const Swing& s) { return std::cos(s.theta) - std::cos(-40.0 / 180 * 3.14159265358979); });
  const double most = std::fabs(kTorque) * std::cos(end.theta);
  const double flight = 1.0 - end.time;
  const double speed = end.rate * kReachB;
  const double x = kReachB * std::cos(end.theta) - speed * std::sin(end.theta) * flight;
  const double z =
      -kReachB * std::sin(end.theta) - speed * std::cos(end.theta) * flight - 0.5 * kG * flight * flight;
  Swing rest = end;
  const double pull = kG * kHalfA * kMassA / (kInertiaA + kMassA * kHalfA * kHalfA);
  constexpr int kSteps = 1000;
  for (int i = 0; i < kSteps; ++i) rest = rest.after(flight / kSteps, pull);
  for (const int substeps : {20, 40}) {
    WorldBuilder b;
    const Quat turned = quaternion_exponential(Vec3(0, kStart, 0));
    const auto at = [&](double reach) { return Vec3(turned * Vec3(reach, 0, 0)); };
    const BodyId rod = b.body("rod", kMassA, kInertiaA * Mat3::Identity(), at(kHalfA), turned);
    const BodyId tip = b.body("tip", kMassB, kInertiaB * Mat3::Identity(), at(kReachB), turned);
    b.joint(JointType::revolute, kWorldBody, rod, Vec3::Zero(), Vec3::UnitY());
    b.joint(JointType::fixed, rod, tip, at(2 * kHalfA)).break_torque = most;
    World world = b.build();
    const FrameState state = run(world, 25, substeps);
    const double allowed = substeps == 40 ? 2e-5 : 8e-5;
    EXPECT_NEAR(state.bodies[1].position.x(), x, allowed) << substeps;
    EXPECT_NEAR(state.bodies[1].position.z(), z, allowed) << substeps;
    EXPECT_NEAR(state.bodies[0].position.x(), kHalfA * std::cos(rest.theta), allowed) << substeps;
    EXPECT_NEAR(state.bodies[0].position.z(), -kHalfA * std::sin(rest.theta), allowed) << substeps;
  }
}

// Held at a distance, and by a rope that is taut from the beginning: joints that are no part of a tree.
TEST(Breaking, RodsAndRopesBreakToo) {
  constexpr double kMost = 2.3 * kG;
  const Swing end = Swing{}.until(kG, [&](const Swing& s) { return 3 * kG * std::sin(s.theta) - kMost; });
  const double flight = 0.8 - end.time;
  const double x = std::cos(end.theta) - end.rate * std::sin(end.theta) * flight;
  const double z =
      -std::sin(end.theta) - end.rate * std::cos(end.theta) * flight - 0.5 * kG * flight * flight;
  for (const JointType type : {JointType::distance, JointType::rope}) {
    WorldBuilder b;
    const BodyId ball = b.body("ball", 1, kBallInertia * Mat3::Identity(), Vec3(1, 0, 0));
    JointConfig& joint = b.joint(type, kWorldBody, ball, Vec3::Zero());
    joint.child_position = Vec3(1, 0, 0);
    joint.break_force = kMost;
    World world = b.build();
    const FrameState state = run(world, 20, 40);
    EXPECT_TRUE(state.joints[0].broken);
    EXPECT_NEAR(state.bodies[0].position.x(), x, 5e-5);
    EXPECT_NEAR(state.bodies[0].position.z(), z, 5e-5);
  }
}

// A ball thrown up falls back into a rope that bears twice its weight: it falls on as if there were none.
TEST(Breaking, JerkBreaksARopeAtOnce) {
  WorldBuilder b;
  const BodyId ball = b.body("ball", 1, kBallInertia * Mat3::Identity(), Vec3(0, 0, -1));
  b.config.bodies[0].linear_velocity = Vec3(0, 0, 3);
  JointConfig& rope = b.joint(JointType::rope, kWorldBody, ball, Vec3::Zero());
  rope.child_position = Vec3(0, 0, -1);
  rope.break_force = 2 * kG;
  World world = b.build();
  const FrameState state = run(world, 20, 40);
  EXPECT_TRUE(state.joints[0].broken);
  EXPECT_NEAR(state.bodies[0].position.z(), -1 + 3 * 0.8 - 0.5 * kG * 0.64, 1e-3);
}

// A ball on a rope that goes taut sideways tears its bracket off, at whatever instant of a frame: up or down
// the bracket moves no faster than its weight and the rope's slant account for.
TEST(Breaking, WhatTearsAJointOffThrowsItNowhereElse) {
  for (const int substeps : {1, 5}) {
    for (int step = 0; step < 40; ++step) {
      const double speed = 2.6 + 0.02 * step;
      WorldBuilder b;
      const BodyId bracket = b.body("bracket", 0.5, diagonal(0.01, 0.01, 0.01), Vec3::Zero());
      b.joint(JointType::fixed, kWorldBody, bracket, Vec3::Zero()).break_force =
          0.3 * speed * substeps / 0.04;
      const BodyId ball = b.body("ball", 1, kBallInertia * Mat3::Identity(), Vec3(1, 0, 0));
      b.config.bodies[index_of(ball)].linear_velocity = Vec3(-speed, 0, kG / speed);  // level again at x = -1
      JointConfig& rope = b.joint(JointType::rope, bracket, ball, Vec3::Zero());
      rope.child_position = Vec3(1, 0, 0);
      World world = b.build();
      FrameState state = run(world, 1, substeps);
      while (!state.joints[0].broken && state.frame < 25) state = run(world, 1, substeps);
      ASSERT_TRUE(state.joints[0].broken) << substeps << ", " << speed;
      EXPECT_LT(std::fabs(state.bodies[0].linear_velocity.z()), 1.2) << substeps << ", " << speed;
    }
  }
}

// An arm on a motor, geared to a disc, flies off as it speeds up: the motor carries no current any more and
// cools, the gear transmits nothing.
TEST(Breaking, NothingIsReadOfWhatABrokenJointHeld) {
  WorldBuilder b;
  const BodyId arm = b.body("arm", 3, diagonal(0.1, 0.3, 0.3), Vec3(0.3, 0, 0));
  b.joint(JointType::revolute, kWorldBody, arm, Vec3::Zero(), Vec3::UnitZ()).break_force = 120;
  const BodyId disc = b.body("disc", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 2, 0));
  b.joint(JointType::revolute, kWorldBody, disc, Vec3(0, 2, 0), Vec3::UnitZ());
  CouplingConfig gear;
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, 1}};
  b.config.couplings.push_back(gear);
  b.config.controls.push_back({"u", -1, 1, 1});
  DriveConfig motor = wheel_motor(JointId{0});
  motor.thermal = DriveThermalConfig{};
  motor.thermal->time_constant = 0.5;
  motor.thermal->resistance = 1;
  motor.thermal->ambient = 20;
  motor.thermal->limit = 1e6;
  b.config.drives.push_back(motor);
  World world = b.build();
  FrameState before = run(world, 1, 8);
  for (FrameState now = before; !now.joints[0].broken && now.frame < 100; now = run(world, 1, 8))
    before = now;
  EXPECT_GT(before.drives[0].current, 1);
  EXPECT_GT(std::fabs(before.couplings[0].force), 1e-3);
  const double hottest = before.drives[0].temperature;
  EXPECT_GT(hottest, 21);
  const FrameState after = run(world, 25, 8);
  ASSERT_TRUE(after.joints[0].broken);
  EXPECT_EQ(after.joints[0].reaction, Vec3::Zero());
  EXPECT_EQ(after.drives[0].current, 0);
  EXPECT_EQ(after.drives[0].torque, 0);
  EXPECT_EQ(after.couplings[0].force, 0);
  EXPECT_LT(after.drives[0].temperature - 20, 0.5 * (hottest - 20));
}

}  // namespace
}  // namespace drawbar::test
