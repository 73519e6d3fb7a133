// Pairs of bodies whose contacts an exercise looks at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/model/frame_state.h"

namespace drawbar::scenes {

/// Sums the impulses of contacts between chosen bodies.
class ContactWatches {
 public:
  explicit ContactWatches(std::size_t bodies) : watches_of_(bodies) {}  ///< `bodies`: how many the scene has.

  /// Any of `first` against any of `second`, by index. Returns the watch's number.
  std::size_t add(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second);

  std::size_t size() const { return second_.size(); }  ///< Watches added so far.

  /// Adds the impulses (N s) of the contacts in a substep of `length` (s) to those of the watches.
  void add_impulses(std::span<const physics::ContactReading> contacts, double length,
                    std::span<double> impulses) const;

 private:
  std::vector<std::vector<std::size_t>> watches_of_;  ///< by body: those whose first bodies have it
  std::vector<std::vector<bool>> second_;             ///< by watch and body
};

}  // namespace drawbar::scenes
