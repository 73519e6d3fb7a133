// How many inputs wait for their frame, by channel: what the hub has sent ahead and the loop has not yet
// used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

namespace drawbar::server {

/// Never less than what waits in the loop, but for inputs still on their way to it.
class ScheduledCounts {
 public:
  explicit ScheduledCounts(std::size_t channels) : frames_(channels), counts_(channels, 0) {}

  std::size_t of(std::uint32_t channel) const { return counts_[channel]; }
  std::size_t total() const { return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0}); }

  void add(std::uint32_t channel, std::uint64_t frame) {
    ++frames_[channel][frame];
    ++counts_[channel];
  }
  void clear(std::uint32_t channel) {
    frames_[channel].clear();
    counts_[channel] = 0;
  }
  void clear() {
    for (std::uint32_t channel = 0; channel < counts_.size(); ++channel) clear(channel);
  }
  /// This frame has been computed.
  void pass(std::uint64_t frame) {
    for (std::uint32_t channel = 0; channel < counts_.size(); ++channel) {
      std::map<std::uint64_t, std::size_t>& frames = frames_[channel];
      while (!frames.empty() && frames.begin()->first <= frame) {
        counts_[channel] -= frames.begin()->second;
        frames.erase(frames.begin());
      }
    }
  }

 private:
  std::vector<std::map<std::uint64_t, std::size_t>> frames_;  ///< by channel: inputs by their frame
  std::vector<std::size_t> counts_;
};

}  // namespace drawbar::server
