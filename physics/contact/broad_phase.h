// Pairs of boxes that may overlap: a list over enlarged boxes, renewed only for boxes that left theirs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "physics/contact/collision_shape.h"

namespace drawbar::physics {

/// Every box is kept enlarged by a skin, and with it the list of enlarged pairs that overlap. While a box
/// stays inside its skin nothing is to be done for it; a few that left are compared with all others, many are
/// found again by sorting along x and sweeping. The list always holds every pair that overlaps, so its own
/// history cannot change what passes the exact test.
class BroadPhase {
 public:
  /// Names the pair of boxes i < j, or 0 for a pair that never matters. Asked when a pair enters the list.
  using PairKey = std::function<std::uint64_t(std::uint32_t i, std::uint32_t j)>;

  BroadPhase() = default;
  BroadPhase(std::size_t box_count, PairKey key);

  struct Pair {
    std::uint64_t key;
    std::uint32_t i, j;
  };
  /// All pairs that may overlap, and some that do not, in order of their keys.
  std::span<const Pair> update(std::span<const Aabb> boxes);
  /// Pairs left out because the list was full.
  std::uint64_t dropped() const { return dropped_; }

 private:
  /// An enlarged box beside its neighbours in sweep order: the sweep reads memory in sequence.
  struct Entry {
    double lower_x, upper_x, lower_y, upper_y, lower_z, upper_z;
    std::uint32_t index;
  };

  void enlarge(std::uint32_t i, const Aabb& box);
  void add(std::uint32_t i, std::uint32_t j);
  void sweep(std::span<const Aabb> boxes);
  void renew_moved();

  PairKey key_;
  std::vector<Aabb> enlarged_;
  std::vector<Vec3> centre_before_;
  std::vector<std::uint8_t> moved_;
  std::vector<std::uint32_t> moved_list_;
  std::vector<Entry> entries_;
  std::vector<Pair> pairs_;
  bool started_ = false;  ///< whether enlarged_ and centre_before_ mean anything
  bool full_ = false;     ///< the list could not hold all pairs
  std::uint64_t dropped_ = 0;
};

}  // namespace drawbar::physics
