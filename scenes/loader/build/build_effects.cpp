#include "scenes/loader/build/build_effects.h"

#include <sstream>
#include <string>
#include <vector>

#include "scenes/effects/effect_catalogue.h"
#include "scenes/effects/effect_numbers.h"

namespace drawbar::scenes {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

void add_effects(const scene::SceneT& scene, physics::WorldConfig& config, Diagnostics& errors) {
  if (scene.effects.empty()) return;
  if (scene.effects.size() > physics::kMostEffects) {
    return errors.add("effects", "has " + std::to_string(scene.effects.size()) +
                                     " entries; allowed: at most " + std::to_string(physics::kMostEffects));
  }
  const EffectCatalogue catalogue(config);
  for (std::size_t i = 0; i < scene.effects.size(); ++i) {
    const std::string path = member(element("effects", i), "effect");
    const auto request = read_effect_words(words_of(scene.effects[i]->effect));
    auto effect = request ? catalogue.find(*request) : tl::unexpected(request.error());
    if (!effect) {
      errors.add(path, effect.error().text);
      continue;
    }
    effect->id = physics::EffectId{kSceneEffects + static_cast<std::uint32_t>(i)};
    config.effects.push_back({*effect, scene.effects[i]->at});
  }
}

}  // namespace drawbar::scenes
