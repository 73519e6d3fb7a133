// Closed linkages against REFERENCES R1: Andrews' squeezer (andrews_squeezer.json), Bricard's mechanism and
// the flyball governor of the IFToMM benchmark, and forty four-bars in a row.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/references/squeezer.h"

namespace drawbar::references {
namespace {

// beta, the angle of body 1: almost 16 rad in 0.03 s.
TEST(A03Squeezer, FollowsThePublishedAnswerWithSecondOrder) {
  constexpr double kStart = -0.06171389001427645;
  constexpr struct {
    double t, beta;
  } kRows[] = {{0.01, 2.160113132}, {0.02, 8.18490589}, {0.03, 15.8107711963}};
  Trajectory coarse(squeezer(), 2), fine(squeezer(), 1);
  for (const auto& row : kRows) {
    const double error = coarse.at(row.t).joints[0].position[0] + kStart - row.beta;
    const double finer = fine.at(row.t).joints[0].position[0] + kStart - row.beta;
    EXPECT_LT(std::abs(finer), 1e-3) << row.t;
    EXPECT_GT(std::abs(error), 3.5 * std::abs(finer)) << row.t;
  }
}

// Six hinges on a cube's edges, five rods of 1 m, 1 kg and 0.1 m square; gravity along -y. One of the
// equations is redundant and the mechanism moves all the same.
std::string bricard() {
  const std::array<Vec3, 6> corners{Vec3(0, 0, 0),  Vec3(1, 0, 0),  Vec3(1, -1, 0),
                                    Vec3(1, -1, 1), Vec3(0, -1, 1), Vec3(0, 0, 1)};
  Linkage linkage;
  std::string parent = "world";
  for (std::size_t k = 0; k < 5; ++k) {
    const Vec3 along = corners[k + 1] - corners[k];
    const std::string name = "rod" + std::to_string(k);
    linkage.body(name, 1, Vec3::Constant(1.01 / 12) - (0.99 / 12) * along.cwiseAbs(),
                 0.5 * (corners[k] + corners[k + 1]));
    linkage.hinge(parent, name, corners[k], Vec3::Unit(static_cast<int>((k + 1) % 3)));
    parent = name;
  }
  linkage.hinge(parent, "world", corners[5], Vec3::UnitX());
  return R"({ "name": "bricard", "gravity": [0, -9.81, 0], )" + linkage.parts() + " }";
}

TEST(A04Bricard, MovesKeepsItsEnergyAndStaysClosed) {
  Trajectory mechanism(bricard(), 2);
  const auto energy = [](const physics::FrameState& s) { return s.energy.kinetic + s.energy.potential; };
  const double start = energy(mechanism.at(0));
  double lowest = 0;
  for (int frame = 1; frame <= 250; ++frame) {
    const physics::FrameState& state = mechanism.at(0.04 * frame);
    EXPECT_NEAR(energy(state), start, 1e-3) << frame;
    lowest = std::min(lowest, state.bodies[2].position.y());
  }
  EXPECT_LT(lowest, -1.1);
  for (const physics::JointReading& joint : mechanism.at(10).joints) {
    EXPECT_LT(joint.error, 1e-6);
    EXPECT_LT(joint.angle_error, 1e-6);
  }
}

// Shaft, slider and two rods of 0.3 kg that carry 5 kg at their ends, 30 degrees below the horizontal and
// turning at 0.32 pi rad/s; from the slider to the middle of each rod 8e5 N/m and 4e4 N s/m.
std::string governor() {
  constexpr double kTurning = 0.32 * kPi, kRod = 0.3, kBall = 5, kDown = kPi / 6;
  constexpr double kMass = kRod + kBall, kCenter = 0.5 * kBall / kMass;  // beyond the rod's middle
  constexpr double kReach = 0.5 + kCenter;
  const auto box = [](double m, double x, double y, double z) {
    return Vec3(m / 12 * (y * y + z * z), m / 12 * (z * z + x * x), m / 12 * (x * x + y * y));
  };
  const auto turning = [&](double x) {
    return R"(, "linear_velocity": )" + text(0, kTurning * x, 0) + R"(, "angular_velocity": )" +
           text(0, 0, kTurning);
  };
  Linkage linkage;
  linkage.body("shaft", 0.3, box(0.3, 0.01, 0.01, 1), Vec3(0, 0, 0.5), turning(0));
  linkage.body("slider", 3, box(3, 0.1, 0.1, 0.1), Vec3(0, 0, 0.5), turning(0));
  linkage.hinge("world", "shaft", Vec3::Zero(), Vec3::UnitZ());
  linkage.joint("prismatic", "shaft", "slider", Vec3(0, 0, 0.5), Vec3::UnitZ());
  const double across = kRod * kCenter * kCenter + kBall * (0.5 - kCenter) * (0.5 - kCenter);
  const Vec3 inertia = box(kRod, 1, 0.01, 0.01) + Vec3(0, across, across);
  std::string springs;
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0 ? "rod_a" : "rod_b";
    const auto on_rod = [&](double reach) {
      return Vec3(side * (0.05 + reach * std::cos(kDown)), 0, 1 - reach * std::sin(kDown));
    };
    linkage.body(name, kMass, inertia, on_rod(kReach),
                 R"(, "rotation_deg": )" + text(0, side * 30, 0) + turning(on_rod(kReach).x()));
    linkage.hinge("shaft", name, on_rod(0), Vec3::UnitY());
    springs += (springs.empty() ? "" : ", ") +
               spring("to_" + name, "slider", Vec3(side * 0.05, 0, 0.5), name, on_rod(0.5), 8e5, 4e4, 0.5);
  }
  return scene(linkage.parts() + R"(, "springs": [)" + springs + "]");
}

// Height of the slider, by Runge-Kutta at 4 us on shaft's turning, slider and rods' angle.
TEST(A05Governor, FollowsAnIndependentIntegration) {
  constexpr struct {
    double t, height;
  } kRows[] = {{0.1, 0.462906432154}, {0.2, 0.359102852751}, {0.5, 0.017351751071}, {1, 0.497094818500}};
  Trajectory coarse(governor(), 2), fine(governor(), 1);
  double largest = 0;
  double finer = 0;
  for (const auto& row : kRows) {
    largest = std::max(largest, std::abs(coarse.at(row.t).bodies[1].position.z() - row.height));
    finer = std::max(finer, std::abs(fine.at(row.t).bodies[1].position.z() - row.height));
  }
  EXPECT_LT(finer, 1e-5);
  EXPECT_GT(largest, 3.5 * finer);
}

}  // namespace
}  // namespace drawbar::references
