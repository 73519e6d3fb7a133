// Equal trees that are stepped side by side move bit for bit as each does alone.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr int kFrames = 40;
constexpr int kSubsteps = 8;

std::vector<std::byte> saved(World& world) {
  std::vector<std::byte> bytes;
  world.save_state(bytes);
  return bytes;
}

// A frame is stepped side by side only if nobody looks in between.
std::vector<std::byte> stepped(const WorldBuilder& builder, bool looked_at) {
  World world = builder.build();
  FrameState seen = world.make_frame_state();
  for (int frame = 0; frame < kFrames; ++frame) {
    if (!looked_at) {
      world.step_frame(kSubsteps);
      continue;
    }
    world.begin_frame(kSubsteps);
    for (int s = 0; s < kSubsteps; ++s) {
      world.substep();
      world.observe(seen);
    }
  }
  return saved(world);
}

// Three links, the last a rod: no two trees have the same masses, measures or speeds.
void append_tree(WorldBuilder& builder, int number, std::optional<JointType> root, JointType second,
                 JointType third) {
  const double more = 1 + 0.1 * number;
  const Vec3 at(0, 3.0 * number, 0);
  const BodyId a = builder.body("a" + std::to_string(number), more, more * diagonal(0.02, 0.03, 0.04),
                                at + Vec3(0.5 * more, 0, 0));
  builder.config.bodies.back().linear_velocity = Vec3(0.1, 0.2 * more, -0.1);
  if (root) builder.joint(*root, kWorldBody, a, at, Vec3(0.2, 1, 0.1 * more));
  const BodyId b = builder.body("b" + std::to_string(number), 2, diagonal(0.1, 0.1, 0.1 * more),
                                at + Vec3(1.4 * more, 0, 0.1));
  builder.config.bodies.back().angular_velocity = Vec3(0.3, 2 - more, 0.5);
  builder.joint(second, a, b, at + Vec3(more, 0, 0), Vec3(0.1, 1, -0.3));
  const BodyId c = builder.body("c" + std::to_string(number), 0.5 * more, diagonal(0.001, 0.1, 0.1),
                                at + Vec3(2 * more, 0, 0.2));
  // The joint's parent is the link further out.
  builder.joint(third, c, b, at + Vec3(1.7 * more, 0, 0.1), Vec3(0, 1, 0.2));
}

WorldBuilder forest(int trees, std::optional<JointType> root, JointType second, JointType third) {
  WorldBuilder builder;
  for (int i = 0; i < trees; ++i) append_tree(builder, i, root, second, third);
  return builder;
}

TEST(EqualTrees, MoveSideBySideAsEachDoesAloneWhateverJoinsThem) {
  using enum JointType;
  const JointType types[] = {revolute, prismatic, cylindrical, universal, spherical, planar, fixed};
  for (std::size_t k = 0; k < std::size(types); ++k) {
    // Eight and one, and not enough to fill the registers.
    for (const int trees : {9, 5}) {
      const WorldBuilder builder = forest(trees, types[k], types[(k + 1) % std::size(types)], spherical);
      EXPECT_EQ(stepped(builder, false), stepped(builder, true)) << "type " << k << ", " << trees << " trees";
    }
  }
}

TEST(EqualTrees, ThatFallFreelyMoveSideBySideAsEachDoesAlone) {
  const WorldBuilder builder = forest(8, std::nullopt, JointType::revolute, JointType::universal);
  EXPECT_EQ(stepped(builder, false), stepped(builder, true));
}

TEST(EqualTrees, ThatAreCutIntoPiecesLeaveTheOthersAlone) {
  WorldBuilder builder = forest(8, JointType::revolute, JointType::revolute, JointType::revolute);
  builder.config.bodies[4].angular_velocity = Vec3(0, 30, 0);
  EXPECT_EQ(stepped(builder, false), stepped(builder, true));
}

TEST(EqualTrees, UnderAHeavyLoadAreStiffenedSideBySideAsEachIsAlone) {
  WorldBuilder builder;
  for (int i = 0; i < 8; ++i) {
    BodyId parent = kWorldBody;
    for (int k = 0; k < 6; ++k) {
      const double mass = k == 5 ? 50.0 * (i + 1) : 1;
      const BodyId link =
          builder.body("link", mass, diagonal(0.01, 0.1, 0.1) * mass, Vec3(k + 0.5, 2 * i, 0));
      builder.joint(JointType::revolute, parent, link, Vec3(k, 2 * i, 0));
      parent = link;
    }
  }
  EXPECT_EQ(stepped(builder, false), stepped(builder, true));
}

}  // namespace
}  // namespace drawbar::test
