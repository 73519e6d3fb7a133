// The plain formulation against closed-form and reference answers (REFERENCES R2, R3).
#include <gtest/gtest.h>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr Formulation kPlain = Formulation::sequential_impulses_plain;

// REFERENCES R2, soft constraint: v1 = (m v0 - h k x0) / (m + h c + h^2 k), x1 = x0 + h v1 from x0 = 0.1.
struct SoftCase {
  double mass, stiffness, damping;
};
class SoftConstraint : public ::testing::TestWithParam<SoftCase> {};

TEST_P(SoftConstraint, GivesImplicitEulersExactSequence) {
  const auto& [m, k, c] = GetParam();
  WorldBuilder b(0);
  b.formulation(kPlain);
  const BodyId mass = b.body("mass", m, diagonal(1, 1, 1), Vec3(1.1, 0, 0));
  SpringConfig spring;
  spring.name = "spring";
  spring.to = {mass, Vec3(1.1, 0, 0)};
  spring.law.stiffness = k;
  spring.law.damping = c;
  spring.law.rest = 1;
  b.config.springs.push_back(spring);
  World world = b.build();
  FrameState state = world.make_frame_state();
  const double h = 0.01;
  double x = 0.1, v = 0;
  for (int frame = 0; frame < 25; ++frame) {
    world.begin_frame(4);
    for (int i = 0; i < 4; ++i) {
      world.substep();
      world.observe(state);
      v = (m * v - h * k * x) / (m + h * c + h * h * k);
      x += h * v;
      ASSERT_NEAR(state.bodies[0].position.x() - 1, x, 1e-12);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(References, SoftConstraint,
                         ::testing::Values(SoftCase{1, 100, 0}, SoftCase{1, 100, 2}, SoftCase{1, 100, 20},
                                           SoftCase{1, 10000, 0}, SoftCase{1, 1e9, 0}, SoftCase{1000, 1e9, 0},
                                           SoftCase{10, 1000, 50}, SoftCase{1, 1e12, 1e6}));

TEST(PlainJoints, DoublePendulumFollowsTheReference) {
  WorldBuilder b;
  b.formulation(kPlain);
  b.chain({kPi / 2, kPi / 2}, {1, 1}, {1, 1});
  World world = b.build();
  const FrameState state = run(world, 25, 400);  // 0.1 ms: first order in time
  const Vec3 tip = rod_end(state.bodies[1], 1);
  // REFERENCES R2, rods_90_90 at 1 s
  EXPECT_NEAR(tip.x(), -1.662115136, 2e-3);
  EXPECT_NEAR(tip.z(), -1.041466637, 2e-3);
  EXPECT_LT(state.joints[1].error, 1e-5);
}

TEST(PlainJoints, HardLimitStopsARodWithoutBounceAndWithoutGain) {
  // REFERENCES R2: a uniform rod of 1 m falls from the horizontal onto a stop 60 degrees below.
  WorldBuilder b;
  b.formulation(kPlain);
  b.chain({kPi / 2}, {1}, {1});
  b.config.joints[0].axes[0].limit = AxisLimit{-kPi, kPi / 3, std::nullopt, 0, 0};
  World world = b.build();
  FrameState state = run(world, 9, 40);  // 0.36 s: not there yet
  EXPECT_GT(state.joints[0].velocity[0], 4.5);
  state = run(world, 16, 40);
  EXPECT_NEAR(state.joints[0].position[0], kPi / 3, 1e-4);
  EXPECT_NEAR(state.joints[0].velocity[0], 0, 1e-6);
}

TEST(PlainJoints, DryFrictionStopsADiscWhenItShould) {
  // REFERENCES R2: I = 0.5, T = 2, w0 = 10: still after 2.5 s and 12.5 rad.
  WorldBuilder b(0);
  b.formulation(kPlain);
  const BodyId disc = b.body("disc", 1, diagonal(0.5, 0.5, 0.5), Vec3::Zero());
  b.config.bodies[0].angular_velocity = Vec3(0, 10, 0);
  b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero()).axes[0].friction.coulomb = 2;
  World world = b.build();
  const FrameState state = run(world, 75, 40);
  EXPECT_NEAR(state.joints[0].position[0], 12.5, 0.01);
  EXPECT_EQ(state.joints[0].velocity[0], 0);
}

TEST(PlainJoints, RodSticksBelowItsFrictionAngleWithoutCreep) {
  // REFERENCES R2: m = 1, l = 1, T = 2 sticks up to 24.0634 degrees from the vertical.
  for (const auto& [degrees, sticks] : {std::pair{23.5, true}, std::pair{24.6, false}}) {
    WorldBuilder b;
    b.formulation(kPlain);
    b.chain({degrees * kPi / 180}, {1}, {1});
    b.config.joints[0].axes[0].friction.coulomb = 2;
    World world = b.build();
    const FrameState state = run(world, 250, 8);
    if (sticks) {
      EXPECT_LT(std::fabs(state.joints[0].position[0]), 1e-12);
    } else {
      EXPECT_GT(std::fabs(state.joints[0].position[0]), 1e-3);
    }
  }
}

TEST(PlainDrives, FreeMotorRunsUpAsTheExactSolution) {
  // REFERENCES R3: no-load step of 24 V, frictionless. The joint carries next to nothing.
  WorldBuilder b(0);
  b.formulation(kPlain);
  const BodyId shaft = b.body("shaft", 1, diagonal(1e-9, 1e-9, 1e-9), Vec3::Zero());
  b.joint(JointType::revolute, kWorldBody, shaft, Vec3::Zero());
  b.config.controls.push_back({"u", -1, 1, 1});
  b.config.drives.push_back(re40(JointId{0}));
  World world = b.build();
  FrameState state = world.make_frame_state();
  world.begin_frame(4000);  // 10 us
  for (int i = 0; i < 2000; ++i) {
    world.substep();
    if (i + 1 == 500) {
      world.observe(state);
      EXPECT_NEAR(state.joints[0].velocity[0], 523.92229446, 0.5);
      EXPECT_NEAR(state.drives[0].current, 29.19193723, 0.05);
    }
  }
  world.observe(state);
  EXPECT_NEAR(state.joints[0].velocity[0], 786.01252437, 0.5);
}

TEST(PlainDrives, GearedMotorSettlesAtItsLoadedSpeedAtAnySubstep) {
  // REFERENCES R3, geared_n100_JL05_TL0: n = 100, eta = 0.75, J_L = 0.5: i = 0.137 A, 7.933456 rad/s.
  for (int substeps : {1, 8, 40}) {
    WorldBuilder b(0);
    b.formulation(kPlain);
    const BodyId arm = b.body("arm", 1, diagonal(0.5, 0.5, 0.5), Vec3::Zero());
    b.joint(JointType::revolute, kWorldBody, arm, Vec3::Zero());
    b.config.controls.push_back({"u", -1, 1, 1});
    DriveConfig drive = re40(JointId{0});
    drive.coulomb_friction = kRe40Friction;
    drive.gear = {100, 0.75, std::nullopt, false};
    b.config.drives.push_back(drive);
    World world = b.build();
    const FrameState state = run(world, 50, substeps);
    EXPECT_NEAR(state.joints[0].velocity[0], 7.933456, 1e-4) << substeps;
    EXPECT_NEAR(state.drives[0].current, 0.137, 1e-4) << substeps;
  }
}

TEST(PlainDrives, SelfLockingGearHoldsALoadWithoutCreepAndStillLowersIt) {
  WorldBuilder b;
  b.formulation(kPlain);
  b.chain({kPi / 2}, {1}, {10});
  b.config.controls.push_back({"u", -1, 1, 0});
  DriveConfig drive = re40(JointId{0});
  drive.gear = {100, 0.4, std::nullopt, true};
  b.config.drives.push_back(drive);
  World world = b.build();
  FrameState state = run(world, 500, 8);
  EXPECT_NEAR(state.joints[0].position[0], 0, 1e-9);
  world.set_control(ControlId{0}, 0.3);
  state = run(world, 5, 8);
  EXPECT_GT(state.joints[0].position[0], 0.05);
}

TEST(PlainCouplings, GearOnAFloatingFrameGivesTheFrameWhatItTakesOfTheShafts) {
  // Frame and two discs on parallel axles, geared 1 : 2: the gear's torque on each disc is the opposite on
  // the frame, so that angular momentum stays what the first disc had, and the frame turns.
  WorldBuilder b(0);
  b.formulation(kPlain);
  const BodyId frame = b.body("frame", 1, diagonal(0.2, 0.2, 0.2), Vec3::Zero());
  for (int i = 0; i < 2; ++i) {
    const BodyId disc = b.body("disc" + std::to_string(i), 1, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
    b.joint(JointType::revolute, frame, disc, Vec3::Zero());
  }
  b.config.bodies[1].angular_velocity = Vec3(0, 3, 0);
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, -2}};
  b.config.couplings.push_back(gear);
  World world = b.build();
  const FrameState state = run(world, 25, 8);
  const auto rate = [&](std::size_t body) { return state.bodies[body].angular_velocity.y(); };
  EXPECT_NEAR(0.2 * rate(0) + 0.1 * rate(1) + 0.1 * rate(2), 0.1 * 3, 1e-9);
  // Impulse g: discs 3 - g / 0.1 and 2 g / 0.1, frame -g / 0.2 of their difference; the gear's ratio gives g.
  const double g = 3 / (1 / 0.1 + 4 / 0.1 + 1 / 0.2);
  EXPECT_NEAR(rate(0), -g / 0.2, 1e-9);
  EXPECT_NEAR(rate(1), 3 - g / 0.1, 1e-9);
  EXPECT_NEAR(rate(2), 2 * g / 0.1, 1e-9);
}

TEST(PlainFreeBody, KeepsEnergyAndAngularMomentumThroughTheFlips) {
  // Dzhanibekov (REFERENCES R2): I = (1, 2, 3), w0 = (0.01, 5, 0.01), 20 s.
  WorldBuilder b(0);
  b.formulation(kPlain);
  b.body("nut", 1, diagonal(1, 2, 3), Vec3::Zero());
  b.config.bodies[0].angular_velocity = Vec3(0.01, 5, 0.01);
  World world = b.build();
  const FrameState state = run(world, 500, 8);
  EXPECT_NEAR(state.energy.kinetic / 25.0002, 1, 1e-9);
}

}  // namespace
}  // namespace drawbar::test
