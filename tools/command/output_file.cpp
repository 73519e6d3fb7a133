#include "tools/command/output_file.h"

#include <cerrno>
#include <cstring>

namespace drawbar::tools {

void OutputFile::Closer::operator()(std::FILE* file) const {
  if (file != stdout) std::fclose(file);
}

Result<OutputFile> OutputFile::open(const std::string& path) {
  if (path.empty()) return OutputFile("standard output", stdout);
  std::FILE* file = std::fopen(path.c_str(), "we");
  if (file == nullptr) return fail(ErrorKind::environment, path + ": cannot write: " + std::strerror(errno));
  return OutputFile(path, file);
}

void OutputFile::write(std::string_view text) {
  failed_ = failed_ || std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size();
}

Result<void> OutputFile::close() {
  const bool flushed = std::fflush(file_.get()) == 0;
  const std::string reason = std::strerror(errno);
  if (failed_ || !flushed) return fail(ErrorKind::environment, path_ + ": cannot write: " + reason);
  return {};
}

}  // namespace drawbar::tools
