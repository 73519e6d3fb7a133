// Contacts of the solver against closed-form answers (REFERENCES R2, R6), in every formulation that treats
// them.
#include <gtest/gtest.h>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

class Contacts : public ::testing::TestWithParam<Formulation> {
 protected:
  // A box on an incline of `degrees`, its motion along the slope (downhill positive).
  struct Slide {
    double distance;
    double speed;
  };
  Slide slide(double friction, double degrees, double seconds, double speed = 0, int substeps = 8) {
    const double a = degrees * kPi / 180;
    const Vec3 normal(std::sin(a), 0, std::cos(a));
    const Vec3 downhill(std::cos(a), 0, -std::sin(a));
    WorldBuilder b;
    b.formulation(GetParam());
    b.surface(friction);
    const BodyId box = b.body("box", 1, diagonal(0.0042, 0.0042, 0.0067), 0.05 * normal,
                              quaternion_exponential(Vec3(0, a, 0)));
    b.shape(box, Box{Vec3(0.1, 0.1, 0.05)});
    b.config.bodies[0].linear_velocity = speed * downhill;
    b.ground(normal);
    World world = b.build();
    FrameState state = world.make_frame_state();
    world.observe(state);
    const Vec3 start = state.bodies[0].position;
    state = run(world, static_cast<int>(std::lround(seconds / 0.04)), substeps);
    return {downhill.dot(state.bodies[0].position - start), downhill.dot(state.bodies[0].linear_velocity)};
  }
};

TEST_P(Contacts, BlockSlidesAboveItsFrictionAngleAndRestsBelow) {
  EXPECT_NEAR(slide(0.5, 30, 2).distance, 1.314291, 0.01);
  EXPECT_NEAR(slide(0.5, 30, 2).speed, 1.314291, 0.01);
  EXPECT_LT(std::fabs(slide(0.5, 26, 2).distance), 1e-6);
  EXPECT_LT(std::fabs(slide(0.5773502691896257, 29, 2).distance), 1e-6);
  EXPECT_GT(slide(0.5773502691896257, 31, 2).distance, 0.3);
}

TEST_P(Contacts, LaunchedBlockStopsWhereCoulombSays) {
  const Slide stopped = slide(0.6, 20, 2, 3, 40);
  EXPECT_NEAR(stopped.distance, 2.068192, 0.01);
  EXPECT_NEAR(stopped.speed, 0, 1e-6);
}

TEST_P(Contacts, BlockOnAPlanarJointIsBrakedInThePlaneThatIsLeftToIt) {
  // Its contacts cannot slide across the plane: one of their two tangents gives nothing.
  WorldBuilder b;
  b.formulation(GetParam());
  b.surface(0.5);
  const BodyId box = b.body("box", 1, diagonal(0.0042, 0.0042, 0.0067), Vec3(0, 0, 0.05));
  b.shape(box, Box{Vec3(0.1, 0.1, 0.05)});
  b.config.bodies[0].linear_velocity = Vec3(2, 0, 0);
  b.ground();
  JointConfig& plane = b.joint(JointType::planar, kWorldBody, box, Vec3::Zero());
  plane.frame << Vec3::UnitX(), Vec3::UnitZ(), -Vec3::UnitY();
  World world = b.build();
  const FrameState state = run(world, 25, 8);
  EXPECT_NEAR(state.bodies[0].position.x(), 2 * 2 / (2 * 0.5 * 9.81), 0.01);
  EXPECT_NEAR(state.bodies[0].linear_velocity.x(), 0, 1e-6);
}

TEST_P(Contacts, BallRollsDownAtFiveSeventhsOfGravitysComponent) {
  const double a = kPi / 6;
  const Vec3 normal(std::sin(a), 0, std::cos(a));
  WorldBuilder b;
  b.formulation(GetParam());
  b.surface(0.5);
  const BodyId ball = b.body("ball", 1, diagonal(0.4e-2, 0.4e-2, 0.4e-2), 0.1 * normal);
  b.shape(ball, Sphere{0.1});
  b.ground(normal);
  World world = b.build();
  const FrameState state = run(world, 50, 40);
  const double speed = std::sqrt(state.bodies[0].linear_velocity.squaredNorm());
  EXPECT_NEAR(speed / (2 * 3.503571428571429), 1, 2e-3);
  EXPECT_NEAR(state.bodies[0].angular_velocity.y() * 0.1 / speed, 1, 1e-3);
}

TEST_P(Contacts, BouncingBallKeepsTheRatioOfItsApexes) {
  WorldBuilder b;
  b.formulation(GetParam());
  b.surface(0, 0.8);
  const BodyId ball = b.body("ball", 1, diagonal(1e-3, 1e-3, 1e-3), Vec3(0, 0, 1.05));
  b.shape(ball, Sphere{0.05});
  b.ground();
  World world = b.build();
  FrameState state = world.make_frame_state();
  std::vector<double> apexes;
  double before = 0;
  for (int frame = 0; frame < 55; ++frame) {
    world.begin_frame(80);
    for (int i = 0; i < 80; ++i) {
      world.substep();
      world.observe(state);
      const double v = state.bodies[0].linear_velocity.z();
      if (before > 0 && v <= 0) apexes.push_back(state.bodies[0].position.z() - 0.05);
      before = v;
    }
  }
  ASSERT_GE(apexes.size(), 3u);
  EXPECT_NEAR(apexes[0], 0.64, 0.01);
  EXPECT_NEAR(apexes[1], 0.4096, 0.01);
  EXPECT_NEAR(apexes[2], 0.262144, 0.01);
}

TEST_P(Contacts, DropComesToRestWithoutSinkingOrCreeping) {
  WorldBuilder b;
  b.formulation(GetParam());
  b.surface(0.5);
  const BodyId box = b.body("box", 10, diagonal(0.2, 0.2, 0.2), Vec3(0, 0, 0.4),
                            quaternion_exponential(Vec3(0.3, 0.2, 0.1)));
  b.shape(box, Box{Vec3(0.2, 0.15, 0.1)});
  b.ground();
  World world = b.build();
  FrameState state = run(world, 100, 8);
  const Vec3 rest = state.bodies[0].position;
  EXPECT_NEAR(rest.z(), 0.1, 1e-3);
  state = run(world, 500, 8);
  EXPECT_LT((state.bodies[0].position - rest).norm(), 1e-6);
  EXPECT_LT(state.bodies[0].linear_velocity.norm(), 1e-6);
  double weight = 0;
  for (const ContactReading& contact : state.contacts) weight += contact.force.z();
  EXPECT_NEAR(weight, 98.1, 1e-3);
}

// The stack of PEERS S5: ten boxes of 1 m, 10 ms, 30 s; the best peer drifts by 1.9 mm.
TEST(StackOfTen, StandsStillForHalfAMinute) {
  WorldBuilder b;
  b.surface(0.5);
  for (int i = 0; i < 10; ++i) {
    const BodyId box = b.body("box", 1000, diagonal(1000.0 / 6, 1000.0 / 6, 1000.0 / 6), Vec3(0, 0, 0.5 + i));
    b.shape(box, Box{Vec3(0.5, 0.5, 0.5)});
  }
  b.ground(Vec3::UnitZ());
  World world = b.build();
  const FrameState loaded = run(world, 25, 4);
  const FrameState state = run(world, 725, 4);
  for (std::size_t i = 0; i < 10; ++i) {
    const Vec3 start(0, 0, 0.5 + static_cast<double>(i));
    EXPECT_LT((state.bodies[i].position - start).norm(), 1e-3) << "box " << i;
    EXPECT_LT((state.bodies[i].position - loaded.bodies[i].position).norm(), 1e-4) << "box " << i;
    EXPECT_LT(state.bodies[i].linear_velocity.norm(), 1e-4) << "box " << i;
  }
}

TEST(HeldContacts, OfPartsThatNothingCanPartCarryNothing) {
  // Three blocks in one rigid piece; the first and the last reach 30 mm into each other.
  WorldBuilder b;
  b.surface(0.6);
  const Quat turned = quaternion_exponential(Vec3(0.3, 0.7, -0.2));
  const auto block = [&](const char* name, const Vec3& position) {
    const BodyId id =
        b.body(name, 1, diagonal(0.005, 0.006, 0.007), turned * position + Vec3(0, 0, 0.5), turned);
    b.shape(id, Box{Vec3(0.1, 0.1, 0.1)});
    return id;
  };
  const BodyId first = block("first", Vec3(0, 0, 0));
  const BodyId middle = block("middle", Vec3(0.3, 0.1, 0.03));
  const BodyId last = block("last", Vec3(0.05, 0.17, 0.02));
  b.joint(JointType::fixed, first, middle, turned * Vec3(0.1, 0, 0));
  b.joint(JointType::fixed, middle, last, turned * Vec3(0.2, 0.1, 0));
  b.ground();
  World world = b.build();
  const FrameState state = run(world, 100, 8);
  EXPECT_EQ(state.statistics.recoveries, 0u);
  EXPECT_LT(state.energy.kinetic, 1e-6) << "J: it has come to rest";
  EXPECT_LT((state.bodies[2].position - state.bodies[0].position).norm(), 0.18) << "m: and in one piece";
}

INSTANTIATE_TEST_SUITE_P(Formulations, Contacts,
                         ::testing::Values(Formulation::sequential_impulses_plain,
                                           Formulation::sequential_impulses, Formulation::hamiltonian));

// A disc sits 1 mm deep in the chassis that carries it on a shaft, upright but for what positions are
// computed to. Nothing can push the two apart; a lever of nanometres about the shaft must not be used to try.
TEST(Contact, ADiscPressedAgainstItsOwnChassisIsNotSpunByALeverOfChance) {
  for (const double tilt : {0.0, 1e-9, 1e-8, 1e-7}) {
    WorldBuilder b(0);
    b.surface(0.6);
    const BodyId chassis = b.body("chassis", 20, diagonal(1, 1, 1), Vec3::Zero());
    b.shape(chassis, Box{Vec3(0.4, 0.4, 0.1)});
    const BodyId arm = b.body("arm", 1, diagonal(0.01, 0.01, 0.01), Vec3(0, 0, 0.3));
    const BodyId disc = b.body("disc", 2, diagonal(0.0115, 0.0115, 0.0225), Vec3(0, 0, 0.139));
    b.shape(disc, Cylinder{0.15, 0.04});
    b.joint(JointType::fixed, chassis, arm, Vec3(0, 0, 0.3));
    b.joint(JointType::revolute, arm, disc, Vec3(0, 0, 0.139), Vec3(tilt, 0, 1));
    World world = b.build();
    EXPECT_NEAR(run(world, 5, 8).joints[1].position[0], 0, 1e-6) << "tilt " << tilt << " rad";
  }
}

// A cylinder that turns by a quarter and more of a radian in a substep rolls on, its ends' rims no stones.
TEST(Contact, ACylinderRollsOnHoweverFarItTurnsInASubstep) {
  constexpr double kRadius = 0.3;
  for (const double rate : {8.0, 12.0, 15.0, 25.0}) {  // rad/s, at 40 ms
    WorldBuilder b;
    b.surface(0.6);
    const BodyId roller = b.body("roller", 10, diagonal(0.36, 0.36, 0.45), Vec3(0, 0, kRadius),
                                 quaternion_exponential(Vec3(kPi / 2, 0, 0)));
    b.shape(roller, Cylinder{kRadius, 0.2});
    b.config.bodies[0].linear_velocity = Vec3(kRadius * rate, 0, 0);
    b.config.bodies[0].angular_velocity = Vec3(0, rate, 0);
    b.ground();
    World world = b.build();
    const BodyReading rolled = run(world, 100, 1).bodies[0];
    EXPECT_NEAR(rolled.linear_velocity.x(), kRadius * rate, 1e-5) << rate;
    EXPECT_NEAR(rolled.position.x(), 4 * kRadius * rate, 1e-4) << rate;
    EXPECT_NEAR(rolled.position.z(), kRadius, 1e-5) << rate;
  }
}

}  // namespace
}  // namespace drawbar::test
