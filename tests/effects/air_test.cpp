// The air pushes by density/2 x drag area x |u| u, whatever the substep.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/effects/observed.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kBallMass = 2, kArea = 0.3;
constexpr double kDrag = 0.5 * 1.2 * kArea;  // N per (m/s)^2

Effect wind(std::array<double, kEffectParameters> parameters) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = EffectType::wind;
  effect.parameters = parameters;
  return effect;
}

WorldBuilder ball(double gravity, Formulation formulation = Formulation::sequential_impulses) {
  WorldBuilder builder(gravity);
  builder.formulation(formulation);
  builder.body("ball", kBallMass, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
  builder.config.bodies[0].drag_area = kArea;
  return builder;
}

TEST(Air, AFallingBallComesToItsLastSpeedAsTheTangentSays) {
  const double last = std::sqrt(kBallMass * 9.81 / kDrag);
  std::array<double, 2> errors{};
  for (const int substeps : {4, 8}) {
    World world = ball(9.81).build();
    double error = 0;
    for (int frame = 1; frame <= 100; ++frame) {
      const FrameState state = run(world, 1, substeps);
      const double expected = last * std::tanh(9.81 * state.time / last);
      error = std::max(error, std::fabs(state.bodies[0].linear_velocity.z() + expected));
    }
    errors[substeps == 4 ? 0 : 1] = error;
  }
  EXPECT_LT(errors[1], 1e-4 * last);
  EXPECT_GT(errors[0] / errors[1], 3.5) << "second order";
}

class Drag : public testing::TestWithParam<Formulation> {};

TEST_P(Drag, BringsABodyToTheSpeedOfTheWindAlongTheClosedForm) {
  for (const int substeps : {1, 8}) {
    World world = ball(0, GetParam()).build();
    ASSERT_TRUE(world.begin_effect(wind({30, 40, 0, 0, 10, 0})));
    for (int frame = 1; frame <= 50; ++frame) {
      const FrameState state = run(world, 1, substeps);
      const double left = 50 / (1 + 50 * kDrag / kBallMass * state.time);  // of the wind's speed against it
      const Vec3 expected = (1 - left / 50) * Vec3(30, 40, 0);
      EXPECT_LT((state.bodies[0].linear_velocity - expected).norm(), 1e-9) << state.time;
    }
  }
}

TEST_P(Drag, NeverGoesBeyondTheWindHoweverLightTheBody) {
  WorldBuilder builder = ball(0, GetParam());
  builder.config.bodies[0].mass_properties.mass = 1e-3;
  builder.config.bodies[0].drag_area = 10;
  World world = builder.build();
  ASSERT_TRUE(world.begin_effect(wind({50, 0, 0, 0, 10, 0})));
  double before = 0;
  for (int frame = 0; frame < 50; ++frame) {
    const double speed = run(world, 1, 1).bodies[0].linear_velocity.x();
    EXPECT_GE(speed, before);
    EXPECT_LE(speed, 50 + 1e-9);
    before = speed;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryFormulation, Drag,
                         testing::Values(Formulation::sequential_impulses,
                                         Formulation::sequential_impulses_plain, Formulation::penalty),
                         [](const auto& info) { return std::to_string(static_cast<int>(info.param)); });

TEST(Air, PushesAtItsPoint) {
  WorldBuilder builder = ball(0);
  builder.config.bodies[0].drag_center = Vec3(0, 0, 0.5);
  World world = builder.build();
  ASSERT_TRUE(world.begin_effect(wind({10, 0, 0, 0, 10, 0})));
  const FrameState state = run(world, 1, 40);
  const double impulse = kBallMass * state.bodies[0].linear_velocity.x();
  EXPECT_GT(impulse, 0.7 * kDrag * 100 * 0.04) << "it gives way, and more so at that point";
  EXPECT_NEAR(0.1 * state.bodies[0].angular_velocity.y(), 0.5 * impulse, 1e-3 * impulse);
}

// Its point is given from the body's origin, its lever counts from the centre of mass, wherever that lies.
TEST(Air, TurnsABodyAboutItsCentreOfMass) {
  const auto turning = [](const Vec3& center_of_mass, const Vec3& lever) -> Vec3 {
    WorldBuilder builder = ball(0);
    BodyConfig& body = builder.config.bodies[0];
    body.mass_properties.center_of_mass = center_of_mass;
    body.position = -center_of_mass;
    body.drag_center = center_of_mass + lever;
    World world = builder.build();
    EXPECT_TRUE(world.begin_effect(wind({10, 0, 0, 0, 10, 0})));
    return run(world, 25, 8).bodies[0].angular_velocity;
  };
  const Vec3 lever(0.25, -0.5, 0.5);
  const Vec3 expected = turning(Vec3::Zero(), lever);
  ASSERT_GT(expected.norm(), 0.1);
  // Halves and quarters: their sums are exact, and so are all numbers that follow.
  for (const Vec3& center : {Vec3(0.5, 0, 0), Vec3(0, -0.25, 0), Vec3(0, 0, 2)}) {
    EXPECT_EQ(turning(center, lever), expected) << center.transpose();
    EXPECT_EQ(turning(center, Vec3::Zero()), Vec3::Zero()) << center.transpose();
  }
}

TEST(Air, ASailOnACartFeelsTheWholeForce) {
  // A plate of 10 g that a weld holds to a ton: its own lightness takes nothing from the force.
  WorldBuilder builder(0);
  const BodyId cart = builder.body("cart", 1000, diagonal(100, 100, 100), Vec3::Zero());
  const BodyId sail = builder.body("sail", 0.01, diagonal(1e-3, 1e-3, 1e-3), Vec3(0, 0, 1));
  builder.config.bodies[1].drag_area = 4;
  builder.joint(JointType::fixed, cart, sail, Vec3(0, 0, 1));
  builder.joint(JointType::prismatic, kWorldBody, cart, Vec3::Zero(), Vec3::UnitX());
  World world = builder.build();
  ASSERT_TRUE(world.begin_effect(wind({20, 0, 0, 0, 10, 0})));
  const FrameState state = run(world, 25, 8);
  EXPECT_NEAR(state.bodies[0].linear_velocity.x(), 0.5 * 1.2 * 4 * 400 / 1000.01, 0.05);
}

// The momentum that a wind gives to a body too heavy to be moved, from when it begins until 0.4 s later.
double given_by(Effect blowing) {
  WorldBuilder builder = ball(0);
  builder.config.bodies[0].mass_properties.mass = 1e6;
  World world = builder.build();
  run(world, 7, 8);
  EXPECT_TRUE(world.begin_effect(blowing));
  return 1e6 * run(world, 10, 8).bodies[0].linear_velocity.x();
}

TEST(Air, AGustIsASineFromTheWindsBeginning) {
  // Half a turn of 0.8 s, u = 10 + 6 sin: of u^2 the integral.
  const double exact = kDrag * (100 * 0.4 + 120 * 0.8 / kPi + 36 * 0.2);
  EXPECT_NEAR(given_by(wind({10, 0, 0, 6, 0.8, 0})), exact, 1e-4 * exact);
}

TEST(Air, AWindComesAndGoesByItsEnvelope) {
  Effect rising = wind({10, 0, 0, 0, 10, 0});
  rising.ramp = 0.4;
  EXPECT_NEAR(given_by(rising), kDrag * 100 * 0.4 / 3, 1e-3 * kDrag * 100 * 0.4 / 3);
  Effect half = wind({10, 0, 0, 0, 10, 0});
  half.strength = 0.5;
  half.duration = 0.2;
  EXPECT_NEAR(given_by(half), kDrag * 25 * 0.2, 1e-6);
}

TEST(Air, GustsAreTheSameAgainAndPartOfState) {
  for (const double seed : {0.0, 5.0}) {
    WorldBuilder builder = ball(0);
    World world = builder.build(), other = builder.build();
    ASSERT_TRUE(world.begin_effect(wind({10, 0, 0, 6, 0.7, seed})));
    run(world, 20, 8);
    const std::vector<std::byte> middle = saved(world);
    run(world, 30, 8);
    ASSERT_TRUE(other.restore_state(middle));
    run(other, 30, 8);
    EXPECT_EQ(saved(other), saved(world));
  }
}

TEST(Air, StillAirTouchesNothingWithoutADragArea) {
  WorldBuilder builder;
  builder.body("ball", kBallMass, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
  World world = builder.build();
  ASSERT_TRUE(world.begin_effect(wind({30, 0, 0, 0, 10, 0})));
  EXPECT_EQ(run(world, 10, 8).bodies[0].linear_velocity.x(), 0);
}

}  // namespace
}  // namespace drawbar::test
