#include "physics/formulations/sequential_impulses/joint/compliant_law.h"

#include <algorithm>
#include <cmath>

#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

/// Phases h w, and h c/m of a stop's damper, between which implicit Euler takes over.
constexpr double kResolved = 1;
constexpr double kUnresolved = 3;
/// A row needs a gain; this part of the inertia is as good as none.
constexpr double kLeastGain = 1e-9;
/// Laws that differ by this part of their impulse, or by one that changes the rate by so much (m/s or rad/s),
/// are the same.
constexpr double kSameImpulse = 1e-6;
constexpr double kSameSpeed = 1e-6;

double unresolved_part(double phase) {
  const double t = std::clamp((phase - kResolved) / (kUnresolved - kResolved), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// Damping besides that of the stop.
SoftStep drag_step(const SoftLoad& load, double inertia, const KickTimes& times) {
  SoftStep step;
  step.impulse = times.kick * (load.drag + load.damping * load.rate);
  if (load.damping > 0) {
    const double resistance = times.drift * load.damping;
    step.gain = std::max(0.5, 0.556 - inertia / resistance) * resistance;
  }
  return step;
}

struct Ending {
  ElasticLaw::Piece piece;   // of the elastic law: without the stop where that does not press
  ElasticLaw::Piece acting;  // the same with the stop's damper
};

// A way that ends at x = `end`, on the piece `acting` of the law with the stop's damper.
Ending ending_at(const SoftLoad& load, const ElasticLaw& damped, const ElasticLaw::Piece& acting,
                 double end) {
  if (!(load.stop_damping > 0)) return {acting, acting};
  const ElasticLaw elastic = damped.overrun(end) != 0 ? load.elastic : load.elastic.without_stop();
  return {elastic.piece(end, end > load.position), acting};
}

// Where the way ends at the new rate; as long as that is not known, of a mass that goes on as before under
// implicit Euler. The force never falls: the way goes in one direction.
Ending ending(const SoftLoad& load, double inertia, const KickTimes& times) {
  const double h = times.drift;
  const ElasticLaw law = load.elastic.damped(load.position, load.stop_damping / h);
  const double from = load.position + load.curvature_offset;
  if (load.solved) {
    const double end = from + h * load.new_rate;
    return ending_at(load, law, law.piece(end, end > load.position), end);
  }
  const SoftStep drag = drag_step(load, inertia, times);
  const double momentum = inertia * load.rate - drag.at(load.rate, 0);
  ElasticLaw::Piece acting = law.piece(load.position, momentum > 0);
  for (int direction = 0;;) {
    const double rate = (momentum - h * acting.force(from)) / (inertia + drag.gain + h * h * acting.slope);
    const double end = from + h * rate;
    if (end > acting.upper && direction >= 0) {
      direction = 1;
      acting = law.piece(acting.upper, true);
    } else if (end < acting.lower && direction <= 0) {
      direction = -1;
      acting = law.piece(acting.lower, false);
    } else {
      return ending_at(load, law, acting, end);
    }
  }
}

// Whether the stop presses on a way from x to y: it does not pull what leaves it faster than it follows.
bool presses(const SoftLoad& load, double x, double y, double rate) {
  const ElasticLaw& elastic = load.elastic;
  if (!(load.stop_damping > 0)) return true;
  const double force = 0.5 * (elastic.stop_force(x) + elastic.stop_force(y));
  return force * (force + load.stop_damping * rate) > 0;
}

// The law of a load, of which one piece has been found: most ways lead nowhere else.
class LawAround {
 public:
  // `piece` is the law's own where no stop is damped.
  LawAround(const SoftLoad& load, const ElasticLaw::Piece& piece)
      : law_(load.elastic), piece_(piece), known_(!(load.stop_damping > 0)) {}

  double slope(double x, bool upwards = false) const {
    return on_piece(x) ? piece_.slope : law_.piece(x, upwards).slope;
  }
  ElasticLaw::Mean mean(double from, double to, bool with_stop) const {
    if (on_piece(from) && on_piece(to)) {
      return {0.5 * (piece_.force(from) + piece_.force(to)), 0.5 * piece_.slope};
    }
    return with_stop ? law_.mean(from, to) : law_.without_stop().mean(from, to);
  }

 private:
  bool on_piece(double x) const { return known_ && x > piece_.lower && x < piece_.upper; }

  const ElasticLaw& law_;
  const ElasticLaw::Piece& piece_;
  bool known_;
};

}  // namespace

void SoftLoad::add_damper(const AxisSpring& spring) {
  const SpringForce damper = damper_force(spring, rate);
  drag += damper.force - damper.slope * rate;
  damping += spring.damping + damper.slope;
}

void SoftLoad::add_stop(const AxisLimit& limit) {
  if (!limit.stiffness) return;
  elastic.add_stop(limit);
  stop_damping = limit.damping;
}

SoftStep soft_step(const SoftLoad& load, double inertia, const KickTimes& times) {
  const double h = times.drift;
  const double u = load.rate;
  SoftStep step = drag_step(load, inertia, times);
  if (load.elastic.empty()) return step;

  const Ending end = ending(load, inertia, times);
  const ElasticLaw::Piece& piece = end.piece;
  const double k = piece.slope;
  // An axis that leaves a stiff segment must not take along the energy that the segment stores only because
  // the drift is long.
  const double came_from = load.position - times.before() * u;
  const LawAround law(load, piece);
  const double stiffest = std::max({k, law.slope(load.position, load.new_rate > 0), law.slope(came_from)});
  const double b = unresolved_part(h * std::sqrt(stiffest / inertia));
  const double ps = 0.25 * b;
  const double slow = 1 - b;
  const double before = times.before();
  const double after = times.after();
  const double x = load.position;
  const double goes_to = x + after * load.new_rate;
  const bool pressed = presses(load, x, came_from, u);
  const bool presses_on = presses(load, x, goes_to, load.new_rate);
  if (slow > 0) {
    if (before > 0) step.impulse += slow * 0.5 * before * law.mean(x, came_from, pressed).force;
    if (after > 0) {
      const ElasticLaw::Mean mean = law.mean(x, goes_to, presses_on);
      step.impulse += slow * 0.5 * after * (mean.force + mean.slope * after * (u - load.new_rate));
      step.gain += slow * 0.5 * after * after * mean.slope;
    }
    const double heavier = slow * 0.5 * ps * k;
    step.gain += heavier * after * after;
    step.impulse += slow * times.kick * k * ps * h * (u - load.smoothed_rate) -
                    heavier * (before * before - after * after) * u;
  }
  // The stop's damper: by the implicit midpoint while it is slow; what comes into the stop on a way is damped
  // in the kick before it, by how far it comes.
  double met = end.acting.slope - k;
  double met_force = end.acting.force(x) - piece.force(x);
  if (load.stop_damping > 0 && load.elastic.overrun(x) != 0) {
    const double part = unresolved_part(h * load.stop_damping / inertia);
    const double slow_damping = (1 - part) * load.stop_damping;
    if (pressed && load.elastic.overrun(came_from) != 0) step.impulse += 0.5 * before * slow_damping * u;
    if (presses_on) {
      step.gain += 0.5 * h * slow_damping;
      step.impulse += (times.kick - 0.5 * before) * slow_damping * u;
    }
    met *= part;
    met_force *= part;
  } else if (times.closing) {
    met = met_force = 0;
  }
  step.unresolved = h * h * (b * k + met);
  step.gain += step.unresolved;
  step.impulse +=
      times.kick * b * piece.force(x) + h * met_force + h * (b * k + met) * (load.curvature_offset + h * u);
  return step;
}

bool ends_elsewhere(double rate, double curvature_offset, double inertia, const KickTimes& times,
                    SoftLoad& load) {
  SoftLoad bent = load;
  bent.new_rate = rate;
  bent.solved = true;
  bent.curvature_offset = curvature_offset;
  const double h = times.drift;
  const double before = ending(load, inertia, times).acting.slope;
  const double after = ending(bent, inertia, times).acting.slope;
  if (before == after || !(h * h * std::max(before, after) > kResolved * kResolved * inertia)) return false;
  load = bent;
  return true;
}

bool changes_at(double new_rate, const SoftStep& step, double inertia, const KickTimes& times,
                SoftLoad& load) {
  if (load.elastic.straight()) return false;
  const double impulse = step.at(load.rate, new_rate);
  SoftLoad next = load;
  next.new_rate = new_rate;
  next.solved = true;
  const double better = soft_step(next, inertia, times).at(load.rate, new_rate);
  const double same = kSameSpeed * inertia + kSameImpulse * (std::fabs(better) + std::fabs(impulse));
  if (std::fabs(better - impulse) <= same) return false;
  load = next;
  return true;
}

SoftTarget soft_target(const SoftStep& step, double rate, double inertia) {
  const double softness = 1.0 / std::max(step.gain, kLeastGain * inertia);
  return {softness, rate - step.impulse * softness};
}

}  // namespace drawbar::physics
