// The tracked robot's drive: up the stairs, a turn on the spot, down again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/math/elementary.h"
#include "physics/world/world.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/loader.h"
#include "tests/support/paths.h"

namespace drawbar::scenes {
namespace {

TEST(TrackedRobot, DrivesUpTheStairsTurnsAndComesDownAgain) {
  const std::string folder = (tests::source_folder() / "scenes/").string();
  const auto scene = load_file(folder + "tracked_robot.json");
  ASSERT_TRUE(scene.has_value()) << scene.error().text;
  const auto controls =
      load_controls(folder + "tracked_robot.csv", scene->scene.frame->period_ms, scene->world.controls);
  ASSERT_TRUE(controls.has_value()) << controls.error().text;
  physics::World world(scene->world);
  physics::FrameState state = world.make_frame_state();
  constexpr std::size_t kRobot = 2;
  constexpr physics::ControlId kSteer{1};
  const auto heading = [&] {
    const physics::Vec3 ahead = state.bodies[kRobot].orientation * physics::Vec3::UnitX();
    return std::atan2(ahead.y(), ahead.x());
  };
  std::size_t next = 0;
  // Steered as an operator would uphill (1) and back (-1), or as the file says (0). On the edges of the
  // stairs the belts slip, now one, now the other: without a hand on the lever 3e-8 m to the side turn it by
  // 15 degrees.
  const auto drive_until = [&](double time, int uphill) -> const physics::BodyReading& {
    while (static_cast<double>(world.frame()) * scene->world.period < time) {
      for (; next < controls->rows.size() && controls->rows[next].frame <= world.frame(); ++next) {
        world.set_control(controls->rows[next].control, controls->rows[next].value);
      }
      if (uphill != 0) {
        const double off = std::remainder(heading() - (uphill > 0 ? 0 : physics::kPi), 2 * physics::kPi);
        world.set_control(kSteer,
                          std::clamp(-2 * (off + uphill * state.bodies[kRobot].position.y()), -1.0, 1.0));
      }
      world.step_frame(world.config().substeps);
      world.observe(state);
    }
    return state.bodies[kRobot];
  };
  constexpr double kLanding = 6 * 0.17 + 0.2, kFloor = 0.2;
  EXPECT_NEAR(drive_until(16, 1).position.z(), kLanding, 2e-3);
  // On the way where it was steered, whichever belt slipped last.
  EXPECT_NEAR(heading(), 0, 0.1);
  EXPECT_NEAR(state.bodies[kRobot].position.y(), 0, 0.05);
  // On the spot: the belts slide, so the yaw rate stays below the kinematic one.
  world.set_control(kSteer, 0);
  EXPECT_NEAR(drive_until(19, 0).position.z(), kLanding, 2e-3);
  const double kinematic = (state.joints[1].velocity[0] - state.joints[0].velocity[0]) * 0.1 / 0.5;
  EXPECT_GT(state.bodies[kRobot].angular_velocity.z(), 0.5);
  EXPECT_LT(state.bodies[kRobot].angular_velocity.z(), 0.8 * kinematic);
  drive_until(20.4, 0);
  EXPECT_GT(std::abs(heading()), 2.9);
  EXPECT_NEAR(drive_until(37.5, -1).position.z(), kFloor, 2e-3);
  EXPECT_LT(state.bodies[kRobot].position.x(), 1.5);
  const physics::Vec3 stopped = drive_until(50, 0).position;
  EXPECT_LT((drive_until(60, 0).position - stopped).norm(), 1e-6);
}

// However slowly it comes: friction 0.9 carries it over an edge that lies under its belts at 28 degrees. The
// belt gives way under the edge, and the pieces of its run must be one surface to it: the next piece's end
// was a wall, at which it hung with its belts spinning.
TEST(TrackedRobot, ClimbsAnEdgeOfTwelveCentimetresHoweverSlowly) {
  const auto scene = load_file(tests::source_folder() / "scenes/tracked_robot.json");
  ASSERT_TRUE(scene.has_value()) << scene.error().text;
  physics::WorldConfig config = scene->world;
  constexpr std::size_t kStairs = 1, kRobot = 2;
  physics::ShapeConfig edge = config.bodies[kStairs].shapes[0];
  edge.geometry = physics::Box{physics::Vec3(3, 1.2, 0.06)};
  edge.position = physics::Vec3(4, 0, 0.06);
  config.bodies[kStairs].shapes = {edge};
  for (const double throttle : {0.05, 0.15, 0.3}) {
    physics::World world(config);
    physics::FrameState state = world.make_frame_state();
    world.set_control(physics::ControlId{0}, throttle);
    const double seconds = 1.7 / throttle;
    double most_current = 0;
    while (static_cast<double>(world.frame()) * config.period < seconds) {
      world.step_frame(config.substeps);
      world.observe(state);
      most_current = std::max(most_current, state.drives[0].current);
    }
    EXPECT_GT(state.bodies[kRobot].position.x(), 1.4) << throttle;
    EXPECT_NEAR(state.bodies[kRobot].position.z(), 0.32, 3e-3) << throttle;
    EXPECT_LT(most_current, 52) << throttle;
  }
}

}  // namespace
}  // namespace drawbar::scenes
