#include "physics/formulations/sequential_impulses/joint/axis_play.h"

#include <algorithm>
#include <cmath>

#include "physics/formulations/sequential_impulses/joint/axis_law.h"
#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

/// rad/s per N m: of what pushes nothing.
constexpr double kUnloaded = 1e12;
/// And of an axis that nothing moves.
constexpr double kUnmoved = 1e-12;
/// Of the play: so near to its end is at its end.
constexpr double kAtEnd = 1e-9;

// The side on which the drive pushes, where both would go on at these rates; 0: neither.
double side_of(const AxisPlay& play, const KickTimes& times, double gear_rate, double rate) {
  if (times.closing || !(times.drift > 0)) {
    const double side = std::copysign(1.0, play.before.offset);
    const bool touches = std::fabs(play.before.offset) >= (1 - kAtEnd) * play.half;
    return touches && side * (gear_rate - rate) > 0 ? side : 0;
  }
  const double end = play.before.offset + times.drift * (gear_rate - rate);
  return std::fabs(end) > play.half ? std::copysign(1.0, end) : 0;
}

// By which the gear's side is faster than the axis that it pushes: what is left of the way.
double closing_rate(const AxisPlay& play, const KickTimes& times, double side) {
  if (times.closing || !(times.drift > 0)) return 0;
  return (side * play.half - play.before.offset) / times.drift;
}

}  // namespace

LawSegment solve_with_play(const AxisConstraint& load, const KickTimes& times, double free, double response,
                           DriveSolution& motor, double& rate) {
  const AxisPlay& play = load.motor.play;
  motor = play.alone->solve(play.before.rate, kUnloaded);
  motor.torque = 0;
  LawSegment piece = solve_friction(load, 0, free, response, rate);
  piece.side = side_of(play, times, motor.speed, rate);
  if (piece.side == 0) return piece;
  const double closing = closing_rate(play, times, piece.side);
  motor = load.motor.law->solve(free + closing, response);
  rate = motor.speed - closing;
  piece = {motor.mode, !(motor.slope < kUnbounded), rate, 0, 0, motor.turned, piece.side};
  if (!piece.held) {
    piece.slope = motor.slope;
    piece.offset = motor.torque + motor.slope * rate;
  }
  return piece;
}

DriveSolution drive_behind_play(const AxisConstraint& load, const KickTimes& times, double rate) {
  const AxisPlay& play = load.motor.play;
  const DriveSolution alone = play.alone->solve(play.before.rate, kUnloaded);
  const double side = side_of(play, times, alone.speed, rate);
  if (side == 0) return alone;
  return load.motor.law->solve(rate + closing_rate(play, times, side), kUnmoved);
}

PlayState play_after(const KickTimes& times, const AxisConstraint& load) {
  const AxisPlay& play = load.motor.play;
  PlayState after{play.before.offset, load.motor.solution.speed};
  if (times.closing) return after;
  const double end = after.offset + times.drift * (after.rate - load.solved_rate);
  after.offset = load.piece.side != 0 ? load.piece.side * play.half : std::clamp(end, -play.half, play.half);
  return after;
}

double held_place(const AxisConstraint& load) {
  if (load.drive == kNone || !(load.motor.play.half > 0) || load.piece.side == 0) return load.held_position;
  return load.soft.position + load.motor.play.before.offset - load.piece.side * load.motor.play.half;
}

}  // namespace drawbar::physics
