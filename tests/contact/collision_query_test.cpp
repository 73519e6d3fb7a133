// Rays, shape casts and overlaps against closed forms.
#include "physics/contact/collision_query.h"

#include <gtest/gtest.h>

#include <cmath>

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
