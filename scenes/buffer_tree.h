// The binary form of a scene as a tree of values, so that the same rules check text and binary.
#pragma once

#include "protocol/scene_generated.h"
#include "scenes/json.h"

namespace drawbar::scenes {

/// `scene` must have passed the verifier. Lists of numbers and of structures are left out: they have no rule
/// in the schema beyond being finite, and may be large.
json::Node tree_of(const scene::Scene& scene);

}  // namespace drawbar::scenes
