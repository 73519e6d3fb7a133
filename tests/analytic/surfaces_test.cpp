// What a pair of surfaces does, to a body by itself and to one that a joint makes part of a machine: the two
// are solved in different ways.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kWeighs = 9.81;  // m/s^2
constexpr double kLaid = 6;       // kg

// A ball of 0.1 m and a box of 1 m x 1 m x 0.2 m, 20 m apart on one ground. As machines each carries a lid of
// almost nothing.
struct OnTheGround {
  WorldBuilder builder;
  BodyId ball, box;

  explicit OnTheGround(bool machines) {
    WorldBuilder& b = builder;
    b.surface(0.5);
    b.ground();
    ball = b.body("ball", kLaid, 0.4 * kLaid * 0.01 * Mat3::Identity(), Vec3(0, 0, 0.1));
    b.shape(ball, Sphere{0.1});
    box = b.body("box", kLaid, kLaid * diagonal(0.26 / 3, 0.26 / 3, 0.5 / 3), Vec3(0, 20, 0.1));
    b.shape(box, Box{Vec3(0.5, 0.5, 0.1)});
    for (const BodyId body : {ball, box}) {
      if (!machines) continue;
      const Vec3 at = b.config.bodies[index_of(body)].position;
      const BodyId lid = b.body("lid", 1e-9, 1e-9 * Mat3::Identity(), at);
      b.joint(JointType::fixed, body, lid, at);
    }
  }
  SurfacePair& surface() { return builder.config.surface_pairs[0]; }
  /// With all that is joined to it.
  void moves(BodyId body, const Vec3& velocity, const Vec3& spin) {
    const Vec3 at = builder.config.bodies[index_of(body)].position;
    for (BodyConfig& other : builder.config.bodies) {
      if (other.is_static || other.position != at) continue;
      other.linear_velocity = velocity;
      other.angular_velocity = spin;
    }
  }
};

// A rolling ball: (1 + 2/5) m a = -m g c / r, until it stands.
TEST(RollingFriction, BringsABallToAStandInAnyDirection) {
  constexpr double kCoefficient = 0.002, kRadius = 0.1, kSpeed = 0.2;
  for (const bool machine : {false, true}) {
    for (const Vec3& way : {Vec3(1, 0, 0), Vec3(-0.6, 0.8, 0)}) {
      OnTheGround world_of(machine);
      world_of.surface().rolling_friction = kCoefficient;
      world_of.moves(world_of.ball, kSpeed * way, kSpeed / kRadius * Vec3(-way.y(), way.x(), 0));
      World world = world_of.builder.build();
      const double slows = kWeighs * kCoefficient / (1.4 * kRadius);
      const FrameState rolls = run(world, 20, 8);
      EXPECT_NEAR(rolls.bodies[1].linear_velocity.dot(way), kSpeed - 0.8 * slows, 2e-3 * kSpeed) << machine;
      const FrameState stands = run(world, 30, 8);
      EXPECT_LT(stands.bodies[1].linear_velocity.norm(), 1e-6) << machine;
      EXPECT_NEAR(stands.bodies[1].position.dot(way), kSpeed * kSpeed / (2 * slows), 2e-3) << machine;
    }
  }
}

// About the normal: I w' = -m g c, to either side.
TEST(SpinningFriction, BringsABallThatSpinsOnTheSpotToAStand) {
  constexpr double kCoefficient = 0.001, kRate = 2;
  for (const bool machine : {false, true}) {
    for (const double side : {1.0, -1.0}) {
      OnTheGround world_of(machine);
      world_of.surface().spinning_friction = kCoefficient;
      world_of.moves(world_of.ball, Vec3::Zero(), Vec3(0, 0, side * kRate));
      World world = world_of.builder.build();
      const double slows = kWeighs * kCoefficient / (0.4 * 0.01);
      const FrameState spins = run(world, 10, 8);
      EXPECT_NEAR(spins.bodies[1].angular_velocity.z(), side * (kRate - 0.4 * slows), 2e-3 * kRate)
          << machine;
      EXPECT_LT(run(world, 25, 8).bodies[1].angular_velocity.norm(), 1e-6) << machine;
    }
  }
}

// Four points under a box, one under a ball: m g = n k depth, whatever the damping, and a box that is pressed
// a little deeper swings up with w^2 = n k / m.
TEST(GivingWay, CarriesAtItsDepthAndSwingsAsASpring) {
  constexpr double kStiffness = 2e3;
  for (const bool machine : {false, true}) {
    OnTheGround world_of(machine);
    world_of.surface().stiffness = kStiffness;
    world_of.surface().damping = 300;
    World damped = world_of.builder.build();
    const FrameState rests = run(damped, 150, 8);
    EXPECT_NEAR(rests.bodies[1].position.z(), 0.1 - kLaid * kWeighs / kStiffness, 1e-6) << machine;
    EXPECT_NEAR(rests.bodies[2].position.z(), 0.1 - kLaid * kWeighs / (4 * kStiffness), 1e-6) << machine;

    OnTheGround swinging(machine);
    swinging.surface().stiffness = kStiffness;
    const double depth = kLaid * kWeighs / (4 * kStiffness);
    for (BodyConfig& body : swinging.builder.config.bodies) {
      if (body.position.y() == 20) body.position.z() -= 1.5 * depth;
    }
    for (JointConfig& joint : swinging.builder.config.joints) {
      if (joint.position.y() == 20) joint.position.z() = joint.child_position.z() -= 1.5 * depth;
    }
    World world = swinging.builder.build();
    const double rate = std::sqrt(4 * kStiffness / kLaid);
    const FrameState state = run(world, 5, 200);  // 0.2 s, more than a swing; contacts are of first order
    EXPECT_NEAR(state.bodies[2].position.z(), 0.1 - depth - 0.5 * depth * std::cos(0.2 * rate), 0.02 * depth)
        << machine;
  }
}

// At the speed e v, in whatever solver.
TEST(Restitution, ThrowsBackWithItsPartOfTheSpeed) {
  constexpr double kRestitution = 0.6, kSpeed = 2;
  for (const bool machine : {false, true}) {
    OnTheGround world_of(machine);
    world_of.builder.config.gravity = Vec3::Zero();
    world_of.surface().restitution = kRestitution;
    world_of.surface().friction = 0;
    for (const BodyId body : {world_of.ball, world_of.box})
      world_of.moves(body, Vec3(0.3, 0, -kSpeed), Vec3::Zero());
    for (BodyConfig& body : world_of.builder.config.bodies) {
      if (!body.is_static) body.position.z() += 0.15;
    }
    for (JointConfig& joint : world_of.builder.config.joints)
      joint.position.z() = joint.child_position.z() += 0.15;
    World world = world_of.builder.build();
    const FrameState state = run(world, 5, 8);
    for (const std::size_t body : {1u, 2u}) {
      const Vec3 expected(0.3, 0, kRestitution * kSpeed);
      EXPECT_LT((state.bodies[body].linear_velocity - expected).norm(), 1e-6) << machine << ", " << body;
    }
  }
}

// By its sliding friction alone, straight on, however much it would take to tear it loose.
TEST(Friction, SlowsABoxAgainstItsSlipInAnyDirection) {
  constexpr double kFriction = 0.3, kSpeed = 2;
  for (const bool machine : {false, true}) {
    for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(-0.6, 0.8, 0)}) {
      OnTheGround world_of(machine);
      world_of.surface().friction = kFriction;
      world_of.surface().static_friction = 0.9;
      world_of.moves(world_of.box, kSpeed * way, Vec3::Zero());
      World world = world_of.builder.build();
      const FrameState slides = run(world, 10, 8);
      EXPECT_NEAR((slides.bodies[2].linear_velocity - (kSpeed - kFriction * kWeighs * 0.4) * way).norm(), 0,
                  2e-3 * kSpeed)
          << machine;
      const FrameState stands = run(world, 25, 8);
      const double stopped = kSpeed * kSpeed / (2 * kFriction * kWeighs);
      EXPECT_LT((stands.bodies[2].position - Vec3(0, 20, 0.1) - stopped * way).norm(), 5e-3 * stopped)
          << machine;
    }
  }
}

// Seventy boxes hinged end to end lie flat, on more points than one step of Newton's has room for.
TEST(Carrying, OfALongChainOnTheGroundIsItsWeight) {
  constexpr std::uint32_t kBoxes = 70;
  constexpr double kEach = 2;  // kg
  WorldBuilder b;
  b.surface(0.5);
  b.ground();
  for (std::uint32_t k = 0; k < kBoxes; ++k) {
    const double x = 0.45 * k;
    const BodyId body = b.body("box", kEach, diagonal(0.008, 0.033, 0.033), Vec3(x, 0, 0.1));
    b.shape(body, Box{Vec3(0.2, 0.1, 0.1)});
    if (k > 0) b.joint(JointType::revolute, BodyId{k}, body, Vec3(x - 0.225, 0, 0.1));
  }
  World world = b.build();
  const FrameState state = run(world, 20, 8);
  Vec3 carried = Vec3::Zero();
  for (const ContactReading& contact : state.contacts) carried += contact.force;
  EXPECT_GE(state.contacts.size(), 4 * kBoxes);
  EXPECT_LT((carried - kBoxes * kEach * kWeighs * Vec3::UnitZ()).norm(), 1e-3 * kBoxes * kEach * kWeighs);
  for (std::uint32_t k = 1; k <= kBoxes; ++k) {
    EXPECT_LT((state.bodies[k].position - b.config.bodies[k].position).norm(), 1e-4) << k;
    EXPECT_LT(state.bodies[k].linear_velocity.norm(), 1e-3) << k;
  }
}

}  // namespace
}  // namespace drawbar::test
