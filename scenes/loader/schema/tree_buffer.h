// A tree of values as a buffer of its schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scenes/loader/text/diagnostics.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// `root` must have no error of the schema, whose binary form is `binary_schema`. FlatBuffers' own parser
/// writes it; where that refuses it, an error is added and nothing returned.
std::optional<std::vector<std::byte>> buffer_of(const json::Node& root,
                                                std::span<const std::uint8_t> binary_schema,
                                                Diagnostics& errors);

}  // namespace drawbar::scenes
