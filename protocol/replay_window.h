// Which numbered datagrams have come: each is taken once.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace drawbar::protocol {

/// Numbers may come in any order within kSize of the highest; older ones count as seen (RFC 4303, 3.4.3).
class ReplayWindow {
 public:
  static constexpr std::uint64_t kSize = 1024;

  /// Has this number neither come nor left the window?
  bool fresh(std::uint64_t number) const {
    if (number >= next_) return true;
    return next_ - number <= kSize && !seen_[slot(number)];
  }

  /// It has come: of one that was fresh().
  void take(std::uint64_t number) {
    if (number >= next_) {
      if (number - next_ >= kSize) {
        seen_.reset();
      } else {
        for (std::uint64_t skipped = next_; skipped < number; ++skipped) seen_.reset(slot(skipped));
      }
      next_ = number + 1;
    }
    seen_.set(slot(number));
  }

 private:
  static std::size_t slot(std::uint64_t number) { return static_cast<std::size_t>(number % kSize); }

  std::uint64_t next_ = 0;  ///< one above the highest that came
  std::bitset<kSize> seen_;
};

}  // namespace drawbar::protocol
