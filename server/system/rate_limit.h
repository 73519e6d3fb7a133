// How much one connection may send.
#pragma once

#include <algorithm>

#include "server/loop/clock.h"

namespace drawbar::server {

// Of requests over one connection. Most are announced to everybody: what one client asks for may not fill the
// queues of the others.
inline constexpr double kRequestBurst = 500;
inline constexpr double kRequestsPerSecond = 50;

/// A token bucket. Room for a console that sends a whole controls file ahead; not for a flood.
class RateLimit {
 public:
  RateLimit(double burst, double per_second) : burst_(burst), per_second_(per_second), level_(burst) {}

  /// Takes `amount`; false when there is not so much left.
  bool take(double amount, Nanoseconds now) {
    if (last_ != 0) {
      level_ = std::min(
          burst_, level_ + per_second_ * static_cast<double>(now - last_) / static_cast<double>(kSecond));
    }
    last_ = now;
    if (level_ < amount) return false;
    level_ -= amount;
    return true;
  }

 private:
  double burst_;
  double per_second_;
  double level_;
  Nanoseconds last_ = 0;
};

}  // namespace drawbar::server
