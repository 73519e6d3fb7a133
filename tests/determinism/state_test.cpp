// State is all that influences the next step: save, restore and step again give the same bits.
#include <gtest/gtest.h>
#include <xmmintrin.h>

#include "tests/support/allocation_count.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

// A cart on four wheels that pulls a sphere on a rope-like joint over the ground: every kind of state at
// once.
WorldBuilder vehicle(Formulation formulation) {
  WorldBuilder b;
  b.formulation(formulation);
  b.surface(0.7, 0.1);
  const BodyId hull = b.body("hull", 20, diagonal(0.5, 1, 1.2), Vec3(0, 0, 0.3));
  b.shape(hull, Box{Vec3(0.4, 0.25, 0.1)});
  b.config.controls.push_back({"throttle", -1, 1, 0});
  for (double x : {-0.3, 0.3}) {
    for (double y : {-0.3, 0.3}) {
      const BodyId wheel = b.body("wheel" + std::to_string(b.config.bodies.size()), 1.5,
                                  diagonal(0.01, 0.015, 0.01), Vec3(x, y, 0.2));
      b.shape(wheel, Sphere{0.2});
      JointConfig& axle = b.joint(JointType::revolute, hull, wheel, Vec3(x, y, 0.2));
      axle.axes[0].friction = {0.05, 0.01, 0};
      b.config.drives.push_back(wheel_motor(JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)}));
    }
  }
  const BodyId ball = b.body("trailer", 5, diagonal(0.1, 0.1, 0.1), Vec3(-1.2, 0, 0.2));
  b.shape(ball, Sphere{0.2});
  JointConfig& hitch = b.joint(JointType::spherical, hull, ball, Vec3(-0.5, 0, 0.25), Vec3::UnitX());
  for (AxisConfig& axis : hitch.axes) axis.limit = AxisLimit{-0.3, 0.3, std::nullopt, 0, 0};
  SpringConfig spring;
  spring.name = "spring";
  spring.from = {hull, Vec3(-0.4, 0, 0.4)};
  spring.to = {ball, Vec3(-1.2, 0, 0.4)};
  spring.law.stiffness = 200;
  spring.law.damping = 5;
  spring.law.rest = 0.7;
  b.config.springs.push_back(spring);
  b.ground(Vec3(0.05, 0.02, 1).normalized());
  return b;
}

TEST(State, KnowsNoNegativeZeroOfItsInputs) {
  WorldBuilder b = vehicle(Formulation::sequential_impulses);
  World positive = b.build();
  World negative = b.build();
  positive.set_control(ControlId{0}, 0.0);
  negative.set_control(ControlId{0}, -0.0);
  Effect effect;
  effect.id = EffectId{1};
  effect.target = {TargetKind::body, 0, 0};
  ASSERT_TRUE(positive.begin_effect(effect));
  effect.ramp = effect.duration = -0.0;
  ASSERT_TRUE(negative.begin_effect(effect));
  EXPECT_EQ(state_of(positive), state_of(negative)) << "recordings keep no sign of zero";
}

class StateOf : public ::testing::TestWithParam<Formulation> {};

TEST_P(StateOf, RestoredWorldStepsToTheSameBits) {
  WorldBuilder b = vehicle(GetParam());
  World original = b.build();
  original.set_control(ControlId{0}, 0.8);
  run(original, 40, 8);
  const std::vector<std::byte> saved = state_of(original);
  World other = b.build();
  ASSERT_TRUE(other.restore_state(saved));
  EXPECT_EQ(state_of(other), saved);
  for (int i = 0; i < 60; ++i) {
    original.step_frame(i % 5 == 0 ? 4 : 8);
    other.step_frame(i % 5 == 0 ? 4 : 8);
    ASSERT_EQ(state_of(original), state_of(other)) << "frame " << original.frame();
  }
  ASSERT_TRUE(original.restore_state(saved));
  EXPECT_EQ(original.frame(), 40u);
}

// An instructor who goes back while time stands sees what stood on what, and how heavily.
TEST_P(StateOf, ARestoredWorldShowsItsContacts) {
  WorldBuilder b = vehicle(GetParam());
  const BodyId gate = b.body("gate", 0, Mat3::Zero(), Vec3::Zero());
  b.config.bodies.back().is_static = true;
  b.shape(gate, Box{Vec3(0.5, 0.5, 0.5)});
  b.config.bodies.back().shapes.back().sensor = true;
  World original = b.build();
  run(original, 40, 8);
  const std::vector<std::byte> saved = state_of(original);
  FrameState before = original.make_frame_state(), after = original.make_frame_state();
  original.observe(before);
  ASSERT_GE(before.contacts.size(), 5u) << "four wheels and a ball";
  ASSERT_FALSE(before.overlaps.empty());
  World fresh = b.build();
  run(original, 40, 8);
  for (World* world : {&original, &fresh}) {
    ASSERT_TRUE(world->restore_state(saved));
    world->observe(after);
    ASSERT_EQ(after.contacts.size(), before.contacts.size());
    for (std::size_t i = 0; i < before.contacts.size(); ++i) {
      const ContactReading &was = before.contacts[i], &is = after.contacts[i];
      EXPECT_EQ(is.body_a, was.body_a);
      EXPECT_EQ(is.body_b, was.body_b);
      EXPECT_LT((is.position - was.position).norm(), 0.01) << "found at the end of the frame, not before it";
      EXPECT_LT((is.force - was.force).norm(), 0.01 * was.force.norm());
    }
    EXPECT_EQ(after.overlaps.size(), before.overlaps.size());
    EXPECT_EQ(state_of(*world), saved) << "showing changes nothing";
  }
}

TEST_P(StateOf, ObservingDoesNotDisturb) {
  WorldBuilder b = vehicle(GetParam());
  World watched = b.build(), alone = b.build();
  FrameState reading = watched.make_frame_state();
  for (World* world : {&watched, &alone}) world->set_control(ControlId{0}, 0.5);
  for (int i = 0; i < 30; ++i) {
    watched.begin_frame(8);
    for (int k = 0; k < 8; ++k) {
      watched.substep();
      watched.observe(reading);
    }
    alone.step_frame(8);
  }
  EXPECT_EQ(state_of(watched), state_of(alone));
}

TEST_P(StateOf, AStepUnderAHostileFloatingPointEnvironmentGivesTheSameBits) {
  WorldBuilder b = vehicle(GetParam());
  World calm = b.build(), hostile = b.build();
  run(calm, 30, 8);
  const unsigned before = _mm_getcsr();
  _mm_setcsr(0x1F80 | 0x6000);  // round towards zero, denormals kept
  for (int i = 0; i < 30; ++i) hostile.step_frame(8);
  EXPECT_EQ(_mm_getcsr() & ~0x3Fu, 0x1F80u | 0x6000u);
  _mm_setcsr(before);
  EXPECT_EQ(state_of(calm), state_of(hostile));
}

TEST_P(StateOf, StepsObservationsAndSavesDoNotAllocate) {
  World world = vehicle(GetParam()).build();
  FrameState reading = world.make_frame_state();
  std::vector<std::byte> bytes;
  bytes.reserve(world.state_capacity());
  world.set_control(ControlId{0}, 1);
  const std::size_t before = allocation_count();
  for (int i = 0; i < 50; ++i) {
    world.step_frame(8);
    world.observe(reading);
    world.save_state(bytes);
  }

  EXPECT_EQ(allocation_count(), before);
}

TEST_P(StateOf, BytesThatFitNoStateAreRefusedAndChangeNothing) {
  World world = vehicle(GetParam()).build();
  run(world, 10, 8);
  const std::vector<std::byte> good = state_of(world);
  std::vector<std::byte> bad = good;
  bad.pop_back();
  EXPECT_FALSE(world.restore_state(bad));
  bad = good;
  bad.push_back(std::byte{0});
  EXPECT_FALSE(world.restore_state(bad));
  bad = good;
  for (std::size_t i = 24; i < 32; ++i) bad[i] = std::byte{0xFF};  // the first body's x becomes a NaN
  EXPECT_FALSE(world.restore_state(bad));
  EXPECT_FALSE(world.restore_state({}));
  EXPECT_EQ(state_of(world), good);
}

TEST_P(StateOf, EveryByteHasAName) {
  World world = vehicle(GetParam()).build();
  run(world, 10, 8);
  const std::vector<std::byte> bytes = state_of(world);
  EXPECT_EQ(world.describe_state(bytes, 32), "bodies[hull].center");
  EXPECT_EQ(world.describe_state(bytes, bytes.size()), "");
  std::size_t at = 0;
  for (const StateField& field : world.state_fields(bytes)) {
    EXPECT_EQ(field.offset, at) << field.name;
    EXPECT_FALSE(field.name.empty() || field.kind.empty()) << at;
    EXPECT_EQ(world.describe_state(bytes, at + field.size - 1), field.name);
    at += field.size;
  }
  EXPECT_EQ(at, bytes.size());
}

INSTANTIATE_TEST_SUITE_P(Formulations, StateOf,
                         ::testing::Values(Formulation::sequential_impulses_plain,
                                           Formulation::sequential_impulses));

}  // namespace
}  // namespace drawbar::test
