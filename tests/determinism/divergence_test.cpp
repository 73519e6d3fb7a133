// Motion that comes apart is stopped where its frame began: what is kept, what is forgotten, and that nothing
// slower is stopped.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

#include "physics/world/frame_start.h"
#include "tests/effects/observed.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

/// A body that moves at 3 m/s, a motor that turns a wheel, and a shot of these velocities.
World beside_a_shot(const Vec3& velocity, const Vec3& angular_velocity) {
  WorldBuilder b(0);
  b.body("slow", 1, diagonal(1, 1, 1), Vec3(0, 5, 0));
  b.config.bodies.back().linear_velocity = Vec3(3, 0, 0);
  const BodyId wheel = b.body("wheel", 1, diagonal(0.01, 0.01, 0.01), Vec3(0, 10, 0));
  b.joint(JointType::revolute, kWorldBody, wheel, Vec3(0, 10, 0));
  b.config.controls = {{"throttle", -1, 1, 1}};
  DriveConfig motor = re40(JointId{0});
  motor.thermal = DriveThermalConfig{2, 20, 25, 1e6};
  b.config.drives.push_back(motor);
  b.body("shot", 1, diagonal(1, 1, 1), Vec3(0, -5, 0));
  b.config.bodies.back().linear_velocity = velocity;
  b.config.bodies.back().angular_velocity = angular_velocity;
  return b.build();
}

TEST(Divergence, IsStoppedWhereItsFrameBegan) {
  for (const bool turns : {false, true}) {
    World world = beside_a_shot(Vec3::Zero(), Vec3::Zero());
    const FrameState before = run(world, 10, 8);
    Effect blow;
    blow.id = EffectId{1};
    blow.type = EffectType::impulse;
    blow.target = {TargetKind::body, 2};
    blow.parameters = {1.1e5, 0, 0};
    // At an arm: so that it turns too fast, and moves slowly enough.
    if (turns) blow.parameters = {5e4, 0, 0, 0, 2.2, 0, 0};
    ASSERT_TRUE(world.begin_effect(blow));
    world.begin_frame(1);
    world.substep();
    const FrameState after = observed(world);
    EXPECT_EQ(after.statistics.recoveries, 1u) << turns;
    for (std::size_t body = 0; body < 3; ++body) {
      EXPECT_EQ(after.bodies[body].position, before.bodies[body].position) << turns << body;
      EXPECT_EQ(after.bodies[body].linear_velocity, Vec3::Zero()) << turns << body;
      EXPECT_EQ(after.bodies[body].angular_velocity, Vec3::Zero()) << turns << body;
    }
    EXPECT_EQ(after.joints[0].position[0], before.joints[0].position[0]);
    EXPECT_EQ(after.drives[0].temperature, before.drives[0].temperature);
    EXPECT_EQ(after.frame, before.frame + 1);
    const FrameState later = run(world, 1, 8);
    EXPECT_EQ(later.statistics.recoveries, 1u);
    EXPECT_GT(later.joints[0].velocity[0], 0.1) << "the motor goes on";
    EXPECT_EQ(later.bodies[0].linear_velocity, Vec3::Zero());
  }
}

TEST(Divergence, IsWhatIsFasterThanAnythingThatATrainerSimulates) {
  for (const auto& [speed, stopped] : {std::pair(0.99e5, false), {1.01e5, true}}) {
    for (const double way : {1.0, -1.0}) {
      World linear = beside_a_shot(Vec3(0, way * speed * 0.6, speed * 0.8), Vec3::Zero());
      linear.step_frame(1);
      EXPECT_EQ(observed(linear).statistics.recoveries, stopped ? 1u : 0u) << speed;
      World angular = beside_a_shot(Vec3::Zero(), Vec3(speed * 0.6, 0, way * speed * 0.8));
      angular.step_frame(1);
      EXPECT_EQ(observed(angular).statistics.recoveries, stopped ? 1u : 0u) << speed;
    }
  }
}

/// A state of which every number that FrameStart knows is another, from `n` on.
State numbered(const State& like, double n) {
  State state = like;
  const auto next = [&n] { return n += 1; };
  const auto vector = [&next] {
    const double first = next();
    return Vec3(first, first + 0.25, first + 0.5);
  };
  for (BodyState& body : state.bodies) {
    body.center = vector();
    body.orientation = Quat(0.5, 0.5, 0.5, n > 100 ? -0.5 : 0.5);
    body.velocity = vector();
    body.angular_velocity = vector();
    body.smoothed_angular_velocity = vector();
    body.stiffness_measure = next();
    body.smoothing = next();
    body.rest_center = vector();
    body.rest_orientation = Quat(0.5, -0.5, 0.5, n > 100 ? -0.5 : 0.5);
  }
  for (JointState& joint : state.joints) {
    joint.broken = n > 100;
    for (double& impulse : joint.row_impulse) impulse = next();
    for (AxisState& axis : joint.axes) {
      axis.position = next();
      axis.limit_impulse = next();
      axis.friction_impulse = next();
      axis.spring_impulse = next();
      axis.smoothed_rate = next();
      axis.held_position = next();
      axis.rest_shift = next();
      axis.mode = AxisMode::stuck;
    }
    joint.cone_impulse = {next(), next()};
    joint.force = vector();
    joint.reaction.mean = vector();
    joint.reaction_torque.mean = vector();
    joint.force_rate = vector();
    joint.force_age = next();
    joint.load = next();
    joint.load_age = next();
    joint.offset = vector();
  }
  for (CouplingState& coupling : state.couplings) {
    coupling.impulse = next();
    coupling.force.mean = next();
  }
  for (SpringState& spring : state.springs) {
    spring.impulse = next();
    spring.smoothed_rate = next();
  }
  for (DriveState& drive : state.drives) {
    drive.current = next();
    drive.impulse = next();
    drive.controller_integral = next();
    drive.temperature = next();
  }
  for (GroupState& group : state.groups) group.still_frames = static_cast<std::uint64_t>(next());
  for (ActiveEffect& active : state.effects) {
    for (double& memory : active.memory) memory = next();
  }
  return state;
}

TEST(FrameStart, KeepsPlacesAndTheHeatOfMotorsAndForgetsMotionAndImpulses) {
  WorldBuilder b;
  const BodyId one = b.body("one", 1, diagonal(1, 1, 1), Vec3::Zero());
  b.joint(JointType::universal, kWorldBody, one, Vec3::Zero());
  const Model model(b.config);
  State like;
  like.bodies.resize(2);
  like.joints.resize(1);
  like.couplings.resize(1);
  like.springs.resize(1);
  like.drives.resize(1);
  like.groups.resize(1);
  like.effects.resize(2);
  like.effects[0].effect.type = EffectType::play;
  like.effects[1].effect.type = EffectType::delay;
  const State begun = numbered(like, 0), apart = numbered(like, 1000);
  FrameStart start(like, model);
  start.take(begun);
  State state = apart;
  start.put_to_rest(state);
  for (std::size_t i = 0; i < 2; ++i) {
    const BodyState &body = state.bodies[i], &from = begun.bodies[i];
    EXPECT_EQ(body.center, from.center);
    EXPECT_EQ(body.orientation.coeffs(), from.orientation.coeffs());
    EXPECT_EQ(body.velocity, Vec3::Zero());
    EXPECT_EQ(body.angular_velocity, Vec3::Zero());
    EXPECT_EQ(body.smoothed_angular_velocity, Vec3::Zero());
    EXPECT_EQ(body.stiffness_measure, from.stiffness_measure);
    EXPECT_EQ(body.smoothing, from.smoothing);
    EXPECT_EQ(body.rest_center, from.rest_center);
    EXPECT_EQ(body.rest_orientation.coeffs(), from.rest_orientation.coeffs());
  }
  const JointState &joint = state.joints[0], &from = begun.joints[0];
  EXPECT_FALSE(joint.broken);
  for (const double impulse : joint.row_impulse) EXPECT_EQ(impulse, 0);
  for (std::size_t k = 0; k < kMaxFreeAxes; ++k) {
    const bool has = k < 2;  // of a universal joint
    EXPECT_EQ(joint.axes[k].position, has ? from.axes[k].position : 0) << k;
    EXPECT_EQ(joint.axes[k].held_position, has ? from.axes[k].held_position : 0) << k;
    EXPECT_EQ(joint.axes[k].rest_shift, has ? from.axes[k].rest_shift : 0) << k;
    EXPECT_EQ(joint.axes[k].limit_impulse, 0);
    EXPECT_EQ(joint.axes[k].friction_impulse, 0);
    EXPECT_EQ(joint.axes[k].spring_impulse, 0);
    EXPECT_EQ(joint.axes[k].smoothed_rate, 0);
    EXPECT_EQ(joint.axes[k].mode, AxisMode::free);
  }
  EXPECT_EQ(joint.cone_impulse, (std::array<double, 2>{}));
  EXPECT_EQ(joint.force, Vec3::Zero());
  EXPECT_EQ(joint.reaction.mean, Vec3::Zero());
  EXPECT_EQ(joint.reaction_torque.mean, Vec3::Zero());
  EXPECT_EQ(joint.force_rate, from.force_rate);
  EXPECT_EQ(joint.force_age, from.force_age);
  EXPECT_EQ(joint.load, from.load);
  EXPECT_EQ(joint.load_age, from.load_age);
  EXPECT_EQ(joint.offset, from.offset);
  EXPECT_EQ(state.couplings[0].impulse, 0);
  EXPECT_EQ(state.couplings[0].force.mean, 0);
  EXPECT_EQ(state.springs[0].impulse, 0);
  EXPECT_EQ(state.springs[0].smoothed_rate, 0);
  EXPECT_EQ(state.drives[0].current, begun.drives[0].current);
  EXPECT_EQ(state.drives[0].impulse, 0);
  EXPECT_EQ(state.drives[0].controller_integral, begun.drives[0].controller_integral);
  EXPECT_EQ(state.drives[0].temperature, begun.drives[0].temperature);
  EXPECT_EQ(state.groups[0].still_frames, 0u);
  for (std::size_t k = 0; k < kEffectAxes; ++k) {
    EXPECT_EQ(state.effects[0].play(k).offset, 0);
    EXPECT_EQ(state.effects[0].play(k).rate, 0);
  }
  EXPECT_EQ(state.effects[1].memory, apart.effects[1].memory) << "what a sensor showed stays";
}

}  // namespace
}  // namespace drawbar::test
