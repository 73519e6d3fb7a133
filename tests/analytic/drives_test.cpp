// Drives of the articulated solver in closed loops, and their windings' heat.
#include <gtest/gtest.h>

#include "physics/drive/dc_motor.h"
#include "physics/formulations/registry.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

/// Two cranks and a coupler in a horizontal plane, every hinge with friction; joints 0 to 3 go round the
/// loop.
WorldBuilder parallelogram() {
  WorldBuilder b(0);
  const Mat3 inertia = diagonal(1.0 / 12, 1.0 / 12, 1.0 / 12);
  const BodyId left = b.body("left", 1, inertia, Vec3(0, 0.5, 0));
  const BodyId right = b.body("right", 1, inertia, Vec3(1, 0.5, 0));
  const BodyId coupler = b.body("coupler", 1, inertia, Vec3(0.5, 1, 0));
  b.joint(JointType::revolute, kWorldBody, left, Vec3(0, 0, 0), Vec3::UnitZ());
  b.joint(JointType::revolute, left, coupler, Vec3(0, 1, 0), Vec3::UnitZ());
  b.joint(JointType::revolute, coupler, right, Vec3(1, 1, 0), Vec3::UnitZ());
  b.joint(JointType::revolute, right, kWorldBody, Vec3(1, 0, 0), Vec3::UnitZ());
  for (JointConfig& joint : b.config.joints) joint.axes[0].friction.viscous = 0.1;
  b.config.controls.push_back({"u", -1, 1, 1});
  return b;
}

// 2 N m against a spring of 20 N m/rad on the first joint: whichever joint is driven, the cranks turn 0.1
// rad.
TEST(DriveInALoop, ActsOnWhicheverJointItIs) {
  for (std::uint32_t joint = 0; joint < 4; ++joint) {
    WorldBuilder b = parallelogram();
    b.config.joints[0].axes[0].spring = AxisSpring{20, 5, 0, {}};
    DriveConfig motor = re40(JointId{joint});
    motor.mode = DriveMode::current;
    motor.gear.ratio = 2 / motor.torque_constant;
    motor.current_limit = 1;
    b.config.drives.push_back(motor);
    ASSERT_FALSE(unsupported(b.config));
    World world = b.build();
    const FrameState state = run(world, 250, 8);
    for (const JointReading& reading : state.joints) {
      EXPECT_NEAR(std::fabs(reading.position[0]), 0.1, 1e-4) << joint;
    }
  }
}

// The arm is heavier about the joint than the body in space that carries it: by conservation of angular
// momentum about their common centre both go on as one, and the brake holds them so.
TEST(Brake, HoldsAHeavyArmOnALightBodyThatIsFree) {
  WorldBuilder b(0);
  const BodyId hull = b.body("hull", 2, diagonal(0.05, 0.05, 0.05), Vec3::Zero());
  const BodyId arm = b.body("arm", 1, diagonal(0.02, 0.02, 0.02), Vec3(0.5, 0, 0));
  b.joint(JointType::revolute, hull, arm, Vec3(0.1, 0, 0));
  b.config.bodies[index_of(arm)].angular_velocity = Vec3(0, -1, 0);
  b.config.bodies[index_of(arm)].linear_velocity = Vec3(0, 0, 0.4);
  b.config.controls.push_back({"brake", 0, 1, 0});
  b.config.brakes.push_back({"brake", JointId{0}, 0, {{ControlId{0}, 1}}, 100});
  World world = b.build();
  run(world, 2, 8);
  world.set_control(ControlId{0}, 1);
  const FrameState braked = run(world, 1, 8);
  const double place = braked.joints[0].position[0];
  EXPECT_LT(std::fabs(braked.joints[0].velocity[0]), 1e-9);
  const FrameState later = run(world, 25, 8);
  EXPECT_NEAR(later.joints[0].position[0], place, 1e-9);
  // Reduced mass 2/3 kg, centres 0.5 m apart nearly along x; the arm's 0.4 m/s beside the hull's rest.
  const FrameState& s = later;
  const Vec3 apart = s.bodies[1].position - s.bodies[0].position;
  const double inertia = 0.07 + 2.0 / 3 * apart.squaredNorm();
  EXPECT_NEAR(s.bodies[0].angular_velocity.y() * inertia, -0.02 - 2.0 / 3 * 0.5 * 0.4, 1e-6);
}

// Every joint of the loop has a brake, so that one of them closes the loop: that one too holds what turns it,
// up to its torque.
TEST(BrakeInALoop, HoldsOnWhicheverJointItIs) {
  for (std::uint32_t braked = 0; braked < 4; ++braked) {
    for (const double torque : {1.0, 3.0}) {
      WorldBuilder b = parallelogram();
      DriveConfig motor = re40(JointId{0});  // pushes the cranks with 2 N m
      motor.mode = DriveMode::current;
      motor.current_limit = 2 / motor.torque_constant;
      if (braked == 0) motor.joint = JointId{3};
      b.config.drives.push_back(motor);
      for (std::uint32_t joint = 0; joint < 4; ++joint) {
        b.config.joints[joint].axes[0].friction.coulomb = 1e-3;
        b.config.brakes.push_back({"brake" + std::to_string(joint),
                                   JointId{joint},
                                   0,
                                   {{ControlId{1}, joint == braked ? 1.0 : 0.0}},
                                   torque});
      }
      b.config.controls.push_back({"brake", 0, 1, 1});
      World world = b.build();
      const FrameState state = run(world, 25, 8);
      const double turned = std::fabs(state.joints[0].position[0]);
      if (torque > 2) {
        EXPECT_LT(turned, 1e-6) << braked;
      } else {
        EXPECT_GT(turned, 0.05) << braked;
      }
    }
  }
}

TEST(DriveInALoop, IsRefusedWhereEveryJointOfTheLoopIsDriven) {
  WorldBuilder b = parallelogram();
  for (std::uint32_t joint = 0; joint < 4; ++joint) b.config.drives.push_back(re40(JointId{joint}));
  const auto reason = unsupported(b.config);
  ASSERT_TRUE(reason);
  EXPECT_NE(reason->find("every joint of a closed loop"), std::string::npos) << *reason;
}

/// A disc of 0.5 kg m^2 on a motor of 20:1 in speed mode, 10 rad/s at command 1.
WorldBuilder disc_in_speed_mode() {
  WorldBuilder b(0);
  const BodyId disc = b.body("disc", 1, diagonal(0.5, 0.5, 0.5), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero(), Vec3::UnitZ());
  b.config.controls.push_back({"u", -1, 1, 0});
  DriveConfig motor = re40(JointId{0});
  motor.mode = DriveMode::speed;
  motor.gear.ratio = 20;
  const double e = motor.torque_constant * motor.gear.ratio;
  motor.controller = {10, e / 2, 10 * e, 4};
  b.config.drives.push_back(motor);
  return b;
}

// A motor's constant torque brakes a shaft through its gear and drives it back: by 1/back efficiency before
// the shaft stands, by the efficiency afterwards, each with its friction.
TEST(Gearbox, TurnsRoundWithTheEfficiencyOfEachDirection) {
  constexpr double kInertia = 0.5;
  constexpr double kSpeed = 3;
  constexpr double kTorque = 2;      // N m of the motor at the joint
  constexpr double kFriction = 0.3;  // N m at the joint
  for (const int substeps : {8, 20, 40}) {
    WorldBuilder b(0);
    const BodyId shaft = b.body("shaft", 1, diagonal(kInertia, kInertia, kInertia), Vec3::Zero());
    b.config.bodies[0].angular_velocity = Vec3(0, 0, kSpeed);
    b.joint(JointType::revolute, kWorldBody, shaft, Vec3::Zero(), Vec3::UnitZ());
    b.config.joints[0].axes[0].friction.coulomb = kFriction;
    b.config.controls.push_back({"u", -1, 1, -1});
    DriveConfig motor = re40(JointId{0});
    motor.mode = DriveMode::current;
    motor.current_limit = 1;
    motor.rotor_inertia = 0;
    motor.gear.ratio = kTorque / motor.torque_constant;
    motor.gear.efficiency = 0.6;
    motor.gear.back_efficiency = 0.5;
    b.config.drives.push_back(motor);
    World world = b.build();
    const double stands = kSpeed * kInertia / (kTorque / 0.5 + kFriction);
    const double back = (0.6 * kTorque - kFriction) / kInertia;
    const FrameState state = run(world, 25, substeps);
    EXPECT_NEAR(state.joints[0].velocity[0], -back * (1 - stands), 1e-9) << substeps;
  }
}

// What the gear lets no load drive stops no sooner than the rotor's own friction stops the rotor, however
// heavy the load.
TEST(SelfLockingGear, RunsDownWithItsRotor) {
  constexpr double kSpeed = 3;
  for (const double inertia : {1e-3, 0.5, 1e3}) {
    for (const int substeps : {8, 40}) {
      WorldBuilder b(0);
      const BodyId wheel = b.body("wheel", 1, diagonal(inertia, inertia, inertia), Vec3::Zero());
      b.config.bodies[0].angular_velocity = Vec3(0, 0, kSpeed);
      b.joint(JointType::revolute, kWorldBody, wheel, Vec3::Zero(), Vec3::UnitZ());
      b.config.controls.push_back({"u", -1, 1, 0});
      DriveConfig motor = re40(JointId{0});
      motor.mode = DriveMode::current;
      motor.current_limit = 1;
      motor.coulomb_friction = 0.004;
      motor.viscous_friction = 0;
      motor.gear.ratio = 60;
      motor.gear.efficiency = 0.4;
      motor.gear.self_locking = true;
      b.config.drives.push_back(motor);
      World world = b.build();
      const double stands = kSpeed * motor.rotor_inertia * motor.gear.ratio / motor.coulomb_friction;
      EXPECT_NEAR(run(world, 10, substeps).joints[0].velocity[0], kSpeed * (1 - 0.4 / stands), 1e-9);
      const FrameState end = run(world, 10, substeps);
      EXPECT_NEAR(end.joints[0].velocity[0], 0, 1e-12);
      EXPECT_NEAR(end.joints[0].position[0], kSpeed * stands / 2, 1e-2 * kSpeed * stands);
    }
  }
}

// 795 rad/s, 4 rad in a substep of 5 ms.
TEST(Motor, CountsItsTurnsHoweverFastItRuns) {
  WorldBuilder b(0);
  const BodyId wheel = b.body("wheel", 1, diagonal(1e-4, 1e-4, 1e-4), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, wheel, Vec3::Zero(), Vec3::UnitZ());
  b.config.controls.push_back({"u", -1, 1, 1});
  b.config.drives.push_back(re40(JointId{0}));
  World world = b.build();
  const double before = run(world, 25, 8).joints[0].position[0];
  const double after = run(world, 25, 8).joints[0].position[0];
  EXPECT_NEAR(after - before, 24 / 0.0302, 0.01);
}

// The loops run with the drive, not one substep behind it.
TEST(SpeedLoop, AndPositionLoopDependLittleOnTheSubstep) {
  for (const DriveMode mode : {DriveMode::speed, DriveMode::position}) {
    const auto speed = [&](int substeps) {
      WorldBuilder b(0);
      const BodyId shaft = b.body("shaft", 1, diagonal(0.5, 0.5, 0.5), Vec3::Zero());
      b.joint(JointType::revolute, kWorldBody, shaft, Vec3::Zero(), Vec3::UnitZ()).axes[0].limit =
          AxisLimit{-2, 2, {}, 0, 0};
      b.config.controls.push_back({"u", -1, 1, 0.3});
      DriveConfig motor = re40(JointId{0});
      motor.mode = mode;
      motor.gear.ratio = 43;
      motor.controller.speed_limit = 5;
      motor.controller.speed_proportional = 0.65;
      motor.controller.speed_integral = 13;
      motor.controller.position_proportional = 4;
      b.config.drives.push_back(motor);
      World world = b.build();
      return run(world, 3, substeps).joints[0].velocity[0];
    };
    EXPECT_NEAR(speed(40), speed(400), 1e-4 * 1.5) << static_cast<int>(mode);
    EXPECT_NEAR(speed(8), speed(400), 3e-3 * 1.5) << static_cast<int>(mode);
  }
}

// Pressed against a hard limit: the torque is what the motor gives the gear, less friction, and the limit
// bears.
TEST(Drives, TheTorqueAtAHardLimitIsTheMotors) {
  for (const double side : {1.0, -1.0}) {
    WorldBuilder b(0);
    const BodyId disc = b.body("disc", 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
    JointConfig& axle = b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero(), Vec3::UnitZ());
    axle.axes[0].limit = AxisLimit{};
    axle.axes[0].limit->lower = -0.2;
    axle.axes[0].limit->upper = 0.2;
    b.config.controls.push_back({"u", -1, 1, side});
    const DriveConfig motor = wheel_motor(JointId{0});
    b.config.drives.push_back(motor);
    World world = b.build();
    const FrameState state = run(world, 50, 8);
    EXPECT_NEAR(state.drives[0].current, side * motor.current_limit, 1e-9);
    EXPECT_NEAR(state.joints[0].position[0], side * 0.2, 1e-9);
    const double torque = motor.torque_constant * motor.current_limit - motor.coulomb_friction;
    EXPECT_NEAR(state.drives[0].torque, side * motor.gear.efficiency * motor.gear.ratio * torque, 1e-9);
  }
}

// Off, the motor gives the limit nothing, whatever holds the axis there; a gear that locks gives an axis that
// begins beyond its limit no more than the motor could.
TEST(Drives, AtAHardLimitAMotorThatIsOffGivesNothing) {
  for (const bool locks : {false, true}) {
    WorldBuilder b(0);
    const BodyId disc = b.body("disc", 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
    JointConfig& axle = b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero(), Vec3::UnitZ());
    axle.axes[0].limit = AxisLimit{};
    axle.axes[0].limit->lower = -1;
    axle.axes[0].limit->upper = locks ? -0.1 : 0.1;
    b.config.controls.push_back({"u", -1, 1, locks ? 0.0 : 1.0});
    b.config.drives.push_back(wheel_motor(JointId{0}));
    b.config.drives[0].gear.self_locking = locks;
    World world = b.build();
    for (int frame = 0; frame < 12; ++frame)
      EXPECT_LT(std::fabs(run(world, 1, 8).drives[0].torque), 60) << locks << ": " << frame;
    world.set_control(ControlId{0}, 0);
    EXPECT_NEAR(run(world, 50, 8).drives[0].torque, 0, 1e-9) << locks;
  }
}

// From the moment on at which the error alone no longer takes the voltage there, the integral keeps it at the
// supply's, and gathers nothing beyond: what is left of the way is the motor's alone. It would leave the
// supply at 9.3 rad/s.
TEST(SpeedLoop, KeepsItsVoltageAtTheSupplyAsLongAsItAsksForMore) {
  const auto speed = [](DriveMode mode, int frames) {
    WorldBuilder b(0);
    const BodyId disc = b.body("disc", 1, diagonal(2, 2, 2), Vec3::Zero());
    b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero(), Vec3::UnitZ());
    b.config.controls.push_back({"u", -1, 1, 1});
    DriveConfig motor = re40(JointId{0});
    motor.mode = mode;
    motor.gear.ratio = 43;
    motor.controller.speed_limit = 12;
    motor.controller.speed_proportional = 2.2;
    motor.controller.speed_integral = 20;
    b.config.drives.push_back(motor);
    World world = b.build();
    return run(world, frames, 8).joints[0].velocity[0];
  };
  for (const int frames : {2, 4, 6}) {
    const double under_full_voltage = speed(DriveMode::voltage, frames);
    EXPECT_LT(under_full_voltage, 9.3);
    EXPECT_NEAR(speed(DriveMode::speed, frames), under_full_voltage, 1e-3 * under_full_voltage) << frames;
  }
}

// The loop brakes together with the brake; what its integral gathered on the way must be gone when the brake
// lets go, or the disc would start backwards.
TEST(SpeedLoop, MovesOnFromABrakeAsFromRest) {
  for (const bool of_the_drive : {true, false}) {
    WorldBuilder b = disc_in_speed_mode();
    if (of_the_drive) {
      b.config.drives[0].brake_torque = 5;
    } else {
      b.config.controls.push_back({"brake", 0, 1, 0});
      b.config.brakes.push_back({"brake", JointId{0}, 0, {{ControlId{1}, 1}}, 5});
    }
    World world = b.build();
    world.set_control(ControlId{0}, 1);
    EXPECT_NEAR(run(world, 75, 8).joints[0].velocity[0], 10, 0.1);
    world.set_control(ControlId{0}, 0);
    if (!of_the_drive) world.set_control(ControlId{1}, 1);
    const FrameState held = run(world, 50, 8);
    EXPECT_EQ(held.joints[0].velocity[0], 0);
    EXPECT_NEAR(held.drives[0].current, 0, 1e-9);
    if (!of_the_drive) {
      world.set_control(ControlId{1}, 0);
      EXPECT_NEAR(run(world, 50, 8).joints[0].position[0], held.joints[0].position[0], 1e-6);
    }
    World fresh = b.build();
    for (World* w : {&world, &fresh}) w->set_control(ControlId{0}, 0.1);
    for (int frame = 0; frame < 50; ++frame) {
      const double speed = run(world, 1, 8).joints[0].velocity[0];
      EXPECT_GE(speed, 0) << frame;
      EXPECT_NEAR(speed, run(fresh, 1, 8).joints[0].velocity[0], 1e-6) << frame;
    }
  }
}

// The integral begins where the speed holds: back-EMF and the current of the motor's friction. From none the
// disc would lose a tenth of its speed first.
TEST(SpeedLoop, BeginsInMotionAsIfItHadLongTurned) {
  for (const double speed : {5.0, -3.0}) {
    WorldBuilder b = disc_in_speed_mode();
    b.config.bodies[0].angular_velocity = Vec3(0, 0, speed);
    b.config.controls[0].neutral = speed / b.config.drives[0].controller.speed_limit;
    World world = b.build();
    for (int frame = 0; frame < 50; ++frame) {
      EXPECT_NEAR(run(world, 1, 8).joints[0].velocity[0], speed, 2e-3 * std::fabs(speed)) << frame;
    }
    b.config.drives[0].mode = DriveMode::voltage;
    EXPECT_EQ(holding_integral(b.config.drives[0], speed), 0);
  }
}

TEST(SpeedLoop, ThatWasAtItsCurrentLimitDoesNotOvershootByWhatItWished) {
  WorldBuilder b = disc_in_speed_mode();
  b.config.drives[0].current_limit = 2;  // 1.2 N m: four seconds to 10 rad/s
  World world = b.build();
  world.set_control(ControlId{0}, 1);
  double fastest = 0;
  for (int frame = 0; frame < 250; ++frame) {
    fastest = std::max(fastest, run(world, 1, 8).joints[0].velocity[0]);
  }
  EXPECT_LT(fastest, 10.5);
  EXPECT_NEAR(run(world, 1, 8).joints[0].velocity[0], 10, 0.05);
}

// A supply that holds its largest current gives the voltage that drives it, not all that it could: voltage
// times current is what the motor draws.
TEST(Motor, AtItsLimitOfCurrentHasTheVoltageThatDrivesIt) {
  WorldBuilder b(0);
  const BodyId disc = b.body("disc", 1, 1e-3 * Mat3::Identity(), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero(), Vec3::UnitY());
  b.config.controls.push_back({"u", -1, 1, 0});
  DriveConfig motor = re40(JointId{0});
  motor.current_limit = 10;
  b.config.drives.push_back(motor);
  World world = b.build();
  world.set_control(ControlId{0}, 1);
  int limited = 0;
  for (int frame = 0; frame < 100; ++frame) {
    const FrameState state = run(world, 1, 8);
    const DriveReading& drive = state.drives[0];
    const bool at_limit = drive.current >= 10;
    limited += at_limit ? 1 : 0;
    const double driving =
        motor.resistance * drive.current + motor.torque_constant * state.joints[0].velocity[0];
    EXPECT_NEAR(drive.voltage, at_limit ? driving : 24, 1e-12) << frame;
  }
  EXPECT_GT(limited, 40);
  EXPECT_LT(limited, 80);
}

// A rotor without inductance is brought up by 10 A until 24 V give no more, then comes to its no-load speed
// as exp(-t / 4.7 ms): the one law takes over from the other in the middle of a substep.
TEST(Motor, LeavesItsLimitOfCurrentAtTheInstant) {
  constexpr double kLimit = 10;
  constexpr double kTime = 0.04;
  WorldBuilder b(0);
  const BodyId load = b.body("load", 1, 1e-12 * Mat3::Identity(), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, load, Vec3::Zero());
  DriveConfig drive = re40(JointId{0});
  drive.inductance = 0;
  drive.current_limit = kLimit;
  b.config.drives.push_back(drive);
  b.config.controls.push_back({"u", -1, 1, 1});
  const double k = drive.torque_constant;
  const double settled = 24 / k;
  const double left = (24 - drive.resistance * kLimit) / k;
  const double until = drive.rotor_inertia * left / (k * kLimit);
  const double lag = drive.rotor_inertia * drive.resistance / (k * k);
  const double decayed = std::exp(-(kTime - until) / lag);
  const double speed = settled - (settled - left) * decayed;
  const double angle =
      0.5 * left * until + settled * (kTime - until) - (settled - left) * lag * (1 - decayed);
  for (const int substeps : {20, 40}) {
    World world = b.build();
    const FrameState state = run(world, 1, substeps);
    const double part = substeps == 40 ? 1e-4 : 4e-4;
    EXPECT_NEAR(state.joints[0].velocity[0], speed, part * speed) << substeps;
    EXPECT_NEAR(state.joints[0].position[0], angle, part * angle) << substeps;
  }
}

// T - T0 = r i^2 R (1 - exp(-t / tau)) at a current that stays, whichever way it flows: the winding is whole
// in the frame before it comes to its limit, and burned in the next; just below what it settles at it burns
// late, and above it never. What has burned cools by the same law.
TEST(Winding, HeatsAndBurnsAsItsTimeConstantSays) {
  constexpr double kAir = 30, kPerWatt = 3, kTau = 5, kCurrent = 20;  // deg C, K/W, s, A
  for (const double way : {1.0, -1.0}) {
    for (const int substeps : {1, 8}) {
      for (const double limit : {100.0, 380.0, 390.0}) {
        WorldBuilder b(0);
        const BodyId load = b.body("load", 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
        b.joint(JointType::revolute, kWorldBody, load, Vec3::Zero()).axes[0].friction.coulomb = 100;
        b.config.controls.push_back({"u", -1, 1, way});
        DriveConfig motor = re40(JointId{0});
        motor.mode = DriveMode::current;
        motor.current_limit = kCurrent;
        motor.thermal = DriveThermalConfig{kPerWatt, kTau, kAir, limit};
        b.config.drives.push_back(motor);
        World world = b.build();
        const double warmer = kPerWatt * kCurrent * kCurrent * motor.resistance;
        double burns = 0;  // s, the end of the last frame in which it is whole
        for (int frame = 1; frame <= 1000; ++frame) {
          const FrameState state = run(world, 1, substeps);
          const double time = 0.04 * frame;
          const double heated = kAir + warmer * (1 - std::exp(-time / kTau));
          ASSERT_EQ(state.drives[0].enabled, heated <= limit) << limit << ", " << time;
          if (!state.drives[0].enabled) break;
          ASSERT_NEAR(state.drives[0].temperature, heated, 1e-8) << limit << ", " << time;
          burns = time;
        }
        EXPECT_EQ(burns == 40, limit > kAir + warmer) << limit;
        const double hot = run(world, 1, substeps).drives[0].temperature;
        const FrameState later = run(world, 50, substeps);
        if (burns == 40) continue;
        EXPECT_NEAR(later.drives[0].temperature - kAir, (hot - kAir) * std::exp(-2 / kTau), 1e-8) << limit;
      }
    }
  }
}

// A scene cannot say so (the loader refuses it); a world that is made otherwise has a motor that is none.
TEST(Winding, WhoseAirIsHotterThanItsLimitIsOpenFromTheFirstFrameOn) {
  WorldBuilder b(0);
  const BodyId load = b.body("load", 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, load, Vec3::Zero(), Vec3::UnitZ());
  b.config.controls.push_back({"u", -1, 1, 1});
  DriveConfig motor = re40(JointId{0});
  motor.thermal = DriveThermalConfig{2, 20, 60, 50};
  b.config.drives.push_back(motor);
  World world = b.build();
  run(world, 1, 8);
  const double once = run(world, 1, 8).joints[0].velocity[0];
  const FrameState later = run(world, 25, 8);
  EXPECT_FALSE(later.drives[0].enabled);
  EXPECT_EQ(later.drives[0].current, 0);
  EXPECT_NEAR(later.joints[0].velocity[0], once, 1e-9);
}

// A stalled motor at 24 V takes u / R = 80 A: 1926 W against 2 K/W and 20 s, 155 deg C after 0.69 s. It then
// stays open, whatever the operator does.
TEST(Winding, BurnsInAStalledMotorAndStaysOpen) {
  WorldBuilder b(0);
  const BodyId load = b.body("load", 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
  JointConfig& axle = b.joint(JointType::revolute, kWorldBody, load, Vec3::Zero(), Vec3::UnitZ());
  axle.axes[0].limit = AxisLimit{-0.01, 0.01, std::nullopt, 0, 0};
  b.config.controls.push_back({"u", -1, 1, 0});
  DriveConfig motor = re40(JointId{0});
  DriveThermalConfig thermal;
  thermal.resistance = 2;
  thermal.time_constant = 20;
  motor.thermal = thermal;
  b.config.drives.push_back(motor);
  World world = b.build();
  world.set_control(ControlId{0}, 1);
  FrameState state = run(world, 15, 8);  // 0.6 s
  EXPECT_NEAR(state.drives[0].current, 24 / 0.299, 0.1);
  EXPECT_TRUE(state.drives[0].enabled);
  const double settled = 25 + 2 * (24 / 0.299) * (24 / 0.299) * 0.299;
  EXPECT_NEAR(state.drives[0].temperature, settled + (25 - settled) * std::exp(-0.6 / 20), 2);
  state = run(world, 5, 8);  // 0.8 s
  EXPECT_FALSE(state.drives[0].enabled);
  EXPECT_EQ(state.drives[0].current, 0);
  world.set_control(ControlId{0}, -1);
  const FrameState later = run(world, 250, 8);
  EXPECT_EQ(later.drives[0].current, 0);
  EXPECT_FALSE(later.drives[0].enabled);
  EXPECT_LT(later.drives[0].temperature, state.drives[0].temperature);
}

}  // namespace
}  // namespace drawbar::test
