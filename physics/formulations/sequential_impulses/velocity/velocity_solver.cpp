#include "physics/formulations/sequential_impulses/velocity/velocity_solver.h"

#include <algorithm>

#include "physics/articulation/node_blocks.h"
#include "physics/formulations/sequential_impulses/velocity/energy_limit.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

/// Rounds of the active set in which every axis may change its piece, and rounds in all.
constexpr int kBlockFlips = 3;
constexpr int kMostFlips = 20;
/// Contacts and axis laws are solved in rounds until the sweeps change no speed by more than this (m/s or
/// rad/s).
constexpr double kSettledSpeed = 1e-6;
constexpr int kMostTouchRounds = 3;

}  // namespace

VelocitySolver::VelocitySolver(const StepView& view, const Topology& topology, const IslandPoses& poses,
                               LinkData& data, TreeSystem& trees, ConstraintSet& constraints,
                               Velocities& velocities, StepStatistics& statistics)
    : view_(view),
      topology_(topology),
      poses_(poses),
      data_(data),
      trees_(trees),
      constraints_(constraints),
      velocities_(velocities),
      statistics_(statistics) {}

std::span<const std::array<double, 3>> VelocitySolver::axis_impulses() const {
  if (constraints_.axes.empty()) return {};
  return trees_.axis_impulse;
}

double VelocitySolver::limiting_scale(const Island& island, double work) const {
  return energy_limiting_scale(view_, topology_, island, poses_, data_, velocities_, work);
}

void VelocitySolver::scale(const Island& island, double factor) {
  scale_velocities(island, factor, constraints_.axes, velocities_);
}

// A link that hangs on a prescribed body moves with it.
void VelocitySolver::add_moved_parent(std::size_t i) {
  const TreeNode& node = topology_.nodes[i];
  const MovedBody* parent = view_.prescribed.find(node.parent_body);
  if (parent == nullptr || !data_.links[i].joined) return;
  const Vec3 arm = poses_.start[node.body].center - poses_.start[node.parent_body].center;
  const Vec3& turning = parent->twist.angular;
  add_scaled(trees_.bias[i], 1.0, spatial(Vec3(parent->twist.linear + turning.cross(arm)), turning));
}

// Trees and loops under the accumulated impulses of the rows that may let go.
void VelocitySolver::solve_trees(const Island& island, Bias bias) {
  AxisConstraints& axes = constraints_.axes;
  const bool anything_moved = view_.prescribed.any();
  const std::span<const TreeNode> nodes(topology_.nodes);
  const std::span<const LinkOf<double>> links(data_.links);
  const std::span<Spatial> forces(trees_.force);
  const std::span<Spatial> biases(trees_.bias);
  for (const std::size_t i : island.nodes) {
    const LinkOf<double>& link = links[i];
    forces[i] = link.momentum;
    if (bias == Bias::predicted) {
      to_center(link, nodes[i].sign, link.bias_linear, link.bias_angular, biases[i]);
    } else {
      biases[i] = Spatial{};
    }
    if (anything_moved) add_moved_parent(i);
  }
  constraints_.touch.add_forces_beside_inertia(trees_.force);
  constraints_.touch.add_condensed_rows(data_.mass, trees_.factor);
  for_blocks_from_leaves(island.runs, [&](std::size_t begin, std::size_t end) {
    trees_.factor.factor(begin, end, data_.mass, axes);
    if (!axes.empty()) axes.set_right_hand_side(begin, end, trees_.bias, trees_.axis_impulse);
    trees_.factor.up(begin, end, trees_.force, trees_.bias, axis_impulses(), trees_.y);
  });
  trees_.down(island, trees_.bias, velocities_);
  if (!constraints_.loops.empty()) constraints_.loops.factor(trees_.factor);
  close_loops(island);
}

void VelocitySolver::start_from_momenta(const Island& island) {
  for (const std::size_t i : island.nodes) trees_.force[i] = data_.links[i].momentum;
  constraints_.touch.add_forces_beside_inertia(trees_.force);
}

// By the present factor, where what touches has other impulses than before.
void VelocitySolver::solve_trees_again(const Island& island) {
  start_from_momenta(island);
  trees_.solve(island, axis_impulses(), trees_.bias, velocities_);
  constraints_.loops.restart();
  close_loops(island);
}

void VelocitySolver::close_loops(const Island& island) {
  if (constraints_.loops.empty()) return;
  constraints_.loops.solve(velocities_.node, trees_.y);
  trees_.down(island, trees_.bias, velocities_);
}

// The same velocities from all impulses as forces, for the axes' own balance.
void VelocitySolver::solve_under_all_impulses(const Island& island) {
  start_from_momenta(island);
  constraints_.loops.add_forces(trees_.force);
  trees_.solve(island, axis_impulses(), trees_.bias, velocities_);
}

bool VelocitySolver::axes_change(bool one_only) {
  if (!constraints_.axes.test(velocities_.node, trees_.force, velocities_.rate, trees_.factor, one_only)) {
    return false;
  }
  ++statistics_.sweeps;
  return true;
}

// Solves the contact rows on the trees' result; `moved`: the largest change of a speed in the first sweep.
CondensedChange VelocitySolver::solve_touching(const Island& island) {
  ContactProblem& touch = constraints_.touch;
  double moved = 0;
  touch.update_condensed_impulses(velocities_.node);  // what open rows may carry depends on it
  if (touch.any_open()) touch.factor(trees_.factor, constraints_.loops);
  for (int round = 1;; ++round) {
    if (touch.any_open()) {
      moved = std::max(moved, touch.solve(velocities_.node, constraints_.loops, trees_.y));
      trees_.down(island, trees_.bias, velocities_);
      touch.update_condensed_impulses(velocities_.node);
    }
    const CondensedChange change = touch.check_condensed_bounds(velocities_.node);
    moved = std::max(moved, change.moved);
    if (change.released || change.moved < kSettledSpeed || round >= kMostTouchRounds) {
      return {change.released, moved};
    }
    solve_trees_again(island);
    touch.update_condensed_impulses(velocities_.node);
  }
}

// Block flips of the axes' pieces while they help; then the least index alone, which cannot go round in
// circles where the problem has one solution (Murty). What touches is swept on the result; where that moves
// an axis onto another piece, once more.
void VelocitySolver::solve(const Island& island, Bias bias) {
  AxisConstraints& axes = constraints_.axes;
  LoopConstraints& loops = constraints_.loops;
  ContactProblem& touch = constraints_.touch;
  int touch_rounds = 0;
  for (int round = 0;; ++round) {
    const bool last = round >= kMostFlips;
    solve_trees(island, bias);
    if (!last && loops.springs_change(velocities_.node)) continue;
    if (!axes.empty() && !last) {
      if (!loops.empty()) solve_under_all_impulses(island);
      if (axes_change(round >= kBlockFlips)) continue;
    }
    // Pieces that went round in circles are no solution, and may pull an axis to a stop far away.
    if (last) scale(island, std::min(1.0, limiting_scale(island)));
    if (touch.empty()) return;
    const CondensedChange touched = solve_touching(island);
    if (touched.released) continue;
    const bool settled = touched.moved < kSettledSpeed;
    if (axes.empty() || last || settled || ++touch_rounds > kMostTouchRounds) return;
    if (touch.any_open() || !loops.empty()) solve_under_all_impulses(island);
    if (!axes_change(round >= kBlockFlips)) return;
  }
}

}  // namespace drawbar::physics
