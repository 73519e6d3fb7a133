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

// The piece in which a free mass ends under implicit Euler. The force never falls: the way goes in one
// direction.
ElasticLaw::Piece final_piece(const SoftLoad& load, double inertia, double h) {
  ElasticLaw::Piece piece = load.elastic.piece(load.position, load.rate > 0);
  int direction = 0;
  for (;;) {
    const double rate =
        (inertia * load.rate - h * piece.force(load.position)) / (inertia + h * h * piece.slope);
    const double end = load.position + h * rate;
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
  const double phase = h * std::sqrt(k / inertia);
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
      const ElasticLaw::Mean mean = load.elastic.mean(x, x + after * u);
      step.impulse += slow * 0.5 * after * mean.force;
      step.gain += slow * 0.5 * after * after * mean.slope;
    }
    const double heavier = slow * 0.5 * ps * k;
    step.gain += heavier * after * after;
    step.impulse += slow * times.kick * k * ps * h * (u - load.smoothed_rate) -
                    heavier * (before * before - after * after) * u;
  }
  step.gain += b * h * h * k;
  step.impulse += b * (times.kick * piece.force(load.position) + h * h * k * u);
  return step;
}

SoftTarget soft_target(const SoftLoad& load, double inertia, const KickTimes& times) {
  const SoftStep step = soft_step(load, inertia, times);
  const double softness = 1.0 / std::max(step.gain, kLeastGain * inertia);
  return {softness, load.rate - step.impulse * softness};
}

}  // namespace drawbar::physics
