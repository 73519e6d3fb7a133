// The tracked robot's drive: up the stairs, a turn on the spot, down again.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/world/world.h"
#include "scenes/controls_file.h"
#include "scenes/loader.h"

namespace drawbar::scenes {
namespace {

TEST(TrackedRobot, DrivesUpTheStairsTurnsAndComesDownAgain) {
  const std::string folder = std::string(DRAWBAR_SOURCE_DIR) + "/scenes/";
  const auto scene = load_file(folder + "tracked_robot.json");
  ASSERT_TRUE(scene.has_value()) << scene.error().text;
  const auto controls =
      load_controls(folder + "tracked_robot.csv", scene->scene.frame->period_ms, scene->world.controls);
  ASSERT_TRUE(controls.has_value()) << controls.error().text;
  physics::World world(scene->world);
  physics::FrameState state = world.make_frame_state();
  constexpr std::size_t kRobot = 2;
  std::size_t next = 0;
  const auto drive_until = [&](double time) -> const physics::BodyReading& {
    while (static_cast<double>(world.frame()) * scene->world.period < time) {
      for (; next < controls->rows.size() && controls->rows[next].frame <= world.frame(); ++next) {
        world.set_control(controls->rows[next].control, controls->rows[next].value);
      }
      world.step_frame(world.config().substeps);
    }
    world.observe(state);
    return state.bodies[kRobot];
  };
  const auto heading = [&] {
    const physics::Vec3 ahead = state.bodies[kRobot].orientation * physics::Vec3::UnitX();
    return std::atan2(ahead.y(), ahead.x());
  };
  constexpr double kLanding = 6 * 0.17 + 0.2, kFloor = 0.2;
  EXPECT_NEAR(drive_until(16).position.z(), kLanding, 2e-3);
  EXPECT_NEAR(heading(), 0, 0.02);
  // On the spot: the belts slide, so the yaw rate stays below the kinematic one.
  EXPECT_NEAR(drive_until(19).position.z(), kLanding, 2e-3);
  const double kinematic = (state.joints[1].velocity[0] - state.joints[0].velocity[0]) * 0.1 / 0.5;
  EXPECT_GT(state.bodies[kRobot].angular_velocity.z(), 0.5);
  EXPECT_LT(state.bodies[kRobot].angular_velocity.z(), 0.8 * kinematic);
  drive_until(24);
  EXPECT_GT(std::abs(heading()), 2.9);
  EXPECT_NEAR(drive_until(37.5).position.z(), kFloor, 2e-3);
  EXPECT_LT(state.bodies[kRobot].position.x(), 1.5);
  const physics::Vec3 stopped = drive_until(50).position;
  EXPECT_LT((drive_until(60).position - stopped).norm(), 1e-6);
}

}  // namespace
}  // namespace drawbar::scenes
