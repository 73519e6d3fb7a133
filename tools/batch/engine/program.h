// Other programs as functions: arguments in, exit code and output out, no shell between.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::tools {

/// What becomes of a program's output.
enum class Output { kept, shown };

struct ProgramEnd {
  int code = 0;  ///< 128 + signal where it was ended by one
  std::string out;
  std::string error;
};

/// Runs a program, looked for in PATH, to its end. Its output is kept, or goes where ours goes. `environment`
/// where it cannot be started.
Result<ProgramEnd> run_program(const std::vector<std::string>& arguments, Output output);

/// The file of the program that runs.
Result<std::string> own_program();

/// `text` as one word for a POSIX shell.
std::string shell_word(std::string_view text);

}  // namespace drawbar::tools
