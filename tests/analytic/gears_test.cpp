// What stands between a motor and its load in the steady state: gears that the load drives back, the supply
// behind a current, the ranges of positions, and motors that share a shaft.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

struct GearCase {
  double efficiency;
  std::optional<double> back;  // as given
  bool self_locking;
  double expected;  // of the load's power, what reaches the motor
};

// A load hangs on a rack and sinks against its short-circuited motor: m g = (n k)^2 v / (R eta).
TEST(Gearbox, SinksUnderALoadByTheEfficiencyOfThatDirection) {
  constexpr double kMass = 1, kG = 9.81, kRatio = 100;  // kg, m/s^2, rad/m
  for (const GearCase& c :
       {GearCase{1, {}, false, 1}, GearCase{0.8, {}, false, 0.75}, GearCase{0.8, 0.3, false, 0.3},
        GearCase{0.3, 0.9, false, 0.9}, GearCase{0.5, {}, false, 0}, GearCase{0.4, {}, false, 0},
        GearCase{0.9, 0.0, false, 0}, GearCase{0.9, 0.7, true, 0}}) {
    for (const double up : {1.0, -1.0}) {
      WorldBuilder b(kG);
      const BodyId load = b.body("load", kMass, diagonal(1, 1, 1), Vec3::Zero());
      b.joint(JointType::prismatic, kWorldBody, load, Vec3::Zero(), Vec3(0, 0, up));
      b.config.controls.push_back({"u", -1, 1, 0});
      DriveConfig motor = re40(JointId{0});
      motor.gear = {kRatio, c.efficiency, c.back, c.self_locking};
      b.config.drives.push_back(motor);
      World world = b.build();
      const FrameState state = run(world, 50, 8);
      const double back = motor.torque_constant * kRatio;
      const double speed = kMass * kG * motor.resistance * c.expected / (back * back);
      EXPECT_NEAR(state.joints[0].velocity[0], -up * speed, 1e-8) << c.efficiency << ", " << c.expected;
      EXPECT_NEAR(state.drives[0].torque, up * kMass * kG, 1e-6) << c.efficiency << ", " << c.expected;
      EXPECT_NEAR(state.drives[0].current, up * back * speed / motor.resistance, 1e-6) << c.efficiency;
    }
  }
}

// As long as the supply can drive the current asked for the shaft gains n k i / J; it ends where all of the
// supply is spent on what the motor induces and on the current of its drag.
TEST(CurrentSource, GivesTheCurrentAskedForUntilItsSupplyIsSpent) {
  constexpr double kInertia = 0.5, kRatio = 20, kLimit = 4, kDrag = 1e-6;
  for (const double command : {0.5, -0.25}) {
    WorldBuilder b(0);
    const BodyId wheel = b.body("wheel", 1, kInertia * Mat3::Identity(), Vec3::Zero());
    b.joint(JointType::revolute, kWorldBody, wheel, Vec3::Zero(), Vec3(1, 2, 3));
    b.config.controls.push_back({"u", -1, 1, command});
    DriveConfig motor = re40(JointId{0});
    motor.mode = DriveMode::current;
    motor.current_limit = kLimit;
    motor.viscous_friction = kDrag;
    motor.rotor_inertia = 0;
    motor.gear.ratio = kRatio;
    b.config.drives.push_back(motor);
    World world = b.build();
    const double k = motor.torque_constant;
    const FrameState early = run(world, 5, 8);
    EXPECT_EQ(early.drives[0].current, command * kLimit);
    EXPECT_NEAR(early.joints[0].velocity[0], 0.2 * kRatio * k * command * kLimit / kInertia, 2e-3) << command;
    const FrameState late = run(world, 2500, 8);
    const double rotor = std::copysign(24, command) / (k + motor.resistance * kDrag / k);
    EXPECT_NEAR(late.joints[0].velocity[0], rotor / kRatio, 1e-6) << command;
    EXPECT_NEAR(late.drives[0].current, kDrag * rotor / k, 1e-6) << command;
    EXPECT_NEAR(late.drives[0].voltage, std::copysign(24, command), 1e-6) << command;
  }
}

// Commands from -1 to 1 span the range of the axis that the motor turns, whichever drive is listed first; an
// axis without limits has half a turn to either side.
TEST(PositionLoop, SpansTheRangeOfItsOwnAxis) {
  for (const Formulation formulation :
       {Formulation::sequential_impulses, Formulation::sequential_impulses_plain}) {
    WorldBuilder b(0);
    b.formulation(formulation);
    const BodyId gimbal = b.body("gimbal", 1, 0.5 * Mat3::Identity(), Vec3::Zero());
    JointConfig& cross = b.joint(JointType::universal, kWorldBody, gimbal, Vec3::Zero(), Vec3::UnitX());
    cross.axes[0].limit = AxisLimit{-0.5, 0.9, std::nullopt, 0, 0};
    cross.axes[1].limit = AxisLimit{-1.1, 0.3, std::nullopt, 0, 0};
    const BodyId wheel = b.body("wheel", 1, 0.5 * Mat3::Identity(), Vec3(3, 0, 0));
    b.joint(JointType::revolute, kWorldBody, wheel, Vec3(3, 0, 0));
    const auto servo = [&b](JointId joint, int axis, double command) {
      const ControlId control{static_cast<std::uint32_t>(b.config.controls.size())};
      b.config.controls.push_back({"u" + std::to_string(index_of(control)), -1, 1, command});
      DriveConfig motor = re40(joint, control);
      motor.axis = axis;
      motor.mode = DriveMode::position;
      motor.gear.ratio = 43;
      motor.controller = {5, 0.65, 13, 4};
      b.config.drives.push_back(motor);
    };
    servo(JointId{0}, 1, -0.6);
    servo(JointId{1}, 0, 0.25);
    servo(JointId{0}, 0, 0.5);
    World world = b.build();
    const FrameState state = run(world, 250, 8);
    EXPECT_NEAR(state.joints[0].position[0], -0.5 + 0.75 * 1.4, 1e-5) << static_cast<int>(formulation);
    EXPECT_NEAR(state.joints[0].position[1], -1.1 + 0.2 * 1.4, 1e-5) << static_cast<int>(formulation);
    EXPECT_NEAR(state.joints[1].position[0], 0.25 * kPi, 1e-5) << static_cast<int>(formulation);
  }
}

// Two motors on one shaft by a gear of 1 : -2. What the one pushes the other brakes: with i = (U - n k w) / R
// of each, the torques of both cancel through the gear.
TEST(Coupling, LetsTwoMotorsSettleWhereTheirTorquesCancel) {
  constexpr double kRatio = 10;
  WorldBuilder b(0);
  for (int k = 0; k < 2; ++k) {
    const BodyId disc = b.body("disc" + std::to_string(k), 1, 0.05 * Mat3::Identity(), Vec3(k, 0, 0));
    b.joint(JointType::revolute, kWorldBody, disc, Vec3(k, 0, 0));
    b.config.controls.push_back({"u" + std::to_string(k), -1, 1, k == 0 ? 0.5 : 0.125});
    DriveConfig motor =
        re40(JointId{static_cast<std::uint32_t>(k)}, ControlId{static_cast<std::uint32_t>(k)});
    motor.gear.ratio = kRatio;
    b.config.drives.push_back(motor);
  }
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, 2}};
  b.config.couplings.push_back(gear);
  World world = b.build();
  const FrameState state = run(world, 250, 8);
  const DriveConfig& motor = b.config.drives[0];
  const double back = kRatio * motor.torque_constant;
  const double rate = (12 - 3 / 2.0) / (1.25 * back);
  const double first = (12 - back * rate) / motor.resistance;
  const double second = (3 + back * rate / 2) / motor.resistance;
  EXPECT_NEAR(state.joints[0].velocity[0], rate, 1e-6);
  EXPECT_NEAR(state.joints[1].velocity[0], -rate / 2, 1e-6);
  EXPECT_NEAR(state.drives[0].current, first, 1e-5);
  EXPECT_NEAR(state.drives[1].current, second, 1e-5);
  EXPECT_NEAR(state.couplings[0].force, -back * first, 1e-5);
}

}  // namespace
}  // namespace drawbar::test
