// Effects that a world of its own begins, in one line each.
#pragma once

#include <initializer_list>

#include "tests/golden/mechanisms.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {

/// When an effect begins, and how its strength comes and goes.
struct Envelope {
  double at = 0;        // s
  double duration = 0;  // s; 0: to the end
  double ramp = 0;      // s
  double strength = 1;
};

/// Begun by the world itself, under a number of its own.
inline void schedule(test::WorldBuilder& b, physics::EffectType type, const physics::EffectTarget& target,
                     std::initializer_list<double> parameters, const Envelope& envelope) {
  physics::Effect effect;
  effect.id = physics::EffectId{0xC0000000 + static_cast<std::uint32_t>(b.config.effects.size())};
  effect.type = type;
  effect.target = target;
  std::copy(parameters.begin(), parameters.end(), effect.parameters.begin());
  effect.strength = envelope.strength;
  effect.ramp = envelope.ramp;
  effect.duration = envelope.duration;
  b.config.effects.push_back({effect, envelope.at});
}

}  // namespace drawbar::golden
