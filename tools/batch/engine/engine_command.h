// A command over many inputs that an engine of batches works off in parts: what is missing, the parts, the
// merge.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/result.h"

namespace drawbar::tools {

class EngineCommand {
 public:
  /// `arguments`: a command that takes many inputs with --results, as on the command line. An error of usage
  /// for another one.
  static Result<EngineCommand> parse(std::vector<std::string> arguments);

  const std::string& name() const { return arguments_.front(); }
  /// The folder of the results, absolute.
  const std::string& results() const { return results_; }
  /// The same as the command line names it.
  const std::string& results_as_given() const { return results_as_given_; }
  const std::string& program() const { return program_; }

  /// Writes the names of the inputs that have no result to `list`; how many they are. Nothing is computed.
  Result<std::size_t> find_missing(const std::string& list) const;

  /// A shell's line by which `program` computes every `count`-th input; `number`, a shell's expression, says
  /// which, from 1.
  std::string part_line(const std::string& program, const std::string& number, std::size_t count,
                        int jobs) const;

  /// Writes the table from what is there and prints what the command prints; its exit code.
  Result<int> merge() const;

 private:
  EngineCommand() = default;
  std::vector<std::string> words() const;

  std::vector<std::string> arguments_;
  std::string results_;
  std::string results_as_given_;
  std::string program_;
};

}  // namespace drawbar::tools
