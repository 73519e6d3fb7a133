// What the collision world is told of a machine: who passes through whom, who moves as one, who slides.
#include "physics/world/collision_setup.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "physics/motion/path.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

using Pairs = std::vector<std::array<std::uint32_t, 2>>;

/// Bodies 0 to 5 that move, 6 that stands and 7 that is moved along an axis.
WorldBuilder bodies() {
  WorldBuilder b;
  for (int i = 0; i < 6; ++i) b.body("body", 1, Mat3::Identity(), Vec3::Zero());
  for (int i = 0; i < 2; ++i) {
    b.body("deck", 1, Mat3::Identity(), Vec3::Zero());
    b.config.bodies.back().is_static = true;
  }
  b.config.bodies[7].motion = AxisMotion{};
  return b;
}

TEST(CollisionSetup, LetsJoinedBodiesPassThroughEachOtherButForHitches) {
  WorldBuilder b = bodies();
  b.joint(JointType::revolute, BodyId{0}, BodyId{1}, Vec3::Zero());
  b.joint(JointType::fixed, BodyId{2}, BodyId{1}, Vec3::Zero());
  b.joint(JointType::spherical, BodyId{2}, BodyId{3}, Vec3::Zero());  // the hitch's
  b.joint(JointType::fixed, BodyId{3}, BodyId{4}, Vec3::Zero());      // another's
  b.joint(JointType::revolute, kWorldBody, BodyId{5}, Vec3::Zero());
  b.joint(JointType::fixed, BodyId{5}, kWorldBody, Vec3::Zero());
  b.joint(JointType::rope, BodyId{6}, BodyId{5}, Vec3::Zero());
  b.config.hitches.push_back({"hitch", JointId{2}, ControlId{0}, 0.1});
  b.config.hitches.push_back({"other", JointId{3}, ControlId{0}, 0.1});
  const CollisionConfig setup = collision_config(b.config);
  EXPECT_EQ(setup.excluded_pairs, (Pairs{{0, 1}, {2, 1}, {6, 5}}));
  EXPECT_EQ(setup.rigid_pairs, (Pairs{{2, 1}}));
}

TEST(CollisionSetup, CountsAsSlidingWhatASlideJoinsToWhatStandsAndWhatIsMovedWithoutATurn) {
  WorldBuilder b = bodies();
  b.joint(JointType::prismatic, kWorldBody, BodyId{4}, Vec3::Zero());
  b.joint(JointType::prismatic, BodyId{3}, BodyId{6}, Vec3::Zero());
  b.joint(JointType::prismatic, BodyId{7}, BodyId{2}, Vec3::Zero());  // its deck moves
  b.joint(JointType::prismatic, BodyId{0}, BodyId{1}, Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, BodyId{5}, Vec3::Zero());
  EXPECT_EQ(collision_config(b.config).sliding_bodies, (std::vector<std::uint32_t>{7, 4, 3}));
  std::get<AxisMotion>(*b.config.bodies[7].motion).turns = true;
  EXPECT_EQ(collision_config(b.config).sliding_bodies, (std::vector<std::uint32_t>{4, 3}));
}

TEST(CollisionSetup, TellsOfEachBodyItsShapesGroupsAndWhetherItStands) {
  WorldBuilder b = bodies();
  b.config.material_count = 2;
  b.config.surface_pairs = {SurfacePair{0.1}, SurfacePair{0.2}, SurfacePair{0.2}, SurfacePair{0.3}};
  b.config.bodies[1].groups = 6;
  b.config.bodies[1].collides_with = 9;
  b.shape(BodyId{1}, Sphere{0.5});
  const CollisionConfig setup = collision_config(b.config);
  ASSERT_EQ(setup.bodies.size(), 8u);
  EXPECT_EQ(setup.bodies[1].groups, 6u);
  EXPECT_EQ(setup.bodies[1].collides_with, 9u);
  EXPECT_EQ(setup.bodies[1].shapes.size(), 1u);
  EXPECT_EQ(setup.bodies[0].groups, 1u);
  EXPECT_EQ(setup.bodies[0].collides_with, 0xFFFFFFFFu);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(setup.bodies[i].is_static, i >= 6) << i;
    EXPECT_EQ(setup.bodies[i].is_moved, i == 7) << i;
  }
  EXPECT_EQ(setup.material_count, 2u);
  ASSERT_EQ(setup.surface_pairs.size(), 4u);
  EXPECT_EQ(setup.surface_pairs[3].friction, 0.3);
}

TEST(Motions, NeverTurnThatSlideOrKeepTheirAttitude) {
  AxisMotion axis;
  EXPECT_TRUE(never_turns(axis));
  axis.turns = true;
  EXPECT_FALSE(never_turns(axis));
  EXPECT_FALSE(never_turns(OutsideMotion{}));
  const Quat attitude = quaternion_exponential(Vec3(0, 0, 0.3));
  PathMotion path;
  path.points = {{0, Vec3(0, 0, 0), attitude, {}, {}},
                 {1, Vec3(1, 0, 0), attitude, {}, Vec3(Vec3::Zero())},
                 {2, Vec3(2, 0, 0), attitude, {}, {}}};
  EXPECT_TRUE(never_turns(path));
  for (const std::size_t point : {0u, 1u, 2u}) {
    PathMotion turned = path, turning = path;
    turned.points[point].orientation = quaternion_exponential(Vec3(0, 0, 0.301));
    turning.points[point].angular_velocity = Vec3(0, 0, 0.1);
    EXPECT_FALSE(never_turns(turned)) << point;
    EXPECT_FALSE(never_turns(turning)) << point;
  }
}

}  // namespace
}  // namespace drawbar::test
