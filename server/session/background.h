// A thread for what would hold up the network thread: computing the past again, reading a scene.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "server/system/asio.h"

namespace drawbar::server {

/// Jobs run one after another. What still waits at the end is not done.
class Background {
 public:
  /// Results come through `context`, on its thread.
  explicit Background(asio::io_context& context) : context_(context), thread_([this] { run_jobs(); }) {}
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// `done(work(ending))`, with `work` on this thread and `done` on the context's. Work that takes long gives
  /// up once `ending`.
  template <class Work, class Done>
  void run(Work work, Done done) {
    push(Job([this, work = std::move(work), done = std::move(done)]() mutable {
      asio::post(context_, [done = std::move(done), result = work(std::as_const(ending_))]() mutable {
        done(std::move(result));
      });
    }));
  }

 private:
  using Job = std::packaged_task<void()>;

  void push(Job job);
  void run_jobs();

  asio::io_context& context_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace drawbar::server
