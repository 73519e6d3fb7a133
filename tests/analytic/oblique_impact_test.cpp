// Two balls that meet off their centres against the closed form: straight flight, one impulse along the line
// of centres at the instant they touch and one of friction across it, straight flight.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kFlightFrame = 0.04;  // s
constexpr int kFlightFrames = 25;
constexpr double kRadiusA = 0.1;
constexpr double kRadiusB = 0.15;
constexpr double kMassA = 2;
constexpr double kMassB = 3;

struct ObliqueImpact {
  const char* name;
  double restitution;
  double friction;
  Vec3 position;  // of b, m; a begins at the origin
  Vec3 velocity_a;
  Vec3 velocity_b;
  Vec3 spin_a;
};

struct Motion {
  Vec3 position;
  Vec3 velocity;
  Vec3 spin;
};

double inertia(double mass, double radius) {
  return 0.4 * mass * radius * radius;
}

// Both at the end; an impact at the first zero of |distance| - kRadiusA - kRadiusB.
std::array<Motion, 2> closed_form(const ObliqueImpact& c, double time) {
  std::array<Motion, 2> m{Motion{Vec3::Zero(), c.velocity_a, c.spin_a},
                          Motion{c.position, c.velocity_b, Vec3::Zero()}};
  const Vec3 u = c.velocity_b - c.velocity_a;
  const double nearer = -c.position.dot(u);
  const double reach = kRadiusA + kRadiusB;
  const double root = nearer * nearer - u.squaredNorm() * (c.position.squaredNorm() - reach * reach);
  double met = 0;
  if (root > 0) {
    met = (nearer - std::sqrt(root)) / u.squaredNorm();
    for (Motion& ball : m) ball.position += met * ball.velocity;
    const Vec3 n = (m[1].position - m[0].position) / reach;
    const Vec3 slip = u - n.dot(u) * n - kRadiusA * m[0].spin.cross(n) - kRadiusB * m[1].spin.cross(n);
    const double along = -(1 + c.restitution) * n.dot(u) / (1 / kMassA + 1 / kMassB);
    const double response = 3.5 * (1 / kMassA + 1 / kMassB);
    const double speed = std::sqrt(slip.squaredNorm());
    const double across = speed > 0 ? std::min(c.friction * along / speed, 1 / response) : 0.0;
    const Vec3 impulse = along * n - across * slip;
    m[0].velocity -= impulse / kMassA;
    m[1].velocity += impulse / kMassB;
    m[0].spin -= kRadiusA * n.cross(impulse) / inertia(kMassA, kRadiusA);
    m[1].spin -= kRadiusB * n.cross(impulse) / inertia(kMassB, kRadiusB);
  }
  for (Motion& ball : m) ball.position += (time - met) * ball.velocity;
  return m;
}

class ObliqueImpacts : public ::testing::TestWithParam<ObliqueImpact> {};

TEST_P(ObliqueImpacts, AreExactWhereverInASubstepTheBallsMeet) {
  const ObliqueImpact& c = GetParam();
  for (const int substeps : {1, 8, 20, 40}) {
    WorldBuilder b(0);
    b.surface(c.friction, c.restitution);
    const double a = inertia(kMassA, kRadiusA);
    const double other = inertia(kMassB, kRadiusB);
    b.shape(b.body("a", kMassA, diagonal(a, a, a), Vec3::Zero()), Sphere{kRadiusA});
    b.shape(b.body("b", kMassB, diagonal(other, other, other), c.position), Sphere{kRadiusB});
    b.config.bodies[0].linear_velocity = c.velocity_a;
    b.config.bodies[0].angular_velocity = c.spin_a;
    b.config.bodies[1].linear_velocity = c.velocity_b;
    World world = b.build();
    FrameState state = world.make_frame_state();
    for (int frame = 0; frame < kFlightFrames; ++frame) world.step_frame(substeps);
    world.observe(state);
    const std::array<Motion, 2> exact = closed_form(c, kFlightFrames * kFlightFrame);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_LT((state.bodies[i].position - exact[i].position).norm(), 1e-9) << i << ", " << substeps;
      EXPECT_LT((state.bodies[i].linear_velocity - exact[i].velocity).norm(), 1e-9) << i << ", " << substeps;
      EXPECT_LT((state.bodies[i].angular_velocity - exact[i].spin).norm(), 1e-7) << i << ", " << substeps;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    OfTwoBalls, ObliqueImpacts,
    ::testing::Values(
        ObliqueImpact{"Elastic", 1, 0, Vec3(1, 0.1, 0.05), Vec3(3, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)},
        ObliqueImpact{"HalfBack", 0.5, 0, Vec3(1, 0.1, 0.05), Vec3(2, 0.1, 0), Vec3(-1, 0, 0), Vec3(0, 0, 0)},
        ObliqueImpact{"Plastic", 0, 0, Vec3(1, 0.1, 0.05), Vec3(2, 0.1, 0), Vec3(-1, 0, 0), Vec3(0, 0, 0)},
        ObliqueImpact{"Sliding", 0.7, 0.1, Vec3(1, 0.1, 0), Vec3(3, 0, 0.1), Vec3(0, 0, 0), Vec3(0, 0, 9)},
        ObliqueImpact{"Sticking", 0.7, 0.9, Vec3(1, 0.1, 0), Vec3(3, 0, 0.1), Vec3(0, 0, 0), Vec3(0, 0, 9)},
        ObliqueImpact{"Grazing", 0.7, 0, Vec3(1, 0.249, 0), Vec3(3, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)},
        ObliqueImpact{"Missing", 0.7, 0.5, Vec3(1, 0.2501, 0), Vec3(3, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)}),
    [](const auto& info) { return info.param.name; });

// Where a ball thrown at a standing one is after `time`: two parabolas. The instant of the impact by
// bisection.
Vec3 thrown_at_standing_ball(const Vec3& start, const Vec3& velocity, double restitution, double friction,
                             double time) {
  const Vec3 gravity(0, 0, -9.81);
  const double reach = kRadiusA + kRadiusB;
  const auto at = [&](double t) { return Vec3(start + t * velocity + 0.5 * t * t * gravity); };
  double met = 0;
  while (at(met).norm() > reach) met += 1e-4;
  double before = met - 1e-4;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (before + met);
    (at(middle).norm() > reach ? before : met) = middle;
  }
  const Vec3 n = at(met) / reach;
  const Vec3 arriving = velocity + met * gravity;
  const double along = -(1 + restitution) * n.dot(arriving);
  const Vec3 slip = arriving - n.dot(arriving) * n;
  const double across = std::min(friction * along / slip.norm(), 1 / 3.5);
  const Vec3 leaving = arriving + along * n - across * slip;
  const double rest = time - met;
  return at(met) + rest * leaving + 0.5 * rest * rest * gravity;
}

TEST(ObliqueImpact, OnAStandingBallUnderGravityIsExactToo) {
  const Vec3 start(-0.6, 0.05, 0.5);
  const Vec3 velocity(1.5, 0, 0);
  constexpr double kRestitution = 0.8;
  for (const double friction : {0.0, 0.05, 0.8}) {
    const Vec3 exact = thrown_at_standing_ball(start, velocity, kRestitution, friction, 0.8);
    for (const int substeps : {8, 40}) {
      WorldBuilder b;
      b.surface(friction, kRestitution);
      const double i = inertia(kMassB, kRadiusB);
      const BodyId standing = b.body("standing", 1, diagonal(1, 1, 1), Vec3::Zero());
      b.config.bodies[0].is_static = true;
      b.shape(standing, Sphere{kRadiusA});
      b.shape(b.body("thrown", kMassB, diagonal(i, i, i), start), Sphere{kRadiusB});
      b.config.bodies[1].linear_velocity = velocity;
      World world = b.build();
      FrameState state = world.make_frame_state();
      for (int frame = 0; frame < 20; ++frame) world.step_frame(substeps);
      world.observe(state);
      EXPECT_LT((state.bodies[1].position - exact).norm(), 1e-9) << friction << ", " << substeps;
    }
  }
}

}  // namespace
}  // namespace drawbar::test
