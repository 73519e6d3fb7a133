// Files that a command is told to write must be none of those that it reads, and no two of them the same.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "protocol/result.h"

namespace drawbar::tools {

/// A file by what the command line calls it.
struct NamedFile {
  std::string_view name;  ///< as "--output"
  std::string path;       ///< empty: not given
};

/// Whether writing one would change the other, however their paths are spelt; of two that are no regular
/// file, such as a terminal or /dev/null, never.
bool is_same_file(const std::string& a, const std::string& b);

/// `usage` where a file of `written` is one of `read`, or another of `written`, however its path is spelt.
/// What is no regular file, such as a terminal or /dev/null, may be named more than once.
Result<void> check_distinct(std::initializer_list<NamedFile> read, std::initializer_list<NamedFile> written);

/// `usage` where a file of `written` is one that was read for a scene (LoadedScene::files).
Result<void> check_not_read(std::span<const std::filesystem::path> read,
                            std::initializer_list<NamedFile> written);

}  // namespace drawbar::tools
