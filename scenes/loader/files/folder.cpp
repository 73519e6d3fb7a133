#include "scenes/loader/files/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "protocol/byte_io.h"

namespace drawbar::scenes {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

std::string reason() {
  return std::strerror(errno);
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::size_t most_bytes) {
  // O_NONBLOCK: opening a named pipe must not wait for its writer.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return fail(protocol::kind_of_failed_open(errno), "cannot open: " + reason());
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return fail(ErrorKind::environment, "cannot read: " + reason());
  if (S_ISDIR(status.st_mode)) return fail(ErrorKind::wrong, "is a directory; allowed: a file");
  if (!S_ISREG(status.st_mode))
    return fail(ErrorKind::wrong, "is not a regular file; allowed: a regular file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > most_bytes) {
    return fail(ErrorKind::wrong,
                "is " + std::to_string(size) + " bytes long; allowed: at most " + std::to_string(most_bytes));
  }
  std::vector<std::byte> bytes(size);
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t count = ::read(file.get(), bytes.data() + filled, size - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(ErrorKind::environment, "cannot read: " + reason());
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::filesystem::path> path_inside(const std::filesystem::path& folder, std::string_view relative) {
  namespace fs = std::filesystem;
  constexpr const char* allowed = "; allowed: a path inside the scene's folder";
  const fs::path given(relative);
  const std::string quoted = "\"" + std::string(relative) + "\"";
  if (relative.empty() || given.is_absolute() || relative.find('\0') != std::string_view::npos) {
    return fail(ErrorKind::wrong, quoted + " is not a relative path" + allowed);
  }
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return fail(ErrorKind::environment, "the scene's folder cannot be read: " + error.message());
  const fs::path whole = fs::weakly_canonical(root / given, error);
  if (error) return fail(ErrorKind::wrong, quoted + " cannot be followed: " + error.message() + allowed);
  const auto [in_root, rest] = std::mismatch(root.begin(), root.end(), whole.begin(), whole.end());
  if (in_root != root.end() || rest == whole.end())
    return fail(ErrorKind::wrong, quoted + " leads outside the scene's folder" + allowed);
  if (!fs::exists(whole, error)) return fail(ErrorKind::wrong, quoted + " does not exist" + allowed);
  return whole;
}

}  // namespace drawbar::scenes
