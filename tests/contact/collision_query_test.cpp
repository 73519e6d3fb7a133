// Rays, shape casts and overlaps against closed forms.
#include "physics/contact/collision_query.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tests/contact/fixture.h"
#include "tests/support/allocation_count.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::Item;
using test::Stage;

TriangleMesh floor_mesh() {
  return {{{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {{0, 1, 2}, {0, 2, 3}}};
}

Heightfield floor_field() {
  return {21, 21, 0.5, std::vector<double>(441, 0.0)};
}

TEST(CollisionQuery, RayDownFindsEveryKindOfGround) {
  for (const Geometry& g : std::vector<Geometry>{Plane{}, floor_mesh(), floor_field(), Box{{5, 5, 1}}}) {
    const double top = std::holds_alternative<Box>(g) ? 1 : 0;
    Stage stage({{g, {}, true}});
    stage.detect();
    CollisionQuery query(stage.world);
    const Vec3 down = Vec3(0.3, 0.1, -1).normalized();
    for (const double radius : {0.0, 0.25}) {
      const auto hit = query.cast({0.2, 0.1, 4}, down, 10, radius);
      ASSERT_TRUE(hit.has_value()) << g.index();
      EXPECT_NEAR(hit->distance, (4 - top - radius) / -down.z(), 1e-8);
      EXPECT_NEAR(hit->position.z(), top, 1e-8);
      EXPECT_LE((hit->normal - Vec3::UnitZ()).norm(), 1e-7);
      EXPECT_FALSE(query.cast({0.2, 0.1, 4}, down, 2, radius).has_value());
      EXPECT_FALSE(query.cast({0.2, 0.1, 4}, -down, 10, radius).has_value());
    }
  }
}

TEST(CollisionQuery, RayHitsABallWhereTheQuadraticSays) {
  Stage stage({{Sphere{1}, at(10, 0.5, 0)}});
  stage.detect();
  CollisionQuery query(stage.world);
  const auto hit = query.cast(Vec3::Zero(), Vec3::UnitX(), 100);
  ASSERT_TRUE(hit.has_value());
  EXPECT_NEAR(hit->distance, 10 - std::sqrt(0.75), 1e-8);
  EXPECT_FALSE(query.cast({0, 1.6, 0}, Vec3::UnitX(), 100).has_value());
}

TEST(CollisionQuery, RayHitsTheSideOfACylinderAndACapsule) {
  for (const Geometry& g : std::vector<Geometry>{Cylinder{1, 2}, Capsule{1, 2}}) {
    Stage stage({{g, at(10, 0.5, 0)}});
    stage.detect();
    CollisionQuery query(stage.world);
    const auto hit = query.cast({0, 0, 0.3}, Vec3::UnitX(), 100);
    ASSERT_TRUE(hit.has_value());
    EXPECT_NEAR(hit->distance, 10 - std::sqrt(0.75), 1e-7) << g.index();
  }
}

TEST(CollisionQuery, NearestOfManyIsFoundAndFiltersApply) {
  Stage stage({{Sphere{0.5}, at(6, 0, 0)}, {Sphere{0.5}, at(3, 0, 0)}, {Sphere{0.5}, at(9, 0, 0)}});
  stage.detect();
  CollisionQuery query(stage.world);
  EXPECT_EQ(query.cast(Vec3::Zero(), Vec3::UnitX(), 100)->body, 1u);
  EXPECT_EQ(query.cast(Vec3::Zero(), Vec3::UnitX(), 100, 0, 1, 1)->body, 0u);
  EXPECT_FALSE(query.cast(Vec3::Zero(), Vec3::UnitX(), 100, 0, 2).has_value());
}

TEST(CollisionQuery, StartingInContactIsDistanceZero) {
  Stage stage({{Box{{1, 1, 1}}, {}}});
  stage.detect();
  CollisionQuery query(stage.world);
  EXPECT_EQ(query.cast({0.2, 0.1, 0.3}, Vec3::UnitX(), 1)->distance, 0);
}

TEST(CollisionQuery, WhatIsCastFromWhereItTouchesIsToldTheNormalThere) {
  Stage stage({{Box{{1, 1, 1}}, {}, true}});
  stage.detect();
  CollisionQuery query(stage.world);
  for (const Geometry& shape :
       {Geometry(Sphere{0.3}), Geometry(Box{{0.3, 0.3, 0.3}}), Geometry(Capsule{0.1, 0.2})}) {
    const auto hit = query.cast(shape, at(0.2, 0.1, 1.25), Vec3(1, 0, -1).normalized(), 1);
    ASSERT_TRUE(hit.has_value()) << shape.index();
    EXPECT_EQ(hit->distance, 0) << shape.index();
    EXPECT_LE((hit->normal - Vec3::UnitZ()).norm(), 1e-9) << shape.index();
  }
}

TEST(CollisionQuery, ShapesThatFallStopOnEveryKindOfGround) {
  const Quat turn = test::turned(0.7, Vec3(1, 2, 0.5));
  for (const Geometry& ground : std::vector<Geometry>{Plane{}, floor_mesh(), floor_field(), Box{{5, 5, 1}}}) {
    const double top = std::holds_alternative<Box>(ground) ? 1 : 0;
    Stage stage({{ground, {}, true}});
    stage.detect();
    CollisionQuery query(stage.world);
    const Vec3 down = Vec3(0.3, 0.1, -1).normalized();
    const Mat3 r = turn.toRotationMatrix();
    const double axis = std::abs(r(2, 2));
    const std::pair<Geometry, double> shapes[] = {
        {Box{{0.4, 0.3, 0.2}}, 0.4 * std::abs(r(2, 0)) + 0.3 * std::abs(r(2, 1)) + 0.2 * axis},
        {Capsule{0.2, 0.3}, 0.2 + 0.3 * axis},
        {Cylinder{0.3, 0.2}, 0.2 * axis + 0.3 * std::sqrt(1 - axis * axis)}};
    for (const auto& [shape, below] : shapes) {
      const auto hit = query.cast(shape, at(0.2, 0.1, 4, turn), down, 10);
      ASSERT_TRUE(hit.has_value()) << ground.index() << " " << shape.index();
      EXPECT_NEAR(hit->distance, (4 - top - below) / -down.z(), 1e-6)
          << ground.index() << " " << shape.index();
      EXPECT_NEAR(hit->position.z(), top, 1e-6);
      EXPECT_LE((hit->normal - Vec3::UnitZ()).norm(), 1e-4) << ground.index() << " " << shape.index();
      EXPECT_FALSE(query.cast(shape, at(0.2, 0.1, 4, turn), down, 2).has_value());
      EXPECT_FALSE(query.cast(shape, at(0.2, 0.1, 4, turn), -down, 10).has_value());
    }
  }
}

// Short of the hit nothing overlaps, a little beyond it something does; where nothing is hit, nothing
// overlaps on the way.
TEST(CollisionQuery, AShapeCastEndsWhereOverlapBegins) {
  const std::vector<Geometry> shapes{Sphere{0.3}, Capsule{0.2, 0.3}, Box{{0.3, 0.2, 0.4}},
                                     Cylinder{0.3, 0.2}};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> part(-1, 1);
  const auto anywhere = [&] { return Vec3(part(random), part(random), part(random)); };
  int hits = 0;
  for (const Geometry& still : shapes) {
    for (const Geometry& moving : shapes) {
      for (int k = 0; k < 20; ++k) {
        Stage stage({{still, at(0, 0, 0, test::turned(3 * part(random), anywhere()))}});
        stage.detect();
        CollisionQuery query(stage.world);
        const Quat turn = test::turned(3 * part(random), anywhere());
        const Vec3 from = 3 * anywhere().normalized();
        const Vec3 direction = (0.6 * anywhere() - from).normalized();
        const auto touches = [&](double distance) {
          std::vector<std::uint32_t> found;
          query.overlaps(moving, {from + distance * direction, turn}, found);
          return !found.empty();
        };
        const auto hit = query.cast(moving, {from, turn}, direction, 6);
        if (hit) {
          ++hits;
          EXPECT_FALSE(touches(hit->distance - 1e-4)) << still.index() << " " << moving.index();
          EXPECT_TRUE(touches(hit->distance + 1e-2)) << still.index() << " " << moving.index();
        } else {
          for (double distance = 0; distance < 6; distance += 0.05) EXPECT_FALSE(touches(distance));
        }
      }
    }
  }
  EXPECT_GT(hits, 160);
}

TEST(CollisionQuery, OverlapsListsShapesInOrder) {
  Stage stage({{Plane{}, {}, true}, {Sphere{0.5}, at(3, 0, 3)}, {Box{{1, 1, 1}}, at(0, 0, 1)}});
  stage.detect();
  CollisionQuery query(stage.world);
  std::vector<std::uint32_t> found;
  query.overlaps(Cylinder{0.5, 0.5}, at(1.2, 0, 0.4), found);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{0, 2}));
  query.overlaps(Sphere{0.1}, at(0, 0, 5), found);
  EXPECT_TRUE(found.empty());
}

// What is hit is told in the world's axes, however the ground stands there and whoever else is about.
TEST(CollisionQuery, TurnedGroundIsMetAsItIsSeenFromItsOwnAxes) {
  const Pose ground = at(3, -2, 1, test::turned(2.1, Vec3(1, -2, 0.5)));
  const Vec3 up = ground.orientation * Vec3::UnitZ();
  const Vec3 from(0.7, -0.4, 3), way = Vec3(0.3, 0.1, -1).normalized();
  for (const Geometry& g : std::vector<Geometry>{Plane{}, floor_mesh(), floor_field(), Box{{5, 5, 1}}}) {
    const double top = std::holds_alternative<Box>(g) ? 1 : 0;
    Stage stage({{Sphere{0.1}, at(90, 0, 0)}, {g, ground, true}});
    stage.detect();
    CollisionQuery query(stage.world);
    const Vec3 origin = ground.position + ground.orientation * from;
    for (const double radius : {0.0, 0.25}) {
      const auto hit = query.cast(origin, ground.orientation * way, 10, radius);
      ASSERT_TRUE(hit.has_value()) << g.index();
      const double distance = (3 - top - radius) / -way.z();
      const Vec3 met = from + distance * way - Vec3(0, 0, radius);
      EXPECT_EQ(hit->body, 1u);
      EXPECT_NEAR(hit->distance, distance, 1e-8) << g.index();
      EXPECT_LE((hit->position - ground.position - ground.orientation * met).norm(), 1e-7) << g.index();
      EXPECT_LE((hit->normal - up).norm(), 1e-7) << g.index();
    }
    // A box that is level in the world reaches down by its half sizes along the ground's normal.
    const Vec3 half(0.4, 0.3, 0.2);
    const auto hit = query.cast(Box{half}, {origin, Quat::Identity()}, ground.orientation * way, 10);
    ASSERT_TRUE(hit.has_value()) << g.index();
    EXPECT_NEAR(hit->distance, (3 - top - half.dot(up.cwiseAbs())) / -way.z(), 1e-6) << g.index();
    EXPECT_LE((hit->normal - up).norm(), 1e-4) << g.index();
  }
}

TEST(CollisionQuery, ATriangleIsMetOnItsFaceEdgeOrCornerAndFromItsOutsideAlone) {
  Stage stage({{TriangleMesh{{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{0, 1, 2}}}, {}, true}});
  stage.detect();
  CollisionQuery query(stage.world);
  constexpr double kRadius = 0.5;
  const struct {
    Vec3 from, met;
  } balls[] = {{{0.5, 0.4, 3}, {0.5, 0.4, 0}}, {{0.5, -0.3, 3}, {0.5, 0, 0}},  {{-0.3, 0.5, 3}, {0, 0.5, 0}},
               {{1.24, 1.24, 3}, {1, 1, 0}},   {{-0.24, -0.32, 3}, {0, 0, 0}}, {{2.29, -0.4, 3}, {2, 0, 0}},
               {{-0.4, 2.29, 3}, {0, 2, 0}}};
  for (const auto& [from, met] : balls) {
    const Vec3 aside = from - Vec3(0, 0, 3) - met;
    const Vec3 touching = met + aside + std::sqrt(kRadius * kRadius - aside.squaredNorm()) * Vec3::UnitZ();
    const auto hit = query.cast(from, -Vec3::UnitZ(), 10, kRadius);
    ASSERT_TRUE(hit.has_value()) << from.transpose();
    EXPECT_NEAR(hit->distance, 3 - touching.z(), 1e-7) << from.transpose();
    EXPECT_LE((hit->position - met).norm(), 1e-6) << from.transpose();
    // The normal is that of the last step before they touch, at a gap of up to a few nanometres.
    EXPECT_LE((hit->normal - (touching - met) / kRadius).norm(), 1e-4) << from.transpose();
    EXPECT_FALSE(query.cast(from - Vec3(0, 0, 6), Vec3::UnitZ(), 10, kRadius).has_value());
  }
  for (const Vec3& beside : {Vec3(0.5, -0.51, 3), Vec3(1.36, 1.36, 3), Vec3(2.31, -0.4, 3)})
    EXPECT_FALSE(query.cast(beside, -Vec3::UnitZ(), 10, kRadius).has_value()) << beside.transpose();
}

TEST(CollisionQuery, ALongRayOverAFieldMeetsTheFirstSlopeInItsWay) {
  Heightfield field{41, 21, 0.5, std::vector<double>(41 * 21, 0.0)};
  for (int row = 0; row < 21; ++row) {
    for (const int column : {30, 31, 35, 36})  // from x = 5 and x = 7.5 on: banks of 1 m and 2 m
      field.heights[static_cast<std::size_t>(41 * row + column)] = column < 35 ? 1 : 2;
  }
  Stage stage({{field, {}, true}});
  stage.detect();
  CollisionQuery query(stage.world);
  const Vec3 east = Vec3::UnitX();
  const auto first = query.cast({-9.9, 0.1, 0.5}, east, 30);
  ASSERT_TRUE(first.has_value());
  EXPECT_NEAR(first->distance, 4.75 + 9.9, 1e-7);
  EXPECT_LE((first->normal - Vec3(-2, 0, 1) / std::sqrt(5.0)).norm(), 1e-7);
  EXPECT_NEAR(query.cast({-9.9, 0.1, 0.5}, east, 30, 0.1)->distance, 4.75 + 9.9 - 0.05 * std::sqrt(5.0),
              1e-7);
  EXPECT_NEAR(query.cast({-9.9, 0.1, 1.5}, east, 30)->distance, 7.375 + 9.9, 1e-7);
  EXPECT_NEAR(query.cast({9.9, 0.1, 1.5}, -east, 30)->distance, 9.9 - 8.125, 1e-7);
  EXPECT_TRUE(query.cast({-9.9, 0.1, 0.5}, east, 14.66).has_value());
  EXPECT_FALSE(query.cast({-9.9, 0.1, 0.5}, east, 14.64).has_value());
  EXPECT_FALSE(query.cast({-9.9, 0.1, 2.1}, east, 30).has_value());
  EXPECT_FALSE(query.cast({-9.9, 5.1, 0.5}, east, 30).has_value()) << "beyond the field's border";
}

// Each cell is cut from its (x, y) corner to its (x + 1, y + 1) corner.
TEST(CollisionQuery, GroundIsAsHighAsTheTriangleUnderTheRayAndWhatBeginsBelowIsInIt) {
  constexpr double kLowLeft = 0.1, kLowRight = 0.7, kHighLeft = -0.3, kHighRight = 0.4;
  const Pose shifted = at(10, 20, 5);
  Stage stage({{Heightfield{2, 2, 2, {kLowLeft, kLowRight, kHighLeft, kHighRight}}, shifted, true}});
  stage.detect();
  CollisionQuery query(stage.world);
  for (const auto& [u, v] : {std::pair(0.7, 0.2), std::pair(0.2, 0.7), std::pair(0.9, 0.85)}) {
    const double height = u > v ? kLowLeft + (kLowRight - kLowLeft) * u + (kHighRight - kLowRight) * v
                                : kLowLeft + (kHighRight - kHighLeft) * u + (kHighLeft - kLowLeft) * v;
    const Vec3 ground = shifted.position + Vec3(2 * u - 1, 2 * v - 1, height);
    const auto fallen = query.cast(ground + Vec3(0, 0, 3), -Vec3::UnitZ(), 10);
    ASSERT_TRUE(fallen.has_value()) << u;
    EXPECT_NEAR(fallen->distance, 3, 1e-8) << u;
    const Vec3 inside = ground - Vec3(0, 0, 0.001);
    const auto within = query.cast(inside, Vec3::UnitZ(), 10);
    ASSERT_TRUE(within.has_value()) << u;
    EXPECT_EQ(within->distance, 0) << u;
    EXPECT_LE((within->position - inside).norm(), 1e-12) << u;
    EXPECT_LE((within->normal - Vec3::UnitZ()).norm(), 0) << u;
    EXPECT_FALSE(query.cast(ground + Vec3(0, 0, 0.001), Vec3::UnitZ(), 10).has_value()) << u;
  }
  EXPECT_FALSE(query.cast(shifted.position + Vec3(1.01, 0, -1), Vec3::UnitZ(), 10).has_value());
}

TEST(CollisionQuery, RaysAlongTheAxesPassABoxWhereItEnds) {
  const Vec3 half(1, 2, 3);
  Stage stage({{Box{half}, {}}});
  stage.detect();
  CollisionQuery query(stage.world);
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 along = Vec3::Unit(axis);
    for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
      for (const double from : {-7.0, 7.0}) {
        for (const double side : {-1.0, 1.0}) {
          const Vec3 border = from * along + side * half[other] * Vec3::Unit(other);
          const Vec3 aside = 0.001 * side * Vec3::Unit(other);
          const Vec3 way = (from < 0 ? 1 : -1) * along;
          const auto hit = query.cast(border - aside, way, 10);
          ASSERT_TRUE(hit.has_value()) << axis << ' ' << other << ' ' << from << ' ' << side;
          EXPECT_NEAR(hit->distance, 7 - half[axis], 1e-8);
          EXPECT_LE((hit->normal + way).norm(), 1e-9);
          EXPECT_FALSE(query.cast(border + aside, way, 10).has_value())
              << axis << ' ' << other << ' ' << from << ' ' << side;
          EXPECT_FALSE(query.cast(border - aside, -way, 10).has_value());
        }
      }
    }
  }
}

TEST(CollisionQuery, ACastEndsAtItsLengthAndNotBefore) {
  for (const Geometry& g : std::vector<Geometry>{Plane{}, floor_mesh(), floor_field(), Box{{5, 5, 1}}}) {
    const double top = std::holds_alternative<Box>(g) ? 1 : 0;
    Stage stage({{g, {}, true}});
    stage.detect();
    CollisionQuery query(stage.world);
    for (const double radius : {0.0, 0.25}) {
      const double way = 4 - top - radius;
      EXPECT_TRUE(query.cast({0.2, 0.1, 4}, -Vec3::UnitZ(), way + 1e-6, radius).has_value()) << g.index();
      EXPECT_FALSE(query.cast({0.2, 0.1, 4}, -Vec3::UnitZ(), way - 1e-6, radius).has_value()) << g.index();
    }
  }
}

/// In a row along x: a sensor, a body of two shapes of which the second is nearer, and another body.
struct Row {
  Row() {
    const auto ball = [](double x) {
      return ShapeConfig{Sphere{0.5}, {x, 0, 0}, Quat::Identity(), MaterialId{0}};
    };
    shapes = {ball(2), ball(9), ball(5), ball(12)};
    shapes[0].sensor = true;
    CollisionConfig config;
    config.bodies.push_back({false, std::span(shapes).subspan(0, 1), 8});
    config.bodies.push_back({false, std::span(shapes).subspan(1, 2), 4});
    config.bodies.push_back({true, std::span(shapes).subspan(3, 1), 2});
    world = std::make_unique<CollisionWorld>(config);
    world->place(std::vector<Pose>(3));
  }
  std::vector<ShapeConfig> shapes;
  std::unique_ptr<CollisionWorld> world;
};

TEST(CollisionQuery, PassesThroughSensorsOtherGroupsTheIgnoredAndTheAbsent) {
  const Row row;
  CollisionQuery query(*row.world);
  const auto cast = [&](std::uint32_t groups, std::uint32_t ignored) {
    return query.cast(Vec3::Zero(), Vec3::UnitX(), 100, 0, groups, ignored);
  };
  constexpr std::uint32_t kAll = 0xFFFFFFFF;
  const auto expect = [&](const std::optional<CastHit>& hit, std::uint32_t body, std::uint32_t shape,
                          double distance) {
    ASSERT_TRUE(hit.has_value()) << shape;
    EXPECT_EQ(hit->body, body);
    EXPECT_EQ(hit->shape, shape);
    EXPECT_NEAR(hit->distance, distance, 1e-8);
  };
  expect(cast(kAll, kAll), 1, 2, 4.5);
  expect(cast(6, kAll), 1, 2, 4.5);
  expect(cast(2, kAll), 2, 3, 11.5);
  expect(cast(kAll, 1), 2, 3, 11.5);
  EXPECT_FALSE(cast(4, 1).has_value());
  EXPECT_FALSE(cast(8, kAll).has_value());
  expect(query.cast(Box{{0.5, 0.5, 0.5}}, {}, Vec3::UnitX(), 100, 2), 2, 3, 11);
  expect(query.cast(Box{{0.5, 0.5, 0.5}}, {}, Vec3::UnitX(), 100, kAll, 1), 2, 3, 11);
  EXPECT_NEAR(cast(kAll, kAll)->position.x(), 4.5, 1e-8);
  row.world->set_absent(std::vector<std::uint8_t>{0, 1, 0});
  EXPECT_TRUE(row.world->is_absent(1));
  EXPECT_FALSE(row.world->is_absent(2));
  expect(cast(kAll, kAll), 2, 3, 11.5);
  row.world->set_absent(std::vector<std::uint8_t>{0, 0, 0});
  expect(cast(kAll, kAll), 1, 2, 4.5);
}

TEST(CollisionQuery, OverlapsAreOfShapesThatAreThereAndNoSensors) {
  const Row row;
  CollisionQuery query(*row.world);
  std::vector<std::uint32_t> found{7, 7};
  const Geometry all = Box{{20, 1, 1}};
  query.overlaps(all, {}, found);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{1, 2, 3}));
  row.world->set_absent(std::vector<std::uint8_t>{0, 1, 0});
  query.overlaps(all, {}, found);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{3}));
}

TEST(CollisionQuery, OverlapsBeginWhereShapesTouchWhateverTheyAre) {
  const std::pair<Geometry, double> lowered[] = {
      {Sphere{0.3}, 0.3},
      {Capsule{0.2, 0.3}, 0.5},
      {Cylinder{0.3, 0.2}, 0.2},
      {Box{{0.3, 0.4, 0.25}}, 0.25},
      {ConvexHull{{{1, 0, -0.6}, {-1, 1, -0.6}, {-1, -1, -0.6}, {0, 0, 1}}}, 0.6}};
  for (const Geometry& g :
       std::vector<Geometry>{Plane{}, floor_mesh(), floor_field(), Box{{5, 5, 1}}, Cylinder{5, 1}}) {
    const bool is_solid = std::holds_alternative<Box>(g) || std::holds_alternative<Cylinder>(g);
    Stage stage({{g, at(1, 2, 3), true}});
    stage.detect();
    CollisionQuery query(stage.world);
    for (const auto& [shape, below] : lowered) {
      std::vector<std::uint32_t> found;
      const double touching = 3 + (is_solid ? 1 : 0) + below;
      query.overlaps(shape, at(1.2, 2.1, touching - 1e-4), found);
      EXPECT_EQ(found.size(), 1u) << g.index() << ' ' << shape.index();
      query.overlaps(shape, at(1.2, 2.1, touching + 1e-4), found);
      EXPECT_TRUE(found.empty()) << g.index() << ' ' << shape.index();
    }
  }
}

TEST(CollisionQuery, CastingDoesNotAllocate) {
  Stage stage({{floor_field(), {}, true}, {Box{{1, 1, 1}}, at(0, 0, 1)}});
  stage.detect();
  CollisionQuery query(stage.world);
  const std::size_t before = drawbar::test::allocation_count();
  for (int i = 0; i < 100; ++i) query.cast({0.03 * i - 1.5, 0.1, 4}, -Vec3::UnitZ(), 10, 0.01 * (i % 3));
  EXPECT_EQ(drawbar::test::allocation_count(), before);
}

}  // namespace
}  // namespace drawbar::physics
