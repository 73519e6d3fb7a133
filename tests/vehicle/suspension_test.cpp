// A wheel carrier that follows a curve against the mechanism that the curve stands for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/model/guide_curve.h"
#include "physics/vehicle/link_suspension.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

/// n0 up, n1 forward (x), n2 to the left (y).
Mat3 carrier_frame() {
  Mat3 frame;
  frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
  return frame;
}

JointConfig& add_guided(WorldBuilder& b, BodyId parent, BodyId child, const Vec3& position,
                        const std::vector<GuidePoint>& guide) {
  JointConfig& joint = b.joint(JointType::guided, parent, child, position);
  joint.frame = carrier_frame();
  joint.guide = guide;
  return joint;
}

constexpr double kArm = 0.4;
constexpr double kArmAngle = 1.2;  // rad, as far as the table goes

/// The end of a swing arm that turns about x, level at travel 0: exact points every hundredth of the way.
std::vector<GuidePoint> swing_arm() {
  std::vector<GuidePoint> guide;
  for (int i = -100; i <= 100; ++i) {
    const double angle = kArmAngle * i / 100;
    guide.push_back({kArm * std::sin(angle), 0, kArm * (std::cos(angle) - 1), 0, angle, 0});
  }
  return guide;
}

/// 5 kg at the end of the arm, which swings from level under gravity against a spring on its travel.
WorldBuilder swinging_carrier(double stiffness) {
  WorldBuilder b;
  const BodyId carrier = b.body("carrier", 5, diagonal(0.1, 0.2, 0.15), Vec3(0, kArm, 0));
  JointConfig& joint = add_guided(b, kWorldBody, carrier, Vec3(0, kArm, 0), swing_arm());
  joint.axes[0].spring = AxisSpring{stiffness, 0, 0, {}, {}};
  return b;
}

TEST(GuideCurve, PassesThroughItsPointsAndGoesOnStraight) {
  const std::vector<GuidePoint> points{{-0.1, 0.01, -0.02, 0.03, -0.05, 0.02},
                                       {-0.03, 0.002, -0.003, 0.004, -0.01, 0.005},
                                       {0, 0, 0, 0, 0, 0},
                                       {0.08, -0.01, -0.01, 0.01, 0.04, -0.02}};
  const GuideCurve curve(points);
  for (const GuidePoint& p : points) {
    const GuideCurve::Place place = curve.at(p.travel);
    EXPECT_NEAR((place.displacement - Vec3(p.travel, p.forward, p.sideways)).norm(), 0, 1e-15);
    const CardanAngles turns = cardan_angles(place.rotation);
    EXPECT_NEAR(turns.a, p.toe, 1e-15);
    EXPECT_NEAR(turns.b, p.camber, 1e-15);
    EXPECT_NEAR(turns.c, p.caster, 1e-15);
  }
  const GuideCurve::Place end = curve.at(0.08), beyond = curve.at(0.18);
  EXPECT_NEAR((beyond.displacement - end.displacement - 0.1 * end.slope).norm(), 0, 1e-15);
}

TEST(GuideCurve, ItsRatesAreTheDerivativesOfItsPlaces) {
  const GuideCurve curve(std::vector<GuidePoint>{
      {-0.1, 0.01, -0.02, 0.3, -0.5, 0.2}, {0, 0, 0, 0, 0, 0}, {0.08, -0.01, -0.01, 0.1, 0.4, -0.2}});
  constexpr double kStep = 1e-6;
  for (const double travel : {-0.15, -0.1, -0.07, 0.0, 0.05, 0.2}) {
    const GuideCurve::Place before = curve.at(travel - kStep), at = curve.at(travel),
                            after = curve.at(travel + kStep);
    const Vec3 slope = (after.displacement - before.displacement) / (2 * kStep);
    const Vec3 turn =
        quaternion_logarithm(Quat(Mat3(after.rotation * before.rotation.transpose()))) / (2 * kStep);
    EXPECT_NEAR((at.slope - slope).norm(), 0, 1e-8) << travel;
    EXPECT_NEAR((at.turn - turn).norm(), 0, 1e-8) << travel;
  }
}

TEST(GuidedJoint, SwingsAsTheArmThatItsCurveIs) {
  World guided = swinging_carrier(0).build();
  WorldBuilder hinge;
  const BodyId carrier = hinge.body("carrier", 5, diagonal(0.1, 0.2, 0.15), Vec3(0, kArm, 0));
  hinge.joint(JointType::revolute, kWorldBody, carrier, Vec3::Zero(), Vec3::UnitX());
  World arm = hinge.build();
  for (int frame = 0; frame < 6; ++frame) {  // 0.24 s: it has fallen through 48 degrees
    const FrameState a = run(guided, 1, 40), b = run(arm, 1, 40);
    EXPECT_NEAR((a.bodies[0].position - b.bodies[0].position).norm(), 0, 2e-6);
    EXPECT_NEAR(a.bodies[0].orientation.angularDistance(b.bodies[0].orientation), 0, 1e-5);
    EXPECT_NEAR((a.bodies[0].linear_velocity - b.bodies[0].linear_velocity).norm(), 0, 2e-5);
  }
}

TEST(GuidedJoint, IsOfSecondOrder) {
  const auto height = [](int substeps) {
    World world = swinging_carrier(400).build();
    return run(world, 10, substeps).bodies[0].position.z();
  };
  const double reference = height(320);
  const double coarse = height(20) - reference, fine = height(40) - reference;
  EXPECT_GT(std::abs(coarse), 1e-8);
  EXPECT_GE(coarse / fine, 3.5);
  EXPECT_LE(coarse / fine, 4.5);
}

TEST(GuidedJoint, KeepsTheEnergyOfASwingingCarrier) {
  World world = swinging_carrier(400).build();
  const auto energy = [](const FrameState& s) {
    const BodyReading& body = s.bodies[0];
    const Vec3 spin = body.orientation.conjugate() * body.angular_velocity;
    return 0.5 * 5 * body.linear_velocity.squaredNorm() +
           0.5 * spin.dot(Vec3(0.1, 0.2, 0.15).cwiseProduct(spin)) + 5 * 9.81 * body.position.z() +
           0.5 * 400 * body.position.z() * body.position.z();
  };
  double most = 0;
  for (int frame = 0; frame < 250; ++frame) most = std::max(most, std::abs(energy(run(world, 1, 20))));
  EXPECT_LT(most, 0.002);  // J, of 6 that go to and fro
}

/// A car's front left double wishbone: hard points (m) from the wheel's centre; x forward, y left, z up.
struct Wishbones {
  Vec3 upper_front{0.12, -0.38, 0.13}, upper_rear{-0.12, -0.38, 0.12}, upper_ball{-0.02, -0.12, 0.16};
  Vec3 lower_front{0.16, -0.46, -0.11}, lower_rear{-0.16, -0.46, -0.11}, lower_ball{0.01, -0.08, -0.13};
  Vec3 rod_inner{-0.11, -0.42, -0.06}, rod_outer{-0.12, -0.09, -0.06};

  SuspensionCurve curve(double reach) const {
    SuspensionLinks links{{{upper_front, upper_ball},
                           {upper_rear, upper_ball},
                           {lower_front, lower_ball},
                           {lower_rear, lower_ball},
                           {rod_inner, rod_outer}}};
    for (SuspensionLink& link : links) {
      link.from = carrier_frame().transpose() * link.from;
      link.to = carrier_frame().transpose() * link.to;
    }
    return curve_of_links(links, -reach, reach);
  }
};

/// The carrier of 40 kg on a spring and damper from chassis to carrier, as every model of it has them.
BodyId sprung_carrier(WorldBuilder& b) {
  const BodyId carrier = b.body("carrier", 40, diagonal(1, 1, 1), Vec3::Zero());
  SpringConfig spring;
  spring.from = {kWorldBody, Vec3(0, -0.35, 0.4)};
  spring.to = {carrier, Vec3(0, -0.1, -0.1)};
  spring.law.stiffness = 20e3;
  spring.law.damping = 600;
  spring.law.rest = std::sqrt((spring.to.position - spring.from.position).squaredNorm());
  b.config.springs.push_back(spring);
  return carrier;
}

WorldBuilder carrier_on_links(const Wishbones& w) {
  WorldBuilder b;
  const BodyId carrier = sprung_carrier(b);
  const auto wishbone = [&](const Vec3& front, const Vec3& rear, const Vec3& ball) {
    // Nothing to carry of its own.
    const BodyId bone =
        b.body("bone" + std::to_string(b.config.bodies.size()), 1e-3, diagonal(1e-5, 1e-5, 1e-5), ball);
    b.joint(JointType::revolute, kWorldBody, bone, front, rear - front);
    b.joint(JointType::spherical, bone, carrier, ball);
  };
  wishbone(w.upper_front, w.upper_rear, w.upper_ball);
  wishbone(w.lower_front, w.lower_rear, w.lower_ball);
  JointConfig& rod = b.joint(JointType::distance, kWorldBody, carrier, w.rod_inner);
  rod.child_position = w.rod_outer;
  return b;
}

TEST(DoubleWishbone, ItsCurveMovesAsItsLinksDo) {
  const Wishbones w;
  const SuspensionCurve curve = w.curve(0.1);
  ASSERT_FALSE(curve.unreached);
  WorldBuilder reduced;
  add_guided(reduced, kWorldBody, sprung_carrier(reduced), Vec3::Zero(), curve.points);
  World by_curve = reduced.build(), by_links = carrier_on_links(w).build();
  double lowest = 0, most_camber = 0;
  for (int frame = 0; frame < 20; ++frame) {
    const BodyReading a = run(by_curve, 1, 40).bodies[0], b = run(by_links, 1, 40).bodies[0];
    EXPECT_NEAR((a.position - b.position).norm(), 0, 1e-5) << frame;
    EXPECT_NEAR(a.orientation.angularDistance(b.orientation), 0, 2e-5) << frame;
    lowest = std::min(lowest, a.position.z());
    const Vec3 axle = a.orientation * Vec3::UnitY();
    most_camber = std::max(most_camber, std::abs(axle.z()));
  }
  // It was worth comparing: some 4 cm of travel, with more than half a degree of camber.
  EXPECT_LT(lowest, -0.03);
  EXPECT_GT(most_camber, 0.01);
}

TEST(DoubleWishbone, EqualParallelArmsCarryTheWheelRoundWithoutTurningIt) {
  Wishbones w;
  w.upper_ball = w.lower_ball + Vec3(0, 0, 0.3);
  w.upper_front = w.lower_front + Vec3(0, 0, 0.3);
  w.upper_rear = w.lower_rear + Vec3(0, 0, 0.3);
  w.rod_inner = w.rod_outer + 0.5 * (w.lower_front + w.lower_rear) - w.lower_ball;
  w.rod_inner.x() = w.rod_outer.x();
  w.lower_ball.x() = w.upper_ball.x() = 0;
  const double length = std::hypot(0.38, 0.02), level = std::asin(-0.02 / length);
  for (const GuidePoint& p : w.curve(0.1).points) {
    const double angle = std::asin((p.travel - 0.02) / length);
    EXPECT_NEAR(p.sideways, length * (std::cos(angle) - std::cos(level)), 1e-12);
    for (const double zero : {p.forward, p.toe, p.camber, p.caster}) EXPECT_NEAR(zero, 0, 1e-12);
  }
}

TEST(DoubleWishbone, LinksThatDoNotReachSayWhere) {
  const SuspensionCurve curve = Wishbones{}.curve(0.4);
  ASSERT_TRUE(curve.unreached);
  EXPECT_LT(std::abs(*curve.unreached), 0.4);
  EXPECT_GT(std::abs(*curve.unreached), 0.2);
}

TEST(GuidedJoint, MovesTheSameInTheOtherSolvers) {
  const auto at_end = [](Formulation formulation) {
    WorldBuilder b = swinging_carrier(400);
    b.formulation(formulation);
    World world = b.build();
    return run(world, 5, 200).bodies[0].position;
  };
  const Vec3 expected = at_end(Formulation::sequential_impulses);
  EXPECT_NEAR((at_end(Formulation::sequential_impulses_plain) - expected).norm(), 0, 1e-3);
  EXPECT_NEAR((at_end(Formulation::penalty) - expected).norm(), 0, 1e-3);
}

}  // namespace
}  // namespace drawbar::test
