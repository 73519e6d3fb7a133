// What an exercise changes in its scene.
#pragma once

#include <string>

#include "protocol/exercise_generated.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

/// Changes a normalised scene, which is then to be checked anew. `path` is where `changes` stand in the
/// exercise; an error for each name that the scene does not have.
void apply_changes(const exercise::ChangesT& changes, const std::string& path, scene::SceneT& scene,
                   Diagnostics& errors);

}  // namespace drawbar::scenes
