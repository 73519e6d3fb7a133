// The example of files that include others: twenty trucks of one file stand, steer and drive, each by its own
// controls.
#include "tests/scenes/shipped_scene.h"

namespace drawbar::scenes {
namespace {

class TwentyTrucks : public ::testing::Test {
 protected:
  static constexpr std::size_t kTrucks = 20;

  /// Places of the trucks' bodies called chassis.
  std::vector<std::size_t> chassis() const {
    std::vector<std::size_t> found;
    for (std::size_t b = 0; b < scene_.world.bodies.size(); ++b) {
      if (scene_.world.bodies[b].name.ends_with("/chassis")) found.push_back(b);
    }
    return found;
  }

  void set_all(physics::World& world, std::string_view control, double value) const {
    for (std::uint32_t c = 0; c < scene_.world.controls.size(); ++c) {
      if (scene_.world.controls[c].name.ends_with(control)) world.set_control(physics::ControlId{c}, value);
    }
  }

  LoadedScene scene_ = load(kFolder / "writing/twenty_trucks.json");
};

TEST_F(TwentyTrucks, AreNamedAfterTheirPlacing) {
  EXPECT_TRUE(scene_.warnings.empty()) << scene_.warnings[0];
  EXPECT_EQ(chassis().size(), kTrucks);
  EXPECT_EQ(scene_.world.wheels.size(), 4 * kTrucks);
  for (const char* name : {"truck1/chassis", "truck15/rear_left", "wide5/front_right"})
    index_of(scene_.world.bodies, name);
  index_of(scene_.world.controls, "truck3/steer");
}

TEST_F(TwentyTrucks, StandStill) {
  physics::World world(scene_.world);
  physics::FrameState state = world.make_frame_state();
  for (int k = 0; k < 250; ++k) world.step_frame(world.config().substeps);
  world.observe(state);
  for (std::size_t b = 0; b < state.bodies.size(); ++b) {
    EXPECT_LT((state.bodies[b].position - scene_.world.bodies[b].position).norm(), 0.002)
        << scene_.world.bodies[b].name;
  }
}

TEST_F(TwentyTrucks, TouchTheGroundAloneWithTheirWheelsAtFullLock) {
  physics::World world(scene_.world);
  physics::FrameState state = world.make_frame_state();
  set_all(world, "/steer", 1);
  for (int k = 0; k < 50; ++k) world.step_frame(world.config().substeps);
  world.observe(state);
  EXPECT_GT(state.joints[index_of(scene_.world.joints, "truck1/kingpin_left")].position[0], 25 * kDegree);
  const std::size_t ground = index_of(scene_.world.bodies, "ground");
  for (const physics::ContactReading& contact : state.contacts)
    EXPECT_TRUE(contact.body_a == ground || contact.body_b == ground)
        << scene_.world.bodies[contact.body_a].name << " touches "
        << scene_.world.bodies[contact.body_b].name;
}

TEST_F(TwentyTrucks, DriveStraightOnTogether) {
  physics::World world(scene_.world);
  physics::FrameState state = world.make_frame_state();
  set_all(world, "/throttle", 0.3);
  for (int k = 0; k < 100; ++k) {
    world.step_frame(world.config().substeps);
    world.observe(state);
    ASSERT_TRUE(is_finite(state)) << k;
  }
  for (const std::size_t b : chassis()) {
    const physics::Vec3 way = state.bodies[b].position - scene_.world.bodies[b].position;
    EXPECT_GT(way.x(), 10) << scene_.world.bodies[b].name;
    EXPECT_NEAR(way.y(), 0, 0.05) << scene_.world.bodies[b].name;
    EXPECT_NEAR(way.z(), 0, 0.02) << scene_.world.bodies[b].name;
  }
  EXPECT_LT(largest_gap(state), 1e-3);
}

TEST_F(TwentyTrucks, HaveControlsOfTheirOwn) {
  physics::World world(scene_.world);
  physics::FrameState state = world.make_frame_state();
  set_all(world, "truck3/throttle", 0.3);
  for (int k = 0; k < 50; ++k) world.step_frame(world.config().substeps);
  world.observe(state);
  for (const std::size_t b : chassis()) {
    const std::string& name = scene_.world.bodies[b].name;
    const double way = (state.bodies[b].position - scene_.world.bodies[b].position).x();
    EXPECT_EQ(way > 0.5, name == "truck3/chassis") << name;
  }
}

}  // namespace
}  // namespace drawbar::scenes
