// One file's lists into those of the file that includes it: names, overrides.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenes/loader/expand/frames.h"
#include "scenes/loader/schema/schema.h"

namespace drawbar::scenes {

/// Fields that take the place of those of one thing in an included file.
struct Override {
  std::string list;  ///< "bodies"
  std::string name;  ///< as in that file
  const json::Node* fields = nullptr;
  std::string path;  ///< of the fields, where they are given
};

/// Those of an object `overrides`.
std::vector<Override> overrides_of(const json::Node* overrides, const std::string& path);

/// Objects field by field, everything else whole.
void merge(json::Node& into, const json::Node& from);

/// Merges each override into the thing of its name in `contents`. An error names the first that there is none
/// for.
void apply_overrides(json::Node& contents, const std::vector<Override>& overrides, Diagnostics& errors);

/// What the lists of `contents` call something gets the name that it has outside, and so do references to it;
/// other references stay: they are to what is outside.
void rename(json::Node& contents, const PlacedFile& file, const Schema& schema);

/// The file's lists go to the ends of those of `root`, and where they come from to those of `origins`.
void append(json::Node& root, PlacedFile& file, const Schema& schema, Origins& origins);

/// Whether a field of a scene is a list of things that an included file brings.
bool is_brought(const FieldRule& rule);

}  // namespace drawbar::scenes
