#include "physics/formulations/sequential_impulses/joint/axis_law.h"

#include <algorithm>
#include <cmath>

#include "physics/formulations/sequential_impulses/joint/axis_play.h"
#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

/// Two pieces of one law are the same to this part; of an axis that turns round within the kick, of which the
/// time until it stands is estimated, to the second.
constexpr double kSamePiece = 1e-6;
constexpr double kSameTurn = 1e-3;

bool close(double a, double b, double scale, double part) {
  return std::fabs(a - b) <= part * (std::fabs(scale) + 1e-12);
}

bool can_stick(const AxisConstraint& load) {
  return load.drive == kNone ? load.coulomb > 0 : load.motor.play.half == 0;
}

// With which a held axis returns within the drift to where it stuck.
double rate_back(const AxisConstraint& load, const KickTimes& times) {
  return times.drift > 0 && !times.closing ? (load.held_position - load.soft.position) / times.drift : 0.0;
}

}  // namespace

LawSegment solve_between_limits(const AxisConstraint& load, const KickTimes& times, double free,
                                double response, DriveSolution& motor, double& rate) {
  LawSegment piece;
  rate = free;
  const double back = rate_back(load, times);
  if (times.kick <= 0) return piece;
  if (load.drive != kNone && load.motor.play.half > 0) {
    piece = solve_with_play(load, times, free, response, motor, rate);
  } else if (load.drive != kNone) {
    motor = load.motor.law->solve(free, response);
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
  } else {
    piece = solve_friction(load, back, free, response, rate);
  }
  return piece;
}

LawSegment solve_friction(const AxisConstraint& load, double back, double free, double response,
                          double& rate) {
  LawSegment piece;
  rate = free;
  if (load.coulomb > 0) {
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

void hold_at_limit(const AxisConstraint& load, const KickTimes& times, double rate, LawSegment& piece,
                   DriveSolution& motor) {
  const bool low = rate < load.lowest;
  piece = {low ? AxisMode::at_lower : AxisMode::at_upper, true, low ? load.lowest : load.highest, 0, 0};
  // The motor runs on at the speed of the stop.
  if (load.drive == kNone) return;
  motor = load.motor.play.half > 0 ? drive_behind_play(load, times, piece.rate)
                                   : load.motor.law->solve(piece.rate, 1e-12);
}

LawSegment solve_law(const AxisConstraint& load, const KickTimes& times, double free, double response,
                     DriveSolution& motor) {
  double rate = 0;
  LawSegment piece = solve_between_limits(load, times, free, response, motor, rate);
  if (times.kick > 0) stop_at_limit(load, times, rate, piece, motor);
  return piece;
}

LawSegment first_segment(const AxisConstraint& load, AxisMode before, const KickTimes& times) {
  LawSegment piece;
  if (times.kick <= 0) return piece;
  DriveSolution motor;
  if (load.impact.may_bounce || load.impact.deferred != 0) {
    double rate = 0;
    return solve_between_limits(load, times, load.soft.rate, 1e-12, motor, rate);
  }
  if (before == AxisMode::at_lower && load.lowest > -kUnbounded && load.lowest >= load.soft.rate) {
    return {AxisMode::at_lower, true, load.lowest, 0, 0};
  }
  if (before == AxisMode::at_upper && load.highest < kUnbounded && load.highest <= load.soft.rate) {
    return {AxisMode::at_upper, true, load.highest, 0, 0};
  }
  if (before == AxisMode::stuck && can_stick(load)) {
    return {AxisMode::stuck, true, rate_back(load, times), 0, 0};
  }
  return solve_law(load, times, load.soft.rate, 1e-12, motor);
}

LawSegment step_towards(const AxisConstraint& load, const KickTimes& times, const LawSegment& next) {
  const bool slides_against =
      (load.piece.mode == AxisMode::sliding_forward && next.mode == AxisMode::sliding_backward) ||
      (load.piece.mode == AxisMode::sliding_backward && next.mode == AxisMode::sliding_forward);
  if (!slides_against || !can_stick(load)) return next;
  return {AxisMode::stuck, true, rate_back(load, times), 0, 0};
}

bool is_still_on(const AxisConstraint& load, const LawSegment& next) {
  const LawSegment& piece = load.piece;
  if (next.mode != piece.mode || next.held != piece.held || next.side != piece.side) return false;
  const double part = next.turned && piece.turned ? kSameTurn : kSamePiece;
  if (next.held) return close(next.rate, piece.rate, next.rate, part);
  const double torque = std::fabs(next.offset) + load.coulomb + next.slope * std::fabs(load.solved_rate);
  return close(next.slope, piece.slope, next.slope, part) && close(next.offset, piece.offset, torque, part);
}

}  // namespace drawbar::physics
