// What is of a scene's text alone, worked out: parameters and expressions, includes, frames. What is left
// says every number and every thing by itself.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scenes/loader/expand/explanation.h"
#include "scenes/loader/expand/scene_files.h"
#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/diagnostics.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// How deep files may include each other.
inline constexpr std::size_t kDeepestInclude = 8;
/// What all included files together may hold each time that they are placed: numbers, texts, objects, lists;
/// and one hundred for each time.
inline constexpr std::size_t kMostIncludedValues = 1'000'000;

struct Expansion {
  /// Values for the scene's own parameters.
  std::map<std::string, double, std::less<>> parameters;
  ReadSceneFile read;
  std::vector<Explained>* explained = nullptr;  ///< may be absent
};

/// Expands `root` in place. Errors go to `errors`, which knows of what is placed where it comes from
/// afterwards; with one, the tree is not to be used.
void expand(json::Node& root, const Schema& schema, const Expansion& how, Diagnostics& errors);

}  // namespace drawbar::scenes
