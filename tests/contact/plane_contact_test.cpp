// Contacts of every convex shape on a plane against what geometry says.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::Item;
using test::kFloor;
using test::kHalfPi;
using test::Stage;
using test::turned;

void expect_consistent(const Stage& stage, const Manifold& m) {
  for (const ContactPoint& p : m.contacts()) {
    const Pose& a = stage.poses[m.body_a];
    const Pose& b = stage.poses[m.body_b];
    const Vec3 on_a = a.position + a.orientation * p.position_a;
    const Vec3 on_b = b.position + b.orientation * p.position_b;
    EXPECT_NEAR(p.normal.norm(), 1, 1e-14);
    EXPECT_LE((on_b - on_a - p.gap * p.normal).norm(), 1e-12);
    EXPECT_LE((p.position - 0.5 * (on_a + on_b)).norm(), 1e-12);
  }
  for (int i = 1; i < m.point_count; ++i) EXPECT_LT(m.points[i - 1].feature, m.points[i].feature);
}

TEST(PlaneContact, SphereTouchesBelowItsCentre) {
  Stage stage({kFloor, {Sphere{0.5}, at(3, 4, 0.495)}});
  const auto manifolds = stage.detect();
  ASSERT_EQ(manifolds.size(), 1u);
  const Manifold& m = manifolds[0];
  EXPECT_EQ(m.body_a, 0u);
  EXPECT_EQ(m.body_b, 1u);
  ASSERT_EQ(m.point_count, 1);
  EXPECT_NEAR(m.points[0].gap, -0.005, 1e-15);
  EXPECT_LE((m.points[0].normal - Vec3::UnitZ()).norm(), 0);
  EXPECT_LE((m.points[0].position - Vec3(3, 4, -0.0025)).norm(), 1e-15);
  expect_consistent(stage, m);
}

TEST(PlaneContact, StaticBodyIsAWhateverTheOrderOfBodies) {
  Stage stage({{Sphere{0.5}, at(0, 0, 0.5)}, kFloor});
  const auto manifolds = stage.detect();
  ASSERT_EQ(manifolds.size(), 1u);
  EXPECT_EQ(manifolds[0].body_a, 1u);
  EXPECT_EQ(manifolds[0].body_b, 0u);
  EXPECT_GT(manifolds[0].points[0].normal.z(), 0);
}

TEST(PlaneContact, MarginReportsPointsAheadAndTravelExtendsIt) {
  Stage stage({kFloor, {Sphere{0.5}, at(0, 0, 0.6)}});
  EXPECT_TRUE(stage.detect(0.09).empty());
  ASSERT_EQ(stage.detect(0.11).size(), 1u);
  EXPECT_NEAR(stage.detect(0.11)[0].points[0].gap, 0.1, 1e-15);
  const std::array<Vec3, 2> travel{Vec3::Zero(), Vec3(0, 0, -0.1)};
  stage.world.detect(stage.poses, 0.01, travel);
  EXPECT_EQ(stage.world.manifolds().size(), 1u);
}

TEST(PlaneContact, BoxRestsOnFourCornersOfItsLowerFace) {
  Stage stage({kFloor, {Box{{0.5, 1, 0.2}}, at(0, 0, 0.2)}});
  const auto manifolds = stage.detect();
  ASSERT_EQ(manifolds.size(), 1u);
  ASSERT_EQ(manifolds[0].point_count, 4);
  for (const ContactPoint& p : manifolds[0].contacts()) {
    EXPECT_NEAR(p.gap, 0, 1e-15);
    EXPECT_NEAR(std::abs(p.position.x()), 0.5, 1e-15);
    EXPECT_NEAR(std::abs(p.position.y()), 1, 1e-15);
  }
  expect_consistent(stage, manifolds[0]);
}

TEST(PlaneContact, BoxOnEdgeHasTwoPointsAndOnCornerOne) {
  Stage edge({kFloor, {Box{{1, 1, 1}}, at(0, 0, std::sqrt(2.0), turned(kHalfPi / 2, Vec3::UnitX()))}});
  EXPECT_EQ(edge.detect()[0].point_count, 2);
  const Quat up = Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitZ());
  Stage corner({kFloor, {Box{{1, 1, 1}}, at(0, 0, std::sqrt(3.0), up)}});
  ASSERT_EQ(corner.detect()[0].point_count, 1);
  EXPECT_NEAR(corner.detect()[0].points[0].gap, 0, 1e-14);
}

TEST(PlaneContact, CapsuleLiesOnTwoPointsAndStandsOnOne) {
  Stage lying({kFloor, {Capsule{0.1, 0.5}, at(0, 0, 0.1, turned(kHalfPi, Vec3::UnitY()))}});
  ASSERT_EQ(lying.detect()[0].point_count, 2);
  EXPECT_NEAR((lying.detect()[0].points[0].position - lying.detect()[0].points[1].position).norm(), 1, 1e-14);
  Stage standing({kFloor, {Capsule{0.1, 0.5}, at(0, 0, 0.6)}});
  EXPECT_EQ(standing.detect()[0].point_count, 1);
}

TEST(PlaneContact, CylinderOnItsSideTouchesAlongALine) {
  Stage stage({kFloor, {Cylinder{0.3, 0.1}, at(0, 0, 0.3, turned(kHalfPi, Vec3::UnitX()))}});
  const auto manifolds = stage.detect();
  ASSERT_EQ(manifolds[0].point_count, 2);
  EXPECT_NEAR((manifolds[0].points[0].position - manifolds[0].points[1].position).norm(), 0.2, 1e-14);
  EXPECT_NEAR(manifolds[0].points[0].gap, 0, 1e-15);
  expect_consistent(stage, manifolds[0]);
}

TEST(PlaneContact, CylinderStandsOnFourPointsOfItsRimThatDoNotWander) {
  std::vector<std::uint64_t> features;
  for (int i = 0; i < 50; ++i) {
    const Quat noise = turned(1e-7, Vec3(std::sin(i), std::cos(i), 0));
    Stage stage({kFloor, {Cylinder{0.3, 0.5}, at(0, 0, 0.5, noise)}});
    const auto manifolds = stage.detect();
    ASSERT_EQ(manifolds[0].point_count, 4);
    std::vector<std::uint64_t> now;
    for (const ContactPoint& p : manifolds[0].contacts()) now.push_back(p.feature);
    if (features.empty()) features = now;
    EXPECT_EQ(now, features);
  }
}

TEST(PlaneContact, TiltedCylinderTouchesWithItsLowestRimPoint) {
  const double tilt = 0.3;
  const double height = 0.5 * std::cos(tilt) + 0.3 * std::sin(tilt);
  for (int turn = 0; turn < 20; ++turn) {
    const Quat q = turned(tilt, Vec3::UnitY()) * turned(0.37 * turn, Vec3::UnitZ());
    Stage stage({kFloor, {Cylinder{0.3, 0.5}, at(0, 0, height - 0.001, q)}});
    const auto manifolds = stage.detect(0.001);
    ASSERT_EQ(manifolds[0].point_count, 1);
    EXPECT_NEAR(manifolds[0].points[0].gap, -0.001, 1e-14);
    EXPECT_EQ(manifolds[0].points[0].feature, 2u);  // whatever part of the rim it is
    expect_consistent(stage, manifolds[0]);
  }
}

TEST(PlaneContact, RollingWheelKeepsItsFeaturesAndMovesSmoothly) {
  Stage stage({kFloor, {Cylinder{0.3, 0.1}, at(0, 0, 0.299)}});
  const Quat lying = turned(kHalfPi, Vec3::UnitX());
  for (int i = 0; i < 2000; ++i) {
    const double angle = 0.01 * i;
    // Rolls along x, leaning up to 0.05 rad to either side through upright.
    const Quat lean = turned(0.05 * std::sin(0.02 * i), Vec3::UnitX());
    stage.poses[1] = at(0.3 * angle, 0, 0.299, lean * turned(angle, Vec3::UnitY()) * lying);
    const auto manifolds = stage.detect(0.02);
    ASSERT_EQ(manifolds[0].point_count, 2);
    EXPECT_EQ(manifolds[0].points[0].feature, 1u);
    EXPECT_EQ(manifolds[0].points[1].feature, 2u);
    for (const ContactPoint& p : manifolds[0].contacts()) EXPECT_NEAR(p.position.x(), 0.3 * angle, 1e-12);
  }
}

TEST(PlaneContact, DeepestPointOfACylinderIsNeverMissed) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Cylinder c{0.3, 0.2};
    const Quat q = i % 2 == 0 ? test::random_orientation(random)
                              : turned(1e-3 * (i % 7), Vec3(std::cos(i), std::sin(i), 0));
    const Vec3 u = q * Vec3::UnitZ();
    const double low = c.half_length * std::abs(u.z()) + c.radius * std::sqrt(u.x() * u.x() + u.y() * u.y());
    Stage stage({kFloor, {c, at(0, 0, low - 0.01, q)}});
    double deepest = 1;
    for (const ContactPoint& p : stage.detect()[0].contacts()) deepest = std::min(deepest, p.gap);
    EXPECT_NEAR(deepest, -0.01, 1e-5);
  }
}

TEST(PlaneContact, HullOfABoxTouchesLikeTheBox) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 0.2 : -0.2);
  }
  Stage stage({kFloor, {ConvexHull{corners}, at(0, 0, 0.2)}});
  EXPECT_EQ(stage.detect()[0].point_count, 4);
}

TEST(PlaneContact, RigidMotionOfTheSceneMovesTheContactsAlong) {
  const Quat turn = Quat(0.3, -0.5, 0.7, 0.2).normalized();
  const Vec3 shift(100, -50, 20);
  const std::vector<Geometry> shapes{Sphere{0.3}, Box{{0.3, 0.2, 0.1}}, Capsule{0.2, 0.3},
                                     Cylinder{0.2, 0.3}};
  for (const Geometry& g : shapes) {
    Stage here({kFloor, {g, at(0.1, 0.2, 0.2, Quat(0.8, 0.33, 0.1, -0.4).normalized())}});
    Stage there({kFloor, {g, here.poses[1]}});
    for (Pose& p : there.poses) p = {turn * p.position + shift, turn * p.orientation};
    const auto a = here.detect();
    const auto b = there.detect();
    ASSERT_EQ(a.size(), b.size());
    ASSERT_EQ(a[0].point_count, b[0].point_count);
    for (int i = 0; i < a[0].point_count; ++i) {
      EXPECT_NEAR(a[0].points[i].gap, b[0].points[i].gap, 1e-12);
      EXPECT_LE((turn * a[0].points[i].position + shift - b[0].points[i].position).norm(), 1e-12);
      EXPECT_EQ(a[0].points[i].feature, b[0].points[i].feature);
    }
  }
}

}  // namespace
}  // namespace drawbar::physics
