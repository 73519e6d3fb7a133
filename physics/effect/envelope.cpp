#include "physics/effect/envelope.h"

#include <algorithm>

namespace drawbar::physics {
namespace {

/// s: ages are multiples of a period, with their rounding.
constexpr double kRounding = 1e-9;

// Integral of the strength from the beginning to `age`, s.
double integral(const Effect& effect, double age) {
  double t = std::max(age, 0.0);
  if (effect.duration > 0) t = std::min(t, effect.duration);
  if (t < effect.ramp) return effect.strength * (0.5 * t * t / effect.ramp);
  return effect.strength * (t - 0.5 * effect.ramp);
}

}  // namespace

double mean_strength(const Effect& effect, double from, double to) {
  const bool level = from >= effect.ramp && (effect.duration == 0 || to <= effect.duration);
  if (level) return effect.strength;
  return (integral(effect, to) - integral(effect, from)) / (to - from);
}

double strength_at(const Effect& effect, double age) {
  if (effect.duration > 0 && age > effect.duration) return 0;
  return age < effect.ramp ? effect.strength * age / effect.ramp : effect.strength;
}

bool has_ended(const Effect& effect, double age) {
  return effect.duration > 0 && age > effect.duration - kRounding;
}

bool still_changes(const Effect& effect, double age) {
  return age < effect.ramp || effect.duration > 0;
}

}  // namespace drawbar::physics
