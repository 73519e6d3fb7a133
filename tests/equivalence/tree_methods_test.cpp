// The five methods of paper 001 solve the same equations, and those equations are the right ones.
#include <gtest/gtest.h>

#include <memory>

#include "physics/formulations/articulated_body/articulated_body.h"
#include "physics/formulations/composite_body/composite_body.h"
#include "physics/formulations/direct_iterative/direct_iterative.h"
#include "physics/formulations/inverse_iterative/inverse_iterative.h"
#include "physics/formulations/lagrange_multipliers/lagrange_multipliers.h"
#include "tests/equivalence/random_tree.h"

namespace drawbar::test {
namespace {

// A tree at random coordinates, moving at random, under random forces.
struct Moving {
  explicit Moving(const WorldConfig& config, unsigned seed)
      : model(config), bodies(initial(config)), tree(model, bodies), kinematics(model, tree), load(tree) {
    Dice dice(seed);
    coordinates.resize(tree.coordinates);
    rates.resize(tree.degrees);
    for (double& q : coordinates) q = dice(-1.5, 1.5);
    for (double& v : rates) v = dice(-3, 3);
    tree.normalise(coordinates);
    push(dice);
    set();
  }
  static std::vector<BodyState> initial(const WorldConfig& config) {
    std::vector<BodyState> out(config.bodies.size() + 1);
    for (std::size_t i = 0; i < config.bodies.size(); ++i) {
      out[i].center = config.bodies[i].position;
      out[i].orientation = config.bodies[i].orientation;
    }
    return out;
  }
  void push(Dice& dice) {
    for (Wrench& w : load.wrench) w = {dice.vector(50), dice.vector(20)};
    for (double& t : load.torque) t = dice(-10, 10);
  }
  void set() {
    kinematics.set_positions(coordinates);
    kinematics.set_velocities(rates);
    std::copy(kinematics.bias.begin(), kinematics.bias.end(), load.bias.begin());
  }
  // The next instant of a motion, as a warm-started method meets it.
  void advance(double h) {
    std::vector<double> slope(tree.coordinates);
    kinematics.coordinate_rates(coordinates, rates, slope);
    for (std::size_t i = 0; i < slope.size(); ++i) coordinates[i] += h * slope[i];
    tree.normalise(coordinates);
    set();
  }
  Model model;
  std::vector<BodyState> bodies;
  TreeModel tree;
  TreeKinematics kinematics;
  TreeLoad load;
  std::vector<double> coordinates, rates;
};

double largest(const std::vector<double>& x) {
  double value = 0;
  for (double v : x) value = std::max(value, std::fabs(v));
  return value;
}

double difference(const std::vector<double>& x, const std::vector<double>& y) {
  double value = 0;
  for (std::size_t i = 0; i < x.size(); ++i) value = std::max(value, std::fabs(x[i] - y[i]));
  return value;
}

class RandomTrees : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomTrees, GetTheSameAccelerationsFromAllFiveMethods) {
  RandomTree kind;
  kind.bodies = 3 + GetParam() % 30;
  Moving moving(random_tree(GetParam(), kind).config, GetParam());
  std::unique_ptr<TreeMethod> methods[] = {
      std::make_unique<CompositeBody>(moving.tree), std::make_unique<ArticulatedBody>(moving.tree),
      std::make_unique<LagrangeMultipliers>(moving.tree), std::make_unique<InverseIterative>(moving.tree),
      std::make_unique<DirectIterative>(moving.tree)};
  for (int instant = 0; instant < 5; ++instant) {
    std::vector<double> first(moving.tree.degrees);
    for (std::size_t m = 0; m < std::size(methods); ++m) {
      std::vector<double> found(moving.tree.degrees);
      methods[m]->prepare(moving.kinematics);
      methods[m]->solve(moving.load, found);
      if (m == 0) first = found;
      EXPECT_LT(difference(first, found), 1e-9 * largest(first)) << "method " << m << ", instant " << instant;
    }
    moving.advance(0.002);
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomTrees, ::testing::Range(1u, 61u));

TEST(TreeMethods, StarsCoupleSiblingsWithoutError) {
  WorldBuilder b;
  const BodyId hub = b.body("hub", 5, diagonal(1, 1.2, 0.8), Vec3::Zero());
  for (int i = 0; i < 9; ++i) {
    const Vec3 at(std::cos(0.7 * i), std::sin(0.7 * i), 0.1 * i);
    const BodyId arm = b.body("arm" + std::to_string(i), 0.1 + i, diagonal(0.1, 0.2, 0.15), at);
    b.joint(i % 2 == 0 ? JointType::revolute : JointType::spherical, hub, arm, 0.5 * at,
            Vec3(0.2, 1, 0.1 * i));
  }
  Moving moving(b.config, 7);
  CompositeBody one(moving.tree);
  LagrangeMultipliers two(moving.tree);
  std::vector<double> x(moving.tree.degrees), y(moving.tree.degrees);
  one.prepare(moving.kinematics);
  one.solve(moving.load, x);
  two.prepare(moving.kinematics);
  two.solve(moving.load, y);
  EXPECT_LT(difference(x, y), 1e-10 * largest(x));
}

TEST(TreeMethods, IterativeOnesNeedFewStepsFromTheConfigurationBefore) {
  RandomTree kind;
  kind.bodies = 40;
  kind.free_root = 0;
  kind.mass_ratio = 10;
  kind.types = {JointType::revolute};
  Moving moving(random_tree(5, kind).config, 5);
  InverseIterative inverse(moving.tree);
  DirectIterative direct(moving.tree);
  std::vector<double> out(moving.tree.degrees);
  inverse.prepare(moving.kinematics);
  direct.prepare(moving.kinematics);
  inverse.solve(moving.load, out);
  direct.solve(moving.load, out);
  const std::size_t before_inverse = inverse.iterations(), before_direct = direct.iterations();
  for (int i = 0; i < 20; ++i) {
    moving.advance(1e-4);
    inverse.prepare(moving.kinematics);
    inverse.solve(moving.load, out);
    direct.prepare(moving.kinematics);
    direct.solve(moving.load, out);
  }
  EXPECT_LT(inverse.iterations() - before_inverse, 20 * moving.tree.degrees / 2);
  EXPECT_LT(direct.iterations() - before_direct, 20 * moving.tree.degrees / 2);
}

// The velocity-dependent accelerations, against differences of the velocities themselves.
TEST(TreeKinematics, BiasesAreTheRateOfTheVelocities) {
  RandomTree kind;
  kind.bodies = 25;
  Moving moving(random_tree(11, kind).config, 11);
  const std::size_t n = moving.tree.nodes.size();
  std::vector<Twist> spread(n);
  const std::vector<double> still(moving.tree.degrees, 0.0);
  moving.kinematics.spread(still, moving.load.bias, spread);
  constexpr double kStep = 1e-5;
  moving.advance(kStep);
  const std::vector<Twist> after = moving.kinematics.velocity;
  moving.advance(-2 * kStep);
  for (std::size_t i = 0; i < n; ++i) {
    const Twist& before = moving.kinematics.velocity[i];
    const Vec3 linear = (after[i].linear - before.linear) / (2 * kStep);
    const Vec3 angular = (after[i].angular - before.angular) / (2 * kStep);
    const double scale = 1 + std::sqrt(spread[i].linear.squaredNorm() + spread[i].angular.squaredNorm());
    EXPECT_LT(std::sqrt((linear - spread[i].linear).squaredNorm()), 1e-5 * scale) << i;
    EXPECT_LT(std::sqrt((angular - spread[i].angular).squaredNorm()), 1e-5 * scale) << i;
  }
}

}  // namespace
}  // namespace drawbar::test
