// Channels that show what is not: a sensor that a drive's loop reads changes the motion, any other only what
// is shown; a control is felt otherwise than it is shown.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "physics/effect/channels.h"
#include "tests/effects/observed.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

constexpr double kWanted = 5;  // rad/s

/// A flywheel on a motor that is told to turn at 5 rad/s.
World speed_loop() {
  WorldBuilder builder(0);
  const BodyId wheel = builder.body("wheel", 1, diagonal(0.01, 0.01, 0.01), Vec3(0, 0, 0));
  builder.joint(JointType::revolute, kWorldBody, wheel, Vec3(0, 0, 0));
  builder.config.controls = {{"throttle", -1, 1, 0.5}};
  DriveConfig drive = re40(JointId{0});
  drive.mode = DriveMode::speed;
  drive.controller.speed_limit = 2 * kWanted;
  drive.controller.speed_proportional = 2;
  drive.controller.speed_integral = 20;
  builder.config.drives.push_back(drive);
  return World(builder.config);
}

Effect fault(EffectTarget channel, EffectType type, std::array<double, kEffectParameters> parameters = {}) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = type;
  effect.target = channel;
  effect.parameters = parameters;
  return effect;
}

constexpr EffectTarget kTachometer{TargetKind::joint_velocity, 0, 0};
constexpr EffectTarget kThrottle{TargetKind::control, 0, 0};

TEST(SensorMalfunction, ABiasOfTheTachometerShiftsTheSpeedThatTheLoopHolds) {
  World world = speed_loop();
  EXPECT_NEAR(observed_after(world, 4).joints[0].velocity[0], kWanted, 1e-3);
  ASSERT_TRUE(world.begin_effect(fault(kTachometer, EffectType::bias, {1.5})));
  const FrameState state = observed_after(world, 4);
  EXPECT_NEAR(state.joints[0].velocity[0], kWanted - 1.5, 1e-3) << "the reading itself is true";
  ASSERT_EQ(state.faulted.size(), 1u);
  EXPECT_EQ(state.faulted[0].channel, kTachometer);
  EXPECT_NEAR(state.faulted[0].value, kWanted, 1e-3);
  world.clear_effects();
  EXPECT_NEAR(observed_after(world, 4).joints[0].velocity[0], kWanted, 1e-3);
}

TEST(SensorMalfunction, ADeadTachometerMakesTheMotorRunAway) {
  World world = speed_loop();
  observed_after(world, 1);
  ASSERT_TRUE(world.begin_effect(fault(kTachometer, EffectType::dead)));
  EXPECT_GT(observed_after(world, 8).joints[0].velocity[0], 0.9 * 24 / 0.0302);
}

TEST(SensorMalfunction, OneThatNothingReadsChangesOnlyWhatIsShown) {
  World world = speed_loop(), healthy = speed_loop();
  const EffectTarget encoder{TargetKind::joint_position, 0, 0};
  ASSERT_TRUE(world.begin_effect(fault(encoder, EffectType::stuck)));
  const FrameState state = observed_after(world, 1), other = observed_after(healthy, 1);
  EXPECT_EQ(state.joints[0].position[0], other.joints[0].position[0]);
  EXPECT_EQ(state.faulted[0].value, 0) << "where it was when it stuck";
}

TEST(SensorMalfunction, DelayShowsWhatWas) {
  World world = speed_loop();
  const EffectTarget encoder{TargetKind::joint_position, 0, 0};
  ASSERT_TRUE(world.begin_effect(fault(encoder, EffectType::delay, {0.4})));
  const double before = observed_after(world, 2).joints[0].position[0];
  EXPECT_NEAR(observed_after(world, 0.4).faulted[0].value, before, 1e-12);
}

TEST(SensorMalfunction, WhatIsSeenAfterAFrameIsWhatAReadingOfItsOwnShows) {
  World world = speed_loop(), again = speed_loop();
  for (World* of : {&world, &again}) {
    ASSERT_TRUE(of->begin_effect(fault(kTachometer, EffectType::delay, {0.06})));
    Effect voltage = fault({TargetKind::drive_reading, 0, 1}, EffectType::delay, {0.1});
    voltage.id = EffectId{2};
    ASSERT_TRUE(of->begin_effect(voltage));
  }
  for (int frame = 0; frame < 50; ++frame) {
    const double wanted = frame % 3 == 0 ? 0.2 : 0.7;
    for (World* of : {&world, &again}) of->set_control(ControlId{0}, wanted);
    const FrameState state = observed_after(world, 0.04);
    again.step_frame(8);
    again.set_control(ControlId{0}, wanted);  // which makes what was read for the delays old
    FrameState other = again.make_frame_state();
    again.observe(other);
    EXPECT_EQ(state.drives[0].voltage, other.drives[0].voltage) << frame;
    EXPECT_EQ(state.joints[0].velocity[0], other.joints[0].velocity[0]);
    EXPECT_EQ(state.faulted[1].value, other.faulted[1].value);
    EXPECT_EQ(state.energy.kinetic, other.energy.kinetic);
  }
  world.set_control(ControlId{0}, -0.5);
  FrameState state = world.make_frame_state();
  world.observe(state);
  EXPECT_EQ(state.controls[0], -0.5);
}

/// A car with a motor, a steering and two axles that are geared together draws a sledge through a sensor's
/// zone: every kind of reading has something to show. Controls: brake, throttle, wheel, couple.
World car_with_sledge() {
  RigidCar car(0.9);
  VehicleBuilder& b = car.b;
  ShapeConfig zone;
  zone.geometry = Sphere{20};
  zone.sensor = true;
  b.config.bodies.back().shapes.push_back(zone);  // of the ground
  b.config.drives.push_back(wheel_motor(car.axles[2]));
  b.config.drives[0].inputs = {{b.control("throttle"), 1}};
  b.config.steerings.push_back({"steering", {}, 2.5, {{b.control("wheel"), 1}}, 25 * kDegree, 40 * kDegree});
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{car.axles[2], 0, 1}, {car.axles[3], 0, -1}};
  b.config.couplings.push_back(gear);
  const BodyId sledge = b.body("sledge", 60, diagonal(5, 20, 20), Vec3(-4, 0, 0.2));
  b.shape(sledge, Box{Vec3(1, 0.4, 0.2)});
  const auto hitch = static_cast<std::uint32_t>(b.config.joints.size());
  b.joint(JointType::spherical, BodyId{0}, sledge, Vec3(-2.5, 0, 0.3));
  b.config.hitches.push_back({"hitch", JointId{hitch}, b.control("couple"), 0.1});
  b.set_moving(Vec3(10, 0, 0));
  return b.build();
}

/// Every number of what is observed, by its kind, but for the effects and what they show.
std::map<std::string, std::vector<double>> true_numbers(const FrameState& state) {
  std::map<std::string, std::vector<double>> out;
  const auto add = [&out](const char* kind, const auto&... parts) {
    std::vector<double>& of = out[kind];
    const auto append = [&of](const auto& part) {
      if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>>) {
        of.push_back(static_cast<double>(part));
      } else {
        of.insert(of.end(), part.begin(), part.end());
      }
    };
    (append(parts), ...);
  };
  add("time", state.frame, state.time);
  for (const BodyReading& r : state.bodies) {
    add("bodies", r.position, r.orientation.coeffs(), r.linear_velocity, r.angular_velocity, r.absent);
  }
  for (const JointReading& r : state.joints) {
    add("joints", r.position, r.velocity, r.error, r.angle_error, r.broken, r.reaction, r.reaction_torque);
  }
  for (const DriveReading& r : state.drives) {
    add("drives", r.current, r.voltage, r.torque, r.temperature, r.enabled);
  }
  for (const WheelReading& r : state.wheels) {
    add("wheels", r.load, r.longitudinal_force, r.lateral_force, r.slip, r.slip_angle);
  }
  for (const CouplingReading& r : state.couplings) add("couplings", r.force);
  for (const BrakeReading& r : state.brakes) add("brakes", r.torque);
  for (const SteeringReading& r : state.steerings) add("steerings", r.angle);
  for (const HitchReading& r : state.hitches) add("hitches", r.closed);
  for (const double control : state.controls) add("controls", control);
  for (const ContactReading& r : state.contacts) add("contacts", r.body_a, r.body_b, r.position, r.force);
  for (const OverlapReading& r : state.overlaps) add("overlaps", r.sensor_body, r.sensor_shape, r.body);
  add("energy", state.energy.kinetic, state.energy.potential);
  const StepStatistics& s = state.statistics;
  add("statistics", s.substeps, s.sweeps, s.split_substeps, s.unconverged_substeps, s.dropped_contacts,
      s.recoveries);
  return out;
}

// A world that remembers readings shows those: all of them, not what the sensor is of alone.
TEST(SensorMalfunction, DelayLeavesEverythingElseThatIsObservedAsItIs) {
  World world = car_with_sledge(), healthy = car_with_sledge();
  constexpr EffectTarget kYawRate{TargetKind::gyroscope, 0, 2};
  ASSERT_TRUE(world.begin_effect(fault(kYawRate, EffectType::delay, {0.1})));
  for (int frame = 0; frame < 25; ++frame) {
    for (World* of : {&world, &healthy}) {
      of->set_control(ControlId{0}, frame < 15 ? 0 : 0.4);
      of->set_control(ControlId{1}, frame < 15 ? 1 : 0);
      of->set_control(ControlId{2}, 0.5);
      of->set_control(ControlId{3}, frame < 20 ? 0 : -1);  // the sledge is left behind
    }
    const FrameState state = observed_after(world, 0.04);
    ASSERT_EQ(state.faulted.size(), 1u);
    auto found = true_numbers(state);
    const auto expected = true_numbers(observed_after(healthy, 0.04));
    ASSERT_EQ(expected.size(), 14u) << "there is something of every kind";
    for (const auto& [kind, numbers] : expected) EXPECT_EQ(found[kind], numbers) << kind << ", " << frame;
  }
}

TEST(SensorMalfunction, NoiseHasItsDeviationAndFollowsFromSeedAndFrame) {
  World world = speed_loop(), again = speed_loop();
  const EffectTarget current{TargetKind::drive_reading, 0, 0};
  ASSERT_TRUE(world.begin_effect(fault(current, EffectType::noise, {2, 7})));
  ASSERT_TRUE(again.begin_effect(fault(current, EffectType::noise, {2, 7})));
  double sum = 0, squares = 0;
  constexpr int kFrames = 2000;
  for (int frame = 0; frame < kFrames; ++frame) {
    const FrameState state = observed_after(world, 0.04), other = observed_after(again, 0.04);
    EXPECT_EQ(state.faulted[0].value, other.faulted[0].value);
    const double error = state.faulted[0].value - state.drives[0].current;
    sum += error;
    squares += error * error;
  }
  EXPECT_NEAR(sum / kFrames, 0, 4 * 2 / std::sqrt(kFrames));
  EXPECT_NEAR(std::sqrt(squares / kFrames), 2, 0.15);
}

TEST(SensorMalfunction, IntermittentLosesItsPartOfTheTurns) {
  World world = speed_loop();
  ASSERT_TRUE(world.begin_effect(
      fault({TargetKind::joint_position, 0, 0}, EffectType::intermittent, {0.04, 0.3, 3})));
  int lost = 0;
  for (int frame = 0; frame < 1000; ++frame)
    lost += observed_after(world, 0.04).faulted[0].value == 0 ? 1 : 0;
  EXPECT_NEAR(lost, 300, 60);
}

TEST(SensorMalfunction, ABiasOfTheCurrentSensorShiftsWhatTheCurrentLoopHolds) {
  WorldBuilder builder(0);
  const BodyId wheel = builder.body("wheel", 1, diagonal(1, 1, 1), Vec3(0, 0, 0));
  builder.joint(JointType::revolute, kWorldBody, wheel, Vec3(0, 0, 0));
  builder.config.controls = {{"throttle", -1, 1, 0.5}};
  DriveConfig drive = re40(JointId{0});
  drive.mode = DriveMode::current;
  drive.current_limit = 10;
  builder.config.drives.push_back(drive);
  World world(builder.config);
  ASSERT_TRUE(world.begin_effect(fault({TargetKind::drive_reading, 0, 0}, EffectType::bias, {2})));
  const FrameState state = observed_after(world, 0.4);
  EXPECT_NEAR(state.drives[0].current, 3, 1e-9);
  EXPECT_NEAR(state.faulted[0].value, 5, 1e-9);
}

TEST(ControlMalfunction, TheMachineFeelsWhatNoConsoleShows) {
  World world = speed_loop();
  observed_after(world, 2);
  ASSERT_TRUE(world.begin_effect(fault(kThrottle, EffectType::stuck)));
  world.set_control(ControlId{0}, -1);
  const FrameState state = observed_after(world, 2);
  EXPECT_NEAR(state.joints[0].velocity[0], kWanted, 1e-2);
  EXPECT_EQ(state.controls[0], -1);
  EXPECT_EQ(state.faulted[0].value, 0.5);
  world.clear_effects();
  EXPECT_NEAR(observed_after(world, 4).joints[0].velocity[0], -2 * kWanted, 1e-2)
      << "what was asked for meanwhile acts";
}

TEST(ControlMalfunction, DelayActsThatMuchLater) {
  World world = speed_loop();
  observed_after(world, 2);
  ASSERT_TRUE(world.begin_effect(fault(kThrottle, EffectType::delay, {0.2})));
  observed_after(world, 0.4);
  world.set_control(ControlId{0}, 0);
  EXPECT_EQ(observed_after(world, 0.2).faulted[0].value, 0.5);
  EXPECT_EQ(observed_after(world, 0.04).faulted[0].value, 0);
}

// Frames of 0.04 s; a control that has jumped has no value between two of them.
TEST(ControlMalfunction, DelayIsOfTheNearestNumberOfWholeFrames) {
  constexpr struct {
    double seconds;
    int frames;
  } kDelays[] = {{0.01, 0}, {0.03, 1}, {0.05, 1}, {0.07, 2}, {0.13, 3}, {0.15, 4}, {0.28, 7}, {1.16, 29}};
  for (const auto& [seconds, frames] : kDelays) {
    World world = speed_loop();
    ASSERT_TRUE(world.begin_effect(fault(kThrottle, EffectType::delay, {seconds})));
    observed_after(world, 2);
    world.set_control(ControlId{0}, -1);
    for (int frame = 0; frame < frames; ++frame) {
      EXPECT_EQ(observed_after(world, 0.04).faulted[0].value, 0.5) << seconds << " s, frame " << frame;
    }
    EXPECT_EQ(observed_after(world, 0.04).faulted[0].value, -1) << seconds << " s";
  }
}

// A body that has turned by 0.3 rad about z and then by 0.2 about its own y, at 2 rad/s about its own x.
TEST(Gyroscope, ShowsRatesAboutTheBodysAxesAndTheAnglesOfItsAttitude) {
  WorldBuilder builder(0);
  const Quat attitude = quaternion_exponential(Vec3(0, 0, 0.3)) * quaternion_exponential(Vec3(0, 0.2, 0));
  const BodyId body = builder.body("robot", 1, diagonal(1, 1, 1), Vec3::Zero(), attitude);
  builder.config.bodies[index_of(body)].angular_velocity = attitude * Vec3(2, 0, 0);
  const FrameState state = observed(World(builder.config));
  const auto shows = [&](std::uint8_t part) { return reading_of({TargetKind::gyroscope, 0, part}, state); };
  EXPECT_NEAR(shows(0), 2, 1e-12);
  EXPECT_NEAR(shows(1), 0, 1e-12);
  EXPECT_NEAR(shows(2), 0, 1e-12);
  EXPECT_NEAR(shows(3), 0, 1e-12);
  EXPECT_NEAR(shows(4), 0.2, 1e-12);
  EXPECT_NEAR(shows(5), 0.3, 1e-12);
}

TEST(Gyroscope, ThatIsFaultyShowsAnotherNumberAndMovesNothing) {
  World world = speed_loop(), untouched = speed_loop();
  constexpr EffectTarget kRate{TargetKind::gyroscope, 0, 2};
  ASSERT_TRUE(world.begin_effect(fault(kRate, EffectType::bias, {0.5})));
  const FrameState state = observed_after(world, 1);
  ASSERT_EQ(state.faulted.size(), 1u);
  EXPECT_NEAR(state.faulted[0].value, reading_of(kRate, state) + 0.5, 1e-12);
  world.clear_effects();
  observed_after(world, 0.04);
  observed_after(untouched, 1.04);
  EXPECT_EQ(saved(world), saved(untouched));
}

TEST(Malfunctions, OfChannelsAreRestoredWithWhatTheyRemember) {
  for (const EffectType type : {EffectType::stuck, EffectType::delay, EffectType::noise}) {
    World world = speed_loop();
    observed_after(world, 1);
    const auto parameters = std::array<double, kEffectParameters>{0.3, 0};
    Effect reading = fault(kTachometer, type, parameters), control = fault(kThrottle, type, parameters);
    control.id = EffectId{2};
    ASSERT_TRUE(world.begin_effect(reading));
    ASSERT_TRUE(world.begin_effect(control));
    world.set_control(ControlId{0}, 0.9);
    observed_after(world, 0.4);
    const auto during = saved(world);
    World other = speed_loop();
    ASSERT_TRUE(other.restore_state(during));
    EXPECT_EQ(saved(other), during);
    observed_after(world, 0.8);
    observed_after(other, 0.8);
    EXPECT_EQ(saved(world), saved(other));
    world.clear_effects();
    other.clear_effects();
    observed_after(world, 0.4);
    observed_after(other, 0.4);
    EXPECT_EQ(saved(world), saved(other));
  }
}

// Of the second of each kind; no number is twice there.
TEST(Channels, ReadEachNumberOfWhatIsObserved) {
  FrameState state;
  state.joints.resize(2);
  state.joints[1].position = {11, 12, 13};
  state.joints[1].velocity = {21, 22, 23};
  state.drives.resize(2);
  state.drives[1] = {31, 32, 33, 34, true};
  state.wheels.resize(2);
  state.wheels[1] = {41, 42, 43, 44, 45};
  state.brakes = std::vector<BrakeReading>{{51}, {52}};
  state.couplings = std::vector<CouplingReading>{{61}, {62}};
  state.steerings = std::vector<SteeringReading>{{71}, {72}};
  state.hitches = std::vector<HitchReading>{{false}, {true}};
  using enum TargetKind;
  const std::pair<TargetKind, std::vector<double>> parts[] = {{joint_position, {11, 12, 13}},
                                                              {joint_velocity, {21, 22, 23}},
                                                              {drive_reading, {31, 32, 33, 34}},
                                                              {wheel_reading, {41, 42, 43, 44, 45}},
                                                              {brake_reading, {52}},
                                                              {coupling_reading, {62}},
                                                              {steering_reading, {72}},
                                                              {hitch_reading, {1}}};
  for (const auto& [kind, numbers] : parts) {
    for (std::uint8_t part = 0; part < numbers.size(); ++part)
      EXPECT_EQ(reading_of({kind, 1, part}, state), numbers[part]) << static_cast<int>(kind) << ' ' << +part;
  }
  EXPECT_EQ(reading_of({hitch_reading, 0, 0}, state), 0);
}

// Yawed, pitched and rolled, each beyond a quarter turn where it can be.
TEST(Gyroscope, ShowsEachAngleAndEachRateInPlace) {
  FrameState state;
  state.bodies.resize(2);
  for (const double sign : {1.0, -1.0}) {
    const double yaw = 2.5 * sign, pitch = -0.4 * sign, roll = 1.9 * sign;
    const Quat attitude = quaternion_exponential(Vec3(0, 0, yaw)) *
                          quaternion_exponential(Vec3(0, pitch, 0)) *
                          quaternion_exponential(Vec3(roll, 0, 0));
    state.bodies[1].orientation = attitude;
    state.bodies[1].angular_velocity = attitude * Vec3(1, 2, 3);
    const double expected[] = {1, 2, 3, roll, pitch, yaw};
    for (std::uint8_t part = 0; part < 6; ++part)
      EXPECT_NEAR(reading_of({TargetKind::gyroscope, 1, part}, state), expected[part], 1e-14) << +part;
  }
}

ChannelFault shift_by(double number, double part) {
  ChannelFault fault;
  fault.adds = true;
  fault.number = number;
  fault.part = part;
  return fault;
}

ChannelFault replace_by(double number, double part) {
  ChannelFault fault;
  fault.number = number;
  fault.part = part;
  return fault;
}

TEST(ChannelFaults, ActOneAfterAnother) {
  using Faults = std::vector<ChannelFault>;
  EXPECT_EQ(shown({}, 8), 8);
  EXPECT_EQ(shown(Faults{shift_by(2, 1)}, 8), 10);
  EXPECT_EQ(shown(Faults{shift_by(2, 0.5)}, 8), 9);
  EXPECT_EQ(shown(Faults{replace_by(2, 0.25)}, 8), 6.5);
  EXPECT_EQ(shown(Faults{shift_by(2, 1), replace_by(0, 0.5)}, 8), 5);
  EXPECT_EQ(shown(Faults{replace_by(0, 0.5), shift_by(2, 1)}, 8), 6);
}

// What the current loop lets flow, so that its sensor shows what it wants.
TEST(ChannelFaults, MakeTheCurrentThatShowsTheOneWanted) {
  using Faults = std::vector<ChannelFault>;
  constexpr double kLimit = 30;
  EXPECT_EQ(current_showing({}, 5, kLimit), 5);
  EXPECT_EQ(current_showing(Faults{shift_by(2, 1)}, 5, kLimit), 3);
  EXPECT_EQ(current_showing(Faults{shift_by(2, 0.5)}, -5, kLimit), -6);
  EXPECT_NEAR(current_showing(Faults{replace_by(0, 0.75)}, 5, kLimit), 20, 1e-12);
  EXPECT_NEAR(current_showing(Faults{shift_by(2, 1), replace_by(0, 0.5)}, 5, kLimit), 8, 1e-12);
  // One that does not follow the current at all drives it to its limit, unless it shows what is wanted.
  for (const double wanted : {5.0, -5.0, 3.0}) {
    const double current = current_showing(Faults{replace_by(3, 1)}, wanted, kLimit);
    EXPECT_EQ(current, wanted == 3 ? 0 : std::copysign(kLimit, wanted - 3)) << wanted;
  }
}

// At an even speed a sensor of the angle lags by the delay times the speed, between whole frames, too.
TEST(SensorMalfunction, DelayIsOfItsTimeUpToSixtyThreeFrames) {
  for (const auto& [delay, lag] : {std::pair(0.06, 0.06), std::pair(2.5, 2.5), std::pair(2.52, 2.52),
                                   std::pair(2.6, 2.52), std::pair(100.0, 2.52), std::pair(0.0, 0.0)}) {
    World world = speed_loop();
    const EffectTarget encoder{TargetKind::joint_position, 0, 0};
    ASSERT_TRUE(world.begin_effect(fault(encoder, EffectType::delay, {delay})));
    const FrameState state = observed_after(world, 8);
    EXPECT_NEAR(state.joints[0].velocity[0], kWanted, 1e-6);
    EXPECT_NEAR(state.faulted[0].value, state.joints[0].position[0] - lag * kWanted, 1e-5) << delay;
  }
}

}  // namespace
}  // namespace drawbar::test
