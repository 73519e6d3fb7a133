// An effect of the scene without strength: the same frames are computed, so that what is measured is the
// effect.
#pragma once

#include <cstdint>

#include "scenes/effects/effect_catalogue.h"

namespace drawbar::bench {

/// Of this type on its `number`-th target, counted round; every parameter without a preset has its least
/// value. Its id is number + 1.
inline physics::Effect idle_effect(const scenes::EffectCatalogue& catalogue,
                                   const scenes::EffectCatalogue::Entry& entry, std::size_t target,
                                   std::uint32_t number) {
  scenes::EffectRequest request;
  request.target = entry.targets[target % entry.targets.size()];
  request.type = entry.type->name;
  request.strength = 0;
  for (const scenes::EffectParameter& parameter : entry.type->parameters) {
    if (!parameter.preset) request.parameters.emplace_back(parameter.name, parameter.least);
  }
  physics::Effect effect = *catalogue.find(request);
  effect.id = physics::EffectId{number + 1};
  return effect;
}

}  // namespace drawbar::bench
