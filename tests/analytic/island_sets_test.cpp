// Which bodies and manifolds are an island: what touches, what joints hold, and what drives the belt in
// between.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "physics/formulations/sequential_impulses/control/islands.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

using BodySet = std::vector<BodyIndex>;
using ManifoldSet = std::vector<std::uint32_t>;

/// Bodies 0 to 4 are free, 5 stands, 6 and 7 are joined; each has one shape. The surface of 5 runs by that
/// joint where `belt`.
struct EightBodies {
  WorldBuilder b;
  Model model;
  Topology topology;
  Islands islands;

  explicit EightBodies(bool belt = false)
      : b(builder(belt)),
        model(b.config),
        topology(b.config, model),
        islands(b.config, model, topology, 64) {}

  static WorldBuilder builder(bool belt) {
    WorldBuilder b;
    for (int k = 0; k < 8; ++k) {
      const BodyId body = b.body("body", 1, diagonal(1, 1, 1), Vec3(3 * k, 0, 0));
      b.shape(body, Sphere{1});
    }
    b.config.bodies[5].is_static = true;
    b.joint(JointType::revolute, BodyId{6}, BodyId{7}, Vec3(19.5, 0, 0));
    if (belt) b.config.bodies[5].shapes[0].belt = BeltConfig{Vec3::UnitY(), 0, JointId{0}, 0.1};
    return b;
  }

  static std::vector<Manifold> touching(const std::vector<std::array<std::uint32_t, 2>>& pairs) {
    std::vector<Manifold> out;
    for (const auto& [a, b] : pairs) {
      Manifold& manifold = out.emplace_back();
      manifold.body_a = manifold.shape_a = a;
      manifold.body_b = manifold.shape_b = b;
    }
    return out;
  }

  /// And that it is told of in the order of nodes, in whole runs.
  BodySet bodies_of(const Island& island) const {
    BodySet out;
    std::vector<std::size_t> run_nodes;
    for (const NodeRun& run : island.runs) {
      EXPECT_TRUE(run_nodes.empty() || run.begin > run_nodes.back() + 1) << "runs that meet are one";
      for (std::size_t i = run.begin; i < run.end; ++i) run_nodes.push_back(i);
    }
    EXPECT_EQ(run_nodes, std::vector<std::size_t>(island.nodes.begin(), island.nodes.end()));
    EXPECT_TRUE(std::is_sorted(island.nodes.begin(), island.nodes.end()));
    EXPECT_TRUE(std::is_sorted(island.groups.begin(), island.groups.end()));
    for (const std::size_t i : island.nodes) {
      out.push_back(topology.nodes[i].body);
      EXPECT_TRUE(std::binary_search(island.groups.begin(), island.groups.end(),
                                     topology.group_of(topology.nodes[i].body)));
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  std::vector<std::pair<BodySet, ManifoldSet>> found() const {
    std::vector<std::pair<BodySet, ManifoldSet>> out;
    for (const Island& island : islands.all())
      out.emplace_back(bodies_of(island), ManifoldSet(island.manifolds.begin(), island.manifolds.end()));
    std::sort(out.begin(), out.end());
    return out;
  }
};

using Sets = std::vector<std::pair<BodySet, ManifoldSet>>;

TEST(IslandSets, AreOfWhatTouchesOrIsJoinedAndNotOfWhatStands) {
  EightBodies world;
  const auto manifolds = EightBodies::touching({{0, 3}, {5, 1}, {3, 4}, {2, 7}, {5, 3}, {5, 6}});
  world.islands.find(manifolds);
  EXPECT_EQ(world.found(), (Sets{{{0, 3, 4}, {0, 2, 4}}, {{1}, {1}}, {{2, 6, 7}, {3, 5}}}));
  for (std::size_t i = 1; i < world.islands.all().size(); ++i) {
    EXPECT_LT(world.islands.all()[i - 1].groups[0], world.islands.all()[i].groups[0]) << "in order of groups";
  }
  // The same islands with others: what lies between two of them is left out.
  const auto others = EightBodies::touching({{0, 1}, {0, 4}, {1, 7}, {5, 0}, {6, 2}, {5, 1}});
  world.islands.take_manifolds(others);
  EXPECT_EQ(world.found(), (Sets{{{0, 3, 4}, {1, 3}}, {{1}, {5}}, {{2, 6, 7}, {4}}}));
  world.islands.find({});
  EXPECT_EQ(world.found(), (Sets{{{0}, {}}, {{1}, {}}, {{2}, {}}, {{3}, {}}, {{4}, {}}, {{6, 7}, {}}}));
}

TEST(IslandSets, JoinWhatLiesOnABeltToWhatDrivesIt) {
  for (const bool belt : {false, true}) {
    EightBodies world(belt);
    const auto manifolds = EightBodies::touching({{5, 1}, {0, 2}});
    world.islands.find(manifolds);
    const Sets driven{{{0, 2}, {1}}, {{1, 6, 7}, {0}}, {{3}, {}}, {{4}, {}}};
    const Sets apart{{{0, 2}, {1}}, {{1}, {0}}, {{3}, {}}, {{4}, {}}, {{6, 7}, {}}};
    EXPECT_EQ(world.found(), belt ? driven : apart);
  }
}

// Of an island that some of its groups leave: with what lies between those that stay, or on what stands.
TEST(IslandSets, APartHasTheManifoldsThatAreWithinIt) {
  EightBodies world;
  const auto manifolds = EightBodies::touching({{0, 3}, {3, 4}, {5, 3}, {4, 7}, {5, 0}, {5, 2}});
  world.islands.find(manifolds);
  const auto whole = std::find_if(world.islands.all().begin(), world.islands.all().end(),
                                  [](const Island& island) { return island.nodes.size() == 5; });
  ASSERT_NE(whole, world.islands.all().end());
  EXPECT_EQ(world.bodies_of(*whole), (BodySet{0, 3, 4, 6, 7}));
  const auto part_of = [&](const BodySet& bodies) {
    const Island& part = world.islands.part(*whole, manifolds, [&](std::size_t group) {
      return std::any_of(bodies.begin(), bodies.end(),
                         [&](BodyIndex body) { return world.topology.group_of(body) == group; });
    });
    return std::pair(world.bodies_of(part), ManifoldSet(part.manifolds.begin(), part.manifolds.end()));
  };
  EXPECT_EQ(part_of({3, 4}), (std::pair<BodySet, ManifoldSet>{{3, 4}, {1, 2}}));
  EXPECT_EQ(part_of({4, 7}), (std::pair<BodySet, ManifoldSet>{{4, 6, 7}, {3}}));
  EXPECT_EQ(part_of({0}), (std::pair<BodySet, ManifoldSet>{{0}, {4}}));
  EXPECT_EQ(part_of({}), (std::pair<BodySet, ManifoldSet>{{}, {}}));
}

}  // namespace
}  // namespace drawbar::test
