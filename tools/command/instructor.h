// One command of the instructor's to a running daemon.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/client/connection.h"

namespace drawbar::tools {

struct InstructorWords {
  std::vector<std::string> words;  ///< the command and its arguments
  bool as_json = false;
  std::optional<std::string> variant;
};

/// Carries it out and prints what the server answers.
Result<void> instruct(const InstructorWords& command, const ConnectionOptions& options);

}  // namespace drawbar::tools
