#include "tools/batch/inputs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <system_error>

#include "protocol/byte_io.h"

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;

using Paths = std::vector<std::string>;

Result<Paths> lines_of(std::istream& stream, const std::string& name) {
  Paths lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty() || line.starts_with('#')) continue;
    if (line.find('\0') != std::string::npos)
      return fail(ErrorKind::wrong,
                  name + ": is no list of paths: it has zero bytes; allowed: one path a line");
    lines.push_back(std::move(line));
  }
  if (stream.bad()) return fail(ErrorKind::environment, name + ": cannot be read: " + std::strerror(errno));
  if (lines.empty())
    return fail(ErrorKind::usage, name + ": the list names no file; allowed: one path a line");
  return lines;
}

Result<Paths> files_below(const std::string& folder, std::string_view suffix) {
  Paths found;
  std::error_code failed;
  fs::recursive_directory_iterator at(folder, failed);
  for (const fs::recursive_directory_iterator end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    std::error_code gone;
    if (name.starts_with('.')) {
      if (at->is_directory(gone)) at.disable_recursion_pending();
    } else if (name.ends_with(suffix) && at->is_regular_file(gone)) {
      found.push_back(at->path().string());
    }
  }
  if (failed) return fail(ErrorKind::environment, folder + ": cannot be read: " + failed.message());
  if (found.empty()) {
    return fail(ErrorKind::usage, folder + ": the folder holds no file that ends in " + std::string(suffix) +
                                      "; allowed: one that does");
  }
  std::ranges::sort(found);
  return found;
}

/// Files and folders of the command line, lists opened.
Result<Paths> without_lists(const Paths& arguments) {
  Paths all;
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@')) {
      all.push_back(argument);
      continue;
    }
    const auto listed = lines_in(argument.substr(1));
    if (!listed) return listed;
    all.insert(all.end(), listed->begin(), listed->end());
  }
  return all;
}

fs::path normal_path(const std::string& path) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(path, failed);
  return (failed ? fs::path(path) : absolute).lexically_normal();
}

fs::path shared_folder(const Paths& inputs) {
  fs::path shared = normal_path(inputs.front()).parent_path();
  for (const std::string& input : inputs) {
    const fs::path folder = normal_path(input).parent_path();
    const auto [end, other] = std::mismatch(shared.begin(), shared.end(), folder.begin(), folder.end());
    fs::path common;
    for (auto part = shared.begin(); part != end; ++part) common /= *part;
    shared = common;
  }
  return shared;
}

}  // namespace

Result<std::vector<std::string>> lines_in(const std::string& list) {
  if (list == "-") return lines_of(std::cin, "standard input");
  std::error_code ignored;
  if (fs::is_directory(list, ignored))
    return fail(ErrorKind::wrong, list + ": is a folder; allowed: a file of paths");
  std::ifstream file(list);
  if (!file) {
    const int reason = errno;
    return fail(protocol::kind_of_failed_open(reason), list + ": cannot open: " + std::strerror(reason));
  }
  return lines_of(file, list);
}

Result<std::vector<std::string>> expanded_inputs(const std::vector<std::string>& arguments,
                                                 std::string_view suffix) {
  const auto named = without_lists(arguments);
  if (!named) return named;
  Paths inputs;
  std::set<fs::path> known;
  const auto add = [&](const std::string& path) {
    if (known.insert(normal_path(path)).second) inputs.push_back(path);
  };
  for (const std::string& path : *named) {
    std::error_code none;
    if (!fs::is_directory(path, none)) {
      add(path);
      continue;
    }
    const auto found = files_below(path, suffix);
    if (!found) return found;
    std::ranges::for_each(*found, add);
  }
  return inputs;
}

Result<std::vector<std::string>> files_named_after(const std::vector<std::string>& inputs,
                                                   const std::string& folder, std::string_view suffix) {
  Paths files;
  std::map<std::string, std::string> taken;
  const fs::path shared = inputs.empty() ? fs::path() : shared_folder(inputs);
  for (const std::string& input : inputs) {
    fs::path file = fs::path(folder) / normal_path(input).lexically_relative(shared);
    file.replace_extension(suffix);
    const auto [place, is_new] = taken.try_emplace(file.string(), input);
    if (!is_new) {
      return fail(ErrorKind::usage, place->second + " and " + input + " would both be written to " +
                                        file.string() + "; allowed: inputs whose names differ");
    }
    files.push_back(file.string());
  }
  return files;
}

}  // namespace drawbar::tools
