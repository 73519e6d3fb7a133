// What is read of joints and of energy, found again from the poses and velocities of the bodies alone.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

const Quat kJointAxes = quaternion_exponential(Vec3(0.4, -0.7, 0.3));
const Vec3 kJointPlace(0.3, 0.1, 0.2);

/// A body that tumbles freely in space and another on a joint of it.
WorldBuilder two_bodies(JointType type) {
  WorldBuilder b(0);
  b.config.period = 0.004;
  const BodyId parent = b.body("parent", 2, diagonal(1, 1.2, 1.5), Vec3(0, 0, 0));
  const BodyId child = b.body("child", 1, diagonal(0.5, 0.4, 0.6), Vec3(0.7, 0.4, 0.1));
  JointConfig& joint = b.joint(type, parent, child, kJointPlace);
  joint.frame = kJointAxes.toRotationMatrix();
  if (type == JointType::distance) joint.child_position = Vec3(0.6, 0.5, 0.3);
  if (type == JointType::guided) joint.guide = {{-1, -0.2, 0.1, 0, 0, 0}, {1, 0.2, -0.1, 0, 0, 0}};
  b.config.bodies[0].linear_velocity = Vec3(0.3, -0.2, 0.1);
  b.config.bodies[0].angular_velocity = Vec3(0.4, -0.9, 0.6);
  b.config.bodies[1].linear_velocity = Vec3(-0.5, 0.8, 0.4);
  b.config.bodies[1].angular_velocity = Vec3(-1.5, 0.7, -1.1);
  return b;
}

/// The child's joint frame and anchor as seen from the parent's.
struct Seen {
  Mat3 rotation;
  Vec3 gap;
};
Seen seen(const WorldConfig& config, const FrameState& state) {
  const auto anchor = [&](std::size_t body, const Vec3& place) {
    return Vec3(state.bodies[body].position +
                state.bodies[body].orientation * (place - config.bodies[body].position));
  };
  const JointConfig& joint = config.joints[0];
  const Mat3 parent = state.bodies[0].orientation.toRotationMatrix() * joint.frame;
  const Mat3 child = state.bodies[1].orientation.toRotationMatrix() * joint.frame;
  return {parent.transpose() * child,
          parent.transpose() * (anchor(1, joint.child_position) - anchor(0, joint.position))};
}

std::vector<double> coordinates(JointType type, const Seen& s) {
  const Mat3& r = s.rotation;
  switch (type) {
    case JointType::revolute:
      return {std::atan2(r(2, 1), r(1, 1))};
    case JointType::prismatic:
    case JointType::guided:
      return {s.gap.x()};
    case JointType::cylindrical:
      return {s.gap.x(), std::atan2(r(2, 1), r(1, 1))};
    case JointType::universal:
      return {std::atan2(r(2, 1), r(1, 1)), std::atan2(r(0, 2), r(0, 0))};
    case JointType::spherical:  // R0(a) R1(b) R2(c)
      return {std::atan2(-r(1, 2), r(2, 2)), std::asin(r(0, 2)), std::atan2(-r(0, 1), r(0, 0))};
    case JointType::planar:
      return {s.gap.x(), s.gap.y(), std::atan2(r(1, 0), r(0, 0))};
    case JointType::distance:
      return {s.gap.norm() - Vec3(0.3, 0.4, 0.1).norm()};
    default:
      return {};
  }
}

/// Of what the joint does not leave free: m, and rad where it is small.
struct Violation {
  double translation = 0;
  double rotation = 0;
};
Violation violation(JointType type, const Seen& s) {
  const Mat3& r = s.rotation;
  const double turned = 2 * Quat(r).vec().norm();
  const double off_axis0 = std::hypot(r(1, 0), r(2, 0)), off_axis2 = std::hypot(r(0, 2), r(1, 2));
  switch (type) {
    case JointType::fixed:
      return {s.gap.norm(), turned};
    case JointType::revolute:
      return {s.gap.norm(), off_axis0};
    case JointType::prismatic:
      return {std::hypot(s.gap.y(), s.gap.z()), turned};
    case JointType::guided:
      return {std::hypot(s.gap.y() - 0.2 * s.gap.x(), s.gap.z() + 0.1 * s.gap.x()), turned};
    case JointType::cylindrical:
      return {std::hypot(s.gap.y(), s.gap.z()), off_axis0};
    case JointType::universal:
      return {s.gap.norm(), std::fabs(r(0, 1))};
    case JointType::spherical:
      return {s.gap.norm(), 0};
    case JointType::planar:
      return {std::fabs(s.gap.z()), off_axis2};
    case JointType::distance:
      return {std::fabs(s.gap.norm() - Vec3(0.3, 0.4, 0.1).norm()), 0};
    default:
      return {};
  }
}

constexpr JointType kJointTypes[] = {JointType::fixed,       JointType::revolute,  JointType::prismatic,
                                     JointType::cylindrical, JointType::universal, JointType::spherical,
                                     JointType::planar,      JointType::distance,  JointType::guided};

TEST(JointReadings, AreTheCoordinatesOfTheBodiesPosesAndTheirRates) {
  for (const JointType type : kJointTypes) {
    const int which = static_cast<int>(type);
    World world = two_bodies(type).build();
    std::vector<FrameState> course{run(world, 0, 2)};
    for (int frame = 0; frame < 60; ++frame) course.push_back(run(world, 1, 2));
    double moved = 0;
    for (std::size_t f = 0; f < course.size(); ++f) {
      const JointReading& reading = course[f].joints[0];
      const std::vector<double> expected = coordinates(type, seen(world.config(), course[f]));
      ASSERT_EQ(expected.size(), static_cast<std::size_t>(free_axis_count(type)));
      for (std::size_t k = 0; k < kMaxFreeAxes; ++k) {
        if (k >= expected.size()) {
          EXPECT_EQ(reading.position[k], 0) << which << ' ' << k;
          EXPECT_EQ(reading.velocity[k], 0) << which << ' ' << k;
          continue;
        }
        EXPECT_NEAR(reading.position[k], expected[k], 1e-9) << which << ' ' << k << ' ' << f;
        moved = std::max(moved, std::fabs(expected[k]));
        if (f == 0 || f + 1 == course.size()) continue;
        const double rate =
            (course[f + 1].joints[0].position[k] - course[f - 1].joints[0].position[k]) / 0.008;
        EXPECT_NEAR(reading.velocity[k], rate, 3e-4) << which << ' ' << k << ' ' << f;
      }
    }
    if (type != JointType::fixed && type != JointType::distance) {
      EXPECT_GT(moved, 0.02) << which;
    }
  }
}

// By the plain formulation at coarse steps, which leaves errors behind.
TEST(JointReadings, ShowTheLargestErrorSinceTheLastReset) {
  for (const JointType type : kJointTypes) {
    const int which = static_cast<int>(type);
    if (type == JointType::guided) continue;  // not of that formulation
    WorldBuilder b = two_bodies(type).formulation(Formulation::sequential_impulses_plain);
    b.config.period = 0.04;
    World world = b.build();
    double worst = 0, worst_angle = 0, largest = 0;
    for (int frame = 0; frame < 12; ++frame) {
      if (frame == 6) {
        world.reset_error_peaks();
        const FrameState now = run(world, 0, 1);
        // The frame that comes begins with these.
        const Violation begins = violation(type, seen(world.config(), now));
        worst = begins.translation;
        worst_angle = begins.rotation;
        EXPECT_EQ(now.joints[0].error, 0) << which;
        EXPECT_EQ(now.joints[0].angle_error, 0) << which;
      }
      const FrameState state = run(world, 1, 1);
      const Violation off = violation(type, seen(world.config(), state));
      worst = std::max(worst, off.translation);
      worst_angle = std::max(worst_angle, off.rotation);
      EXPECT_NEAR(state.joints[0].error, worst, 1e-6 * worst + 1e-12) << which << ' ' << frame;
      EXPECT_NEAR(state.joints[0].angle_error, worst_angle, 1e-4 * worst_angle + 1e-12)
          << which << ' ' << frame;
      largest = std::max({largest, worst, worst_angle});
    }
    EXPECT_GT(largest, 1e-6) << which;
  }
}

/// Bodies whose mass is beside their origin, with everything that has energy. By name where it is used.
WorldBuilder everything_with_energy() {
  WorldBuilder b;
  for (const double x : {0.0, 2.0, 4.0, 6.0}) {
    b.body("body", 1.5 + x, diagonal(0.5, 0.4, 0.6), Vec3(x, 1, 0.5),
           quaternion_exponential(Vec3(0.2, 0.1 * x, -0.3)));
    b.config.bodies.back().mass_properties.center_of_mass = Vec3(0.1, -0.2, 0.05);
    b.config.bodies.back().angular_velocity = Vec3(0, 0.3, 0);
  }
  b.config.gravity = Vec3(0.5, -1, -9.81);
  JointConfig& hinge = b.joint(JointType::revolute, kWorldBody, BodyId{0}, Vec3(0, 1, 0.5));
  hinge.axes[0].spring = AxisSpring{0, 0, 0.2, {{-1, -30}, {0, 0}, {1, 20}}, {}};
  hinge.axes[0].armature = 0.7;
  JointConfig& slide = b.joint(JointType::cylindrical, kWorldBody, BodyId{1}, Vec3(2, 1, 0.5));
  slide.axes[0].spring = AxisSpring{80, 0, -0.1, {}, {}};
  slide.axes[0].limit = AxisLimit{-0.5, -0.02, 400, 0, 0};
  slide.axes[1].spring = AxisSpring{7, 0, 0.3, {}, {}};
  slide.axes[1].armature = 0.3;
  JointConfig& ball = b.joint(JointType::spherical, kWorldBody, BodyId{2}, Vec3(4, 1, 0.5));
  ball.cone = ConeLimit{AxisLimit{0, 1e-3, 300, 0, 0}, AxisLimit{-1e-3, 1e-3, 200, 0, 0}};
  b.joint(JointType::revolute, kWorldBody, BodyId{3}, Vec3(6, 1, 0.5));
  b.config.controls.push_back({"u", -1, 1, 0.5});
  DriveConfig motor = re40(JointId{3});
  motor.gear.ratio = 12;
  b.config.drives.push_back(motor);
  CouplingConfig bar;
  bar.name = "bar";
  bar.terms = {{JointId{0}, 0, 2}, {JointId{3}, 0, -1}};
  bar.elastic = CouplingConfig::Elastic{9, 0.1};
  b.config.couplings.push_back(bar);
  SpringConfig strut;
  strut.name = "strut";
  strut.from = {BodyId{1}, Vec3(2.2, 1, 0.6)};
  strut.to = {BodyId{2}, Vec3(3.9, 1.3, 0.4)};
  strut.law.stiffness = 60;
  strut.law.rest = 1.5;
  strut.stop = AxisLimit{0.5, 1.7, 500, 0, 0};
  b.config.springs.push_back(strut);
  return b;
}

TEST(EnergyReadings, AreThoseOfBodiesRotorsWeightSpringsAndStops) {
  World world = everything_with_energy().build();
  const WorldConfig& config = world.config();
  const auto square = [](double x) { return x * x; };
  const auto beyond = [](double x, double lower, double upper) {
    return x < lower ? x - lower : x > upper ? x - upper : 0;
  };
  bool stops_pressed = false;
  for (int frame = 0; frame < 20; ++frame) {
    const FrameState state = run(world, frame == 0 ? 0 : 1, 8);
    double kinetic = 0, potential = 0;
    for (std::size_t i = 0; i < config.bodies.size(); ++i) {
      const MassProperties& mass = config.bodies[i].mass_properties;
      const BodyReading& body = state.bodies[i];
      const Vec3 arm = body.orientation * mass.center_of_mass;
      const Vec3 velocity = body.linear_velocity + body.angular_velocity.cross(arm);
      const Vec3 rate = body.orientation.conjugate() * body.angular_velocity;
      kinetic += 0.5 * mass.mass * velocity.squaredNorm() + 0.5 * rate.dot(mass.inertia * rate);
      potential -= mass.mass * config.gravity.dot(body.position + arm);
    }
    const auto& joints = state.joints;
    kinetic += 0.5 * 0.7 * square(joints[0].velocity[0]) + 0.5 * 0.3 * square(joints[1].velocity[1]) +
               0.5 * 1.42e-5 * square(12 * joints[3].velocity[0]);
    const double tabled = joints[0].position[0] - 0.2;
    potential += 0.5 * (tabled < 0 ? 30 : 20) * square(tabled);
    const double slid = joints[1].position[0];
    potential += 0.5 * 80 * square(slid + 0.1) + 0.5 * 400 * square(beyond(slid, -0.5, -0.02));
    potential += 0.5 * 7 * square(joints[1].position[1] - 0.3);
    // From the joint's frame at the beginning to the present: R = swing times twist about n0.
    const Mat3 frame_now = state.bodies[2].orientation.toRotationMatrix() *
                           config.bodies[2].orientation.toRotationMatrix().transpose() *
                           config.joints[2].frame;
    const Mat3 r = config.joints[2].frame.transpose() * frame_now;
    const double swing = std::acos(std::min(1.0, r(0, 0)));
    const Quat q(r);
    const double twist = 2 * std::atan2(q.x(), q.w());
    potential += 0.5 * 300 * square(beyond(swing, -1, 1e-3)) + 0.5 * 200 * square(beyond(twist, -1e-3, 1e-3));
    potential += 0.5 * 9 * square(2 * joints[0].position[0] - joints[3].position[0]);
    const auto place = [&](const SpringConfig::End& end) {
      const std::size_t i = index_of(end.body);
      const Vec3 local =
          config.bodies[i].orientation.conjugate() * (end.position - config.bodies[i].position);
      return Vec3(state.bodies[i].position + state.bodies[i].orientation * local);
    };
    const double length = (place(config.springs[0].to) - place(config.springs[0].from)).norm();
    potential += 0.5 * 60 * square(length - 1.5) + 0.5 * 500 * square(beyond(length, 0.5, 1.7));
    EXPECT_NEAR(state.energy.kinetic, kinetic, 1e-9 * (1 + kinetic)) << frame;
    EXPECT_NEAR(state.energy.potential, potential, 1e-7 * (1 + std::fabs(potential))) << frame;
    stops_pressed = stops_pressed || (swing > 2e-3 && std::fabs(twist) > 2e-3 && length > 1.7);
  }
  EXPECT_TRUE(stops_pressed);
}

// Of a weight at (1, 0.5, 0) m from its joint, in a chain of two: the force and the torque about each joint's
// point that carry what hangs on it, whichever formulation and whatever holds the free axis.
TEST(JointReadings, OfAStandingChainAreItsWeights) {
  for (const Formulation formulation :
       {Formulation::sequential_impulses, Formulation::sequential_impulses_plain}) {
    for (const JointType type : {JointType::fixed, JointType::prismatic, JointType::revolute}) {
      WorldBuilder b;
      b.formulation(formulation);
      const BodyId inner = b.body("inner", 2, diagonal(0.1, 0.1, 0.1), Vec3(1, 0.5, 0));
      const BodyId outer = b.body("outer", 3, diagonal(0.1, 0.1, 0.1), Vec3(3, 1, 0.5));
      // What the second leaves free lies across the weight: nothing acts on it.
      const Vec3 axis = type == JointType::revolute ? Vec3::UnitZ() : Vec3::UnitX();
      b.joint(JointType::fixed, kWorldBody, inner, Vec3::Zero());
      b.joint(type, inner, outer, Vec3(2, 0.5, 0), axis);
      World world = b.build();
      const FrameState state = run(world, 25, 8);
      const int which = 10 * static_cast<int>(formulation) + static_cast<int>(type);
      const Vec3 weight(0, 0, -9.81);
      const double within = formulation == Formulation::sequential_impulses ? 1e-6 : 1e-2;  // it sags
      EXPECT_LT((state.joints[1].reaction + 3 * weight).norm(), within) << which;
      EXPECT_LT((state.joints[0].reaction + 5 * weight).norm(), within) << which;
      const Vec3 about_outer = Vec3(1, 0.5, 0.5).cross(3 * weight);
      const Vec3 about_inner = Vec3(1, 0.5, 0).cross(2 * weight) + Vec3(3, 1, 0.5).cross(3 * weight);
      EXPECT_LT((state.joints[1].reaction_torque + about_outer).norm(), within) << which;
      EXPECT_LT((state.joints[0].reaction_torque + about_inner).norm(), within) << which;
    }
  }
}

/// Whether `torque` (N m) about z acts on the first body from now on.
bool turned(World& world, double torque) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = EffectType::torque;
  effect.target = {TargetKind::body, 0};
  effect.parameters = {0, 0, torque};
  return world.begin_effect(effect);
}

// q2 = 2 q1, a torque of 3 N m on the first disc: it accelerates both by 3 / (I1 + 4 I2), and of the coupling
// the first term's joint feels what the reading says.
TEST(CouplingReadings, AreTheForceOnTheFirstTermsCoordinate) {
  constexpr double kFirst = 0.5, kSecond = 0.2, kTorque = 3;
  for (const Formulation formulation :
       {Formulation::sequential_impulses, Formulation::sequential_impulses_plain}) {
    for (const bool reversed : {false, true}) {
      WorldBuilder b(0);
      b.formulation(formulation);
      for (const double inertia : {kFirst, kSecond}) {
        const Vec3 at(inertia > 0.3 ? 0 : 2, 0, 0);
        const BodyId disc = b.body("disc", 1, inertia * Mat3::Identity(), at);
        b.joint(JointType::revolute, kWorldBody, disc, at, Vec3::UnitZ());
      }
      CouplingConfig gear;
      gear.name = "gear";
      gear.terms = {{JointId{0}, 0, 2}, {JointId{1}, 0, -1}};
      if (reversed) std::swap(gear.terms[0], gear.terms[1]);
      b.config.couplings.push_back(gear);
      World world = b.build();
      ASSERT_TRUE(turned(world, kTorque));
      const FrameState state = run(world, 3, 8);
      const double acceleration = kTorque / (kFirst + 4 * kSecond);
      EXPECT_NEAR(state.joints[0].velocity[0], acceleration * 0.12, 1e-7);
      EXPECT_NEAR(state.joints[1].velocity[0], 2 * acceleration * 0.12, 1e-7);
      const double expected = reversed ? 2 * kSecond * acceleration : -4 * kSecond * acceleration;
      EXPECT_NEAR(state.couplings[0].force, expected, 1e-8) << reversed;
    }
  }
}

// An elastic one: s = 2 q1 - q2 is held by 40 N m/rad, q2 by a spring of 60.
TEST(CouplingReadings, OfAnElasticOneAreWhatItsSpringGives) {
  WorldBuilder b(0);
  for (const double x : {0.0, 2.0}) {
    const BodyId disc = b.body("disc", 1, 0.1 * Mat3::Identity(), Vec3(x, 0, 0));
    b.joint(JointType::revolute, kWorldBody, disc, Vec3(x, 0, 0), Vec3::UnitZ());
  }
  b.config.joints[1].axes[0].spring = AxisSpring{60, 5, 0, {}, {}};
  CouplingConfig bar;
  bar.name = "bar";
  bar.terms = {{JointId{0}, 0, 2}, {JointId{1}, 0, -1}};
  bar.elastic = CouplingConfig::Elastic{40, 2};
  b.config.couplings.push_back(bar);
  World world = b.build();
  ASSERT_TRUE(turned(world, 3));
  const FrameState state = run(world, 500, 8);
  const double on_sum = 3.0 / 2;  // 2 x it is on the first disc
  EXPECT_NEAR(state.couplings[0].force, -3, 1e-6);
  EXPECT_NEAR(state.joints[1].position[0], on_sum / 60, 1e-8);
  EXPECT_NEAR(state.joints[0].position[0], 0.5 * (on_sum / 40 + on_sum / 60), 1e-8);
}

// A body of three shapes, the last two of them zones; in each is a body, one of two shapes.
TEST(OverlapReadings, NameAZoneByItsPlaceOnItsBodyAndEachBodyInItOnce) {
  WorldBuilder b(0);
  b.shape(b.body("beside", 1, diagonal(1, 1, 1), Vec3(50, 0, 0)), Sphere{1});
  const BodyId holder = b.body("holder", 1, diagonal(1, 1, 1), Vec3(0, 100, 0));
  b.config.bodies.back().is_static = true;
  for (const double x : {0.0, 10.0, 20.0}) {
    b.shape(holder, Sphere{1});
    ShapeConfig& shape = b.config.bodies.back().shapes.back();
    shape.position = Vec3(x, -100, 0);
    shape.sensor = x > 0;
  }
  const BodyId pair = b.body("pair", 1, diagonal(1, 1, 1), Vec3(20, 0, 0));
  for (int shape = 0; shape < 2; ++shape) b.shape(pair, Box{Vec3(0.3, 0.3, 0.3)});
  b.shape(b.body("single", 1, diagonal(1, 1, 1), Vec3(10, 0.5, 0)), Sphere{0.2});
  World world = b.build();
  const FrameState state = run(world, 1, 8);
  ASSERT_EQ(state.overlaps.size(), 2u);
  EXPECT_EQ(state.overlaps[0].sensor_body, 1u);
  EXPECT_EQ(state.overlaps[0].sensor_shape, 1u);
  EXPECT_EQ(state.overlaps[0].body, 3u);
  EXPECT_EQ(state.overlaps[1].sensor_body, 1u);
  EXPECT_EQ(state.overlaps[1].sensor_shape, 2u);
  EXPECT_EQ(state.overlaps[1].body, 2u);
}

}  // namespace
}  // namespace drawbar::test
