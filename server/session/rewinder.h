// Computes past states again, on a thread of its own and a World of its own.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "physics/world/world.h"
#include "protocol/result.h"
#include "server/asio.h"
#include "server/session/history.h"

namespace drawbar::server {

class Rewinder {
 public:
  using Done = std::function<void(Result<std::vector<std::byte>> state)>;

  /// `done` is called through `context`, on its thread.
  explicit Rewinder(asio::io_context& context) : context_(context), thread_([this] { run(); }) {}
  ~Rewinder();
  Rewinder(const Rewinder&) = delete;
  Rewinder& operator=(const Rewinder&) = delete;

  /// The state at the end of the plan, checked against the hash it had the first time.
  void compute(const physics::WorldConfig& scene, RewindPlan plan, Done done);

 private:
  struct Job {
    physics::WorldConfig scene;
    RewindPlan plan;
    Done done;
  };
  void run();
  static Result<std::vector<std::byte>> carry_out(const Job& job);

  asio::io_context& context_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace drawbar::server
