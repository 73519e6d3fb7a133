// Fast rotors: tops that nutate, a gyroscope in gimbals, a rotor out of balance.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

double total(const FrameState& state) {
  return state.energy.kinetic + state.energy.potential;
}

// Where a heavy symmetric top's centre is that was let go at rest, but for its spin: Lagrange's equations
//   A theta'' = m g l sin theta - (p_phi - p_psi cos)(p_psi - p_phi cos) / (A sin^3),
//   phi' = (p_phi - p_psi cos) / (A sin^2),   p_psi = C spin, p_phi = p_psi cos theta_0,
// A about the point, by the fourth-order Runge-Kutta method in steps far below a nutation.
Vec3 lagrange_top(double m, double l, double a, double c, double spin, double tilt, double time) {
  const double p_psi = c * spin;
  const double p_phi = p_psi * std::cos(tilt);
  const auto slope = [&](const Vec3& y) {
    const double s = std::sin(y[0]), k = std::cos(y[0]);
    return Vec3(y[1], m * 9.81 * l * s / a - (p_phi - p_psi * k) * (p_psi - p_phi * k) / (a * a * s * s * s),
                (p_phi - p_psi * k) / (a * s * s));
  };
  Vec3 y(tilt, 0, 0);
  const int steps = static_cast<int>(time / 1e-5 + 0.5);
  const double h = time / steps;
  for (int i = 0; i < steps; ++i) {
    const Vec3 k1 = slope(y), k2 = slope(y + 0.5 * h * k1), k3 = slope(y + 0.5 * h * k2),
               k4 = slope(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return l * Vec3(std::sin(y[0]) * std::cos(y[2]), std::sin(y[0]) * std::sin(y[2]), std::cos(y[0]));
}

TEST(Gyroscope, FastTopNutatesAndPrecessesAsLagrangeSays) {
  constexpr double kMass = 1, kArm = 0.1, kAcross = 0.001, kAlong = 0.0015, kTilt = 1;
  for (const double spin : {100.0, 300.0, -100.0, -300.0}) {
    for (const int substeps : {8, 40}) {
      WorldBuilder b;
      const Vec3 axis(std::sin(kTilt), 0, std::cos(kTilt));
      const BodyId top = b.body("top", kMass, diagonal(kAcross, kAcross, kAlong), kArm * axis,
                                quaternion_exponential(Vec3(0, kTilt, 0)));
      b.config.bodies[0].angular_velocity = spin * axis;
      b.joint(JointType::spherical, kWorldBody, top, Vec3::Zero());
      World world = b.build();
      const FrameState state = run(world, 10, substeps);
      const Vec3 expected =
          lagrange_top(kMass, kArm, kAcross + kMass * kArm * kArm, kAlong, spin, kTilt, 0.4);
      EXPECT_LT((state.bodies[0].position - expected).norm(), 1e-3 * kArm) << spin << " rad/s, " << substeps;
    }
  }
}

constexpr double kSpinInertia = 2e-3, kInner = 0.3, kArm = 0.01;

// A rotor about y in two rings, a weight on the inner one.
WorldBuilder gimbals(double spin) {
  WorldBuilder b;
  const BodyId outer = b.body("outer", 0.5, diagonal(2e-3, 2e-3, 3e-3), Vec3::Zero());
  const BodyId inner = b.body("inner", kInner, diagonal(1e-3, 1e-3, 1e-3), Vec3(0, kArm, 0));
  const BodyId rotor = b.body("rotor", 1, diagonal(1e-3, kSpinInertia, 1e-3), Vec3::Zero());
  b.config.bodies[index_of(rotor)].angular_velocity = Vec3(0, spin, 0);
  b.joint(JointType::revolute, kWorldBody, outer, Vec3::Zero(), Vec3::UnitZ());
  b.joint(JointType::revolute, outer, inner, Vec3::Zero(), Vec3::UnitX());
  b.joint(JointType::revolute, inner, rotor, Vec3::Zero(), Vec3::UnitY());
  return b;
}

// About y, its centre 10 mm off the axle.
WorldBuilder out_of_balance(double spin) {
  WorldBuilder b;
  const BodyId rotor = b.body("rotor", 1, diagonal(1e-3, 2e-3, 1e-3), Vec3(0.01, 0, 0));
  b.config.bodies[0].angular_velocity = Vec3(0, spin, 0);
  b.config.bodies[0].linear_velocity = Vec3(0, 0, -0.01 * spin);
  b.joint(JointType::revolute, kWorldBody, rotor, Vec3::Zero());
  return b;
}

// It precesses by m g d / (I w) about z and takes no energy from anywhere. Its nutation at 1000 rad/s, 632
// rad/s and below 1e-4 rad, is not resolved.
TEST(Gyroscope, InGimbalsPrecesses) {
  constexpr double kSpin = 1000;
  constexpr double kPrecession = kInner * 9.81 * kArm / (kSpinInertia * kSpin);
  for (const int substeps : {8, 40}) {
    World world = gimbals(kSpin).build();
    FrameState state = world.make_frame_state();
    world.observe(state);
    const double start = total(state);
    for (int frame = 1; frame <= 100; ++frame) {
      state = run(world, 1, substeps);
      EXPECT_NEAR(state.joints[0].position[0], kPrecession * state.time, 5e-4) << substeps;
      EXPECT_NEAR(state.joints[1].position[0], 0, 5e-4) << substeps;
      EXPECT_NEAR(total(state), start, 1e-6 * start) << substeps;
    }
  }
}

// m g r moves the rotor's energy to and fro, and nothing else does.
TEST(Gyroscope, RotorOutOfBalanceKeepsItsEnergy) {
  World world = out_of_balance(1000).build();
  FrameState state = world.make_frame_state();
  world.observe(state);
  const double start = total(state);
  for (int frame = 0; frame < 50; ++frame) {
    state = run(world, 1, 8);
    ASSERT_NEAR(total(state), start, 1e-4 * start) << "frame " << frame;
  }
}

// The inner ring's angle at the ends of 50 frames, let go at rest but for the rotor's spin. With theta that
// angle, psi the outer one, p the rotor's momentum and m the weight at d on the ring, Routh's equations are
//   J psi' = -p sin theta,   K theta'' = psi'^2 J' / 2 + (p psi' - m g d) cos theta,
// J(theta) and K the inertias of what turns with psi and theta but for the spin; by the fourth-order
// Runge-Kutta method in steps far below a nutation.
std::vector<double> angles_after_routh(double spin) {
  const double offset = kInner * kArm * kArm;
  const double level = 3e-3 + 1e-3 + offset + 1e-3, upright = 3e-3 + 1e-3;  // J at theta 0 and 90 degrees
  const double across = 1e-3 + offset + 1e-3;
  const double p = kSpinInertia * spin;
  const auto slope = [&](const std::array<double, 2>& y) {
    const double s = std::sin(y[0]), c = std::cos(y[0]);
    const double precession = -p * s / (level * c * c + upright * s * s);
    const double torque =
        (upright - level) * s * c * precession * precession + (p * precession - kInner * 9.81 * kArm) * c;
    return std::array<double, 2>{y[1], torque / across};
  };
  constexpr double kStep = 1e-5;
  std::array<double, 2> y{};
  const auto further = [&](double h, const std::array<double, 2>& k) {
    return std::array<double, 2>{y[0] + h * k[0], y[1] + h * k[1]};
  };
  std::vector<double> angles;
  for (int i = 1; i <= 200'000; ++i) {
    const auto k1 = slope(y), k2 = slope(further(0.5 * kStep, k1)), k3 = slope(further(0.5 * kStep, k2)),
               k4 = slope(further(kStep, k3));
    for (const std::size_t k : {0, 1}) y[k] += kStep / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
    if (i % 4000 == 0) angles.push_back(y[0]);
  }
  return angles;
}

// At 32 and 63 rad/s: nothing turns fast but the rotor, and yet all must keep in step for two seconds.
TEST(Gyroscope, InGimbalsNutatesInStepWithRouthsEquations) {
  for (const double spin : {50.0, 100.0, -100.0}) {
    const std::vector<double> exact = angles_after_routh(spin);
    const double range = -*std::min_element(exact.begin(), exact.end());
    const auto error = [&](int substeps) {
      World world = gimbals(spin).build();
      double most = 0;
      for (const double angle : exact) {
        most = std::max(most, std::fabs(run(world, 1, substeps).joints[1].position[0] - angle));
      }
      return most;
    };
    const double fine = error(40), coarse = error(20);
    EXPECT_LT(fine, 1e-3 * range) << spin;
    EXPECT_GT(coarse, 3.5 * fine) << spin;
  }
}

// The first angle after a second, at 2, 1 and 0.5 ms. What the joints leave open must not outweigh the step's
// own error: it once did.
TEST(Gyroscope, FastRotorsAreOfSecondOrder) {
  const auto ratio = [](const WorldBuilder& machine) {
    const auto angle = [&](int substeps) {
      World world = machine.build();
      return run(world, 25, substeps).joints[0].position[0];
    };
    const double middle = angle(40);
    return std::fabs((angle(20) - middle) / (middle - angle(80)));
  };
  EXPECT_NEAR(ratio(gimbals(100)), 4, 0.5);
  EXPECT_NEAR(ratio(out_of_balance(100)), 4, 0.5);
  EXPECT_NEAR(ratio(out_of_balance(300)), 4, 0.5);
}

}  // namespace
}  // namespace drawbar::test
