// What can be set in a folder: its scenes and exercises, by name, without loading them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace drawbar::scenes {

/// For people, in two languages; empty: there is none.
struct Words {
  std::string en;
  std::string ru;
};

/// A scene or exercise that a folder offers.
struct LibraryFile {
  std::string name;  ///< of the file
  bool is_exercise = false;
  Words title;     ///< of a scene its name
  Words briefing;  ///< of a scene its console's task, or its description
  /// A variant of an exercise that can be asked for.
  struct Variant {
    std::string name;
    Words title;
  };
  std::vector<Variant> variants;        ///< of an exercise
  std::vector<std::string> recordings;  ///< that an exercise names: paths from the folder
  std::string wrong;  ///< why it can be read by nobody; empty: its text is JSON, which need not mean more
};

/// The .json files of `folder`, by name. Those that are neither scene nor exercise (no object with "bodies"
/// or "scene") are left out.
std::vector<LibraryFile> list_library(const std::filesystem::path& folder);

}  // namespace drawbar::scenes
