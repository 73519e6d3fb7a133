// A lever that a motor turns, of which the worlds of drives and of their malfunctions have many.
#pragma once

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {

/// A geared motor on a lever of its own at (0, y, 0), told by its own control: the drives come first in their
/// world, one joint and one control for each.
inline physics::DriveConfig& driven_lever(test::WorldBuilder& b, double y, physics::DriveMode mode) {
  using namespace drawbar::test;
  const Vec3 at(0, y, 0);
  const BodyId lever = b.body("lever", 1, diagonal(0.01, 0.05, 0.05), at + Vec3(0.1, 0, 0));
  b.joint(JointType::revolute, kWorldBody, lever, at).axes[0].limit = AxisLimit{-2, 2, std::nullopt, 0, 0};
  const auto number = static_cast<std::uint32_t>(b.config.drives.size());
  b.config.controls.push_back({"control" + std::to_string(number), -1, 1, 0});
  DriveConfig drive = re40(JointId{number}, ControlId{number});
  drive.mode = mode;
  drive.coulomb_friction = kRe40Friction;
  drive.current_limit = 20;
  drive.gear = {40, 0.8, std::nullopt, false};
  drive.controller = {3, 4, 20, 5};
  b.config.drives.push_back(drive);
  return b.config.drives.back();
}

}  // namespace drawbar::golden
