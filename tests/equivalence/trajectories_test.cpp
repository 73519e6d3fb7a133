// The same motion through every formulation that can treat it.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/formulations/registry.h"
#include "tests/equivalence/random_tree.h"
#include "tests/equivalence/referees.h"

namespace drawbar::test {
namespace {

WorldBuilder gentle_tree(unsigned seed) {
  RandomTree kind;
  kind.bodies = 8;
  kind.mass_ratio = 10;
  kind.speed = 1;
  return random_tree(seed, kind);
}

TEST(Trajectories, AgreeToRoundingBetweenTreeMethodsAndToFourthOrderWithTheHamiltonian) {
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    FrameState first;
    for (Formulation formulation : kReferees) {
      WorldBuilder b = gentle_tree(seed);
      b.formulation(formulation);
      ASSERT_FALSE(unsupported(b.config));
      World world = b.build();
      const FrameState state = run(world, 5, 160);
      if (formulation == kReferees[0]) first = state;
      EXPECT_LT(distance(first, state), formulation == Formulation::hamiltonian ? 1e-7 : 1e-9)
          << formulation_name(formulation) << ", seed " << seed;
    }
  }
}

TEST(Trajectories, OfTheRealTimeSolversTendToTheReferees) {
  WorldBuilder b = gentle_tree(2);
  b.formulation(Formulation::articulated_body);
  World truth = b.build();
  const FrameState exact = run(truth, 5, 100);
  double before = 0;
  for (int substeps : {100, 200, 400}) {
    b.formulation(Formulation::sequential_impulses_plain);
    World world = b.build();
    const double error = distance(exact, run(world, 5, substeps));
    if (before > 0) {
      EXPECT_LT(error, 0.65 * before) << substeps;  // first order
    }
    before = error;
  }
  EXPECT_LT(before, 2e-3);
}

TEST(Trajectories, ConvergeWithTheFourthPowerOfTheSubstep) {
  for (Formulation formulation : {Formulation::articulated_body, Formulation::hamiltonian}) {
    WorldBuilder b = gentle_tree(3);
    b.formulation(formulation);
    b.config.adaptive_tolerance = 1e-13;
    World truth = b.build();
    const FrameState exact = run(truth, 5, 4);
    b.config.adaptive_tolerance.reset();
    std::vector<double> errors;
    for (int substeps : {10, 20, 40}) {
      World world = b.build();
      errors.push_back(distance(exact, run(world, 5, substeps)));
    }
    EXPECT_GT(errors[0] / errors[1], 12) << formulation_name(formulation);
    EXPECT_GT(errors[1] / errors[2], 12) << formulation_name(formulation);
  }
}

// 2 and 1 kg on one line, behind a body that stands: what they are apart in speed falls by exp(-c t / m) of
// their reduced mass.
TEST(Trajectories, ADamperBrakesByTheVelocitiesOfItsOwnTwoBodies) {
  constexpr double kDamping = 3, kReducedMass = 2.0 / 3;
  WorldBuilder b(0);
  b.body("post", 1, diagonal(1, 1, 1), Vec3(0, 5, 0));
  b.config.bodies[0].is_static = true;
  const BodyId heavy = b.body("heavy", 2, diagonal(1, 1, 1), Vec3::Zero());
  const BodyId light = b.body("light", 1, diagonal(1, 1, 1), Vec3(4, 0, 0));
  b.config.bodies[index_of(light)].linear_velocity = Vec3(1.5, 0, 0);
  for (const BodyId body : {heavy, light}) {
    b.joint(JointType::prismatic, kWorldBody, body, b.config.bodies[index_of(body)].position, Vec3::UnitX());
  }
  SpringConfig spring;
  spring.name = "damper";
  spring.from = {heavy, Vec3::Zero()};
  spring.to = {light, Vec3(4, 0, 0)};
  spring.law.damping = kDamping;
  spring.law.rest = 4;
  b.config.springs.push_back(spring);
  for (const Formulation formulation : kReferees) {
    b.formulation(formulation);
    World world = b.build();
    const FrameState state = run(world, 10, 8);
    const double apart = state.bodies[2].linear_velocity.x() - state.bodies[1].linear_velocity.x();
    EXPECT_NEAR(apart, 1.5 * std::exp(-kDamping / kReducedMass * 0.4), 1e-6) << formulation_name(formulation);
  }
}

// A rod that turns in its bush and does not slide: 0.5 N m on 0.1 kg m^2 take 3 rad/s in 0.6 s.
TEST(Trajectories, FrictionOnAJointsSecondAxisStopsThatAxis) {
  constexpr double kInertia = 0.1, kFriction = 0.5, kStart = 3;
  WorldBuilder b(0);
  const BodyId rod = b.body("rod", 2, diagonal(kInertia, 1, 1), Vec3::Zero());
  b.config.bodies[index_of(rod)].angular_velocity = Vec3(kStart, 0, 0);
  b.joint(JointType::cylindrical, kWorldBody, rod, Vec3::Zero(), Vec3::UnitX()).axes[1].friction.coulomb =
      kFriction;
  for (const Formulation formulation : kTrees) {
    b.formulation(formulation);
    World world = b.build();
    EXPECT_NEAR(run(world, 10, 8).bodies[0].angular_velocity.x(), kStart - kFriction / kInertia * 0.4, 1e-9)
        << formulation_name(formulation);
    EXPECT_NEAR(run(world, 10, 8).bodies[0].angular_velocity.x(), 0, 1e-9) << formulation_name(formulation);
  }
}

TEST(Trajectories, RestoredMidwayGoOnToTheSameBits) {
  for (Formulation formulation : kReferees) {
    WorldBuilder b = gentle_tree(4);
    b.formulation(formulation);
    World one = b.build();
    run(one, 3, 8);
    const std::vector<std::byte> saved = state_of(one);
    run(one, 3, 8);
    World two = b.build();
    ASSERT_TRUE(two.restore_state(saved));
    run(two, 3, 8);
    EXPECT_EQ(state_of(one), state_of(two)) << formulation_name(formulation);
  }
}

TEST(Trajectories, StepWithoutHeap) {
  expect_steps_without_heap(gentle_tree(5));
}

}  // namespace
}  // namespace drawbar::test
