// Where the server's clock stands in a client's own time, from pings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "protocol/stream_generated.h"

namespace drawbar::protocol {

/// Of the last kKept pings the one that was shortest under way tells the offset: it was delayed least, so its
/// error, at most half its round trip, is the smallest.
class ClockOffset {
 public:
  static constexpr std::size_t kKept = 16;

  /// `arrival_ns`: the client's clock when the Pong came.
  void take(const stream::Pong& pong, std::uint64_t arrival_ns);

  /// Server's clock minus client's (ns), nothing before the first Pong.
  std::optional<std::int64_t> offset_ns() const;
  /// Time under way of the ping that tells it (ns).
  std::uint64_t round_trip_ns() const;

 private:
  struct Sample {
    std::int64_t offset_ns = 0;
    std::uint64_t round_trip_ns = 0;
  };
  const Sample& best() const;

  std::array<Sample, kKept> samples_{};
  std::uint64_t count_ = 0;
};

}  // namespace drawbar::protocol
