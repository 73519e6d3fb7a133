// Convex pairs: distance and depth proved by the separating directions, manifolds by what geometry says.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "physics/contact/convex_contacts.h"
#include "physics/contact/separation.h"
#include "physics/contact/support.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::Item;
using test::kHalfPi;
using test::pebble;
using test::Stage;
using test::turned;

std::vector<Vec3> corners_of(const Vec3& h) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) != 0 ? h.x() : -h.x(), (i & 2) != 0 ? h.y() : -h.y(),
                         (i & 4) != 0 ? h.z() : -h.z());
  }
  return corners;
}

const std::vector<Geometry> kConvex{Sphere{0.4}, Capsule{0.2, 0.4}, Box{{0.5, 0.3, 0.2}}, Cylinder{0.4, 0.25},
                                    pebble(30)};

/// A shape that can be placed by hand.
struct Placed {
  CollisionShape shape;
  PlacedShape placed;
  explicit Placed(const Geometry& g, const Pose& pose = {})
      : shape(make_collision_shape({g, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, false)) {
    placed.shape = &shape;
    move(pose);
  }
  void move(const Pose& pose) {
    placed.position = pose.position;
    placed.rotation = pose.orientation.toRotationMatrix();
  }
};

double separation_along(const PlacedShape& a, const PlacedShape& b, const Vec3& n) {
  return n.dot(core_support(b, -n) - core_support(a, n)) - rounding(*a.shape) - rounding(*b.shape);
}

double deepest(const Candidates& c) {
  double gap = 1e9;
  for (int i = 0; i < c.count(); ++i) gap = std::min(gap, c[i].gap);
  return gap;
}

TEST(Separation, NoDirectionPartsTwoShapesBetterThanTheOneFound) {
  // Signed distance is the largest separation over all directions: apart and overlapping alike.
  std::mt19937 random(23);
  std::normal_distribution<double> gauss;
  std::uniform_real_distribution<double> in(-1, 1);
  for (const Geometry& ga : kConvex) {
    for (const Geometry& gb : kConvex) {
      if (ga.index() < 3 && gb.index() < 3 && ga.index() != 1 && gb.index() != 1) continue;  // two round ones
      for (int trial = 0; trial < 100; ++trial) {
        Placed a(ga, {Vec3(100, -200, 50), test::random_orientation(random)});
        Placed b(gb, {Vec3(100, -200, 50) + 0.8 * Vec3(in(random), in(random), in(random)),
                      test::random_orientation(random)});
        const bool round = a.shape.kind <= ShapeKind::capsule && b.shape.kind <= ShapeKind::capsule;
        if (round) continue;
        const Separation s = find_separation(a.placed, b.placed, 10);
        ASSERT_NEAR(s.normal.norm(), 1, 1e-12);
        ASSERT_NEAR(separation_along(a.placed, b.placed, s.normal), s.gap, 1e-7) << ga.index() << gb.index();
        ASSERT_LE((s.on_b - s.on_a - s.gap * s.normal).norm(), 1e-6);
        for (int k = 0; k < 60; ++k) {
          const Vec3 noise(gauss(random), gauss(random), gauss(random));
          const double spread = k % 4 == 0 ? 1 : k % 4 == 1 ? 0.1 : k % 4 == 2 ? 0.01 : 0.001;
          const Vec3 n = (s.normal + spread * noise).normalized();
          ASSERT_LE(separation_along(a.placed, b.placed, n), s.gap + 1e-7) << ga.index() << gb.index();
        }
      }
    }
  }
}

TEST(ConvexContact, EveryPairReportsItsSignedDistanceBothWays) {
  std::mt19937 random(29);
  std::uniform_real_distribution<double> in(-1, 1);
  for (const Geometry& ga : kConvex) {
    for (const Geometry& gb : kConvex) {
      int touched = 0;
      for (int trial = 0; trial < 200; ++trial) {
        Placed a(ga, {Vec3::Zero(), test::random_orientation(random)});
        Placed b(gb, {0.75 * Vec3(in(random), in(random), in(random)), test::random_orientation(random)});
        Candidates forth;
        find_convex_contacts(a.placed, b.placed, 0.01, forth);
        Candidates back;
        find_convex_contacts(b.placed, a.placed, 0.01, back);
        if (a.shape.kind > ShapeKind::capsule || b.shape.kind > ShapeKind::capsule) {
          const Separation s = find_separation(a.placed, b.placed, 0.01);
          if (s.gap > 0) continue;  // ahead of touching, corner to corner may stay unreported
          ASSERT_GT(forth.count(), 0) << ga.index() << gb.index() << " gap " << s.gap;
          const double tolerance = 1e-3;  // boxes prefer faces by this much
          ASSERT_NEAR(deepest(forth), s.gap, tolerance) << ga.index() << gb.index();
        }
        ASSERT_EQ(forth.count() > 0, back.count() > 0);
        if (forth.count() == 0) continue;
        ++touched;
        ASSERT_NEAR(deepest(forth), deepest(back), 1e-3) << ga.index() << gb.index();
        for (int i = 0; i < forth.count(); ++i) {
          ASSERT_NEAR(forth[i].normal.norm(), 1, 1e-12);
          ASSERT_LE((forth[i].on_b - forth[i].on_a - forth[i].gap * forth[i].normal).norm(), 1e-5);
        }
      }
      EXPECT_GT(touched, 20) << ga.index() << gb.index();
    }
  }
}

TEST(ConvexContact, GeneralRoutineAgreesWithTheSpecialOnes) {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> in(-1, 1);
  for (int trial = 0; trial < 500; ++trial) {
    Placed box(Box{{0.5, 0.3, 0.2}}, {Vec3::Zero(), test::random_orientation(random)});
    Placed hull(ConvexHull{corners_of({0.5, 0.3, 0.2})}, {Vec3::Zero(), Quat(box.placed.rotation)});
    Placed ball(Sphere{0.3}, {Vec3(in(random), in(random), in(random)), Quat::Identity()});
    Candidates special;
    find_convex_contacts(box.placed, ball.placed, 0.1, special);
    Candidates general;
    find_general_contacts(box.placed, ball.placed, 0.1, general);
    Candidates of_hull;
    find_convex_contacts(hull.placed, ball.placed, 0.1, of_hull);
    ASSERT_EQ(special.count(), general.count());
    ASSERT_EQ(special.count(), of_hull.count());
    if (special.count() == 0) continue;
    EXPECT_NEAR(special[0].gap, general[0].gap, 1e-9);
    EXPECT_NEAR(special[0].gap, of_hull[0].gap, 1e-9);
  }
}

TEST(ConvexContact, TwoSpheresTouchOnTheLineOfCentres) {
  Stage stage({{Sphere{0.5}, at(0, 0, 0)}, {Sphere{0.25}, at(0.7, 0, 0)}});
  const auto m = stage.detect();
  ASSERT_EQ(m.size(), 1u);
  ASSERT_EQ(m[0].point_count, 1);
  EXPECT_NEAR(m[0].points[0].gap, -0.05, 1e-15);
  EXPECT_NEAR(m[0].points[0].position.x(), 0.475, 1e-15);
  EXPECT_LE((m[0].points[0].normal - Vec3::UnitX()).norm(), 0);
}

TEST(ConvexContact, ABallSunkIntoACylindersEndIsPushedOutOfThatEnd) {
  constexpr double kHalf = 0.4, kRadius = 0.25, kBall = 0.1, kDepth = 0.02;
  for (const double end : {-1.0, 1.0}) {
    Stage stage(
        {{Cylinder{kRadius, kHalf}, at(0, 0, 0)}, {Sphere{kBall}, at(0.05, 0, end * (kHalf - kDepth))}});
    const auto m = stage.detect();
    ASSERT_EQ(m.size(), 1u) << end;
    ASSERT_EQ(m[0].point_count, 1) << end;
    EXPECT_NEAR(m[0].points[0].gap, -kDepth - kBall, 1e-14) << end;
    EXPECT_LT((m[0].points[0].normal - end * Vec3::UnitZ()).norm(), 1e-14) << end;
  }
}

TEST(ConvexContact, ConcentricShapesStillGetANormal) {
  for (const Geometry& ga : kConvex) {
    for (const Geometry& gb : kConvex) {
      Stage stage({{ga, at(1, 2, 3)}, {gb, at(1, 2, 3)}});
      const auto m = stage.detect();
      ASSERT_EQ(m.size(), 1u) << ga.index() << gb.index();
      for (const ContactPoint& p : m[0].contacts()) {
        EXPECT_NEAR(p.normal.norm(), 1, 1e-12);
        EXPECT_TRUE(std::isfinite(p.gap));
      }
    }
  }
}

struct Sunk {
  const char* what;
  Item a, b;
  Vec3 normal;
  double gap;
};

// The nearest way out, and where there are several the one that is named: of two balls along the first axis
// of a, of crossed capsules square to both, of a ball in a box or a cylinder through the nearest side.
TEST(ConvexContact, WhatHasNoLineOfCentresPartsTheNearestWayOut) {
  const Quat q = turned(0.7, Vec3(1, 2, 3));
  const Vec3 place(1, 2, 3);
  const auto in_a = [&](const Vec3& v) { return Pose{place + q * v, q}; };
  const Pose a{place, q};
  const Pose crossed{place, q * turned(kHalfPi, Vec3::UnitX())};
  const Box box{{0.5, 0.3, 0.4}};
  const Cylinder can{0.3, 0.5};
  const Sunk cases[] = {
      {"balls", {Sphere{0.4}, a}, {Sphere{0.3}, a}, q * Vec3::UnitX(), -0.7},
      {"ball in a capsule", {Capsule{0.2, 0.4}, a}, {Sphere{0.3}, a}, q * Vec3::UnitX(), -0.5},
      // z x (turned z) = z x -y = x
      {"capsules", {Capsule{0.2, 0.4}, a}, {Capsule{0.1, 0.4}, crossed}, q * Vec3::UnitX(), -0.3},
      {"middle of a box", {box, a}, {Sphere{0.1}, a}, q * Vec3::UnitY(), -0.4},
      {"box, +x", {box, a}, {Sphere{0.1}, in_a({0.35, 0.1, 0.2})}, q * Vec3::UnitX(), -0.25},
      {"box, -x", {box, a}, {Sphere{0.1}, in_a({-0.35, 0.1, -0.2})}, -(q * Vec3::UnitX()), -0.25},
      {"box, +y", {box, a}, {Sphere{0.1}, in_a({0.1, 0.25, 0.2})}, q * Vec3::UnitY(), -0.15},
      {"box, -y", {box, a}, {Sphere{0.1}, in_a({-0.1, -0.25, 0.2})}, -(q * Vec3::UnitY()), -0.15},
      {"box, +z", {box, a}, {Sphere{0.1}, in_a({0.1, 0.1, 0.38})}, q * Vec3::UnitZ(), -0.12},
      {"box, -z", {box, a}, {Sphere{0.1}, in_a({0.1, -0.1, -0.38})}, -(q * Vec3::UnitZ()), -0.12},
      {"axis of a cylinder", {can, a}, {Sphere{0.1}, in_a({0, 0, 0.1})}, q * Vec3::UnitX(), -0.4},
      {"cylinder's side", {can, a}, {Sphere{0.1}, in_a({0, -0.25, 0.4})}, -(q * Vec3::UnitY()), -0.15},
      {"cylinder's end", {can, a}, {Sphere{0.1}, in_a({0, 0.25, 0.47})}, q * Vec3::UnitZ(), -0.13},
      {"cylinder's rim", {can, a}, {Sphere{0.1}, in_a({0.33, 0, 0.54})}, q * Vec3(0.6, 0, 0.8), -0.05},
      {"on the side", {can, a}, {Sphere{0.1}, in_a({0, 0.3, -0.1})}, q * Vec3::UnitY(), -0.1},
  };
  for (const Sunk& c : cases) {
    Stage stage({c.a, c.b});
    const auto m = stage.detect();
    ASSERT_EQ(m.size(), 1u) << c.what;
    ASSERT_EQ(m[0].point_count, 1) << c.what;
    const ContactPoint& p = m[0].points[0];
    EXPECT_NEAR(p.gap, c.gap, 1e-12) << c.what;
    EXPECT_LT((p.normal - c.normal).norm(), 1e-9) << c.what << ": " << (q.conjugate() * p.normal).transpose();
  }
}

TEST(ConvexContact, ParallelCapsulesTouchAtTwoPointsCrossedOnesAtOne) {
  Stage parallel({{Capsule{0.1, 0.5}, at(0, 0, 0)}, {Capsule{0.1, 0.5}, at(0.195, 0, 0.3)}});
  ASSERT_EQ(parallel.detect()[0].point_count, 2);
  const auto m = parallel.detect()[0];
  EXPECT_NEAR(std::abs(m.points[0].position.z() - m.points[1].position.z()), 0.7, 1e-14);
  Stage crossed(
      {{Capsule{0.1, 0.5}, at(0, 0, 0)}, {Capsule{0.1, 0.5}, at(0.195, 0, 0, turned(1, Vec3::UnitX()))}});
  EXPECT_EQ(crossed.detect()[0].point_count, 1);
  EXPECT_NEAR(crossed.detect()[0].points[0].gap, -0.005, 1e-14);
}

/// Stacks of everything with a flat end on everything with a flat top carry themselves on four points.
// A wheel over a round bar that lies askew: its ends stay held as the angle grows, and lift off the bar as
// two round sides of radii R and r do, by (s sin a)^2 / 2 (R + r) at s from where they cross.
TEST(ConvexContact, AWheelOnABarIsHeldAtBothEndsHoweverTheyCross) {
  constexpr double kWheelRadius = 0.15, kBarRadius = 0.1, kHalf = 0.05, kDepth = 0.004;
  for (double angle = 0; angle < 0.5; angle += 0.01) {
    const Quat along_y = turned(kHalfPi, Vec3::UnitX());
    Stage stage({{Capsule{kBarRadius, 0.5}, at(0, 0, 0, turned(angle, Vec3::UnitZ()) * along_y), true},
                 {Cylinder{kWheelRadius, kHalf}, at(0, 0, kWheelRadius + kBarRadius - kDepth, along_y)}});
    const auto m = stage.detect(0.01);
    ASSERT_EQ(m.size(), 1u);
    double left = 1, right = 1, deepest = 1;
    for (const ContactPoint& point : m[0].contacts()) {
      deepest = std::min(deepest, point.gap);
      if (point.position.y() > 0.7 * kHalf) left = std::min(left, point.gap);
      if (point.position.y() < -0.7 * kHalf) right = std::min(right, point.gap);
    }
    const double aside = kHalf * std::sin(angle);
    const double lifted = aside * aside / (2 * (kWheelRadius + kBarRadius));
    EXPECT_NEAR(deepest, -kDepth, 2e-5) << angle;
    EXPECT_NEAR(left, -kDepth + lifted, 0.25 * lifted + 1e-7) << angle;
    EXPECT_NEAR(right, -kDepth + lifted, 0.25 * lifted + 1e-7) << angle;
  }
}

TEST(ConvexContact, FlatOnFlatHasFourPointsThatSpanTheCommonArea) {
  const std::vector<Geometry> blocks{Box{{0.5, 0.5, 0.5}}, Cylinder{0.5, 0.5},
                                     ConvexHull{corners_of(Vec3(0.5, 0.5, 0.5))}};
  for (const Geometry& low : blocks) {
    for (const Geometry& high : blocks) {
      for (const double gap : {-1e-3, -1e-9, 0.0, 1e-9, 1e-3}) {
        Stage stage({{low, at(0, 0, 0)}, {high, at(0.1, 0.05, 1 + gap, turned(0.3, Vec3::UnitZ()))}});
        const auto m = stage.detect();
        ASSERT_EQ(m.size(), 1u);
        ASSERT_EQ(m[0].point_count, 4) << low.index() << high.index() << " gap " << gap;
        Vec3 centre = Vec3::Zero();
        for (const ContactPoint& p : m[0].contacts()) {
          EXPECT_NEAR(p.gap, gap, 1e-9);
          EXPECT_LE((p.normal - Vec3::UnitZ()).norm(), 1e-9) << low.index() << high.index() << " gap " << gap;
          centre += 0.25 * p.position;
        }
        EXPECT_LE((centre - Vec3(0.05, 0.025, 0.5 + gap / 2)).norm(), 0.12);
        double area = 0;  // of the quadrilateral, corners in order of angle: the largest of the three orders
        const auto& p = m[0].points;
        const auto quad = [&](std::size_t i, std::size_t j, std::size_t k, std::size_t l) {
          return 0.5 * std::abs((p[k].position - p[i].position).cross(p[l].position - p[j].position).z());
        };
        area = std::max({quad(0, 1, 2, 3), quad(0, 1, 3, 2), quad(0, 2, 1, 3)});
        EXPECT_GT(area, 0.35) << low.index() << high.index();
      }
    }
  }
}

TEST(ConvexContact, CylinderOnItsSideOnABoxTouchesAlongALine) {
  Stage stage({{Box{{1, 1, 0.5}}, at(0, 0, -0.5)},
               {Cylinder{0.3, 0.2}, at(0.1, 0.2, 0.299, turned(kHalfPi, Vec3::UnitX()))}});
  const auto m = stage.detect();
  ASSERT_EQ(m[0].point_count, 2);
  for (const ContactPoint& p : m[0].contacts()) {
    EXPECT_NEAR(p.gap, -0.001, 1e-9);
    EXPECT_LE((p.normal - Vec3::UnitZ()).norm(), 1e-9);
  }
  EXPECT_NEAR((m[0].points[0].position - m[0].points[1].position).norm(), 0.4, 1e-9);
}

/// The corners of a box as a hull.
ConvexHull slab(const Vec3& half) {
  ConvexHull hull;
  for (int corner = 0; corner < 8; ++corner) {
    hull.points.push_back(half.cwiseProduct(
        Vec3((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1)));
  }
  return hull;
}

// The border of the difference body passes through 0, where rounding decides between apart and inside.
TEST(ConvexContact, WhatJustTouchesTheTopOfSomethingIsCarriedByIt) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  const Item grounds[] = {
      {Cylinder{0.1, 0.125}, at(-0.125, 0.03, -0.1, turned(kHalfPi, Vec3::UnitY())), true},
      {Cylinder{0.1, 0.125}, at(-0.125, 0.03, -0.125), true},
      {slab(Vec3(0.125, 0.1, 0.1)), at(-0.125, 0.03, -0.1), true},
      {Box{Vec3(0.125, 0.1, 0.1)}, at(-0.125, 0.03, -0.1), true}};
  const Geometry movers[] = {Box{Vec3(0.15, 0.15, 0.1)}, slab(Vec3(0.15, 0.15, 0.1)), Cylinder{0.15, 0.1}};
  for (const Item& ground : grounds) {
    for (const Geometry& mover : movers) {
      for (int i = 0; i < 1000; ++i) {
        // One draw after the other: compilers differ in which argument they evaluate first.
        std::array<double, 7> drawn;
        for (double& number : drawn) number = any(random);
        const double off = std::pow(10, -12 + 4 * std::fabs(drawn[0])) * drawn[1];  // up to 10 nm
        const Vec3 place(0.05 * drawn[2], 0.05 * drawn[3], 0.1 + off);
        const Quat q = turned(i % 2 == 0 ? 0 : 1e-3 * drawn[4], Vec3::UnitZ()) *
                       turned(1e-9 * drawn[5], Vec3(drawn[6], 1, 0));
        Stage stage({ground, {mover, {place, q}}});
        const auto manifolds = stage.detect();
        ASSERT_EQ(manifolds.size(), 1u) << i;
        for (const ContactPoint& point : manifolds[0].contacts()) {
          ASSERT_GT(point.normal.z(), 0.999) << i << " at " << place.transpose();
          ASSERT_NEAR(point.gap, 0, 1e-6) << i << " at " << place.transpose();
        }
      }
    }
  }
}

TEST(ConvexContact, CrossedBoxEdgesTouchAtOnePoint) {
  const Quat a = turned(kHalfPi / 2, Vec3::UnitX());
  const Quat b = turned(kHalfPi / 2, Vec3::UnitY());
  Stage stage(
      {{Box{{1, 1, 1}}, at(0, 0, 0, a)}, {Box{{1, 1, 1}}, at(0.1, 0.2, 2 * std::sqrt(2.0) - 0.01, b)}});
  const auto m = stage.detect();
  ASSERT_EQ(m[0].point_count, 1);
  EXPECT_NEAR(m[0].points[0].gap, -0.01, 1e-12);
  EXPECT_LE((m[0].points[0].normal - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LE((m[0].points[0].position - Vec3(0.1, 0, std::sqrt(2.0) - 0.005)).norm(), 1e-12);
}

TEST(ConvexContact, FeaturesOfARestingStackSurviveSmallMotions) {
  std::mt19937 random(37);
  std::normal_distribution<double> gauss;
  const std::vector<Geometry> blocks{Box{{0.5, 0.5, 0.5}}, Cylinder{0.5, 0.5},
                                     ConvexHull{corners_of(Vec3(0.5, 0.5, 0.5))}};
  for (const Geometry& low : blocks) {
    for (const Geometry& high : blocks) {
      Stage stage({{low, at(0, 0, 0)}, {high, at(0.1, 0.05, 0.999, turned(0.3, Vec3::UnitZ()))}});
      const Pose rest = stage.poses[1];
      std::vector<std::uint64_t> features;
      for (int i = 0; i < 100; ++i) {
        stage.poses[1].position = rest.position + 1e-6 * Vec3(gauss(random), gauss(random), gauss(random));
        stage.poses[1].orientation =
            turned(1e-6 * gauss(random), Vec3(gauss(random), gauss(random), 1)) * rest.orientation;
        std::vector<std::uint64_t> now;
        for (const ContactPoint& p : stage.detect()[0].contacts()) now.push_back(p.feature);
        if (i == 0) features = now;
        ASSERT_EQ(now, features) << low.index() << high.index() << " step " << i;
      }
    }
  }
}

TEST(ConvexContact, SeparationIsTheSameFarFromTheOrigin) {
  Placed a(Cylinder{0.4, 0.25}, {Vec3::Zero(), Quat(0.9, 0.1, 0.2, 0.3).normalized()});
  Placed b(Box{{0.5, 0.3, 0.2}}, {Vec3(0.5, 0.4, 0.3), Quat(0.2, 0.8, 0.1, 0.3).normalized()});
  const Separation near = find_separation(a.placed, b.placed, 1);
  a.placed.position += Vec3(8192, -4096, 512);
  b.placed.position += Vec3(8192, -4096, 512);
  const Separation far = find_separation(a.placed, b.placed, 1);
  EXPECT_NEAR(near.gap, far.gap, 1e-11);
  EXPECT_LE((near.normal - far.normal).norm(), 1e-9);
}

// A point of contact lies midway between one of either surface, which the bodies know in their own axes.
TEST(ConvexContact, PointsAreKnownInTheAxesOfBothBodies) {
  std::mt19937 random(43);
  std::uniform_real_distribution<double> in(-1, 1);
  int touched = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Geometry& ga = kConvex[static_cast<std::size_t>(trial) % kConvex.size()];
    const Geometry& gb = kConvex[static_cast<std::size_t>(trial) / 5 % kConvex.size()];
    const double x = in(random), y = in(random);
    const Vec3 apart = 0.7 * Vec3(x, y, in(random));
    const Pose one{Vec3(5, -3, 2), test::random_orientation(random)};
    const Pose other{one.position + apart, test::random_orientation(random)};
    Stage stage({{ga, one}, {gb, other}});
    for (const Manifold& manifold : stage.detect()) {
      EXPECT_EQ(manifold.body_a, 0u);
      EXPECT_EQ(manifold.body_b, 1u);
      for (const ContactPoint& point : manifold.contacts()) {
        const Vec3 on_a = one.position + one.orientation * point.position_a;
        const Vec3 on_b = other.position + other.orientation * point.position_b;
        EXPECT_LT((0.5 * (on_a + on_b) - point.position).norm(), 1e-12) << trial;
        EXPECT_LT((on_b - on_a - point.gap * point.normal).norm(), 1e-5) << trial;
        ++touched;
      }
    }
  }
  EXPECT_GT(touched, 200);
}

}  // namespace
}  // namespace drawbar::physics
