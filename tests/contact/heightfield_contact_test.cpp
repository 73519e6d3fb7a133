// Shapes on heightfields: flat ones feel like planes, bent ones give no spurious normals, nothing pops.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "physics/contact/closest_points.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::Item;
using test::kWheel;
using test::smallest_gap;
using test::Stage;
using test::turned;

Heightfield field(const std::function<double(double, double)>& height, int samples = 41,
                  double spacing = 0.5) {
  Heightfield f{samples, samples, spacing, {}};
  const double first = -0.5 * (samples - 1) * spacing;
  for (int row = 0; row < samples; ++row) {
    for (int column = 0; column < samples; ++column) {
      f.heights.push_back(height(first + column * spacing, first + row * spacing));
    }
  }
  return f;
}

Item ground(const std::function<double(double, double)>& height) {
  return {field(height), {}, true};
}

double hills(double x, double y) {
  return 0.4 * std::sin(0.7 * x) * std::cos(0.9 * y) + 0.1 * std::sin(3.1 * x + y);
}

/// Distance from a point above it to a heightfield: over all triangles.
double distance_to(const Heightfield& f, const Vec3& c) {
  double best = 1e9;
  const auto v = [&](int i, int j) {
    return Vec3((i - 0.5 * (f.columns - 1)) * f.spacing, (j - 0.5 * (f.rows - 1)) * f.spacing,
                f.heights[static_cast<std::size_t>(j * f.columns + i)]);
  };
  for (int j = 0; j + 1 < f.rows; ++j) {
    for (int i = 0; i + 1 < f.columns; ++i) {
      for (const auto& t : {std::array<Vec3, 3>{v(i, j), v(i + 1, j), v(i + 1, j + 1)},
                            std::array<Vec3, 3>{v(i, j), v(i + 1, j + 1), v(i, j + 1)}}) {
        best = std::min(best, (closest_point_on_triangle(t, c).point - c).norm());
      }
    }
  }
  return best;
}

TEST(HeightfieldContact, FlatGroundFeelsExactlyLikeItsPlane) {
  const std::vector<Geometry> shapes{Sphere{0.4}, Cylinder{0.4, 0.1}, Capsule{0.2, 0.4},
                                     Box{{0.3, 0.2, 0.1}}};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> in(-4, 4);
  const auto slope = [](double x, double y) { return 0.25 * x - 0.125 * y; };  // exact in binary
  const Quat tilt = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3(-0.25, 0.125, 1));
  for (const Geometry& g : shapes) {
    Stage on_field({ground(slope), {g, {}}});
    Stage on_plane({{Plane{}, {{0, 0, 0}, tilt}, true}, {g, {}}});
    for (int i = 0; i < 400; ++i) {
      // Also exactly over grid points and lines.
      const double x = i % 3 == 0 ? std::round(in(random)) : in(random);
      const double y = i % 5 == 0 ? std::round(in(random)) : in(random);
      const Quat lean = turned(0.2 * in(random) / 4, Vec3(in(random), in(random), 0.1));
      const Quat q = std::holds_alternative<Cylinder>(g) ? tilt * lean * kWheel : tilt * lean;
      on_field.poses[1] = on_plane.poses[1] = at(x, y, slope(x, y) + 0.42, q);
      const auto a = on_field.detect(0.05);
      const auto b = on_plane.detect(0.05);
      ASSERT_EQ(a.size(), b.size());
      if (a.empty()) continue;
      EXPECT_NEAR(smallest_gap(a[0]), smallest_gap(b[0]), 1e-9);
      for (const ContactPoint& p : a[0].contacts()) {
        EXPECT_LE((p.normal - b[0].points[0].normal).norm(), 1e-12) << g.index() << " at " << x << ", " << y;
      }
      ASSERT_EQ(a[0].point_count, b[0].point_count) << g.index() << " at " << x << ", " << y;
      for (const ContactPoint& p : a[0].contacts()) {
        double nearest = 1e9;
        for (const ContactPoint& q2 : b[0].contacts())
          nearest = std::min(nearest, (p.position - q2.position).norm());
        EXPECT_LE(nearest, 1e-9);
      }
    }
  }
}

TEST(HeightfieldContact, BallFindsTheTrueDistanceOverHills) {
  const Heightfield f = field(hills, 21);
  Stage stage({{f, {}, true}, {Sphere{0.3}, {}}});
  std::mt19937 random(6);
  std::uniform_real_distribution<double> in(-4, 4);
  int touched = 0;
  for (int i = 0; i < 300; ++i) {
    const double x = in(random);
    const double y = in(random);
    const Vec3 c(x, y, hills(x, y) + 0.28 + 0.02 * in(random));
    stage.poses[1].position = c;
    const double distance = distance_to(f, c);
    const auto manifolds = stage.detect(0.1);
    if (distance > 0.4) {
      EXPECT_TRUE(manifolds.empty());
      continue;
    }
    ++touched;
    ASSERT_EQ(manifolds.size(), 1u);
    EXPECT_NEAR(smallest_gap(manifolds[0]), distance - 0.3, 1e-12);
  }
  EXPECT_GT(touched, 200);
}

TEST(HeightfieldContact, BallInAValleyTouchesBothSidesAndOnARidgeTheCrest) {
  const auto roof = [](double sign) { return [sign](double x, double) { return sign * 0.5 * std::abs(x); }; };
  Stage valley({ground(roof(1)), {Sphere{0.3}, at(0, 0.1, 0.3)}});
  const auto v = valley.detect(0.05);
  ASSERT_EQ(v[0].point_count, 2);
  EXPECT_NEAR(v[0].points[0].normal.x(), -v[0].points[1].normal.x(), 1e-14);
  Stage ridge({ground(roof(-1)), {Sphere{0.3}, at(0.01, 0.1, 0.3)}});
  const auto r = ridge.detect(0.05);
  ASSERT_EQ(r[0].point_count, 1);
  EXPECT_LE((r[0].points[0].normal - Vec3(0.01, 0, 0.3).normalized()).norm(), 1e-12);
}

TEST(HeightfieldContact, WheelOverHillsMovesWithoutJumps) {
  // The height at which a wheel rests (deepest gap 0) changes no faster than the slopes allow, and a contact
  // is always there: no hole at edges, no bump.
  Stage stage({ground(hills), {Cylinder{0.3, 0.08}, {}}});
  double z = 0.6;
  const auto rest = [&](double x, double y, const Quat& q) {
    for (int i = 0; i < 60; ++i) {
      stage.poses[1] = at(x, y, z, q);
      const auto m = stage.detect(0.3);
      if (m.empty()) return -1e9;
      const double gap = smallest_gap(m[0]);
      if (std::abs(gap) < 1e-13) break;
      z -= gap;
    }
    return z;
  };
  for (const double heading : {0.0, 0.4, 1.1, 1.5}) {
    z = hills(-3 * std::cos(heading), 0.3 - 3 * std::sin(heading)) + 0.4;
    const Quat q = turned(heading, Vec3::UnitZ()) * kWheel;
    double before = 0;
    double slope_before = 0;
    constexpr double kStep = 0.003;
    for (int i = 0; i < 2000; ++i) {
      const double along = -3 + kStep * i;
      const double now = rest(along * std::cos(heading), 0.3 + along * std::sin(heading), q);
      ASSERT_GT(now, -10);
      if (i > 1) {
        EXPECT_LE(std::abs(now - before), kStep * 1.2) << "heading " << heading << " at " << along;
        // A wheel smooths ridges with its own radius: its path bends upwards only in valleys.
        EXPECT_GE(now - before - slope_before, -kStep * kStep * 20 - 1e-9)
            << "heading " << heading << " at " << along;
      }
      slope_before = i > 0 ? now - before : 0;
      before = now;
    }
  }
}

TEST(HeightfieldContact, WheelKeepsItsMemoryAcrossTriangles) {
  Stage stage({ground([](double x, double) { return 0.1 * x; }), {Cylinder{0.3, 0.08}, {}}});
  for (int i = 0; i < 400; ++i) {
    const double x = -2 + 0.01 * i;
    stage.poses[1] = at(x, 0.21, 0.1 * x + 0.3 * std::sqrt(1.01) - 0.001, kWheel);
    const auto m = stage.detect(0.01);
    ASSERT_EQ(m[0].point_count, 2);
    for (ContactPoint& p : stage.world.manifolds()[0].contacts()) {
      if (i > 0) {
        EXPECT_EQ(p.memory.normal_impulse, i + (p.position.y() > 0.21 ? 1000 : 0));
      }
      p.memory.normal_impulse = i + 1 + (p.position.y() > 0.21 ? 1000 : 0);
    }
  }
}

// Under each rim the normal turns as the hill does, and not at the edges of the triangles between its
// samples, and the ground is as high as the hill: in the middle of a cell up to 3 mm off the triangles.
TEST(HeightfieldContact, WheelFeelsHillsAndNotTheirTriangles) {
  constexpr double kRadius = 0.2, kStep = 0.003, kBend = 0.8 * 0.35 * 0.35;  // m, m, 1/m
  const auto hill = [](double x, double y) { return 0.8 * std::sin(0.35 * x) * std::cos(0.35 * y); };
  Stage stage({ground(hill), {Cylinder{kRadius, 0.05}, {}}});
  for (const double heading : {0.0, 0.7, 1.5}) {
    const Quat q = turned(heading, Vec3::UnitZ()) * kWheel;
    for (const double side : {1.0, -1.0}) {
      Vec3 before = Vec3::Zero();
      for (int i = 0; i < 1000; ++i) {
        const double along = -1.5 + kStep * i;
        const double x = along * std::cos(heading) + 0.3, y = along * std::sin(heading) - 0.2;
        stage.poses[1] = at(x, y, hill(x, y) + kRadius, q);
        const auto m = stage.detect(0.1);
        ASSERT_EQ(m.size(), 1u);
        const ContactPoint* low = nullptr;
        for (const ContactPoint& point : m[0].contacts()) {
          if (side * point.position_b.z() > 0 && (low == nullptr || point.gap < low->gap)) low = &point;
        }
        ASSERT_NE(low, nullptr);
        const Vec3 foot = low->position - 0.5 * low->gap * low->normal;
        EXPECT_NEAR(foot.z(), hill(foot.x(), foot.y()), 2e-4) << along;
        if (i > 0) {
          EXPECT_LT((low->normal - before).norm(), 1.2 * kBend * kStep) << along;
        }
        before = low->normal;
      }
    }
  }
}

TEST(HeightfieldContact, StandingCylinderAndBoxRestOnFourPoints) {
  Stage cylinder({ground([](double, double) { return 1; }), {Cylinder{0.3, 0.5}, at(0.13, 0.21, 1.5)}});
  EXPECT_EQ(cylinder.detect()[0].point_count, 4);
  Stage box({ground([](double, double) { return 1; }), {Box{{0.7, 0.6, 0.5}}, at(0.13, 0.21, 1.5)}});
  ASSERT_EQ(box.detect()[0].point_count, 4);
  for (const ContactPoint& p : box.detect()[0].contacts()) EXPECT_LE((p.normal - Vec3::UnitZ()).norm(), 0);
}

TEST(HeightfieldContact, BoxOverARidgeIsCarriedByTheRidge) {
  Stage stage({ground([](double x, double) { return -0.5 * std::abs(x); }),
               {Box{{0.7, 0.4, 0.1}}, at(0, 0.05, 0.1)}});
  const auto m = stage.detect(0.01);
  ASSERT_EQ(m.size(), 1u);
  ASSERT_GE(m[0].point_count, 2);
  double low = 1;
  double high = -1;
  for (const ContactPoint& p : m[0].contacts()) {
    EXPECT_NEAR(p.position.x(), 0, 1e-12);
    EXPECT_NEAR(p.gap, 0, 1e-12);
    EXPECT_LE((p.normal - Vec3::UnitZ()).norm(), 1e-12);
    low = std::min(low, p.position.y());
    high = std::max(high, p.position.y());
  }
  EXPECT_GT(high - low, 0.7);  // to the box's edges and not just one cell
}

TEST(HeightfieldContact, WheelAndCapsuleAcrossANarrowRidgeAreHeldBetweenTheirEnds) {
  const auto ridge = ground([](double, double y) { return -0.8 * std::abs(y); });
  Stage wheel({ridge, {Cylinder{0.3, 0.2}, at(0.1, 0.01, 0.3, kWheel)}});
  const auto w = wheel.detect(0.001);
  ASSERT_EQ(w.size(), 1u);
  EXPECT_NEAR(smallest_gap(w[0]), 0, 1e-12);
  Stage capsule({ridge, {Capsule{0.1, 0.5}, at(0.1, 0.01, 0.1, kWheel)}});
  EXPECT_NEAR(smallest_gap(capsule.detect(0.001)[0]), 0, 1e-12);
}

TEST(HeightfieldContact, BodiesUnderTheSurfaceArePushedOut) {
  const auto flat = ground([](double, double) { return 0; });
  for (const Geometry& g :
       std::vector<Geometry>{Sphere{0.2}, Box{{0.1, 0.1, 0.1}}, Capsule{0.1, 0.1}, Cylinder{0.2, 0.1}}) {
    for (const double z : {-0.15, -0.5, -3.0}) {
      Stage stage({flat, {g, at(0.2, 0.3, z, kWheel)}});
      const auto m = stage.detect();
      ASSERT_EQ(m.size(), 1u) << g.index() << " at " << z;
      EXPECT_LT(smallest_gap(m[0]), z);
      for (const ContactPoint& p : m[0].contacts()) EXPECT_GT(p.normal.z(), 0.99);
    }
  }
}

TEST(HeightfieldContact, NothingToTouchBeyondTheBorder) {
  Stage stage({ground([](double, double) { return 0; }), {Sphere{0.2}, at(11, 0, 0)}});
  EXPECT_TRUE(stage.detect().empty());
}

TEST(HeightfieldContact, ThinWallIsFeltOnTheSideOfTheBall) {
  const auto pillar = ground([](double x, double y) { return std::abs(x) < 0.3 && std::abs(y) < 3 ? 2 : 0; });
  for (const double side : {-1.0, 1.0}) {
    // The wall's flank leans: from x = 0.5 at the foot to x = 0 at the top.
    const Vec3 flank = Vec3(side * 2, 0, 0.5).normalized();
    Stage stage({pillar, {Sphere{0.2}, {Vec3(side * 0.25, 0.1, 1) + 0.19 * flank, Quat::Identity()}}});
    const auto m = stage.detect();
    ASSERT_EQ(m.size(), 1u);
    ASSERT_EQ(m[0].point_count, 1);
    EXPECT_LE((m[0].points[0].normal - flank).norm(), 1e-12);
    EXPECT_NEAR(m[0].points[0].gap, -0.01, 1e-12);
  }
}

}  // namespace
}  // namespace drawbar::physics
