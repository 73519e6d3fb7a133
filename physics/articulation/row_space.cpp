#include "physics/articulation/row_space.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace drawbar::physics {
namespace {

// Two numbers that are loaded, computed with and stored at once; z and y are met in the same pairs
// everywhere, so that no load waits for two stores.
using Pair = double __attribute__((vector_size(2 * sizeof(double))));

Pair pair_at(const double* from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof pair);
  return pair;
}

Pair all(double x) {
  return Pair{x, x};
}

// Most nodes have one axis, or, free, six.
void add_product(const RowSpace::PathNode& node, const NodeCoordinates& at, Pair& sum) {
  if (node.axes == 1) {
    sum += Pair{node.z[0] * at[0], 0};
    return;
  }
  for (std::size_t k = 0; k < 6; k += 2) sum += pair_at(&node.z[k]) * pair_at(&at[k]);
}

void add_to(NodeCoordinates& at, std::size_t k, Pair change) {
  const Pair sum = pair_at(&at[k]) + change;
  std::memcpy(&at[k], &sum, sizeof sum);
}

}  // namespace

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

void RowSpace::build(const TreeFactor& factor, std::span<const std::uint8_t> without) {
  path_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    row.first = static_cast<std::uint32_t>(path_.size());
    row.count = 0;
    row.response = 0;
    if (!without.empty() && without[i] != 0) continue;
    if (row.end_count == 1) {
      build_from_one_end(row, factor);
    } else {
      build_from_ends(row, factor);
    }
    row.count = static_cast<std::uint32_t>(path_.size()) - row.first;
  }
}

// Leaves in `force` what the node's parent feels.
void RowSpace::add_to_path(Row& row, const TreeFactor& factor, std::size_t node, Spatial& force) {
  assert(path_.size() < path_.capacity());
  PathNode& passed = path_.emplace_back();
  passed.node = static_cast<std::uint32_t>(node);
  passed.axes = static_cast<std::uint32_t>(factor.pivots[node].axes);
  factor.step_up(node, force, passed.z);
  for (std::uint32_t k = 0; k < passed.axes; ++k) row.response += passed.z[k] * passed.z[k];
}

void RowSpace::build_from_one_end(Row& row, const TreeFactor& factor) {
  Spatial force = ends_[row.first_end].force;
  for (std::size_t node = ends_[row.first_end].node; node != kNone; node = factor.pivots[node].parent) {
    add_to_path(row, factor, node, force);
  }
}

void RowSpace::build_from_ends(Row& row, const TreeFactor& factor) {
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
  // A parent's index is lower than its children's: the highest goes next, and paths merge where they meet.
  while (count > 0) {
    std::size_t next = 0;
    for (std::size_t k = 1; k < count; ++k) {
      if (open[k].node > open[next].node) next = k;
    }
    RowEnd& end = open[next];
    add_to_path(row, factor, end.node, end.force);
    end.node = factor.pivots[end.node].parent;
    const auto met = std::find_if(open.begin(), open.begin() + count, [&](const RowEnd& other) {
      return other.node == end.node && &other != &end;
    });
    if (end.node != kNone && met == open.begin() + count) continue;
    if (end.node != kNone) add_scaled(met->force, 1.0, end.force);
    end = open[--count];
  }
}

double RowSpace::dot(std::size_t row, std::span<const NodeCoordinates> y) const {
  Pair sum{};
  for (const PathNode& node : path(row)) add_product(node, y[node.node], sum);
  return sum[0] + sum[1];
}

std::array<double, 2> RowSpace::dot_pair(std::size_t row, std::span<const NodeCoordinates> y) const {
  const std::span<const PathNode> first = path(row);
  const std::span<const PathNode> second = path(row + 1);
  assert(first.size() == second.size());
  Pair sum{}, next_sum{};
  for (std::size_t i = 0; i < first.size(); ++i) {
    assert(first[i].node == second[i].node);
    const NodeCoordinates& at = y[first[i].node];
    add_product(first[i], at, sum);
    add_product(second[i], at, next_sum);
  }
  return {sum[0] + sum[1], next_sum[0] + next_sum[1]};
}

double RowSpace::coupling_to_next(std::size_t row) const {
  const std::span<const PathNode> first = path(row);
  const std::span<const PathNode> second = path(row + 1);
  assert(first.size() == second.size());
  Pair sum{};
  for (std::size_t i = 0; i < first.size(); ++i) add_product(second[i], first[i].z, sum);
  return sum[0] + sum[1];
}

void RowSpace::apply(std::size_t row, double impulse, std::span<NodeCoordinates> y) const {
  for (const PathNode& node : path(row)) {
    NodeCoordinates& at = y[node.node];
    if (node.axes == 1) {
      at[0] += impulse * node.z[0];
      continue;
    }
    for (std::size_t k = 0; k < 6; k += 2) add_to(at, k, all(impulse) * pair_at(&node.z[k]));
  }
}

void RowSpace::apply_pair(std::size_t row, const std::array<double, 2>& impulses,
                          std::span<NodeCoordinates> y) const {
  const std::span<const PathNode> first = path(row);
  const std::span<const PathNode> second = path(row + 1);
  for (std::size_t i = 0; i < first.size(); ++i) {
    NodeCoordinates& at = y[first[i].node];
    if (first[i].axes == 1) {
      at[0] += impulses[0] * first[i].z[0] + impulses[1] * second[i].z[0];
      continue;
    }
    for (std::size_t k = 0; k < 6; k += 2) {
      add_to(at, k, all(impulses[0]) * pair_at(&first[i].z[k]) + all(impulses[1]) * pair_at(&second[i].z[k]));
    }
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
