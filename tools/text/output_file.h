// Text output that notices when it cannot be written, and files that are replaced whole or not at all.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/result.h"

namespace drawbar::tools {

class OutputFile {
 public:
  /// Replaces the file; an empty path means standard output. `environment` if it cannot be created. Errors
  /// name it `shown`, or by its path.
  static Result<OutputFile> open(const std::string& path, const std::string& shown = {});

  void write(std::string_view text);
  /// Writes what is left; `environment` if any of it could not be written.
  Result<void> close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const;
  };
  OutputFile(std::string name, std::FILE* file) : name_(std::move(name)), file_(file) {}
  std::string name_;  ///< in errors
  std::unique_ptr<std::FILE, Closer> file_;
  bool failed_ = false;
};

/// Writes what was printed; `environment` if any of it could not be written, now or before.
Result<void> flush_standard_output();

/// `environment` where a file is there that the user did not say to overwrite (`force`).
Result<void> check_may_write(const std::string& path, bool force);

/// Puts what `fill` writes in the place of a file in one step; what was there, also behind a link, stays
/// until that is whole. What is no regular file, such as a pipe, is written as it is. `environment` if it
/// cannot be written.
Result<void> replace_file(const std::string& path, const std::function<void(OutputFile&)>& fill);

}  // namespace drawbar::tools
