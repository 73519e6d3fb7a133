// Which joints span the trees, which close loops, and what is solved together.
#include "physics/articulation/topology.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

BodyId part(WorldBuilder& b, double mass, const Vec3& at) {
  return b.body("part" + std::to_string(b.config.bodies.size()), mass, diagonal(0.1, 0.1, 0.1), at);
}

JointId hinge(WorldBuilder& b, BodyId parent, BodyId child, const Vec3& at) {
  b.joint(JointType::revolute, parent, child, at);
  return JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)};
}

void spring(WorldBuilder& b, BodyId from, BodyId to) {
  SpringConfig spring;
  spring.name = "spring" + std::to_string(b.config.springs.size());
  spring.from.body = from;
  spring.to = {to, Vec3(0, 0, 9)};
  spring.law.stiffness = 10;
  b.config.springs.push_back(spring);
}

void geared(WorldBuilder& b, JointId one, JointId other) {
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{one, 0, 1}, {other, 0, 1}};
  b.config.couplings.push_back(gear);
}

Topology topology_of(const WorldBuilder& b) {
  return {b.config, Model(b.config)};
}

// A four-bar: the world holds both ends of a row of three bodies.
TEST(Topology, ALoopIsClosedByTheJointThatIsFarthestFromTheWorldAndHasNothingOnItsAxis) {
  WorldBuilder b;
  const BodyId left = part(b, 1, Vec3(0, 0, 1)), bar = part(b, 1, Vec3(1, 0, 2)),
               right = part(b, 1, Vec3(2, 0, 1));
  hinge(b, kWorldBody, left, Vec3(0, 0, 0));
  const JointId to_bar = hinge(b, left, bar, Vec3(0, 0, 2));
  const JointId from_bar = hinge(b, bar, right, Vec3(2, 0, 2));
  hinge(b, kWorldBody, right, Vec3(2, 0, 0));
  EXPECT_EQ(topology_of(b).loop_joints, std::vector<std::size_t>{index_of(from_bar)});
  b.config.joints[index_of(from_bar)].axes[0].friction.coulomb = 1;
  const Topology topology = topology_of(b);
  EXPECT_EQ(topology.loop_joints, std::vector<std::size_t>{index_of(to_bar)});
  for (const TreeNode& node : topology.nodes) EXPECT_TRUE(node.in_loop) << node.body;
}

TEST(Topology, WhateverActsOnAnAxisOfAJointKeepsItInTheTree) {
  const auto nothing = [](WorldBuilder&) {};
  using Change = std::function<void(WorldBuilder&)>;
  const auto closes = [](const Change& change, JointType type = JointType::universal) {
    WorldBuilder b;
    const BodyId left = part(b, 1, Vec3(0, 0, 1)), bar = part(b, 1, Vec3(1, 0, 2)),
                 right = part(b, 1, Vec3(2, 0, 1));
    hinge(b, kWorldBody, left, Vec3(0, 0, 0));
    hinge(b, left, bar, Vec3(0, 0, 2));
    b.joint(type, bar, right, Vec3(2, 0, 2));
    hinge(b, kWorldBody, right, Vec3(2, 0, 0));
    change(b);
    return topology_of(b).loop_joints.at(0);
  };
  EXPECT_EQ(closes(nothing), 2u);
  const auto on_axis = [](auto change) -> Change {
    return [change](WorldBuilder& b) { change(b.config.joints[2].axes[1]); };
  };
  const Change loads[] = {on_axis([](AxisConfig& a) { a.limit = AxisLimit{}; }),
                          on_axis([](AxisConfig& a) { a.spring = AxisSpring{}; }),
                          on_axis([](AxisConfig& a) { a.friction.coulomb = 1; }),
                          on_axis([](AxisConfig& a) { a.friction.viscous = 1; }),
                          on_axis([](AxisConfig& a) { a.friction.reaction_arm = 1; }),
                          on_axis([](AxisConfig& a) { a.armature = 1; }),
                          [](WorldBuilder& b) { b.config.joints[2].cone = ConeLimit{}; },
                          [](WorldBuilder& b) { b.config.drives.emplace_back().joint = JointId{2}; },
                          [](WorldBuilder& b) { b.config.brakes.emplace_back().joint = JointId{2}; }};
  int load = 0;
  for (const Change& change : loads) EXPECT_EQ(closes(change), 1u) << load++;
  EXPECT_EQ(closes(loads[2], JointType::revolute), 2u) << "that has one axis";
}

TEST(Topology, OfAMachineThatFliesTheHeaviestBodyIsTheRoot) {
  WorldBuilder b;
  const BodyId hand = part(b, 1, Vec3(0, 0, 1)), arm = part(b, 2, Vec3(1, 0, 1)),
               hull = part(b, 9, Vec3(2, 0, 1));
  hinge(b, hand, arm, Vec3(0.5, 0, 1));
  hinge(b, arm, hull, Vec3(1.5, 0, 1));
  const Topology topology = topology_of(b);
  ASSERT_EQ(topology.trees.size(), 1u);
  EXPECT_EQ(topology.nodes[0].body, index_of(hull));
  EXPECT_EQ(topology.nodes[0].parent, kNone);
  EXPECT_EQ(topology.nodes[0].joint, kNone);
  EXPECT_EQ(topology.nodes[1].body, index_of(arm));
  EXPECT_EQ(topology.nodes[1].sign, -1) << "it is its joint's parent";
  EXPECT_EQ(topology.depth, (std::vector<std::size_t>{1, 2, 3}));
  for (std::size_t i = 1; i < topology.nodes.size(); ++i) EXPECT_LT(topology.nodes[i].parent, i);
  EXPECT_FALSE(topology.nodes[0].in_loop);
}

TEST(Topology, SpringsLoopsAndCouplingsJoinTreesAndSpringsCloseNoLoop) {
  WorldBuilder b;
  for (int i = 0; i < 3; ++i) hinge(b, kWorldBody, part(b, 1, Vec3(i, 0, 1)), Vec3(i, 0, 0));
  EXPECT_EQ(topology_of(b).groups.size(), 3u);
  spring(b, BodyId{0}, BodyId{1});
  Topology topology = topology_of(b);
  ASSERT_EQ(topology.groups.size(), 2u);
  EXPECT_EQ(topology.groups[0].trees, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(topology.groups[0].springs, std::vector<std::size_t>{0});
  EXPECT_FALSE(topology.groups[0].has_loops);
  geared(b, JointId{1}, JointId{2});
  topology = topology_of(b);
  ASSERT_EQ(topology.groups.size(), 1u);
  EXPECT_TRUE(topology.groups[0].has_loops);
  EXPECT_EQ(topology.groups[0].couplings, std::vector<std::size_t>{0});
}

TEST(Topology, AGroupHasLoopsWhicheverOfItsTreesIsListedLast) {
  // Two of the three arms close a loop, the third hangs on a spring.
  for (const std::uint32_t hung : {0u, 1u, 2u}) {
    WorldBuilder b;
    for (int i = 0; i < 3; ++i) hinge(b, kWorldBody, part(b, 1, Vec3(i, 0, 1)), Vec3(i, 0, 0));
    const BodyId one{hung == 0 ? 1u : 0u}, other{hung == 2 ? 1u : 2u};
    hinge(b, one, other, Vec3(1, 0, 2));
    spring(b, one, BodyId{hung});
    const Topology topology = topology_of(b);
    ASSERT_EQ(topology.trees.size(), 3u);
    ASSERT_EQ(topology.groups.size(), 1u);
    EXPECT_TRUE(topology.groups[0].has_loops) << hung;
  }
}

TEST(Topology, WhatDoesNotMoveIsOfNoGroupAndRopesHoldTogether) {
  WorldBuilder b;
  const BodyId ground = b.ground();
  const BodyId free = part(b, 1, Vec3(0, 0, 1)), tied = part(b, 1, Vec3(1, 0, 1)),
               other = part(b, 1, Vec3(2, 0, 1));
  b.joint(JointType::rope, free, tied, Vec3(0, 0, 1)).child_position = Vec3(1, 0, 1);
  const Topology topology = topology_of(b);
  EXPECT_EQ(topology.group_of(index_of(ground)), kNone);
  EXPECT_EQ(topology.group_of(index_of(ground), index_of(tied)), topology.group_of(index_of(free)));
  EXPECT_NE(topology.group_of(index_of(other)), topology.group_of(index_of(free)));
  EXPECT_TRUE(topology.is_articulated(index_of(tied)));
  EXPECT_FALSE(topology.is_articulated(index_of(other)));
  EXPECT_EQ(topology.loop_joints, std::vector<std::size_t>{0});
}

}  // namespace
}  // namespace drawbar::test
