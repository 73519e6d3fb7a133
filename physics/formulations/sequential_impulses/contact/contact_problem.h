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

class TouchRows {
 public:
  TouchRows(const StepView& view, const Topology& topology, const TrialJoints& joints,
            CollisionWorld& collisions, StepStatistics& statistics);

  /// Rows of the present joints and manifolds; targets of a kick before a drift, or of a closing kick: then
  /// those that carried an impulse, and nothing moves after it. Frames must stay until solve().
  /// Stops are at `frames`, what touches at `touch_frames`.
  void prepare(const Island& island, std::span<const BodyFrame> frames,
               std::span<const BodyFrame> touch_frames, const KickTimes& times);
  bool empty() const { return lone_ ? lone_contacts_.empty() : rows_.empty(); }
  /// Whether a contact is deep enough to be pushed apart.
  bool penetrates() const { return lone_ ? lone_contacts_.penetrates() : contacts_.penetrates(); }

  /// Whether there are rows to solve that the trees do not carry.
  bool any_open() const { return lone_ ? !lone_contacts_.empty() : rows_.any_open(); }

  void add_forces(std::span<Spatial> forces) const;
  /// RowSet::stiffen and RowSet::add_forces_beside_inertia.
  void stiffen(std::span<const BodyMass> mass, TreeFactor& factor) const {
    if (!lone_) rows_.stiffen(mass, factor);
  }
  void add_forces_beside_inertia(std::span<Spatial> forces) const;
  /// TyreRows::follow and TyreRows::settle.
  void follow(std::span<const Spatial> velocity) {
    if (!lone_) tyres_.follow(velocity, rows_);
  }
  CarriedChange settle(std::span<const Spatial> velocity) {
    return lone_ ? CarriedChange{} : tyres_.settle(velocity, rows_);
  }
  /// TouchStops::pull and TouchStops::add_forces_of.
  double pull(std::size_t joint) const { return lone_ ? 0.0 : stops_.pull(joint, rows_); }
  void add_forces_of(std::size_t joint, double part, std::span<Spatial> forces) const {
    if (!lone_) stops_.add_forces_of(joint, part, rows_, forces);
  }
  /// After the factors of trees and loops.
  void factor(const TreeFactor& factor, const LoopRows& loops);
  /// PgsSolver::solve.
  double solve(std::span<const Spatial> velocity, LoopRows& loops, std::span<NodeCoordinates> y);
  /// Pseudo-velocities that push penetrating contacts apart (paper 003 eqs. 18, 19), added to y.
  void solve_pushes(LoopRows& loops, std::span<NodeCoordinates> y);

  /// TouchStops::delays and TouchStops::add_delays.
  bool stops_delay() const { return !lone_ && stops_.delays(rows_); }
  void add_delays(std::span<Spatial> forces) const { stops_.add_delays(rows_, forces); }

  /// Impulses and slips back to the contacts' memory; not after a closing kick.
  void commit(std::span<const Spatial> velocity);
  /// What stops, ropes and cones leave of an accepted kick: TouchStops::for_each_outcome and counted().
  template <class Visit>
  void for_each_stop(Visit visit) const {
    if (!swept()) stops_.for_each_outcome(rows_, visit);
  }
  std::span<const CountedAxis> counted_axes() const {
    return lone_ ? std::span<const CountedAxis>() : stops_.counted();
  }

 private:
  bool swept() const { return lone_ && !taken_; }
  void prepare_rows();
  void factor_rows(const TreeFactor& factor, const LoopRows& loops);
  void meet_in_flight();

  StepView view_;
  const Topology& topology_;
  CollisionWorld& collisions_;
  const Island* island_ = nullptr;
  const TreeFactor* factor_ = nullptr;
  std::span<const BodyFrame> frames_;
  std::span<const BodyFrame> touch_frames_;
  KickTimes times_;
  bool lone_ = false;   // lone_contacts_ instead of all the others
  bool taken_ = false;  // ... but for the velocities, which pgs_ has taken over
  LoneContacts lone_contacts_;
  RowSet rows_;
  RowResponses responses_;
  ActiveSetNewton newton_;
  PgsSolver pgs_;
  TouchStops stops_;
  LockRows locks_;
  TyreRows tyres_;
  TouchContacts contacts_;
};

}  // namespace drawbar::physics
