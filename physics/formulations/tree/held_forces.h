// Forces that switch, as constants over a substep: drives, dry friction, hard stops and contacts of the
// formulations in joint coordinates.
#pragma once

#include <vector>

#include "physics/contact/manifold.h"
#include "physics/drive/dc_motor.h"
#include "physics/formulations/shared/contact_search.h"
#include "physics/formulations/tree/tree_forces.h"

namespace drawbar::physics {

/// What the real-time solvers decide by impulses, decided on the tree's exact response: each force makes the
/// speed of its row at the substep's end obey the same law (drive, Coulomb friction with true sticking, stop,
/// contact). The smooth motion keeps its order; where one of these acts the result is of first order, as
/// theirs is.
class HeldForces {
 public:
  /// Reserves in `forces` what it will hold there.
  HeldForces(const StepContext& context, const TreeModel& tree, TreeForces& forces);

  /// Decides the forces for the substep of h (s) from y on and leaves them in `forces`. `derivative(y, out)`
  /// is the motion's; `place(y)` sets `kinematics`, and whatever `method` needs of them, to y. Contacts are
  /// those of State's poses, which are y's.
  template <class Derivative, class Place>
  void decide(const Derivative& derivative, const Place& place, std::span<const double> y, double h,
              TreeMethod& method, const TreeKinematics& kinematics, TreeForces& forces) {
    if (axes_.empty() && !touches_) return;
    forces.clear_held();
    derivative(y, std::span<double>(slope_));
    open(kinematics, forces, h);
    if (rows_.empty()) return;
    for (std::size_t i = 0; i < y.size(); ++i) ahead_[i] = y[i] + h * slope_[i];
    place(std::span<const double>(ahead_));
    forces.update_axes(kinematics);
    set_free_rates(kinematics, forces);
    place(y);
    forces.update_axes(kinematics);
    solve(method, kinematics, forces, h);
  }

 private:
  enum class Kind { friction, stop, drive, contact, grip, resistance };
  /// An axis on which one of the laws acts.
  struct Axis {
    Kind kind = Kind::friction;
    std::size_t joint = 0;
    std::size_t axis = 0;
    std::size_t drive = 0;
  };
  struct Row {
    Kind kind = Kind::friction;
    Axis on;                          ///< friction, stop, drive
    PairDirection direction;          ///< at the substep's start
    double rate = 0;                  ///< at the substep's end, with the forces found so far
    double before = 0;                ///< at its start
    double force = 0;                 ///< N or N m
    double bound = 0;                 ///< friction: largest; stop, contact: the rate it asks for
    double sign = 1;                  ///< stop: direction in which it pushes
    double part = 0;                  ///< grip, resistance: largest, per force of the contact `normal`
    std::size_t normal = 0;           ///< grip, resistance: row of their contact
    ContactMemory* memory = nullptr;  ///< contact, grip, resistance
    DriveDemand demand;
    DriveSolution solution;
  };

  /// At the substep's start, with `forces` at its axes: the rows and what each law will be asked.
  void open(const TreeKinematics& kinematics, const TreeForces& forces, double h);
  void open_axis(const Axis& axis, const TreeForces& forces, double h);
  void open_contact(const Manifold& manifold, ContactPoint& point, const TreeKinematics& kinematics,
                    const TreeForces& forces, double h);
  /// At the substep's end as it would be without these forces.
  void set_free_rates(const TreeKinematics& kinematics, const TreeForces& forces);
  /// Back at the start, `method` prepared and `forces` at its axes.
  void solve(TreeMethod& method, const TreeKinematics& kinematics, TreeForces& forces, double h);
  void find_responses(TreeMethod& method, const TreeKinematics& kinematics, const TreeForces& forces,
                      double h);
  double response(std::size_t row, std::size_t other) const { return response_[row * rows_.size() + other]; }
  /// One visit of the row (of a grip: of both its rows); the largest change of its speed.
  double visit(std::size_t row, double h);
  double grip(std::size_t row);
  double change(std::size_t row, double force);
  double wanted(Row& row, double response, double h) const;
  void hold(TreeForces& forces, double h);

  StepContext context_;
  ContactSearch search_;
  bool touches_ = false;  ///< whether anything may touch at all
  std::vector<Axis> axes_;
  std::vector<Row> rows_;
  std::vector<double> response_;  ///< [row * rows + other]: speed of row per force of other
  TreeLoad unit_;
  std::vector<double> rates_;
  std::vector<Twist> motion_;
  std::vector<double> slope_, ahead_;
};

}  // namespace drawbar::physics
