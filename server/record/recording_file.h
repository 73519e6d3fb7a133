// A recording's file as it is given away: found by its name, read from its beginning to its end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include "protocol/result.h"

namespace drawbar::server {

/// As long as it was when it was opened; what is written to it later is not read.
class RecordingFile {
 public:
  /// In the first of these folders that has it. Its readers keep all of it in memory: one that is too long
  /// for that is refused.
  static Result<RecordingFile> find(std::span<const std::filesystem::path> folders, const std::string& name);

  std::uint64_t size() const { return size_; }  ///< Bytes.
  /// The next `most` bytes. An error: the file has become shorter, or cannot be read.
  Result<std::string> read(std::size_t most);

 private:
  RecordingFile(std::ifstream file, std::uint64_t size, std::string name)
      : file_(std::move(file)), size_(size), name_(std::move(name)) {}

  std::ifstream file_;
  std::uint64_t size_;
  std::string name_;
};

}  // namespace drawbar::server
