// What a running session can be taken back to: inputs of every frame and full states in between, in memory.
#include "server/session/history.h"

#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace drawbar::server {

namespace {

constexpr std::size_t kMostStateBytes = 256UL * 1024 * 1024;
constexpr int kCompressionLevel = 1;

}  // namespace

void History::take(const FrameSlot& slot, std::uint64_t hash) {
  if (slot.begins_branch) {
    Branch& branch = branches_[slot.branch];
    if (slot.restored != nullptr) branch.parent = slot.restored->parent_branch;
    branch.first_frame = branch.last_frame = slot.state.frame;
    branch.hashes = {hash};
    keep_state(branch, slot);
    return;
  }
  const auto found = branches_.find(slot.branch);
  if (!slot.computed || found == branches_.end()) return;
  Branch& branch = found->second;
  branch.last_frame = slot.state.frame;
  branch.hashes.push_back(hash);
  for (const scenes::WorldInput& input : slot.inputs.list())
    branch.inputs.push_back({slot.state.frame, input});
  record_bytes_ += sizeof hash + slot.inputs.list().size() * sizeof(RewindPlan::Step);
  if (slot.state.frame >= branch.snapshots.back().frame + interval_) keep_state(branch, slot);
}

void History::keep_state(Branch& branch, const FrameSlot& slot) {
  Snapshot snapshot;
  snapshot.frame = slot.state.frame;
  snapshot.substeps = slot.substeps;
  snapshot.size = slot.saved_state.size();
  snapshot.compressed.resize(ZSTD_compressBound(snapshot.size));
  const std::size_t size = ZSTD_compress(snapshot.compressed.data(), snapshot.compressed.size(),
                                         slot.saved_state.data(), snapshot.size, kCompressionLevel);
  snapshot.compressed.resize(size);
  snapshot.compressed.shrink_to_fit();
  state_bytes_ += size;
  branch.snapshots.push_back(std::move(snapshot));
  if (state_bytes_ > kMostStateBytes) thin_out();
}

void History::thin_out() {
  interval_ *= 2;
  state_bytes_ = 0;
  for (auto& [number, branch] : branches_) {
    std::vector<Snapshot> kept;
    for (Snapshot& snapshot : branch.snapshots) {
      if (!kept.empty() && snapshot.frame < kept.back().frame + interval_) continue;
      state_bytes_ += snapshot.compressed.size();
      kept.push_back(std::move(snapshot));
    }
    branch.snapshots = std::move(kept);
  }
}

Result<RewindPlan> History::plan(std::uint32_t number, std::optional<std::uint64_t> frame,
                                 std::optional<double> time) const {
  auto found = branches_.find(number);
  if (found == branches_.end()) {
    return fail(ErrorKind::wrong,
                "branch " + std::to_string(number) + " does not exist; of this scene there are " +
                    std::to_string(branches_.empty() ? 0 : branches_.begin()->first) + " to " +
                    std::to_string(branches_.empty() ? 0 : branches_.rbegin()->first));
  }
  const auto refuse = [&] {
    return fail(ErrorKind::wrong, "branch " + std::to_string(found->first) + " has the frames " +
                                      std::to_string(found->second.first_frame) + " to " +
                                      std::to_string(found->second.last_frame) + " only");
  };
  if (time) {
    if (!(*time >= 0)) return refuse();
    // A frame ends at frame x period; the little more forgives the rounding of what a person typed.
    const double frames = std::floor(*time / period_ + 1e-6);
    if (frames > static_cast<double>(found->second.last_frame)) return refuse();
    frame = static_cast<std::uint64_t>(frames);
  }
  if (!frame) return refuse();
  while (*frame < found->second.first_frame && found->second.parent) {
    found = branches_.find(*found->second.parent);
  }
  const Branch& branch = found->second;
  if (*frame < branch.first_frame || *frame > branch.last_frame) return refuse();
  const auto after = std::ranges::upper_bound(branch.snapshots, *frame, {}, &Snapshot::frame);
  const Snapshot& snapshot = *std::prev(after);
  RewindPlan plan;
  plan.branch = found->first;
  plan.from_frame = snapshot.frame;
  plan.to_frame = *frame;
  plan.substeps = snapshot.substeps;
  plan.state.resize(snapshot.size);
  ZSTD_decompress(plan.state.data(), plan.state.size(), snapshot.compressed.data(),
                  snapshot.compressed.size());
  const auto first = std::ranges::upper_bound(branch.inputs, snapshot.frame, {}, &RewindPlan::Step::frame);
  const auto last = std::ranges::upper_bound(branch.inputs, *frame, {}, &RewindPlan::Step::frame);
  plan.inputs.assign(first, last);
  plan.hash = branch.hashes[static_cast<std::size_t>(*frame - branch.first_frame)];
  return plan;
}

}  // namespace drawbar::server
