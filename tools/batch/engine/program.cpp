#include "tools/batch/engine/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

extern char** environ;

namespace drawbar::tools {
namespace {

/// Memory that a program writes to and that is read once it has ended.
class KeptOutput {
 public:
  explicit KeptOutput(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {}
  ~KeptOutput() {
    if (file_ >= 0) close(file_);
  }
  KeptOutput(const KeptOutput&) = delete;
  KeptOutput& operator=(const KeptOutput&) = delete;

  int file() const { return file_; }
  std::string text() const {
    struct stat status {};
    if (fstat(file_, &status) != 0) return {};
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    const ssize_t got = pread(file_, bytes.data(), bytes.size(), 0);
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
  }

 private:
  int file_;
};

}  // namespace

Result<ProgramEnd> run_program(const std::vector<std::string>& arguments, Output output) {
  const KeptOutput out("out"), error("error");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output == Output::kept) {
    posix_spawn_file_actions_adddup2(&actions, out.file(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, error.file(), STDERR_FILENO);
  }
  std::vector<char*> words;
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  std::fflush(nullptr);
  pid_t child = -1;
  const int refused = posix_spawnp(&child, words.front(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (refused != 0)
    return fail(ErrorKind::environment, arguments.front() + ": cannot be started: " + std::strerror(refused));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      return fail(ErrorKind::environment, arguments.front() + ": waiting for it: " + std::strerror(errno));
  }
  return ProgramEnd{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.text(),
                    error.text()};
}

Result<std::string> own_program() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return fail(ErrorKind::environment, "/proc/self/exe: cannot be read: " + failed.message());
  return path.string();
}

std::string shell_word(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

}  // namespace drawbar::tools
