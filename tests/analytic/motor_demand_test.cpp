// What the loops of a drive ask of its motor: voltage or current, brake, and what they carry on to the next
// kick.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/drive/dc_motor.h"
#include "tests/support/motors.h"

namespace drawbar::test {
namespace {

using namespace physics;

TEST(MotorDemand, IsWhatItsModeMakesOfTheCommand) {
  DriveConfig drive = geared_re40();
  drive.current_limit = 5;
  drive.controller = {10, 0.5, 4, 3};
  DriveFeedback joint;
  joint.position = 0.25;
  joint.speed = 2;
  joint.lower = -1;
  joint.upper = 3;
  constexpr double kStep = 0.01;
  DriveState state;

  drive.mode = DriveMode::voltage;
  for (const double command : {-1.0, -0.5, 0.0, 0.75}) {
    const DriveDemand demand = drive_demand(drive, state, command, joint, kStep);
    EXPECT_EQ(demand.voltage, 24 * command);
    EXPECT_FALSE(demand.current_source);
    EXPECT_EQ(demand.speed_gain, 0);
  }
  drive.mode = DriveMode::current;
  for (const double command : {-1.0, -0.5, 0.0, 0.75}) {
    const DriveDemand demand = drive_demand(drive, state, command, joint, kStep);
    EXPECT_TRUE(demand.current_source);
    EXPECT_EQ(demand.current, 5 * command);
    EXPECT_EQ(demand.voltage, 24) << "which bounds it";
    EXPECT_EQ(demand.speed_gain, 0);
  }
  EXPECT_EQ(state.controller_integral, 0);

  // 0.5 (6 - 2) + 4 x 0.01 (6 - 2), and the integral stays.
  drive.mode = DriveMode::speed;
  DriveDemand demand = drive_demand(drive, state, 0.6, joint, kStep);
  EXPECT_NEAR(state.controller_integral, 0.04, 1e-15);
  EXPECT_NEAR(demand.voltage, 2.16, 1e-14);
  EXPECT_EQ(demand.speed_gain, 0.5);
  EXPECT_FALSE(demand.current_source);
  demand = drive_demand(drive, state, 0, joint, kStep);
  EXPECT_NEAR(state.controller_integral, 0.02, 1e-15);
  EXPECT_NEAR(demand.voltage, -1 + 4 * 0.02, 1e-14);

  // From -1 to 3, 0.5 of the way and more: to 1 + 0.25. The speed is 3 (1.25 - 0.25), and was 3 (1.25 - 0.24)
  // in the middle of the drift.
  drive.mode = DriveMode::position;
  state = {};
  demand = drive_demand(drive, state, 0.125, joint, kStep);
  EXPECT_NEAR(state.controller_integral, kStep * (3.03 - 2), 1e-15);
  EXPECT_NEAR(demand.voltage, 0.5 * (3 - 2) + 4 * kStep * 1.03, 1e-14);
  EXPECT_EQ(demand.speed_gain, 0.5);
  // Far away it is the speed limit, to either side.
  drive.controller.speed_limit = 2.5;
  state = {};
  EXPECT_NEAR(drive_demand(drive, state, 1, joint, kStep).voltage, 0.25 + 4 * kStep * 0.5, 1e-14);
  state = {};
  EXPECT_NEAR(drive_demand(drive, state, -1, joint, kStep).voltage, -2.25 - 4 * kStep * 4.5, 1e-14);
}

TEST(MotorDemand, IsAnOpenCircuitWhateverOpensIt) {
  for (int what = 0; what < 4; ++what) {
    DriveConfig drive = geared_re40();
    DriveState state;
    drive.open_winding = what == 1;
    state.enabled = what != 2;
    state.burned = what == 3;
    EXPECT_EQ(drive_demand(drive, state, 1, {}, 0.01).open_circuit, what != 0) << what;
  }
}

TEST(MotorDemand, AppliesTheBrakeAtNoCommandAndItsLockedPartAlways) {
  DriveConfig drive = geared_re40();
  drive.brake_torque = 8;
  DriveState state;
  EXPECT_EQ(drive_demand(drive, state, 0, {}, 0.01).brake_torque, 8);
  EXPECT_EQ(drive_demand(drive, state, 0.1, {}, 0.01).brake_torque, 0);
  drive.brake_locked = 0.25;
  EXPECT_EQ(drive_demand(drive, state, 0, {}, 0.01).brake_torque, 8);
  EXPECT_EQ(drive_demand(drive, state, -0.1, {}, 0.01).brake_torque, 2);
}

// A PI loop whose voltage is at the supply's: the integral grows no further than to there, falls freely, and
// stands while the current is at its limit in the direction of the error.
TEST(SpeedLoop, GrowsItsIntegralNoFurtherThanItsSupply) {
  DriveConfig drive = geared_re40();
  drive.mode = DriveMode::speed;
  drive.current_limit = 5;
  drive.controller = {100, 0.5, 4, 0};
  struct Case {
    double integral, command, speed, current, then;
  };
  const Case cases[] = {
      {5.5, 0.04, 2, 0, 5.5 + 0.02},  // 1 + 22 V
      {5.74, 0.04, 2, 0, 5.75},       // would be 24.04 V: as far as 24
      {-5.74, -0.04, -2, 0, -5.75},   // likewise
      {5.9, 0.04, 2, 0, 5.9},         // has been beyond, and stays there
      {-5.9, -0.04, -2, 0, -5.9},     //
      {5.9, 0.02, 4, 0, 5.9 - 0.02},  // comes back freely
      {0, 0.04, 2, 5, 0},             // at the largest current
      {0, 0.04, 2, -5, 0.02},         // the other way
      {0, 0.04, 2, 4.99, 0.02},       // less
      {0, -0.04, -2, -5, 0},          //
      {0, -0.04, -2, 5, -0.02},       //
  };
  for (const Case& c : cases) {
    DriveState state;
    state.controller_integral = c.integral;
    state.current = c.current;
    DriveFeedback joint;
    joint.speed = c.speed;
    const DriveDemand demand = drive_demand(drive, state, c.command, joint, 0.01);
    EXPECT_NEAR(state.controller_integral, c.then, 1e-14)
        << c.integral << ' ' << c.command << ' ' << c.current;
    const double asked = 0.5 * (100 * c.command - c.speed) + 4 * c.then;
    EXPECT_NEAR(demand.voltage, std::clamp(asked, -24.0, 24.0), 1e-13);
    EXPECT_EQ(demand.speed_gain, std::fabs(demand.voltage) < 24 ? 0.5 : 0)
        << "a supply that is spent is stiff";
  }
}

// What the loop carried is forgotten where a brake has taken over: its own or one of the scene, of an axis
// that stands and is to stand.
TEST(SpeedLoop, ForgetsWhatItCarriedOnceABrakeHolds) {
  for (const bool own : {true, false}) {
    for (const bool scene : {true, false}) {
      for (const double command : {0.0, 0.5}) {
        for (const AxisMode mode : {AxisMode::stuck, AxisMode::sliding_forward, AxisMode::at_lower}) {
          DriveConfig drive = geared_re40();
          drive.mode = DriveMode::speed;
          drive.brake_torque = own ? 5 : 0;
          drive.brake_locked = 0.5;
          drive.controller = {1, 0.5, 4, 0};
          DriveState state;
          state.mode = mode;
          state.controller_integral = 0.5;
          DriveFeedback joint;
          joint.braked = scene;
          drive_demand(drive, state, command, joint, 0.01);
          const bool forgets = (own || scene) && command == 0 && mode == AxisMode::stuck;
          EXPECT_NEAR(state.controller_integral, (forgets ? 0 : 0.5) + 0.01 * command, 1e-15)
              << own << scene << command << static_cast<int>(mode);
        }
      }
    }
  }
}

TEST(SpeedLoop, HoldsASpeedWithTheVoltageOfItsBackEmfAndFriction) {
  DriveConfig drive = geared_re40();
  drive.mode = DriveMode::speed;
  drive.controller = {100, 0.5, 4, 0};
  for (const double speed : {20.0, -20.0}) {
    const double rotor = 3 * speed;
    const double friction = std::copysign(0.004, speed) + 2e-5 * rotor;
    EXPECT_NEAR(4 * holding_integral(drive, speed), 0.0302 * rotor + 0.299 * friction / 0.0302, 1e-14);
  }
  EXPECT_EQ(holding_integral(drive, 300), 24 / 4.0);
  EXPECT_EQ(holding_integral(drive, -300), -24 / 4.0);
  EXPECT_EQ(holding_integral(drive, 0), 0);
  drive.mode = DriveMode::position;
  EXPECT_EQ(holding_integral(drive, 20), 0);
  drive.mode = DriveMode::speed;
  drive.controller.speed_integral = 0;
  EXPECT_EQ(holding_integral(drive, 20), 0);
}

}  // namespace
}  // namespace drawbar::test
