// Files a scene may read: regular files of a bounded size, inside the scene's folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::scenes {

/// Of a file that is not a scene: controls, terrain, meshes.
inline constexpr std::size_t kMostFileBytes = 64u << 20;

/// Where a scene's files lie, and which of them have been read.
struct SceneFolder {
  std::filesystem::path path;
  std::vector<std::filesystem::path> read = {};
};

/// The whole file. Its size is checked before anything is read; `wrong` if it is not a regular file or larger
/// than `most_bytes`, `environment` if it exists but cannot be read, `wrong` if it does not exist. The
/// error's text does not name the file.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::size_t most_bytes);

/// `relative` as a path inside `folder`, symbolic links followed; an error when it leads outside or to
/// nothing.
Result<std::filesystem::path> path_inside(const std::filesystem::path& folder, std::string_view relative);

}  // namespace drawbar::scenes
