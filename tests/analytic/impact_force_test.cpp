// The forces that are read of contacts, joints, ropes and couplings add up to the momentum that they gave, at
// whatever instant of a frame something strikes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kPull = 9.81;  // m/s^2
constexpr double kFrameLength = 0.04;
constexpr double kBallRadius = 0.1;
constexpr double kFallSpeed = 2;  // m/s downwards, at the frame's beginning in which it strikes
constexpr int kPhases = 16;       // into which a frame is divided

/// A ball of 1 kg that strikes `depth` (m) below it after a part of the first frame: phase / kPhases.
BodyId add_ball(WorldBuilder& b, double depth, int phase) {
  const double time = kFrameLength * (phase + 0.5) / kPhases;
  const double way = kFallSpeed * time + 0.5 * kPull * time * time;
  const BodyId ball = b.body("ball", 1, 0.004 * Mat3::Identity(), Vec3(0, 0, depth + kBallRadius + way));
  b.config.bodies[index_of(ball)].linear_velocity = Vec3(0, 0, -kFallSpeed);
  b.shape(ball, Sphere{kBallRadius});
  return ball;
}

/// Sum and largest of what is read, times the substep: N s along z.
struct Given {
  double sum = 0;
  double most = 0;
};
template <class Force>
Given given(World& world, int frames, int substeps, Force force) {
  FrameState state = world.make_frame_state();
  Given out;
  const double h = kFrameLength / substeps;
  for (int f = 0; f < frames; ++f) {
    world.begin_frame(substeps);
    for (int s = 0; s < substeps; ++s) {
      world.substep();
      world.observe(state);
      const double impulse = h * force(state);
      out.sum += impulse;
      out.most = std::max(out.most, std::fabs(impulse));
    }
  }
  return out;
}

double of_contacts(const FrameState& state) {
  double sum = 0;
  for (const ContactReading& contact : state.contacts) sum += contact.force.z();
  return sum;
}

class Impact : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Substeps, Impact, ::testing::Values(1, 2, 5, 8));

// Half a substep of what lasts belongs to the next frame. A ball that stops above the ground falls on and
// parts from it: what the closing kick had given it then is not told.
TEST_P(Impact, ForcesOfAContactAddUpToTheMomentumThatItGave) {
  const int substeps = GetParam();
  constexpr int kFrames = 25;
  for (int phase = 0; phase < kPhases; ++phase) {
    WorldBuilder b;
    b.surface(0.5);
    b.ground();
    add_ball(b, 0, phase);
    World world = b.build();
    const Given contact = given(world, kFrames, substeps, of_contacts);
    const double h = kFrameLength / substeps;
    const double momentum = kFallSpeed + kPull * (kFrames * kFrameLength - 0.5 * h);
    EXPECT_LT(contact.sum, momentum + 1e-6) << phase;
    EXPECT_GT(contact.sum, momentum - 3.1 * kPull * h) << phase;
    const double fastest = kFallSpeed + kPull * kFrameLength;
    EXPECT_LT(contact.most, fastest + kPull * h + 1e-9) << phase;
  }
}

// A ball that bounces back gives its momentum twice, in one substep.
TEST_P(Impact, ABounceIsToldOnce) {
  const int substeps = GetParam();
  for (int phase = 0; phase < kPhases; ++phase) {
    WorldBuilder b;
    b.surface(0, 1);
    b.ground();
    const BodyId ball = add_ball(b, 0, phase);
    World world = b.build();
    const Given contact = given(world, 2, substeps, of_contacts);
    FrameState state = world.make_frame_state();
    world.observe(state);
    const double gained =
        state.bodies[index_of(ball)].linear_velocity.z() + kFallSpeed + kPull * 2 * kFrameLength;
    EXPECT_GT(gained, 2 * kFallSpeed) << phase;
    EXPECT_NEAR(contact.sum, gained, 1e-9) << phase;
  }
}

/// A plate on a joint to the world, and a ball that falls onto it.
WorldBuilder struck_plate(JointType type, int phase) {
  WorldBuilder b;
  b.surface(0.5);
  const BodyId plate = b.body("plate", 0.5, diagonal(0.01, 0.01, 0.01), Vec3(0, 0, 0));
  b.shape(plate, Box{Vec3(0.2, 0.2, 0.02)});
  b.joint(type, kWorldBody, plate, Vec3::Zero());
  add_ball(b, 0.02, phase);
  return b;
}

TEST_P(Impact, ForcesOfAJointAddUpToWhatItPassedOn) {
  const int substeps = GetParam();
  constexpr int kFrames = 25;
  for (int phase = 0; phase < kPhases; ++phase) {
    World world = struck_plate(JointType::fixed, phase).build();
    const Given joint =
        given(world, kFrames, substeps, [](const FrameState& state) { return state.joints[0].reaction.z(); });
    const double h = kFrameLength / substeps;
    EXPECT_NEAR(joint.sum, kFallSpeed + 1.5 * kPull * (kFrames * kFrameLength - 0.5 * h), 1e-4) << phase;
  }
}

// step_frame() finds what is read of the last substep alone.
TEST_P(Impact, WhoLooksAtEverySubstepReadsTheSameAtTheFramesEnd) {
  const int substeps = GetParam();
  for (int phase = 0; phase < kPhases; ++phase) {
    World watched = struck_plate(JointType::fixed, phase).build();
    World unwatched = struck_plate(JointType::fixed, phase).build();
    for (int f = 0; f < 4; ++f) {
      given(watched, 1, substeps, of_contacts);
      const FrameState end = run(unwatched, 1, substeps);
      FrameState seen = watched.make_frame_state();
      watched.observe(seen);
      ASSERT_EQ(seen.joints[0].reaction, end.joints[0].reaction) << phase << ": " << f;
      ASSERT_EQ(seen.joints[0].reaction_torque, end.joints[0].reaction_torque) << phase << ": " << f;
      ASSERT_EQ(of_contacts(seen), of_contacts(end)) << phase << ": " << f;
      ASSERT_EQ(state_of(watched), state_of(unwatched)) << phase << ": " << f;
    }
  }
}

// What breaks a joint is the force of a whole substep, wherever in the frame that is.
TEST_P(Impact, AJointBreaksByWhatItBearsAndNotByTheFramesPhase) {
  const int substeps = GetParam();
  const double h = kFrameLength / substeps;
  for (int phase = 0; phase < kPhases; ++phase) {
    for (const double part : {0.6, 1.4}) {
      WorldBuilder b = struck_plate(JointType::fixed, phase);
      b.config.joints[0].break_force = 1.5 * kPull + part * (kFallSpeed + 0.5 * kPull * kFrameLength) / h;
      World world = b.build();
      EXPECT_EQ(run(world, 25, substeps).joints[0].broken, part < 1) << phase << ": " << part;
    }
  }
}

// A weight on a rope: its tension; of a world's first substep half of it, which is what it gave.
TEST_P(Impact, ARopesTensionIsRead) {
  WorldBuilder b;
  const BodyId ball = b.body("ball", 2, 0.004 * Mat3::Identity(), Vec3(0, 0, -1));
  b.joint(JointType::rope, kWorldBody, ball, Vec3::Zero()).child_position = Vec3(0, 0, -1);
  World world = b.build();
  for (int f = 0; f < 3; ++f) {
    const FrameState state = run(world, 1, GetParam());
    EXPECT_NEAR(state.joints[0].reaction.z(), f == 0 && GetParam() == 1 ? kPull : 2 * kPull, 1e-9) << f;
    EXPECT_NEAR(state.joints[0].reaction.x(), 0, 1e-12);
  }
}

// Two sliders that move against each other: what strikes the one, the coupling passes on to the other.
TEST_P(Impact, ForcesOfACouplingAddUpToWhatItPassedOn) {
  const int substeps = GetParam();
  for (int phase = 0; phase < kPhases; ++phase) {
    WorldBuilder b(0);
    b.surface(0);
    const BodyId one = b.body("one", 0.5, diagonal(0.01, 0.01, 0.01), Vec3::Zero());
    b.shape(one, Box{Vec3(0.2, 0.2, 0.02)});
    const BodyId other = b.body("other", 0.5, diagonal(0.01, 0.01, 0.01), Vec3(5, 0, 0));
    b.joint(JointType::prismatic, kWorldBody, one, Vec3::Zero(), Vec3::UnitZ());
    b.joint(JointType::prismatic, kWorldBody, other, Vec3(5, 0, 0), Vec3::UnitZ());
    CouplingConfig coupling;
    coupling.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, 1}};
    b.config.couplings.push_back(coupling);
    add_ball(b, 0.02, phase);
    World world = b.build();
    const Given force =
        given(world, 3, substeps, [](const FrameState& state) { return state.couplings[0].force; });
    FrameState state = world.make_frame_state();
    world.observe(state);
    EXPECT_GT(state.joints[1].velocity[0], 0.5) << phase;
    EXPECT_NEAR(force.sum, 0.5 * state.joints[1].velocity[0], 1e-6) << phase;
  }
}

// What is read right after a restore is what was read when the state was saved.
TEST(Reading, ARestoredWorldReadsWhatTheSavedOneRead) {
  const WorldBuilder b = struck_plate(JointType::fixed, 3);
  for (const int frames : {1, 2, 100}) {
    World world = b.build();
    const FrameState saved = run(world, frames, 4);
    World other = b.build();
    ASSERT_TRUE(other.restore_state(state_of(world)));
    FrameState restored = other.make_frame_state();
    other.observe(restored);
    EXPECT_EQ(restored.joints[0].reaction, saved.joints[0].reaction) << frames;
    EXPECT_EQ(restored.joints[0].reaction_torque, saved.joints[0].reaction_torque) << frames;
    ASSERT_EQ(restored.contacts.size(), saved.contacts.size()) << frames;
    if (frames > 1) {
      ASSERT_FALSE(saved.contacts.empty()) << frames;
      EXPECT_EQ(restored.contacts[0].force, saved.contacts[0].force) << frames;
    }
  }
}

}  // namespace
}  // namespace drawbar::test
