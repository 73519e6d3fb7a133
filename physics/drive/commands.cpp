#include "physics/drive/commands.h"

#include <algorithm>
#include <span>

#include "physics/effect/channels.h"
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

double brake_torque(const WorldConfig& config, std::size_t brake, const State& state) {
  const BrakeConfig& of = config.brakes[brake];
  double asked = command(of.inputs, 0, 1, state);
  if (of.antilock) asked *= state.brakes[brake].pressure;
  return of.torque * std::max(of.locked, asked);
}

DriveDemand drive_demand_now(const StepView& view, const DriveConfig& drive, DriveState& drive_state,
                             double position, double speed, double h) {
  const WorldConfig& config = view.config;
  const std::size_t joint = index_of(drive.joint);
  const auto axis = static_cast<std::size_t>(drive.axis);
  const auto& limit = config.joints[joint].axes[axis].limit;
  DriveFeedback feedback;
  feedback.position = position;
  feedback.speed = speed;
  feedback.lower = limit ? limit->lower : -kPi;
  feedback.upper = limit ? limit->upper : kPi;
  for (std::size_t b = 0; b < config.brakes.size() && !feedback.braked; ++b) {
    const BrakeConfig& brake = config.brakes[b];
    feedback.braked =
        brake.joint == drive.joint && brake.axis == drive.axis && brake_torque(config, b, view.state) > 0;
  }
  const double asked = drive_command(drive, view.state);
  const DriveFaults& faults = view.faults.of_drive(static_cast<std::size_t>(&drive - config.drives.data()));
  if (!faults.any()) return drive_demand(drive, drive_state, asked, feedback, h);

  // What the loops see is what the sensors show.
  feedback.position = shown(faults.position, feedback.position);
  feedback.speed = shown(faults.speed, feedback.speed);
  DriveDemand demand = drive_demand(drive, drive_state, asked, feedback, h);
  demand.speed_gain *= shown(faults.speed, 1) - shown(faults.speed, 0);
  if (demand.current_source)
    demand.current = current_showing(faults.current, demand.current, drive.current_limit);
  return demand;
}

}  // namespace drawbar::physics
