#include "tools/batch/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace drawbar::tools {
namespace {

constexpr off_t kMostNotes = 1 << 16;

std::string content_of(int file, off_t most) {
  struct stat status {};
  if (fstat(file, &status) != 0) return {};
  std::string bytes(static_cast<std::size_t>(std::min(status.st_size, most)), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

bool write_whole(int file, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put = write(file, bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    done += static_cast<std::size_t>(put);
  }
  return true;
}

/// Where memory runs out the kernel ends this process before the one that started it. Raising it is always
/// allowed.
void offer_to_out_of_memory_killer() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  write_whole(file, "700");
  close(file);
}

std::string how_it_ended(int status) {
  if (!WIFSIGNALED(status))
    return fmt::format("its process ended with {} and no result", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return fmt::format("its process was ended by signal {} ({}){}", signal, strsignal(signal),
                     signal == SIGKILL ? "; where memory runs out the system does that" : "");
}

}  // namespace

Result<Worker> Worker::start(std::size_t index, const std::function<Outcome()>& compute) {
  const auto refused = [](const char* what) {
    return fail(ErrorKind::environment, fmt::format("{}: {}", what, std::strerror(errno)));
  };
  Worker worker(index, memfd_create("answer", MFD_CLOEXEC), memfd_create("notes", MFD_CLOEXEC));
  if (worker.answer_ < 0 || worker.notes_ < 0) return refused("no memory for a worker's answer");
  std::fflush(nullptr);
  const pid_t parent = getpid();
  worker.pid_ = fork();
  if (worker.pid_ < 0) return refused("no process for a worker");
  if (worker.pid_ == 0) worker.compute_and_end(compute, parent);
  return worker;
}

Worker::Worker(Worker&& other) noexcept
    : index_(other.index_),
      answer_(std::exchange(other.answer_, -1)),
      notes_(std::exchange(other.notes_, -1)),
      pid_(other.pid_) {}

Worker::~Worker() {
  if (answer_ >= 0) close(answer_);
  if (notes_ >= 0) close(notes_);
}

void Worker::compute_and_end(const std::function<Outcome()>& compute, pid_t parent) const {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  offer_to_out_of_memory_killer();
  dup2(notes_, STDERR_FILENO);
  const bool told = write_whole(answer_, packed(compute()));
  std::fflush(nullptr);
  _exit(told ? 0 : 1);
}

Outcome Worker::outcome(int status) const {
  std::optional<Outcome> answer;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    answer = unpacked(content_of(answer_, std::numeric_limits<off_t>::max()));
  if (!answer) {
    answer.emplace();
    answer->status = BatchStatus::crashed;
    answer->error = how_it_ended(status);
  }
  answer->notes += content_of(notes_, kMostNotes);
  return std::move(*answer);
}

}  // namespace drawbar::tools
