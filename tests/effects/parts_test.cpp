// Malfunctions of joints, springs, wheels, hitches, tracks and surfaces change the motion as mechanics says.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/effects/observed.h"
#include "tests/support/allocation_count.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

Effect effect_on(TargetKind kind, EffectType type, double strength = 1, double parameter = 0) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = type;
  effect.target = {kind, 0};
  effect.parameters[0] = parameter;
  effect.strength = strength;
  return effect;
}

constexpr double kInertia = 0.5;

/// A disc that turns freely about z at 10 rad/s, with a little friction on its axle.
World turning_disc() {
  WorldBuilder builder(0);
  const BodyId disc = builder.body("disc", 1, diagonal(kInertia, kInertia, kInertia), Vec3::Zero());
  builder.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero(), Vec3::UnitZ());
  builder.config.joints[0].axes[0].friction.coulomb = 0.1;
  builder.config.bodies[0].angular_velocity = Vec3(0, 0, 10);
  return World(builder.config);
}

TEST(JointMalfunction, JamAddsItsFriction) {
  World world = turning_disc();
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::joint, EffectType::jam, 1, 0.9)));
  EXPECT_NEAR(observed_after(world, 1).joints[0].velocity[0], 10 - (0.1 + 0.9) / kInertia, 1e-6);
  EXPECT_TRUE(world.clear_effect(EffectId{1}));
  EXPECT_NEAR(observed_after(world, 1).joints[0].velocity[0], 10 - (0.1 + 0.9 + 0.1) / kInertia, 1e-6);
}

TEST(JointMalfunction, JamThatIsStrongEnoughHolds) {
  World world = turning_disc();
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::joint, EffectType::jam, 1, 1e6)));
  const double held = observed_after(world, 0.2).joints[0].position[0];
  EXPECT_NEAR(observed_after(world, 1).joints[0].position[0], held, 1e-9);
}

TEST(JointMalfunction, BreakLetsTheBodyFly) {
  WorldBuilder builder;
  const BodyId bob = builder.body("bob", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 0));
  builder.joint(JointType::revolute, kWorldBody, bob, Vec3(0, 0, 1));
  World world(builder.config);
  EXPECT_NEAR(observed_after(world, 0.4).bodies[0].position.z(), 0, 1e-9);
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::joint, EffectType::breakage)));
  const FrameState state = observed_after(world, 0.4);
  EXPECT_TRUE(state.joints[0].broken);
  EXPECT_NEAR(state.bodies[0].position.z(), -0.5 * 9.81 * 0.4 * 0.4, 1e-6);
}

TEST(JointMalfunction, BreakInAChainOfEqualLinksPartsItThereAlone) {
  WorldBuilder builder;
  BodyId above = kWorldBody;
  for (int i = 0; i < 8; ++i) {
    const BodyId link = builder.body("link" + std::to_string(i), 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, -i));
    builder.joint(JointType::spherical, above, link, Vec3(0, 0, 0.5 - i));
    above = link;
  }
  World world(builder.config);
  observed_after(world, 0.2);
  Effect cut = effect_on(TargetKind::joint, EffectType::breakage);
  cut.target.index = 5;
  ASSERT_TRUE(world.begin_effect(cut));
  const FrameState state = observed_after(world, 0.4);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(state.bodies[i].position.z(), -static_cast<double>(i), 1e-6);
  for (std::size_t i = 5; i < 8; ++i) {
    EXPECT_NEAR(state.bodies[i].position.z(), -static_cast<double>(i) - 0.5 * 9.81 * 0.16, 1e-5) << i;
  }
}

/// A mass that hangs from a spring at rest.
World hanging_mass() {
  WorldBuilder builder;
  const BodyId mass = builder.body("mass", 2, diagonal(1, 1, 1), Vec3(0, 0, 0));
  builder.joint(JointType::prismatic, kWorldBody, mass, Vec3::Zero(), Vec3::UnitZ());
  SpringConfig spring;
  spring.name = "spring";
  spring.from = {kWorldBody, Vec3(0, 0, 2)};
  spring.to = {mass, Vec3(0, 0, 0)};
  spring.law.stiffness = 200;
  spring.law.damping = 40;
  spring.law.rest = 2 - 2 * 9.81 / 200;
  builder.config.springs.push_back(spring);
  return World(builder.config);
}

TEST(SpringMalfunction, HalfAForceHangsTwiceAsLow) {
  World world = hanging_mass();
  EXPECT_NEAR(observed_after(world, 1).bodies[0].position.z(), 0, 1e-6);
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::spring, EffectType::spring_loss, 0.5)));
  EXPECT_NEAR(observed_after(world, 8).bodies[0].position.z(), -2 * 9.81 / 200, 1e-4);
  world.clear_effects();
  EXPECT_NEAR(observed_after(world, 8).bodies[0].position.z(), 0, 1e-4) << "and comes back";
}

TEST(SpringMalfunction, AllOfItFalls) {
  World world = hanging_mass();
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::spring, EffectType::spring_loss)));
  Effect damper = effect_on(TargetKind::spring, EffectType::damper_loss);
  damper.id = EffectId{2};
  ASSERT_TRUE(world.begin_effect(damper));
  EXPECT_NEAR(observed_after(world, 0.4).bodies[0].position.z(), -0.5 * 9.81 * 0.16, 1e-6);
}

TEST(SpringMalfunction, WithoutItsDamperTheMassGoesOnSwinging) {
  World world = hanging_mass();
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::spring, EffectType::damper_loss)));
  Effect blow = effect_on(TargetKind::body, EffectType::impulse);
  blow.parameters = {0, 0, 0.4};
  ASSERT_TRUE(world.begin_effect(blow));
  const double amplitude = 0.2 / std::sqrt(200.0 / 2);
  double highest = 0;
  observed_after(world, 4);
  for (int frame = 0; frame < 40; ++frame)
    highest = std::max(highest, observed_after(world, 0.04).bodies[0].position.z());
  EXPECT_NEAR(highest, amplitude, 0.02 * amplitude);
}

TEST(MaterialMalfunction, FrictionOfASurfaceFallsAndComesBack) {
  WorldBuilder builder;
  builder.ground();
  const BodyId box = builder.body("box", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 0.1));
  builder.shape(box, Box{Vec3(0.3, 0.3, 0.1)});
  builder.surface(0.5);
  builder.config.bodies[1].linear_velocity = Vec3(8, 0, 0);
  World world(builder.config);
  observed_after(world, 0.04);
  const double before = observed_after(world, 0.04).bodies[1].linear_velocity.x();
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::material, EffectType::friction, 1, 0.2)));
  const double icy = observed_after(world, 0.4).bodies[1].linear_velocity.x();
  EXPECT_NEAR(before - icy, 0.2 * 0.5 * 9.81 * 0.4, 0.02);
  world.clear_effects();
  EXPECT_NEAR(icy - observed_after(world, 0.4).bodies[1].linear_velocity.x(), 0.5 * 9.81 * 0.4, 0.02);
}

TEST(PartMalfunctions, AllocateNothingInAStep) {
  World world = hanging_mass();
  const std::size_t before = allocation_count();
  ASSERT_TRUE(world.begin_effect(effect_on(TargetKind::spring, EffectType::spring_loss, 0.5)));
  for (int frame = 0; frame < 5; ++frame) world.step_frame(8);
  world.clear_effects();
  for (int frame = 0; frame < 5; ++frame) world.step_frame(8);
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
}  // namespace drawbar::test
