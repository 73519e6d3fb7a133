// Which point of a new manifold goes on with the memory of which point before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "physics/contact/manifold.h"

namespace drawbar::physics {

/// A point that may take over the memory of one before.
struct Heir {
  std::uint64_t pair_key = 0;
  ContactPoint* point = nullptr;
  bool has_inherited = false;
};

/// Gives every heir the memory of the record with its pair and feature, and those that are left the memory of
/// the nearest record that nobody has taken, if that is less than `limit` (m) away; each in order. `taken`:
/// by record, all 0 before. `squared_distance(record, point)` in m^2.
template <class SquaredDistance>
void inherit(std::span<Heir> heirs, std::span<const ContactRecord> records, std::span<std::uint8_t> taken,
             double limit, SquaredDistance squared_distance) {
  const auto take = [&](Heir& heir, std::size_t record) {
    heir.point->memory = records[record].memory;
    heir.has_inherited = true;
    taken[record] = 1;
  };
  for (Heir& heir : heirs) {
    for (std::size_t r = 0; r < records.size(); ++r) {
      if (taken[r] != 0 || records[r].feature != heir.point->feature || records[r].pair_key != heir.pair_key)
        continue;
      take(heir, r);
      break;
    }
  }
  for (Heir& heir : heirs) {
    if (heir.has_inherited) continue;
    std::size_t nearest = records.size();
    double nearest_squared = limit * limit;
    for (std::size_t r = 0; r < records.size(); ++r) {
      if (taken[r] != 0) continue;
      const double squared = squared_distance(records[r], *heir.point);
      if (squared >= nearest_squared) continue;
      nearest = r;
      nearest_squared = squared;
    }
    if (nearest != records.size()) take(heir, nearest);
  }
}

}  // namespace drawbar::physics
