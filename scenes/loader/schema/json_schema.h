// The JSON Schema of scene files, for editors that complete and check while one types.
#pragma once

#include <string>

namespace drawbar::scenes {

/// Draft 7, from protocol/scene.fbs: fields, types, bounds, units, and which type uses which field.
std::string json_schema();

}  // namespace drawbar::scenes
