// All rows that may let go, in the order in which they are swept: stops of joints, locks of differentials,
// tyres, then contacts. Where nothing has joints there are contacts alone, and a lighter way to solve them.
#pragma once

#include <span>

#include "physics/formulations/sequential_impulses/contact/contact_constraints.h"
#include "physics/formulations/sequential_impulses/contact/free_body_contacts.h"
#include "physics/formulations/sequential_impulses/contact/joint_bound_constraints.h"
#include "physics/formulations/sequential_impulses/contact/lock_constraints.h"
#include "physics/formulations/sequential_impulses/contact/pgs_solver.h"
#include "physics/formulations/sequential_impulses/contact/tyre_constraints.h"

namespace drawbar::physics {

class ContactProblem {
 public:
  ContactProblem(const StepView& view, const Topology& topology, const TrialJoints& joints,
                 CollisionWorld& collisions, ContactScratch& scratch, StepStatistics& statistics);

  /// Rows of the present joints and manifolds; targets of a kick before a drift, or of a closing kick: then
  /// those that carried an impulse, and nothing moves after it. Frames must stay until solve().
  /// Stops are at `frames`, what touches at `touch_frames`.
  void prepare(const Island& island, std::span<const BodyFrame> frames,
               std::span<const BodyFrame> touch_frames, const KickTimes& times);
  bool empty() const { return free_bodies_only_ ? free_contacts_.empty() : rows_.empty(); }
  /// Whether a contact is deep enough to be pushed apart.
  bool penetrates() const { return free_bodies_only_ ? free_contacts_.penetrates() : contacts_.penetrates(); }

  /// Whether there are rows to solve that are not condensed.
  bool any_open() const { return free_bodies_only_ ? !free_contacts_.empty() : rows_.any_open(); }

  void add_forces(std::span<Spatial> forces) const;
  /// RowSet::add_condensed_rows and RowSet::add_forces_beside_inertia.
  void add_condensed_rows(std::span<const BodyMass> mass, TreeFactor& factor) const {
    if (!free_bodies_only_) rows_.add_condensed_rows(mass, factor);
  }
  void add_forces_beside_inertia(std::span<Spatial> forces) const;
  /// TyreConstraints::update_condensed_impulses and check_condensed_bounds.
  void update_condensed_impulses(std::span<const Spatial> velocity) {
    if (!free_bodies_only_) tyres_.update_condensed_impulses(velocity, rows_);
  }
  CondensedChange check_condensed_bounds(std::span<const Spatial> velocity) {
    return free_bodies_only_ ? CondensedChange{} : tyres_.check_condensed_bounds(velocity, rows_);
  }
  /// JointBoundConstraints::pull and JointBoundConstraints::add_forces_of.
  Vec3 pull(std::size_t joint) const {
    return free_bodies_only_ ? Vec3(Vec3::Zero()) : stops_.pull(joint, rows_);
  }
  void add_forces_of(std::size_t joint, double part, std::span<Spatial> forces) const {
    if (!free_bodies_only_) stops_.add_forces_of(joint, part, rows_, forces);
  }
  /// After the factors of trees and loops.
  void factor(const TreeFactor& factor, const LoopConstraints& loops);
  /// PgsSolver::solve.
  double solve(std::span<const Spatial> velocity, LoopConstraints& loops, std::span<NodeCoordinates> y);
  /// Pseudo-velocities that push penetrating contacts apart (paper 003 eqs. 18, 19), added to y.
  void solve_pushes(LoopConstraints& loops, std::span<NodeCoordinates> y);

  /// JointBoundConstraints::delays and JointBoundConstraints::add_delays.
  bool stops_delay() const { return !free_bodies_only_ && stops_.delays(rows_); }
  void add_delays(std::span<Spatial> forces) const { stops_.add_delays(rows_, forces); }

  /// Impulses and slips back to the contacts' memory; not after a closing kick.
  void commit(std::span<const Spatial> velocity);
  /// What is read of the contacts' forces, after any kick.
  void read_forces();
  /// JointBoundConstraints::for_each_pull.
  template <class Visit>
  void for_each_pull(Visit visit) const {
    if (!swept()) stops_.for_each_pull(rows_, visit);
  }
  /// Outcome of an accepted kick for stops, ropes and cones: JointBoundConstraints::for_each_outcome and
  /// counted().
  template <class Visit>
  void for_each_stop(Visit visit) const {
    if (!swept()) stops_.for_each_outcome(rows_, visit);
  }
  std::span<const CountedAxis> counted_axes() const {
    return free_bodies_only_ ? std::span<const CountedAxis>() : stops_.counted();
  }

 private:
  bool swept() const { return free_bodies_only_ && !taken_; }
  void prepare_rows();
  void factor_rows(const TreeFactor& factor, const LoopConstraints& loops);
  void meet_in_flight();

  StepView view_;
  const Topology& topology_;
  CollisionWorld& collisions_;
  ContactScratch& scratch_;
  const Island* island_ = nullptr;
  const TreeFactor* factor_ = nullptr;
  std::span<const BodyFrame> frames_;
  std::span<const BodyFrame> touch_frames_;
  KickTimes times_;
  bool free_bodies_only_ = false;  // free_contacts_ instead of all the others
  bool taken_ = false;             // ... but for the velocities, which pgs_ has taken over
  FreeBodyContacts free_contacts_;
  RowSet rows_;
  RowResponses responses_;
  ActiveSetNewton newton_;
  PgsSolver pgs_;
  JointBoundConstraints stops_;
  LockConstraints locks_;
  TyreConstraints tyres_;
  ContactConstraints contacts_;
};

}  // namespace drawbar::physics
