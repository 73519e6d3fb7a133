#include "tools/batch/batch_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>

#include "tools/batch/inputs.h"

namespace drawbar::tools {
namespace {

constexpr int kMostJobs = 1024;
constexpr unsigned kMostParts = 1'000'000;

struct Part {
  std::size_t index = 0;  ///< from 0
  std::size_t count = 1;
};

Result<Part> part_of(const std::string& text) {
  if (text.empty()) return Part{};
  unsigned number = 0, count = 0;
  const char* const end = text.data() + text.size();
  const auto [slash, first_bad] = std::from_chars(text.data(), end, number);
  if (first_bad == std::errc() && slash != end && *slash == '/') {
    const auto [rest, second_bad] = std::from_chars(slash + 1, end, count);
    if (second_bad == std::errc() && rest == end && number >= 1 && number <= count && count <= kMostParts)
      return Part{number - 1, count};
  }
  return fail(ErrorKind::usage, "--part " + text + "; allowed: K/N, part K of N, with K from 1 to N");
}

}  // namespace

void add_batch_inputs(CLI::App& command, BatchOptions& options, const std::string& name,
                      const std::string& what) {
  command.add_option(name, options.inputs,
                     what + "; many of them, folders, or @LIST: a file with one path a line");
  command.add_option("--list", options.list, "The same as @LIST");
}

void add_batch_options(CLI::App& command, BatchOptions& options) {
  command
      .add_option("--jobs", options.jobs,
                  "Of many: how many at a time, each in a process (default: one a core)")
      ->check(CLI::Range(1, kMostJobs));
  command.add_option("--results", options.results,
                     "Of many: folder for what is done, which is not done again, and for table.csv and "
                     "table.jsonl");
  const char* const engines = "For engines of batches";
  command.add_option("--part", options.part, "K/N: only every N-th input, beginning with the K-th")
      ->group(engines);
  command.add_option("--only", options.only, "Only those of the inputs that this file names, one a line")
      ->group(engines);
  command.add_flag("--lookup", options.lookup, "Compute nothing: take what the results folder has")
      ->group(engines);
  command.add_option("--missing", options.missing, "File for the names of the inputs that have no result")
      ->group(engines);
}

bool is_single(const BatchOptions& options) {
  std::error_code none;
  return options.inputs.size() == 1 && !options.inputs.front().starts_with('@') &&
         !std::filesystem::is_directory(options.inputs.front(), none) && options.list.empty() &&
         options.jobs == 0 && options.results.empty() && options.part.empty() && options.only.empty() &&
         !options.lookup && options.missing.empty();
}

Result<std::vector<std::string>> inputs_of(const BatchOptions& options, std::string_view suffix) {
  std::vector<std::string> arguments = options.inputs;
  if (!options.list.empty()) arguments.push_back("@" + options.list);
  if (arguments.empty())
    return fail(ErrorKind::usage, "no input; allowed: files, folders, @LIST or --list FILE");
  return expanded_inputs(arguments, suffix);
}

int job_count(const BatchOptions& options) {
  if (options.jobs > 0) return options.jobs;
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, unsigned{kMostJobs}));
}

Result<std::vector<std::size_t>> chosen_inputs(const BatchOptions& options,
                                               const std::vector<std::string>& inputs) {
  const auto part = part_of(options.part);
  if (!part) return tl::unexpected(part.error());
  if (options.results.empty() && (!takes_all(options) || options.lookup || !options.missing.empty())) {
    return fail(ErrorKind::usage,
                "--part, --only, --lookup and --missing have no meaning without --results; allowed: with it");
  }
  std::set<std::string> wanted;
  if (!options.only.empty()) {
    auto names = lines_in(options.only);
    if (!names) return tl::unexpected(names.error());
    wanted.insert(names->begin(), names->end());
  }
  std::vector<std::size_t> chosen;
  std::size_t counted = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!options.only.empty() && !wanted.contains(inputs[i])) continue;
    if (counted++ % part->count == part->index) chosen.push_back(i);
  }
  return chosen;
}

bool takes_all(const BatchOptions& options) {
  return options.part.empty() && options.only.empty();
}

}  // namespace drawbar::tools
