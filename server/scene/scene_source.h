// From a scene file to what the server serves.
#pragma once

#include <string>

#include "protocol/record_generated.h"
#include "protocol/result.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

/// Reads and checks the file of a scene, or of an exercise with its scene; a scene has no variants.
Result<ServedScene> read_scene(const std::string& path, const scenes::ChosenVariant& variant = {});

/// From the normalised buffer of a recording; `name`, its file, starts its errors, and what shows the scene
/// lies beside it.
Result<ServedScene> read_recorded_scene(protocol::BytesView buffer, const std::string& name);

/// The exercise that a recording holds for `scene`; `name` starts its errors.
Result<void> read_recorded_exercise(const record::ExerciseRecordT& recorded, const std::string& name,
                                    ServedScene& scene);

}  // namespace drawbar::server
