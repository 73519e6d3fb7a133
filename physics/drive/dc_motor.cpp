#include "physics/drive/dc_motor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Of a kick: a shorter part of it has no time for a current.
constexpr double kLeastPart = 1e-9;
/// In which the instant of rest is found: the speed falls almost straight.
constexpr int kStepsToRest = 3;
/// By which the instant at which a current reaches its limit is found within a kick.
constexpr int kHalvings = 30;

double back_gain(const GearConfig& gear) {
  return locks(gear) ? kInfinity : 1.0 / back_efficiency(gear);
}

bool has_speed_loop(const DriveConfig& drive) {
  return drive.mode == DriveMode::speed || drive.mode == DriveMode::position;
}

// What an integral that has grown from `integral` to `grown` may keep of that: no more than takes the voltage
// `proportional + gain x integral` to the supply's. (All or nothing would let the voltage hunt about the
// supply's, by what a substep adds, wherever it stays there.)
double integral_within(double integral, double grown, double proportional, double gain, double supply) {
  const double voltage = proportional + gain * grown;
  if (std::fabs(voltage) <= supply || gain * (grown - integral) * voltage <= 0) return grown;
  const double reaching = (std::copysign(supply, voltage) - proportional) / gain;
  return grown > integral ? std::max(integral, reaching) : std::min(integral, reaching);
}

// Voltage of the speed loop: PI; `before` is the speed wanted in the middle of the drift before, of length h.
// The integral stands still while supply or current limit saturate in its direction, and forgets what it
// carried once a brake has taken over the joint that is to stand: what a brake lets go then moves by the
// loop's demand alone.
double speed_loop(const DriveConfig& drive, DriveState& state, double wanted, double before,
                  const DriveFeedback& joint, bool braked, double h) {
  const DriveControllerConfig& c = drive.controller;
  const double error = wanted - joint.speed;
  if (braked && wanted == 0 && state.mode == AxisMode::stuck) state.controller_integral = 0;
  const double proportional = c.speed_proportional * error;
  const bool at_most_current = std::fabs(state.current) >= drive.current_limit && state.current * error > 0;
  if (!at_most_current) {
    const double grown = state.controller_integral + h * (before - joint.speed);
    state.controller_integral = integral_within(state.controller_integral, grown, proportional,
                                                c.speed_integral, drive.supply_voltage);
  }
  return std::clamp(proportional + c.speed_integral * state.controller_integral, -drive.supply_voltage,
                    drive.supply_voltage);
}

}  // namespace

DriveDemand drive_demand(const DriveConfig& drive, DriveState& state, double command,
                         const DriveFeedback& joint, double h) {
  DriveDemand demand;
  demand.open_circuit = drive.open_winding || !state.enabled || state.burned;
  demand.voltage = drive.supply_voltage;
  demand.brake_torque = (command == 0 ? 1 : drive.brake_locked) * drive.brake_torque;
  const bool braked = joint.braked || demand.brake_torque > 0;
  switch (drive.mode) {
    case DriveMode::voltage:
      demand.voltage = command * drive.supply_voltage;
      break;
    case DriveMode::current:
      demand.current_source = true;
      demand.current = command * drive.current_limit;
      break;
    case DriveMode::speed: {
      const double wanted = command * drive.controller.speed_limit;
      demand.voltage = speed_loop(drive, state, wanted, wanted, joint, braked, h);
      break;
    }
    case DriveMode::position: {
      const double target = joint.lower + 0.5 * (command + 1.0) * (joint.upper - joint.lower);
      const auto wanted_at = [&](double position) {
        const double limit = drive.controller.speed_limit;
        return std::clamp(drive.controller.position_proportional * (target - position), -limit, limit);
      };
      demand.voltage = speed_loop(drive, state, wanted_at(joint.position),
                                  wanted_at(joint.position - 0.5 * h * joint.speed), joint, braked, h);
      break;
    }
  }
  if (has_speed_loop(drive) && std::fabs(demand.voltage) < drive.supply_voltage)
    demand.speed_gain = drive.controller.speed_proportional;
  return demand;
}

double holding_integral(const DriveConfig& drive, double speed) {
  if (drive.mode != DriveMode::speed || speed == 0 || !(drive.controller.speed_integral > 0)) return 0;
  const double rotor = drive.gear.ratio * speed;
  const double friction = std::copysign(drive.coulomb_friction, rotor) + drive.viscous_friction * rotor;
  const double voltage = drive.torque_constant * rotor + drive.resistance * friction / drive.torque_constant;
  return std::clamp(voltage, -drive.supply_voltage, drive.supply_voltage) / drive.controller.speed_integral;
}

WindingDecay winding_decay(const DriveConfig& drive, double h) {
  if (!(drive.inductance > 0)) return {h, drive.resistance};
  const double x = drive.resistance * h / drive.inductance;
  // Below 1 the differences would cancel: phi3 by its series, (1 - x/4 (1 - x/5 (1 - ...)))/6.
  if (x < 1) {
    double phi3 = 1;
    for (int m = 20; m >= 4; --m) phi3 = 1 - x * phi3 / m;
    phi3 /= 6;
    const double phi2 = 0.5 - x * phi3;
    const double phi1 = 1 - x * phi2;
    return {h, drive.resistance, 1 - x * phi1, phi1, x * phi2, x * phi3};
  }
  const double left = exponential(-x);
  const double phi1 = (1 - left) / x;
  return {h, drive.resistance, left, phi1, 1 - phi1, 0.5 - (1 - phi1) / x};
}

DriveLaw::DriveLaw(const DriveConfig& drive, const DriveState& state, const DriveDemand& demand,
                   double speed_before, const WindingDecay& over_kick, double implicitness)
    : drive_(drive),
      demand_(demand),
      current_before_(state.current),
      speed_before_(speed_before),
      measured_speed_(speed_before),
      was_held_(state.mode == AxisMode::stuck),
      implicitness_(implicitness),
      back_gain_(back_gain(drive.gear)),
      decay_(over_kick),
      applied_(winding(demand.voltage, demand.speed_gain)) {}

DriveLaw DriveLaw::over(double part, double speed_before, double current_before) const {
  DriveLaw law = *this;
  law.speed_before_ = speed_before;
  law.current_before_ = current_before;
  law.decay_ = winding_decay(drive_, std::max(part, kLeastPart) * decay_.h);
  law.applied_ = law.winding(demand_.voltage, demand_.speed_gain);
  return law;
}

double DriveLaw::implicitness(const DriveConfig& drive, double inertia, double h) {
  const double n = drive.gear.ratio;
  const double k = drive.torque_constant;
  const double mass = inertia + drive.rotor_inertia * n * n;
  // With an inductance the current must follow first: y^2 + x y + z x = 0 for the rates times h has the slow
  // root z where x is large, and swings at sqrt(z x) where it is small.
  const double gain = has_speed_loop(drive) ? drive.controller.speed_proportional : 0.0;
  double y = h * n * k * (n * k + gain) / (drive.resistance * mass);
  if (drive.inductance > 0) {
    const double x = drive.resistance * h / drive.inductance;
    y *= std::sqrt(x) / (std::sqrt(x) + std::sqrt(y));
  }
  y += h * n * n * drive.viscous_friction / mass;
  if (y < 0.01) return y / 6;
  const double left = exponential(-y);
  return (1 + left) / (1 - left) - 2 / y;
}

// A voltage that falls with the speed is one that stands, and more of what the motor induces.
DriveLaw::CurrentLine DriveLaw::winding(double voltage, double speed_gain) const {
  const double r = drive_.resistance;
  const double back = drive_.torque_constant * drive_.gear.ratio + speed_gain;
  voltage += speed_gain * measured_speed_;
  const double i = current_before_;
  const double w = speed_before_;
  const WindingDecay& d = decay_;
  CurrentLine line;
  line.mean = {i * d.mean + (voltage * d.taken - back * w * (d.taken - d.taken_late)) / r,
               back * d.taken_late / r};
  line.end = {i * d.left + (voltage * (1 - d.left) - back * w * (d.mean - d.left)) / r, back * d.taken / r};

  const double l_over_h = drive_.inductance / decay_.h;
  const Line euler{(l_over_h * i + voltage) / (r + l_over_h), back / (r + l_over_h)};
  for (Line* exact : {&line.mean, &line.end}) {
    exact->offset += implicitness_ * (euler.offset - exact->offset);
    exact->slope += implicitness_ * (euler.slope - exact->slope);
  }
  return line;
}

double DriveLaw::at_joint(double motor_torque, double sign) const {
  const double n = drive_.gear.ratio;
  const double geared =
      motor_torque * sign >= 0 ? drive_.gear.efficiency * n * motor_torque : n * motor_torque * back_gain_;
  return geared - sign * demand_.brake_torque;
}

DriveSolution DriveLaw::solve_with(const CurrentLine& line, double free_speed, double response,
                                   double side) const {
  const double n = drive_.gear.ratio;
  const double k = drive_.torque_constant;
  const double rotor = drive_.rotor_inertia * n / decay_.h;
  const double drag = drive_.viscous_friction * n;
  const double new_part = 0.5 * (1 + implicitness_);  // of the new speed in the mean one
  // T_e = offset - slope w'
  const double offset = k * line.mean.offset + (rotor - (1 - new_part) * drag) * speed_before_;
  const double slope = k * line.mean.slope + new_part * drag + rotor;
  const double coulomb = drive_.coulomb_friction;
  const double brake = demand_.brake_torque;

  // Torque at the joint just above (+1) and just below (-1) standstill.
  const auto at_rest = [&](double sign) { return at_joint(offset - sign * coulomb, sign); };
  DriveSolution out;
  const auto finish = [&](double speed, double torque, double law_slope, AxisMode mode) {
    out.speed = speed;
    out.torque = torque;
    out.slope = law_slope;
    out.mode = mode;
    const double limit = drive_.current_limit;
    out.current = std::clamp(line.end.at(speed), -limit, limit);
    out.mean_current = std::clamp(line.mean.at(speed), -limit, limit);
    return out;
  };

  const double holding = -free_speed / response;
  if (side == 0 && holding >= at_rest(1.0) && holding <= at_rest(-1.0)) {
    return finish(0, holding, kInfinity, AxisMode::stuck);
  }
  const double sign = side != 0 ? side : holding < at_rest(1.0) ? 1.0 : -1.0;
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

DriveSolution DriveLaw::solve_straight(double free_speed, double response, double side) const {
  if (demand_.open_circuit) return solve_with(CurrentLine::constant(0), free_speed, response, side);
  // The mean current falls with speed and is cut off on both sides; of the three lines exactly one is
  // consistent with the speed it leads to.
  const double limit = drive_.current_limit;
  if (demand_.current_source) {
    const CurrentLine wanted = CurrentLine::constant(std::clamp(demand_.current, -limit, limit));
    const DriveSolution asked = solve_with(wanted, free_speed, response, side);
    for (double sign : {1.0, -1.0}) {
      const CurrentLine bound = winding(sign * demand_.voltage);
      if (sign * (asked.current - bound.mean.at(asked.speed)) > 0) {
        return solve_with(bound, free_speed, response, side);
      }
    }
    return asked;
  }
  CurrentLine applied = applied_;
  DriveSolution unlimited = solve_with(applied, free_speed, response, side);
  const double voltage =
      demand_.voltage - demand_.speed_gain * (0.5 * (speed_before_ + unlimited.speed) - measured_speed_);
  if (std::fabs(voltage) > drive_.supply_voltage) {
    applied = winding(std::copysign(drive_.supply_voltage, voltage));
    unlimited = solve_with(applied, free_speed, response, side);
  }
  const double mean = applied.mean.at(unlimited.speed);
  if (std::fabs(mean) <= limit) return unlimited;
  return solve_with(CurrentLine::constant(std::copysign(limit, mean)), free_speed, response, side);
}

// What is left of the kick after `part` of it, at the end of which joint and winding have this speed and
// current.
DriveSolution DriveLaw::from(const Instant& at, double free_speed, double response) const {
  const double left = 1 - at.part;
  const double change = free_speed - speed_before_;
  DriveSolution out =
      over(left, at.speed, at.current).solve_straight(at.speed + left * change, left * response);
  out.torque = left * out.torque + (at.speed - speed_before_ - at.part * change) / response;
  out.mean_current = left * out.mean_current + at.part * 0.5 * (current_before_ + at.current);
  if (out.mode == AxisMode::stuck) return out;
  out.slope *= left;
  out.turned = true;
  return out;
}

// What the voltage keeps at a bound `most` keeps it there until the joint is so fast that the voltage drives
// no more.
std::optional<DriveLaw::Instant> DriveLaw::leaves_limit(double voltage, double most, double free_speed,
                                                        double response) const {
  const double sign = std::copysign(1.0, voltage);
  if (!(sign * current_before_ >= most)) return std::nullopt;
  const double back = drive_.torque_constant * drive_.gear.ratio;
  const auto room = [&](double speed) { return sign * (voltage - back * speed) - drive_.resistance * most; };
  const double limited = solve_with(CurrentLine::constant(sign * most), free_speed, response, 0).speed;
  const double before = room(speed_before_);
  const double after = room(limited);
  if (!(before > 0 && after < 0)) return std::nullopt;
  const double part = before / (before - after);
  return Instant{part, speed_before_ + part * (limited - speed_before_), sign * most};
}

// Where the winding's law leads beyond the limit: when it comes there.
std::optional<DriveLaw::Instant> DriveLaw::reaches_limit(double free_speed, double response) const {
  const double limit = drive_.current_limit;
  if (!(std::fabs(current_before_) < limit)) return std::nullopt;
  const auto at = [&](double part) {
    const DriveLaw until = over(part, speed_before_, current_before_);
    const double speed = until
                             .solve_with(until.applied_, speed_before_ + part * (free_speed - speed_before_),
                                         std::max(part, kLeastPart) * response, 0)
                             .speed;
    return Instant{part, speed, until.applied_.end.at(speed)};
  };
  Instant found = at(1);
  const double end = std::copysign(limit, found.current);
  if (!(std::fabs(found.current) > limit)) return std::nullopt;
  double within = 0;
  double beyond = 1;
  for (int halving = 0; halving < kHalvings; ++halving) {
    found = at(0.5 * (within + beyond));
    (found.current / end < 1 ? within : beyond) = found.part;
  }
  found.current = end;
  return found;
}

// Where the joint comes to rest and `straight` leads on the other way, or keeps it there. What was held did
// not move: its speed before the kick is what the drift's rotation made of the load's momentum, and belongs
// to the load's force.
std::optional<DriveLaw::Instant> DriveLaw::comes_to_rest(const DriveSolution& straight, double free_speed,
                                                         double response) const {
  const bool stuck = straight.mode == AxisMode::stuck;
  if (was_held_ || speed_before_ == 0 || (!stuck && straight.speed * speed_before_ >= 0)) return std::nullopt;
  const double beyond = solve_straight(free_speed, response, std::copysign(1.0, speed_before_)).speed;
  if (beyond * speed_before_ >= 0) return std::nullopt;
  const double change = free_speed - speed_before_;
  double part = speed_before_ / (speed_before_ - beyond);
  for (int step = 0; step < kStepsToRest; ++step) {
    const double then =
        over(part, speed_before_, current_before_)
            .solve_straight(speed_before_ + part * change, part * response, std::copysign(1.0, speed_before_))
            .speed;
    part = std::min(1.0, part * speed_before_ / (speed_before_ - then));
  }
  const double limit = drive_.current_limit;
  const double current = over(part, speed_before_, current_before_).applied_.end.at(0);
  return Instant{part, 0, std::clamp(current, -limit, limit)};
}

DriveSolution DriveLaw::solve(double free_speed, double response) const {
  const DriveSolution straight = solve_straight(free_speed, response);
  std::optional<Instant> change = comes_to_rest(straight, free_speed, response);
  const bool moves = straight.mode != AxisMode::stuck && !change;
  if (moves && !demand_.open_circuit && demand_.speed_gain == 0) {
    const double limit = drive_.current_limit;
    if (demand_.current_source) {
      const double most = std::min(std::fabs(demand_.current), limit);
      change = leaves_limit(std::copysign(demand_.voltage, demand_.current), most, free_speed, response);
    } else if (std::fabs(current_before_) >= limit) {
      change = leaves_limit(demand_.voltage, limit, free_speed, response);
    } else if (std::fabs(straight.current) >= limit) {
      change = reaches_limit(free_speed, response);
    }
  }
  return change ? from(*change, free_speed, response) : straight;
}

double DriveLaw::turning_round(double before, double after) const {
  const double n = drive_.gear.ratio;
  return n * n * drive_.rotor_inertia * (back_gain_ * after - drive_.gear.efficiency * before);
}

double DriveLaw::steady_current(double speed) const {
  if (demand_.open_circuit) return 0;
  const double limit = drive_.current_limit;
  const auto under = [&](double voltage) {
    return (voltage - drive_.torque_constant * drive_.gear.ratio * speed) / drive_.resistance;
  };
  if (demand_.current_source) {
    return std::clamp(std::clamp(demand_.current, -limit, limit), under(-demand_.voltage),
                      under(demand_.voltage));
  }
  const double asked = demand_.voltage - demand_.speed_gain * (speed - measured_speed_);
  return std::clamp(under(std::clamp(asked, -drive_.supply_voltage, drive_.supply_voltage)), -limit, limit);
}

double DriveLaw::steady_torque(double speed) const {
  const double sign = std::copysign(1.0, speed);
  return at_joint(drive_.torque_constant * steady_current(speed) -
                      drive_.viscous_friction * drive_.gear.ratio * speed - sign * drive_.coulomb_friction,
                  sign);
}

void heat_winding(const DriveConfig& drive, DriveState& state, double current, double h) {
  if (!drive.thermal) return;
  const DriveThermalConfig& t = *drive.thermal;
  const double settled = t.ambient + t.resistance * current * current * drive.resistance;
  state.temperature = settled + (state.temperature - settled) * exponential(-h / t.time_constant);
  if (state.temperature > t.limit) state.burned = true;
}

}  // namespace drawbar::physics
