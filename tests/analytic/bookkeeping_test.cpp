// What the solver keeps from frame to frame: impulses of substeps of another length, and the bound of a
// group's energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "physics/contact/collision_world.h"
#include "physics/effect/absence.h"
#include "physics/effect/channels.h"
#include "physics/effect/external_forces.h"
#include "physics/formulations/sequential_impulses/control/energy_guard.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"
#include "physics/formulations/sequential_impulses/store.h"
#include "physics/motion/prescribed_motions.h"
#include "physics/world/collision_setup.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

/// All that a World owns besides its stepper.
struct OpenWorld {
  WorldConfig config;
  Model model;
  State state;
  CollisionWorld collisions;
  StepStatistics statistics;
  ExternalForces external;
  PrescribedMotions prescribed;
  Absence absence;
  ChannelFaults faults;
  std::vector<double> error_peaks, angle_error_peaks;
  StepContext context;
  Topology topology;

  explicit OpenWorld(const WorldConfig& of)
      : config(of),
        model(config),
        collisions(collision_config(config)),
        external(config, model),
        prescribed(config),
        absence(config),
        faults(config),
        error_peaks(config.joints.size()),
        angle_error_peaks(config.joints.size()),
        context{config,     model,   state,  collisions,  statistics,       external,
                prescribed, absence, faults, error_peaks, angle_error_peaks},
        topology(config, model) {
    for (const BodyConfig& body : config.bodies) {
      BodyState& out = state.bodies.emplace_back();
      out.center = body.position;
      out.orientation = body.orientation;
      out.velocity = body.linear_velocity;
      out.angular_velocity = body.angular_velocity;
    }
    state.bodies.emplace_back();
    state.joints.resize(config.joints.size());
    state.couplings.resize(config.couplings.size());
    state.springs.resize(config.springs.size());
    state.drives.resize(config.drives.size());
    state.groups.resize(topology.groups.size());
  }
  OpenWorld(const OpenWorld&) = delete;

  std::vector<BodyFrame> frames() const {
    std::vector<BodyFrame> out;
    for (const BodyState& body : state.bodies)
      out.push_back({body.center, body.orientation.toRotationMatrix()});
    return out;
  }
};

/// One joint, coupling, spring and drive, all of whose memories are 1.
WorldBuilder one_of_each() {
  WorldBuilder b(0);
  for (const double x : {0.0, 2.0}) {
    const BodyId body = b.body("body", 2, diagonal(1, 1, 1), Vec3(x, 0, 0));
    b.joint(JointType::revolute, kWorldBody, body, Vec3(x, 0, 0));
  }
  CouplingConfig gear;
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, 1}};
  b.config.couplings.push_back(gear);
  SpringConfig spring;
  spring.from.body = BodyId{0};
  spring.to.body = BodyId{1};
  b.config.springs.push_back(spring);
  b.config.controls.push_back({"u", -1, 1, 0});
  b.config.drives.push_back(re40(JointId{0}));
  return b;
}

TEST(SubstepMemory, GrowsWithTheLengthOfTheSubstep) {
  OpenWorld world(one_of_each().config);
  State& state = world.state;
  const auto differences = [](auto& of, const auto& value) { of.last = of.first = of.second = value; };
  for (JointState& joint : state.joints) {
    joint.row_impulse.fill(1);
    joint.cone_impulse.fill(1);
    for (AxisState& axis : joint.axes) {
      axis.limit_impulse = axis.friction_impulse = axis.spring_impulse = 1;
      axis.position = axis.smoothed_rate = axis.held_position = axis.rest_shift = 1;
      differences(axis.held_bias, 1.0);
    }
    differences(joint.bias.linear, Vec3(1, 1, 1));
    differences(joint.bias.angular, Vec3(1, 1, 1));
    joint.force = joint.force_rate = Vec3(1, 1, 1);
    joint.load = joint.force_age = 1;
  }
  state.couplings[0].impulse = state.couplings[0].force.mean = 1;
  state.springs[0].impulse = state.springs[0].smoothed_rate = 1;
  state.drives[0].impulse = state.drives[0].current = state.drives[0].controller_integral = 1;
  TrialJoints trial(state.joints.size());
  Store store(world.context, world.topology, trial);
  const auto expect_grown = [&](double by) {
    for (const JointState& joint : state.joints) {
      for (const double impulse : joint.row_impulse) EXPECT_EQ(impulse, by);
      for (const double impulse : joint.cone_impulse) EXPECT_EQ(impulse, by);
      for (const AxisState& axis : joint.axes) {
        EXPECT_EQ(axis.limit_impulse, by);
        EXPECT_EQ(axis.friction_impulse, by);
        EXPECT_EQ(axis.spring_impulse, by);
        EXPECT_EQ(axis.held_bias.last, by);
        EXPECT_EQ(axis.held_bias.first, by * by);
        EXPECT_EQ(axis.held_bias.second, by * by * by);
        EXPECT_EQ(axis.position + axis.smoothed_rate + axis.held_position + axis.rest_shift, 4);
      }
      for (const auto* bias : {&joint.bias.linear, &joint.bias.angular}) {
        EXPECT_EQ(bias->last, Vec3::Constant(by));
        EXPECT_EQ(bias->first, Vec3::Constant(by * by));
        EXPECT_EQ(bias->second, Vec3::Constant(by * by * by));
      }
      EXPECT_EQ(joint.force, Vec3::Ones());
      EXPECT_EQ(joint.force_rate, Vec3::Ones());
      EXPECT_EQ(joint.load + joint.force_age, 2);
    }
    EXPECT_EQ(state.couplings[0].impulse, by);
    EXPECT_EQ(state.couplings[0].force.mean, 1);
    EXPECT_EQ(state.springs[0].impulse, by);
    EXPECT_EQ(state.springs[0].smoothed_rate, 1);
    EXPECT_EQ(state.drives[0].impulse, by);
    EXPECT_EQ(state.drives[0].current + state.drives[0].controller_integral, 2);
  };
  store.begin_frame(0.25);
  expect_grown(1);  // before the first substep nothing is known
  EXPECT_EQ(state.last_substep, 0.25);
  store.begin_frame(0.25);
  expect_grown(1);
  store.begin_frame(1);
  expect_grown(4);
  EXPECT_EQ(state.last_substep, 1);
  store.begin_frame(0.5);
  expect_grown(2);
}

TEST(JointErrors, AreThePeaksOfEachJoint) {
  OpenWorld world(one_of_each().config);
  TrialJoints trial(2);
  Store store(world.context, world.topology, trial);
  store.error(1, 0.25, 0.5);
  store.error(1, 0.125, 0.75);
  EXPECT_EQ(world.error_peaks, (std::vector<double>{0, 0.25}));
  EXPECT_EQ(world.angle_error_peaks, (std::vector<double>{0, 0.75}));
}

/// A ball of 2 kg that flies at 3 m/s, turning at 1 rad/s with 0.5 kg m^2, 4 m up: 9.25 J and 80 J.
WorldConfig flying_ball() {
  WorldBuilder b(10);
  b.body("ball", 2, diagonal(0.5, 0.5, 0.5), Vec3(0, 0, 4));
  b.config.bodies[0].linear_velocity = Vec3(0, 3, 0);
  b.config.bodies[0].angular_velocity = Vec3(1, 0, 0);
  return b.config;
}

constexpr double kFlying = 9.25, kUp = 80;

TEST(EnergyBounds, BeginWithTheEnergyThatThereIs) {
  OpenWorld world(flying_ball());
  const EnergyBound bound(world.context, world.topology);
  const EnergyLedger ledger = bound.after_frame(0, {}, world.frames());
  EXPECT_TRUE(ledger.bounded);
  EXPECT_DOUBLE_EQ(ledger.energy_bound, kFlying + kUp);
  EXPECT_DOUBLE_EQ(ledger.largest_kinetic, kFlying);
  EXPECT_EQ(ledger.scale, 1);
}

// A hundredth of the largest kinetic energy above the bound, which is itself never more than that above the
// present energy; what is more, the velocities are scaled down by.
TEST(EnergyBounds, TakeBackWhatIsMoreThanAHundredthOfTheLargestKineticEnergy) {
  struct Case {
    double bound, largest, then, largest_then, excess;
  };
  const double now = kFlying + kUp;
  for (const Case& c : {Case{now - 0.5, 100, now - 0.5, 100, 0},         // half a joule more, of one allowed
                        Case{now - 1.5, 100, now - 1.5, 100, 0.5},       // one and a half
                        Case{now + 5, 100, now + 1, 100, 0},             // it has lost: the bound comes down
                        Case{now - 1, 2, now - 1, kFlying, 1 - 0.0925},  // it has never been faster
                        Case{now - 50, 100, now - 50, 100, 49}}) {       // more than all that moves
    OpenWorld world(flying_ball());
    const EnergyBound bound(world.context, world.topology);
    GroupState before;
    before.bounded = true;
    before.energy_bound = c.bound;
    before.largest_kinetic = c.largest;
    const EnergyLedger ledger = bound.after_frame(0, before, world.frames());
    EXPECT_TRUE(ledger.bounded);
    EXPECT_NEAR(ledger.energy_bound, c.then, 1e-12) << c.bound;
    EXPECT_DOUBLE_EQ(ledger.largest_kinetic, c.largest_then) << c.bound;
    EXPECT_NEAR(ledger.scale, std::sqrt(std::max(0.0, 1 - c.excess / kFlying)), 1e-9) << c.bound;
  }
}

// Whatever drives a group, or gives back what it took, leaves it without a bound.
TEST(EnergyBounds, AreOfWhatNothingDrives) {
  struct Case {
    const char* what;
    bool bounded;
    void (*add)(WorldBuilder& b);
  };
  const Case cases[] = {
      {"a hinge", true, [](WorldBuilder&) {}},
      {"a spring", true,
       [](WorldBuilder& b) {
         b.config.joints[0].axes[0].spring = AxisSpring{5, 1, 0, {}, {}};
       }},
      {"a drive", false,
       [](WorldBuilder& b) {
         b.config.controls.push_back({"u", -1, 1, 0});
         b.config.drives.push_back(re40(JointId{0}));
       }},
      {"a rotor", false, [](WorldBuilder& b) { b.config.joints[0].axes[0].armature = 0.1; }},
      {"a hitch", false,
       [](WorldBuilder& b) {
         b.config.controls.push_back({"u", -1, 1, 0});
         b.config.hitches.push_back({"hitch", JointId{0}, ControlId{0}, 0.1});
       }},
      {"a steering", false,
       [](WorldBuilder& b) {
         b.config.steerings.push_back({"steering", {{JointId{0}, 1, 0}}, 1, {}, 0, 0});
       }},
      {"a spring to a moved body", false,
       [](WorldBuilder& b) {
         SpringConfig spring;
         spring.from.body = BodyId{1};
         spring.to.body = BodyId{0};
         b.config.springs.push_back(spring);
       }},
      {"a joint to a moved body", false, [](WorldBuilder& b) { b.config.joints[0].parent = BodyId{1}; }},
  };
  for (const Case& c : cases) {
    WorldBuilder b;
    const BodyId arm = b.body("arm", 1, diagonal(1, 1, 1), Vec3(1, 0, 0));
    b.body("deck", 1, diagonal(1, 1, 1), Vec3(0, 5, 0));
    b.config.bodies[1].is_static = true;
    b.config.bodies[1].motion = OutsideMotion{};
    b.joint(JointType::revolute, kWorldBody, arm, Vec3::Zero());
    c.add(b);
    OpenWorld world(b.config);
    const EnergyBound bound(world.context, world.topology);
    EXPECT_EQ(bound.after_frame(0, {}, world.frames()).bounded, c.bounded) << c.what;
  }
}

}  // namespace
}  // namespace drawbar::test
