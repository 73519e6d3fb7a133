// The point, segment or polygon of a shape that faces a direction: it lies on the surface, is as far that way
// as the shape goes, runs round counter-clockwise, and every face has a name of its own.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "physics/contact/support.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

const Vec3 kFeaturePlace(3, -1, 2);
const Quat kFeatureTurn = test::turned(0.8, Vec3(1, -2, 0.5));

Feature facing(const Geometry& geometry, const Vec3& local) {
  const CollisionShape shape =
      make_collision_shape({geometry, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, false);
  return facing_feature({&shape, kFeaturePlace, kFeatureTurn.toRotationMatrix()}, kFeatureTurn * local);
}

/// In the shape's axes.
std::vector<Vec3> seen_corners(const Feature& feature) {
  std::vector<Vec3> out;
  for (int k = 0; k < feature.count; ++k) {
    out.emplace_back(kFeatureTurn.conjugate() *
                     (feature.corner[static_cast<std::size_t>(k)] - kFeaturePlace));
  }
  return out;
}

double area_about(const std::vector<Vec3>& outline, const Vec3& normal) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 0; k < outline.size(); ++k) sum += outline[k].cross(outline[(k + 1) % outline.size()]);
  return 0.5 * normal.dot(sum);
}

TEST(FacingFeature, OfABoxIsTheFaceThatLooksMostThatWay) {
  const Vec3 half(0.5, 0.3, 0.2);
  std::set<std::uint64_t> names;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {1.0, -1.0}) {
      Vec3 way = Vec3(0.5, -0.4, 0.55);
      way[axis] = side * 0.6;
      const Feature face = facing(Box{half}, way.normalized());
      const std::vector<Vec3> outline = seen_corners(face);
      const Vec3 normal = side * Vec3::Unit(axis);
      ASSERT_EQ(outline.size(), 4u);
      EXPECT_TRUE(face.is_polygon());
      EXPECT_FALSE(face.is_segment());
      EXPECT_LT((kFeatureTurn.conjugate() * face.normal - normal).norm(), 1e-15) << axis << side;
      for (const Vec3& corner : outline) {
        EXPECT_NEAR(corner[axis], side * half[axis], 1e-15);
        EXPECT_LT((corner.cwiseAbs() - half).norm(), 1e-15);
      }
      EXPECT_NEAR(area_about(outline, normal), 4 * half.prod() / half[axis], 1e-14) << axis << side;
      names.insert(face.id);
    }
  }
  EXPECT_EQ(names.size(), 6u);
}

// The flat end from a cosine of 0.7 on, as the eight corners in its rim; else the line of the side.
TEST(FacingFeature, OfACylinderIsItsEndOrALineOfItsSide) {
  const Cylinder can{0.4, 0.25};
  std::set<std::uint64_t> names;
  for (const double end : {1.0, -1.0}) {
    const double cosine = 0.71;
    const Feature face = facing(can, Vec3(0, std::sqrt(1 - cosine * cosine), end * cosine));
    const std::vector<Vec3> rim = seen_corners(face);
    ASSERT_EQ(rim.size(), 8u);
    EXPECT_LT((kFeatureTurn.conjugate() * face.normal - end * Vec3::UnitZ()).norm(), 1e-15);
    for (std::size_t k = 0; k < 8; ++k) {
      EXPECT_NEAR(rim[k].z(), end * 0.25, 1e-15);
      EXPECT_NEAR(std::hypot(rim[k].x(), rim[k].y()), 0.4, 1e-15);
      EXPECT_NEAR((rim[(k + 1) % 8] - rim[k]).norm(), 2 * 0.4 * std::sin(std::numbers::pi / 8), 1e-15);
    }
    EXPECT_NEAR(area_about(rim, end * Vec3::UnitZ()), 8 * 0.5 * 0.16 * std::sqrt(0.5), 1e-15);
    names.insert(face.id);

    const double flat = 0.69, across = std::sqrt(1 - flat * flat);
    const Feature line = facing(can, Vec3(0.6 * across, -0.8 * across, end * flat));
    const std::vector<Vec3> ends = seen_corners(line);
    ASSERT_EQ(ends.size(), 2u);
    EXPECT_TRUE(line.is_segment());
    EXPECT_FALSE(line.is_polygon());
    EXPECT_LT((ends[0] - Vec3(0.24, -0.32, -0.25)).norm(), 1e-15);
    EXPECT_LT((ends[1] - Vec3(0.24, -0.32, 0.25)).norm(), 1e-15);
  }
  EXPECT_EQ(names.size(), 2u);
}

TEST(FacingFeature, OfRoundShapesIsOnTheirSurface) {
  const Vec3 way = Vec3(0.6, 0, 0.8);
  const std::vector<Vec3> point = seen_corners(facing(Sphere{0.4}, way));
  ASSERT_EQ(point.size(), 1u);
  EXPECT_LT((point[0] - 0.4 * way).norm(), 1e-15);
  const std::vector<Vec3> line = seen_corners(facing(Capsule{0.2, 0.7}, way));
  ASSERT_EQ(line.size(), 2u);
  EXPECT_LT((line[0] - Vec3(0.12, 0, -0.7 + 0.16)).norm(), 1e-15);
  EXPECT_LT((line[1] - Vec3(0.12, 0, 0.7 + 0.16)).norm(), 1e-15);
}

/// A prism with `count` sides about z, from -0.5 to 0.5 m.
ConvexHull prism(int count) {
  ConvexHull hull;
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * k / count;
    for (const double z : {-0.5, 0.5}) hull.points.emplace_back(std::cos(angle), std::sin(angle), z);
  }
  return hull;
}

TEST(FacingFeature, OfAHullIsItsFaceThinnedOutWhereItHasTooManyCorners) {
  std::set<std::uint64_t> names;
  for (int side = 0; side < 6; ++side) {
    const double angle = 2 * std::numbers::pi * (side + 0.5) / 6;
    const Vec3 normal(std::cos(angle), std::sin(angle), 0);
    const Feature face = facing(prism(6), (normal + Vec3(0, 0, 0.3)).normalized());
    ASSERT_EQ(face.count, 4);
    EXPECT_LT((kFeatureTurn.conjugate() * face.normal - normal).norm(), 1e-12);
    EXPECT_NEAR(area_about(seen_corners(face), normal), 1, 1e-12);
    names.insert(face.id);
  }
  EXPECT_EQ(names.size(), 6u);
  const Feature thinned = facing(prism(48), Vec3::UnitZ());
  const std::vector<Vec3> outline = seen_corners(thinned);
  ASSERT_EQ(thinned.count, Feature::kCapacity);
  for (std::size_t k = 0; k < outline.size(); ++k) {
    EXPECT_NEAR(outline[k].z(), 0.5, 1e-15);
    for (std::size_t other = 0; other < k; ++other) EXPECT_GT((outline[k] - outline[other]).norm(), 0.1);
  }
  // Of 48 corners every third is left out: a polygon with sides over 1 and over 2 of them.
  const double step = 2 * std::numbers::pi / 48;
  EXPECT_NEAR(area_about(outline, Vec3::UnitZ()), 8 * (std::sin(step) + std::sin(2 * step)), 1e-12);
}

}  // namespace
}  // namespace drawbar::physics
