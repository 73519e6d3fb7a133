// Scalar rows over any bodies, each felt by whole articulations: contacts, loops, springs between points.
//
// A row's Jacobian is a force per unit impulse on up to six nodes. build() carries it up to the roots once
// per factor (TreeFactor::step_up) and keeps the whitened coordinates z of the nodes it passes. Then
//   response of row r to row s:  z_r . z_s,      velocity change of row r:  z_r . y,   y += z_s dL,
// at the cost of the paths, never of the tree: a box touches six numbers, a wheel those up to its chassis.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/tree_factor.h"

namespace drawbar::physics {

struct RowEnd {
  std::size_t node = 0;
  Spatial force;  ///< on the node per unit impulse
};

inline constexpr std::size_t kMostRowEnds = 6;

class RowSpace {
 public:
  /// A node that a row's impulse reaches, and what it does there.
  struct PathNode {
    std::uint32_t node = 0;
    std::uint32_t axes = 0;
    NodeCoordinates z{};  ///< 0 beyond the node's axes: sums may run over all six
  };

  /// Room for so many rows, each with at most two paths of `depth` nodes.
  RowSpace(std::size_t rows, std::size_t ends, std::size_t path_nodes);

  void clear();
  std::size_t size() const { return rows_.size(); }
  /// Whether `rows` more of two ends fit.
  bool has_room(std::size_t rows, std::size_t path_nodes) const;
  /// A new row; ends on one node may repeat. Rows without ends feel nothing.
  std::size_t add(std::span<const RowEnd> ends);
  /// The rows' paths through `factor`; none of those that `without` [row] names, if it is given.
  void build(const TreeFactor& factor, std::span<const std::uint8_t> without = {});

  double response(std::size_t row) const { return rows_[row].response; }
  double dot(std::size_t row, std::span<const NodeCoordinates> y) const;
  void apply(std::size_t row, double impulse, std::span<NodeCoordinates> y) const;
  /// The same of this row and the next one, which has its ends on the same nodes.
  std::array<double, 2> dot_pair(std::size_t row, std::span<const NodeCoordinates> y) const;
  void apply_pair(std::size_t row, const std::array<double, 2>& impulses, std::span<NodeCoordinates> y) const;
  /// Sets to zero the coordinates that the row reaches.
  void clear_path(std::size_t row, std::span<NodeCoordinates> y) const;
  /// Response of the row to the next one, which has its ends on the same nodes.
  double coupling_to_next(std::size_t row) const;

  double velocity(std::size_t row, std::span<const Spatial> velocities) const;
  void add_force(std::size_t row, double impulse, std::span<Spatial> forces) const;
  std::span<const RowEnd> ends(std::size_t row) const {
    return {ends_.data() + rows_[row].first_end, rows_[row].end_count};
  }

  /// After build(): children before parents.
  std::span<const PathNode> path(std::size_t row) const {
    return {path_.data() + rows_[row].first, rows_[row].count};
  }

 private:
  struct Row {
    std::uint32_t first_end = 0;
    std::uint32_t end_count = 0;
    std::uint32_t first = 0;  // of the path
    std::uint32_t count = 0;
    double response = 0;
  };
  void add_to_path(Row& row, const TreeFactor& factor, std::size_t node, Spatial& force);
  void build_from_one_end(Row& row, const TreeFactor& factor);
  void build_from_ends(Row& row, const TreeFactor& factor);

  std::vector<Row> rows_;
  std::vector<RowEnd> ends_;
  std::vector<PathNode> path_;
};

}  // namespace drawbar::physics
