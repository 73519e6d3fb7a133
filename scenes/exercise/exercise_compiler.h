// An exercise's text as what runs: names and units resolved, rules that no single field can break alone.
#pragma once

#include "physics/model/world_config.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

/// Fills the observer and the rule of passing of `exercise` from its text, for `scene`. Every error goes to
/// `errors`.
void compile(const physics::WorldConfig& scene, Exercise& exercise, Diagnostics& errors);

}  // namespace drawbar::scenes
