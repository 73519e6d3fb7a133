// When to show what: the server's time as seen from here, behind it by just what the network's jitter needs.
#include "protocol/playout_clock.h"

#include <algorithm>
#include <cmath>

namespace drawbar::protocol {

namespace {

constexpr double kFarthest = 4e18;  ///< ns: clocks that lie farther apart would leave the range of a number

}  // namespace

void PlayoutClock::arrived(const stream::FrameStamp& stamp, std::uint64_t period_ns, std::uint64_t now_ns) {
  const auto late = static_cast<double>(static_cast<std::int64_t>(now_ns - stamp.monotonic_ns()));
  // From one frame to the next only another clock differs so much: what is known of the one before is void.
  if (last_ && std::fabs(late - late_) > kJump) *this = PlayoutClock();
  late_ = late;
  if (last_ && stamp.branch() == last_->branch() && stamp.frame() == last_->frame()) {
    held_until_ns_ = stamp.monotonic_ns();  // time stands still: motion to the next frame begins no earlier
    return;
  }
  const double need = std::clamp(late + segment(stamp, period_ns) + kMargin, -kFarthest, kFarthest);
  while (!needs_.empty() && needs_.back().lag_ns <= need) needs_.pop_back();
  needs_.push_back({now_ns, need});
  while (static_cast<std::int64_t>(now_ns - needs_.front().at_ns) > kMemory) needs_.pop_front();
  const double target = needs_.front().lag_ns;
  if (!lag_ns_ || std::fabs(target - *lag_ns_) > kJump) {
    lag_ns_ = target;
    last_now_ns_ = now_ns;
  }
}

double PlayoutClock::segment(const stream::FrameStamp& stamp, std::uint64_t period_ns) {
  const auto period = static_cast<double>(period_ns);
  double gap = last_ ? 0 : period;  // the next one's, very likely
  if (last_ && stamp.branch() == last_->branch() && stamp.time() > last_->time())
    gap = static_cast<double>(static_cast<std::int64_t>(stamp.monotonic_ns() - held_until_ns_));
  last_ = stamp;
  held_until_ns_ = stamp.monotonic_ns();
  return std::clamp(gap, 0.0, kLongestSegment * period);
}

std::optional<std::uint64_t> PlayoutClock::shown(std::uint64_t now_ns) {
  if (!lag_ns_) return std::nullopt;
  const double passed = now_ns > last_now_ns_ ? static_cast<double>(now_ns - last_now_ns_) : 0.0;
  const double change = needs_.front().lag_ns - *lag_ns_;
  *lag_ns_ += change > 0 ? std::min(change, passed * kSlewSlower) : std::max(change, -passed * kSlewFaster);
  last_now_ns_ = std::max(now_ns, last_now_ns_);
  return last_now_ns_ - static_cast<std::uint64_t>(std::llround(*lag_ns_));
}

}  // namespace drawbar::protocol
