// Publishes a recording's frames, one per slot, as the simulation loop publishes computed ones.
#include "server/record/replay_loop.h"

#include <spdlog/spdlog.h>

#include <utility>

namespace drawbar::server {

namespace {

constexpr Nanoseconds kSpin = 50 * kMicrosecond;

}  // namespace

ReplayLoop::ReplayLoop(Replay& replay, Outbox& outbox, Inbox& inbox, const WakeUp& wake_up, bool frozen)
    : replay_(replay),
      outbox_(outbox),
      inbox_(inbox),
      wake_up_(wake_up),
      clock_(replay.scene().period(), kSpin),
      time_(frozen) {}

void ReplayLoop::run(const std::atomic<bool>& stop) {
  clock_.run(stop, [this] {
    serve_slot();
    wake_up_.notify();
  });
}

void ReplayLoop::serve_slot() {
  FrameSlot* slot = outbox_.claim();
  if (slot == nullptr) {
    clock_.count_slip();
    return;
  }
  while (const LoopInput* request = inbox_.front()) {
    take(*request);
    inbox_.release();
    ++requests_taken_;
  }
  const Nanoseconds begin = monotonic_now();
  const bool shown_before = !moved_;
  if (shown_before) move_on(static_cast<std::size_t>(time_.due(kMostReplayFramesPerSlot)));
  if (const auto read = replay_.read(position_, *slot); !read) {
    spdlog::error("replay: {}", read.error().text);
    time_.freeze();
  }
  slot->replay = true;
  slot->computed = moved_;
  slot->frozen = time_.frozen();
  slot->speed = time_.speed();
  slot->replay_ended = ended_ && !std::exchange(end_told_, ended_);
  slot->requests_taken = requests_taken_;
  clock_.stamp(*slot, moved_ ? monotonic_now() - begin : 0);
  moved_ = false;
  outbox_.publish();
}

void ReplayLoop::take(const LoopInput& request) {
  switch (request.kind) {
    case LoopInput::Kind::freeze:
      time_.freeze();
      return;
    case LoopInput::Kind::run:
      if (ended_) {
        position_ = 0;
        moved_ = true;
        ended_ = end_told_ = false;
      }
      time_.run();
      return;
    case LoopInput::Kind::step:
      time_.step(request.frame);
      return;
    case LoopInput::Kind::speed:
      time_.set_speed(request.value);
      return;
    case LoopInput::Kind::seek:
      position_ = static_cast<std::size_t>(request.frame);
      moved_ = true;
      ended_ = end_told_ = false;
      return;
    default:
      return;  // the hub lets nothing else through
  }
}

void ReplayLoop::move_on(std::size_t frames) {
  if (frames == 0) return;
  const std::size_t last = replay_.index().size() - 1;
  moved_ = position_ != last;
  position_ = std::min(position_ + frames, last);
  if (position_ == last) {
    ended_ = true;
    time_.freeze();
  }
}

}  // namespace drawbar::server
