// Where a recording's frames are: what a replay can go to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "protocol/session_record.h"

namespace drawbar::server {

/// Frames in the order in which they were computed.
class ReplayIndex {
 public:
  ReplayIndex() = default;
  /// By branch: the branch that it took over from, one of those before it.
  using Parents = std::map<std::uint32_t, std::uint32_t>;
  /// `period`: s of one frame.
  ReplayIndex(std::vector<protocol::SessionRecord::FrameEntry> frames, double period, Parents parents)
      : frames_(std::move(frames)), period_(period), parents_(std::move(parents)) {}

  std::size_t size() const { return frames_.size(); }
  const protocol::SessionRecord::FrameEntry& at(std::size_t position) const { return frames_[position]; }

  /// Position of this frame; nothing if it was not recorded. What lies before the branch's begin is on the
  /// branch that it came from.
  std::optional<std::size_t> find(std::uint32_t branch, std::uint64_t frame) const;
  /// Position of the last frame that ended at or before `time` (s of simulation), likewise.
  std::optional<std::size_t> find_time(std::uint32_t branch, double time) const;

 private:
  /// The branch, or the one of those it came from that was the present one in this frame.
  std::uint32_t branch_that_holds(std::uint32_t branch, double frame) const;

  std::vector<protocol::SessionRecord::FrameEntry> frames_;
  double period_ = 0;
  Parents parents_;
};

}  // namespace drawbar::server
