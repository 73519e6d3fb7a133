// Publishes a recording's frames, one per slot, as the simulation loop publishes computed ones.
#include "server/record/replay_loop.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace drawbar::server {

namespace {

constexpr Nanoseconds kSpin = 50 * kMicrosecond;
/// Frames whose poses are lost in a row, where a part of the file is damaged: they are passed over.
constexpr std::size_t kMostUnreadable = 10;

}  // namespace

ReplayLoop::ReplayLoop(Replay& replay, Outbox& outbox, Inbox& inbox, const WakeUp& wake_up, bool frozen)
    : replay_(replay),
      outbox_(outbox),
      inbox_(inbox),
      wake_up_(wake_up),
      clock_(replay.scene(0).period(), kSpin),
      time_(frozen) {}

void ReplayLoop::run(const std::atomic<bool>& stop) {
  clock_.run(stop, [this] {
    serve_slot();
    wake_up_.notify();
    return !successor_;
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
    if (successor_) return;
  }
  const Nanoseconds begin = monotonic_now();
  const bool shown_before = !moved_;
  if (shown_before) move_on(static_cast<std::size_t>(time_.due(kMostReplayFramesPerSlot)));
  read(*slot);
  if (!moved_) slot->recorded_events.clear();
  slot->begins_scene = slot->replay_scene != std::exchange(scene_, slot->replay_scene);
  if (slot->begins_scene) clock_.set_period(replay_.scene(position_).period());
  slot->replay = true;
  slot->computed = moved_;
  slot->frozen = time_.frozen();
  slot->speed = time_.speed();
  slot->replay_ended = ended_ && !std::exchange(end_told_, ended_);
  slot->requests_taken = requests_taken_;
  slot->stepping = time_.stepping();
  slot->step_ended = std::exchange(step_ended_, 0);
  clock_.stamp(*slot, moved_ ? monotonic_now() - begin : 0);
  moved_ = false;
  outbox_.publish();
}

void ReplayLoop::read(FrameSlot& slot) {
  const std::size_t last = std::min(position_ + kMostUnreadable, replay_.index().size() - 1);
  for (std::size_t tried = position_;; ++tried) {
    const auto done = replay_.read(tried, slot);
    if (done) {
      position_ = tried;
      return;
    }
    spdlog::error("replay: {}", done.error().text);
    if (tried == last) break;
  }
  time_.freeze();
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
      time_.step(request.frame, requests_taken_ + 1, request.fast);
      return;
    case LoopInput::Kind::speed:
      time_.set_speed(request.value);
      return;
    case LoopInput::Kind::seek:
      position_ = static_cast<std::size_t>(request.frame);
      moved_ = true;
      ended_ = end_told_ = false;
      return;
    case LoopInput::Kind::repeat:
      repeated_.reset();
      if (request.frame < request.until) repeated_ = Range{request.frame, request.until};
      if (repeated_ && (position_ < repeated_->first || position_ > repeated_->last)) {
        position_ = repeated_->first;
        moved_ = true;
        ended_ = end_told_ = false;
      }
      return;
    case LoopInput::Kind::reload:
      successor_ = request;
      return;
    default:
      return;  // the hub lets nothing else through
  }
}

void ReplayLoop::move_on(std::size_t frames) {
  if (frames == 0) return;
  const bool in_range = repeated_ && position_ <= repeated_->last;
  if (in_range && position_ == repeated_->last) {
    position_ = repeated_->first;
    moved_ = true;
    step_ended_ = time_.computed(1);
    return;
  }
  // However fast, the last frame of a range is shown before its first comes again.
  const std::size_t end = replay_.index().size() - 1;
  const std::size_t before =
      std::exchange(position_, std::min(position_ + frames, in_range ? repeated_->last : end));
  moved_ = position_ != before;
  step_ended_ = time_.computed(position_ - before);
  if (!in_range && position_ == end) {
    ended_ = true;
    time_.freeze();
  }
}

}  // namespace drawbar::server
