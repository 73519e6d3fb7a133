// What does not fit into what the collision world has reserved.
#include <gtest/gtest.h>

#include <random>

#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::expect_same_bits;
using test::records_of;
using test::Stage;

TEST(CollisionWorld, CountsWhatDoesNotFit) {
  const ShapeConfig ball{Sphere{1}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  const ShapeConfig floor{Plane{}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  CollisionConfig config;
  config.bodies.push_back({true, std::span(&floor, 1)});
  for (int i = 0; i < 10; ++i) config.bodies.push_back({false, std::span(&ball, 1), 1, 0xFFFFFFFF});
  config.manifold_capacity = 4;
  CollisionWorld world(config);
  std::vector<Pose> poses(11);
  for (std::size_t i = 1; i < 11; ++i) poses[i].position = {10.0 * static_cast<double>(i), 0, 1};
  world.detect(poses, 0.1);
  ASSERT_EQ(world.manifolds().size(), 4u);
  EXPECT_EQ(world.dropped(), 6u);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(world.manifolds()[i].body_b, 1 + i) << "the first are kept";
  world.detect(poses, 0.1);
  EXPECT_EQ(world.dropped(), 12u) << "it counts on";
  EXPECT_EQ(world.manifold_capacity(), 4u);
  EXPECT_EQ(world.record_capacity(), 16u);
}

TEST(CollisionWorld, CountsTheTrianglesOfAWideBoxThatDoNotFit) {
  constexpr int kSide = 81;
  const Heightfield ground{kSide, kSide, 0.5, std::vector<double>(kSide * kSide, 0.0)};
  for (const double half : {5.0, 18.0}) {
    Stage stage({{ground, {}, true}, {Box{{half, half, 0.5}}, at(0, 0, 0.49)}});
    stage.detect();
    ASSERT_EQ(stage.world.manifolds().size(), 1u) << half;
    if (half < 10) {
      EXPECT_EQ(stage.world.dropped(), 0u);
    } else {
      EXPECT_GT(stage.world.dropped(), 0u);
    }
  }
}

// More pairs than the broad phase has room for: what is left out is counted, and does not depend on the past.
TEST(CollisionWorld, CountsEveryPairOfACrowdAndLeavesOutTheSameWhateverWasBefore) {
  constexpr std::size_t kCount = 120;
  const ShapeConfig ball{Sphere{1}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  CollisionConfig config;
  for (std::size_t i = 0; i < kCount; ++i) config.bodies.push_back({false, std::span(&ball, 1)});
  config.manifold_capacity = 2000;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> part(0, 1);
  CollisionWorld old(config);
  for (const double extent : {0.5, 0.6, 40.0, 0.5}) {  // all touch all, but once few do
    std::vector<Pose> poses(kCount);
    for (Pose& pose : poses) {
      for (int k = 0; k < 3; ++k) pose.position[k] = extent * part(random);
    }
    CollisionWorld fresh(config);
    ASSERT_TRUE(fresh.restore_records(records_of(old)));
    const std::uint64_t before = old.dropped();
    old.detect(poses, 0.05);
    fresh.detect(poses, 0.05);
    expect_same_bits(old.manifolds(), fresh.manifolds());
    EXPECT_EQ(old.dropped() - before, fresh.dropped()) << extent;
    if (extent < 1) {
      EXPECT_EQ(fresh.manifolds().size() + fresh.dropped(), kCount * (kCount - 1) / 2) << extent;
    } else {
      EXPECT_EQ(fresh.dropped(), 0u);
    }
  }
}

TEST(CollisionWorld, HasRoomForEightManifoldsOfEachMovingShapeAndSixtyFourMore) {
  const std::vector<ShapeConfig> two(2, ShapeConfig{Sphere{1}, {0, 0, 0}, Quat::Identity(), MaterialId{0}});
  CollisionConfig config;
  config.bodies.push_back({true, two});
  config.bodies.push_back({false, two});
  config.bodies.push_back({false, std::span(two).first(1)});
  const CollisionWorld world(config);
  EXPECT_EQ(world.manifold_capacity(), 8u * 3 + 64);
  EXPECT_EQ(world.record_capacity(), std::size_t{kMaxManifoldPoints} * (8 * 3 + 64));
}

}  // namespace
}  // namespace drawbar::physics
