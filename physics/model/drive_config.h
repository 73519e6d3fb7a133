// A DC motor with gearbox on one axis of a joint.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "physics/model/ids.h"

namespace drawbar::physics {

/// What a drive's command means.
enum class DriveMode {
  voltage,   ///< command +-1 is the supply voltage
  current,   ///< command +-1 is the current limit
  speed,     ///< command +-1 is speed_limit; PI loop with anti-windup
  position,  ///< command -1..1 spans the joint's limits
};

/// Gear between a motor's rotor and its joint.
struct GearConfig {
  double ratio = 1;       ///< rotor turns per joint turn (or rotor rad per m on a sliding axis), > 0
  double efficiency = 1;  ///< 0 to 1, driving
  std::optional<double> back_efficiency;  ///< 0 to 1, driven by the load; unset: max(0, 2 - 1 / efficiency)
  bool self_locking = false;              ///< the load cannot drive the motor
};

/// Driven by the load, as configured or as follows from the other direction.
inline double back_efficiency(const GearConfig& gear) {
  return gear.back_efficiency.value_or(std::max(0.0, 2.0 - 1.0 / gear.efficiency));
}

/// Whether no load, however large, turns the motor.
inline bool locks(const GearConfig& gear) {
  return gear.self_locking || !(back_efficiency(gear) > 0);
}

/// Closed loop of the speed and position modes, run once per substep; its proportional part acts within it.
struct DriveControllerConfig {
  double speed_limit = 0;            ///< rad/s at the joint
  double speed_proportional = 0;     ///< V per rad/s of joint speed error
  double speed_integral = 0;         ///< V per rad of its integral
  double position_proportional = 0;  ///< 1/s: commanded joint speed per rad of position error
};

/// Winding heated by i^2 R against one thermal time constant.
struct DriveThermalConfig {
  double resistance = 0;     ///< K/W, winding to ambient
  double time_constant = 0;  ///< s
  double ambient = 25;       ///< deg C
  double limit = 155;        ///< deg C: above it the winding burns and stays open
};

/// A DC motor with gear and controller on an axis of a joint.
struct DriveConfig {
  /// One operator's control that feeds this drive.
  struct Input {
    ControlId control{0};
    double gain = 1;
  };
  std::string name;
  JointId joint{0};
  int axis = 0;
  std::vector<Input> inputs;  ///< command = sum of gain x control, clamped to -1..1
  DriveMode mode = DriveMode::voltage;
  double supply_voltage = 0;    ///< V
  double resistance = 0;        ///< Ohm, > 0
  double inductance = 0;        ///< H, >= 0
  double torque_constant = 0;   ///< N m/A = V s/rad
  double rotor_inertia = 0;     ///< kg m^2
  double coulomb_friction = 0;  ///< N m at the rotor
  double viscous_friction = 0;  ///< N m s/rad at the rotor
  double current_limit = 0;     ///< A
  double brake_torque = 0;      ///< N m at the joint, applied while the command is 0; 0: no brake
  GearConfig gear;
  DriveControllerConfig controller;
  std::optional<DriveThermalConfig> thermal;
  // What effects alone set (effect/alterations.h)
  bool open_winding = false;
  double brake_locked = 0;  ///< part of brake_torque that acts whatever the command
  double play = 0;  ///< rad or m: free way of its axis to either side, within which it transmits nothing
  std::size_t play_effect = 0;  ///< with play: the effect in State that remembers where the gear is
};

}  // namespace drawbar::physics
