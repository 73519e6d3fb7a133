#include "protocol/branch_tree.h"

#include <algorithm>
#include <string>
#include <utility>

namespace drawbar::protocol {

Result<BranchTree> BranchTree::read(const SessionRecord& record) {
  BranchTree tree;
  tree.name_ = record.container().name();
  auto cursor = record.items(
      {.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = false});
  while (true) {
    auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) break;
    if (auto* scene = std::get_if<record::SceneRecordT>(&**item)) {
      tree.scenes_.push_back(std::move(*scene));
    } else if (const auto* begun = std::get_if<record::BranchT>(&**item)) {
      Branch branch;
      branch.takes_over =
          begun->cause == record::BranchCause::Restore || begun->cause == record::BranchCause::Rewind;
      branch.parent = begun->parent_branch;
      branch.first = branch.last = begun->frame;
      tree.branches_[begun->branch] = branch;
    } else if (const auto* frame = std::get_if<record::FrameHashT>(&**item)) {
      // Where a branch's begin is lost in a gap, what is known of it begins with its first frame.
      const auto [of, begin_lost] = tree.branches_.try_emplace(frame->branch);
      if (begin_lost) of->second.first = of->second.last = frame->frame;
      of->second.last = std::max(of->second.last, frame->frame);
    }
  }
  if (tree.branches_.empty())
    return fail(ErrorKind::wrong, tree.name_ + ": the recording holds no initial state");
  return tree;
}

const record::SceneRecordT* BranchTree::scene_of(std::uint32_t branch) const {
  const record::SceneRecordT* last = nullptr;
  for (const record::SceneRecordT& scene : scenes_) {
    if (scene.branch <= branch) last = &scene;
  }
  return last;
}

Result<std::vector<BranchSpan>> BranchTree::way_to(std::uint32_t branch) const {
  std::vector<BranchSpan> way;
  auto at = branches_.find(branch);
  if (at == branches_.end()) {
    std::string known;
    for (const auto& [number, begun] : branches_)
      known += (known.empty() ? "" : ", ") + std::to_string(number);
    return fail(ErrorKind::wrong,
                name_ + ": there is no branch " + std::to_string(branch) + "; allowed: " + known);
  }
  std::uint64_t last = at->second.last;
  while (true) {
    const auto& [number, present] = *at;
    // The state that it took over is its parent's frame.
    const std::uint64_t first = present.takes_over ? present.first + 1 : present.first;
    if (first <= last) way.push_back({number, first, last});
    if (!present.takes_over) break;
    last = present.first;
    // Branches are numbered as they begin: what comes later is no ancestor.
    at = present.parent < number ? branches_.find(present.parent) : branches_.end();
    if (at == branches_.end() || last < at->second.first || at->second.last < last) {
      return fail(ErrorKind::wrong, name_ + ": branch " + std::to_string(number) + " goes on from branch " +
                                        std::to_string(present.parent) + ", frame " + std::to_string(last) +
                                        ", which was not recorded");
    }
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace drawbar::protocol
