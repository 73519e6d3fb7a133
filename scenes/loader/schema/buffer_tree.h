// The binary form of a scene or an exercise as a tree of values, so that the same rules check text and
// binary.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <optional>

#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// `root`, the root table of `schema`, must have passed the verifier. Lists of numbers and of structures are
/// left out: they have no rule in the schema beyond being finite, and may be large. Nothing where they are
/// not aligned to be read in place: the verifier of FlatBuffers 2.0.8 checks where a list's length lies, not
/// its elements.
std::optional<json::Node> tree_of(const flatbuffers::Table& root, const Schema& schema);

}  // namespace drawbar::scenes
