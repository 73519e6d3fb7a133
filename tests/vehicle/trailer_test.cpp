// A car with a trailer: the path of the kinematic trailer (REFERENCES R5), reversing, coupling while it runs.
#include <gtest/gtest.h>

#include "physics/math/elementary.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

/// A bicycle of a car, its wheels in the middle plane so that it steers exactly, with a trailer: L1 = 2.5 m,
/// hitch 0.8 m behind the rear axle, L2 = 2 m. Kept upright by planar joints of light skids: the whole train
/// moves in the plane at the height of its wheels' axles.
struct Train {
  VehicleBuilder b;
  JointId hitch;
  ControlId couple;
  BodyId car, trailer;

  Train(double steer, double speed, double yaw = 0) {
    b.surface(0.9);
    TyreConfig tyre = car_tyre();
    tyre.lateral_stiffness = 2e6;  // stiff: the kinematic limit
    tyre.relaxation_length = 0.05;
    const double height = kWheelRadius - 200 * 9.81 / tyre.vertical_stiffness;
    car = b.body("car", 340, diagonal(60, 200, 200), Vec3(1.25, 0, height));
    hold_upright(car);
    b.add_wheel(car, Vec3(2.5, 0, height), tyre, steer);
    b.add_wheel(car, Vec3(0, 0, height), tyre);
    const Vec3 ball(-0.8, 0, height);
    const Quat turned = quaternion_exponential(Vec3(0, 0, yaw));
    const Vec3 axle = ball + turned * Vec3(-2, 0, 0);
    trailer = b.body("trailer", 160, diagonal(30, 60, 60), axle, turned);
    JointConfig& joint = b.joint(JointType::revolute, car, trailer, ball, Vec3::UnitZ());
    joint.axes[0].limit = AxisLimit{-60 * kDegree, 60 * kDegree, {}, 0, 0};
    hitch = JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)};
    b.add_wheel(trailer, axle, tyre, yaw);
    b.ground();
    couple = b.control("couple");
    b.config.hitches.push_back({"hitch", hitch, couple, 0.05});
    set_all_moving(speed, turned);
  }

  // A skid that slides on the world in the plane and lets its body turn and rise.
  void hold_upright(BodyId body) {
    const Vec3 at = b.config.bodies[index_of(body)].position;
    const BodyId skid = b.body("skid", 1, diagonal(1, 1, 1), at);
    JointConfig plane;
    plane.name = "plane" + std::to_string(b.config.joints.size());
    plane.type = JointType::planar;
    plane.child = skid;
    plane.position = plane.child_position = at;
    b.config.joints.push_back(plane);
    b.joint(JointType::prismatic, skid, body, at, Vec3::UnitZ());
  }

  void set_all_moving(double speed, const Quat& turned) {
    b.set_moving(Vec3(speed, 0, 0));
    const Vec3 along = turned * Vec3::UnitX();
    const Vec3 slow = along.dot(Vec3(speed, 0, 0)) * along;
    b.config.bodies[index_of(trailer)].linear_velocity = slow;
  }
};

/// Reference: th' = v tan d / L1 - v sin th / L2 + a v tan d cos th / (L1 L2), th positive turning in;
/// Runge-Kutta.
double hitch_angle(double th, double v, double steer, double seconds) {
  const double t = std::tan(steer);
  const auto rate = [&](double x) {
    return v * t / 2.5 - v * std::sin(x) / 2 + 0.8 * v * t * std::cos(x) / (2.5 * 2);
  };
  const double h = 1e-3;
  for (int i = 0; i < static_cast<int>(std::lround(seconds / h)); ++i) {
    const double a = rate(th), b = rate(th + 0.5 * h * a), c = rate(th + 0.5 * h * b), d = rate(th + h * c);
    th += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return th;
}

TEST(Trailer, FollowsTheKinematicTrailerInABend) {
  Train train(10 * kDegree, 1);
  World world = train.b.build();
  double before = 0;
  for (const double seconds : {0.52, 1.0, 2.0, 5.0, 10.0}) {
    const FrameState state = run(world, static_cast<int>(std::lround((seconds - before) / 0.04)), 8);
    before = seconds;
    // The car turns left of the trailer: the joint turns right. Nothing drives, so that it has slowed a
    // little.
    const double found = -state.joints[index_of(train.hitch)].position[0];
    EXPECT_NEAR(found / kDegree, hitch_angle(0, 1, 10 * kDegree, seconds) / kDegree, 0.35) << seconds;
  }
}

TEST(Trailer, ReversingStraightDivergesAtSpeedOverItsLength) {
  const double start = 0.5 * kDegree;
  Train train(0, -1, start);
  World world = train.b.build();
  const double early = std::fabs(run(world, 25, 8).joints[index_of(train.hitch)].position[0] + start);
  const double late = std::fabs(run(world, 50, 8).joints[index_of(train.hitch)].position[0] + start);
  // The joint counts from the initial angle.
  EXPECT_NEAR(std::log(late / early) / 2, 1.0 / 2, 0.03);
}

TEST(Trailer, JackKnifesToItsStopAndNoFurther) {
  Train train(0, -2, 3 * kDegree);
  World world = train.b.build();
  const FrameState state = run(world, 150, 8);
  EXPECT_LT(std::fabs(state.joints[index_of(train.hitch)].position[0]), 60.01 * kDegree);
  EXPECT_GT(std::fabs(state.joints[index_of(train.hitch)].position[0]), 30 * kDegree);
}

TEST(Trailer, IsLeftBehindWhenItsHitchOpensAndTakenAlongWhenItCloses) {
  Train train(0, 0);
  train.b.config.bodies[index_of(train.car)].linear_velocity = Vec3::Zero();
  World world = train.b.build();
  run(world, 25, 8);
  world.set_control(train.couple, -1);
  FrameState state = run(world, 25, 8);
  EXPECT_TRUE(state.joints[index_of(train.hitch)].broken);
  // Left alone it stands within reach, and is taken again without a jerk.
  world.set_control(train.couple, 1);
  double fastest = 0;
  for (int i = 0; i < 50; ++i) {
    world.step_frame(8);
    world.observe(state);
    fastest = std::max(fastest, state.bodies[index_of(train.trailer)].linear_velocity.norm());
  }
  EXPECT_FALSE(state.joints[index_of(train.hitch)].broken);
  EXPECT_LT(fastest, 0.6);
  EXPECT_LT(state.joints[index_of(train.hitch)].error, 0.06);
  world.reset_error_peaks();
  EXPECT_LT(run(world, 25, 8).joints[index_of(train.hitch)].error, 1e-4);
}

TEST(Trailer, DoesNotCloseOutOfReach) {
  Train train(0, 1);
  const ControlId park = train.b.control("park");
  train.b.brake(train.b.config.wheels.back().joint, park, 500);
  World world = train.b.build();
  world.set_control(train.couple, -1);
  world.set_control(park, 1);
  run(world, 50, 8);  // the car rolls away from the trailer
  world.set_control(train.couple, 1);
  EXPECT_TRUE(run(world, 25, 8).joints[index_of(train.hitch)].broken);
}

/// A trailer at rest beside its hitch, which its control opens and closes: gap (m) along x, turned by `angle`
/// (rad) against limits of 0.5 rad.
struct LooseTrailer {
  WorldBuilder b{0};

  LooseTrailer() {
    // `place` moves all that joints connect, open ones, too, but for what stands.
    const BodyId car = b.body("car", 100, diagonal(10, 10, 10), Vec3::Zero());
    b.config.bodies.back().is_static = true;
    const BodyId trailer = b.body("trailer", 50, diagonal(5, 5, 5), Vec3(-1, 0, 0));
    b.joint(JointType::revolute, car, trailer, Vec3(-0.5, 0, 0), Vec3::UnitZ()).axes[0].limit =
        AxisLimit{-0.5, 0.5, std::nullopt, 0, 0};
    b.config.controls.push_back({"couple", -1, 1, 0});
    b.config.hitches.push_back({"hitch", JointId{0}, ControlId{0}, 0.1});
  }

  // Opened, the trailer put elsewhere, and told `command` for a frame: whether it is closed then.
  bool closes(double gap, double angle, double command) const {
    World world = b.build();
    world.set_control(ControlId{0}, -1);
    EXPECT_FALSE(run(world, 1, 8).hitches[0].closed);
    world.set_control(ControlId{0}, 0);
    Effect place;
    place.id = EffectId{1};
    place.type = EffectType::place;
    place.target = {TargetKind::body, 1, 0};
    // Turned about the hitch's point.
    const SinCos turn = sin_cos(angle);
    place.parameters = {-0.5 - gap - 0.5 * turn.cos, -0.5 * turn.sin, 0, 0, 0, angle};
    EXPECT_TRUE(world.begin_effect(place));
    world.set_control(ControlId{0}, command);
    return run(world, 1, 8).hitches[0].closed;
  }
};

TEST(Hitch, ClosesWithinItsReachAndTheJointsLimitsAlone) {
  const LooseTrailer trailer;
  EXPECT_TRUE(trailer.closes(0, 0, 1));
  EXPECT_TRUE(trailer.closes(0.099, 0, 1));
  EXPECT_FALSE(trailer.closes(0.101, 0, 1));
  EXPECT_TRUE(trailer.closes(0, 0.49, 1));
  EXPECT_FALSE(trailer.closes(0, 0.51, 1));
  EXPECT_TRUE(trailer.closes(0, -0.49, 1));
  EXPECT_FALSE(trailer.closes(0, -0.51, 1));
}

TEST(Hitch, TakesHalfACommandForNone) {
  const LooseTrailer trailer;
  EXPECT_FALSE(trailer.closes(0, 0, 0.5));
  EXPECT_TRUE(trailer.closes(0, 0, 0.51));
  for (const double command : {-0.51, -0.5, 0.0}) {
    World world = trailer.b.build();
    world.set_control(ControlId{0}, command);
    EXPECT_EQ(run(world, 1, 8).hitches[0].closed, command > -0.51) << command;
  }
}

TEST(Hitch, DrawsTheGapInWithItsTimeConstant) {
  for (const int substeps : {8, 80}) {
    LooseTrailer trailer;
    World world = trailer.b.build();
    world.set_control(ControlId{0}, -1);
    run(world, 1, substeps);
    Effect place;
    place.id = EffectId{1};
    place.type = EffectType::place;
    place.target = {TargetKind::body, 1, 0};
    place.parameters = {-1.08, 0, 0};
    ASSERT_TRUE(world.begin_effect(place));
    world.set_control(ControlId{0}, 1);
    const FrameState state = run(world, 5, substeps);  // 0.2 s, two time constants
    const double gap = state.bodies[0].position.x() - 0.5 - (state.bodies[1].position.x() + 0.5);
    // Of first order: the implicit step lags by h, and the frame of closing by one more.
    const double exact = 0.08 * std::exp(-2.0), h = 0.04 / substeps;
    EXPECT_NEAR(gap, exact, 1.1 * exact * 2 * h / 0.1);
  }
}

// Boxes of 100 and 50 kg in space, 0.2 m apart: the one that came off is pushed against the other by 75 N,
// and from then on both have all of that push's momentum.
TEST(Hitch, WhatCameOffTouchesWhatItWasCoupledTo) {
  LooseTrailer trailer;
  trailer.b.config.bodies[0].is_static = false;
  for (const BodyId body : {BodyId{0}, BodyId{1}}) trailer.b.shape(body, Box{Vec3(0.4, 0.4, 0.4)});
  World world = trailer.b.build();
  world.set_control(ControlId{0}, -1);
  ASSERT_FALSE(run(world, 1, 8).hitches[0].closed);
  Effect push;
  push.id = EffectId{1};
  push.type = EffectType::force;
  push.target = {TargetKind::body, 1, 0};
  push.parameters = {75, 0, 0};
  ASSERT_TRUE(world.begin_effect(push));
  EXPECT_NEAR(run(world, 10, 8).bodies[1].linear_velocity.x(), 75 * 0.4 / 50, 1e-9) << "nothing holds it";
  const FrameState state = run(world, 15, 8);  // 1 s; they met after 0.52 s
  for (const BodyReading& body : state.bodies) EXPECT_NEAR(body.linear_velocity.x(), 75.0 / 150, 1e-9);
  const double apart = state.bodies[0].position.x() - state.bodies[1].position.x();
  EXPECT_NEAR(apart, 0.4 + 0.4, 1e-6) << "pressed in by less than a micrometre";
}

TEST(Hitch, ThatAMalfunctionOpensStaysOpenUntilItIsOver) {
  const LooseTrailer trailer;
  World world = trailer.b.build();
  Effect uncouple;
  uncouple.id = EffectId{1};
  uncouple.type = EffectType::uncouple;
  uncouple.target = {TargetKind::hitch, 0, 0};
  ASSERT_TRUE(world.begin_effect(uncouple));
  EXPECT_FALSE(run(world, 1, 8).hitches[0].closed);
  world.set_control(ControlId{0}, 1);
  EXPECT_FALSE(run(world, 3, 8).hitches[0].closed);
  EXPECT_TRUE(world.clear_effect(EffectId{1}));
  EXPECT_TRUE(run(world, 1, 8).hitches[0].closed);
}

}  // namespace
}  // namespace drawbar::test
