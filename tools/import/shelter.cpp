#include "tools/import/shelter.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DRAWBAR_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DRAWBAR_SANITIZED
#endif
#endif

namespace drawbar::import {
namespace {

void set_bounds() {
  const rlimit seconds{kMostSeconds, kMostSeconds};
  setrlimit(RLIMIT_CPU, &seconds);
  // A file that never comes, such as a pipe, takes no processor time.
  alarm(2 * kMostSeconds);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // Sanitizers reserve far more addresses than they use.
#if !defined(DRAWBAR_SANITIZED)
  const rlimit memory{kMostMemory, kMostMemory};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

}  // namespace

Result<int> sheltered(const std::function<int()>& work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0)
    return fail(ErrorKind::environment, std::string("cannot start a process: ") + std::strerror(errno));
  if (child == 0) {
    set_bounds();
    const int status = work();
    std::fflush(nullptr);
    _exit(status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      return fail(ErrorKind::environment, std::string("lost its process: ") + std::strerror(errno));
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return fail(ErrorKind::wrong, std::string("the library that reads it broke off (") +
                                    strsignal(WTERMSIG(status)) + "); the scene was not written");
}

}  // namespace drawbar::import
