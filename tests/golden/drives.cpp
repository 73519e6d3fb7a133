#include "tests/golden/driven_lever.h"
#include "tests/golden/mechanisms.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

}  // namespace

Course drive_modes() {
  WorldBuilder b;
  driven_lever(b, 0, DriveMode::voltage);
  driven_lever(b, 1, DriveMode::current).gear.self_locking = true;
  driven_lever(b, 2, DriveMode::speed).brake_torque = 8;
  driven_lever(b, 3, DriveMode::position);
  driven_lever(b, 4, DriveMode::speed).current_limit = 3;
  driven_lever(b, 5, DriveMode::voltage).brake_torque = 0.5;
  driven_lever(b, 6, DriveMode::speed).brake_torque = 2;
  // One on a turntable: what it holds is pulled outwards.
  const BodyId table = b.body("table", 5, diagonal(1, 1, 1), Vec3(0, 9, 0));
  b.config.bodies.back().angular_velocity = Vec3(0, 0, 4);
  driven_lever(b, 9, DriveMode::voltage).brake_torque = 8;
  b.config.joints.back().parent = table;
  b.joint(JointType::revolute, kWorldBody, table, Vec3(0, 9, 0), Vec3(0.1, 0, 1));
  Course course{b.config, 60};
  course.config.substeps = 2;  // so that a brake often comes to hold in a frame's last substep
  for (int frame = 1; frame < 60; ++frame) course.saves.push_back(frame);
  course.act = [](World& world, std::uint64_t frame) {
    constexpr double kCommands[] = {0.6, 0, -0.4, 0, 0.9, 0.2};
    if (frame % 10 != 0) return;
    for (std::uint32_t c = 0; c < world.config().controls.size(); ++c) {
      world.set_control(ControlId{c}, kCommands[(frame / 10 + c) % std::size(kCommands)]);
    }
  };
  course.reaches = [](const FrameState& state) { return state.joints[3].position[0] > 0.5; };
  return course;
}

Course motors_that_fail() {
  WorldBuilder b;
  DriveConfig& hot = driven_lever(b, 0, DriveMode::voltage);
  hot.current_limit = 1000;
  hot.thermal = DriveThermalConfig{2, 20, 25, 155};
  b.config.joints[0].axes[0].limit = AxisLimit{-0.01, 0.01, std::nullopt, 0, 0};
  driven_lever(b, 1, DriveMode::speed);
  driven_lever(b, 2, DriveMode::voltage);
  Course course{b.config, 60};
  course.act = [](World& world, std::uint64_t frame) {
    for (std::uint32_t c = 0; c < 3 && frame == 0; ++c) world.set_control(ControlId{c}, 1);
    if (frame == 12) world.set_drive_enabled(DriveId{1}, false);
    if (frame == 40) world.set_drive_enabled(DriveId{1}, true);
  };
  // The first one burns.
  course.reaches = [](const FrameState& state) {
    return state.drives[0].temperature > 150 && state.drives[0].current == 0;
  };
  return course;
}

Course hitch() {
  WorldBuilder b;
  b.surface(0.6);
  b.ground();
  b.config.controls.push_back({"hitch", -1, 1, 0});
  b.config.controls.push_back({"brake", 0, 1, 0});
  std::array<BodyId, 2> bodies{};
  for (std::size_t k = 0; k < 2; ++k) {
    const Vec3 at(k == 0 ? 0 : -1, 0, 0.3);
    bodies[k] = b.body(k == 0 ? "tractor" : "trailer", 20, diagonal(1, 2, 2), at);
    b.config.bodies.back().linear_velocity = Vec3(1.5, 0, 0);
    for (const double y : {-0.4, 0.4}) {
      const Vec3 hub = at + Vec3(0, y, -0.1);
      const BodyId wheel = b.body("wheel", 2, diagonal(0.03, 0.04, 0.03), hub);
      b.config.bodies.back().linear_velocity = Vec3(1.5, 0, 0);
      b.config.bodies.back().angular_velocity = Vec3(0, 7.5, 0);
      b.shape(wheel, Sphere{0.2});
      b.joint(JointType::revolute, bodies[k], wheel, hub).axes[0].friction = {0.02, 0.01, 0};
      BrakeConfig brake;
      brake.name = "brake" + std::to_string(b.config.brakes.size());
      brake.joint = JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)};
      brake.inputs = {{ControlId{1}, 1.0}};
      brake.torque = 10;
      b.config.brakes.push_back(brake);
    }
  }
  HitchConfig coupling;
  coupling.name = "coupling";
  coupling.joint = JointId{static_cast<std::uint32_t>(b.config.joints.size())};
  coupling.control = ControlId{0};
  coupling.reach = 0.3;
  b.joint(JointType::spherical, bodies[0], bodies[1], Vec3(-0.5, 0, 0.3), Vec3::UnitX());
  b.config.hitches.push_back(coupling);
  Course course{b.config, 120};
  course.act = [](World& world, std::uint64_t frame) {
    if (frame == 10) world.set_control(ControlId{0}, -1);  // open, and the tractor alone brakes a little
    if (frame == 12) world.set_control(ControlId{1}, 0.1);
    if (frame == 14) world.set_control(ControlId{1}, 0);
    if (frame == 29) world.set_control(ControlId{0}, 1);
    if (frame == 40) world.set_control(ControlId{1}, 1);  // comes to rest, brakes held
  };
  // Coupled again with a gap, which is drawn in.
  course.reaches = [](const FrameState& state) { return state.frame == 30 && !state.joints.back().broken; };
  return course;
}

}  // namespace drawbar::golden
