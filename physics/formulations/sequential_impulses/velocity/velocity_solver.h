// The velocities after a kick: M V = P + J^T L with the right segments of all laws, and bounds that hold.
//
// Trees and loops are solved directly, what may let go is solved on the result, and where either moves an
// axis to another segment of its law, both are repeated.
#pragma once

#include "physics/formulations/sequential_impulses/tree/tree_system.h"
#include "physics/formulations/sequential_impulses/velocity/constraint_set.h"
#include "physics/formulations/sequential_impulses/wide/link_motion.h"

namespace drawbar::physics {

/// The motions that joints need while their bodies drift: as predicted (LinkOf::bias_linear), or none.
enum class Bias { predicted, none };

class VelocitySolver {
 public:
  VelocitySolver(const StepView& view, const Topology& topology, const IslandPoses& poses, LinkData& data,
                 TreeSystem& trees, ConstraintSet& constraints, Velocities& velocities,
                 StepStatistics& statistics);

  /// After LinkMotion::build and ConstraintSet::build.
  void solve(const Island& island, Bias bias);
  /// No more kinetic energy than without joints, `work` (twice it, J) besides.
  double limiting_scale(const Island& island, double work = 0) const;
  void scale(const Island& island, double factor);
  /// Impulses on the axes, for TreeSystem::solve; nothing where no axis has a law.
  std::span<const std::array<double, 3>> axis_impulses() const;

 private:
  void solve_trees(const Island& island, Bias bias);
  void add_moved_parent(std::size_t node);
  void solve_trees_again(const Island& island);
  void close_loops(const Island& island);
  void solve_under_all_impulses(const Island& island);
  CondensedChange solve_touching(const Island& island);
  bool axes_change(bool one_only);
  void start_from_momenta(const Island& island);

  StepView view_;
  const Topology& topology_;
  const IslandPoses& poses_;
  LinkData& data_;
  TreeSystem& trees_;
  ConstraintSet& constraints_;
  Velocities& velocities_;
  StepStatistics& statistics_;
};

}  // namespace drawbar::physics
