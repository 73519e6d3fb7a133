// What a running session can be taken back to: inputs of every frame and full states in between, in memory.
#include "server/history/history.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <type_traits>

namespace drawbar::server {

namespace {

using Step = RewindPlan::Step;
static_assert(std::is_trivially_copyable_v<Step>, "packed as bytes");

/// Frames between states at most: to go back so many are computed again.
constexpr std::uint64_t kWidestInterval = 400;
constexpr int kCompressionLevel = 1;

}  // namespace

// --- packing ---

void History::Packed::append(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  std::vector<std::byte> room(ZSTD_compressBound(bytes.size()));
  room.resize(ZSTD_compress(room.data(), room.size(), bytes.data(), bytes.size(), kCompressionLevel));
  size_ += bytes.size();
  compressed_.insert(compressed_.end(), room.begin(), room.end());
}

void History::Packed::append(const Packed& other) {
  size_ += other.size_;
  compressed_.insert(compressed_.end(), other.compressed_.begin(), other.compressed_.end());
}

void History::Packed::unpack(std::span<std::byte> out) const {
  ZSTD_decompress(out.data(), out.size(), compressed_.data(), compressed_.size());
}

// --- keeping ---

void History::take(const FrameSlot& slot, std::uint64_t hash) {
  if (slot.begins_branch) {
    if (!branches_.empty()) pack_inputs(branches_.rbegin()->second);
    Branch& branch = branches_[slot.branch];
    const bool from_here = slot.restored != nullptr && slot.restored->cause != record::BranchCause::TakeOver;
    if (from_here) branch.parent = slot.restored->parent_branch;
    keep_hash(branch, hash);
    keep_state(branch, slot);
  } else if (slot.computed && branches_.contains(slot.branch)) {
    Branch& branch = branches_.at(slot.branch);
    keep_hash(branch, hash);
    for (const scenes::WorldInput& input : slot.inputs.list()) {
      branch.inputs.push_back({slot.state.frame, input});
    }
    record_bytes_ += slot.inputs.list().size() * sizeof(Step);
    if (slot.state.frame >= branch.spans.back().frame + interval_) keep_state(branch, slot);
  }
  make_room();
}

void History::keep_hash(Branch& branch, std::uint64_t hash) {
  branch.hashes.push_back(hash);
  record_bytes_ += sizeof hash;
}

void History::keep_state(Branch& branch, const FrameSlot& slot) {
  pack_inputs(branch);
  Span& span = branch.spans.emplace_back();
  span.frame = slot.state.frame;
  span.substeps = slot.substeps;
  span.state.append(slot.saved_state);
  state_bytes_ += span.state.memory();
}

void History::pack_inputs(Branch& branch) {
  if (branch.inputs.empty()) return;
  Packed& packed = branch.spans.back().inputs;
  record_bytes_ -= packed.memory() + branch.inputs.size() * sizeof(Step);
  packed.append(std::as_bytes(std::span(branch.inputs)));
  record_bytes_ += packed.memory();
  branch.inputs = {};
}

// --- forgetting ---

void History::make_room() {
  while (bytes() > most_bytes_) {
    if (interval_ < kWidestInterval && state_bytes_ > most_bytes_ / 2) {
      drop_states();
    } else if (!forget_oldest()) {
      return;
    }
  }
}

void History::drop_states() {
  interval_ *= 2;
  for (auto& [number, branch] : branches_) {
    std::deque<Span> kept;
    for (Span& span : branch.spans) {
      if (kept.empty() || span.frame >= kept.back().frame + interval_) {
        kept.push_back(std::move(span));
      } else {
        state_bytes_ -= span.state.memory();
        kept.back().inputs.append(span.inputs);
      }
    }
    branch.spans = std::move(kept);
  }
}

bool History::forget_oldest() {
  const auto oldest = branches_.begin();
  Branch& branch = oldest->second;
  const bool to_the_end = branch.spans.size() == 1;
  if (to_the_end && std::next(oldest) == branches_.end()) return false;
  const Span& span = branch.spans.front();
  const std::size_t frames =
      to_the_end ? branch.hashes.size() : static_cast<std::size_t>(branch.spans[1].frame - span.frame);
  state_bytes_ -= span.state.memory();
  record_bytes_ -= span.inputs.memory() + frames * sizeof(branch.hashes.front());
  if (to_the_end) {
    branches_.erase(oldest);
    return true;
  }
  branch.hashes.erase(branch.hashes.begin(), branch.hashes.begin() + static_cast<std::ptrdiff_t>(frames));
  branch.spans.pop_front();
  return true;
}

// --- going back ---

Result<RewindPlan> History::plan(std::uint32_t number, std::optional<std::uint64_t> frame,
                                 std::optional<double> time) const {
  auto found = branches_.find(number);
  if (found == branches_.end()) {
    return fail(ErrorKind::wrong,
                "branch " + std::to_string(number) + " is not kept; of this scene there are " +
                    std::to_string(branches_.empty() ? 0 : branches_.begin()->first) + " to " +
                    std::to_string(branches_.empty() ? 0 : branches_.rbegin()->first));
  }
  const auto parent_of = [this](const Branch& branch) {
    return branch.parent ? branches_.find(*branch.parent) : branches_.end();
  };
  const auto refuse = [&] {
    auto first = found;
    for (auto parent = parent_of(first->second); parent != branches_.end();
         parent = parent_of(first->second)) {
      first = parent;
    }
    const auto seconds = [this](std::uint64_t of) { return static_cast<double>(of) * period_; };
    const std::uint64_t from = first->second.first_frame(), to = found->second.last_frame();
    return fail(ErrorKind::wrong, fmt::format("no such moment; allowed on branch {}: {:.6g} to {:.6g} s "
                                              "(frames {} to {})",
                                              found->first, seconds(from), seconds(to), from, to));
  };
  if (time) {
    if (!(*time >= 0)) return refuse();
    // A frame ends at frame x period; the little more forgives the rounding of what a person typed.
    const double frames = std::floor(*time / period_ + 1e-6);
    if (frames > static_cast<double>(found->second.last_frame())) return refuse();
    frame = static_cast<std::uint64_t>(frames);
  }
  if (!frame) return refuse();
  while (*frame < found->second.first_frame()) {
    const auto parent = parent_of(found->second);
    if (parent == branches_.end()) return refuse();
    found = parent;
  }
  const Branch& branch = found->second;
  if (*frame > branch.last_frame()) return refuse();
  const auto after = std::ranges::upper_bound(branch.spans, *frame, {}, &Span::frame);
  const Span& span = *std::prev(after);
  RewindPlan plan;
  plan.branch = found->first;
  plan.from_frame = span.frame;
  plan.to_frame = *frame;
  plan.substeps = span.substeps;
  plan.state.resize(span.state.size());
  span.state.unpack(plan.state);
  plan.inputs.resize(span.inputs.size() / sizeof(Step));
  span.inputs.unpack(std::as_writable_bytes(std::span(plan.inputs)));
  if (after == branch.spans.end()) {
    plan.inputs.insert(plan.inputs.end(), branch.inputs.begin(), branch.inputs.end());
  }
  std::erase_if(plan.inputs, [frame](const Step& step) { return step.frame > *frame; });
  plan.hash = branch.hashes[static_cast<std::size_t>(*frame - branch.first_frame())];
  return plan;
}

}  // namespace drawbar::server
