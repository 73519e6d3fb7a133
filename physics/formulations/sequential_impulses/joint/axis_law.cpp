// The law of one axis: on which piece of it a kick ends, with limits that bounce.
#include <algorithm>
#include <cmath>

#include "physics/constraint/impact.h"
#include "physics/constraint/stopping.h"
#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"

namespace drawbar::physics {
namespace {

/// Two pieces of one law are the same to this part; of an axis that turns round within the kick, of which the
/// time until it stands is estimated, to the second.
constexpr double kSamePiece = 1e-6;
constexpr double kSameTurn = 1e-3;
/// An impact so late in a drift, as a part of it, is left to the next.
constexpr double kLastImpact = 1 - 1e-6;
/// The way back from an impact is faster than reckoned by no more than this part, and by no more than what
/// accelerates the axis: the second kick finds it where the drift turned it to.
constexpr double kFasterBack = 0.1;
/// An impulse that is owed differs from the lever law's by what springs, dampers and motors give in a kick:
/// by no more than this part of the whole.
constexpr double kMostOfLaw = 0.1;

/// Samples of a law on each side of rest.
constexpr int kSamples = 16;

// Of a law over a rate that changes evenly; it may jump at 0.
template <class Law>
double mean_between(double from, double to, const Law& law) {
  const auto straight = [&](double start, double end) {
    double sum = 0;
    for (int i = 0; i < kSamples; ++i) sum += law(start + (i + 0.5) / kSamples * (end - start));
    return sum / kSamples;
  };
  if (!(from * to < 0)) return straight(from, to);
  const double part = from / (from - to);
  return part * straight(from, 0) + (1 - part) * straight(0, to);
}

bool close(double a, double b, double scale, double part) {
  return std::fabs(a - b) <= part * (std::fabs(scale) + 1e-12);
}

}  // namespace

// Rates beyond which a hard limit would be overrun within the drift; an impact turns the rate round where it
// is. A stop that gives way is a spring while it is pressed.
void AxisLoads::prepare_limits(Load& load, const AxisLimit& limit) const {
  const double h = times_.drift;
  if (limit.stiffness) return load.soft.add_stop(limit);
  const AxisState& state = view_.state.joints[load.joint].axes[load.axis];
  if (times_.closing) {
    if (state.mode == AxisMode::at_lower) load.lowest = 0;
    if (state.mode == AxisMode::at_upper) load.highest = 0;
    return;
  }
  if (!(h > 0)) return;
  load.lowest = std::min((limit.lower - load.soft.position) / h, kReturnSpeed);
  load.highest = std::max((limit.upper - load.soft.position) / h, -kReturnSpeed);
  if (!(limit.restitution > 0 && std::fabs(load.soft.rate) > kRestitutionThreshold)) return;
  const bool locks = load.drive != kNone && physics::locks(view_.config.drives[load.drive].gear);
  load.may_bounce = load.owed == 0 && !locks;
}

bool AxisLoads::strikes(const Load& load) const {
  if (!load.may_bounce || load.piece.held || trial_.broken(load.joint)) return false;
  return load.solved_rate < load.lowest || load.solved_rate > load.highest;
}

// All that the last solve takes beyond their limits. Only once the other axes are on their pieces is it known
// which these are and how fast.
bool AxisLoads::rebound() {
  bool any = false;
  for (const std::size_t n : present_) {
    Load& load = loads_[n];
    if (!strikes(load)) continue;
    const bool alone = !bounce();
    load.may_bounce = false;
    rebound(load);
    if (load.bounces && !alone) share_nothing();
    stop_at_limit(load, load.solved_rate, load.piece, load.motor);
    any = true;
  }
  return any;
}

// An axis that a drift at its solved rate takes beyond a limit bounces off it at an instant within the drift,
// which the acceleration of the kick tells. Of the impulse the kicks at both ends give what the lever law
// says: the first (1 - share), so that the drift ends where the way back does, and the next the rest. Both
// err with the square of the substep wherever in the drift the impact is.
void AxisLoads::rebound(Load& load) {
  const double rate = load.solved_rate;
  const AxisLimit& limit = *view_.config.joints[load.joint].axes[load.axis].limit;
  const bool low = rate < load.lowest;
  const double h = times_.drift;
  const double room = (low ? limit.lower : limit.upper) - load.soft.position;
  double acceleration = (rate - load.soft.rate) / times_.kick;
  if (std::fabs(h * acceleration) > std::fabs(rate)) acceleration = 0;  // a jump: no part of the way
  const double inwards = low ? 1.0 : -1.0;
  if (!(inwards * load.soft.rate < -kRestitutionThreshold)) return;
  const auto impact =
      impact_within(-inwards * room, inwards * rate, inwards * acceleration, limit.restitution, h);
  if (!impact || !(impact->before < -kRestitutionThreshold)) return;
  const double share = impact->delay / h;
  const double reached = rate + (1 - share) * (inwards * impact->speed - rate);
  const bool turns_round = low ? reached > load.lowest : reached < load.highest;
  if (!turns_round || share > kLastImpact) return;
  load.bounces = true;
  load.rebound = inwards * impact->speed;
  load.struck = inwards * impact->before;
  load.returned = -limit.restitution * load.struck;
  load.rate_past = rate;
  load.torque_past = load.torque;
  load.share = share;
  load.fastest_back = (1 + kFasterBack) * std::fabs(load.rebound) + h * std::fabs(acceleration);
  (low ? load.lowest : load.highest) = reached;
}

// Several stops share no impulses: the next kick could not tell what each may give without more energy.
void AxisLoads::share_nothing() {
  for (const std::size_t n : present_) {
    Load& load = loads_[n];
    if (!load.bounces) continue;
    load.share = 0;
    (load.soft.rate < 0 ? load.lowest : load.highest) = load.rebound;
  }
}

// Of the limit's impulse, what it has not given yet. In all it turns round the axis's inertia and the rotor
// behind its gear; what springs, dampers and the motor did meanwhile was their own affair. The inertia is
// what the change of rate took that the limit made. Where pieces of other axes changed with it, that is not
// to be known, and the lever law serves.
//
// Friction, dampers and motors see a rate that changes evenly within a kick, from the middle of a drift to
// that of the next, instead of one that jumps at the instant of the impact. Over both kicks that makes no
// difference to what is proportional to the rate, but where a kick opens or closes the frame; to what is not,
// such as dry friction, a lossy gear or a current at its limit, it does. They are made good for it, as if the
// rates were steady besides.
void AxisLoads::owe(Load& load) const {
  const auto rubs = [&](double rate) { return -std::copysign(load.coulomb, rate); };
  const double by_itself =
      load.drive != kNone ? load.motor.torque : mean_between(load.struck, load.solved_rate, rubs);
  const double given = times_.kick * (load.torque - by_itself);
  const double by_lever = load.share / (1 - load.share) * given;
  const double changed = load.solved_rate - load.rate_past;
  const double inertia = times_.kick * (load.torque - load.torque_past) / changed - load.gain;
  double all = inertia * (load.returned - load.struck);
  if (load.drive != kNone) all += load.law->turning_round(load.struck, load.returned);
  const double drag = by_lever + given - all;
  if (!(std::fabs(drag) <= kMostOfLaw * std::fabs(given + by_lever))) {
    load.owed = load.owed_closing = by_lever;
    return;
  }
  const double h = times_.drift;
  const double before = 0.5 * times_.before();
  const double until = before + load.share * h;
  const auto torque_at = [&](double rate) {
    const double motor_or_friction = load.drive != kNone ? load.law->steady_torque(rate) : rubs(rate);
    return motor_or_friction - load.soft.damping * rate;
  };
  const double first = mean_between(load.struck, load.solved_rate, torque_at);
  const double second = mean_between(load.solved_rate, load.returned, torque_at);
  const auto owed = [&](double after) {
    const double all_time = before + h + after;
    const double as_it_is = until * torque_at(load.struck) + (all_time - until) * torque_at(load.returned);
    return all - given + as_it_is - (before + 0.5 * h) * first - (0.5 * h + after) * second;
  };
  load.owed = owed(0.5 * h);
  load.owed_closing = owed(0);
}

// What was reckoned before the drift may throw the axis where the drift has turned it to: then part of it is
// not paid. Too much rather than too little, as a parent that recoils makes the axis lighter than `inertia`.
bool AxisLoads::owes_too_much(Load& load) const {
  const double excess = std::copysign(1.0, load.owed) * load.solved_rate - load.fastest_back;
  if (load.owed == 0 || load.piece.held || !(excess > 0)) return false;
  const double inertia = load.inertia + load.gain + times_.kick * load.piece.slope;
  const double kept = std::max(0.0, std::fabs(load.owed) - inertia * excess);
  load.owed = std::copysign(kept, load.owed);
  return true;
}

// With which a held axis returns within the drift to where it stuck.
double AxisLoads::rate_back(const Load& load) const {
  return times_.drift > 0 && !times_.closing ? (load.held_position - load.soft.position) / times_.drift : 0.0;
}

// The piece the axis was on, where its law still has it.
AxisLoads::Piece AxisLoads::first_piece(const Load& load) const {
  const AxisMode before = view_.state.joints[load.joint].axes[load.axis].mode;
  Piece piece;
  if (times_.kick <= 0) return piece;
  DriveSolution motor;
  if (load.may_bounce || load.owed != 0) {
    double rate = 0;
    return solve_between_limits(load, load.soft.rate, 1e-12, motor, rate);
  }
  if (before == AxisMode::at_lower && load.lowest > -kUnbounded && load.lowest >= load.soft.rate) {
    return {AxisMode::at_lower, true, load.lowest, 0, 0};
  }
  if (before == AxisMode::at_upper && load.highest < kUnbounded && load.highest <= load.soft.rate) {
    return {AxisMode::at_upper, true, load.highest, 0, 0};
  }
  if (before == AxisMode::stuck && (load.coulomb > 0 || load.drive != kNone)) {
    return {AxisMode::stuck, true, rate_back(load), 0, 0};
  }
  return solve(load, load.soft.rate, 1e-12, motor);
}

// `rate`: at which the law balances.
AxisLoads::Piece AxisLoads::solve_between_limits(const Load& load, double free, double response,
                                                 DriveSolution& motor, double& rate) const {
  Piece piece;
  rate = free;
  const double back = rate_back(load);
  if (times_.kick <= 0) return piece;
  if (load.drive != kNone) {
    motor = load.law->solve(free, response);
    const DriveSolution& s = motor;
    rate = s.speed;
    piece.mode = s.mode;
    piece.held = !(s.slope < kUnbounded);
    piece.rate = s.mode == AxisMode::stuck ? back : s.speed;
    piece.turned = s.turned;
    if (!piece.held) {
      piece.slope = s.slope;
      piece.offset = s.torque + s.slope * s.speed;
    }
  } else if (load.coulomb > 0) {
    const double most = response * load.coulomb;
    const double before = load.soft.rate;
    const double sign_before = std::copysign(1.0, before);
    const double goes_on = free - sign_before * most;
    if (back == 0 && goes_on * before < 0 && (before - free) * sign_before > most) {
      // It comes to rest within the kick, and what turned it round drives it on: friction acts against both
      // motions, each for its time.
      const double part = before / (before - goes_on);
      piece.mode = sign_before > 0 ? AxisMode::sliding_backward : AxisMode::sliding_forward;
      piece.offset = sign_before * (1 - 2 * part) * load.coulomb;
      piece.turned = true;
      rate = free + response * piece.offset;
    } else if (std::fabs(free - back) <= most) {
      piece = {AxisMode::stuck, true, back, 0, 0};
      rate = back;
    } else {
      const double sign = free > back ? 1.0 : -1.0;
      piece.mode = sign > 0 ? AxisMode::sliding_forward : AxisMode::sliding_backward;
      piece.offset = -sign * load.coulomb;
      rate = free - sign * most;
    }
  }
  return piece;
}

AxisLoads::Piece AxisLoads::solve(const Load& load, double free, double response,
                                  DriveSolution& motor) const {
  double rate = 0;
  Piece piece = solve_between_limits(load, free, response, motor, rate);
  if (times_.kick > 0) stop_at_limit(load, rate, piece, motor);
  return piece;
}

void AxisLoads::stop_at_limit(const Load& load, double rate, Piece& piece, DriveSolution& motor) const {
  const bool low = rate < load.lowest;
  if (!low && !(rate > load.highest)) return;
  piece = {low ? AxisMode::at_lower : AxisMode::at_upper, true, low ? load.lowest : load.highest, 0, 0};
  // The motor runs on at the speed of the stop.
  if (load.drive != kNone) motor = load.law->solve(piece.rate, 1e-12);
}

bool AxisLoads::is_still_on(const Load& load, const Piece& next) {
  const Piece& piece = load.piece;
  if (next.mode != piece.mode || next.held != piece.held) return false;
  const double part = next.turned && piece.turned ? kSameTurn : kSamePiece;
  if (next.held) return close(next.rate, piece.rate, next.rate, part);
  const double torque = std::fabs(next.offset) + load.coulomb + next.slope * std::fabs(load.solved_rate);
  return close(next.slope, piece.slope, next.slope, part) && close(next.offset, piece.offset, torque, part);
}

}  // namespace drawbar::physics
