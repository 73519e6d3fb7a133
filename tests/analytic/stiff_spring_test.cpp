// Springs too stiff for the substep, in the default formulation: they hold, and give nothing away.
#include <gtest/gtest.h>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

class StiffSpring : public ::testing::TestWithParam<std::tuple<double, int>> {};

TEST_P(StiffSpring, GivesAMassThatRunsIntoItNoMoreThanItsEnergy) {
  const auto [stiffness, substeps] = GetParam();
  WorldBuilder b(0);
  const BodyId mass = b.body("mass", 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
  b.config.bodies[0].linear_velocity = Vec3(0, 8, 0);
  b.joint(JointType::prismatic, kWorldBody, mass, Vec3::Zero()).axes[0].spring =
      AxisSpring{stiffness, 0, 0, {}};
  World world = b.build();
  for (int frame = 0; frame < 100; ++frame) {
    const FrameState state = run(world, 1, substeps);
    // A leapfrog's energy swings by a part (h w)^2 / 4 while the spring is just resolved.
    ASSERT_LT(state.energy.kinetic + state.energy.potential, 1.35 * 32) << "frame " << frame;
  }
}
INSTANTIATE_TEST_SUITE_P(Substeps, StiffSpring,
                         ::testing::Combine(::testing::Values(1e2, 1e4, 1.4e6, 1e9, 1e12),
                                            ::testing::Values(1, 4, 8, 40)));

}  // namespace
}  // namespace drawbar::test
