// Rules from a binary schema: for files of other kinds than scenes and exercises.
#pragma once

#include <cstdint>

#include "scenes/loader/schema/schema.h"

namespace drawbar::scenes {

/// Of a schema in the binary form that flatc embeds, which is trusted.
Schema read_schema(const std::uint8_t* binary);

}  // namespace drawbar::scenes
