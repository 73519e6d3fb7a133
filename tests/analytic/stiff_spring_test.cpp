// Springs too stiff for the substep, in the default formulation: they hold, and give nothing away.
#include <gtest/gtest.h>

#include "physics/spring/elastic_law.h"
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
    ASSERT_LT(state.energy.kinetic + state.energy.potential, 1.000001 * 32) << "frame " << frame;
  }
}

// A mass runs to and fro between two stops that give way, at joint, point spring or table: whatever their
// stiffness, at no frame's end is there more energy than at the start, but for the way over the kink, which
// is linearised; and hardly any is lost while h w is below 1/2.
TEST_P(StiffSpring, AndStopsReturnWhatTheyTake) {
  const auto [stiffness, substeps] = GetParam();
  for (const int where : {0, 1, 2}) {
    WorldBuilder b(0);
    const BodyId mass = b.body("mass", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 0));
    b.config.bodies[0].linear_velocity = Vec3(0, 0, 2);
    JointConfig& guide = b.joint(JointType::prismatic, kWorldBody, mass, Vec3::Zero(), Vec3::UnitZ());
    const AxisLimit limit{-0.31, 0.27, stiffness, 0, 0};
    AxisSpring table;
    table.table = {{-1.31, -stiffness}, {-0.31, 0}, {0.27, 0}, {1.27, stiffness}};
    if (where == 0) guide.axes[0].limit = limit;
    if (where == 1) guide.axes[0].spring = table;
    if (where == 2) {
      SpringConfig spring;
      spring.name = "strut";
      spring.from.position = Vec3(0, 0, -1);
      spring.to.body = mass;
      spring.stop = AxisLimit{1 + limit.lower, 1 + limit.upper, stiffness, 0, 0};
      b.config.springs.push_back(spring);
    }
    World world = b.build();
    const double start = 2;
    FrameState state = world.make_frame_state();
    for (int frame = 0; frame < 100; ++frame) {
      state = run(world, 1, substeps);
      ASSERT_LT(state.energy.kinetic + state.energy.potential, 1.001 * start) << where << " frame " << frame;
    }
    if (std::sqrt(stiffness) * 0.04 / substeps < 0.5) {
      EXPECT_GT(state.energy.kinetic + state.energy.potential, 0.97 * start) << where;
    }
  }
}

// Fastened at the corners of two bodies that turn, it holds them as a rod would: of 1 m within a tenth of a
// millimetre, whatever way round it is given, and once it has taken up what pulled at it at the start they
// keep their energy.
TEST(StiffSpring, BetweenCornersOfTurningBodiesIsARod) {
  for (const bool other_way : {false, true}) {
    WorldBuilder b(0);
    const BodyId left = b.body("left", 2, diagonal(0.05, 0.06, 0.07), Vec3::Zero());
    const BodyId right = b.body("right", 3, diagonal(0.08, 0.09, 0.1), Vec3(1.5, 0.5, 0.3));
    b.config.bodies[0].angular_velocity = Vec3(0, 2, 3);
    b.config.bodies[1].angular_velocity = Vec3(-3, 1, 2);
    SpringConfig spring;
    spring.name = "rod";
    spring.from = {left, Vec3(0.25, 0.25, 0.15)};
    spring.to = {right, Vec3(1.25, 0.25, 0.15)};
    if (other_way) std::swap(spring.from, spring.to);
    spring.law.rest = 1;
    spring.law.stiffness = 1e8;
    b.config.springs.push_back(spring);
    World world = b.build();
    const FrameState start = run(world, 0, 1);
    const auto end_of = [&](const FrameState& state, const SpringConfig::End& end) {
      const auto k = index_of(end.body);
      return Vec3(state.bodies[k].position +
                  state.bodies[k].orientation * (end.position - start.bodies[k].position));
    };
    double energy = 0;
    for (int frame = 1; frame <= 50; ++frame) {
      const FrameState state = run(world, 1, 8);
      const double length = (end_of(state, spring.from) - end_of(state, spring.to)).norm();
      ASSERT_NEAR(length, 1, 1e-4) << "frame " << frame << other_way;
      if (frame == 5) energy = state.energy.kinetic;
      if (frame > 5) {
        EXPECT_NEAR(state.energy.kinetic / energy, 1, 1e-3) << "frame " << frame << other_way;
      }
    }
  }
}

// A piece holds where it was asked for, and the outer ones for ever: a table goes on straight.
TEST(SpringTable, GoesOnStraightBeyondItsEnds) {
  AxisSpring spring;
  spring.rest = 0.5;
  spring.table = {{-1, -30}, {0, 0}, {2, 10}};
  const ElasticLaw law(spring);
  for (const double x : {-7.0, -0.6, 0.0, 0.4, 0.6, 2.4, 2.5, 2.6, 9.0}) {
    const double way = x - spring.rest;
    EXPECT_NEAR(law.force(x), way < 0 ? 30 * way : 5 * way, 1e-12) << x;
    EXPECT_NEAR(law.energy(x), 0.5 * (way < 0 ? 30 : 5) * way * way, 1e-12) << x;
    for (const bool upwards : {false, true}) {
      const ElasticLaw::Piece piece = law.piece(x, upwards);
      EXPECT_EQ(piece.lower, way < 0 ? -kUnbounded : spring.rest) << x;
      EXPECT_EQ(piece.upper, way < 0 ? spring.rest : kUnbounded) << x;
    }
  }
}

// A stop with a strong damper throws nothing back, and does not hold what leaves it: pressed in by 0.2 mm it
// relaxes in k/c = 0.6 ms, and the mass goes on at the speed at which it was leaving.
TEST(DampedStop, PressesAndDoesNotPull) {
  constexpr double kSpeed = 0.1;
  constexpr double kOverrun = 2e-4;
  for (const int substeps : {1, 4, 8, 40}) {
    WorldBuilder b(0);
    const BodyId mass = b.body("mass", 0.15, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, kOverrun));
    b.config.bodies[0].linear_velocity = Vec3(0, 0, -kSpeed);
    b.joint(JointType::prismatic, kWorldBody, mass, Vec3::Zero(), Vec3::UnitZ()).axes[0].limit =
        AxisLimit{-1, 0, 6.67e8, 4.23e5, 0};
    World world = b.build();
    const FrameState state = run(world, 10, substeps);
    EXPECT_NEAR(state.bodies[0].linear_velocity.z(), -kSpeed, 1e-9) << substeps;
    EXPECT_NEAR(state.bodies[0].position.z(), kOverrun - 0.4 * kSpeed, 0.02 * kSpeed) << substeps;
  }
}

TEST(DampedStop, StopsWithoutThrowingBack) {
  for (const int substeps : {1, 4, 8, 40}) {
    WorldBuilder b(0);
    const BodyId mass = b.body("mass", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, -0.05));
    b.config.bodies[0].linear_velocity = Vec3(0, 0, 1);
    b.joint(JointType::prismatic, kWorldBody, mass, Vec3::Zero(), Vec3::UnitZ()).axes[0].limit =
        AxisLimit{-1, 0, 1e4, 1e6, 0};
    World world = b.build();
    for (int frame = 0; frame < 10; ++frame) {
      const FrameState state = run(world, 1, substeps);
      EXPECT_GT(state.bodies[0].linear_velocity.z(), -1e-3) << substeps << " substeps, frame " << frame;
      EXPECT_LT(state.bodies[0].position.z(), 1e-3) << substeps << " substeps, frame " << frame;
    }
  }
}

// A stop that presses with k p + c p' and never pulls lets go where that is 0: of the speed v that comes
// exp(-tan(a) (pi - 2 a)) leaves, with sin(a) = c / (2 sqrt(k m)), wherever in a frame or substep the stop is
// met.
TEST(DampedStop, ThrowsBackWithTheSpeedThatItsDamperLeaves) {
  constexpr double kMass = 1.0 / 3;
  constexpr double kStiffness = 1000;
  constexpr double kDamping = 5;
  constexpr double kSpeed = 5;
  const double a = std::asin(kDamping / (2 * std::sqrt(kStiffness * kMass)));
  const double left = kSpeed * std::exp(-std::tan(a) * (kPi - 2 * a));
  for (const double met_at : {0.0788, 0.0794, 0.0802, 0.0806, 0.0811, 0.1007}) {
    WorldBuilder b(0);
    const BodyId mass = b.body("mass", kMass, diagonal(1, 1, 1), Vec3::Zero());
    b.config.bodies[0].linear_velocity = Vec3(kSpeed, 0, 0);
    b.joint(JointType::prismatic, kWorldBody, mass, Vec3::Zero(), Vec3::UnitX()).axes[0].limit =
        AxisLimit{-100, kSpeed * met_at, kStiffness, kDamping, 0};
    World world = b.build();
    EXPECT_NEAR(run(world, 10, 40).bodies[0].linear_velocity.x(), -left, 5e-4 * kSpeed) << met_at;
  }
}

INSTANTIATE_TEST_SUITE_P(Substeps, StiffSpring,
                         ::testing::Combine(::testing::Values(1e2, 1e4, 1.4e6, 1e9, 1e12),
                                            ::testing::Values(1, 4, 8, 40)));

}  // namespace
}  // namespace drawbar::test
