// Contacts of islands whose bodies have no joints: stacks and piles.
//
// The rows of ContactConstraints, for thousands of points: what a contact asks is written into
// WideContactSolver, and what that answers is remembered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/articulation/tree_factor.h"
#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/contact/wide_contact_solver.h"
#include "physics/formulations/sequential_impulses/control/contact_scratch.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/joint/kinematics.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

class FreeBodyContacts {
 public:
  FreeBodyContacts(const StepView& view, const Topology& topology, CollisionWorld& collisions,
                   ContactScratch& scratch, StepStatistics& statistics);

  /// Whether the island's bodies have no joints, and what touches there is no wheel, no running surface and
  /// has no friction against turning.
  bool fits(const Island& island) const;

  /// Rows of the present manifolds, for a kick before a drift or for one that closes a frame.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times);
  bool empty() const { return sweeps_.point_count() == 0; }
  /// Whether a contact is deep enough to be pushed apart.
  bool penetrates() const;
  /// Sweeps that there is time for.
  int most_sweeps() const;
  /// Bodies that move.
  std::size_t body_count() const { return sweeps_.body_count(); }

  void add_forces(std::span<Spatial> forces) const;
  /// After the factor of the trees.
  void factor(const TreeFactor& factor);

  /// WideContactSolver::solve, from these velocities with the accumulated impulses in them.
  WideContactSolver::Solved solve(std::span<const Spatial> velocity, int most_sweeps, double tolerance);
  /// The changes that the sweeps made, added to y.
  void finish(const TreeFactor& factor, std::span<NodeCoordinates> y) const;
  /// Pseudo-velocities that push penetrating contacts apart (paper 003 eqs. 18, 19), added to y.
  void solve_pushes(const TreeFactor& factor, std::span<NodeCoordinates> y);

  /// Impulses and slips back to the contacts' memory.
  void commit(std::span<const Spatial> velocity);
  /// visit(ContactPoint&, impulse on body b in this kick, N s, world) for every point with rows.
  template <class Visit>
  void for_each_impulse(Visit visit) const {
    for (const Run& run : runs_) {
      std::array<Vec3, 2> tangents;
      tangents_of(run.normal(), tangents[0], tangents[1]);
      for (std::size_t i = 0; i < run.count; ++i) {
        const auto impulse = sweeps_.answer(run.pair, i).impulse;
        visit(run.contact(i),
              Vec3(impulse[0] * run.normal() + impulse[1] * tangents[0] + impulse[2] * tangents[1]));
      }
    }
  }

 private:
  // Points of a manifold one after the other that have one normal.
  struct Run {
    Manifold* manifold = nullptr;
    ManifoldNotes* notes = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;
    WideContactSolver::Pair pair;

    ContactPoint& contact(std::size_t i) const { return manifold->points[first + i]; }
    const Vec3& normal() const { return notes->normal(contact(0)); }
    double gap(std::size_t i) const { return notes->gap(contact(i)); }
  };

  std::uint32_t place_of(BodyIndex body) const;
  void add_runs(std::uint32_t m);
  void write_rows(const Run& run, std::span<const BodyFrame> frames);
  Vec3 moved_velocity(const Manifold& manifold, const Vec3& arm_a, const Vec3& arm_b) const;
  // From these velocities, none if empty.
  void start_from(std::span<const Spatial> velocity);

  StepView view_;
  const Topology& topology_;
  CollisionWorld& collisions_;
  ContactScratch& scratch_;
  StepStatistics& statistics_;
  KickTimes times_;
  std::vector<std::uint8_t> plain_;  // [shape] no wheel, no running surface
  std::vector<std::uint32_t> place_of_node_;
  std::span<const std::size_t> nodes_;  // of the island: its bodies in sweeps_
  std::vector<Spatial> start_;          // [body] velocities before the sweeps
  std::vector<Run> runs_;
  std::vector<Vec3> moved_;  // [point of all runs] moved_velocity(), where something is moved at all
  WideContactSolver sweeps_;
};

}  // namespace drawbar::physics
