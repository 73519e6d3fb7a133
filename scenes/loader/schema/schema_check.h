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
/// Of fields of text alone only those are allowed that have been worked out, which is none.
void check_against_schema(json::Node& root, const Schema& schema, Diagnostics& errors);

/// The same of a single object at `path`, whatever of it is of text alone.
void check_table(json::Node& node, const ObjectRule& object, const Schema& schema, const std::string& path,
                 Diagnostics& errors);

}  // namespace drawbar::scenes
