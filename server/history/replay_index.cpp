// Where a recording's frames are: what a replay can go to.
#include "server/history/replay_index.h"

#include <algorithm>
#include <cmath>

namespace drawbar::server {

std::uint32_t ReplayIndex::branch_that_holds(std::uint32_t branch, double frame) const {
  while (true) {
    const auto first =
        std::ranges::lower_bound(frames_, branch, {}, &protocol::SessionRecord::FrameEntry::branch);
    const bool begun =
        first != frames_.end() && first->branch == branch && static_cast<double>(first->frame) <= frame;
    const auto parent = parents_.find(branch);
    if (begun || parent == parents_.end()) return branch;
    branch = parent->second;
  }
}

std::optional<std::size_t> ReplayIndex::find(std::uint32_t branch, std::uint64_t frame) const {
  branch = branch_that_holds(branch, static_cast<double>(frame));
  // Branches follow each other, and frames ascend within each.
  const auto found = std::ranges::lower_bound(frames_, std::pair(branch, frame), {}, [](const auto& entry) {
    return std::pair(entry.branch, entry.frame);
  });
  if (found == frames_.end() || found->branch != branch || found->frame != frame) return {};
  return static_cast<std::size_t>(found - frames_.begin());
}

std::optional<std::size_t> ReplayIndex::find_time(std::uint32_t branch, double time) const {
  if (!(time >= 0)) return {};
  // A frame ends at frame x period; the little more forgives the rounding of what a person typed.
  const double frame = std::floor(time / period_ + 1e-6);
  branch = branch_that_holds(branch, frame);
  const auto after = std::ranges::upper_bound(frames_, std::pair(branch, frame), {}, [](const auto& entry) {
    return std::pair(entry.branch, static_cast<double>(entry.frame));
  });
  if (after == frames_.begin() || std::prev(after)->branch != branch) return {};
  return static_cast<std::size_t>(std::prev(after) - frames_.begin());
}

}  // namespace drawbar::server
