// The network thread's end of the inbox: a queue behind the ring, so that a burst is late instead of lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "server/loop/loop_input.h"

namespace drawbar::server {

class LoopPort {
 public:
  /// Requests that may wait behind the ring; more are refused.
  static constexpr std::size_t kMostWaiting = 65'536;

  explicit LoopPort(Inbox& inbox) : inbox_(inbox) {}

  bool full() const { return waiting_.size() >= kMostWaiting; }

  /// Returns the request's number: it was taken when FrameSlot::requests_taken has reached it.
  std::uint64_t send(const LoopInput& input) {
    waiting_.push_back(input);
    flush();
    return ++sent_;
  }

  /// Moves what waits into the ring, as far as there is room.
  void flush() {
    while (!waiting_.empty() && inbox_.push(waiting_.front())) waiting_.pop_front();
  }

 private:
  Inbox& inbox_;
  std::deque<LoopInput> waiting_;
  std::uint64_t sent_ = 0;
};

}  // namespace drawbar::server
