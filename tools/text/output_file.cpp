#include "tools/text/output_file.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;

/// Beside `file`, used by no other process on any machine that shares the folder.
fs::path unfinished_name(const fs::path& file) {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return file.parent_path() /
         ("." + file.filename().string() + "." + host.data() + "." + std::to_string(getpid()));
}

tl::unexpected<Error> cannot_write(const std::string& name, const char* reason) {
  return fail(ErrorKind::environment, name + ": cannot write: " + reason);
}

Result<void> write_file(const fs::path& path, const std::string& shown,
                        const std::function<void(OutputFile&)>& fill) {
  auto file = OutputFile::open(path.string(), shown);
  if (!file) return tl::unexpected(file.error());
  fill(*file);
  return file->close();
}

}  // namespace

void OutputFile::Closer::operator()(std::FILE* file) const {
  if (file != stdout) std::fclose(file);
}

Result<OutputFile> OutputFile::open(const std::string& path, const std::string& shown) {
  if (path.empty()) return OutputFile("standard output", stdout);
  const std::string& name = shown.empty() ? path : shown;
  std::FILE* file = std::fopen(path.c_str(), "we");
  if (file == nullptr) return cannot_write(name, std::strerror(errno));
  return OutputFile(name, file);
}

void OutputFile::write(std::string_view text) {
  failed_ = failed_ || std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size();
}

Result<void> OutputFile::close() {
  const bool flushed = std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0;
  const std::string reason = std::strerror(errno);
  if (failed_ || !flushed) return cannot_write(name_, reason.c_str());
  return {};
}

Result<void> flush_standard_output() {
  return OutputFile::open("")->close();
}

Result<void> check_may_write(const std::string& path, bool force) {
  std::error_code none;
  if (force || !fs::is_regular_file(path, none)) return {};
  return fail(ErrorKind::environment, path + ": exists; allowed: another name, or --force to overwrite it");
}

Result<void> replace_file(const std::string& path, const std::function<void(OutputFile&)>& fill) {
  std::error_code none;
  const bool exists = fs::exists(path, none);
  if (exists && !fs::is_regular_file(path, none)) return write_file(path, path, fill);
  const fs::path target = exists ? fs::canonical(path, none) : fs::path(path);
  const fs::path unfinished = unfinished_name(target);
  Result<void> done = write_file(unfinished, path, fill);
  if (done && std::rename(unfinished.c_str(), target.c_str()) != 0) {
    done = cannot_write(path, std::strerror(errno));
  }
  if (!done) fs::remove(unfinished, none);
  return done;
}

}  // namespace drawbar::tools
