// Closed loops of the articulated solver against reference mechanisms (REFERENCES R1, A02 and others).
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/four_bars.h"

namespace drawbar::test {
namespace {

struct BarCase {
  int loops;
  int substeps;
  int frames;
  double x, z;  // of B0
  double allowed;
};

class FourBar : public ::testing::TestWithParam<BarCase> {};

TEST_P(FourBar, PassesItsSingularPositionsOnTheParallelogram) {
  const BarCase& c = GetParam();
  World world = four_bars(c.loops).build();
  const FrameState state = run(world, c.frames, c.substeps);
  const BodyReading& post = state.bodies[0];
  const Vec3 top = post.position + post.orientation * Vec3(0, 0, 0.5);
  EXPECT_NEAR(top.x(), c.x, c.allowed);
  EXPECT_NEAR(top.z(), c.z, c.allowed);
  double worst = 0;
  for (const JointReading& joint : state.joints) worst = std::max(worst, joint.error);
  EXPECT_LT(worst, 1e-6);
}

// pendulum_and_four_bar.json, N = 2: at 2, 10 and 20 s, after ten turns through both singular positions.
INSTANTIATE_TEST_SUITE_P(References, FourBar,
                         ::testing::Values(BarCase{2, 8, 50, 0.057815796, 0.998327268, 1e-3},
                                           BarCase{2, 40, 250, 0.328458112, 0.944518538, 1e-3},
                                           BarCase{2, 40, 500, 0.839746574, 0.542978536, 1e-3}));

// A mass on a massless rod: REFERENCES R1, A01, from x = 1 at rest; period 2.367841947576 s.
TEST(Distance, PointMassOnARodIsThePendulum) {
  WorldBuilder b;
  const BodyId mass = b.body("mass", 1, diagonal(1e-4, 1e-4, 1e-4), Vec3(1, 0, 0));
  JointConfig& rod = b.joint(JointType::distance, kWorldBody, mass, Vec3::Zero());
  rod.child_position = Vec3(1, 0, 0);
  World world = b.build();
  const FrameState state = run(world, 25, 40);
  EXPECT_NEAR(state.bodies[0].position.x(), -0.9862917511, 1e-4);
  EXPECT_NEAR(state.bodies[0].position.z(), -0.1650108531, 1e-4);
  EXPECT_LT(state.joints[0].error, 1e-6);
}

TEST(Rope, CatchesAFallingMassAndGoesSlackAgain) {
  WorldBuilder b;
  const BodyId mass = b.body("mass", 1, diagonal(0.01, 0.01, 0.01), Vec3(0.3, 0, 0));
  JointConfig& rope = b.joint(JointType::rope, kWorldBody, mass, Vec3::Zero());
  rope.child_position = Vec3(1, 0, 0);
  b.config.bodies[0].position = Vec3(1, 0, 0);
  b.config.bodies[0].linear_velocity = Vec3(-2, 0, 0);
  World world = b.build();
  FrameState state = world.make_frame_state();
  double longest = 0;
  bool slack = false;
  for (int frame = 0; frame < 200; ++frame) {
    world.step_frame(8);
    world.observe(state);
    longest = std::max(longest, state.bodies[0].position.norm());
    slack = slack || state.bodies[0].position.norm() < 0.95;
  }
  EXPECT_TRUE(slack);
  EXPECT_LT(longest, 1.001);
}

// Two equal discs, gear 1 : 2: the torque of one spring turns both.
TEST(Coupling, GearKeepsItsRatio) {
  WorldBuilder b(0);
  for (int i = 0; i < 2; ++i) {
    const BodyId disc = b.body("disc" + std::to_string(i), 1, diagonal(0.1, 0.1, 0.1), Vec3(i, 0, 0));
    b.joint(JointType::revolute, kWorldBody, disc, Vec3(i, 0, 0));
  }
  b.config.bodies[0].angular_velocity = Vec3(0, 3, 0);
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, 2}};
  b.config.couplings.push_back(gear);
  World world = b.build();
  const FrameState state = run(world, 250, 8);
  EXPECT_NEAR(state.joints[0].position[0] + 2 * state.joints[1].position[0], 0, 1e-6);
  // L = I w0 through the ratio: w0' = 3 / (1 + 1/4), and nothing slows it down.
  EXPECT_NEAR(state.joints[0].velocity[0], 2.4, 1e-4);
}

// The cranks of a parallelogram turn and its bar does not: all four joints turn at one rate, so that friction
// slows the linkage alike on whichever of them, also on the one that closes the loop.
struct SlowedLinkage {
  WorldBuilder builder = four_bars(1);
  double inertia = 2 * (1.0 / 3) + 1;  // of two rods about their ends, and of a bar at their length

  SlowedLinkage() {
    // Joints with friction are the tree's before others: where all have some, one of them closes the loop.
    for (JointConfig& joint : builder.config.joints) joint.axes[0].friction.viscous = 1e-9;
  }
  AxisConfig& axis(std::size_t joint) { return builder.config.joints[joint].axes[0]; }
  /// rad/s of the cranks, which began with 1, after a second.
  double rate() {
    builder.config.gravity = Vec3::Zero();
    World world = builder.build();
    const FrameState state = run(world, 25, 20);
    return state.joints[0].velocity[0];
  }
};
constexpr double kSlowed = 1.0;  // s

TEST(FrictionInALoop, ViscousSlowsALinkageAlikeOnWhicheverJointItIs) {
  for (std::size_t joint = 0; joint < 4; ++joint) {
    SlowedLinkage linkage;
    linkage.axis(joint).friction.viscous = 2;
    EXPECT_NEAR(linkage.rate(), std::exp(-2 * kSlowed / linkage.inertia), 1e-4) << joint;
  }
}

TEST(FrictionInALoop, ASpringsDamperSlowsALinkageAlikeOnWhicheverJointItIs) {
  for (std::size_t joint = 0; joint < 4; ++joint) {
    SlowedLinkage linkage;
    linkage.axis(joint).spring = AxisSpring{0, 2, 0, {}};
    EXPECT_NEAR(linkage.rate(), std::exp(-2 * kSlowed / linkage.inertia), 1e-4) << joint;
  }
}

TEST(FrictionInALoop, DrySlowsALinkageAlikeOnWhicheverJointItIsAndBrakesAddToIt) {
  for (std::uint32_t joint = 0; joint < 4; ++joint) {
    for (const double braked : {0.0, 0.4}) {
      SlowedLinkage linkage;
      linkage.axis(joint).friction.coulomb = 0.5;
      linkage.builder.config.controls.push_back({"brake", 0, 1, 1});
      linkage.builder.config.brakes.push_back({"brake", JointId{joint}, 0, {{ControlId{0}, 1}}, braked});
      EXPECT_NEAR(linkage.rate(), 1 - (0.5 + braked) * kSlowed / linkage.inertia, 1e-4)
          << joint << ", " << braked;
    }
  }
}

// Without gravity a crank's pin bears half of what leads the bar round, w^2 / 2, and its pivot w^2 / 2 more
// for the crank itself: w' = -rho f w^2 / I. What friction adds to these forces is of the second order in
// rho.
TEST(FrictionInALoop, OfTheReactionSlowsALinkageByWhatEachJointBears) {
  constexpr double kArm = 0.002;  // m: rho
  for (std::size_t joint = 0; joint < 4; ++joint) {
    SlowedLinkage linkage;
    linkage.axis(joint).friction.reaction_arm = kArm;
    const JointConfig& config = linkage.builder.config.joints[joint];
    const double borne = config.parent == kWorldBody ? 1 : 0.5;  // N at 1 rad/s
    EXPECT_NEAR(linkage.rate(), 1 / (1 + kArm * borne * kSlowed / linkage.inertia), 5e-6) << joint;
  }
}

// Both ways from where it starts, on whichever joint, also on the one that closes the loop: the linkage comes
// to its stop after 0.3 s and stays there, or comes back with its restitution.
TEST(LimitInALoop, StopsALinkageAlikeOnWhicheverJointItIs) {
  constexpr double kAt = 0.3;  // rad
  for (const double way : {1.0, -1.0}) {
    for (std::size_t joint = 0; joint < 4; ++joint) {
      for (const double restitution : {0.0, 0.6}) {
        SlowedLinkage linkage;
        for (BodyConfig& body : linkage.builder.config.bodies) {
          body.linear_velocity *= way;
          body.angular_velocity *= way;
        }
        linkage.builder.config.gravity = Vec3::Zero();
        linkage.axis(joint).limit = AxisLimit{-kAt, kAt, std::nullopt, 0, restitution};
        World world = linkage.builder.build();
        const FrameState state = run(world, 15, 20);  // 0.6 s
        EXPECT_NEAR(state.joints[0].velocity[0], -way * restitution, 1e-3) << joint << ", " << restitution;
        EXPECT_NEAR(state.joints[0].position[0], way * (kAt - restitution * 0.3),
                    restitution > 0 ? 4e-3 : 1e-5)
            << joint << ", " << restitution;
      }
    }
  }
}

// Between the outputs of a differential whose input stands: I w' = -M of each, M by what is asked of the
// clutch, or all of it where nothing can be asked.
TEST(Lock, HoldsTwoOutputsTogetherByThePartOfItsTorqueThatIsAskedFor) {
  constexpr double kInertia = 0.1, kTorque = 0.5, kRate = 3, kTime = 0.4;
  for (const double way : {1.0, -1.0}) {
    for (const double asked : {-0.5, 0.0, 0.4, 1.0, 1.6}) {
      for (const bool by_a_control : {true, false}) {
        WorldBuilder b(0);
        for (int k = 0; k < 3; ++k) {
          const BodyId disc =
              b.body("disc" + std::to_string(k), 1, kInertia * Mat3::Identity(), Vec3(k, 0, 0));
          b.config.bodies.back().angular_velocity = Vec3(0,
                                                         k == 0   ? 0
                                                         : k == 1 ? way * kRate
                                                                  : -way * kRate,
                                                         0);
          b.joint(JointType::revolute, kWorldBody, disc, Vec3(k, 0, 0)).axes[0].friction.coulomb =
              k == 0 ? 100 : 0;
        }
        b.config.controls.push_back({"lock", -2, 2, -2 * asked});
        CouplingConfig differential;
        differential.name = "differential";
        differential.terms = {{JointId{0}, 0, 2}, {JointId{1}, 0, -1}, {JointId{2}, 0, -1}};
        differential.lock = CouplingConfig::Lock{kTorque, {}};
        if (by_a_control) differential.lock->inputs = {{ControlId{0}, -0.5}};
        b.config.couplings.push_back(differential);
        World world = b.build();
        const FrameState state = run(world, 10, 8);
        const double part = by_a_control ? std::clamp(asked, 0.0, 1.0) : 1;
        const double left = way * (kRate - part * kTorque / kInertia * kTime);
        EXPECT_NEAR(state.joints[1].velocity[0], left, 1e-6) << asked << ", " << by_a_control;
        EXPECT_NEAR(state.joints[2].velocity[0], -left, 1e-6) << asked << ", " << by_a_control;
        const FrameState later = run(world, 25, 8);
        if (part == 1) {
          EXPECT_NEAR(later.joints[1].velocity[0], 0, 1e-9) << "it holds, and throws nothing back";
        }
      }
    }
  }
}

// Two springs and a light plate between them: the load lowers each by its own force over its own stiffness.
TEST(PointSpring, TwoInSeriesShareALoadByTheirStiffnesses) {
  constexpr double kLoad = 1, kPlate = 0.1, kG = 9.81, kUpper = 100, kLower = 300;
  WorldBuilder b(kG);
  const BodyId plate = b.body("plate", kPlate, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, -1));
  const BodyId load = b.body("load", kLoad, diagonal(1, 1, 1), Vec3(0, 0, -2));
  const auto hang = [&](BodyId from, const Vec3& top, BodyId to, const Vec3& end, double stiffness) {
    SpringConfig spring;
    spring.name = "spring" + std::to_string(b.config.springs.size());
    spring.from = {from, top};
    spring.to = {to, end};
    spring.law.stiffness = stiffness;
    spring.law.damping = 10;
    spring.law.rest = 1;
    b.config.springs.push_back(spring);
  };
  hang(kWorldBody, Vec3::Zero(), plate, Vec3(0, 0, -1), kUpper);
  hang(plate, Vec3(0, 0, -1), load, Vec3(0, 0, -2), kLower);
  World world = b.build();
  const FrameState state = run(world, 250, 8);
  const double upper = (kLoad + kPlate) * kG / kUpper;
  EXPECT_NEAR(state.bodies[index_of(plate)].position.z(), -1 - upper, 1e-6);
  EXPECT_NEAR(state.bodies[index_of(load)].position.z(), -2 - upper - kLoad * kG / kLower, 1e-6);
}

// A gear between two discs, one of which comes off its axle at once: the other then turns with its own
// inertia alone.
TEST(Coupling, LetsGoOfAJointThatBreaks) {
  WorldBuilder b;
  for (int i = 0; i < 2; ++i) {
    const BodyId disc = b.body("disc" + std::to_string(i), 1, diagonal(0.1, 0.1, 0.1), Vec3(i, 0, 0));
    b.joint(JointType::revolute, kWorldBody, disc, Vec3(i, 0, 0));
  }
  b.config.joints[0].break_force = 1;  // of 9.81
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, -1}};
  b.config.couplings.push_back(gear);
  b.config.bodies[1].angular_velocity = Vec3(0, 2, 0);
  b.config.bodies[0].angular_velocity = Vec3(0, 2, 0);
  b.config.joints[1].axes[0].friction.coulomb = 0.1;
  World world = b.build();
  const FrameState state = run(world, 25, 20);
  ASSERT_TRUE(state.joints[0].broken);
  EXPECT_NEAR(state.bodies[1].angular_velocity.y(), 2 - 0.1 / 0.1, 0.01);
  EXPECT_NEAR(state.bodies[0].angular_velocity.y(), 2, 0.01);
}

// m x'' = -k x between two points: cos(w t), and far stiffer ones stand still.
TEST(PointSpring, IsOfSecondOrderAndStableAtAnyStiffness) {
  for (const auto& [stiffness, allowed] : {std::pair(100.0, 1e-4), std::pair(1e12, 0.1001)}) {
    WorldBuilder b(0);
    const BodyId mass = b.body("mass", 1, diagonal(1, 1, 1), Vec3(1.1, 0, 0));
    SpringConfig spring;
    spring.name = "spring";
    spring.to = {mass, Vec3(1.1, 0, 0)};
    spring.law.stiffness = stiffness;
    spring.law.rest = 1;
    b.config.springs.push_back(spring);
    World world = b.build();
    const FrameState state = run(world, 25, 40);
    EXPECT_NEAR(state.bodies[0].position.x() - 1, 0.1 * std::cos(10.0), stiffness > 1e6 ? 0.19 : allowed);
  }
}

// A motor's shaft at full speed turns by more than half a turn in 5 ms; its gear must not lose count.
TEST(Couplings, HoldWhereAShaftTurnsByMoreThanHalfATurnInASubstep) {
  constexpr double kRatio = 43, kRate = 16;  // 3.4 rad of the shaft in a substep
  WorldBuilder b(0);
  for (const auto& [name, inertia, rate] :
       {std::tuple("output", 0.5, kRate), std::tuple("shaft", 1.4e-5, -kRatio * kRate)}) {
    const BodyId body = b.body(name, 1, diagonal(inertia, inertia, inertia), Vec3::Zero());
    b.config.bodies[index_of(body)].angular_velocity = Vec3(0, rate, 0);
    b.joint(JointType::revolute, kWorldBody, body, Vec3::Zero(), Vec3::UnitY());
  }
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, 1 / kRatio}};
  b.config.couplings.push_back(gear);
  World world = b.build();
  const FrameState state = run(world, 25, 8);
  EXPECT_NEAR(state.joints[0].position[0], kRate, 1e-9);
  EXPECT_NEAR(state.joints[1].position[0], -kRatio * kRate, 1e-7);
}

}  // namespace
}  // namespace drawbar::test
