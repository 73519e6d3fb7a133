// Makes a scene complete: files put inline, defaults filled in, so that what follows sees one form only.
#pragma once

#include "protocol/scene_generated.h"
#include "scenes/loader/files/folder.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

/// Puts terrain, mesh and tyre files inline; what of a tyre file is not used is warned of. `folder` is the
/// scene's; without one a file is an error.
void inline_files(scene::SceneT& scene, SceneFolder* folder, Diagnostics& errors);

/// Where the scene says start_rolling: velocities of bodies that give none, before defaults are filled in.
void start_rolling(scene::SceneT& scene, Diagnostics& errors);

/// Fills every field that may be left out, but for those whose absence means something (no limit, no drive
/// controller, no name of a material). Doing it twice changes nothing. Errors where two fields that exclude
/// each other are given, and where mass properties cannot be derived.
void fill_defaults(scene::SceneT& scene, Diagnostics& errors);

}  // namespace drawbar::scenes
