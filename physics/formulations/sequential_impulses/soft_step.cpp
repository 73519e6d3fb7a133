#include "physics/formulations/sequential_impulses/soft_step.h"

#include <algorithm>
#include <cmath>

#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

/// Phases h w between which implicit Euler takes over.
constexpr double kResolved = 1;
constexpr double kUnresolved = 3;
/// A row needs a gain; this part of the inertia is as good as none.
constexpr double kLeastGain = 1e-9;
/// Laws that differ by this part of their impulse, or by one that changes the rate by so much (m/s or rad/s),
/// are the same.
constexpr double kSameImpulse = 1e-6;
constexpr double kSettledSpeed = 1e-6;

// The piece in which a mass that would move at `free_rate` ends under implicit Euler. The force never falls:
// the way goes in one direction.
ElasticLaw::Piece final_piece(const SoftLoad& load, double inertia, double h) {
  ElasticLaw::Piece piece = load.elastic.piece(load.position, load.free_rate > 0);
  int direction = 0;
  for (;;) {
    const double rate = (inertia * load.free_rate - h * piece.force(load.position + load.bend)) /
                        (inertia + h * h * piece.slope);
    const double end = load.position + load.bend + h * rate;
    if (end > piece.upper && direction >= 0) {
      direction = 1;
      piece = load.elastic.piece(piece.upper, true);
    } else if (end < piece.lower && direction <= 0) {
      direction = -1;
      piece = load.elastic.piece(piece.lower, false);
    } else {
      return piece;
    }
  }
}

}  // namespace

void SoftLoad::add_damper(const AxisSpring& spring) {
  const SpringForce damper = damper_force(spring, rate);
  drag += damper.force - damper.slope * rate;
  damping += spring.damping + damper.slope;
}

void SoftLoad::add_stop(const AxisLimit& limit) {
  if (!limit.stiffness) return;
  elastic.add_stop(limit);
  const double over = position > limit.upper   ? position - limit.upper
                      : position < limit.lower ? position - limit.lower
                                               : 0.0;
  const double push = *limit.stiffness * over + limit.damping * rate;
  if (push * over > 0) damping += limit.damping;  // else it would pull
}

SoftStep soft_step(const SoftLoad& load, double inertia, const KickTimes& times) {
  const double h = times.drift;
  const double u = load.rate;
  const double ph = load.damping > 0 ? std::max(0.5, 0.556 - inertia / (h * load.damping)) : 0.5;
  SoftStep step{ph * h * load.damping, times.kick * (load.drag + load.damping * u)};
  if (load.elastic.empty()) return step;

  const ElasticLaw::Piece piece = final_piece(load, inertia, h);
  const double k = piece.slope;
  // What leaves a stiff piece must not take along what that piece stores for want of a shorter drift.
  const double came_from = load.position - times.before() * u;
  const double stiffest = std::max(
      {k, load.elastic.piece(load.position, load.free_rate > 0).slope, load.elastic.piece(came_from).slope});
  const double phase = h * std::sqrt(stiffest / inertia);
  const double t = std::clamp((phase - kResolved) / (kUnresolved - kResolved), 0.0, 1.0);
  const double b = t * t * (3 - 2 * t);
  const double ps = 0.25 * b;
  const double slow = 1 - b;
  const double before = times.before();
  const double after = times.after();
  if (slow > 0) {
    const double x = load.position;
    if (before > 0) step.impulse += slow * 0.5 * before * load.elastic.mean(x, x - before * u).force;
    if (after > 0) {
      const ElasticLaw::Mean mean = load.elastic.mean(x, x + after * load.new_rate);
      step.impulse += slow * 0.5 * after * (mean.force + mean.slope * after * (u - load.new_rate));
      step.gain += slow * 0.5 * after * after * mean.slope;
    }
    const double heavier = slow * 0.5 * ps * k;
    step.gain += heavier * after * after;
    step.impulse += slow * times.kick * k * ps * h * (u - load.smoothed_rate) -
                    heavier * (before * before - after * after) * u;
  }
  step.unresolved = b * h * h * k;
  step.gain += step.unresolved;
  step.impulse += b * (times.kick * piece.force(load.position) + h * k * (load.bend + h * u));
  return step;
}

bool ends_elsewhere(const SoftLoad& load, double inertia, double bend, const KickTimes& times) {
  SoftLoad bent = load;
  bent.bend = bend;
  const double h = times.drift;
  const double before = final_piece(load, inertia, h).slope;
  const double after = final_piece(bent, inertia, h).slope;
  return before != after && h * h * std::max(before, after) > kResolved * kResolved * inertia;
}

bool changes_at(double new_rate, const SoftStep& step, double inertia, const KickTimes& times,
                SoftLoad& load) {
  if (load.elastic.straight()) return false;
  const double impulse = step.at(load.rate, new_rate);
  SoftLoad next = load;
  next.new_rate = new_rate;
  next.free_rate = new_rate + impulse / inertia;
  const double better = soft_step(next, inertia, times).at(load.rate, new_rate);
  const double same = kSettledSpeed * inertia + kSameImpulse * (std::fabs(better) + std::fabs(impulse));
  if (std::fabs(better - impulse) <= same) return false;
  load = next;
  return true;
}

SoftTarget soft_target(const SoftStep& step, double rate, double inertia) {
  const double softness = 1.0 / std::max(step.gain, kLeastGain * inertia);
  return {softness, rate - step.impulse * softness};
}

}  // namespace drawbar::physics
