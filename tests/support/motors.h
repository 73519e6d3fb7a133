// Motors that tests put on joints.
#pragma once

#include <optional>
#include <string>

#include "physics/model/drive_config.h"

namespace drawbar::test {

/// maxon RE 40, order no. 148867, current edition (REFERENCES R3), at 24 V in voltage mode: without friction,
/// gear, brake or a limit of current that it reaches.
inline physics::DriveConfig re40(physics::JointId joint, physics::ControlId control = physics::ControlId{0}) {
  physics::DriveConfig drive;
  drive.name = "motor" + std::to_string(physics::index_of(joint));
  drive.joint = joint;
  drive.inputs = {{control, 1.0}};
  drive.supply_voltage = 24;
  drive.resistance = 0.299;
  drive.inductance = 8.23e-5;
  drive.torque_constant = 0.0302;
  drive.rotor_inertia = 1.42e-5;
  drive.current_limit = 1000;
  return drive;
}

/// Its dry friction: the torque of its no-load current (N m).
inline constexpr double kRe40Friction = 0.0302 * 0.137;

/// With this friction and a gear, on one wheel of a small vehicle.
inline physics::DriveConfig wheel_motor(physics::JointId joint) {
  physics::DriveConfig drive = re40(joint);
  drive.coulomb_friction = kRe40Friction;
  drive.current_limit = 40;
  drive.gear = {43, 0.72, std::nullopt, false};
  return drive;
}

/// With both frictions, through a gear of 3.
inline physics::DriveConfig geared_re40() {
  physics::DriveConfig drive = re40(physics::JointId{0});
  drive.gear.ratio = 3;
  drive.coulomb_friction = 0.004;
  drive.viscous_friction = 2e-5;
  return drive;
}

}  // namespace drawbar::test
