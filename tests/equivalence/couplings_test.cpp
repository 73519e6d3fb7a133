// Gears, racks and differentials as constraints on the tree's coordinates: against closed forms, between
// formulations and against the real-time solver.
#include <gtest/gtest.h>

#include "physics/formulations/registry.h"
#include "physics/formulations/tree/coupled_tree.h"
#include "tests/equivalence/random_tree.h"
#include "tests/equivalence/referees.h"

namespace drawbar::test {
namespace {

CouplingConfig coupling(const std::string& name, std::vector<CouplingConfig::Term> terms) {
  CouplingConfig out;
  out.name = name;
  out.terms = std::move(terms);
  return out;
}

// How far the scene's couplings are from sum of coefficient x coordinate = 0, m or rad.
double uncoupled(const WorldConfig& config, const FrameState& state) {
  double largest = 0;
  for (const CouplingConfig& c : config.couplings) {
    double sum = 0;
    for (const CouplingConfig::Term& term : c.terms) {
      const JointReading& joint = state.joints[index_of(term.joint)];
      sum += term.coefficient * joint.position[static_cast<std::size_t>(term.axis)];
    }
    largest = std::max(largest, std::fabs(sum));
  }
  return largest;
}

// A tree with a gear or a differential on every two or three axes that are coordinates, in both directions.
WorldBuilder coupled_tree(unsigned seed) {
  RandomTree kind;
  kind.bodies = 10;
  kind.mass_ratio = 10;
  kind.speed = 1;
  WorldBuilder b = random_tree(seed, kind);
  Dice dice(seed + 100);
  std::vector<CouplingConfig::Term> terms;
  for (std::size_t j = 0; j < b.config.joints.size(); ++j) {
    if (!axes_are_coordinates(b.config.joints[j].type)) continue;
    const auto axes = static_cast<std::size_t>(free_axis_count(b.config.joints[j].type));
    terms.push_back({JointId{static_cast<std::uint32_t>(j)}, static_cast<int>(dice.below(axes)),
                     dice(0.5, 2) * (dice(0, 1) < 0.5 ? -1 : 1)});
    if (terms.size() < 2 + seed % 2) continue;
    b.config.couplings.push_back(coupling("c" + std::to_string(j), terms));
    terms.clear();
  }
  return b;
}

TEST(Couplings, RackFallsAsFastAsItsMassAndThePinionsInertiaSay) {
  constexpr double kMass = 3, kInertia = 0.4, kRadius = 0.25;
  for (Formulation formulation : kReferees) {
    WorldBuilder b;
    b.formulation(formulation);
    const BodyId pinion = b.body("pinion", 1, diagonal(kInertia, kInertia, kInertia), Vec3::Zero());
    const BodyId rack = b.body("rack", kMass, diagonal(1, 1, 1), Vec3(kRadius, 0, 0));
    b.joint(JointType::revolute, kWorldBody, pinion, Vec3::Zero());
    b.joint(JointType::prismatic, kWorldBody, rack, Vec3(kRadius, 0, 0), Vec3::UnitZ());
    b.config.couplings.push_back(coupling("teeth", {{JointId{1}, 0, 1}, {JointId{0}, 0, -kRadius}}));
    World world = b.build();
    const FrameState state = run(world, 25, 4);  // 1 s
    const double fall = 0.5 * 9.81 * kMass / (kMass + kInertia / (kRadius * kRadius));
    EXPECT_NEAR(state.bodies[1].position.z(), -fall, 1e-11) << formulation_name(formulation);
    EXPECT_NEAR(state.joints[0].position[0], -fall / kRadius, 1e-10) << formulation_name(formulation);
  }
}

TEST(Couplings, DifferentialGivesBothSidesHalfOfTheMotorsTorque) {
  // The case turns by the mean of its sides. A soft spring wound far enough drives it with a constant torque.
  constexpr double kCase = 0.3, kLeft = 0.5, kRight = 2, kTorque = 5;
  for (Formulation formulation : kReferees) {
    WorldBuilder b(0);
    b.formulation(formulation);
    for (double inertia : {kCase, kLeft, kRight}) {
      const BodyId shaft = b.body("shaft" + std::to_string(b.config.bodies.size()), 1,
                                  inertia * Mat3::Identity(), Vec3::Zero());
      b.joint(JointType::revolute, kWorldBody, shaft, Vec3::Zero());
    }
    b.config.couplings.push_back(
        coupling("differential", {{JointId{0}, 0, 2}, {JointId{1}, 0, -1}, {JointId{2}, 0, -1}}));
    b.config.joints[0].axes[0].spring = AxisSpring{1e-9, 0, kTorque / 1e-9, {}};
    World world = b.build();
    const FrameState state = run(world, 5, 4);  // 0.2 s
    // s in each side: w1' = s / I1, w2' = s / I2, and of the case I (w1' + w2') / 2 = torque - 2 s.
    const double s = kTorque / (2 + 0.5 * kCase * (1 / kLeft + 1 / kRight));
    EXPECT_NEAR(state.joints[1].velocity[0], 0.2 * s / kLeft, 1e-8) << formulation_name(formulation);
    EXPECT_NEAR(state.joints[2].velocity[0], 0.2 * s / kRight, 1e-8) << formulation_name(formulation);
  }
}

TEST(Couplings, MoveTreesAlikeInEveryRefereeAndStayCoupled) {
  for (unsigned seed : {1u, 2u, 3u}) {
    FrameState first;
    for (Formulation formulation : kReferees) {
      WorldBuilder b = coupled_tree(seed);
      b.formulation(formulation);
      ASSERT_FALSE(b.config.couplings.empty());
      ASSERT_FALSE(unsupported(b.config)) << *unsupported(b.config);
      World world = b.build();
      const FrameState state = run(world, 5, 40);  // 0.2 s
      if (formulation == kReferees[0]) first = state;
      EXPECT_LT(distance(first, state), formulation == Formulation::hamiltonian ? 1e-6 : 1e-9)
          << formulation_name(formulation) << ", seed " << seed;
      EXPECT_LT(uncoupled(b.config, state), 1e-11) << formulation_name(formulation) << ", seed " << seed;
    }
  }
}

TEST(Couplings, OfTheRealTimeSolverTendToTheRefereesWithTheSquareOfTheSubstep) {
  WorldBuilder b = coupled_tree(3);
  b.formulation(Formulation::articulated_body);
  World truth = b.build();
  const FrameState exact = run(truth, 5, 40);
  b.formulation(Formulation::sequential_impulses);
  std::vector<double> errors;
  for (int substeps : {20, 40}) {
    World world = b.build();
    errors.push_back(distance(exact, run(world, 5, substeps)));
  }
  EXPECT_LT(errors[1], 1e-3);
  EXPECT_GT(errors[0] / errors[1], 3);
}

TEST(Couplings, ThatALoopAlreadyKeepsChangeNothing) {
  // A parallelogram's cranks turn alike: a gear of 1 between them is redundant, of the loop's own equations.
  const auto parallelogram = [](bool geared) {
    WorldBuilder b;
    b.formulation(Formulation::hamiltonian);
    const Mat3 rod = diagonal(0.1, 0.1, 0.01);
    const BodyId left = b.body("left", 1, rod, Vec3(0.2, 0, 0.5)),
                 right = b.body("right", 2, rod, Vec3(1.2, 0, 0.5));
    const BodyId top = b.body("top", 1, rod, Vec3(0.9, 0, 1));
    b.joint(JointType::revolute, kWorldBody, left, Vec3::Zero());
    b.joint(JointType::revolute, kWorldBody, right, Vec3(1, 0, 0));
    b.joint(JointType::revolute, left, top, Vec3(0.4, 0, 1));
    b.joint(JointType::revolute, right, top, Vec3(1.4, 0, 1));
    if (geared) b.config.couplings.push_back(coupling("gear", {{JointId{0}, 0, 1}, {JointId{1}, 0, -1}}));
    World world = b.build();
    return run(world, 10, 40);
  };
  EXPECT_LT(distance(parallelogram(false), parallelogram(true)), 1e-9);
}

TEST(Couplings, StepWithoutHeap) {
  expect_steps_without_heap(coupled_tree(2));
}

}  // namespace
}  // namespace drawbar::test
