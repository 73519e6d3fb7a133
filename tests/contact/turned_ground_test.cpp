// Ground that is no square about the world's origin: turned and carried elsewhere, longer than wide, and met
// by hulls as by the boxes that they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/contact/closest_points.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::Item;
using test::kWheel;
using test::pebble;
using test::smallest_gap;
using test::Stage;
using test::turned;

constexpr int kColumns = 11, kRows = 6;
constexpr double kSpacing = 0.4;

double height(double x, double y) {
  return 0.3 * std::sin(1.1 * x) - 0.2 * std::cos(1.7 * y) + 0.05 * x * y;
}

/// 4 m along x and 2 m along y.
Heightfield oblong() {
  Heightfield field{kColumns, kRows, kSpacing, {}};
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column)
      field.heights.push_back(height(-2 + kSpacing * column, -1 + kSpacing * row));
  }
  return field;
}

/// A step of two triangles each along y, at x = 0 from 0 to 0.2 m.
TriangleMesh step() {
  TriangleMesh mesh;
  mesh.vertices = {{-2, -2, 0},  {0, -2, 0},  {0, 2, 0},    {-2, 2, 0},
                   {0, -2, 0.2}, {0, 2, 0.2}, {2, -2, 0.2}, {2, 2, 0.2}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}, {4, 6, 7}, {4, 7, 5}};
  return mesh;
}

ConvexHull corners(const Vec3& half) {
  ConvexHull hull;
  for (int k = 0; k < 8; ++k) {
    hull.points.push_back(
        half.cwiseProduct(Vec3((k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1)));
  }
  return hull;
}

// By brute force, over all triangles of the two that each cell is cut into along its diagonal from its first
// corner.
double distance_to_oblong(const Vec3& from) {
  const Heightfield f = oblong();
  const auto v = [&](int column, int row) {
    return Vec3(-2 + kSpacing * column, -1 + kSpacing * row,
                f.heights[static_cast<std::size_t>(row * kColumns + column)]);
  };
  double best = std::numeric_limits<double>::infinity();
  for (int row = 0; row + 1 < kRows; ++row) {
    for (int column = 0; column + 1 < kColumns; ++column) {
      for (const std::array<Vec3, 3>& t :
           {std::array<Vec3, 3>{v(column, row), v(column + 1, row), v(column + 1, row + 1)},
            std::array<Vec3, 3>{v(column, row), v(column + 1, row + 1), v(column, row + 1)}}) {
        best = std::min(best, (closest_point_on_triangle(t, from).point - from).norm());
      }
    }
  }
  return best;
}

TEST(OblongField, IsMetByABallAtItsTrueDistanceUpToEachOfItsBorders) {
  Stage stage({{oblong(), {}, true}, {Sphere{0.15}, {}}});
  int touched = 0;
  for (double x = -1.95; x < 2; x += 0.13) {
    for (double y = -0.97; y < 1; y += 0.11) {
      const Vec3 centre(x, y, height(x, y) + 0.16);
      stage.poses[1].position = centre;
      const double distance = distance_to_oblong(centre);
      const auto manifolds = stage.detect(0.05);
      ASSERT_EQ(manifolds.empty(), distance > 0.2) << centre.transpose();
      if (manifolds.empty()) continue;
      ++touched;
      EXPECT_NEAR(smallest_gap(manifolds[0]), distance - 0.15, 1e-12) << centre.transpose();
    }
  }
  EXPECT_GT(touched, 300);
  for (const Vec3& beyond : {Vec3(2.3, 0, 0), Vec3(-2.3, 0, 0), Vec3(0, 1.3, 0), Vec3(0, -1.3, 0)}) {
    stage.poses[1].position = beyond;
    EXPECT_TRUE(stage.detect(0.05).empty()) << beyond.transpose();
  }
}

// All shapes on a field, a step and a plane, all of which are then turned over and carried away: the contacts
// go along.
TEST(TurnedGround, IsMetAsItIsWhereItWasBuilt) {
  const Item grounds[] = {{oblong(), {}, true}, {step(), {}, true}, {Plane{}, {}, true}};
  const Geometry shapes[] = {Sphere{0.2}, Capsule{0.1, 0.2}, Cylinder{0.2, 0.15}, Box{{0.2, 0.15, 0.1}},
                             pebble(20)};
  const Quat over = turned(2.2, Vec3(0.3, -1, 0.5));
  const Vec3 away(40, -30, 20);
  for (const Item& ground : grounds) {
    for (const Geometry& shape : shapes) {
      Stage here({ground, {shape, {}}}), there({ground, {shape, {}}});
      there.poses[0] = {away, over};
      int touched = 0;
      for (int i = 0; i < 60; ++i) {
        const double x = -1.487 + 0.05 * i, y = 0.6 * std::sin(i);
        const double z = ground.geometry.index() == grounds[0].geometry.index() ? height(x, y)
                         : x > 0                                                ? 0.2
                                                                                : 0;
        const Pose pose = at(x, y, z + 0.14, turned(0.11 * i, Vec3(1, 0.1 * i, 2)));
        here.poses[1] = pose;
        there.poses[1] = {away + over * pose.position, over * pose.orientation};
        const auto a = here.detect(0.02), b = there.detect(0.02);
        ASSERT_EQ(a.size(), b.size()) << shape.index() << ", " << i;
        if (a.empty()) continue;
        ++touched;
        EXPECT_NEAR(smallest_gap(a[0]), smallest_gap(b[0]), 1e-9) << shape.index() << ", " << i;
        ASSERT_EQ(a[0].point_count, b[0].point_count) << shape.index() << ", " << i;
        for (const ContactPoint& p : a[0].contacts()) {
          double nearest = 1;
          for (const ContactPoint& q : b[0].contacts()) {
            nearest = std::min(nearest, (away + over * p.position - q.position).norm() +
                                            (over * p.normal - q.normal).norm());
          }
          EXPECT_LT(nearest, 1e-8) << shape.index() << ", " << i;
        }
      }
      EXPECT_GT(touched, 20) << shape.index();
    }
  }
}

TEST(TurnedGround, CarriesAHullOfEightCornersAsTheBoxThatItIs) {
  const Vec3 half(0.25, 0.2, 0.1);
  for (const Item& ground : {Item{oblong(), {}, true}, Item{step(), {}, true}}) {
    Stage box({ground, {Box{half}, {}}}), hull({ground, {corners(half), {}}});
    int touched = 0;
    for (int i = 0; i < 120; ++i) {
      const double x = -1.4 + 0.024 * i, y = 0.5 * std::cos(i);
      const bool on_field = std::holds_alternative<Heightfield>(ground.geometry);
      if (!on_field && std::fabs(x) < 0.4)
        continue;  // in the riser each is as deep as its own thickness allows
      const double z = on_field ? height(x, y) : x > 0 ? 0.2 : 0;
      box.poses[1] = hull.poses[1] = at(x, y, z + 0.12, turned(0.2 * std::sin(2 * i), Vec3(1, 0.3, 2)));
      const auto a = box.detect(0.02), b = hull.detect(0.02);
      ASSERT_EQ(a.size(), b.size()) << i;
      if (a.empty()) continue;
      ++touched;
      EXPECT_NEAR(smallest_gap(a[0]), smallest_gap(b[0]), 1e-12) << i;
      EXPECT_EQ(a[0].point_count, b[0].point_count) << i;
    }
    EXPECT_GT(touched, 60);
  }
}

}  // namespace
}  // namespace drawbar::physics
