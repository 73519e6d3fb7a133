// The outside influences that a scene begins itself.
#pragma once

#include "physics/model/world_config.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

/// Of a valid scene, from which the rest of `config` was built. An error for each effect that the scene does
/// not allow.
void add_effects(const scene::SceneT& scene, physics::WorldConfig& config, Diagnostics& errors);

}  // namespace drawbar::scenes
