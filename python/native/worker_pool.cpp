#include "python/native/worker_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace drawbar::python {

namespace {

/// So long a helper looks for the next call before it sleeps: between calls in a loop it stays awake.
constexpr std::chrono::microseconds kAwake{50};

/// A call's tasks in one word: call number, count, next index. Whoever moves the index on by a compare and
/// exchange has the task, and with it the call's promise to wait for him; an old word matches no later call.
struct Ticket {
  static constexpr std::uint64_t kMask = WorkerPool::kMostTasks;
  std::uint64_t word = 0;

  static Ticket of_call(std::uint64_t number, std::size_t count) {
    return {number << 40 | static_cast<std::uint64_t>(count) << 20};
  }
  std::size_t count() const { return static_cast<std::size_t>(word >> 20 & kMask); }
  std::size_t index() const { return static_cast<std::size_t>(word & kMask); }
  bool has_tasks() const { return index() < count(); }
};

std::vector<int> usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &set)) processors.push_back(i);
  }
  return processors;
}

void pin_to(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  // Where it is not allowed, the helper helps from wherever it runs.
  (void)pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

}  // namespace

struct WorkerPool::Shared {
  std::atomic<std::uint64_t> ticket{0};
  std::atomic<std::uint32_t> done{0};
  std::atomic<std::uint32_t> calls{0};  ///< what helpers sleep on; the lowest bits of the call's number
  std::atomic<bool> ended{false};
  Task task = nullptr;  ///< of the present call: read only by who has one of its tasks
  void* context = nullptr;
  std::mutex failing;
  std::exception_ptr failed;  ///< the present call's first, under `failing`

  void do_task(std::size_t index) {
    try {
      task(context, index);
    } catch (...) {
      const std::scoped_lock lock(failing);
      if (!failed) failed = std::current_exception();
    }
  }

  /// Does tasks until none is left.
  void work() {
    std::uint64_t word = ticket.load();
    while (Ticket{word}.has_tasks()) {
      if (!ticket.compare_exchange_weak(word, word + 1)) continue;
      do_task(Ticket{word}.index());
      done.fetch_add(1);
      done.notify_one();
      word = ticket.load();
    }
  }

  void help() {
    std::uint32_t seen = calls.load();
    while (!ended.load()) {
      work();
      const auto sleep_at = std::chrono::steady_clock::now() + kAwake;
      while (calls.load() == seen && std::chrono::steady_clock::now() < sleep_at) {
      }
      calls.wait(seen);
      seen = calls.load();
    }
  }
};

WorkerPool::WorkerPool(std::size_t threads) : shared_(std::make_shared<Shared>()) {
  const std::vector<int> processors = usable_processors();
  threads_ = threads != 0 ? threads : processors.size();
  for (std::size_t i = 1; i < threads_; ++i) {
    std::optional<int> processor;
    if (i < processors.size()) processor = processors[i];
    std::thread([shared = shared_, processor] {
      if (processor) pin_to(*processor);
      shared->help();
    }).detach();  // nobody joins what a fork did not copy
  }
}

WorkerPool::~WorkerPool() {
  shared_->ended.store(true);
  shared_->calls.fetch_add(1);
  shared_->calls.notify_all();
}

void WorkerPool::run(std::size_t count, Task task, void* context) {
  if (count == 0) return;
  shared_->task = task;
  shared_->context = context;
  shared_->done.store(0);
  const std::uint32_t number = shared_->calls.load() + 1;
  shared_->ticket.store(Ticket::of_call(number & 0xFFFFFF, count).word);
  shared_->calls.store(number);
  shared_->calls.notify_all();
  shared_->work();
  for (std::uint32_t done = shared_->done.load(); done < count; done = shared_->done.load())
    shared_->done.wait(done);
  // No task is left: nobody else looks at it.
  if (const std::exception_ptr failed = std::exchange(shared_->failed, nullptr))
    std::rethrow_exception(failed);
}

}  // namespace drawbar::python
