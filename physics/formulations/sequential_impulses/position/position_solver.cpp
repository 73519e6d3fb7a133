#include "physics/formulations/sequential_impulses/position/position_solver.h"

#include <algorithm>
#include <cmath>

#include "physics/articulation/node_blocks.h"

namespace drawbar::physics {
namespace {

/// A correction that did not close the joints is halved so many times at the most. The error that may remain
/// is in m or rad.
constexpr int kMostHalvings = 3;
constexpr double kTolerableGap = 1e-4;
/// Before corrections the velocities are found again so many times at the most for stops that a bent way ends
/// at.
constexpr int kMostRelinearisations = 4;
/// Corrections of closed loops at the least: their rows are regularised. And the next one must be expected to
/// move nothing by more than this (m or rad): near a singular position small errors leave large ways open.
constexpr int kLoopCorrections = 2;
constexpr double kSettledPlace = 1e-6;

}  // namespace

PositionSolver::PositionSolver(const Topology& topology, const IslandPoses& poses, LinkData& data,
                               TreeSystem& trees, ConstraintSet& constraints, Velocities& velocities,
                               Velocities& corrections, LinkMotion& links, VelocitySolver& solver)
    : topology_(topology),
      poses_(poses),
      data_(data),
      trees_(trees),
      constraints_(constraints),
      velocities_(velocities),
      corrections_(corrections),
      links_(links),
      solver_(solver),
      corrected_(topology.nodes.size()),
      energy_(topology.trees.size()) {}

// The errors of residual, and how they changed since the drift before.
ConstraintResidual PositionSolver::drift(const Island& island, double h) {
  links_.drift(island, h);
  ConstraintResidual residual;
  links_.measure(island, residual);
  constraints_.axes.measure(poses_.trial, velocities_.rate, residual);
  constraints_.loops.measure(poses_.trial, velocities_.node, residual);
  return residual;
}

ConstraintResidual PositionSolver::measure(const Island& island) {
  ConstraintResidual residual;
  links_.measure(island, residual);
  constraints_.axes.measure(poses_.trial, {}, residual);
  constraints_.loops.measure(poses_.trial, {}, residual);
  return residual;
}

// One solve of the substep's own factor for the velocities that remove the errors within h. Returns how far
// they move what they move most (m or rad), where loops close.
double PositionSolver::correct(const Island& island, double h, double relaxation) {
  LoopConstraints& loops = constraints_.loops;
  ContactProblem& touch = constraints_.touch;
  for (const std::size_t i : island.nodes) {
    trees_.force[i] = Spatial{};
    LinkOf<double>& link = data_.links[i];
    if (!link.joined) {
      trees_.bias[i] = Spatial{};
      continue;
    }
    const Vec3 linear = (-relaxation / h) * link.error.linear;
    const Vec3 angular = (-relaxation / h) * link.error.angular;
    to_center(link, topology_.nodes[i].sign, linear, angular, trees_.bias[i]);
    link.bias_linear += linear;
    link.bias_angular += angular;
  }
  constraints_.axes.add_corrections(relaxation / h, relaxation, trees_.bias, trees_.axis_impulse);
  trees_.up(island, solver_.axis_impulses());
  const bool has_loops = !loops.empty();
  if (has_loops) {
    trees_.down(island, trees_.bias, corrections_);
    loops.aim_at_corrections(relaxation / h, relaxation);
    loops.solve(corrections_.node, trees_.y);
  }
  if (touch.any_open()) {
    trees_.down(island, trees_.bias, corrections_);
    for (const std::size_t i : island.nodes) {
      add_scaled(velocities_.node[i], 1.0, corrections_.node[i]);
      corrected_[i] = velocities_.node[i];
    }
    touch.solve(corrected_, loops, trees_.y);
    for (const std::size_t i : island.nodes) add_scaled(velocities_.node[i], -1.0, corrections_.node[i]);
  }
  double fastest_squared = 0;
  for_blocks_from_roots(island.runs, [&](std::size_t begin, std::size_t end) {
    trees_.factor.down(begin, end, trees_.y, trees_.bias, corrections_.node, corrections_.rate);
    for (std::size_t i = begin; i < end; ++i) {
      const Spatial& correction = corrections_.node[i];
      if (has_loops) {
        fastest_squared = std::max(
            {fastest_squared, correction.linear().squaredNorm(), correction.angular().squaredNorm()});
      }
      add_scaled(velocities_.node[i], 1.0, correction);
      for (std::size_t k = 0; k < 3; ++k) velocities_.rate[i][k] += corrections_.rate[i][k];
    }
  });
  touch.update_condensed_impulses(velocities_.node);
  return h * std::sqrt(fastest_squared);
}

// Kinetic energy of one tree: summed over trees, a light one would hide behind a heavy one.
double PositionSolver::kinetic_energy(const Tree& tree) const {
  double twice = 0;
  for (std::size_t i = tree.begin; i < tree.end; ++i) {
    twice += dot(velocities_.node[i], data_.mass[i] * velocities_.node[i]);
  }
  return 0.5 * twice;
}

void PositionSolver::remember_energy(const Island& island) {
  for (std::size_t group : island.groups) {
    for (std::size_t t : topology_.groups[group].trees) energy_[t] = kinetic_energy(topology_.trees[t]);
  }
}

// Corrections of smooth motion do no work to speak of. Where they do, Newton has found some other way to
// close the joints: near a singular position that is energy from nowhere.
bool PositionSolver::energy_grew(const Island& island) const {
  for (std::size_t group : island.groups) {
    for (std::size_t t : topology_.groups[group].trees) {
      if (kinetic_energy(topology_.trees[t]) > (1 + kTolerableGain) * energy_[t]) return true;
    }
  }
  return false;
}

// Whether the drift bent a way onto another, stiff piece of its spring's law.
bool PositionSolver::relinearise_laws() {
  const bool axes = constraints_.axes.relinearise_laws();
  if (!constraints_.loops.relinearise_laws() && !axes) return false;
  constraints_.axes.take_curvature_offsets();
  constraints_.loops.take_curvature_offsets();
  return true;
}

// Newton on the positions with the substep's own factor. Its constraint directions are those of the
// beginning, so that the errors shrink linearly; Aitken's relaxation makes up for most of that.
PositionStatus PositionSolver::solve(const Island& island, double h) {
  const bool has_loops = !constraints_.loops.empty();
  const double tolerance = has_loops ? kPositionTolerance : tree_tolerance(h);
  double relaxation = 1;
  double before = 0;
  int found_again = 0;
  double moved = 0;
  PositionStatus status = PositionStatus::at_once;
  for (int correction = 0;; ++correction) {
    ConstraintResidual residual = drift(island, h);
    bool anew = false;
    while (relinearise_laws()) {
      if (++found_again > kMostRelinearisations) return PositionStatus::failed;
      solver_.solve(island, Bias::predicted);
      residual = drift(island, h);
      anew = true;
    }
    const bool settled = correction >= kMostCorrections || moved * residual.worst() <= kSettledPlace * before;
    const bool enough = !has_loops || (correction >= kLoopCorrections && settled);
    if (residual.worst() < tolerance && enough) {
      return correction <= kEasyCorrections || !energy_grew(island) ? status : PositionStatus::failed;
    }
    if (correction == kEasyCorrections) remember_energy(island);
    const bool diverged = correction > 2 && residual.worst() > 2 * before;
    if (correction >= kMostCorrections || diverged || !std::isfinite(residual.worst())) {
      const bool close_enough = !has_loops && residual.worst() < kPositionTolerance && !energy_grew(island);
      return close_enough ? status : PositionStatus::failed;
    }
    if (anew) relaxation = 1;
    if (correction > 0 && !anew && residual.change > 0) {
      relaxation =
          std::clamp(-relaxation * residual.along / residual.change, kLeastRelaxation, kMostRelaxation);
    }
    before = residual.worst();
    moved = correct(island, h, relaxation);
    status = PositionStatus::by_corrections;
  }
}

// No velocities close the joints at the end of the shortest substep: a whip passing through a singular
// position, or mobility that masses over many decades hide. Velocities that only respect the present
// constraints add no energy, unless an axis is held at a rate to reach something. They are slowed down until
// they neither do that nor open joints nor run into a stop unseen, and at last stand still: what is lost here
// is lost as in an impact. (Closing joints by displacement was tried and pumped energy; so does leaving them
// open, for the next substeps close them.)
void PositionSolver::recover(const Island& island, double h) {
  constraints_.axes.drop_biases();
  solver_.solve(island, Bias::none);
  for (const std::size_t i : island.nodes) {
    data_.links[i].bias_linear = data_.links[i].bias_angular = Vec3::Zero();
  }
  drift(island, 0);
  const double allowed = std::max(kTolerableGap, joint_gap(island));
  double scale = std::min(1.0, solver_.limiting_scale(island));
  for (int halvings = 0;; ++halvings) {
    solver_.scale(island, scale);
    drift(island, h);
    if (scale == 0 || (joint_gap(island) <= allowed && !relinearise_laws())) return;
    scale = halvings < kMostHalvings ? 0.5 : 0.0;
  }
}

// Largest error of a joint after the last drift, m or rad.
double PositionSolver::joint_gap(const Island& island) const {
  double squared = 0;
  for (const std::size_t i : island.nodes) {
    const LinkOf<double>& link = data_.links[i];
    if (!link.joined) continue;
    squared = std::max({squared, link.error.linear.squaredNorm(), link.error.angular.squaredNorm()});
  }
  return std::max(std::sqrt(squared), constraints_.loops.largest_error());
}

}  // namespace drawbar::physics
