// Holds a tree of values against the schema: fields, types, lengths, choices and bounds.
#pragma once

#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/diagnostics.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// Largest magnitude of any number in a scene.
inline constexpr double kLargestNumber = 1e15;
/// Numbers that must be above 0 must be at least this: below it a reciprocal would not be finite.
inline constexpr double kSmallestPositive = 1e-18;

/// Expands the short forms of the text (one object in place of a list of one, three elements of an inertia,
/// an empty pair for "no limit"), adds every breach of the schema to `errors`, and takes what breaches it out
/// of the tree.
void check_against_schema(json::Node& root, const Schema& schema, Diagnostics& errors);

}  // namespace drawbar::scenes
