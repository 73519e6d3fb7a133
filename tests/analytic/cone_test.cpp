// Stops of a spherical joint's cone: swing and twist, hard with a rebound or giving way as a spring with
// damper.
#include <gtest/gtest.h>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kInertia = 0.4;
constexpr double kRange = 0.5;  // rad, to either side
constexpr double kSpeed = 3;    // rad/s

struct Turn {
  const char* name;
  Vec3 axis;  // that the body turns about; n0 is x
};

void PrintTo(const Turn& turn, std::ostream* out) {
  *out << turn.name;
}

class ConeStop : public ::testing::TestWithParam<Turn> {};

// A ball about its centre, which starts in the middle of its range.
WorldBuilder ball(const Turn& turn, const AxisLimit& stop) {
  WorldBuilder b(0);
  const BodyId body = b.body("ball", 1, diagonal(kInertia, kInertia, kInertia), Vec3::Zero());
  b.config.bodies[0].angular_velocity = kSpeed * turn.axis;
  b.joint(JointType::spherical, kWorldBody, body, Vec3::Zero(), Vec3::UnitX()).cone = ConeLimit{stop, stop};
  return b;
}

AxisLimit stop_of(std::optional<double> stiffness, double damping = 0, double restitution = 0) {
  return {-kRange, kRange, stiffness, damping, restitution};
}

double turned(const FrameState& state, const Turn& turn) {
  const Quat& q = state.bodies[0].orientation;
  return 2 * std::atan2(q.vec().dot(turn.axis), q.w());
}

// To and fro between springs: 2 range / speed across, half a period of the spring within.
double exact_between_springs(double frequency, double time) {
  const double across = 2 * kRange / kSpeed, within = kPi / frequency;
  const double t = std::fmod(time + 0.5 * across, 2 * (across + within));
  const double side = t < across + within ? 1 : -1;
  const double s = std::fmod(t, across + within);
  if (s < across) return side * (kSpeed * s - kRange);
  return side * (kRange + kSpeed / frequency * std::sin(frequency * (s - across)));
}

TEST_P(ConeStop, GivesWayAsASpring) {
  constexpr double kFrequency = 25;  // rad/s
  constexpr int kFrames = 50;
  const auto error = [&](int substeps) {
    World world = ball(GetParam(), stop_of(kInertia * kFrequency * kFrequency)).build();
    const double exact = exact_between_springs(kFrequency, kFrames * 0.04);
    return std::fabs(turned(run(world, kFrames, substeps), GetParam()) - exact);
  };
  EXPECT_LT(error(40), 1e-3 * 2 * kRange);
  EXPECT_GT(error(10) / error(40), 10);  // second order: 16
}

// As DampedStop.ThrowsBackWithTheSpeedThatItsDamperLeaves.
TEST_P(ConeStop, LosesWhatItsDamperTakes) {
  constexpr double kStiffness = 300, kDamping = 4;
  const double a = std::asin(kDamping / (2 * std::sqrt(kStiffness * kInertia)));
  World world = ball(GetParam(), stop_of(kStiffness, kDamping)).build();
  const FrameState state = run(world, 8, 40);
  EXPECT_NEAR(state.bodies[0].angular_velocity.dot(GetParam().axis),
              -kSpeed * std::exp(-std::tan(a) * (kPi - 2 * a)), 2e-3 * kSpeed);
}

TEST_P(ConeStop, KeepsTheEnergyOfWhatItHolds) {
  for (const double stiffness : {1e2, 1e4, 1e7, 1e12}) {
    for (const int substeps : {1, 8, 40}) {
      World world = ball(GetParam(), stop_of(stiffness)).build();
      const double start = 0.5 * kInertia * kSpeed * kSpeed;
      for (int frame = 0; frame < 100; ++frame) {
        const FrameState state = run(world, 1, substeps);
        ASSERT_LT(state.energy.kinetic + state.energy.potential, 1.001 * start)
            << stiffness << " N m/rad, " << substeps << " substeps, frame " << frame;
        ASSERT_LT(std::fabs(turned(state, GetParam())),
                  kRange + kSpeed * std::sqrt(kInertia / stiffness) + 1e-2);
      }
    }
  }
}

TEST_P(ConeStop, ThrowsBackWithItsRestitution) {
  for (const double restitution : {0.0, 0.4, 1.0}) {
    World world = ball(GetParam(), stop_of(std::nullopt, 0, restitution)).build();
    const FrameState state = run(world, 6, 8);
    EXPECT_NEAR(state.bodies[0].angular_velocity.dot(GetParam().axis), -restitution * kSpeed, 1e-9);
  }
}

// Piecewise straight in time, wherever in a substep the impacts are.
TEST_P(ConeStop, TurnsItRoundAtTheInstantOfItsImpact) {
  for (const double restitution : {0.7, 1.0}) {
    for (const int substeps : {4, 8, 40}) {
      World world = ball(GetParam(), stop_of(std::nullopt, 0, restitution)).build();
      double way = 0, speed = kSpeed;
      for (int frame = 1; frame <= 40; ++frame) {
        const FrameState state = run(world, 1, substeps);
        for (double left = 0.04; left > 0;) {
          const double to_stop = (std::copysign(kRange, speed) - way) / speed;
          way += std::min(left, to_stop) * speed;
          if (to_stop < left) speed *= -restitution;
          left -= to_stop;
        }
        ASSERT_NEAR(turned(state, GetParam()), way, 1e-6) << restitution << ", " << substeps << ", " << frame;
      }
    }
  }
}

TEST_P(ConeStop, OfThePlainSolverGivesWayToo) {
  const double stiffness = 250;
  WorldBuilder b = ball(GetParam(), stop_of(stiffness));
  b.formulation(Formulation::sequential_impulses_plain);
  World world = b.build();
  double furthest = 0;
  for (int frame = 0; frame < 25; ++frame) {
    furthest = std::max(furthest, std::fabs(turned(run(world, 1, 40), GetParam())));
  }
  EXPECT_NEAR(furthest, kRange + kSpeed * std::sqrt(kInertia / stiffness), 0.02);
}

INSTANTIATE_TEST_SUITE_P(Turns, ConeStop,
                         ::testing::Values(Turn{"swing", Vec3(0, 1, 0)},
                                           Turn{"skew swing", Vec3(0, 0.6, -0.8)},
                                           Turn{"twist", Vec3(1, 0, 0)}));

// A pendulum that swings in one plane does not know whether a hinge or a cone holds it.
TEST(ConeStop, BouncesAPendulumAsAHingeDoes) {
  constexpr double kRestitution = 0.6;
  const auto pendulum = [&](bool cone) {
    WorldBuilder b;
    const BodyId body = b.body("rod", 2, diagonal(0.02, 0.02, 0.02), Vec3(0, 0, -0.5));
    const AxisLimit stop{-kRange, kRange, std::nullopt, 0, kRestitution};
    b.config.bodies[0].angular_velocity = Vec3(0, kSpeed, 0);
    b.config.bodies[0].linear_velocity = Vec3(-0.5 * kSpeed, 0, 0);
    if (cone) {
      b.joint(JointType::spherical, kWorldBody, body, Vec3::Zero(), -Vec3::UnitZ()).cone =
          ConeLimit{stop, std::nullopt};
    } else {
      b.joint(JointType::revolute, kWorldBody, body, Vec3::Zero(), Vec3::UnitY()).axes[0].limit = stop;
    }
    return b.build();
  };
  World cone = pendulum(true);
  World hinge = pendulum(false);
  for (int frame = 0; frame < 50; ++frame) {
    const FrameState a = run(cone, 1, 20);
    const FrameState b = run(hinge, 1, 20);
    ASSERT_NEAR(a.bodies[0].position.x(), b.bodies[0].position.x(), 1e-5) << frame;
  }
}

// What is twisted beyond half a turn from the middle of its range is still led back to the nearer end.
TEST(ConeStop, LeadsATwistBackToItsNearerEnd) {
  WorldBuilder b(0);
  const BodyId body = b.body("ball", 1, diagonal(kInertia, kInertia, kInertia), Vec3::Zero());
  b.config.bodies[0].angular_velocity = Vec3(2, 0, 0);
  const AxisLimit swing{-1, 1, std::nullopt, 0, 0};
  b.joint(JointType::spherical, kWorldBody, body, Vec3::Zero(), Vec3::UnitX()).cone =
      ConeLimit{swing, AxisLimit{-0.5, 3.1, 40.0, 0, 0}};
  World world = b.build();
  double back = 0;
  for (int frame = 0; frame < 60; ++frame) {
    back = std::min(back, run(world, 1, 8).bodies[0].angular_velocity.x());
  }
  EXPECT_NEAR(back, -2, 1e-2);
}

// A one-point range holds both ways, and nothing chatters.
TEST(ConeStop, HoldsATwistOfNoRange) {
  WorldBuilder b;
  const BodyId body = b.body("rod", 1, diagonal(0.01, 0.02, 0.03), Vec3(0.3, 0, 0.1));
  b.config.bodies[0].angular_velocity = Vec3(0, 2, 1);
  b.joint(JointType::spherical, kWorldBody, body, Vec3::Zero(), Vec3::UnitX()).cone =
      ConeLimit{AxisLimit{-1.2, 1.2, std::nullopt, 0, 0}, AxisLimit{0, 0, std::nullopt, 0, 0}};
  World world = b.build();
  for (int frame = 0; frame < 50; ++frame) {
    const Quat q = run(world, 1, 8).bodies[0].orientation;
    ASSERT_NEAR(2 * std::atan2(q.x(), q.w()), 0, 2e-3) << "frame " << frame;
  }
}

}  // namespace
}  // namespace drawbar::test
