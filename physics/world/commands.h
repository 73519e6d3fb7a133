// From control values to what each drive is asked for.
#pragma once

#include "physics/drive/dc_motor.h"
#include "physics/world/state.h"
#include "physics/world/world_config.h"

namespace drawbar::physics {

/// Sum of the drive's inputs at the present control values, clamped to -1..1.
double drive_command(const DriveConfig& drive, const State& state);

/// Runs the drive's closed loop for a substep of `h` s; `speed` is its axis's rate (m/s or rad/s).
DriveDemand drive_demand_now(const WorldConfig& config, const DriveConfig& drive, const State& state,
                             DriveState& drive_state, double speed, double h);

}  // namespace drawbar::physics
