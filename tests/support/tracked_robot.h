// The small tracked robot of REFERENCES R5: 100 kg, two RE 40 with gear 43, sprockets of 0.1 m.
#pragma once

#include "physics/vehicle/track.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {

struct TrackedRobot {
  static constexpr double kMass = 100;
  static constexpr double kSprocketMass = 5;
  static constexpr double kSprocketRadius = 0.1;
  static constexpr double kGauge = 0.5;                    // m between the middles of the tracks
  static constexpr int kRoadWheels = 6;                    // a side
  static constexpr double kPitch = 0.12;                   // m from one to the next
  static constexpr double kLength = kRoadWheels * kPitch;  // of belt that they press on the ground
  static constexpr double kYawInertia = 10;                // of the hull about its own centre, kg m^2

  BodyId hull{};
  std::array<JointId, 2> sprockets{};  // left, right
};

/// On ground at z = 0, its middle at (x, 0), facing +x, the ends of its belts raised by 6 cm.
inline TrackedRobot add_tracked_robot(WorldBuilder& b, double x = 0, double width = 0.08) {
  constexpr double kBelt = 0.01, kRoad = 0.05, kEnd = 0.4;
  TrackedRobot robot;
  const double hull_mass = TrackedRobot::kMass - 2 * TrackedRobot::kSprocketMass;
  robot.hull = b.body("hull", hull_mass, diagonal(3, 8, TrackedRobot::kYawInertia), Vec3(x, 0, 0.2));
  // With the sprockets at the back, the whole balances over the middle of the tracks.
  BodyConfig& hull = b.config.bodies[index_of(robot.hull)];
  hull.mass_properties.center_of_mass.x() = 2 * TrackedRobot::kSprocketMass * kEnd / hull_mass;
  const double raised = kBelt + TrackedRobot::kSprocketRadius + 0.06;
  for (std::size_t side = 0; side < 2; ++side) {
    const double y = (side == 0 ? 0.5 : -0.5) * TrackedRobot::kGauge;
    const Vec3 middle(x - kEnd, y, raised);
    const BodyId wheel = b.body(side == 0 ? "sprocket_left" : "sprocket_right", TrackedRobot::kSprocketMass,
                                diagonal(0.02, 0.02, 0.02), middle);
    b.joint(JointType::revolute, robot.hull, wheel, middle, Vec3::UnitY());
    robot.sprockets[side] = JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)};
    TrackConfig track;
    track.sprocket = robot.sprockets[side];
    track.sprocket_radius = TrackedRobot::kSprocketRadius;
    for (int k = 0; k < TrackedRobot::kRoadWheels; ++k) {
      const double along = (k - 0.5 * (TrackedRobot::kRoadWheels - 1)) * TrackedRobot::kPitch;
      track.wheels.push_back({robot.hull, Vec3(x + along, y, kBelt + kRoad), kRoad});
    }
    track.wheels.push_back({robot.hull, Vec3(x + kEnd, y, raised), TrackedRobot::kSprocketRadius});
    track.width = width;
    track.thickness = kBelt;
    add_track(track, b.config);
  }
  return robot;
}

/// Two motors as in REFERENCES R5, on controls 0 (left) and 1 (right).
inline void add_motors(WorldBuilder& b, const TrackedRobot& robot) {
  for (std::size_t side = 0; side < 2; ++side) {
    b.config.controls.push_back({side == 0 ? "left" : "right", -1, 1, 0});
    DriveConfig drive = re40(robot.sprockets[side], ControlId{static_cast<std::uint32_t>(side)});
    drive.coulomb_friction = kRe40Friction;
    drive.current_limit = 80;
    drive.brake_torque = 60;
    drive.gear.ratio = 43;
    drive.gear.efficiency = 0.72;
    b.config.drives.push_back(drive);
  }
}

}  // namespace drawbar::test
