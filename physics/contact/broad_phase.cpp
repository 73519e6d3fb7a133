#include "physics/contact/broad_phase.h"

#include <algorithm>
#include <utility>

namespace drawbar::physics {
namespace {

constexpr double kLeastSkin = 0.01;  // m
constexpr double kSkinOfSize = 0.1;  // part of the box's largest extent
constexpr double kStepsAhead = 4;    // a moving box is enlarged by so many of its last displacements
constexpr std::size_t kPairsPerBox = 32;
constexpr std::size_t kSparePairs = 1024;
// Renewing one box costs a pass over all; beyond this part of all boxes one sweep is cheaper.
constexpr std::size_t kSweepFraction = 8;

bool contains(const Aabb& outer, const Aabb& inner) {
  return (outer.lower.array() <= inner.lower.array()).all() &&
         (inner.upper.array() <= outer.upper.array()).all();
}

}  // namespace

BroadPhase::BroadPhase(std::size_t box_count, PairKey key)
    : key_(std::move(key)),
      enlarged_(box_count),
      centre_before_(box_count, Vec3::Zero()),
      moved_(box_count, 0),
      entries_(box_count) {
  moved_list_.reserve(box_count);
  pairs_.reserve(kPairsPerBox * box_count + kSparePairs);
}

void BroadPhase::enlarge(std::uint32_t i, const Aabb& box) {
  const Vec3 centre = 0.5 * (box.lower + box.upper);
  const Vec3 ahead = kStepsAhead * (started_ ? Vec3(centre - centre_before_[i]) : Vec3(Vec3::Zero()));
  const double size = (box.upper - box.lower).maxCoeff();
  const Aabb skin = box.expanded(std::max(kLeastSkin, kSkinOfSize * size));
  // A jump (a restored state) says nothing about where the box goes next.
  const Vec3 travel = ahead.norm() <= kStepsAhead * size ? ahead : Vec3(Vec3::Zero());
  enlarged_[i] = {skin.lower + travel.cwiseMin(0), skin.upper + travel.cwiseMax(0)};
}

void BroadPhase::add(std::uint32_t i, std::uint32_t j) {
  const std::uint32_t low = std::min(i, j);
  const std::uint32_t high = std::max(i, j);
  const std::uint64_t key = key_(low, high);
  if (key == 0) return;
  if (pairs_.size() == pairs_.capacity()) {
    full_ = true;
    ++dropped_;
    return;
  }
  pairs_.push_back({key, low, high});
}

void BroadPhase::sweep(std::span<const Aabb> boxes) {
  pairs_.clear();
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const Aabb& box = boxes[i];
    entries_[i] = {
        box.lower.x(), box.upper.x(), box.lower.y(), box.upper.y(), box.lower.z(), box.upper.z(), i};
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& x, const Entry& y) {
    return x.lower_x != y.lower_x ? x.lower_x < y.lower_x : x.index < y.index;
  });
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& first = entries_[i];
    for (std::size_t j = i + 1; j < entries_.size() && entries_[j].lower_x <= first.upper_x; ++j) {
      const Entry& second = entries_[j];
      if (first.lower_y <= second.upper_y && second.lower_y <= first.upper_y &&
          first.lower_z <= second.upper_z && second.lower_z <= first.upper_z) {
        add(first.index, second.index);
      }
    }
  }
}

void BroadPhase::renew_moved() {
  std::erase_if(pairs_, [&](const Pair& p) { return moved_[p.i] != 0 || moved_[p.j] != 0; });
  for (const std::uint32_t i : moved_list_) {
    for (std::uint32_t j = 0; j < enlarged_.size(); ++j) {
      if (j == i || (moved_[j] != 0 && j < i)) continue;  // two that moved meet once
      if (enlarged_[i].overlaps(enlarged_[j])) add(i, j);
    }
  }
}

std::span<const BroadPhase::Pair> BroadPhase::update(std::span<const Aabb> boxes) {
  const std::uint64_t dropped_before = dropped_;
  moved_list_.clear();
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    moved_[i] = !started_ || !contains(enlarged_[i], boxes[i]) ? 1 : 0;
    if (moved_[i] != 0) {
      enlarge(i, boxes[i]);
      moved_list_.push_back(i);
    }
    centre_before_[i] = 0.5 * (boxes[i].lower + boxes[i].upper);
  }
  started_ = true;
  if (!moved_list_.empty()) {
    if (moved_list_.size() * kSweepFraction > boxes.size()) {
      sweep(enlarged_);
    } else {
      renew_moved();
    }
    if (full_) {
      // What fits must not depend on the past: only true pairs, in the order of a sweep, and all anew next
      // time.
      dropped_ = dropped_before;
      full_ = false;
      sweep(boxes);
      started_ = full_ = false;
    }
    std::sort(pairs_.begin(), pairs_.end(), [](const Pair& x, const Pair& y) { return x.key < y.key; });
  }
  return pairs_;
}

}  // namespace drawbar::physics
