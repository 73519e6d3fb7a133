// Offset of two clocks from four readings.
#include "protocol/clock_offset.h"

#include <algorithm>
#include <span>

namespace drawbar::protocol {

void ClockOffset::take(const stream::Pong& pong, std::uint64_t arrival_ns) {
  // Differences of clock readings wrap to the right signed number whatever the clocks' origins.
  const auto there = static_cast<std::int64_t>(pong.server_receive_ns() - pong.client_ns());
  const auto back = static_cast<std::int64_t>(pong.server_send_ns() - arrival_ns);
  const auto total = static_cast<std::int64_t>(arrival_ns - pong.client_ns());
  const auto inside = static_cast<std::int64_t>(pong.server_send_ns() - pong.server_receive_ns());
  if (total < 0 || inside < 0 || inside > total) {
    return;  // no honest exchange looks like this
  }
  // Half of each before the sum: the offset of two clocks may need all 63 bits.
  samples_[count_ % kKept] = {there / 2 + back / 2 + (there % 2 + back % 2) / 2,
                              static_cast<std::uint64_t>(total - inside)};
  ++count_;
}

const ClockOffset::Sample& ClockOffset::best() const {
  const auto used = std::span(samples_).first(std::min<std::uint64_t>(count_, kKept));
  return *std::ranges::min_element(used, {}, &Sample::round_trip_ns);
}

std::optional<std::int64_t> ClockOffset::offset_ns() const {
  return count_ == 0 ? std::nullopt : std::optional(best().offset_ns);
}

std::uint64_t ClockOffset::round_trip_ns() const {
  return count_ == 0 ? 0 : best().round_trip_ns;
}

}  // namespace drawbar::protocol
