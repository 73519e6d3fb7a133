// Pairs, order, memory, restore and allocation of the collision world.
#include "physics/contact/collision_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/contact/fixture.h"
#include "tests/support/allocation_count.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::expect_same_bits;
using test::Item;
using test::kFloor;
using test::records_of;
using test::smallest_gap;
using test::Stage;

/// A heap of mixed shapes near a floor, moved a little from call to call.
std::vector<Item> heap(int count) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> in(0, 1);
  std::vector<Item> items{kFloor};
  for (int i = 0; i < count; ++i) {
    const Pose pose = {{in(random), in(random), in(random)}, test::random_orientation(random)};
    switch (i % 4) {
      case 0:
        items.push_back({Sphere{0.1}, pose});
        break;
      case 1:
        items.push_back({Box{{0.1, 0.08, 0.12}}, pose});
        break;
      case 2:
        items.push_back({Capsule{0.08, 0.1}, pose});
        break;
      default:
        items.push_back({Cylinder{0.1, 0.08}, pose});
        break;
    }
  }
  return items;
}

void nudge(Stage& stage, int step) {
  for (std::size_t i = 1; i < stage.poses.size(); ++i) {
    const double s = std::sin(0.1 * step + static_cast<double>(i));
    stage.poses[i].position += 1e-3 * Vec3(s, -s, 0.5 * s);
  }
}

/// Stands in for the solver: leaves something of its own in every point.
void scribble(std::span<Manifold> manifolds) {
  double value = 1;
  for (Manifold& m : manifolds) {
    for (ContactPoint& p : m.contacts()) {
      p.memory.normal_impulse += value;
      p.memory.slip += Vec3(value, 0, 1);
      value += 0.125;
    }
  }
}

TEST(CollisionWorld, StaticPairsSameBodyAndExcludedPairsAreSkipped) {
  const Item wall{Plane{}, at(-0.8, 0, 0, test::turned(test::kHalfPi, Vec3::UnitY())), true};
  const std::vector<Item> items{kFloor, wall, {Sphere{1}, at(0, 0, 0.5)}, {Sphere{1}, at(0.5, 0, 9)}};
  EXPECT_EQ(Stage(items).detect().size(), 2u);
  EXPECT_EQ(Stage(items, {{2, 0}}).detect().size(), 1u);

  const std::vector<ShapeConfig> two(2, ShapeConfig{Sphere{1}, {0, 0, 0}, Quat::Identity(), MaterialId{0}});
  CollisionConfig compound;
  compound.bodies.push_back({false, two});
  CollisionWorld world(compound);
  world.detect(std::vector<Pose>(1), 0.1);
  EXPECT_TRUE(world.manifolds().empty());
}

TEST(CollisionWorld, PartsOfOneMachineTravelTogetherAndOthersMayStop) {
  // 0 and 1 hang together through 2, a ball far off; between 0 and 1 are 5 cm.
  const std::vector<Item> items{
      {Sphere{1}, at(0, 0, 0)}, {Sphere{1}, at(2.05, 0, 0)}, {Sphere{1}, at(0, 9, 0)}};
  const std::vector<std::array<std::uint32_t, 2>> joined{{0, 2}, {2, 1}};
  const std::vector<Vec3> together(3, Vec3(0.1, 0, 0));
  const std::vector<Vec3> closing{Vec3(0.1, 0, 0), Vec3::Zero(), Vec3::Zero()};
  const auto found = [&](Stage stage, const std::vector<Vec3>& travel) {
    stage.world.detect(stage.poses, 0.01, travel);
    return stage.world.manifolds().size();
  };
  EXPECT_EQ(found(Stage(items, joined), together), 0u);
  EXPECT_EQ(found(Stage(items, joined), closing), 1u);
  EXPECT_EQ(found(Stage(items), together), 1u);
}

TEST(CollisionWorld, GroupsDecideWhoMeets) {
  const ShapeConfig ball{Sphere{1}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  const ShapeConfig floor{Plane{}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  CollisionConfig config;
  config.bodies.push_back({true, std::span(&floor, 1), 1, 0xFFFFFFFF});
  config.bodies.push_back({false, std::span(&ball, 1), 2, 0xFFFFFFFD});
  config.bodies.push_back({false, std::span(&ball, 1), 1, 0xFFFFFFFC});
  CollisionWorld world(config);
  world.detect(std::vector<Pose>(3), 0.1);
  ASSERT_EQ(world.manifolds().size(), 1u);
  EXPECT_EQ(world.manifolds()[0].body_b, 1u);
}

TEST(CollisionWorld, SensorsTellAndDoNotTouch) {
  ShapeConfig zone{Box{{1, 1, 1}}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  zone.sensor = true;
  const ShapeConfig ball{Sphere{0.5}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  CollisionConfig config;
  config.bodies.push_back({true, std::span(&zone, 1)});
  config.bodies.push_back({false, std::span(&ball, 1)});
  config.bodies.push_back({false, std::span(&zone, 1)});  // sensors do not see each other
  CollisionWorld world(config);
  std::vector<Pose> poses(3);
  poses[1].position = Vec3(1.4, 0, 0);
  poses[2].position = Vec3(0, 0.5, 0);
  world.detect(poses, 0.1);
  EXPECT_TRUE(world.manifolds().empty());
  ASSERT_EQ(world.overlaps().size(), 2u);
  EXPECT_EQ(world.overlaps()[0].sensor, 0u);
  EXPECT_EQ(world.overlaps()[0].shape, 1u);
  EXPECT_EQ(world.overlaps()[1].sensor, 2u);
  poses[1].position = Vec3(1.55, 0, 0);  // within the margin is not inside
  world.detect(poses, 0.1);
  EXPECT_TRUE(world.overlaps().empty());
}

TEST(CollisionWorld, MapPicksTheMaterialUnderThePoint) {
  Heightfield field;
  field.columns = 3;
  field.rows = 2;
  field.spacing = 2;
  field.heights.assign(6, 0.0);
  field.cells = {1, 0};
  field.materials = {MaterialId{0}, MaterialId{1}};
  const ShapeConfig ground{field, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  const ShapeConfig ball{Sphere{0.5}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  CollisionConfig config;
  config.bodies.push_back({true, std::span(&ground, 1)});
  config.bodies.push_back({false, std::span(&ball, 1)});
  config.material_count = 2;
  config.surface_pairs = {SurfacePair{0.1}, SurfacePair{0.7}, SurfacePair{0.7}, SurfacePair{0.9}};
  CollisionWorld world(config);
  std::vector<Pose> poses(2);
  for (const auto& [x, friction] : {std::pair(-1.0, 0.7), std::pair(1.0, 0.1)}) {
    poses[1].position = Vec3(x, 0, 0.5);
    world.detect(poses, 0.1);
    ASSERT_EQ(world.manifolds().size(), 1u);
    EXPECT_EQ(world.manifolds()[0].points[0].surface->friction, friction);
  }
}

TEST(CollisionWorld, MaterialsPickTheSurfacePair) {
  const ShapeConfig ball{Sphere{1}, {0, 0, 0}, Quat::Identity(), MaterialId{1}};
  const ShapeConfig floor{Plane{}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  CollisionConfig config;
  config.bodies.push_back({true, std::span(&floor, 1)});
  config.bodies.push_back({false, std::span(&ball, 1)});
  config.material_count = 2;
  config.surface_pairs = {SurfacePair{0.1, 0, 0, 0}, SurfacePair{0.7, 0.2, 0, 0}, SurfacePair{0.7, 0.2, 0, 0},
                          SurfacePair{0.9, 0, 0, 0}};
  CollisionWorld world(config);
  world.detect(std::vector<Pose>(2), 0.1);
  EXPECT_EQ(world.manifolds()[0].points[0].surface->friction, 0.7);
}

TEST(CollisionWorld, MemoryStaysWithItsFeature) {
  Stage stage({kFloor, {Box{{0.5, 0.5, 0.5}}, at(0, 0, 0.5)}});
  stage.detect();
  double value = 1;
  for (ContactPoint& p : stage.world.manifolds()[0].contacts()) p.memory.normal_impulse = value++;
  const Manifold before = stage.world.manifolds()[0];
  stage.poses[1].position += Vec3(0.3, 0.1, -0.001);
  const Manifold after = stage.detect()[0];
  ASSERT_EQ(after.point_count, 4);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(after.points[i].feature, before.points[i].feature);
    EXPECT_EQ(after.points[i].memory.normal_impulse, before.points[i].memory.normal_impulse);
  }
  stage.poses[1].position.z() += 1;
  EXPECT_TRUE(stage.detect().empty());
  stage.poses[1].position.z() -= 1;
  EXPECT_EQ(stage.detect()[0].points[0].memory.normal_impulse, 0);  // a parted contact forgets
}

TEST(CollisionWorld, RestoredRecordsContinueBitForBit) {
  Stage stage(heap(60));
  for (int step = 0; step < 20; ++step) {
    nudge(stage, step);
    scribble(stage.detect(0.02));
  }
  std::vector<ContactRecord> records;
  stage.world.save_records(records);
  ASSERT_GT(records.size(), 10u);

  Stage other(heap(60));
  other.detect(0.02);  // another past must not matter
  ASSERT_TRUE(other.world.restore_records(records));
  std::vector<ContactRecord> again;
  other.world.save_records(again);
  EXPECT_EQ(again.size(), records.size());
  other.poses = stage.poses;
  for (int step = 20; step < 30; ++step) {
    nudge(stage, step);
    nudge(other, step);
    scribble(stage.detect(0.02));
    scribble(other.detect(0.02));
    expect_same_bits(stage.world.manifolds(), other.world.manifolds());
  }
}

TEST(CollisionWorld, RefusesRecordsOutOfOrder) {
  Stage stage({kFloor, {Box{{0.5, 0.5, 0.5}}, at(0, 0, 0.5)}});
  stage.detect();
  std::vector<ContactRecord> records;
  stage.world.save_records(records);
  std::swap(records[0], records[1]);
  EXPECT_FALSE(stage.world.restore_records(records));
  EXPECT_EQ(stage.world.manifolds().size(), 1u);
  records.resize(stage.world.record_capacity() + 1);
  EXPECT_FALSE(stage.world.restore_records(records));
}

TEST(CollisionWorld, RefusesRecordsOfShapesThatAreNotThereAndMoreOfAPairThanItCanHave) {
  Stage stage({kFloor, {Box{{0.5, 0.5, 0.5}}, at(0, 0, 0.5)}});
  stage.detect();
  std::vector<ContactRecord> good;
  stage.world.save_records(good);
  ASSERT_EQ(good.size(), std::size_t{kMaxManifoldPoints});
  ASSERT_TRUE(stage.world.restore_records(good));
  for (const std::uint64_t pair :
       {std::uint64_t{2}, std::uint64_t{2} << 32 | 1, std::uint64_t{1} << 32 | 2}) {
    std::vector<ContactRecord> bad = {good.back()};
    bad[0].pair_key = pair;
    EXPECT_FALSE(stage.world.restore_records(bad)) << pair;
  }
  std::vector<ContactRecord> many = good;
  many.push_back(good.back());
  ++many.back().feature;
  EXPECT_FALSE(stage.world.restore_records(many));
}

TEST(CollisionWorld, ManifoldsComeInOrderOfShapes) {
  Stage stage(heap(60));
  const auto manifolds = stage.detect(0.02);
  for (std::size_t i = 1; i < manifolds.size(); ++i) {
    EXPECT_LT(manifolds[i - 1].pair_key(), manifolds[i].pair_key());
  }
}

TEST(CollisionWorld, DetectionDoesNotAllocate) {
  Stage stage(heap(100));
  stage.detect(0.02);
  std::vector<ContactRecord> records;
  records.reserve(stage.world.record_capacity());
  const std::size_t before = drawbar::test::allocation_count();
  for (int step = 0; step < 50; ++step) {
    nudge(stage, step);
    stage.detect(0.02);
    stage.world.save_records(records);
    ASSERT_TRUE(stage.world.restore_records(records));
  }
  EXPECT_EQ(drawbar::test::allocation_count(), before);
}

TEST(CollisionWorld, PastOfTheBroadPhaseChangesNothing) {
  std::mt19937 random(41);
  std::normal_distribution<double> gauss;
  Stage old(heap(80));
  for (int step = 0; step < 60; ++step) {
    // Some rest, some creep, some fly, and now and then all jump.
    for (std::size_t i = 1; i < old.poses.size(); ++i) {
      const double pace = step % 20 == 19 ? 1
                          : i % 4 == 0    ? 0
                          : i % 4 == 1    ? 0.001
                          : i % 4 == 2    ? 0.05
                                          : 0.01;
      old.poses[i].position += pace * Vec3(gauss(random), gauss(random), 0.2 * gauss(random));
    }
    Stage fresh(heap(80));
    fresh.poses = old.poses;
    std::vector<ContactRecord> records;
    old.world.save_records(records);
    ASSERT_TRUE(fresh.world.restore_records(records));
    scribble(old.detect(0.05));
    scribble(fresh.detect(0.05));
    expect_same_bits(old.world.manifolds(), fresh.world.manifolds());
  }
}

/// A floor, two boxes on it, and a ball on the second box.
std::vector<Item> two_boxes_and_a_ball() {
  return {kFloor,
          {Box{{0.5, 0.5, 0.5}}, at(0, 0, 0.5)},
          {Box{{0.5, 0.5, 0.5}}, at(5, 0, 0.5)},
          {Sphere{0.25}, at(5, 0, 1.25)}};
}

/// Every field of it another number.
ContactMemory a_memory() {
  return {1.5, {2, 3, 4}, {5, 6, 7}, {8, 9, 10}, true, {{11, 12, 13}, {14, 15, 16}}};
}

void expect_memory(const ContactMemory& found, const ContactMemory& expected, std::uint64_t pair) {
  EXPECT_EQ(found.normal_impulse, expected.normal_impulse) << pair;
  EXPECT_EQ(found.friction_impulse, expected.friction_impulse) << pair;
  EXPECT_EQ(found.slip, expected.slip) << pair;
  EXPECT_EQ(found.resistance_impulse, expected.resistance_impulse) << pair;
  EXPECT_EQ(found.slides, expected.slides) << pair;
  EXPECT_EQ(found.force.mean, expected.force.mean) << pair;
  EXPECT_EQ(found.force.at_close, expected.force.at_close) << pair;
}

void remember_everywhere(Stage& stage) {
  stage.detect();
  for (Manifold& manifold : stage.world.manifolds()) {
    for (ContactPoint& point : manifold.contacts()) point.memory = a_memory();
  }
}

// Found and restored ones alike; the set may be that of the one body or of the other.
TEST(CollisionWorld, ForgetsWhatTheContactsOfASetRememberAndNothingElse) {
  for (const bool restored : {false, true}) {
    for (const auto& [set, forgotten] : {std::pair(7u, std::vector<std::uint64_t>{0x000000001}),
                                         std::pair(8u, std::vector<std::uint64_t>{2, 0x200000003}),
                                         std::pair(9u, std::vector<std::uint64_t>{0x200000003}),
                                         std::pair(6u, std::vector<std::uint64_t>{1, 2})}) {
      Stage stage(two_boxes_and_a_ball());
      remember_everywhere(stage);
      ASSERT_EQ(records_of(stage.world).size(), 9u);
      if (restored) {
        ASSERT_TRUE(stage.world.restore_records(records_of(stage.world)));
      }
      stage.world.forget_memory(std::vector<std::uint32_t>{6, 7, 8, 9}, set);
      for (const ContactRecord& record : records_of(stage.world)) {
        const bool forgets = std::ranges::count(forgotten, record.pair_key) > 0;
        expect_memory(record.memory, forgets ? ContactMemory{} : a_memory(), record.pair_key);
      }
    }
  }
}

TEST(CollisionWorld, ScalesTheImpulsesThatContactsRememberAndNotTheWayThatTheySlipped) {
  ContactMemory scaled = a_memory();
  scaled.normal_impulse *= 0.25;
  scaled.friction_impulse *= 0.25;
  scaled.resistance_impulse *= 0.25;
  for (const bool restored : {false, true}) {
    Stage stage(two_boxes_and_a_ball());
    remember_everywhere(stage);
    if (restored) {
      ASSERT_TRUE(stage.world.restore_records(records_of(stage.world)));
    }
    stage.world.scale_impulses(0.25);
    for (const ContactRecord& record : records_of(stage.world))
      expect_memory(record.memory, scaled, record.pair_key);
  }
}

TEST(CollisionWorld, ShowsWhatWasRestoredAndGoesOnAsIfItHadNot) {
  Stage stage(two_boxes_and_a_ball()), shown(two_boxes_and_a_ball()), other(two_boxes_and_a_ball());
  remember_everywhere(stage);
  const std::vector<ContactRecord> records = records_of(stage.world);
  for (Stage* each : {&shown, &other}) ASSERT_TRUE(each->world.restore_records(records));
  EXPECT_TRUE(shown.world.manifolds().empty());
  shown.world.show_restored(shown.poses, 0.01);
  ASSERT_EQ(shown.world.manifolds().size(), 3u);
  for (const Manifold& manifold : shown.world.manifolds()) {
    for (const ContactPoint& point : manifold.contacts())
      expect_memory(point.memory, a_memory(), manifold.pair_key());
  }
  EXPECT_EQ(records_of(shown.world).size(), records.size());
  // Now the boxes are elsewhere.
  for (Stage* each : {&shown, &other}) each->poses[1].position.x() += 0.4;
  for (int i = 0; i < 3; ++i) expect_same_bits(shown.detect(), other.detect());
}

TEST(CollisionWorld, WhatIsAbsentTouchesNothingAndComesBackWithoutAMemory) {
  Stage stage(two_boxes_and_a_ball());
  remember_everywhere(stage);
  const auto pairs = [&] {
    std::vector<std::uint64_t> keys;
    for (const Manifold& manifold : stage.detect()) keys.push_back(manifold.pair_key());
    return keys;
  };
  stage.world.set_absent(std::vector<std::uint8_t>{0, 0, 1, 0});
  EXPECT_EQ(pairs(), (std::vector<std::uint64_t>{1}));
  stage.world.set_absent(std::vector<std::uint8_t>{0, 1, 0, 1});
  EXPECT_EQ(pairs(), (std::vector<std::uint64_t>{2}));
  stage.world.set_absent(std::vector<std::uint8_t>(4));
  EXPECT_EQ(pairs(), (std::vector<std::uint64_t>{1, 2, 0x200000003}));
  for (const ContactRecord& record : records_of(stage.world))
    expect_memory(record.memory, {}, record.pair_key);
}

TEST(CollisionWorld, SensorsNeitherSeeTheAbsentNorTellWhileTheyAreIt) {
  ShapeConfig zone{Box{{1, 1, 1}}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  zone.sensor = true;
  const ShapeConfig ball{Sphere{0.5}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
  CollisionConfig config;
  config.bodies.push_back({false, std::span(&ball, 1)});
  config.bodies.push_back({true, std::span(&zone, 1)});
  config.bodies.push_back({false, std::span(&ball, 1)});
  CollisionWorld world(config);
  const std::vector<Pose> poses(3);
  const auto seen = [&](const std::vector<std::uint8_t>& absent) {
    world.set_absent(absent);
    world.detect(poses, 0.1);
    std::vector<std::uint32_t> shapes;
    for (const SensorOverlap& overlap : world.overlaps()) {
      EXPECT_EQ(overlap.sensor, 1u);
      shapes.push_back(overlap.shape);
    }
    return shapes;
  };
  using Shapes = std::vector<std::uint32_t>;
  EXPECT_EQ(seen({0, 0, 0}), (Shapes{0, 2}));
  EXPECT_EQ(seen({1, 0, 0}), (Shapes{2}));
  EXPECT_EQ(seen({0, 0, 1}), (Shapes{0}));
  EXPECT_EQ(seen({0, 1, 0}), Shapes{});
  EXPECT_EQ(seen({0, 0, 0}), (Shapes{0, 2}));
}

TEST(CollisionWorld, NewSurfacePairsCountFromTheNextDetectionOn) {
  Stage stage(two_boxes_and_a_ball());
  for (const double friction : {0.3, 0.8}) {
    stage.world.set_surface_pairs(std::vector{SurfacePair{friction, 0.1}});
    for (const Manifold& manifold : stage.detect()) {
      for (const ContactPoint& point : manifold.contacts()) {
        EXPECT_EQ(point.surface->friction, friction);
        EXPECT_EQ(point.surface->restitution, 0.1);
      }
    }
  }
}

// The bodies are moved here to see which manifolds are found anew.
TEST(CollisionWorld, KeepsTheManifoldsBetweenBodiesThatAreStillOrStandAndNoOther) {
  const auto gaps_after = [](const std::vector<std::uint8_t>& still, bool floor_is_moved, bool restored) {
    const ShapeConfig floor{Plane{}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
    const ShapeConfig ball{Sphere{0.5}, {0, 0, 0}, Quat::Identity(), MaterialId{0}};
    CollisionConfig config;
    config.bodies.push_back({true, std::span(&floor, 1)});
    config.bodies.back().is_moved = floor_is_moved;
    for (int i = 0; i < 3; ++i) config.bodies.push_back({false, std::span(&ball, 1)});
    CollisionWorld world(config);
    // The first and the second ball lie side by side on the floor, the third hangs near.
    std::vector<Pose> poses{{}, at(0, 0, 0.5), at(1, 0, 0.5), at(0, 1.05, 0.5)};
    world.detect(poses, 0.02);
    if (restored) {
      EXPECT_TRUE(world.restore_records(records_of(world)));
    }
    poses[1] = at(-0.001, 0, 0.502);
    poses[2] = at(1.002, 0, 0.504);
    poses[3] = at(0, 1, 0.508);
    world.detect(poses, 0.02, {}, still);
    std::vector<std::pair<std::uint64_t, double>> gaps;
    for (const Manifold& manifold : world.manifolds())
      gaps.emplace_back(manifold.pair_key(), std::round(1e4 * smallest_gap(manifold)) / 10);  // mm
    return gaps;
  };
  using Gaps = std::vector<std::pair<std::uint64_t, double>>;
  constexpr std::uint64_t kFirst = 1, kSecond = 2, kThird = 3, kTwo = 0x100000002, kNear = 0x100000003;
  const Gaps anew{{kFirst, 2}, {kSecond, 4}, {kThird, 8}, {kTwo, 3}, {kNear, 0}};
  EXPECT_EQ(gaps_after({0, 0, 0, 0}, false, false), anew);
  EXPECT_EQ(gaps_after({0, 1, 0, 0}, false, false),
            (Gaps{{kFirst, 0}, {kSecond, 4}, {kThird, 8}, {kTwo, 3}, {kNear, 0}}));
  EXPECT_EQ(gaps_after({0, 1, 1, 0}, false, false),
            (Gaps{{kFirst, 0}, {kSecond, 0}, {kThird, 8}, {kTwo, 0}, {kNear, 0}}));
  EXPECT_EQ(gaps_after({0, 1, 1, 1}, false, false), (Gaps{{kFirst, 0}, {kSecond, 0}, {kThird, 0}, {kTwo, 0}}))
      << "what did not touch before does not now";
  EXPECT_EQ(gaps_after({0, 1, 0, 0}, true, false), anew) << "the floor moves";
  EXPECT_EQ(gaps_after({0, 1, 1, 1}, false, true), anew) << "there is no manifold to keep";
}

// Both ways count whole where nothing joins the two; of one machine their difference.
TEST(CollisionWorld, LooksAsFarAheadAsBothBodiesTravel) {
  constexpr double kMargin = 0.01;
  const Vec3 one(0.03, 0.04, 0), other(0, 0, 0.02);
  const auto meet = [&](double apart, std::vector<std::array<std::uint32_t, 2>> joined,
                        const std::vector<Vec3>& travel) {
    Stage stage({{Sphere{1}, at(0, 0, 0)},
                 {Sphere{1}, at(2 + apart, 0, 0)},
                 {Sphere{0.1}, at(0, 9, 0)},
                 {Sphere{0.1}, at(0, -9, 0), true}},
                std::move(joined));
    stage.world.detect(stage.poses, kMargin, travel);
    return !stage.world.manifolds().empty();
  };
  const double both = one.norm() + other.norm(), between = (one - other).norm();
  for (const std::vector<Vec3>& travel :
       {std::vector<Vec3>{one, other, {0, 0, 0}, {0, 0, 0}}, {other, one, {0, 0, 0}, {0, 0, 0}}}) {
    EXPECT_TRUE(meet(kMargin + both - 1e-6, {}, travel));
    EXPECT_FALSE(meet(kMargin + both + 1e-6, {}, travel));
    EXPECT_TRUE(meet(kMargin + between - 1e-6, {{0, 2}, {1, 2}}, travel));
    EXPECT_FALSE(meet(kMargin + between + 1e-6, {{0, 2}, {1, 2}}, travel));
    EXPECT_TRUE(meet(kMargin + both - 1e-6, {{0, 2}}, travel)) << "the one alone is joined";
    EXPECT_TRUE(meet(kMargin + both - 1e-6, {{0, 3}, {1, 3}}, travel)) << "both are joined to what stands";
  }
}

// The ball rolls from one triangle to the next: its point has another feature then.
TEST(CollisionWorld, APointOfANewFeatureTakesOverAMemoryFromWithinAQuarterOfTheSmallerShape) {
  const TriangleMesh floor{{{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  for (const auto& [way, inherits] : {std::pair(0.24, true), std::pair(0.26, false)}) {
    Stage stage({{floor, {}, true}, {Sphere{1}, at(0.1, 0, 1)}});
    stage.detect();
    const std::uint64_t before = stage.world.manifolds()[0].points[0].feature;
    stage.world.manifolds()[0].points[0].memory = a_memory();
    stage.poses[1] = at(0.1 - way, 0, 1);
    const Manifold& after = stage.detect()[0];
    ASSERT_EQ(after.point_count, 1);
    ASSERT_NE(after.points[0].feature, before);
    expect_memory(after.points[0].memory, inherits ? a_memory() : ContactMemory{}, 0);
  }
}

}  // namespace
}  // namespace drawbar::physics
