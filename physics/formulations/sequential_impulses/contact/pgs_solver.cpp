#include "physics/formulations/sequential_impulses/contact/pgs_solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Rows that are not solved are left after so many bounds swept: a small stack is brought to rest, a large
/// pile kept within its time.
constexpr std::size_t kSweptBounds = 8000;
constexpr std::size_t kLeastBoundSweeps = 20;
constexpr std::size_t kMostBoundSweeps = 100;
constexpr int kMostPushSweeps = 15;
constexpr std::size_t kNewtonRows = 512;
constexpr std::size_t kNewtonEntries = 32 * kNewtonRows;
/// Sweeps that look for the acting rows before Newton's first step ...
constexpr int kSweepsBeforeNewton = 2;
/// ... or one, where it changed a speed by so much (m/s or rad/s) that a second would not end it, but so
/// little that nothing has been struck and the rows that acted still do.
constexpr double kFarSpeed = 1e-4;
constexpr double kStruckSpeed = 1e-2;
/// Steps in a row, a sweep after each, that may go uphill.
constexpr int kNewtonSteps = 3;
/// Solutions of all steps of one call, fewer where more coordinates make them dear, and bounds swept after
/// the last: what has not settled by then goes round in circles.
constexpr int kNewtonBudget = 16;
constexpr std::size_t kCheapCoordinates = 96;
constexpr std::size_t kSweptAfterNewton = 800;
constexpr std::size_t kLeastSweepsAfterNewton = 10;
/// Nothing moves below this part of what a row's bodies would give freely, or the trees alone without loops:
/// joints are closed to 1e-7, and what moves a row by a shorter lever is chance.
constexpr double kHeld = 1e-12;

// Rows that close the loops of the group that has most of them.
std::size_t largest_block(const Topology& topology) {
  std::size_t largest = 0;
  for (const Group& group : topology.groups) largest = std::max(largest, LoopRows::most_rows(group));
  return largest;
}

}  // namespace

TouchSolver::TouchSolver(const StepView& view, const Topology& topology, StepStatistics& statistics,
                         std::size_t rows, std::size_t path_nodes)
    : view_(view),
      topology_(topology),
      statistics_(statistics),
      space_(rows, kMostRowEnds * rows, path_nodes),
      change_(topology.nodes.size()),
      scratch_(topology.nodes.size()),
      coordinate_of_node_(topology.nodes.size()),
      coordinate_of_block_(topology.groups.size()),
      active_(kNewtonCoordinates, kNewtonRows, kNewtonEntries),
      steps_(kNewtonRows) {
  rows_.reserve(rows);
  reach_.reserve(rows);
  carried_.reserve(rows);
  bounds_.reserve(rows);
  couplings_.reserve(rows);
  left_disc_.reserve(rows);
  factored_.reserve(rows);
  residuals_.reserve(kNewtonRows);
  kept_.reserve(rows);
  collected_.test.resize(ActiveRows::padded(kNewtonCoordinates + 6));
  collected_.impulse.resize(ActiveRows::padded(kNewtonCoordinates + 6));
  collected_.clear();
  acting_.reserve(kNewtonRows);
  const std::size_t block_rows = largest_block(topology);
  projections_.reserve(std::min<std::size_t>(2 * rows * block_rows, std::size_t{1} << 22));
  for (std::size_t g = 0; g < topology.groups.size(); ++g) sums_.emplace_back(block_rows);
  block_sizes_.resize(topology.groups.size());
}

void TouchSolver::begin(const Island& island) {
  nodes_ = island.nodes;
  space_.clear();
  rows_.clear();
  reach_.clear();
  carried_.clear();
  carried_count_ = 0;
  bounds_.clear();
  path_nodes_ = 0;
}

bool TouchSolver::has_room(std::size_t count, std::span<const BodyIndex> bodies) const {
  std::size_t path = path_nodes_;
  for (BodyIndex body : bodies) {
    const std::size_t node = topology_.node_of_body[body];
    if (node != kNone) path += count * topology_.depth[node];
  }
  return space_.has_room(count, path);
}

std::size_t TouchSolver::add_row(std::span<const RowEnd> ends) {
  rows_.emplace_back();
  carried_.push_back(0);
  reach_.emplace_back().row = space_.add(ends);
  for (const RowEnd& end : ends) path_nodes_ += topology_.depth[end.node];
  return rows_.size() - 1;
}

std::size_t TouchSolver::add_row(const PointRow& row) {
  std::array<RowEnd, kMostRowEnds> ends;
  return add_row({ends.data(), row_ends(topology_, row, ends)});
}

void TouchSolver::carry(std::size_t row) {
  assert(acts_on_one_node(row));
  carried_count_ += carried_[row] == 0;
  carried_[row] = 1;
}

void TouchSolver::release(std::size_t row) {
  carried_count_ -= carried_[row] != 0;
  carried_[row] = 0;
}

void TouchSolver::stiffen(std::span<const BodyMass> mass, TreeFactor& factor) const {
  if (carried_count_ == 0) return;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (carried_[i] == 0 || !(rows_[i].softness > 0)) continue;
    const RowEnd& end = space_.ends(reach_[i].row)[0];
    factor.stiffen(end.node, mass[end.node], end.force, 1 / rows_[i].softness);
  }
}

double TouchSolver::speed_before(std::size_t row) const {
  double sum = 0;
  for (const RowEnd& end : space_.ends(reach_[row].row)) {
    const BodyState& body = view_.state.bodies[topology_.nodes[end.node].body];
    sum += end.force.linear().dot(body.velocity) + end.force.angular().dot(body.angular_velocity);
  }
  return sum;
}

double TouchSolver::speed(std::size_t row, std::span<const Spatial> velocity) const {
  return space_.velocity(reach_[row].row, velocity);
}

void TouchSolver::add_forces(std::span<Spatial> forces) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].impulse != 0) space_.add_force(reach_[i].row, rows_[i].impulse, forces);
  }
}

void TouchSolver::add_forces_beside_inertia(std::span<Spatial> forces) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const TouchRow& row = rows_[i];
    const bool by_law = carried_[i] != 0 && row.softness > 0;
    const double impulse = by_law ? row.target / row.softness : row.impulse;
    if (impulse != 0) space_.add_force(reach_[i].row, impulse, forces);
  }
}

void TouchSolver::project_on_loops(std::size_t row, const LoopRows& loops) {
  Reach& reach = reach_[row];
  reach.block = {kNone, kNone};
  if (loops.empty()) return;
  std::size_t found = 0;
  for (const RowEnd& end : space_.ends(reach.row)) {
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
    rows.project(loops.space(), space_, reach.row, scratch_, {g, n});
    for (std::size_t k = 0; k < n; ++k) reach.effective -= g[k] * g[k];
    if (++found == reach.block.size()) break;
  }
}

double TouchSolver::free_mobility(std::size_t row) const {
  double sum = 0;
  for (const RowEnd& end : space_.ends(reach_[row].row)) {
    const BodyModel& body = view_.model.bodies[topology_.nodes[end.node].body];
    sum += body.inverse_mass * end.force.linear().squaredNorm() +
           body.inverse_inertia.trace() / 3 * end.force.angular().squaredNorm();
  }
  return sum;
}

// What a give is a part of; `free` is the row's free mobility. The response of an articulation jumps where an
// axis begins to hold or to slide; so would the impulse that a stretched anchor answers with, which moves the
// next axis: at rest that never ended. Its bodies' free mobility stays. Where a body is light against what it
// is geared to (what stands on the ground, a belt's sprocket) that would be far too soft.
double TouchSolver::steady_mobility(std::size_t row, double free) const {
  const std::span<const RowEnd> ends = space_.ends(reach_[row].row);
  if (ends.size() > 2) return reach_[row].effective;
  const bool carried = std::any_of(ends.begin(), ends.end(), [&](const RowEnd& end) {
    const Tree& tree = topology_.trees[topology_.nodes[end.node].tree];
    return tree.end - tree.begin > 1 && topology_.nodes[tree.begin].joint == kNone;
  });
  return carried ? free : reach_[row].effective;
}

void TouchSolver::factor(const TreeFactor& factor, const LoopRows& loops) {
  begin_changes(loops);
  space_.build(factor, carried_);
  projections_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (carried_[i] != 0) {
      reach_[i] = {.row = reach_[i].row};  // nothing to sweep
      continue;
    }
    const double of_trees = space_.response(reach_[i].row);
    reach_[i].effective = of_trees;
    project_on_loops(i, loops);
    const double free = free_mobility(i);
    if (reach_[i].effective <= kHeld * std::max(free, of_trees)) {
      reach_[i].effective = 0;
    }
    const double give = rows_[i].give > 0 ? rows_[i].give * steady_mobility(i, free) : 0.0;
    reach_[i].softness = rows_[i].softness + give;
    reach_[i].target = rows_[i].target + give * rows_[i].eased;
  }
  couplings_.clear();
  for (const TouchBound& bound : bounds_) {
    couplings_.push_back(bound.disc ? couple(bound.row) : 0.0);
  }
  number_coordinates(loops);
  factored_.clear();
}

// Of the two rows of a disc.
double TouchSolver::couple(std::size_t row) const {
  const Reach& a = reach_[row];
  const Reach& b = reach_[row + 1];
  double sum = space_.coupling_to_next(a.row);
  for (std::size_t k = 0; k < 2; ++k) {
    if (a.block[k] == kNone || a.block[k] != b.block[k]) continue;
    for (std::size_t i = 0; i < block_sizes_[a.block[k]]; ++i) {
      sum -= projections_[a.block_offset[k] + i] * projections_[b.block_offset[k] + i];
    }
  }
  return sum;
}

double TouchSolver::loops_part(const Reach& reach) const {
  double speed = 0;
  for (std::size_t k = 0; k < 2 && reach.block[k] != kNone; ++k) {
    const double* g = projections_.data() + reach.block_offset[k];
    const std::vector<double>& sum = sums_[reach.block[k]];
    for (std::size_t i = 0; i < block_sizes_[reach.block[k]]; ++i) speed -= g[i] * sum[i];
  }
  return speed;
}

void TouchSolver::apply_to_loops(const Reach& reach, double impulse) {
  for (std::size_t k = 0; k < 2 && reach.block[k] != kNone; ++k) {
    const double* g = projections_.data() + reach.block_offset[k];
    std::vector<double>& sum = sums_[reach.block[k]];
    for (std::size_t i = 0; i < block_sizes_[reach.block[k]]; ++i) sum[i] += g[i] * impulse;
  }
}

double TouchSolver::present(std::size_t row) const {
  const Reach& reach = reach_[row];
  return reach.speed + space_.dot(reach.row, change_) + loops_part(reach);
}

void TouchSolver::apply(std::size_t row, double impulse) {
  space_.apply(reach_[row].row, impulse, change_);
  apply_to_loops(reach_[row], impulse);
}

std::array<double, 2> TouchSolver::present_pair(std::size_t row) const {
  const Reach& first = reach_[row];
  const Reach& second = reach_[row + 1];
  const std::array<double, 2> dots = space_.dot_pair(first.row, change_);
  return {first.speed + dots[0] + loops_part(first), second.speed + dots[1] + loops_part(second)};
}

void TouchSolver::apply_pair(std::size_t row, const std::array<double, 2>& impulses) {
  space_.apply_pair(reach_[row].row, impulses, change_);
  apply_to_loops(reach_[row], impulses[0]);
  apply_to_loops(reach_[row + 1], impulses[1]);
}

void TouchSolver::reach_coordinates(std::size_t row) {
  for (const RowSpace::PathNode& node : space_.path(reach_[row].row)) {
    std::size_t& coordinate = coordinate_of_node_[node.node];
    if (coordinate != kNone) continue;
    coordinate = coordinates_;
    coordinates_ += node.axes;
  }
  for (std::size_t k = 0; k < 2 && reach_[row].block[k] != kNone; ++k) {
    std::size_t& coordinate = coordinate_of_block_[reach_[row].block[k]];
    if (coordinate != kNone) continue;
    coordinate = coordinates_;
    coordinates_ += block_sizes_[reach_[row].block[k]];
  }
}

void TouchSolver::number_coordinates(const LoopRows& loops) {
  coordinates_ = 0;
  for (const std::size_t i : nodes_) coordinate_of_node_[i] = kNone;
  for (const std::size_t b : loops.present()) coordinate_of_block_[b] = kNone;
  for (const TouchBound& bound : bounds_) {
    for (std::size_t k = 0; k < (bound.disc ? 2u : 1u); ++k) reach_coordinates(bound.row + k);
  }
  left_disc_.resize(bounds_.size());
}

double TouchSolver::reach_of(const TouchBound& bound) const {
  return bound.leader == kNone ? 0.0 : bound.coefficient * std::max(rows_[bound.leader].impulse, 0.0);
}

double TouchSolver::solve_interval(TouchBound& bound) {
  TouchRow& row = rows_[bound.row];
  const double effective = reach_[bound.row].effective;
  const double softness = reach_[bound.row].softness;
  const double size = effective + softness;
  if (!(size > 0)) return 0;
  const double more = reach_of(bound);
  const double lower = bound.lower - more;
  const double upper = bound.upper + more;
  if (lower == upper && row.impulse == lower) {
    bound.at_bound = true;
    return 0;
  }
  const double free =
      row.impulse + (reach_[bound.row].target - present(bound.row) - softness * row.impulse) / size;
  const double wanted = std::clamp(free, lower, upper);
  bound.at_bound = wanted == lower || wanted == upper;
  const double change = wanted - row.impulse;
  if (change == 0) return 0;
  row.impulse = wanted;
  apply(bound.row, change);
  return std::fabs(change) * effective;
}

// Sticking if the impulse that stops both rows lies in the disc. Otherwise a step along the slip itself, back
// onto the disc: where that rests, friction opposes the slip.
double TouchSolver::solve_disc(TouchBound& bound, double coupling) {
  TouchRow& first = rows_[bound.row];
  TouchRow& second = rows_[bound.row + 1];
  const double soft0 = reach_[bound.row].softness;
  const double soft1 = reach_[bound.row + 1].softness;
  const double k00 = reach_[bound.row].effective + soft0;
  const double k11 = reach_[bound.row + 1].effective + soft1;
  const double both = k00 + k11;
  if (!(both > 0)) return 0;
  const double determinant = k00 * k11 - coupling * coupling;
  const double most = bound.upper + reach_of(bound);
  if (most == 0 && first.impulse == 0 && second.impulse == 0) {
    bound.at_bound = true;
    return 0;
  }
  const std::array<double, 2> speeds = present_pair(bound.row);
  const double u0 = speeds[0] + soft0 * first.impulse - reach_[bound.row].target;
  const double u1 = speeds[1] + soft1 * second.impulse - reach_[bound.row + 1].target;
  // Where the joints leave the point one line to slide along, stopping it there is all that can be done.
  const bool one_line = !(determinant > kOneLine * both * both);
  double wanted0 = first.impulse - (one_line ? u0 / both : (k11 * u0 - coupling * u1) / determinant);
  double wanted1 = second.impulse - (one_line ? u1 / both : (k00 * u1 - coupling * u0) / determinant);
  bound.at_bound = wanted0 * wanted0 + wanted1 * wanted1 > most * most;
  if (bound.at_bound) {
    const double step = 1.0 / std::max(k00, k11);
    wanted0 = first.impulse - step * u0;
    wanted1 = second.impulse - step * u1;
    const double size = std::sqrt(wanted0 * wanted0 + wanted1 * wanted1);
    if (size > most) {
      wanted0 *= most / size;
      wanted1 *= most / size;
    }
  }
  const double change0 = wanted0 - first.impulse;
  const double change1 = wanted1 - second.impulse;
  first.impulse = wanted0;
  second.impulse = wanted1;
  if (change0 != 0 || change1 != 0) apply_pair(bound.row, {change0, change1});
  return std::max(std::fabs(change0) * k00, std::fabs(change1) * k11);
}

double TouchSolver::solve_bound(std::size_t b) {
  return bounds_[b].disc ? solve_disc(bounds_[b], couplings_[b]) : solve_interval(bounds_[b]);
}

// A leader and its followers in their order, the leaders to and fro, so that loads travel through a stack
// both ways.
double TouchSolver::sweep(bool backwards) {
  ++statistics_.sweeps;
  double largest = 0;
  if (!backwards) {
    for (std::size_t b = 0; b < bounds_.size(); ++b) largest = std::max(largest, solve_bound(b));
    return largest;
  }
  for (std::size_t last = bounds_.size(); last > 0;) {
    std::size_t first = last - 1;
    while (first > 0 && bounds_[first].leader != kNone) --first;
    for (std::size_t b = first; b < last; ++b) largest = std::max(largest, solve_bound(b));
    last = first;
  }
  return largest;
}

double TouchSolver::solve_rows() {
  const std::size_t count = std::max<std::size_t>(1, bounds_.size());
  const std::size_t budget = kSweptBounds / count;
  const bool with_newton = coordinates_ <= kNewtonCoordinates;
  int most = static_cast<int>(std::clamp(budget, kLeastBoundSweeps, kMostBoundSweeps));
  const int most_after_newton =
      static_cast<int>(std::max(kSweptAfterNewton / count, kLeastSweepsAfterNewton));
  rounds_left_ = coordinates_ <= kCheapCoordinates ? kNewtonBudget : kNewtonBudget / 4;
  may_reuse_ = true;
  double first = 0;
  double before = 0;
  int next_newton = with_newton ? kSweepsBeforeNewton : most;
  int wait = 1;
  int steps = 0;  // of Newton, since `before`
  for (int i = 1; i <= most; ++i) {
    double largest = sweep(i % 2 == 0);
    if (i == 1) {
      first = largest;
      if (with_newton && first > kFarSpeed && first < kStruckSpeed) next_newton = 1;
    }
    if (largest < kSpeedTolerance) break;
    if (steps > 0 && largest > before) {
      if (steps < kNewtonSteps && i < most && newton()) {
        ++steps;
        continue;
      }
      // Steps among the wrong rows are taken back, and tried again when the sweeps have found others.
      restore();
      largest = before;
      wait = 2 * wait;
      next_newton = i + wait;
    }
    before = largest;
    steps = 0;
    if (with_newton && rounds_left_ <= 0) most = std::min(most, i + most_after_newton);
    if (i < next_newton || i == most) continue;
    remember();
    if (newton()) {
      steps = 1;
    } else {
      restore();
      next_newton = most;
    }
  }
  return first;
}

void TouchSolver::begin_changes(const LoopRows& loops) {
  for (const std::size_t b : loops.present()) {
    block_sizes_[b] = loops.block(b).rows.size();
    std::fill_n(sums_[b].begin(), block_sizes_[b], 0.0);
  }
}

// The changes of this call into y, with what the loops answer.
void TouchSolver::finish_changes(LoopRows& loops, std::span<NodeCoordinates> y) {
  for (const std::size_t i : nodes_) {
    for (std::size_t k = 0; k < 6; ++k) y[i][k] += change_[i][k];
    change_[i] = {};
  }
  loops.answer(sums_, y);
}

double TouchSolver::solve(std::span<const Spatial> velocity, LoopRows& loops, std::span<NodeCoordinates> y) {
  begin_changes(loops);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (carried_[i] == 0) reach_[i].speed = space_.velocity(reach_[i].row, velocity);
  }
  const double first = solve_rows();
  finish_changes(loops, y);
  return first;
}

void TouchSolver::solve_pushes(std::span<TouchPush> pushes, LoopRows& loops, std::span<NodeCoordinates> y) {
  begin_changes(loops);
  for (Reach& reach : reach_) reach.speed = 0;
  for (int i = 0; i < kMostPushSweeps; ++i) {
    double largest = 0;
    for (TouchPush& push : pushes) {
      const double effective = reach_[push.row].effective;
      if (!(effective > 0)) continue;
      const double wanted = std::max(0.0, push.impulse + (push.speed - present(push.row)) / effective);
      const double change = wanted - push.impulse;
      if (change == 0) continue;
      push.impulse = wanted;
      apply(push.row, change);
      largest = std::max(largest, std::fabs(change) * effective);
    }
    if (largest < kSpeedTolerance) break;
  }
  finish_changes(loops, y);
}

}  // namespace drawbar::physics
