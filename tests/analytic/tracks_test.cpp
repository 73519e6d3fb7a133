// Moving surfaces and tracks against closed-form answers (REFERENCES R5).
#include <gtest/gtest.h>

#include "physics/math/elementary.h"
#include "tests/support/tracked_robot.h"

namespace drawbar::test {
namespace {

constexpr double kStandardGravity = 9.81;

BodyId add_conveyor(WorldBuilder& b, const BeltConfig& belt) {
  BodyConfig body;
  body.name = "conveyor";
  body.is_static = true;
  ShapeConfig shape;
  shape.geometry = Box{Vec3(20, 1, 0.1)};
  shape.belt = belt;
  body.shapes.push_back(shape);
  b.config.bodies.push_back(body);
  return BodyId{static_cast<std::uint32_t>(b.config.bodies.size() - 1)};
}

BodyId add_crate(WorldBuilder& b, double mass, double x) {
  const BodyId crate = b.body("crate", mass, mass * diagonal(0.01, 0.01, 0.01), Vec3(x, 0, 0.2));
  b.shape(crate, Box{Vec3(0.2, 0.2, 0.1)});
  return crate;
}

TEST(MovingSurfaces, CrateOnABeltGainsMuGUntilItRunsWithTheBelt) {
  WorldBuilder b;
  b.surface(0.4);
  const BodyId crate = add_crate(b, 10, 0);
  BeltConfig belt;
  belt.speed = 2;  // axis y: the top runs towards +x
  add_conveyor(b, belt);
  World world = b.build();
  FrameState state = run(world, 10, 8);
  EXPECT_NEAR(state.bodies[index_of(crate)].linear_velocity.x(), 0.4 * kStandardGravity * 0.4, 0.01);
  state = run(world, 40, 8);
  EXPECT_NEAR(state.bodies[index_of(crate)].linear_velocity.x(), 2, 1e-6);
  EXPECT_NEAR(state.bodies[index_of(crate)].position.x(), 2 * (2.0 - 0.5 * 2 / (0.4 * kStandardGravity)),
              0.01);
}

// What the crate gains the drum loses, through the belt.
TEST(MovingSurfaces, BeltSharesMomentumWithItsDrum) {
  constexpr double kInertia = 0.5, kRadius = 0.25, kMass = 10, kRate = 8;
  WorldBuilder b;
  b.surface(0.4);
  const BodyId crate = add_crate(b, kMass, 0);
  const BodyId drum = b.body("drum", 5, diagonal(kInertia, kInertia, kInertia), Vec3(-20, 0, 0));
  b.config.bodies[index_of(drum)].angular_velocity = Vec3(0, kRate, 0);
  b.joint(JointType::revolute, kWorldBody, drum, Vec3(-20, 0, 0));
  BeltConfig belt;
  belt.joint = JointId{0};
  belt.radius = kRadius;
  add_conveyor(b, belt);
  World world = b.build();
  const FrameState state = run(world, 50, 8);
  const double heavy = kInertia / (kRadius * kRadius);
  const double common = kRate * kRadius * heavy / (kMass + heavy);
  EXPECT_NEAR(state.bodies[index_of(crate)].linear_velocity.x(), common, 1e-4);
  EXPECT_NEAR(state.joints[0].velocity[0] * kRadius, common, 1e-4);
}

// Between the angles of sliding and of static friction a block rests where it lies and slides on once it
// moves.
TEST(Surfaces, StaticFrictionHoldsWhatLiesAndLetsGoWhatSlides) {
  const SinCos slope = sin_cos(25 * kPi / 180);
  for (const double start : {0.0, 0.5}) {
    WorldBuilder b;
    b.config.gravity = kStandardGravity * Vec3(slope.sin, 0, -slope.cos);
    b.surface(0.4);
    b.config.surface_pairs[0].static_friction = 0.5;
    const BodyId crate = add_crate(b, 10, 0);
    b.config.bodies[index_of(crate)].position.z() = 0.1;
    b.config.bodies[index_of(crate)].linear_velocity.x() = start;
    b.ground();
    World world = b.build();
    const FrameState state = run(world, 50, 8);
    const double v = state.bodies[index_of(crate)].linear_velocity.x();
    EXPECT_NEAR(v, start > 0 ? start + 2 * kStandardGravity * (slope.sin - 0.4 * slope.cos) : 0, 0.02);
  }
}

TEST(Surfaces, GivingWayCarriesTheWeightAtItsDepth) {
  WorldBuilder b;
  b.surface(0.5);
  b.config.surface_pairs[0].stiffness = 5e4;
  b.config.surface_pairs[0].damping = 2e3;
  const BodyId crate = add_crate(b, 10, 0);
  b.ground();
  World world = b.build();
  const FrameState state = run(world, 100, 8);
  EXPECT_NEAR(state.bodies[index_of(crate)].position.z(), 0.1 - 10 * kStandardGravity / (4 * 5e4), 1e-6);
  EXPECT_LT(state.bodies[index_of(crate)].linear_velocity.norm(), 1e-6);
}

TEST(Questions, AreAskedOfABodyWhereItIsWhereverItsMassHasItsCentre) {
  WorldBuilder b(0);
  const BodyId ball =
      b.body("ball", 1, diagonal(1, 1, 1), Vec3(2, 3, 0), quaternion_exponential(Vec3(0, 0, 0.5)));
  b.shape(ball, Sphere{0.5});
  b.config.bodies[0].mass_properties.center_of_mass = Vec3(0.25, 0.125, 0);
  const World world = b.build();
  const auto hit = world.cast(Vec3(2, -3, 0), Vec3::UnitY(), 10);
  ASSERT_TRUE(hit.has_value());
  EXPECT_NEAR(hit->distance, 5.5, 1e-12);
}

TEST(Questions, AreAskedOfTheWorldAsItStands) {
  WorldBuilder b;
  b.surface(0.5);
  const BodyId crate = add_crate(b, 10, 3);
  b.ground();
  World world = b.build();
  run(world, 25, 8);
  const auto down = world.cast(Vec3(3, 0, 5), -Vec3::UnitZ(), 10);
  ASSERT_TRUE(down.has_value());
  EXPECT_EQ(down->body, index_of(crate));
  EXPECT_NEAR(down->distance, 4.8, 1e-4);
  const auto past = world.cast(Vec3(3, 0, 5), -Vec3::UnitZ(), 10, 0, 0xFFFFFFFF, crate);
  ASSERT_TRUE(past.has_value());
  EXPECT_NEAR(past->distance, 5, 1e-9);
  std::vector<std::uint32_t> touched;
  world.find_overlaps(Sphere{0.3}, {Vec3(3, 0, 0.2), Quat::Identity()}, touched);
  EXPECT_EQ(touched, (std::vector<std::uint32_t>{0, 1}));
}

TEST(BeltPaths, RunsAreCommonTangentsWhicheverWayTheWheelsAreListed) {
  const std::vector<BeltWheel> wheels{
      {Vec3(-1, 0, 0.5), 0.2}, {Vec3(-0.5, 3, 0.1), 0.1}, {Vec3(0.5, 0, 0.1), 0.1}, {Vec3(1, 0, 0.5), 0.3}};
  const std::vector<BeltWheel> backwards(wheels.rbegin(), wheels.rend());
  for (const auto& list : {wheels, backwards}) {
    const BeltPath path = belt_path(list, Vec3::UnitY());
    ASSERT_EQ(path.error, BeltError::none);
    ASSERT_EQ(path.runs.size(), 4u);
    for (const BeltRun& run : path.runs) {
      Vec3 way = run.end - run.begin;
      way.y() = 0;
      EXPECT_NEAR(way.dot(run.normal), 0, 1e-12);
      EXPECT_NEAR(run.normal.norm(), 1, 1e-12);
      EXPECT_NEAR((run.begin - list[run.from].center).norm(), list[run.from].radius, 1e-12);
      EXPECT_GT(Vec3::UnitY().cross(run.normal).dot(way), 0);  // the belt turns about +axis
    }
  }
}

TEST(BeltPaths, WheelsThatHoldNoBeltAreTold) {
  const BeltWheel left{Vec3(-1, 0, 0), 0.2}, right{Vec3(1, 0, 0), 0.2};
  EXPECT_EQ(belt_path({left}, Vec3::UnitY()).error, BeltError::too_few_wheels);
  EXPECT_EQ(belt_path({left, {Vec3(-1, 0, 0.1), 0.5}}, Vec3::UnitY()).error, BeltError::wheel_in_wheel);
  EXPECT_EQ(belt_path({left, right, {Vec3(0, 0, 0.1), 0.05}, {Vec3(0, 0, -1), 0.05}}, Vec3::UnitY()).error,
            BeltError::not_round);
}

// T = r m g (sin + f cos) / 2 on each sprocket, the motor's line gives the speed (vehicles.json).
TEST(Tracks, SpeedOnAGradeIsThatOfTheMotorsLine) {
  const std::array<std::pair<double, double>, 4> published{
      {{0, 1.772516438179144}, {10, 1.5638698049020798}, {20, 1.3637648591524472}, {30, 1.1782816884488607}}};
  for (const auto& [degrees, speed] : published) {
    SCOPED_TRACE(degrees);
    const SinCos slope = sin_cos(degrees * kPi / 180);
    WorldBuilder b;
    b.config.gravity = kStandardGravity * Vec3(-slope.sin, 0, -slope.cos);
    b.surface(0.9);
    b.config.surface_pairs[0].rolling_friction = 0.06 * TrackedRobot::kSprocketRadius;
    const TrackedRobot robot = add_tracked_robot(b);
    add_motors(b, robot);
    b.ground();
    World world = b.build();
    world.set_control(ControlId{0}, 1);
    world.set_control(ControlId{1}, 1);
    const FrameState state = run(world, 100, 8);
    const double v = state.bodies[index_of(robot.hull)].linear_velocity.x();
    EXPECT_NEAR(v, speed, 1e-4 * speed);
    for (const JointReading& joint : state.joints) {
      EXPECT_NEAR(joint.velocity[0] * TrackedRobot::kSprocketRadius, v, 1e-6);
    }
    // Straight, and on its belts alone.
    EXPECT_NEAR(state.bodies[index_of(robot.hull)].position.y(), 0, 1e-3);
    EXPECT_NEAR(state.bodies[index_of(robot.hull)].position.z(), 0.2, 1e-4);
  }
}

// Rubber that gives way a fifth of a millimetre under the robot: the load is even along the belts.
void give_way(WorldBuilder& b) {
  b.config.surface_pairs[0].stiffness = 1.5e5;
  b.config.surface_pairs[0].damping = 1.5e3;
}

// Belts that run free carry no force along themselves: what brakes the turn is sideways friction alone,
// mu W L / 4 for a load that is even along the belts (Wong, Theory of Ground Vehicles).
TEST(Tracks, TurningResistanceOfFreeBeltsIsAQuarterOfMuWL) {
  constexpr double kFriction = 0.5, kTime = 0.2, kYaw = 2;
  WorldBuilder b;
  b.surface(kFriction);
  give_way(b);
  const TrackedRobot robot = add_tracked_robot(b, 0, 0.02);
  b.ground();
  const double offset = b.config.bodies[0].mass_properties.center_of_mass.x();
  const double arm = 0.4 * 0.4 + 0.25 * TrackedRobot::kGauge * TrackedRobot::kGauge;
  const double hull_mass = TrackedRobot::kMass - 2 * TrackedRobot::kSprocketMass;
  // The belts, slowing down with the hull, pull it on.
  const double belts = 2 * 0.02 * std::pow(0.5 * TrackedRobot::kGauge / TrackedRobot::kSprocketRadius, 2);
  const double inertia = TrackedRobot::kYawInertia + hull_mass * offset * offset +
                         2 * (0.02 + TrackedRobot::kSprocketMass * arm) + belts;
  // Rigid rotation about the middle.
  for (BodyConfig& body : b.config.bodies) {
    if (body.is_static) continue;
    body.angular_velocity = Vec3(0, 0, kYaw);
    body.linear_velocity = Vec3(0, 0, kYaw).cross(body.position);
  }
  World world = b.build();
  run(world, 1, 8);  // the belts take up their speeds
  FrameState state = world.make_frame_state();
  world.observe(state);
  const double before = state.bodies[index_of(robot.hull)].angular_velocity.z();
  state = run(world, static_cast<int>(kTime / 0.04), 8);
  const double lost = before - state.bodies[index_of(robot.hull)].angular_velocity.z();
  const double moment = kFriction * TrackedRobot::kMass * kStandardGravity * TrackedRobot::kLength / 4;
  EXPECT_NEAR(lost * inertia / kTime, moment, 0.02 * moment);
}

// Slow turn on the spot: every piece of belt slides, and the moments of Coulomb friction balance. With s the
// belts' slip along themselves and w the yaw rate, integral of (B/2 s - w x^2) / |(s, w x)| over a belt = 0.
double yaw_rate_on_the_spot(double belt_speed) {
  double low = 0, high = 2 * belt_speed / TrackedRobot::kGauge;
  for (int i = 0; i < 60; ++i) {
    const double w = 0.5 * (low + high);
    const double s = belt_speed - 0.5 * w * TrackedRobot::kGauge;
    double moment = 0;
    constexpr int kPieces = 2000;
    for (int k = 0; k < kPieces; ++k) {
      const double x = ((k + 0.5) / kPieces - 0.5) * TrackedRobot::kLength;
      moment += (0.5 * TrackedRobot::kGauge * s - w * x * x) / std::hypot(s, w * x);
    }
    (moment > 0 ? low : high) = w;
  }
  return low;
}

TEST(Tracks, TurnOnTheSpotHasTheYawRateOfIsotropicCoulombFriction) {
  WorldBuilder b;
  b.surface(0.5);
  give_way(b);
  const TrackedRobot robot = add_tracked_robot(b, 0, 0.02);
  add_motors(b, robot);
  b.ground();
  World world = b.build();
  world.set_control(ControlId{0}, -0.4);
  world.set_control(ControlId{1}, 0.4);
  const FrameState state = run(world, 100, 8);
  const double belt = state.joints[1].velocity[0] * TrackedRobot::kSprocketRadius;
  const double yaw = state.bodies[index_of(robot.hull)].angular_velocity.z();
  EXPECT_NEAR(state.joints[0].velocity[0] * TrackedRobot::kSprocketRadius, -belt, 1e-3);
  EXPECT_LT(yaw, 0.9 * 2 * belt / TrackedRobot::kGauge);  // well below the kinematic one
  EXPECT_NEAR(yaw, yaw_rate_on_the_spot(belt), 0.03 * yaw);
  // It stays where it turns.
  EXPECT_LT(state.bodies[index_of(robot.hull)].position.head<2>().norm(), 0.05);
}

TEST(Tracks, BrakesHoldOnASlopeWithoutCreep) {
  const SinCos slope = sin_cos(25 * kPi / 180);
  WorldBuilder b;
  b.config.gravity = kStandardGravity * Vec3(-slope.sin, 0, -slope.cos);
  b.surface(0.8);
  const TrackedRobot robot = add_tracked_robot(b);
  add_motors(b, robot);
  b.ground();
  World world = b.build();
  FrameState state = run(world, 50, 8);
  const Vec3 rest = state.bodies[index_of(robot.hull)].position;
  state = run(world, 500, 8);
  EXPECT_LT((state.bodies[index_of(robot.hull)].position - rest).norm(), 1e-6);
  EXPECT_LT(state.bodies[index_of(robot.hull)].linear_velocity.norm(), 1e-6);
}

BodyId add_block(WorldBuilder& b, double from, double to, double top) {
  BodyConfig body;
  body.name = "block" + std::to_string(b.config.bodies.size());
  body.is_static = true;
  body.position = Vec3(0.5 * (from + to), 0, top - 0.5);
  b.config.bodies.push_back(body);
  const BodyId id{static_cast<std::uint32_t>(b.config.bodies.size() - 1)};
  b.shape(id, Box{Vec3(0.5 * (to - from), 2, 0.5)});
  return id;
}

// Drives at half speed and returns where the hull is after `seconds`.
BodyReading driven(WorldBuilder& b, double seconds) {
  b.surface(0.8);
  const TrackedRobot robot = add_tracked_robot(b, -1);
  add_motors(b, robot);
  World world = b.build();
  world.set_control(ControlId{0}, 0.5);
  world.set_control(ControlId{1}, 0.5);
  const FrameState state = run(world, static_cast<int>(std::lround(seconds / 0.04)), 8);
  return state.bodies[index_of(robot.hull)];
}

// Past 1.5 m and on its belts there, on ground of that height; level, whichever way an edge turned it.
void expect_across(const BodyReading& hull, double ground) {
  EXPECT_GT(hull.position.x(), 1.5);
  EXPECT_NEAR(hull.position.z(), ground + 0.2, 2e-3);
  EXPECT_GT((hull.orientation * Vec3::UnitZ()).z(), 0.999);
}

TEST(Tracks, ClimbAStepHigherThanTheRoadWheels) {
  WorldBuilder b;
  add_block(b, -10, 0, 0);
  add_block(b, 0, 10, 0.13);
  expect_across(driven(b, 8), 0.13);
}

TEST(Tracks, CrossADitchShorterThanHalfTheirLength) {
  WorldBuilder b;
  add_block(b, -10, 0, 0);
  add_block(b, 0.28, 10, 0);
  expect_across(driven(b, 4), 0);
}

TEST(Tracks, DoNotClimbAWall) {
  WorldBuilder b;
  add_block(b, -10, 0, 0);
  add_block(b, 0, 10, 1);
  EXPECT_LT(driven(b, 4).position.x(), 0);
}

}  // namespace
}  // namespace drawbar::test
