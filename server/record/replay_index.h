// Where a recording's frames are: what a replay can go to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/session_record.h"

namespace drawbar::server {

/// Frames in the order in which they were computed.
class ReplayIndex {
 public:
  ReplayIndex() = default;
  /// `period`: s of one frame.
  ReplayIndex(std::vector<protocol::SessionRecord::FrameEntry> frames, double period)
      : frames_(std::move(frames)), period_(period) {}

  std::size_t size() const { return frames_.size(); }
  const protocol::SessionRecord::FrameEntry& at(std::size_t position) const { return frames_[position]; }

  /// Position of this frame; nothing if it was not recorded.
  std::optional<std::size_t> find(std::uint32_t branch, std::uint64_t frame) const;
  /// Position of the last frame on the branch that ended at or before `time` (s of simulation).
  std::optional<std::size_t> find_time(std::uint32_t branch, double time) const;

 private:
  std::vector<protocol::SessionRecord::FrameEntry> frames_;
  double period_ = 0;
};

}  // namespace drawbar::server
