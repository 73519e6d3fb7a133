// The network thread's end of the inbox: a queue behind the ring, so that a burst is late instead of lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

#include "server/loop/doorbell.h"
#include "server/loop/frame_slot.h"

namespace drawbar::server {

class LoopPort {
 public:
  /// Requests that may wait behind the ring; more are refused.
  static constexpr std::size_t kMostWaiting = 65'536;

  /// `doorbell`: rung for what does not wait for its slot; null: nobody hears it.
  explicit LoopPort(Inbox& inbox, Doorbell* doorbell = nullptr) : inbox_(inbox), doorbell_(doorbell) {}

  bool full() const { return waiting_.size() >= kMostWaiting; }

  /// Returns the request's number: it was taken when FrameSlot::requests_taken has reached it.
  std::uint64_t send(const LoopInput& input) {
    waiting_.push_back(input);
    waiting_.back().scene = scenes_ended_;
    flush();
    if (input.fast && doorbell_ != nullptr) doorbell_->ring();
    return ++sent_;
  }

  /// Number of the newest request.
  std::uint64_t sent() const { return sent_; }

  /// How another stage begins.
  struct StageBegin {
    RestorePoint* point = nullptr;  ///< whose state it stands at; null: its initial state
    std::uint32_t last_branch = 0;  ///< its branch comes after this one
    bool freeze = false;            ///< standing still
  };
  /// Tells the loop to go on with another stage, which is kept here until take_stage(). One at a time.
  std::uint64_t change_stage(std::unique_ptr<Stage> stage, const StageBegin& begin) {
    next_stage_ = std::move(stage);
    LoopInput input;
    input.kind = LoopInput::Kind::reload;
    input.stage = next_stage_.get();
    input.restore = begin.point;
    input.branch = begin.last_branch;
    input.freeze = begin.freeze;
    return send(input);
  }
  /// Whether the loop has gone over to it: no more frames come from the one before.
  bool stage_arrived() const { return next_stage_ && next_stage_->outbox.front() != nullptr; }
  /// The stage that arrived. Inputs sent from now on are meant for its scene.
  std::unique_ptr<Stage> take_stage() {
    ++scenes_ended_;
    return std::move(next_stage_);
  }

  /// Moves what waits into the ring, as far as there is room.
  void flush() {
    while (!waiting_.empty() && inbox_.push(waiting_.front())) waiting_.pop_front();
  }

 private:
  Inbox& inbox_;
  Doorbell* doorbell_;
  std::deque<LoopInput> waiting_;
  std::uint64_t sent_ = 0;
  std::unique_ptr<Stage> next_stage_;
  std::uint32_t scenes_ended_ = 0;
};

}  // namespace drawbar::server
