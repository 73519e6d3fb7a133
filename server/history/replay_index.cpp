// What a recording holds besides its frames: where they are, which scenes they run, who was there.
#include "server/history/replay_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace drawbar::server {

std::size_t ReplayIndex::scene_of(std::uint32_t branch) const {
  const auto after = std::ranges::upper_bound(contents_.scenes, branch, {}, &ServedScene::first_branch);
  return after == contents_.scenes.begin() ? 0
                                           : static_cast<std::size_t>(after - contents_.scenes.begin()) - 1;
}

std::uint64_t ReplayIndex::frames_of(std::uint32_t branch) const {
  const auto found = contents_.branches.find(branch);
  return found == contents_.branches.end() ? 0 : found->second.frames;
}

std::uint32_t ReplayIndex::branch_that_holds(std::uint32_t number, double frame) const {
  while (true) {
    const auto found = contents_.branches.find(number);
    if (found == contents_.branches.end()) return number;
    const Branch& branch = found->second;
    const bool begun = branch.frames > 0 && static_cast<double>(branch.first) <= frame;
    if (begun || branch.parent >= number) return number;
    number = branch.parent;
  }
}

std::optional<std::size_t> ReplayIndex::find(std::uint32_t branch, std::uint64_t frame) const {
  branch = branch_that_holds(branch, static_cast<double>(frame));
  // Branches follow each other, and frames ascend within each.
  const auto& frames = contents_.frames;
  const auto found = std::ranges::lower_bound(frames, std::pair(branch, frame), {}, [](const auto& entry) {
    return std::pair(entry.branch, entry.frame);
  });
  if (found == frames.end() || found->branch != branch || found->frame != frame) return {};
  return static_cast<std::size_t>(found - frames.begin());
}

std::optional<std::size_t> ReplayIndex::find_shown(std::uint32_t branch, std::uint64_t frame) const {
  if (const auto position = find(branch, frame)) return position;
  const auto found = contents_.branches.find(branch_that_holds(branch, static_cast<double>(frame)));
  const bool begins_there =
      found != contents_.branches.end() && found->second.frames > 0 && found->second.first == frame + 1;
  return begins_there ? find(found->first, found->second.first) : std::nullopt;
}

std::optional<std::size_t> ReplayIndex::find_time(std::uint32_t branch, double time) const {
  if (!(time >= 0)) return {};
  const double period = contents_.scenes[scene_of(branch)].world.period;
  // A frame ends at frame x period; the little more forgives the rounding of what a person typed.
  double frame = std::floor(time / period + 1e-6);
  branch = branch_that_holds(branch, frame);
  // The initial state is no frame: the first one shows the begin.
  const auto found = contents_.branches.find(branch);
  if (found != contents_.branches.end()) {
    if (frame > static_cast<double>(found->second.last)) return {};
    frame = std::max(frame, static_cast<double>(found->second.first));
  }
  const auto& frames = contents_.frames;
  const auto after = std::ranges::upper_bound(frames, std::pair(branch, frame), {}, [](const auto& entry) {
    return std::pair(entry.branch, static_cast<double>(entry.frame));
  });
  if (after == frames.begin() || std::prev(after)->branch != branch) return {};
  return static_cast<std::size_t>(std::prev(after) - frames.begin());
}

std::string ReplayIndex::range_of(std::uint32_t branch) const {
  const auto found = contents_.branches.find(branch);
  if (found == contents_.branches.end()) return "no such branch";
  if (found->second.frames == 0) return "no frames";
  const auto earliest = contents_.branches.find(branch_that_holds(branch, 0));
  const bool known = earliest != contents_.branches.end() && earliest->second.frames > 0;
  const std::uint64_t first = known ? earliest->second.first : found->second.first;
  const double period = contents_.scenes[scene_of(branch)].world.period;
  // Of a scene's first state its first frame is shown.
  const double begin = first == 1 ? 0 : static_cast<double>(first) * period;
  return fmt::format("{:.6g} to {:.6g} s (frames {} to {})", begin,
                     static_cast<double>(found->second.last) * period, first, found->second.last);
}

}  // namespace drawbar::server
