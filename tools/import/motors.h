// The figures of a motor for each driven joint: what turns a file's effort and speed into a drive of the
// scene.
#pragma once

#include <vector>

#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

/// A geared direct-current motor as scene.fbs has it.
struct Motor {
  double supply_voltage = 48;  ///< V
  double resistance = 1;       ///< Ohm
  double torque_constant = 0;  ///< N m/A
  double gear = 1;             ///< rotor rad per joint rad (m)
  double current_limit = 0;    ///< A
  double speed_limit = 0;      ///< rad/s (m/s); 0 in force mode
  double speed_proportional = 0;
  double speed_integral = 0;
};

/// One for each drive of the model, in its order; where the file gives no effort or speed they are chosen by
/// what hangs on the joint, with a warning. Sets the neutral of controls of position drives to where the
/// model begins.
std::vector<Motor> motors_of(Model& model, Warnings& warnings);

}  // namespace drawbar::import
