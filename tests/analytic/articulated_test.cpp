// The articulated second-order solver against reference trajectories and closed forms (REFERENCES R2, R3).
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

const double kHorizontal = kPi / 2;

// rigid_bodies_and_chains.json: position of the last rod's end in the x-z plane.
struct ChainCase {
  const char* name;
  std::vector<double> angles, lengths, masses;
  double x, z;    // at 1 s
  double coarse;  // error allowed at 5 ms, m
  double fine;    // at 1 ms
};

void PrintTo(const ChainCase& c, std::ostream* out) {
  *out << c.name;
}

class Chain : public ::testing::TestWithParam<ChainCase> {};

double tip_error(const ChainCase& c, int substeps, double* separation = nullptr) {
  WorldBuilder b;
  b.chain(c.angles, c.lengths, c.masses);
  World world = b.build();
  const FrameState state = run(world, 25, substeps);
  const Vec3 tip = rod_end(state.bodies.back(), c.lengths.back());
  for (const JointReading& joint : state.joints) {
    if (separation) *separation = std::max({*separation, joint.error, joint.angle_error});
  }
  return std::hypot(tip.x() - c.x, tip.z() - c.z);
}

TEST_P(Chain, FollowsTheReferenceWithClosedJoints) {
  double separation = 0;
  EXPECT_LT(tip_error(GetParam(), 8, &separation), GetParam().coarse);
  EXPECT_LT(tip_error(GetParam(), 40, &separation), GetParam().fine);
  EXPECT_LT(separation, 1.01e-7);
}

std::vector<double> ten(double last, double first) {
  std::vector<double> v(10, first);
  v.back() = last;
  return v;
}

INSTANTIATE_TEST_SUITE_P(
    References, Chain,
    ::testing::Values(
        ChainCase{
            "two rods", {kHorizontal, kHorizontal}, {1, 1}, {1, 1}, -1.662115136, -1.041466637, 2e-4, 8e-6},
        ChainCase{"1 : 1000", {kPi / 3, 0}, {1, 1}, {1, 1000}, -1.147375547, -1.278940855, 5e-4, 8e-6},
        ChainCase{"ten rods", ten(kHorizontal, kHorizontal), ten(0.2, 0.2), ten(1, 1), -1.76475252,
                  -0.92758289, 2e-4, 8e-6},
        ChainCase{"ten rods, 1 : 1000", ten(kHorizontal, kHorizontal), ten(0.2, 0.2), ten(1000, 1),
                  -1.08360174, -1.68047706, 1e-3, 5e-5}));

TEST(ArticulatedStart, AGivenVelocityIsThatOfTheFramesOriginAlsoOfABodyThatBeginsTurned) {
  WorldBuilder b(0);
  b.body("hammer", 2, diagonal(0.1, 0.2, 0.3), Vec3(1, 2, 3), quaternion_exponential(Vec3(0.4, -1.1, 0.7)));
  BodyConfig& hammer = b.config.bodies[0];
  hammer.mass_properties.center_of_mass = Vec3(0.5, -0.2, 0.3);
  hammer.linear_velocity = Vec3(1, -2, 0.5);
  hammer.angular_velocity = Vec3(3, 1, -2);
  World world = b.build();
  const FrameState start = run(world, 0, 1);
  EXPECT_LT((start.bodies[0].position - hammer.position).norm(), 1e-15);
  EXPECT_LT((start.bodies[0].linear_velocity - hammer.linear_velocity).norm(), 1e-14);
  EXPECT_LT((start.bodies[0].angular_velocity - hammer.angular_velocity).norm(), 1e-15);
  // Free of forces, its centre of mass goes on evenly: v + w x (R c).
  const Vec3 arm = hammer.orientation * hammer.mass_properties.center_of_mass;
  const Vec3 way = hammer.linear_velocity + hammer.angular_velocity.cross(arm);
  const FrameState later = run(world, 25, 8);
  const Vec3 center =
      later.bodies[0].position + later.bodies[0].orientation * hammer.mass_properties.center_of_mass;
  EXPECT_LT((center - (hammer.position + arm + 1.0 * way)).norm(), 1e-12);
}

TEST(ArticulatedChain, ConvergesWithSecondOrder) {
  const ChainCase rods{"", {kHorizontal, kHorizontal}, {1, 1}, {1, 1}, -1.662115136, -1.041466637, 0, 0};
  const double ratio = tip_error(rods, 20) / tip_error(rods, 40);
  EXPECT_GT(ratio, 3.5);
  EXPECT_LT(ratio, 4.5);
}

// A swinging body on a universal joint, its second axis damped: that axis turns with the body. Against the
// `hamiltonian` formulation, which is of fourth order.
TEST(ArticulatedDampers, OnTheTurningAxisOfAUniversalJointAreOfSecondOrder) {
  const auto end = [](Formulation formulation, int substeps) {
    WorldBuilder b;
    b.formulation(formulation);
    const BodyId body = b.body("body", 1, diagonal(0.02, 0.03, 0.015), Vec3(0.4, 0.1, 0.1));
    JointConfig& joint = b.joint(JointType::universal, kWorldBody, body, Vec3::Zero(), Vec3(0.3, 1, 0.2));
    joint.axes[1].friction.viscous = 0.3;
    World world = b.build();
    return run(world, 25, substeps).bodies[0].position;
  };
  const Vec3 expected = end(Formulation::hamiltonian, 200);
  const double coarse = (end(Formulation::sequential_impulses, 20) - expected).norm();
  const double fine = (end(Formulation::sequential_impulses, 40) - expected).norm();
  EXPECT_LT(fine, 1e-4);
  EXPECT_GT(coarse, 3.5 * fine);
}

double relative_energy(const FrameState& state) {
  return state.energy.kinetic + state.energy.potential;
}

// Ten rods of 1 m and 1 kg from horizontal, of weight x half length.
TEST(ArticulatedChain, TenRodsKeepTheirEnergy) {
  for (const auto& [substeps, peak_allowed] : {std::pair(8, 5e-3), std::pair(40, 2e-4)}) {
    WorldBuilder b;
    b.chain(ten(kHorizontal, kHorizontal), ten(1, 1), ten(1, 1));
    World world = b.build();
    FrameState state = world.make_frame_state();
    world.observe(state);
    const double scale = 10 * 9.81 * 5;
    const double before = relative_energy(state);
    double peak = 0;
    for (int frame = 0; frame < 125; ++frame) {
      world.step_frame(substeps);
      world.observe(state);
      peak = std::max(peak, std::fabs(relative_energy(state) - before) / scale);
    }
    EXPECT_LT(peak, peak_allowed) << substeps;
  }
}

// Light links under 1000 kg whip through singular positions; nothing comes apart and the energy
// stays within M g l.
TEST(ArticulatedChain, WhipsUnderAHeavyEndGainNoEnergyToSpeakOf) {
  for (std::size_t n : {3u, 4u, 5u}) {
    for (int substeps : {8, 40}) {
      WorldBuilder b;
      std::vector<double> masses(n, 1.0);
      masses.back() = 1000;
      b.chain(std::vector<double>(n, kHorizontal), std::vector<double>(n, 0.2), masses);
      World world = b.build();
      FrameState state = world.make_frame_state();
      world.observe(state);
      const double before = relative_energy(state);
      const double scale = 1000 * 9.81 * 0.2 * static_cast<double>(n);
      for (int frame = 0; frame < 250; ++frame) {
        world.step_frame(substeps);
        world.observe(state);
        ASSERT_LT(std::fabs(relative_energy(state) - before), scale) << n << " links, " << substeps;
      }
      for (const JointReading& joint : state.joints)
        EXPECT_LT(joint.error, 5e-3) << n << " links, " << substeps;
    }
  }
}

// REFERENCES R2: rod m = 2, l = 1, hinged at its end, c_r = 0.5, k_r = 30, from 1 rad, hanging rest.
TEST(ArticulatedSprings, TorsionHingeIsOfSecondOrder) {
  const std::vector<std::pair<int, double>> reference = {
      {25, 0.18188717}, {50, -0.42550195}, {125, 0.11762635}};
  WorldBuilder b;
  b.chain({1.0}, {1}, {2});
  b.config.joints[0].frame = frame_along(-Vec3::UnitY());
  b.config.joints[0].axes[0].spring = AxisSpring{30, 0.5, -1.0, {}};
  b.config.bodies[0].mass_properties.inertia = diagonal(1.0 / 6, 1.0 / 6, 1e-3);
  World world = b.build();
  FrameState state = world.make_frame_state();
  int frame = 0;
  for (const auto& [at, angle] : reference) {
    for (; frame < at; ++frame) world.step_frame(8);
    world.observe(state);
    EXPECT_NEAR(state.joints[0].position[0] + 1.0, angle, 1e-3) << at;
  }
}

TEST(ArticulatedSprings, AnyStiffnessAndDampingIsStable) {
  for (double stiffness : {0.0, 1e2, 1e4, 1e6, 1e9, 1e12}) {
    for (double damping : {0.0, 1.0, 1e3, 1e6}) {
      WorldBuilder b(0);
      const BodyId slider = b.body("slider", 2, diagonal(1, 1, 1), Vec3(0.1, 0, 0));
      b.joint(JointType::prismatic, kWorldBody, slider, Vec3(0.1, 0, 0), Vec3::UnitX());
      b.config.joints[0].axes[0].spring = AxisSpring{stiffness, damping, -0.1, {}};
      World world = b.build();
      FrameState state = world.make_frame_state();
      double largest = 0;
      for (int frame = 0; frame < 200; ++frame) {
        world.step_frame(8);
        world.observe(state);
        largest = std::max(largest, std::fabs(state.joints[0].position[0] + 0.1));
      }
      EXPECT_LT(largest, 0.1001) << stiffness << " " << damping;
    }
  }
}

// REFERENCES R2: from horizontal to a stop 60 degrees below at 5.04847775 rad/s.
TEST(ArticulatedLimits, HardStopHoldsARodWithoutGain) {
  for (double restitution : {0.0, 0.5, 1.0}) {
    WorldBuilder b;
    b.chain({kHorizontal}, {1}, {1});
    b.config.joints[0].axes[0].limit = AxisLimit{-kPi, kPi / 3, std::nullopt, 0, restitution};
    World world = b.build();
    FrameState state = world.make_frame_state();
    world.observe(state);
    const double before = relative_energy(state);
    for (int frame = 0; frame < 100; ++frame) {
      world.step_frame(8);
      world.observe(state);
      EXPECT_LT(state.joints[0].position[0], kPi / 3 + 1e-6);
      EXPECT_LT(relative_energy(state), before + 0.02);
    }
    if (restitution == 0) {
      EXPECT_NEAR(state.joints[0].position[0], kPi / 3, 1e-6);
      EXPECT_NEAR(state.joints[0].velocity[0], 0, 1e-9);
    }
  }
}

// REFERENCES R2: disc I = 0.5, T_c = 2, w0 = 10: stops after 2.5 s and 12.5 rad.
TEST(ArticulatedFriction, StopsADiscWhereCoulombSays) {
  WorldBuilder b(0);
  const BodyId disc = b.body("disc", 1, diagonal(0.25, 0.25, 0.5), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero(), Vec3::UnitZ());
  b.config.joints[0].axes[0].friction.coulomb = 2;
  b.config.bodies[0].angular_velocity = Vec3(0, 0, 10);
  World world = b.build();
  const FrameState state = run(world, 75, 8);
  EXPECT_NEAR(state.joints[0].position[0], 12.5, 1e-3);
  EXPECT_EQ(state.joints[0].velocity[0], 0);
}

// Every half swing is a cosine about a middle that friction moves against the motion: seven of them, then it
// sticks.
TEST(ArticulatedFriction, TurnsRoundWithSecondOrder) {
  constexpr double kMass = 2;
  constexpr double kStiffness = 200;
  constexpr double kFriction = 5;
  constexpr double kStart = 0.4;
  constexpr double kTime = 2;
  const double omega = std::sqrt(kStiffness / kMass);
  const double shift = kFriction / kStiffness;
  const int turns = static_cast<int>(kTime * omega / kPi);
  const double sign = turns % 2 == 0 ? 1 : -1;
  const double exact =
      sign * (shift + (kStart - (2 * turns + 1) * shift) * std::cos(kTime * omega - turns * kPi));
  const auto error = [&](int substeps) {
    WorldBuilder b(0);
    const BodyId slider = b.body("slider", kMass, diagonal(1, 1, 1), Vec3::Zero());
    AxisConfig& axis = b.joint(JointType::prismatic, kWorldBody, slider, Vec3::Zero(), Vec3::UnitX()).axes[0];
    axis.spring = AxisSpring{kStiffness, 0, -kStart, {}};
    axis.friction.coulomb = kFriction;
    World world = b.build();
    return std::fabs(run(world, 50, substeps).joints[0].position[0] + kStart - exact);
  };
  EXPECT_LT(error(40), 1e-4 * kStart);
  EXPECT_GT(error(20) / error(40), 3.5);
}

// REFERENCES R2: a uniform rod sticks up to 24.06340 degrees.
TEST(ArticulatedFriction, HoldsARodWithoutCreepUpToItsAngle) {
  for (const auto& [degrees, sticks] : {std::pair(23.9, true), std::pair(24.2, false)}) {
    WorldBuilder b;
    b.chain({degrees * kPi / 180}, {1}, {1});
    b.config.joints[0].axes[0].friction.coulomb = 2;
    World world = b.build();
    const FrameState state = run(world, 500, 8);
    if (sticks) {
      EXPECT_NEAR(state.joints[0].position[0], 0, 1e-12);
    } else {
      EXPECT_GT(std::fabs(state.joints[0].position[0]), 1e-3);
    }
  }
}

// A load on a self-locking gear stays where it is, however heavy, while the motor is off.
TEST(ArticulatedDrives, SelfLockingGearHoldsALoadAtTheEndOfAChain) {
  WorldBuilder b;
  b.chain({kHorizontal, kHorizontal, kHorizontal}, {0.5, 0.5, 0.5}, {1, 1, 50});
  b.config.controls.push_back({"u", -1, 1, 0});
  for (int j = 0; j < 3; ++j) {
    DriveConfig drive = re40(JointId{static_cast<std::uint32_t>(j)});
    drive.current_limit = 40;
    drive.gear = {200, 0.4, std::nullopt, true};
    b.config.drives.push_back(drive);
  }
  World world = b.build();
  const FrameState held = run(world, 250, 8);
  for (const JointReading& joint : held.joints) EXPECT_NEAR(joint.position[0], 0, 1e-9);
  world.set_control(ControlId{0}, 0.2);
  const FrameState driven = run(world, 25, 8);
  for (const JointReading& joint : driven.joints) EXPECT_GT(std::fabs(joint.position[0]), 1e-3);
}

}  // namespace
}  // namespace drawbar::test
