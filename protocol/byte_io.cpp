// Files through POSIX calls, so that every failure can be named.
#include "protocol/byte_io.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace drawbar::protocol {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

tl::unexpected<Error> system_failure(const std::string& path, const char* action,
                                     ErrorKind kind = ErrorKind::environment) {
  return fail(kind, path + ": cannot " + action + ": " + std::strerror(errno));
}

class FileSink final : public ByteSink {
 public:
  /// Writes from `size` on, where the file ends.
  FileSink(std::string path, int fd, std::uint64_t size) : path_(std::move(path)), fd_(fd), size_(size) {}

  Result<void> write(BytesView bytes) override {
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t written = ::write(fd_.get(), bytes.data() + done, bytes.size() - done);
      if (written < 0 && errno == EINTR) {
        continue;
      }
      if (written <= 0) {
        const auto failure = system_failure(path_, "write");
        // The file keeps ending where a whole record ends; a failure of that leaves a tail readers skip.
        if (::ftruncate(fd_.get(), static_cast<off_t>(size_)) == 0) {
          ::lseek(fd_.get(), static_cast<off_t>(size_), SEEK_SET);
        }
        return failure;
      }
      done += static_cast<std::size_t>(written);
    }
    size_ += bytes.size();
    return {};
  }

  Result<void> sync() override {
    if (::fdatasync(fd_.get()) != 0 && errno != EINVAL) {
      return system_failure(path_, "synchronise");
    }
    return {};
  }

 private:
  std::string path_;
  FileDescriptor fd_;
  std::size_t size_;
};

/// Takes over the descriptor of a file opened for writing: nobody else may write it, and it is cut off at
/// `size`.
Result<std::unique_ptr<ByteSink>> write_alone(const std::string& path, int fd, std::uint64_t size) {
  auto sink = std::make_unique<FileSink>(path, fd, size);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return fail(ErrorKind::environment, path + ": is being written by another program");
  struct stat status {};
  const bool regular = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);  // a device has no length
  if (regular && ::ftruncate(fd, static_cast<off_t>(size)) != 0) return system_failure(path, "cut off");
  if (regular && ::lseek(fd, static_cast<off_t>(size), SEEK_SET) < 0) return system_failure(path, "write");
  return sink;
}

class FileSource final : public ByteSource {
 public:
  FileSource(std::string path, int fd, std::uint64_t size) : path_(std::move(path)), fd_(fd), size_(size) {}

  std::uint64_t size() const override { return size_; }

  Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
    std::size_t done = 0;
    while (done < out.size()) {
      const ssize_t got =
          ::pread(fd_.get(), out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) {
        continue;
      }
      if (got < 0) {
        return system_failure(path_, "read");
      }
      if (got == 0) {
        return fail(ErrorKind::environment, path_ + ": became shorter while it was read");
      }
      done += static_cast<std::size_t>(got);
    }
    return {};
  }

 private:
  std::string path_;
  FileDescriptor fd_;
  std::uint64_t size_;
};

}  // namespace

Result<std::unique_ptr<ByteSink>> create_file(const std::string& path, bool overwrite) {
  const int how = O_WRONLY | O_CREAT | O_CLOEXEC | (overwrite ? 0 : O_EXCL);
  const int fd = ::open(path.c_str(), how, 0644);
  if (fd < 0) {
    return system_failure(path, "create");
  }
  return write_alone(path, fd, 0);
}

Result<std::unique_ptr<ByteSink>> append_to_file(const std::string& path, std::uint64_t size) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) {
    return system_failure(path, "write");
  }
  return write_alone(path, fd, size);
}

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path) {
  // O_NONBLOCK: opening a named pipe must not wait for its writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return system_failure(path, "open", kind_of_failed_open(errno));
  }
  struct stat status {};
  const bool seen = ::fstat(fd, &status) == 0;
  auto source = std::make_unique<FileSource>(path, fd, static_cast<std::uint64_t>(status.st_size));
  if (!seen) {
    return system_failure(path, "open");
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(ErrorKind::wrong, path + ": is not a regular file");
  }
  return source;
}

ErrorKind kind_of_failed_open(int error) {
  const bool missing = error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == ELOOP;
  return missing ? ErrorKind::wrong : ErrorKind::environment;
}

}  // namespace drawbar::protocol
