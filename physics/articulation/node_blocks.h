// Passes over the nodes of a forest, a few nodes at a time: what several passes in a row touch of a block
// stays in the core's cache, and the cost of a joint does not grow with the number of joints.
#pragma once

#include <algorithm>
#include <cstddef>

namespace drawbar::physics {

/// Nodes whose data (about 2.5 kB each) fit into a second-level cache many times over.
inline constexpr std::size_t kNodeBlock = 64;

/// pass(begin, end) on blocks of [0, nodes), parents before children.
template <class Pass>
void for_blocks_from_roots(std::size_t nodes, Pass pass) {
  for (std::size_t begin = 0; begin < nodes; begin += kNodeBlock) {
    pass(begin, std::min(begin + kNodeBlock, nodes));
  }
}

/// The same from the last block to the first, children before parents.
template <class Pass>
void for_blocks_from_leaves(std::size_t nodes, Pass pass) {
  for (std::size_t end = nodes; end > 0;) {
    const std::size_t begin = (end - 1) / kNodeBlock * kNodeBlock;
    pass(begin, end);
    end = begin;
  }
}

}  // namespace drawbar::physics
