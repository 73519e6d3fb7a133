// All rows that may let go, in the order in which they are swept: stops of joints, locks of differentials,
// tyres, then contacts.
#pragma once

#include <span>

#include "physics/formulations/sequential_impulses/lock_rows.h"
#include "physics/formulations/sequential_impulses/touch_contacts.h"
#include "physics/formulations/sequential_impulses/touch_solver.h"
#include "physics/formulations/sequential_impulses/touch_stops.h"
#include "physics/formulations/sequential_impulses/tyre_rows.h"

namespace drawbar::physics {

class TouchRows {
 public:
  TouchRows(const StepContext& context, const Topology& topology);

  /// Rows of the present joints and manifolds; targets of a kick before a drift.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times);
  /// The same rows for a closing kick: those that carried an impulse, and nothing moves after it.
  void prepare_closing(const KickTimes& times);
  bool empty() const { return solver_.empty(); }
  /// Whether a contact is deep enough to be pushed apart.
  bool penetrates() const { return contacts_.penetrates(); }

  void add_forces(std::span<Spatial> forces) const { solver_.add_forces(forces); }
  /// After the factors of trees and loops.
  void factor(const TreeFactor& factor, const LoopRows& loops) { solver_.factor(factor, loops); }
  /// TouchSolver::solve.
  double solve(std::span<const Spatial> velocity, LoopRows& loops, std::span<NodeCoordinates> y) {
    return solver_.solve(velocity, loops, y);
  }
  /// Pseudo-velocities that push penetrating contacts apart (paper 003 eqs. 18, 19), added to y.
  void solve_pushes(LoopRows& loops, std::span<NodeCoordinates> y) {
    solver_.solve_pushes(contacts_.pushes(), loops, y);
  }

  /// Impulses and slips back to State; not after a closing kick.
  void commit(std::span<const Spatial> velocity);

 private:
  const Topology& topology_;
  TouchSolver solver_;
  TouchStops stops_;
  LockRows locks_;
  TyreRows tyres_;
  TouchContacts contacts_;
};

}  // namespace drawbar::physics
