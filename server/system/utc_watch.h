// Notices when UTC steps against the monotonic clock.
#pragma once

#include <optional>

#include "server/loop/clock.h"

namespace drawbar::server {

/// The Welcome tells UTC's offset once; a clock that is set, or drifts as far, makes that wrong.
class UtcWatch {
 public:
  static constexpr Nanoseconds kStep = 20 * kMillisecond;

  explicit UtcWatch(Nanoseconds offset) : told_(offset) {}

  /// `offset`: CLOCK_REALTIME minus CLOCK_MONOTONIC now. How far it has moved since it was last told, where
  /// that is kStep or more; it has been told then.
  std::optional<Nanoseconds> observe(Nanoseconds offset) {
    const Nanoseconds moved = offset - told_;
    if (moved > -kStep && moved < kStep) return std::nullopt;
    told_ = offset;
    return moved;
  }

 private:
  Nanoseconds told_;
};

}  // namespace drawbar::server
