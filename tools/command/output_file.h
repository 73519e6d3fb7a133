// Text output that notices when it cannot be written.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/result.h"

namespace drawbar::tools {

class OutputFile {
 public:
  /// Replaces the file; an empty path means standard output. `environment` if it cannot be created.
  static Result<OutputFile> open(const std::string& path);

  void write(std::string_view text);
  /// Writes what is left; `environment` if any of it could not be written.
  Result<void> close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const;
  };
  OutputFile(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}
  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  bool failed_ = false;
};

}  // namespace drawbar::tools
