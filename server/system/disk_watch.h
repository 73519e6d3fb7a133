// Notices when the disk that is written to runs full, before it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace drawbar::server {

/// Says once for each step downwards that so little is left; again after more than twice as much was free.
class DiskWatch {
 public:
  static constexpr std::array<std::uint64_t, 3> kSteps{2UL << 30, 512UL << 20, 64UL << 20};  ///< bytes free

  /// Bytes free now: the same, where it is to be said.
  std::optional<std::uint64_t> observe(std::uint64_t free) {
    while (said_ > 0 && free > 2 * kSteps[said_ - 1]) --said_;
    const std::size_t before = said_;
    while (said_ < kSteps.size() && free < kSteps[said_]) ++said_;
    return said_ > before ? std::optional(free) : std::nullopt;
  }

 private:
  std::size_t said_ = 0;  ///< steps that have been told
};

}  // namespace drawbar::server
