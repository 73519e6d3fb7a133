// Positions after a kick: the drift, and Newton's iterations that close the joints after it (SHAKE).
#pragma once

#include <vector>

#include "physics/formulations/sequential_impulses/tree/constraint_residual.h"
#include "physics/formulations/sequential_impulses/velocity/velocity_solver.h"

namespace drawbar::physics {

class PositionSolver {
 public:
  PositionSolver(const Topology& topology, const IslandPoses& poses, LinkData& data, TreeSystem& trees,
                 ConstraintSet& constraints, Velocities& velocities, Velocities& corrections,
                 LinkMotion& links, VelocitySolver& solver);

  /// Drifts by h (s) and corrects the velocities until joints are closed. PositionStatus::failed if they are
  /// not: a shorter substep is asked for.
  PositionStatus solve(const Island& island, double h);
  /// Where no shorter one is left: velocities that respect the present constraints alone.
  void recover(const Island& island, double h);
  /// Errors of joints and loops at the trial poses.
  ConstraintResidual measure(const Island& island);

 private:
  ConstraintResidual drift(const Island& island, double h);
  bool relinearise_laws();
  double correct(const Island& island, double h, double relaxation);
  double kinetic_energy(const Tree& tree) const;
  void remember_energy(const Island& island);
  bool energy_grew(const Island& island) const;
  double joint_gap(const Island& island) const;

  const Topology& topology_;
  const IslandPoses& poses_;
  LinkData& data_;
  TreeSystem& trees_;
  ConstraintSet& constraints_;
  Velocities& velocities_;
  Velocities& corrections_;
  LinkMotion& links_;
  VelocitySolver& solver_;
  std::vector<Spatial> corrected_;  // [node] velocities, while what touches answers to corrections
  std::vector<double> energy_;      // [tree] J, early in the corrections
};

}  // namespace drawbar::physics
