// Pendulums, chains and mechanisms against REFERENCES R1 and R2 (pendulum_and_four_bar.json,
// rigid_bodies_and_chains.json).
#include <gtest/gtest.h>

#include <array>

#include "tests/references/trajectory.h"

namespace drawbar::references {
namespace {

TEST(A01SimplePendulum, FollowsTheEllipticSolutionForTenSeconds) {
  // Point mass 1 kg on 1 m, from the horizontal; exact Jacobi elliptic.
  Trajectory pendulum(
      scene(
          R"("bodies": [ { "name": "mass", "mass": 1, "inertia": [1e-6, 1e-6, 1e-6], "position": [1, 0, 0] } ],
      "joints": [ { "name": "pivot", "type": "revolute", "parent": "world", "child": "mass", "position": [0, 0, 0], "axis": [0, 1, 0] } ])"),
      kSubstepMs);
  constexpr struct {
    double t, x, z;
  } kRows[] = {{0.5, 0.3910487916, -0.9203699488}, {1, -0.9862917511, -0.1650108531},
               {2, 0.7935661953, -0.6084839304},   {3, -0.1766517899, -0.9842734097},
               {5, 0.9423054350, -0.3347543384},   {8, -0.9198579831, -0.3922515659},
               {10, 0.2750874626, -0.9614192051}};
  for (const auto& row : kRows) {
    const physics::Vec3 p = pendulum.at(row.t).bodies[0].position;
    EXPECT_LT(std::hypot(p.x() - row.x, p.z() - row.z), kTolerance) << row.t;
  }
}

TEST(DoublePendulum, OfRodsFromTheHorizontalFollowsForTwoSeconds) {
  const Rods rods{{kPi / 2, kPi / 2}, {1, 1}, {1, 1}};
  Trajectory pendulum(scene(rods.parts()), kSubstepMs);
  constexpr struct {
    double t, x1, z1, x2, z2;
  } kRows[] = {{0.5, 0.43329231769513216, -0.9012534423936368, 1.296688536226737, -1.4057799231905568},
               {1, -0.9348073501443457, -0.3551552028565914, -1.6621151358161286, -1.0414666371932255},
               {1.5, -0.9128969281703803, -0.4081901499755763, -1.7765471341487635, 0.09590143070545015},
               {2, -0.08266387142241921, -0.9965774853775584, 0.31352477645011895, -1.9147466175623262}};
  for (const auto& row : kRows) {
    const physics::FrameState& state = pendulum.at(row.t);
    EXPECT_LT((rods.end(state, 0) - physics::Vec3(row.x1, 0, row.z1)).norm(), kTolerance) << row.t;
    EXPECT_LT((rods.end(state, 1) - physics::Vec3(row.x2, 0, row.z2)).norm(), 2 * kTolerance) << row.t;
  }
}

TEST(DoublePendulum, WithAThousandfoldLowerRodFollowsForThreeSeconds) {
  const Rods rods{{kPi / 3, 0}, {1, 1}, {1, 1000}};
  Trajectory pendulum(scene(rods.parts()), kSubstepMs);
  constexpr struct {
    double t, x, z;
  } kRows[] = {{0.5, 0.6292676599760667, -1.642707352721735},
               {1, -1.14737554655404, -1.278940855477904},
               {2, 0.1736933520744195, -1.8300159906720725},
               {3, 0.3361583565470986, -1.8134010663629834}};
  for (const auto& row : kRows) {
    EXPECT_LT((rods.end(pendulum.at(row.t), 1) - physics::Vec3(row.x, 0, row.z)).norm(), 2 * kTolerance)
        << row.t;
  }
}

TEST(Chain, OfTenEqualRodsFollowsForTwoSeconds) {
  const Rods rods{std::vector(10, kPi / 2), std::vector(10, 0.2), std::vector(10, 1.0)};
  Trajectory chain(scene(rods.parts()), kSubstepMs);
  constexpr struct {
    double t, x, z;
  } kRows[] = {{0.5, 1.2961655097626146, -1.2295630234235786},
               {1, -1.7647525186222908, -0.9275828855558648},
               {1.5, -1.7463591633899882, -0.32194119402887106},
               {2, -0.02936795332988054, -1.6332571887059004}};
  for (const auto& row : kRows) {
    EXPECT_LT((rods.end(chain.at(row.t), 9) - physics::Vec3(row.x, 0, row.z)).norm(), 4 * kTolerance)
        << row.t;
  }
}

TEST(Chain, OfFiftyRodsFollowsForTwoSecondsWithSecondOrder) {
  // From 45 deg; the rows of chain50_equal.
  constexpr struct {
    double t, x, z;
  } kRows[] = {
      {0.25, 3.3678716557876243, -3.6744341557876257}, {0.5, 2.8074080458501562, -4.03365804567855},
      {0.75, 1.7505404175537915, -4.50960863766004},   {1, -0.004282215427173719, -4.901618964559399},
      {1.5, -3.235002330755724, -3.4607691556404543},  {2, -3.627278571079872, -3.3618476245913955}};
  const Rods rods{std::vector(50, kPi / 4), std::vector(50, 0.1), std::vector(50, 0.2)};
  double worst[2] = {0, 0};
  for (const int ms : {2, 1}) {
    Trajectory chain(scene(rods.parts()), ms);
    for (const auto& row : kRows) {
      const double error = (rods.end(chain.at(row.t), 49) - physics::Vec3(row.x, 0, row.z)).norm();
      worst[ms - 1] = std::max(worst[ms - 1], error);
    }
  }
  EXPECT_LT(worst[0], 1e-5);
  EXPECT_GT(worst[1] / worst[0], 3.5);
}

TEST(Dzhanibekov, FlipsWhenTheReferenceFlips) {
  // I = (1, 2, 3), body rates (0.01, 5, 0.01), no torque.
  const std::string text = scene(
      R"("bodies": [ { "name": "b", "mass": 1, "inertia": [1, 2, 3], "angular_velocity": [0.01, 5, 0.01] } ])",
      0);
  Trajectory body(text, kSubstepMs);
  constexpr struct {
    double t, x, y, z;
  } kAxis[] = {{0.5, -0.0019246, 0.9999863, 0.0048639}, {2.5, 0.4448991, 0.6033061, -0.6618811},
               {3, -0.7301576, -0.6336793, 0.2555786},  {5, 0.0014698, -0.9999852, -0.0052429},
               {7.5, 0.7464934, -0.6485649, 0.1486983}, {10, 0.0042232, 0.9999812, 0.0044413}};
  for (const auto& row : kAxis) {
    const physics::Vec3 axis = body.at(row.t).bodies[0].orientation * physics::Vec3::UnitY();
    EXPECT_LT((axis - physics::Vec3(row.x, row.y, row.z)).norm(), 2 * kTolerance) << row.t;
  }
  EXPECT_NEAR(body.at(10).energy.kinetic, 25.0002, 25e-3);

  // In the middle of a flip, where what rounding does to the unstable spin shows most.
  const auto error = [&](double substep_ms) {
    Trajectory flipping(text, substep_ms);
    const physics::Vec3 axis = flipping.at(7.5).bodies[0].orientation * physics::Vec3::UnitY();
    return (axis - physics::Vec3(0.7464933648229095, -0.648564938147413, 0.14869827598627638)).norm();
  };
  EXPECT_GT(error(2), 3.5 * error(1));
}

TEST(HeavyTop, PrecessesSteadilyWithItsAxisHorizontal) {
  // m = 15, I = (0.234375, 0.46875, 0.234375) about the centre of mass at 1 m along the spin axis; spin 150
  // rad/s and precession m g l / (I3 w3) = 2.0928 rad/s about z.
  constexpr double kPrecession = 2.0928;
  const std::string velocity = text(-kPrecession, 0, 0);
  Trajectory top(
      scene(
          R"("bodies": [ { "name": "top", "mass": 15, "inertia": [0.234375, 0.46875, 0.234375], "position": [0, 1, 0],
      "linear_velocity": )" +
          velocity + R"(, "angular_velocity": )" + text(0, 150, kPrecession) + R"( } ],
      "joints": [ { "name": "point", "type": "spherical", "parent": "world", "child": "top", "position": [0, 0, 0] } ])"),
      kSubstepMs);
  for (const double t : {0.5, 1.0, 2.0, 3.0}) {
    const physics::Vec3 expected(-std::sin(kPrecession * t), std::cos(kPrecession * t), 0);
    EXPECT_LT((top.at(t).bodies[0].position - expected).norm(), 2 * kTolerance) << t;
  }
}

}  // namespace
}  // namespace drawbar::references
