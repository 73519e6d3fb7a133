#include "physics/drive/commands.h"

#include <algorithm>

#include "physics/math/elementary.h"

namespace drawbar::physics {

double command(const std::vector<DriveConfig::Input>& inputs, double lower, double upper,
               const State& state) {
  double sum = 0;
  for (const DriveConfig::Input& input : inputs) sum += input.gain * state.controls[index_of(input.control)];
  return std::clamp(sum, lower, upper);
}

double drive_command(const DriveConfig& drive, const State& state) {
  return command(drive.inputs, -1, 1, state);
}

double brake_torque(const BrakeConfig& brake, const State& state) {
  return brake.torque * command(brake.inputs, 0, 1, state);
}

DriveDemand drive_demand_now(const WorldConfig& config, const DriveConfig& drive, const State& state,
                             DriveState& drive_state, double position, double speed, double h) {
  const std::size_t joint = index_of(drive.joint);
  const auto axis = static_cast<std::size_t>(drive.axis);
  const auto& limit = config.joints[joint].axes[axis].limit;
  DriveFeedback feedback;
  feedback.position = position;
  feedback.speed = speed;
  feedback.lower = limit ? limit->lower : -kPi;
  feedback.upper = limit ? limit->upper : kPi;
  feedback.braked = std::any_of(config.brakes.begin(), config.brakes.end(), [&](const BrakeConfig& brake) {
    return brake.joint == drive.joint && brake.axis == drive.axis && brake_torque(brake, state) > 0;
  });
  return drive_demand(drive, drive_state, drive_command(drive, state), feedback, h);
}

}  // namespace drawbar::physics
