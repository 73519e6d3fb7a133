#include "physics/formulations/sequential_impulses/contact/row_responses.h"

#include <algorithm>

namespace drawbar::physics {
namespace {

/// Nothing moves below this part of what a row's bodies would give freely, or the trees alone without loops:
/// joints are closed to 1e-7, and what moves a row by a shorter lever is chance.
constexpr double kHeld = 1e-12;

// Rows that close the loops of the group that has most of them.
std::size_t largest_block(const Topology& topology) {
  std::size_t largest = 0;
  for (const Group& group : topology.groups) largest = std::max(largest, LoopConstraints::most_rows(group));
  return largest;
}

}  // namespace

RowResponses::RowResponses(RowSet& rows, const Topology& topology, std::size_t room)
    : rows_(rows),
      topology_(topology),
      block_sizes_(topology.groups.size()),
      change_(topology.nodes.size()),
      scratch_(topology.nodes.size()) {
  responses_.reserve(room);
  couplings_.reserve(room);
  const std::size_t block_rows = largest_block(topology);
  projections_.reserve(std::min<std::size_t>(2 * room * block_rows, std::size_t{1} << 22));
  for (std::size_t g = 0; g < topology.groups.size(); ++g) sums_.emplace_back(block_rows);
}

void RowResponses::project_on_loops(std::size_t row, const LoopConstraints& loops) {
  Response& reach = responses_[row];
  reach.block = {kNone, kNone};
  if (loops.empty()) return;
  std::size_t found = 0;
  for (const RowEnd& end : rows_.space().ends(row)) {
    const std::size_t group = topology_.trees[topology_.nodes[end.node].tree].group;
    const std::size_t block = loops.block_of_group(group);
    if (block == kNone || block == reach.block[0]) continue;
    const BilateralBlock& rows = loops.block(block);
    const std::size_t n = rows.rows.size();
    if (projections_.size() + n > projections_.capacity()) continue;
    reach.block[found] = block;
    reach.block_offset[found] = projections_.size();
    projections_.resize(projections_.size() + n);
    double* g = projections_.data() + reach.block_offset[found];
    rows.project(loops.space(), rows_.space(), row, scratch_, {g, n});
    for (std::size_t k = 0; k < n; ++k) reach.effective -= g[k] * g[k];
    if (++found == reach.block.size()) break;
  }
}

// The mobility that relative_compliance refers to; `free` is the row's free mobility. The response of an
// articulation jumps where an axis begins to hold or to slide. The impulse of a stretched anchor would jump
// with it and move the next axis: at rest that never ended. The free mobility of the bodies does not jump. It
// would be far too soft where a body is light against what it is geared to (a wheel on the ground, a belt's
// sprocket).
double RowResponses::steady_mobility(std::size_t row, double free) const {
  const std::span<const RowEnd> ends = rows_.space().ends(row);
  if (ends.size() > 2) return responses_[row].effective;
  const bool carried = std::any_of(ends.begin(), ends.end(), [&](const RowEnd& end) {
    const Tree& tree = topology_.trees[topology_.nodes[end.node].tree];
    return tree.end - tree.begin > 1 && topology_.nodes[tree.begin].joint == kNone;
  });
  return carried ? free : responses_[row].effective;
}

void RowResponses::factor(const TreeFactor& factor, const LoopConstraints& loops) {
  begin_changes(loops);
  rows_.build_paths(factor);
  projections_.clear();
  responses_.assign(rows_.size(), Response{});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.is_condensed(i)) continue;  // nothing to sweep
    const ConstraintRow& row = rows_.row(i);
    Response& response = responses_[i];
    const double of_trees = rows_.space().response(i);
    response.effective = of_trees;
    project_on_loops(i, loops);
    const double free = rows_.free_mobility(i);
    if (response.effective <= kHeld * std::max(free, of_trees)) response.effective = 0;
    const double give =
        row.relative_compliance > 0 ? row.relative_compliance * steady_mobility(i, free) : 0.0;
    response.softness = row.softness + give;
    response.target = row.target + give * row.reference_impulse;
  }
  couplings_.clear();
  for (const ImpulseBounds& bound : rows_.bounds()) {
    couplings_.push_back(bound.is_friction_disc ? couple(bound.row) : 0.0);
  }
}

// Coupling of the two rows of a friction disc.
double RowResponses::couple(std::size_t row) const {
  const Response& a = responses_[row];
  const Response& b = responses_[row + 1];
  double sum = rows_.space().coupling_to_next(row);
  for (std::size_t k = 0; k < 2; ++k) {
    if (a.block[k] == kNone || a.block[k] != b.block[k]) continue;
    for (std::size_t i = 0; i < block_sizes_[a.block[k]]; ++i) {
      sum -= projections_[a.block_offset[k] + i] * projections_[b.block_offset[k] + i];
    }
  }
  return sum;
}

void RowResponses::begin_changes(const LoopConstraints& loops) {
  for (const std::size_t b : loops.present()) {
    block_sizes_[b] = loops.block(b).rows.size();
    std::fill_n(sums_[b].begin(), block_sizes_[b], 0.0);
  }
}

void RowResponses::start(std::span<const Spatial> velocity, const LoopConstraints& loops) {
  begin_changes(loops);
  for (std::size_t i = 0; i < responses_.size(); ++i) {
    if (!rows_.is_condensed(i)) responses_[i].speed = rows_.speed(i, velocity);
  }
}

void RowResponses::start_from_rest(const LoopConstraints& loops) {
  begin_changes(loops);
  for (Response& response : responses_) response.speed = 0;
}

// The changes into y, with what the loops answer.
void RowResponses::finish(LoopConstraints& loops, std::span<NodeCoordinates> y) {
  for (const std::size_t i : rows_.nodes()) {
    for (std::size_t k = 0; k < 6; ++k) y[i][k] += change_[i][k];
    change_[i] = {};
  }
  loops.answer(sums_, y);
}

}  // namespace drawbar::physics
