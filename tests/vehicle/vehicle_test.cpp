// Vehicles against closed forms (REFERENCES R5): steering geometry, circles, grades, rolling over, trailers.
#include <gtest/gtest.h>

#include "physics/vehicle/steering.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

/// A car of 1500 kg with knuckles, steered in front; centre of mass in the middle of wheelbase 2.5 m,
/// track 1.5 m. Bodies: 0 chassis; joints of the four axles in `axles`, of the knuckles in `knuckles`.
struct SteeredCar {
  VehicleBuilder b;
  std::array<JointId, 4> axles;
  std::array<JointId, 2> knuckles;
  BodyId chassis;
  ControlId throttle;
  ControlId wheel;

  explicit SteeredCar(double friction, double center_height = 0.5, double track = 1.5,
                      const TyreConfig& tyre = car_tyre()) {
    b.surface(friction);
    throttle = b.control("throttle");
    wheel = b.control("wheel");
    chassis =
        b.body("chassis", 1500 - 4 * kWheelMass - 20, diagonal(400, 1800, 2000), Vec3(0, 0, center_height));
    const double height = kWheelRadius - 1500 * kGravity / 4 / tyre.vertical_stiffness;
    for (std::size_t side = 0; side < 2; ++side) {
      const double y = side == 0 ? 0.5 * track : -0.5 * track;
      const BodyId knuckle =
          b.body("knuckle" + std::to_string(side), 10, diagonal(0.2, 0.2, 0.2), Vec3(1.25, y, height));
      JointConfig& pin = b.joint(JointType::revolute, chassis, knuckle, Vec3(1.25, y, height), Vec3::UnitZ());
      AxisSpring linkage;
      linkage.stiffness = 1e5;
      linkage.damping = 500;
      pin.axes[0].spring = linkage;
      knuckles[side] = last_joint();
      axles[side] = b.add_wheel(knuckle, Vec3(1.25, y, height), tyre);
      axles[side + 2] = b.add_wheel(chassis, Vec3(-1.25, y, height), tyre);
    }
    b.config.steerings.push_back({"steering",
                                  {{knuckles[0], 2.5, 0.5 * track}, {knuckles[1], 2.5, -0.5 * track}},
                                  2.5,
                                  {{wheel, 1}},
                                  25 * kDegree,
                                  0});
    b.ground();
  }
  JointId last_joint() const { return JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)}; }

  /// Holds the speed (m/s) of the rear wheels' rims together.
  void drive(double speed, bool front = false) {
    for (const std::size_t i : front ? std::array<std::size_t, 2>{0, 1} : std::array<std::size_t, 2>{2, 3}) {
      DriveConfig motor;
      motor.name = "motor" + std::to_string(i);
      motor.joint = axles[i];
      motor.inputs = {{throttle, 1}};
      motor.mode = DriveMode::voltage;
      motor.torque_constant = 1;
      motor.supply_voltage = speed / kWheelRadius;
      motor.resistance = 1.0 / 1500;  // 1500 N m per rad/s off
      motor.current_limit = 1e9;
      b.config.drives.push_back(motor);
    }
  }
};

/// Radius of the circle through three points in the plane.
double circle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double x = (b - a).norm(), y = (c - b).norm(), z = (a - c).norm();
  return x * y * z / (2 * std::fabs(((b - a).cross(c - a)).z()));
}

TEST(Steering, InnerWheelOfThirtyDegreesTurnsTheOuterTwentyThree) {
  SteeringConfig steering;
  steering.wheelbase = 2.5;
  const SteeringConfig::Knuckle left{JointId{0}, 2.5, 0.75}, right{JointId{1}, 2.5, -0.75};
  // cot of the middle angle lies between those of the two wheels.
  const double middle = std::atan(1 / (1 / std::tan(30 * kDegree) + 0.75 / 2.5));
  EXPECT_NEAR(knuckle_angle(steering, left, middle) / kDegree, 30, 1e-9);
  EXPECT_NEAR(knuckle_angle(steering, right, middle) / kDegree, 23.20999839400942, 1e-9);
  EXPECT_NEAR(knuckle_angle(steering, left, -middle) / kDegree, -23.20999839400942, 1e-9);
}

TEST(Steering, TurnsNoFasterThanItsRate) {
  SteeredCar car(0.8);
  car.b.config.steerings[0].rate = 20 * kDegree;
  World world = car.b.build();
  world.set_control(car.wheel, 1);
  const FrameState early = run(world, 12, 8);  // 0.48 s: 9.6 of 25 degrees
  EXPECT_NEAR(early.joints[index_of(car.knuckles[0])].position[0],
              knuckle_angle(car.b.config.steerings[0], car.b.config.steerings[0].knuckles[0], 9.6 * kDegree),
              0.3 * kDegree);
}

TEST(Steering, SlowCarGoesRoundTheCircleOfItsWheelbaseOverTheTangent) {
  for (const double degrees : {5.0, 10.0, 20.0}) {
    SteeredCar car(0.8);
    car.b.config.steerings[0].angle = degrees * kDegree;
    car.b.set_moving(Vec3(1, 0, 0));
    World world = car.b.build();
    world.set_control(car.wheel, 1);
    run(world, 50, 8);
    std::array<Vec3, 3> rear;
    for (Vec3& point : rear) {
      const BodyReading chassis = run(world, 100, 8).bodies[0];
      point = chassis.position + chassis.orientation * Vec3(-1.25, 0, 0);
    }
    const double exact = 2.5 / std::tan(degrees * kDegree);
    EXPECT_NEAR(circle(rear[0], rear[1], rear[2]), exact, 0.01 * exact) << degrees;
  }
}

TEST(Vehicle, SidewaysAccelerationEndsAtMuTimesGravity) {
  SteeredCar car(0.8, 0.3);
  car.drive(16, true);
  car.b.set_moving(Vec3(16, 0, 0));
  World world = car.b.build();
  world.set_control(car.throttle, 1);
  world.set_control(car.wheel, 0.6);
  double most = 0;
  FrameState state = world.make_frame_state();
  for (int frame = 0; frame < 100; ++frame) {
    world.step_frame(8);
    world.observe(state);
    double force = 0;
    for (const WheelReading& wheel : state.wheels) {
      EXPECT_LT(std::hypot(wheel.longitudinal_force, wheel.lateral_force), 0.8 * wheel.load * 1.001);
      force += std::fabs(wheel.lateral_force);
    }
    most = std::max(most, force);
  }
  EXPECT_NEAR(most, 0.8 * 1500 * kGravity, 0.08 * 0.8 * 1500 * kGravity);
}

/// A car sliding sideways over ground of friction 0.8: does it end on its wheels?
bool stays_upright(double height, double track) {
  SteeredCar car(0.8, height, track);
  for (BodyConfig& body : car.b.config.bodies) {
    if (!body.is_static) body.linear_velocity = Vec3(0, 9, 0);
  }
  World world = car.b.build();
  const FrameState state = run(world, 100, 8);
  return (state.bodies[0].orientation * Vec3::UnitZ()).z() > 0.9;
}

TEST(Vehicle, TipsOverSidewaysWhereItsTrackOverTwiceItsHeightIsLessThanItsFriction) {
  EXPECT_TRUE(stays_upright(0.6, 1.5));   // 1.25 > 0.8
  EXPECT_FALSE(stays_upright(1.2, 1.5));  // 0.625 < 0.8
}

double climbs(double degrees, bool rear_only) {
  SteeredCar car(0.6, 0.6);
  car.drive(2);
  if (!rear_only) car.drive(2, true);
  car.b.config.gravity = gravity_on_slope(degrees * kDegree);
  car.b.set_moving(Vec3(2, 0, 0));
  World world = car.b.build();
  world.set_control(car.throttle, 1);
  run(world, 149, 8);
  return run(world, 1, 8).bodies[0].linear_velocity.x();
}

TEST(Vehicle, ClimbsTheGradeThatFrictionAllowsAndNoMore) {
  // All wheels: tan = 0.6, 30.96 degrees. Rear drive, centre of mass in the middle and 0.6 m high:
  // tan = mu (a/L)/(1 - mu h/L) = 0.3/(1 - 0.144), 19.31 degrees.
  EXPECT_GT(climbs(30.0, false), 1.5);
  EXPECT_LT(climbs(32.0, false), 1.0);
  EXPECT_GT(climbs(18.3, true), 1.5);
  EXPECT_LT(climbs(20.3, true), 1.0);
}

TEST(Vehicle, MotorsDriveUpAGradeAtTheSpeedOfTheirLineAndRollBackBeyondTheirStall) {
  // Four motors whose torque falls from stall to 0 at 10 rad/s: v = r w_0 (1 - m g sin(grade) r / (4
  // T_stall)).
  constexpr double kStall = 250, kNoLoad = 10;
  TyreConfig tyre = car_tyre();
  tyre.longitudinal_stiffness = 1e6;  // hardly slips
  // The tread's force acts midway between the surfaces.
  const double radius = kWheelRadius - 0.5 * 1500 * kGravity / 4 / tyre.vertical_stiffness;
  for (const double part : {0.5, 0.95, 1.05}) {  // of the stalling grade
    RigidCar car(1.0, tyre);
    const ControlId throttle = car.b.control("throttle");
    for (const JointId axle : car.axles) {
      DriveConfig motor;
      motor.name = "motor" + std::to_string(index_of(axle));
      motor.joint = axle;
      motor.inputs = {{throttle, 1}};
      motor.mode = DriveMode::voltage;
      motor.torque_constant = 1;
      motor.supply_voltage = kNoLoad;
      motor.resistance = kNoLoad / kStall;
      motor.current_limit = 1e9;
      car.b.config.drives.push_back(motor);
    }
    const double sine = part * 4 * kStall / (radius * 1500 * kGravity);
    car.b.config.gravity = gravity_on_slope(std::asin(sine));
    World world = car.b.build();
    world.set_control(throttle, 1);
    const double speed = run(world, 500, 8).bodies[0].linear_velocity.x();
    EXPECT_NEAR(speed, radius * kNoLoad * (1 - part), 0.005 * radius * kNoLoad) << part;
  }
}

TEST(Vehicle, BrakingMovesLoadToTheFrontByHeightOverWheelbase) {
  RigidCar car(0.8, car_tyre(), 0.7);
  car.b.set_moving(Vec3(25, 0, 0));
  World world = car.b.build();
  world.set_control(car.brake_pedal, 1);
  const FrameState state = run(world, 50, 8);  // 2 s of the 3.2 that it slides
  const double height = (1420 * state.bodies[0].position.z() + 80 * state.bodies[1].position.z()) / 1500;
  const double moved = 1500 * 0.8 * kGravity * height / 2.5;
  const auto& w = state.wheels;
  EXPECT_NEAR(w[0].load + w[1].load, 0.5 * 1500 * kGravity + moved, 0.005 * 1500 * kGravity);
  EXPECT_NEAR(w[2].load + w[3].load, 0.5 * 1500 * kGravity - moved, 0.005 * 1500 * kGravity);
}

TEST(Vehicle, AntiRollBarHoldsTheDifferenceOfTwoSuspensionsByItsStiffness) {
  WorldBuilder b;
  for (const double y : {1.0, -1.0}) {
    const BodyId hub = b.body("hub", y > 0 ? 10 : 30, diagonal(1, 1, 1), Vec3(0, y, 0));
    AxisSpring strut;
    strut.stiffness = 2000;
    strut.damping = 300;
    b.joint(JointType::prismatic, kWorldBody, hub, Vec3(0, y, 0), Vec3::UnitZ()).axes[0].spring = strut;
  }
  CouplingConfig bar;
  bar.name = "bar";
  bar.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, -1}};
  bar.elastic = CouplingConfig::Elastic{5000, 0};
  b.config.couplings.push_back(bar);
  World world = b.build();
  const FrameState state = run(world, 250, 8);
  // k x1 + kb (x1 - x2) = -m1 g, k x2 - kb (x1 - x2) = -m2 g
  const double difference = 20 * kGravity / (2000 + 2 * 5000);
  const double sum = -40 * kGravity / 2000;
  EXPECT_NEAR(state.joints[0].position[0], 0.5 * (sum + difference), 1e-4);
  EXPECT_NEAR(state.joints[1].position[0], 0.5 * (sum - difference), 1e-4);
}

TEST(Vehicle, DamperResistsReboundMoreThanBump) {
  WorldBuilder b(0);
  const BodyId hub = b.body("hub", 10, diagonal(1, 1, 1), Vec3(0, 0, 0));
  AxisSpring damper;
  damper.damper_table = {{-1, -400}, {0, 0}, {1, 100}};
  b.joint(JointType::prismatic, kWorldBody, hub, Vec3(0, 0, 0), Vec3::UnitZ()).axes[0].spring = damper;
  for (const double speed : {1.0, -1.0}) {
    b.config.bodies[0].linear_velocity = Vec3(0, 0, speed);
    World world = b.build();
    const double left = run(world, 1, 40).bodies[0].linear_velocity.z();
    EXPECT_NEAR(left, speed * std::exp(-(speed > 0 ? 100.0 : 400.0) / 10 * 0.04), 0.002);
  }
}

TEST(Vehicle, LimitedSlipDifferentialMovesItsTorqueToTheSlowerWheel) {
  // Input, left and right on one axis; 40 N m of drag on the right, a clutch of 10 N m: the left accelerates,
  // and each side gets half the input's torque less or plus the clutch's.
  for (const double clutch : {0.0, 10.0}) {
    WorldBuilder b(0);
    for (const char* name : {"input", "left", "right"}) {
      const BodyId body = b.body(name, 1, diagonal(1, 1, 1), Vec3(0, 0, 0));
      b.joint(JointType::revolute, kWorldBody, body, Vec3(0, 0, 0), Vec3::UnitY());
    }
    b.config.joints[2].axes[0].friction.coulomb = 40;
    CouplingConfig differential;
    differential.name = "differential";
    differential.terms = {{JointId{0}, 0, 2}, {JointId{1}, 0, -1}, {JointId{2}, 0, -1}};
    if (clutch > 0) differential.lock = CouplingConfig::Lock{clutch, {}};
    b.config.couplings.push_back(differential);
    DriveConfig motor;
    motor.name = "motor";
    motor.joint = JointId{0};
    b.config.controls.push_back({"throttle", -1, 1, 1});
    motor.inputs = {{ControlId{0}, 1}};
    motor.mode = DriveMode::current;
    motor.supply_voltage = 1e4;
    motor.resistance = 0.01;
    motor.torque_constant = 1;
    motor.current_limit = 50;
    b.config.drives.push_back(motor);
    World world = b.build();
    const FrameState state = run(world, 25, 8);
    // Right held by its drag (25 + clutch < 40). Input turns half of left: 50 = a/2 + 2 (a + clutch).
    EXPECT_NEAR(state.joints[2].velocity[0], 0, 1e-6);
    EXPECT_NEAR(state.joints[1].velocity[0], (50 - 2 * clutch) / 2.5, 0.02 * 20);
  }
}

// Ground that turns up or down by 1 % along a line across the way: a wheel that touches both sides stands on
// one spring, so that its load stays what it is (a quarter of the car's weight).
TEST(Vehicle, CarriesItsWeightOnceWhereFacetsMeet) {
  constexpr double kLine = 1.65;  // m: 40 cm before the front wheels
  for (const double turn : {0.01, -0.01}) {
    RigidCar car(0.9);
    Heightfield field{5, 5, 4, {}};
    for (int row = 0; row < field.rows; ++row) {
      for (const double along : {0, 0, 0, 4, 8}) field.heights.push_back(turn * along);
    }
    ShapeConfig& ground = car.b.config.bodies.back().shapes[0];
    ground.geometry = field;
    ground.position = Vec3(kLine, 0, 0);
    car.b.set_moving(Vec3(0.3, 0, 0));
    World world = car.b.build();
    FrameState state = run(world, 25, 8);  // settled
    while (state.bodies[0].position.x() < kLine + 0.1 - 1.25) {
      world.begin_frame(8);
      for (int i = 0; i < 8; ++i) {
        world.substep();
        world.observe(state);
        for (const WheelReading& wheel : state.wheels) {
          ASSERT_NEAR(wheel.load, 1500 * kGravity / 4, 0.02 * 1500 * kGravity / 4) << turn;
        }
      }
    }
  }
}

/// Where a car is after 4 s of a slalom, faster than its tyres hold, and of coasting. The ground may be a
/// body fixed to what does not move.
Vec3 end_of_slalom(bool ground_is_fixed_by_a_joint) {
  TyreConfig tyre = car_tyre();
  tyre.rolling_resistance = 0.02;
  SteeredCar car(0.7, 0.5, 1.5, tyre);
  BodyConfig& ground = car.b.config.bodies.back();
  ground.shapes[0].geometry = Box{Vec3(200, 200, 1)};
  ground.position = Vec3(0, 0, -1);
  if (ground_is_fixed_by_a_joint) {
    ground.is_static = false;
    ground.mass_properties = {1e4, Vec3::Zero(), diagonal(1e4, 1e4, 1e4)};
    const BodyId slab{static_cast<std::uint32_t>(car.b.config.bodies.size() - 1)};
    const BodyId rock = car.b.body("rock", 1, Mat3::Identity(), Vec3(0, 0, -2));
    car.b.config.bodies.back().is_static = true;
    car.b.joint(JointType::fixed, rock, slab, Vec3(0, 0, -2));
  }
  car.drive(15);
  World world = car.b.build();
  world.set_control(car.throttle, 1);
  for (int frame = 0; frame < 75; ++frame) {
    world.set_control(car.wheel, frame % 30 < 15 ? 0.5 : -0.5);
    world.step_frame(8);
  }
  world.set_control(car.throttle, 0);
  return run(world, 25, 8).bodies[0].position;
}

// Tyres on what does not move are carried by the factor of the trees; on another body they are rows that are
// iterated. Only drives see other inertias, and are implicit by other parts: 0.6 mm, at a fifth of the
// substep 0.04 mm.
TEST(Vehicle, MovesAlikeWhetherTreesCarryItsTyresOrIterationsFindTheirForces) {
  const Vec3 carried = end_of_slalom(false);
  const Vec3 iterated = end_of_slalom(true);
  EXPECT_GT(carried.norm(), 20);
  EXPECT_LT((carried - iterated).norm(), 1e-3);
}

}  // namespace
}  // namespace drawbar::test
