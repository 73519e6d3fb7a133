// A scene whose text was read and changed as a tree, such as by a study: errors still name the lines of its
// file.
#pragma once

#include <filesystem>
#include <string>

#include "scenes/loader/loader.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// As load_text() of the text that `root` was read from without an error.
Result<LoadedScene> load_tree(json::Node root, const std::string& name, const std::filesystem::path& folder,
                              const LoadOptions& options = {});

}  // namespace drawbar::scenes
