// The rules of a scene that no single field can break alone: references, mass properties, frames, ranges.
#pragma once

#include "protocol/scene_generated.h"
#include "scenes/diagnostics.h"
#include "scenes/names.h"
#include "scenes/number_text.h"

namespace drawbar::scenes {

/// Adds every breach in a resolved scene to `errors`. Objects that already have errors are passed over. When
/// `errors` stays empty, the scene can be built.
void validate(const scene::SceneT& scene, const Names& names, Diagnostics& errors);

void validate_bodies(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_materials(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_joints(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_couplings(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_springs(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_drives(const scene::SceneT& scene, const Names& names, Diagnostics& errors);
void validate_controls(const scene::SceneT& scene, Diagnostics& errors);

/// Error unless lower <= upper.
void check_range(const scene::Range& range, const std::string& path, Diagnostics& errors);

}  // namespace drawbar::scenes
