// Passes over the nodes of a forest, a few nodes at a time: what several passes in a row touch of a block
// stays in the core's cache, and the cost of a joint does not grow with the number of joints.
#pragma once

#include <algorithm>
#include <cstddef>

namespace drawbar::physics {

/// Nodes whose data (about 2.5 kB each) fit into a second-level cache many times over.
inline constexpr std::size_t kNodeBlock = 64;

/// pass(begin, end) on blocks of the runs, parents before children. Runs have a `begin` and an `end`.
template <class Runs, class Pass>
void for_blocks_from_roots(const Runs& runs, Pass pass) {
  for (const auto& run : runs) {
    for (std::size_t begin = run.begin; begin < run.end; begin += kNodeBlock) {
      pass(begin, std::min(begin + kNodeBlock, run.end));
    }
  }
}

/// The same from the last block of each run to its first, children before parents.
template <class Runs, class Pass>
void for_blocks_from_leaves(const Runs& runs, Pass pass) {
  for (const auto& run : runs) {
    for (std::size_t end = run.end; end > run.begin;) {
      const std::size_t begin = end - run.begin > kNodeBlock ? end - kNodeBlock : run.begin;
      pass(begin, end);
      end = begin;
    }
  }
}

}  // namespace drawbar::physics
