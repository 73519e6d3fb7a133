// Forces that switch, as constants over a substep: drives, dry friction and hard stops of the tree
// formulations.
#pragma once

#include <vector>

#include "physics/drive/dc_motor.h"
#include "physics/formulations/tree/tree_forces.h"

namespace drawbar::physics {

/// What the real-time solvers decide by impulses, decided on the tree's exact response: each force makes its
/// axis's speed at the substep's end obey the same law (drive, Coulomb friction with true sticking, stop).
/// The smooth motion keeps its order; where one of these acts the result is of first order, as theirs is.
class HeldForces {
 public:
  HeldForces(const StepContext& context, const TreeModel& tree);

  bool empty() const { return axes_.empty(); }

  /// At the substep's start, with `forces` at its axes: what each law will be asked.
  void open(const TreeForces& forces, double h);
  /// At the substep's end as it would be without these forces, `forces` at its axes.
  void set_free_rates(const TreeForces& forces);
  /// Back at the start, `method` prepared and `forces` at its axes: the forces for the substep of h (s).
  void solve(TreeMethod& method, const TreeKinematics& kinematics, TreeForces& forces, double h);

 private:
  enum class Kind { friction, stop, drive };
  struct Axis {
    Kind kind = Kind::friction;
    std::size_t joint = 0;
    std::size_t axis = 0;
    std::size_t drive = 0;
  };
  struct Row {
    Kind kind = Kind::friction;
    std::size_t joint = 0;
    std::size_t axis = 0;
    std::size_t drive = 0;
    double rate = 0;  ///< at the substep's end, with the forces found so far
    double force = 0;
    double bound = 0;   ///< friction: largest; stop: the rate it asks for
    double sign = 1;    ///< stop: direction in which it pushes
    double before = 0;  ///< rate at the substep's start
    DriveDemand demand;
    DriveSolution solution;
  };
  double wanted(Row& row, double response, double h) const;

  StepContext context_;
  std::vector<Axis> axes_;
  std::vector<Row> rows_;
  std::vector<double> response_;  ///< [row * rows + other]: speed of row per force of other
  TreeLoad unit_;
  std::vector<double> rates_;
  std::vector<Twist> motion_;
};

}  // namespace drawbar::physics
