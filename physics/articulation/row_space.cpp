#include "physics/articulation/row_space.h"

#include <array>
#include <cassert>

namespace drawbar::physics {

RowSpace::RowSpace(std::size_t rows, std::size_t ends, std::size_t path_nodes) {
  rows_.reserve(rows);
  ends_.reserve(ends);
  path_.reserve(path_nodes);
}

void RowSpace::clear() {
  rows_.clear();
  ends_.clear();
  path_.clear();
}

bool RowSpace::has_room(std::size_t rows, std::size_t path_nodes) const {
  return rows_.size() + rows <= rows_.capacity() && ends_.size() + 2 * rows <= ends_.capacity() &&
         path_nodes <= path_.capacity();
}

std::size_t RowSpace::add(std::span<const RowEnd> ends) {
  assert(ends.size() <= kMostRowEnds && rows_.size() < rows_.capacity());
  Row& row = rows_.emplace_back();
  row.first_end = static_cast<std::uint32_t>(ends_.size());
  row.end_count = static_cast<std::uint32_t>(ends.size());
  ends_.insert(ends_.end(), ends.begin(), ends.end());
  return rows_.size() - 1;
}

void RowSpace::build(const TreeFactor& factor) {
  path_.clear();
  for (Row& row : rows_) {
    std::array<RowEnd, kMostRowEnds> open;
    std::size_t count = 0;
    const auto put = [&](std::size_t node, const Spatial& force) {
      for (std::size_t k = 0; k < count; ++k) {
        if (open[k].node != node) continue;
        add_scaled(open[k].force, 1.0, force);
        return;
      }
      open[count++] = {node, force};
    };
    for (std::uint32_t k = 0; k < row.end_count; ++k)
      put(ends_[row.first_end + k].node, ends_[row.first_end + k].force);
    row.first = static_cast<std::uint32_t>(path_.size());
    row.response = 0;
    // A parent's index is lower than its children's: the highest goes next, and paths merge where they meet.
    while (count > 0) {
      std::size_t next = 0;
      for (std::size_t k = 1; k < count; ++k) {
        if (open[k].node > open[next].node) next = k;
      }
      RowEnd end = open[next];
      open[next] = open[--count];
      const Pivot& pivot = factor.pivots[end.node];
      assert(path_.size() < path_.capacity());
      PathNode& node = path_.emplace_back();
      node.node = static_cast<std::uint32_t>(end.node);
      node.axes = static_cast<std::uint32_t>(pivot.axes);
      factor.step_up(end.node, end.force, node.z);
      for (std::uint32_t k = 0; k < node.axes; ++k) row.response += node.z[k] * node.z[k];
      if (pivot.parent != kNone) put(pivot.parent, end.force);
    }
    row.count = static_cast<std::uint32_t>(path_.size()) - row.first;
  }
}

double RowSpace::dot(std::size_t row, std::span<const NodeCoordinates> y) const {
  double sum = 0;
  for (std::uint32_t i = 0; i < rows_[row].count; ++i) {
    const PathNode& node = path_[rows_[row].first + i];
    const NodeCoordinates& at = y[node.node];
    for (std::uint32_t k = 0; k < node.axes; ++k) sum += node.z[k] * at[k];
  }
  return sum;
}

void RowSpace::apply(std::size_t row, double impulse, std::span<NodeCoordinates> y) const {
  for (std::uint32_t i = 0; i < rows_[row].count; ++i) {
    const PathNode& node = path_[rows_[row].first + i];
    NodeCoordinates& at = y[node.node];
    for (std::uint32_t k = 0; k < node.axes; ++k) at[k] += impulse * node.z[k];
  }
}

void RowSpace::clear_path(std::size_t row, std::span<NodeCoordinates> y) const {
  for (std::uint32_t i = 0; i < rows_[row].count; ++i) y[path_[rows_[row].first + i].node] = {};
}

double RowSpace::velocity(std::size_t row, std::span<const Spatial> velocities) const {
  double sum = 0;
  for (const RowEnd& end : ends(row)) sum += drawbar::physics::dot(end.force, velocities[end.node]);
  return sum;
}

void RowSpace::add_force(std::size_t row, double impulse, std::span<Spatial> forces) const {
  for (const RowEnd& end : ends(row)) add_scaled(forces[end.node], impulse, end.force);
}

}  // namespace drawbar::physics
