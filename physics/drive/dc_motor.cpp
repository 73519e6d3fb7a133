#include "physics/drive/dc_motor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drawbar::physics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double back_gain(const GearConfig& gear) {
  if (gear.self_locking) return kInfinity;
  const double efficiency = gear.back_efficiency.value_or(std::max(0.0, 2.0 - 1.0 / gear.efficiency));
  return efficiency > 0 ? 1.0 / efficiency : kInfinity;
}

// Voltage of the speed loop: PI, the integral standing still while the supply saturates in its direction.
double speed_loop(const DriveConfig& drive, DriveState& state, double wanted, double speed, double h) {
  const DriveControllerConfig& c = drive.controller;
  const double error = wanted - speed;
  const double integral = state.controller_integral + h * error;
  const double voltage = c.speed_proportional * error + c.speed_integral * integral;
  const bool saturated = std::fabs(voltage) > drive.supply_voltage && voltage * error > 0;
  if (!saturated) state.controller_integral = integral;
  return std::clamp(c.speed_proportional * error + c.speed_integral * state.controller_integral,
                    -drive.supply_voltage, drive.supply_voltage);
}

}  // namespace

DriveDemand drive_demand(const DriveConfig& drive, DriveState& state, double command, double position,
                         double speed, double lower, double upper, double h) {
  DriveDemand demand;
  demand.open_circuit = !state.enabled || state.burned;
  demand.voltage = drive.supply_voltage;
  switch (drive.mode) {
    case DriveMode::voltage:
      demand.voltage = command * drive.supply_voltage;
      break;
    case DriveMode::current:
      demand.current_source = true;
      demand.current = command * drive.current_limit;
      break;
    case DriveMode::speed:
      demand.voltage = speed_loop(drive, state, command * drive.controller.speed_limit, speed, h);
      break;
    case DriveMode::position: {
      const double target = lower + 0.5 * (command + 1.0) * (upper - lower);
      const double wanted = std::clamp(drive.controller.position_proportional * (target - position),
                                       -drive.controller.speed_limit, drive.controller.speed_limit);
      demand.voltage = speed_loop(drive, state, wanted, speed, h);
      break;
    }
  }
  if (command == 0) demand.brake_torque = drive.brake_torque;
  return demand;
}

DriveLaw::DriveLaw(const DriveConfig& drive, const DriveState& state, const DriveDemand& demand,
                   double speed_before, double h)
    : drive_(drive),
      demand_(demand),
      current_before_(state.current),
      speed_before_(speed_before),
      h_(h),
      back_gain_(back_gain(drive.gear)) {}

DriveLaw::CurrentLine DriveLaw::winding(double voltage) const {
  const double l_over_h = drive_.inductance / h_;
  const double impedance = drive_.resistance + l_over_h;
  return {(l_over_h * current_before_ + voltage) / impedance,
          drive_.torque_constant * drive_.gear.ratio / impedance};
}

DriveSolution DriveLaw::solve_with(const CurrentLine& line, double free_speed, double response) const {
  const double n = drive_.gear.ratio;
  const double k = drive_.torque_constant;
  const double rotor = drive_.rotor_inertia * n / h_;
  // T_e = offset - slope w'
  const double offset = k * line.offset + rotor * speed_before_;
  const double slope = k * line.slope + drive_.viscous_friction * n + rotor;
  const double coulomb = drive_.coulomb_friction;
  const double brake = demand_.brake_torque;

  // Torque at the joint just above (+1) and just below (-1) standstill.
  const auto at_rest = [&](double sign) {
    const double x = offset - sign * coulomb;
    return (x * sign >= 0 ? drive_.gear.efficiency * n * x : n * x * back_gain_) - sign * brake;
  };
  DriveSolution out;
  const auto finish = [&](double speed, double torque, double law_slope, AxisMode mode) {
    out.speed = speed;
    out.torque = torque;
    out.slope = law_slope;
    out.mode = mode;
    out.current = line.offset - line.slope * speed;
    return out;
  };

  const double holding = -free_speed / response;
  if (holding >= at_rest(1.0) && holding <= at_rest(-1.0)) {
    return finish(0, holding, kInfinity, AxisMode::stuck);
  }
  const double sign = holding < at_rest(1.0) ? 1.0 : -1.0;
  const AxisMode mode = sign > 0 ? AxisMode::sliding_forward : AxisMode::sliding_backward;
  const auto moving = [&](double gain) {
    const double speed = (free_speed + response * (gain * n * (offset - sign * coulomb) - sign * brake)) /
                         (1.0 + response * gain * n * slope);
    return std::pair(speed, offset - slope * speed - sign * coulomb);
  };
  const auto [driven_speed, driven_torque] = moving(drive_.gear.efficiency);
  if (driven_torque * sign >= 0) {
    const double gain = drive_.gear.efficiency * n;
    return finish(driven_speed, gain * driven_torque - sign * brake, gain * slope, mode);
  }
  if (back_gain_ < kInfinity) {
    const auto [speed, torque] = moving(back_gain_);
    return finish(speed, back_gain_ * n * torque - sign * brake, back_gain_ * n * slope, mode);
  }
  // Self-locking: the load cannot push the motor beyond the speed at which its own torque is spent.
  const double speed = slope > 0 ? (offset - sign * coulomb) / slope : 0.0;
  return finish(speed, (speed - free_speed) / response, kInfinity, mode);
}

DriveSolution DriveLaw::solve(double free_speed, double response) const {
  if (demand_.open_circuit) return solve_with({0, 0}, free_speed, response);
  // The current falls with speed and is cut off on both sides; of the three lines exactly one is consistent
  // with the speed it leads to.
  if (demand_.current_source) {
    const double wanted = std::clamp(demand_.current, -drive_.current_limit, drive_.current_limit);
    const DriveSolution asked = solve_with({wanted, 0}, free_speed, response);
    for (double sign : {1.0, -1.0}) {
      const CurrentLine bound = winding(sign * demand_.voltage);
      const double most = bound.offset - bound.slope * asked.speed;
      if (sign * (asked.current - most) > 0) return solve_with(bound, free_speed, response);
    }
    return asked;
  }
  const DriveSolution applied = solve_with(winding(demand_.voltage), free_speed, response);
  if (std::fabs(applied.current) <= drive_.current_limit) return applied;
  return solve_with({std::copysign(drive_.current_limit, applied.current), 0}, free_speed, response);
}

void heat_winding(const DriveConfig& drive, DriveState& state, double current, double h) {
  if (!drive.thermal) return;
  const DriveThermalConfig& t = *drive.thermal;
  const double settled = t.ambient + t.resistance * current * current * drive.resistance;
  const double weight = h / t.time_constant;
  state.temperature = (state.temperature + weight * settled) / (1.0 + weight);
  if (state.temperature > t.limit) state.burned = true;
}

}  // namespace drawbar::physics
