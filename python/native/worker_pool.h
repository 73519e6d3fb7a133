// Threads that share a call's tasks with its caller.
#pragma once

#include <cstddef>
#include <memory>

namespace drawbar::python {

/// Helpers are pinned, each to a processor of its own of those that the process may use: unpinned ones share
/// a processor with the caller as often as not. The caller works, too, and waits only for helpers that have
/// taken a task: one that sleeps on, or that a fork did not copy, costs nothing but its help.
class WorkerPool {
 public:
  /// `threads`: the caller among them; 0: as many as the process may use processors.
  explicit WorkerPool(std::size_t threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  std::size_t threads() const { return threads_; }

  using Task = void (*)(void* context, std::size_t index);
  static constexpr std::size_t kMostTasks = (1UL << 20) - 1;
  /// Calls `task` once for each index below `count`, which is at most kMostTasks; returns when all are done.
  /// One caller at a time.
  /// Where tasks throw, the others are still done; then the first exception is thrown on.
  void run(std::size_t count, Task task, void* context);

  template <class Function>
  void run(std::size_t count, Function& function) {
    run(
        count, [](void* context, std::size_t index) { (*static_cast<Function*>(context))(index); },
        &function);
  }

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::size_t threads_;
};

}  // namespace drawbar::python
