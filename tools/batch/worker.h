// A process of its own for one input: what crashes it or takes its memory takes no other with it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>

#include "protocol/result.h"
#include "tools/batch/outcome.h"

namespace drawbar::tools {

class Worker {
 public:
  /// Forks; the child computes and ends. The process must have no other thread. `environment` where the
  /// system gives no process or no memory for its answer.
  static Result<Worker> start(std::size_t index, const std::function<Outcome()>& compute);

  Worker(Worker&& other) noexcept;
  Worker& operator=(Worker&&) = delete;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  pid_t pid() const { return pid_; }
  std::size_t index() const { return index_; }

  /// Its outcome, once the process has ended with `status` as of waitpid(): `crashed` where it gave none.
  /// What it wrote to standard error are the outcome's notes.
  Outcome outcome(int status) const;

 private:
  Worker(std::size_t index, int answer, int notes) : index_(index), answer_(answer), notes_(notes) {}
  [[noreturn]] void compute_and_end(const std::function<Outcome()>& compute, pid_t parent) const;

  std::size_t index_;
  int answer_;
  int notes_;
  pid_t pid_ = -1;
};

}  // namespace drawbar::tools
