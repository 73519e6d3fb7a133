// The boxes that hold shapes, and boxes with each other.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "physics/contact/collision_shape.h"
#include "physics/contact/support.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

TEST(Bounds, OfAShapeTouchItOnEverySideHoweverItIsTurned) {
  std::mt19937 random(8);
  const std::vector<Geometry> shapes{Sphere{0.4}, Capsule{0.2, 0.4}, Box{{0.5, 0.3, 0.2}},
                                     Cylinder{0.4, 0.25}};
  for (const Geometry& geometry : shapes) {
    const CollisionShape shape =
        make_collision_shape({geometry, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, false);
    for (int i = 0; i < 50; ++i) {
      const PlacedShape placed{&shape, Vec3(3, -2, 1), test::random_orientation(random).toRotationMatrix()};
      const Aabb box = bounds_of(placed);
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3 way = Vec3::Unit(axis);
        const double reach = rounding(shape);
        EXPECT_NEAR(box.upper[axis], core_support(placed, way)[axis] + reach, 1e-14) << geometry.index();
        EXPECT_NEAR(box.lower[axis], core_support(placed, -way)[axis] - reach, 1e-14) << geometry.index();
      }
    }
  }
}

// Of hulls and meshes they are the box about the points, in the shape's axes, and about that box otherwise.
TEST(Bounds, OfPointsHoldThemAllWhereverTheirOriginIs) {
  const std::vector<Vec3> points{{1, 2, 3}, {2, 2, 3}, {1, 4, 3}, {1, 2, 6}};
  const std::vector<Geometry> shapes{ConvexHull{points}, TriangleMesh{points, {{0, 1, 2}, {0, 2, 3}}}};
  for (const Geometry& geometry : shapes) {
    const CollisionShape shape =
        make_collision_shape({geometry, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, true);
    const Aabb level = bounds_of({&shape, Vec3(10, 0, 0), Mat3::Identity()});
    EXPECT_LT((level.lower - Vec3(11, 2, 3)).norm(), 1e-14) << geometry.index();
    EXPECT_LT((level.upper - Vec3(12, 4, 6)).norm(), 1e-14) << geometry.index();
    // A quarter turn about z: x goes along y, y against x.
    const Mat3 quarter = test::turned(test::kHalfPi, Vec3::UnitZ()).toRotationMatrix();
    const Aabb turned = bounds_of({&shape, Vec3(10, 0, 0), quarter});
    EXPECT_LT((turned.lower - Vec3(6, 1, 3)).norm(), 1e-14) << geometry.index();
    EXPECT_LT((turned.upper - Vec3(8, 2, 6)).norm(), 1e-14) << geometry.index();
    EXPECT_NEAR(shape.size, 0.5 * Vec3(1, 2, 3).norm(), 1e-14) << geometry.index();
  }
}

TEST(Bounds, OverlapWhereTheyShareAPoint) {
  const Aabb box{Vec3(0, 0, 0), Vec3(1, 2, 3)};
  const Vec3 size = box.upper - box.lower;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {1.0, -1.0}) {
      const auto moved = [&](double by) {
        const Vec3 way = side * by * Vec3::Unit(axis);
        return Aabb{box.lower + way, box.upper + way};
      };
      EXPECT_TRUE(box.overlaps(moved(size[axis]))) << axis << side;
      EXPECT_FALSE(box.overlaps(moved(size[axis] + 1e-9))) << axis << side;
      EXPECT_TRUE(box.overlaps(moved(size[axis] + 0.2).expanded(0.2 + 1e-9))) << axis << side;
      EXPECT_FALSE(box.overlaps(moved(size[axis] + 0.2).expanded(0.2 - 1e-9))) << axis << side;
    }
  }
  Aabb grown = box;
  grown.include(Vec3(-1, 1, 4));
  EXPECT_EQ(grown.lower, Vec3(-1, 0, 0));
  EXPECT_EQ(grown.upper, Vec3(1, 2, 4));
}

TEST(Shapes, HaveTheSizeOfTheBallAboutThem) {
  const auto size = [](const Geometry& geometry) {
    return make_collision_shape({geometry, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, true).size;
  };
  EXPECT_EQ(size(Sphere{0.4}), 0.4);
  EXPECT_NEAR(size(Capsule{0.2, 0.4}), 0.6, 1e-15);
  EXPECT_NEAR(size(Box{{2, 3, 6}}), 7, 1e-14);
  EXPECT_NEAR(size(Cylinder{3, 4}), 5, 1e-14);
  EXPECT_TRUE(std::isinf(size(Plane{})));
  EXPECT_TRUE(std::isinf(size(Heightfield{2, 2, 1, {0, 0, 0, 0}})));
}

// Where its body is and how it sits on it: turned both times.
TEST(Shapes, AreWhereTheyAreOnTheirBodies) {
  const Quat on_body = test::turned(0.7, Vec3(1, 2, 3)), of_body = test::turned(-1.1, Vec3(3, -1, 2));
  ShapeConfig config{Box{{1, 2, 3}}, Vec3(0.5, 0.25, -0.5), on_body, MaterialId{0}};
  CollisionConfig all;
  all.bodies.push_back({false, std::span(&config, 1)});
  CollisionWorld world(all);
  world.place(std::vector{Pose{Vec3(4, 5, 6), of_body}});
  const PlacedShape& placed = world.placed_shapes()[0];
  for (const Vec3& local : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}) {
    const Vec3 expected = Vec3(4, 5, 6) + of_body * (config.position + on_body * local);
    EXPECT_LT((placed.to_world(local) - expected).norm(), 1e-14);
    EXPECT_LT((placed.to_local(expected) - local).norm(), 1e-14);
  }
  EXPECT_LT((placed.axis() - of_body * on_body * Vec3::UnitZ()).norm(), 1e-14);
}

}  // namespace
}  // namespace drawbar::physics
