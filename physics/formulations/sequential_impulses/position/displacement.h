// Displacements after a drift that leave velocities alone: what impacts moved too far is taken back, what
// penetrates is pushed apart, and joints that either left open are closed.
#pragma once

#include <vector>

#include "physics/formulations/sequential_impulses/contact/impact_correction.h"
#include "physics/formulations/sequential_impulses/position/position_solver.h"

namespace drawbar::physics {

class Displacement {
 public:
  Displacement(const StepView& view, const Topology& topology, const CollisionWorld& collisions,
               const ContactScratch& scratch, IslandPoses& poses, LinkData& data, TreeSystem& trees,
               ConstraintSet& constraints, Velocities& corrections, LinkMotion& links,
               VelocitySolver& velocities, PositionSolver& positions);

  /// Takes back the motion that impacts caused before their instants. Returns whether joints are open by
  /// that.
  bool correct_impacts(const Island& island, const KickTimes& times);
  /// Split impulses: take back part of what penetrates, as pseudo-velocities over the drift h (s).
  void push_apart(const Island& island, double h);
  /// Closes the joints, each time with a factor of the poses so far: what a push left open must not come back
  /// as velocity. Leaves `poses.start` at the last but one.
  void project(const Island& island);

 private:
  void apply(const Island& island, double scale);
  void bound_impacts(const Island& island, double work);
  void solve_projection(const Island& island);
  bool apply_if_nearer(const Island& island, double before, double& now);

  StepView view_;
  const Topology& topology_;
  IslandPoses& poses_;
  LinkData& data_;
  TreeSystem& trees_;
  ConstraintSet& constraints_;
  Velocities& corrections_;
  LinkMotion& links_;
  VelocitySolver& velocities_;
  PositionSolver& positions_;
  ImpactDelay impacts_;
  std::vector<DriftedBody> spare_;  // [body]
};

}  // namespace drawbar::physics
