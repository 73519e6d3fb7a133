// The JSON Schema of scene and exercise files, for editors that complete and check while one types.
#pragma once

#include <string>
#include <string_view>

#include "scenes/loader/schema/schema.h"

namespace drawbar::scenes {

/// Draft 7, of the `title`: fields, types, bounds, units, and which type uses which field.
std::string json_schema(const Schema& schema, std::string_view title);

}  // namespace drawbar::scenes
