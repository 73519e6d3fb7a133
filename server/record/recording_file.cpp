// A recording's file as it is given away.
#include "server/record/recording_file.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace drawbar::server {

namespace {

constexpr std::uint64_t kMostMebibytes = 512;

}  // namespace

Result<RecordingFile> RecordingFile::find(std::span<const std::filesystem::path> folders,
                                          const std::string& name) {
  for (const std::filesystem::path& folder : folders) {
    // Not a pipe, say: to open one may take for ever.
    std::error_code none;
    if (!std::filesystem::is_regular_file(folder / name, none)) continue;
    std::ifstream file(folder / name, std::ios::binary | std::ios::ate);
    if (!file) continue;
    const auto size = static_cast<std::uint64_t>(file.tellg());
    if (size > kMostMebibytes << 20)
      return fail(ErrorKind::environment,
                  fmt::format("{} has {} MiB, more than goes over the web port ({} MiB)", name, size >> 20,
                              kMostMebibytes));
    file.seekg(0);
    return RecordingFile(std::move(file), size, name);
  }
  return fail(ErrorKind::wrong, name + ": there is no such recording here");
}

Result<std::string> RecordingFile::read(std::size_t most) {
  std::string bytes(most, '\0');
  if (file_.read(bytes.data(), static_cast<std::streamsize>(most))) return bytes;
  return fail(ErrorKind::environment, name_ + " has become shorter than it was, or cannot be read");
}

}  // namespace drawbar::server
