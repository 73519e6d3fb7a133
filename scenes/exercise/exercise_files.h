// The files that an exercise names besides its scene, read into it: the state it begins with, recordings
// whose way is to be followed. They lie in its folder, as the files of a scene.
#pragma once

#include <cstddef>

#include "protocol/exercise_generated.h"
#include "scenes/loader/files/folder.h"
#include "scenes/loader/loader.h"
#include "scenes/loader/text/diagnostics.h"

namespace drawbar::scenes {

inline constexpr std::size_t kMostStateFileBytes = 16u << 20;

/// The line of each quantity that names a recording. True where there was one.
bool read_recordings(SceneFolder& folder, exercise::ExerciseT& exercise, Diagnostics& errors);

/// The state of its variant, or its own, for `scene`, which has the exercise's changes. True where there was
/// one.
bool read_state(SceneFolder& folder, const LoadedScene& scene, exercise::ExerciseT& exercise,
                Diagnostics& errors);

}  // namespace drawbar::scenes
