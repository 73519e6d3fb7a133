// From control values to what each drive is asked for.
#pragma once

#include "physics/drive/dc_motor.h"
#include "physics/model/state.h"
#include "physics/model/step_view.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Sum of the inputs at the present control values, clamped.
double command(const std::vector<DriveConfig::Input>& inputs, double lower, double upper, const State& state);

/// Of the drive's inputs, clamped to -1..1.
double drive_command(const DriveConfig& drive, const State& state);

/// Largest torque (force) of the brake with this index now.
double brake_torque(const WorldConfig& config, std::size_t brake, const State& state);

/// Runs the drive's closed loop for a substep of `h` s; `position` and `speed` are its axis's, whole turns
/// counted (m or rad, m/s or rad/s).
DriveDemand drive_demand_now(const StepView& view, const DriveConfig& drive, DriveState& drive_state,
                             double position, double speed, double h);

}  // namespace drawbar::physics
