#include "physics/formulations/sequential_impulses/contact/row_set.h"

#include <array>
#include <cassert>

#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {

RowSet::RowSet(const StepView& view, const Topology& topology, std::size_t rows, std::size_t path_nodes)
    : view_(view),
      topology_(topology),
      anything_moved_(view.prescribed.any()),
      space_(rows, kMostRowEnds * rows, path_nodes) {
  rows_.reserve(rows);
  if (anything_moved_) moved_.reserve(rows);
  condensed_.reserve(rows);
  bounds_.reserve(rows);
}

void RowSet::begin(const Island& island) {
  nodes_ = island.nodes;
  space_.clear();
  rows_.clear();
  moved_.clear();
  condensed_.clear();
  condensed_count_ = 0;
  bounds_.clear();
  path_nodes_ = 0;
}

bool RowSet::has_room(std::size_t count, std::span<const BodyIndex> bodies) const {
  std::size_t path = path_nodes_;
  for (BodyIndex body : bodies) {
    const std::size_t node = topology_.node_of_body[body];
    if (node != kNone) path += count * topology_.depth[node];
  }
  return space_.has_room(count, path);
}

std::size_t RowSet::add_row(std::span<const RowEnd> ends) {
  rows_.emplace_back();
  condensed_.push_back(0);
  if (anything_moved_) moved_.emplace_back();
  space_.add(ends);
  for (const RowEnd& end : ends) path_nodes_ += topology_.depth[end.node];
  return rows_.size() - 1;
}

std::size_t RowSet::add_row(const PointRow& row) {
  std::array<RowEnd, kMostRowEnds> ends;
  const std::size_t index = add_row({ends.data(), row_ends(topology_, row, ends)});
  add_moved(index, row);
  return index;
}

void RowSet::condense(std::size_t row) {
  assert(acts_on_one_node(row));
  condensed_count_ += condensed_[row] == 0;
  condensed_[row] = 1;
}

void RowSet::restore(std::size_t row) {
  condensed_count_ -= condensed_[row] != 0;
  condensed_[row] = 0;
}

void RowSet::add_condensed_rows(std::span<const BodyMass> mass, TreeFactor& factor) const {
  if (condensed_count_ == 0) return;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (condensed_[i] == 0 || !(rows_[i].softness > 0)) continue;
    const RowEnd& end = space_.ends(i)[0];
    factor.add_soft_row(end.node, mass[end.node], end.force, 1 / rows_[i].softness);
  }
}

double RowSet::speed_before(std::size_t row) const {
  double sum = anything_moved_ ? moved_[row].before : 0.0;
  for (const RowEnd& end : space_.ends(row)) {
    const BodyState& body = view_.state.bodies[topology_.nodes[end.node].body];
    sum += end.force.linear().dot(body.velocity) + end.force.angular().dot(body.angular_velocity);
  }
  return sum;
}

void RowSet::add_forces(std::span<Spatial> forces) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].impulse != 0) space_.add_force(i, rows_[i].impulse, forces);
  }
}

void RowSet::add_forces_beside_inertia(std::span<Spatial> forces) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ConstraintRow& row = rows_[i];
    const bool by_law = condensed_[i] != 0 && row.softness > 0;
    const double target = anything_moved_ ? row.target - moved_[i].now : row.target;
    const double impulse = by_law ? target / row.softness : row.impulse;
    if (impulse != 0) space_.add_force(i, impulse, forces);
  }
}

double RowSet::free_mobility(std::size_t row) const {
  double sum = 0;
  for (const RowEnd& end : space_.ends(row)) {
    const BodyModel& body = view_.model.bodies[topology_.nodes[end.node].body];
    sum += body.inverse_mass * end.force.linear().squaredNorm() +
           body.inverse_inertia.trace() / 3 * end.force.angular().squaredNorm();
  }
  return sum;
}

}  // namespace drawbar::physics
