// What physics keeps: momentum, energy that nobody supplies, and finite numbers.
#include <gtest/gtest.h>

#include "tests/support/random_world.h"

namespace drawbar::test {
namespace {

class Conservation : public ::testing::TestWithParam<Formulation> {};

struct Momentum {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
};

Momentum momentum(const World& world, const FrameState& state) {
  Momentum sum;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const MassProperties& m = world.config().bodies[i].mass_properties;
    const BodyReading& body = state.bodies[i];
    const Mat3 r = body.orientation.toRotationMatrix();
    sum.linear += m.mass * body.linear_velocity;
    sum.angular += body.position.cross(m.mass * body.linear_velocity) +
                   r * m.inertia * r.transpose() * body.angular_velocity;
  }
  return sum;
}

TEST_P(Conservation, JointsOfAFloatingTreeExchangeMomentumAndCreateNone) {
  WorldBuilder b(0);
  b.formulation(GetParam());
  BodyId parent = b.body("root", 3, diagonal(0.2, 0.3, 0.4), Vec3::Zero());
  const JointType types[] = {JointType::revolute, JointType::spherical, JointType::universal,
                             JointType::prismatic};
  for (int i = 0; i < 4; ++i) {
    const Vec3 at(0.5 * (i + 1), 0.1 * i, -0.2 * i);
    const BodyId body = b.body("link" + std::to_string(i), 1 + i, diagonal(0.1, 0.15, 0.12), at);
    b.joint(types[i], parent, body, at - Vec3(0.25, 0, 0), Vec3(0.3, 1, 0.2));
    b.config.bodies.back().angular_velocity = Vec3(1, -2, 0.5);
    parent = body;
  }
  World world = b.build();
  FrameState state = world.make_frame_state();
  world.observe(state);
  const Momentum before = momentum(world, state);
  state = run(world, 50, 8);
  const Momentum after = momentum(world, state);
  EXPECT_LT((after.linear - before.linear).norm(), 1e-11);
  // Position corrections move mass without moving momentum, so that the plain method keeps it to first order
  // only.
  const double tolerance = GetParam() == Formulation::sequential_impulses_plain ? 1e-2 : 1e-6;
  EXPECT_LT((after.angular - before.angular).norm(), tolerance * before.angular.norm());
}

TEST_P(Conservation, RandomTreesWithMassesOverEightDecadesStayFinite) {
  for (std::uint64_t seed = 1; seed <= random_worlds(60); ++seed) {
    RandomWorldOptions options;
    options.mass_decades = 8;
    WorldBuilder b = random_world(seed, options);
    b.formulation(GetParam());
    World world = b.build();
    const FrameState state = run(world, 50, 8);
    ASSERT_TRUE(std::isfinite(state.energy.kinetic + state.energy.potential)) << "seed " << seed;
  }
}

TEST_P(Conservation, DrivenRandomTreesOnTheGroundStayFinite) {
  for (std::uint64_t seed = 1; seed <= random_worlds(40); ++seed) {
    RandomWorldOptions options;
    options.mass_decades = 6;
    options.loops = seed % 2 == 0;
    options.drives = true;
    options.ground = true;
    WorldBuilder b = random_world(seed, options);
    b.formulation(GetParam());
    World world = b.build();
    const FrameState state = run(world, 50, 8);
    ASSERT_TRUE(std::isfinite(state.energy.kinetic + state.energy.potential)) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Formulations, Conservation,
                         ::testing::Values(Formulation::sequential_impulses_plain,
                                           Formulation::sequential_impulses));

}  // namespace
}  // namespace drawbar::test
