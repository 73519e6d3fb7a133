// Mass properties against closed forms, against each other and against Monte Carlo.
#include "physics/contact/mass_properties.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "physics/contact/convex_hull.h"

namespace drawbar::physics {
namespace {

constexpr double kPi = std::numbers::pi;

ShapeConfig shape(Geometry geometry, Vec3 position = Vec3::Zero(), Quat orientation = Quat::Identity()) {
  return {std::move(geometry), position, orientation, MaterialId{0}};
}

MassProperties of(const ShapeConfig& s, double density = 1) {
  return mass_properties(std::span(&s, 1), density);
}

void expect_near(const Mat3& a, const Mat3& b, double tolerance) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a << "\nagainst\n" << b;
}

std::vector<Vec3> box_corners(const Vec3& h) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) != 0 ? h.x() : -h.x(), (i & 2) != 0 ? h.y() : -h.y(),
                         (i & 4) != 0 ? h.z() : -h.z());
  }
  return corners;
}

TEST(MassProperties, SphereBoxAndCylinderMatchTextbookFormulas) {
  const MassProperties ball = of(shape(Sphere{0.3}), 7800);
  EXPECT_NEAR(ball.mass, 7800 * 4.0 / 3 * kPi * 0.027, 1e-9);
  expect_near(ball.inertia, 0.4 * ball.mass * 0.09 * Mat3::Identity(), 1e-12 * ball.mass);

  const MassProperties box = of(shape(Box{{0.5, 1, 1.5}}), 2);
  EXPECT_NEAR(box.mass, 12, 1e-12);
  expect_near(box.inertia, Vec3(13, 10, 5).asDiagonal(), 1e-12);  // m/12 (b^2 + c^2) with sides 1, 2, 3

  const MassProperties rod = of(shape(Cylinder{0.2, 0.5}), 1000);
  const double across = rod.mass / 12 * (3 * 0.04 + 1);
  expect_near(rod.inertia, Vec3(across, across, rod.mass * 0.02).asDiagonal(), 1e-12 * rod.mass);
}

// A cylinder between two half balls, whose centroids lie 3 r / 8 beyond its ends.
TEST(MassProperties, ACapsuleIsACylinderBetweenTwoHalfBalls) {
  constexpr double kRadius = 0.3, kHalf = 0.5, kDensity = 1000;
  const MassProperties capsule = mass_properties(std::vector{shape(Capsule{kRadius, kHalf})}, kDensity);
  const double middle = kDensity * 2 * kPi * kRadius * kRadius * kHalf;
  const double ball = kDensity * 4.0 / 3 * kPi * kRadius * kRadius * kRadius;
  EXPECT_NEAR(capsule.mass, middle + ball, 1e-9);
  EXPECT_NEAR(capsule.inertia(2, 2), 0.5 * middle * kRadius * kRadius + 0.4 * ball * kRadius * kRadius, 1e-9);
  const double across = middle * (kRadius * kRadius / 4 + kHalf * kHalf / 3) +
                        ball * (0.4 * kRadius * kRadius + kHalf * kHalf + 0.75 * kHalf * kRadius);
  EXPECT_NEAR(capsule.inertia(0, 0), across, 1e-9);
  EXPECT_NEAR(capsule.inertia(1, 1), across, 1e-9);
}

TEST(MassProperties, CapsuleWithoutLengthIsASphereAndWithoutRadiusARod) {
  const MassProperties ball = of(shape(Capsule{0.4, 0}));
  expect_near(ball.inertia, of(shape(Sphere{0.4})).inertia, 1e-15);
  const MassProperties needle = scaled_to_mass(of(shape(Capsule{1e-6, 0.5})), 1);
  EXPECT_NEAR(needle.inertia(0, 0), 1.0 / 12, 1e-5);
}

TEST(MassProperties, HullAndMeshOfABoxEqualTheBox) {
  const Vec3 h(0.5, 1, 1.5);
  const Vec3 away(30, -20, 10);
  std::vector<Vec3> corners = box_corners(h);
  for (Vec3& c : corners) c += away;
  corners.push_back(away);  // an inner point changes nothing
  const MassProperties box = of(shape(Box{h}), 3);
  const MassProperties hull = of(shape(ConvexHull{corners}), 3);
  EXPECT_NEAR(hull.mass, box.mass, 1e-10);
  EXPECT_LE((hull.center_of_mass - away).norm(), 1e-12);
  expect_near(hull.inertia, box.inertia, 1e-9);

  const ConvexHullData data = convex_hull(corners);
  TriangleMesh mesh{data.vertices, {}};
  for (const HullFace& face : data.faces) {
    const auto loop = data.loop(face);
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
      mesh.triangles.push_back({loop[0], loop[i], loop[i + 1]});
  }
  const MassProperties meshed = of(shape(mesh), 3);
  EXPECT_NEAR(meshed.mass, box.mass, 1e-10);
  expect_near(meshed.inertia, box.inertia, 1e-9);
}

TEST(MassProperties, CompoundFollowsTheParallelAxisTheoremAndRotation) {
  // A box cut in two unequal halves, turned as a whole, is the same as the box turned.
  const Quat turn = Quat(0.9, 0.1, -0.3, 0.2).normalized();
  const Vec3 place(1, 2, 3);
  const std::array<ShapeConfig, 2> halves{shape(Box{{0.3, 0.2, 0.1}}, place + turn * Vec3(-0.2, 0, 0), turn),
                                          shape(Box{{0.2, 0.2, 0.1}}, place + turn * Vec3(0.3, 0, 0), turn)};
  const MassProperties both = mass_properties(halves, 500);
  const MassProperties whole = of(shape(Box{{0.5, 0.2, 0.1}}, place, turn), 500);
  EXPECT_NEAR(both.mass, whole.mass, 1e-12);
  EXPECT_LE((both.center_of_mass - place).norm(), 1e-14);
  expect_near(both.inertia, whole.inertia, 1e-12);
}

TEST(MassProperties, DensityPerShapeMovesTheCentre) {
  const std::array<ShapeConfig, 2> two{shape(Sphere{0.1}, {-1, 0, 0}), shape(Sphere{0.1}, {1, 0, 0})};
  const std::array<double, 2> densities{1, 3};
  const MassProperties m = mass_properties(two, densities);
  EXPECT_NEAR(m.center_of_mass.x(), 0.5, 1e-15);
}

TEST(MassProperties, MonteCarloAgreesForAHullOfRandomPoints) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> in(-1, 1);
  std::vector<Vec3> points;
  for (int i = 0; i < 40; ++i) points.emplace_back(in(random), 0.6 * in(random), 0.4 * in(random));
  const MassProperties exact = of(shape(ConvexHull{points}));
  const ConvexHullData hull = convex_hull(points);
  double count = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  constexpr int kSamples = 200000;
  for (int i = 0; i < kSamples; ++i) {
    const Vec3 x(in(random), 0.6 * in(random), 0.4 * in(random));
    bool inside = true;
    for (const HullFace& face : hull.faces) inside = inside && face.normal.dot(x) <= face.offset;
    if (!inside) continue;
    count += 1;
    first += x;
    second += (x - exact.center_of_mass) * (x - exact.center_of_mass).transpose();
  }
  const double cell = 8 * 0.6 * 0.4 / kSamples;
  EXPECT_NEAR(exact.mass, count * cell, 0.01 * exact.mass);
  EXPECT_LE((exact.center_of_mass - first / count).norm(), 0.01);
  expect_near(exact.inertia, cell * (second.trace() * Mat3::Identity() - second),
              0.02 * exact.inertia.norm());
}

TEST(MassProperties, PlanesHaveNoVolumeAndFlatHullsNone) {
  EXPECT_EQ(of(shape(Plane{})).mass, 0);
  EXPECT_EQ(volume(ConvexHull{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}), 0);
}

TEST(MassProperties, InertiaThatNoBodyHasIsRecognised) {
  EXPECT_TRUE(is_physical_inertia(Vec3(1, 1, 1).asDiagonal()));
  EXPECT_TRUE(is_physical_inertia(Vec3(1, 1, 2).asDiagonal()));  // a plate
  EXPECT_FALSE(is_physical_inertia(Vec3(1, 1, 2.1).asDiagonal()));
  EXPECT_FALSE(is_physical_inertia(Vec3(0, 1, 1).asDiagonal()));
  EXPECT_FALSE(is_physical_inertia(Vec3(-1, 1, 1).asDiagonal()));
  Mat3 lopsided = Mat3::Identity();
  lopsided(0, 1) = 0.1;
  EXPECT_FALSE(is_physical_inertia(lopsided));
}

TEST(ConvexHull, SaysWhatIsWrong) {
  EXPECT_EQ(convex_hull(std::vector<Vec3>(3, Vec3::Zero())).error, HullError::too_few_points);
  EXPECT_EQ(convex_hull(std::vector<Vec3>(300, Vec3::Zero())).error, HullError::too_many_points);
  EXPECT_EQ(convex_hull(std::vector<Vec3>(9, Vec3::Ones())).error, HullError::flat);
  EXPECT_EQ(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}).error,
            HullError::flat);
  EXPECT_EQ(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, NAN, 1}}).error,
            HullError::not_finite);
}

TEST(ConvexHull, GridOfACubeGivesSixFacesEightCornersTwelveEdges) {
  std::vector<Vec3> points;
  for (int x = 0; x < 6; ++x) {
    for (int y = 0; y < 6; ++y) {
      for (int z = 0; z < 6; ++z) points.emplace_back(0.1 * x, 0.1 * y, 0.1 * z);
    }
  }
  const ConvexHullData hull = convex_hull(points);
  ASSERT_EQ(hull.error, HullError::none);
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_EQ(hull.faces.size(), 6u);
  EXPECT_EQ(hull.edges.size(), 12u);
}

TEST(ConvexHull, EulerFormulaAndContainmentHoldForRandomSets) {
  std::mt19937 random(3);
  std::normal_distribution<double> gauss;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Vec3> points;
    const int n = 4 + trial * 4;
    for (int i = 0; i < n; ++i) {
      Vec3 p(gauss(random), gauss(random), gauss(random));
      if (trial % 3 == 1) p.normalize();                         // all extreme
      if (trial % 3 == 2) p = (p * 2).array().round().matrix();  // many coplanar and equal
      points.push_back(p);
    }
    const ConvexHullData hull = convex_hull(points);
    if (hull.error == HullError::flat) continue;
    ASSERT_EQ(hull.error, HullError::none);
    EXPECT_EQ(hull.vertices.size() + hull.faces.size(), hull.edges.size() + 2) << "trial " << trial;
    for (const HullFace& face : hull.faces) {
      for (const Vec3& p : points) EXPECT_LE(face.normal.dot(p) - face.offset, 1e-8) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace drawbar::physics
