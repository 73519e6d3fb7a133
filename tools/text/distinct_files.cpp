#include "tools/text/distinct_files.h"

#include <filesystem>
#include <system_error>

namespace drawbar::tools {
namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code none;
  if (fs::exists(a, none) && fs::exists(b, none))
    return fs::is_regular_file(a, none) && fs::equivalent(a, b, none);
  return fs::weakly_canonical(fs::absolute(a, none), none) ==
         fs::weakly_canonical(fs::absolute(b, none), none);
}

Result<void> check_distinct(std::initializer_list<NamedFile> read, std::initializer_list<NamedFile> written) {
  for (auto output = written.begin(); output != written.end(); ++output) {
    const std::string named = std::string(output->name) + " " + output->path;
    for (const NamedFile& input : read) {
      if (is_same_file(output->path, input.path))
        return fail(ErrorKind::usage, named + ": is what is read; allowed: another file");
    }
    for (auto other = written.begin(); other != output; ++other) {
      if (is_same_file(output->path, other->path))
        return fail(ErrorKind::usage, named + ": is the file of " + std::string(other->name) +
                                          ", too; allowed: one of its own");
    }
  }
  return {};
}

Result<void> check_not_read(std::span<const std::filesystem::path> read,
                            std::initializer_list<NamedFile> written) {
  for (const NamedFile& output : written) {
    for (const std::filesystem::path& input : read) {
      if (!is_same_file(output.path, input.string())) continue;
      return fail(ErrorKind::usage, std::string(output.name) + " " + output.path +
                                        ": is what the scene reads; allowed: another file");
    }
  }
  return {};
}

}  // namespace drawbar::tools
