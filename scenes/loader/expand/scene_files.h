// The files that a scene includes, each read and parsed once.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "scenes/loader/text/diagnostics.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// The bytes of a file inside the scene's folder, by its path from there. The error's text does not name it.
using ReadSceneFile = std::function<Result<std::vector<std::byte>>(const std::string& path)>;

/// A file that a scene includes, parsed.
struct SceneFile {
  std::string path;    ///< from the scene's folder
  std::string folder;  ///< of the file, from there; empty: the same
  json::Node root;
  std::size_t values = 0;  ///< nodes of it
};

/// The files of one scene, each read once.
class SceneFiles {
 public:
  /// Both must outlive this object.
  SceneFiles(const ReadSceneFile& read, Diagnostics& errors) : read_(read), errors_(errors) {}

  /// The file that one in `folder` calls `file`, or nothing where it cannot be read or parsed. `at` and
  /// `path` are where it is named. Errors in its text are added once.
  const SceneFile* find(const std::string& folder, const std::string& file, Place at,
                        const std::string& path);

 private:
  const ReadSceneFile& read_;
  Diagnostics& errors_;
  std::map<std::string, SceneFile> files_;  ///< by path
  std::size_t bytes_ = 0;                   ///< of all of them
};

/// Nodes of a tree, its root among them.
std::size_t values_of(const json::Node& node);

/// "folder/file", or the file alone where there is no folder, without "." and ".." that can be done without.
std::string joined_path(const std::string& folder, const std::string& file);

}  // namespace drawbar::scenes
