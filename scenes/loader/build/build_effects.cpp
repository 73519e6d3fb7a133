#include "scenes/loader/build/build_effects.h"

#include <string>

#include "scenes/effects/effect_catalogue.h"
#include "scenes/effects/effect_numbers.h"

namespace drawbar::scenes {
void add_effects(const scene::SceneT& scene, physics::WorldConfig& config, Diagnostics& errors) {
  if (scene.effects.empty()) return;
  if (scene.effects.size() > physics::kMostEffects) {
    return errors.add("effects", "has " + std::to_string(scene.effects.size()) +
                                     " entries; allowed: at most " + std::to_string(physics::kMostEffects));
  }
  const EffectCatalogue catalogue(config);
  for (std::size_t i = 0; i < scene.effects.size(); ++i) {
    const std::string path = member(element("effects", i), "effect");
    auto effect = catalogue.find_text(scene.effects[i]->effect);
    if (!effect) {
      errors.add(path, effect.error().text);
      continue;
    }
    effect->id = physics::EffectId{kSceneEffects + static_cast<std::uint32_t>(i)};
    config.effects.push_back({*effect, scene.effects[i]->at});
  }
}

}  // namespace drawbar::scenes
