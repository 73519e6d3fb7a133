// The binary form of a scene as a tree of values, so that the same rules check text and binary.
#pragma once

#include <optional>

#include "protocol/scene_generated.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// `scene` must have passed the verifier. Lists of numbers and of structures are left out: they have no rule
/// in the schema beyond being finite, and may be large. Nothing where they are not aligned to be read in
/// place: the verifier of FlatBuffers 2.0.8 checks where a list's length lies, not its elements.
std::optional<json::Node> tree_of(const scene::Scene& scene);

}  // namespace drawbar::scenes
