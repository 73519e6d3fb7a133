#include "physics/formulations/sequential_impulses/joint/axis_impact.h"

#include <algorithm>
#include <cmath>

#include "physics/constraint/impact.h"
#include "physics/constraint/stopping.h"

namespace drawbar::physics {
namespace {

/// An impact so late in a drift, as a part of it, is left to the next.
constexpr double kLastImpact = 1 - 1e-6;
/// The way back from an impact is faster than reckoned by no more than this part, and by no more than what
/// accelerates the axis: the second kick finds it where the drift turned it to.
constexpr double kFasterBack = 0.1;
/// An impulse that is deferred differs from the lever law's by what springs, dampers and motors give in a
/// kick: by no more than this part of the whole.
constexpr double kMostOfLaw = 0.1;

/// Samples of a law on each side of rest.
constexpr int kSamples = 16;

// Mean of a law over a rate that changes evenly; the law may jump at 0.
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

}  // namespace

// An axis that a drift at its solved rate takes beyond a limit bounces off it at an instant within the drift,
// which the acceleration of the kick tells. Of the impulse the kicks at both ends give what the lever law
// says: the first (1 - share), so that the drift ends where the way back does, and the next the rest. Both
// err with the square of the substep wherever in the drift the impact is.
void find_limit_impact(const AxisLimit& limit, const KickTimes& times, AxisConstraint& load) {
  const double rate = load.solved_rate;
  const bool low = rate < load.lowest;
  const double h = times.drift;
  const double room = (low ? limit.lower : limit.upper) - load.soft.position;
  double acceleration = (rate - load.soft.rate) / times.kick;
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
  load.impact.bounces = true;
  load.impact.rebound = inwards * impact->speed;
  load.impact.rate_before = inwards * impact->before;
  load.impact.rate_after = -limit.restitution * load.impact.rate_before;
  load.impact.rate_past = rate;
  load.impact.torque_past = load.torque;
  load.impact.share = share;
  load.impact.fastest_back = (1 + kFasterBack) * std::fabs(load.impact.rebound) + h * std::fabs(acceleration);
  (low ? load.lowest : load.highest) = reached;
}

// Computes the part of the limit impulse that is still due in the next kick: total - given. The total turns
// round the axis's inertia and the rotor behind its gear; springs, dampers and the motor act beside it. The
// inertia follows from the change of rate that the limit made. Where segments of other axes changed with it
// the inertia is unknown, and the lever law serves.
//
// Friction, dampers and motors see a rate that changes evenly within a kick, from the middle of a drift to
// that of the next, instead of one that jumps at the instant of the impact. Over both kicks that makes no
// difference to what is proportional to the rate, but where a kick opens or closes the frame; to what is not,
// such as dry friction, a lossy gear or a current at its limit, it does. They are made good for it, as if the
// rates were steady besides.
void split_limit_impulse(const KickTimes& times, AxisConstraint& load) {
  const auto rubs = [&](double rate) { return -std::copysign(load.coulomb, rate); };
  const double by_itself = load.drive != kNone
                               ? load.motor.solution.torque
                               : mean_between(load.impact.rate_before, load.solved_rate, rubs);
  const double given = times.kick * (load.torque - by_itself);
  const double by_lever = load.impact.share / (1 - load.impact.share) * given;
  const double changed = load.solved_rate - load.impact.rate_past;
  const double inertia = times.kick * (load.torque - load.impact.torque_past) / changed - load.step.gain;
  double all = inertia * (load.impact.rate_after - load.impact.rate_before);
  if (load.drive != kNone)
    all += load.motor.law->turning_round(load.impact.rate_before, load.impact.rate_after);
  const double drag = by_lever + given - all;
  if (!(std::fabs(drag) <= kMostOfLaw * std::fabs(given + by_lever))) {
    load.impact.deferred = load.impact.deferred_at_close = by_lever;
    return;
  }
  const double h = times.drift;
  const double before = 0.5 * times.before();
  const double until = before + load.impact.share * h;
  const auto torque_at = [&](double rate) {
    const double motor_or_friction = load.drive != kNone ? load.motor.law->steady_torque(rate) : rubs(rate);
    return motor_or_friction - load.soft.damping * rate;
  };
  const double first = mean_between(load.impact.rate_before, load.solved_rate, torque_at);
  const double second = mean_between(load.solved_rate, load.impact.rate_after, torque_at);
  const auto deferred = [&](double after) {
    const double all_time = before + h + after;
    const double as_it_is =
        until * torque_at(load.impact.rate_before) + (all_time - until) * torque_at(load.impact.rate_after);
    return all - given + as_it_is - (before + 0.5 * h) * first - (0.5 * h + after) * second;
  };
  load.impact.deferred = deferred(0.5 * h);
  load.impact.deferred_at_close = deferred(0);
}

// The deferred impulse was computed before the drift and may throw the axis in its new position: then a part
// of it is cancelled. Too much is cancelled rather than too little, as a recoiling parent makes the axis
// lighter than `inertia`.
bool defers_too_much(const KickTimes& times, AxisConstraint& load) {
  const double excess =
      std::copysign(1.0, load.impact.deferred) * load.solved_rate - load.impact.fastest_back;
  if (load.piece.held || !(excess > 0)) return false;
  const double inertia = load.inertia + load.gain + times.kick * load.piece.slope;
  const double kept = std::max(0.0, std::fabs(load.impact.deferred) - inertia * excess);
  load.impact.deferred = std::copysign(kept, load.impact.deferred);
  return true;
}

}  // namespace drawbar::physics
