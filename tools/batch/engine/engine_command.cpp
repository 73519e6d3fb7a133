#include "tools/batch/engine/engine_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "tools/batch/engine/program.h"

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kCommands{"verify", "score", "report", "simulate", "study"};
constexpr std::string_view kResults = "--results";

std::string results_in(const std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == kResults && i + 1 < arguments.size()) return arguments[i + 1];
    if (arguments[i].starts_with("--results=")) return arguments[i].substr(kResults.size() + 1);
  }
  return {};
}

bool reads_standard_input(const std::vector<std::string>& arguments) {
  return std::ranges::find(arguments, "@-") != arguments.end() ||
         std::ranges::find(arguments, "-") != arguments.end();
}

}  // namespace

Result<EngineCommand> EngineCommand::parse(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "--") arguments.erase(arguments.begin());
  if (arguments.empty() || std::ranges::find(kCommands, arguments.front()) == kCommands.end()) {
    return fail(ErrorKind::usage,
                (arguments.empty() ? "no command" : arguments.front() + ": is no command over many inputs") +
                    std::string("; allowed: verify, score, report, simulate or study with their arguments"));
  }
  if (reads_standard_input(arguments))
    return fail(ErrorKind::usage, "a list from standard input; allowed: from a file that all machines read");
  EngineCommand command;
  command.results_as_given_ = results_in(arguments);
  if (command.results_as_given_.empty())
    return fail(ErrorKind::usage,
                arguments.front() + " without --results; allowed: with a folder that all machines share");
  std::error_code failed;
  command.results_ = fs::absolute(command.results_as_given_, failed).lexically_normal().string();
  command.arguments_ = std::move(arguments);
  auto program = own_program();
  if (!program) return tl::unexpected(program.error());
  command.program_ = std::move(*program);
  return command;
}

std::vector<std::string> EngineCommand::words() const {
  std::vector<std::string> words{program_};
  words.insert(words.end(), arguments_.begin(), arguments_.end());
  return words;
}

Result<std::size_t> EngineCommand::find_missing(const std::string& list) const {
  std::error_code none;
  fs::create_directories(fs::path(list).parent_path(), none);
  fs::remove(list, none);
  std::vector<std::string> lookup = words();
  lookup.insert(lookup.end(), {"--lookup", "--missing", list});
  const auto ended = run_program(lookup, Output::kept);
  if (!ended) return tl::unexpected(ended.error());
  std::ifstream file(list);
  if (!file) {
    // It ended before it looked: for the same reason as it would without us.
    std::string said = ended->error;
    while (said.ends_with('\n')) said.pop_back();
    return fail(ended->code == 2 ? ErrorKind::usage : ErrorKind::environment, said);
  }
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

std::string EngineCommand::part_line(const std::string& program, const std::string& number, std::size_t count,
                                     int jobs) const {
  std::string line = shell_word(program);
  for (const std::string& word : arguments_) line += ' ' + shell_word(word);
  return line + fmt::format(" --part \"{}/{}\" --jobs {}", number, count, jobs);
}

Result<int> EngineCommand::merge() const {
  std::vector<std::string> lookup = words();
  lookup.emplace_back("--lookup");
  const auto ended = run_program(lookup, Output::shown);
  if (!ended) return tl::unexpected(ended.error());
  return ended->code;
}

}  // namespace drawbar::tools
