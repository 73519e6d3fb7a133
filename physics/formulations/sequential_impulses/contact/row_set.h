// Rows with bounds that an island's solve has to respect: contacts, friction, stops, ropes, tyres, belts.
// Each writer of rows (contact_constraints, joint_bound_constraints, tyre_constraints, lock_constraints) adds
// its own; pgs_solver solves them.
//
// A soft row J V + softness L = target (eq. 6) that is known to stay within its bounds needs no iterations:
// it is a spring, which the factor of the trees can take in (static condensation), as inertia J^T J /
// softness under the force J^T target / softness. Whoever wrote the row says so (condense), and whether it
// was true (restore).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/row_space.h"
#include "physics/formulations/sequential_impulses/contact/constraint_row.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/joint/loop_constraints.h"

namespace drawbar::physics {

/// Bounds of the impulse of one row, or of two rows at right angles together. Bounds that depend on a normal
/// impulse are added right after the normal row's own.
struct ImpulseBounds {
  std::size_t row = 0;             ///< its row, or the first of two
  bool is_friction_disc = false;   ///< two rows: |impulse| <= upper + coefficient x normal impulse
  double lower = 0;                ///< of one row: lower - coefficient x normal impulse <= impulse ...
  double upper = 0;                ///< ... <= upper + coefficient x normal impulse
  double coefficient = 0;          ///< of friction; m for rolling and spinning
  std::size_t normal_row = kNone;  ///< the row of the normal impulse that lets this one act
  bool saturated = false;          ///< set by the solver: slides, or the stop has let go
};

class RowSet {
 public:
  /// Room for so many rows and bounds whose paths through the trees have so many nodes in all.
  RowSet(const StepView& view, const Topology& topology, std::size_t rows, std::size_t path_nodes);

  /// No rows yet; those to come join nodes of this island.
  void begin(const Island& island);
  std::span<const std::size_t> nodes() const { return nodes_; }
  bool empty() const { return rows_.empty(); }
  std::size_t size() const { return rows_.size(); }
  /// Whether `count` more rows with ends on these bodies fit.
  bool has_room(std::size_t count, std::span<const BodyIndex> bodies) const;
  /// A new row; its index.
  std::size_t add_row(std::span<const RowEnd> ends);
  std::size_t add_row(const PointRow& row);
  /// The row has this one's ends: what bodies that are moved give it is part of its speed.
  void add_moved(std::size_t row, const PointRow& part) {
    if (anything_moved_) moved_[row] += moved_speed(view_, part);
  }
  /// Its index.
  std::size_t add_bound(const ImpulseBounds& bound) {
    bounds_.push_back(bound);
    return bounds_.size() - 1;
  }

  ConstraintRow& row(std::size_t i) { return rows_[i]; }
  const ConstraintRow& row(std::size_t i) const { return rows_[i]; }
  ImpulseBounds& bound(std::size_t i) { return bounds_[i]; }
  std::span<const ImpulseBounds> bounds() const { return bounds_; }
  /// How far the normal impulse widens a bound.
  double reach_of(const ImpulseBounds& bound) const {
    return bound.normal_row == kNone ? 0.0
                                     : bound.coefficient * std::max(rows_[bound.normal_row].impulse, 0.0);
  }

  /// The trees take in a row that acts on one of their nodes: a soft one by its law, a rigid one with the
  /// impulse that it has. Neither bounds nor the solver concern it until restore().
  void condense(std::size_t row);
  void restore(std::size_t row);
  bool is_condensed(std::size_t row) const { return condensed_[row] != 0; }
  bool acts_on_one_node(std::size_t row) const { return space_.ends(row).size() == 1; }
  /// Whether there are rows that are not condensed.
  bool any_open() const { return condensed_count_ < rows_.size(); }
  /// A condensed soft row's impulse at the nodes' velocities.
  void update_condensed_impulses(std::size_t row, std::span<const Spatial> velocity) {
    rows_[row].impulse = (rows_[row].target - speed(row, velocity)) / rows_[row].softness;
  }
  /// Before the factor of the trees.
  void add_condensed_rows(std::span<const BodyMass> mass, TreeFactor& factor) const;

  /// Response of the row's bodies if nothing joined them, with the mean of their inertias; speed per impulse.
  double free_mobility(std::size_t row) const;
  /// Speed of a row at the velocities of State.
  double speed_before(std::size_t row) const;
  /// Speed of a row at the nodes' velocities.
  double speed(std::size_t row, std::span<const Spatial> velocity) const {
    const double speed = space_.velocity(row, velocity);
    return anything_moved_ ? speed + moved_[row].now : speed;
  }

  void add_forces(std::span<Spatial> forces) const;
  /// The same but for what the trees' inertias answer of condensed rows.
  void add_forces_beside_inertia(std::span<Spatial> forces) const;
  /// `part` of one row's impulse.
  void add_force(std::size_t row, double part, std::span<Spatial> forces) const {
    space_.add_force(row, part * rows_[row].impulse, forces);
  }

  /// Paths of the rows that are not condensed, by the factor of the trees.
  void build_paths(const TreeFactor& factor) { space_.build(factor, condensed_); }
  /// Rows have the indices that they have here.
  const RowSpace& space() const { return space_; }

 private:
  StepView view_;
  const Topology& topology_;
  bool anything_moved_;                 // in this world
  std::span<const std::size_t> nodes_;  // of the island
  RowSpace space_;
  std::size_t path_nodes_ = 0;
  std::vector<ConstraintRow> rows_;
  std::vector<MovedSpeed> moved_;        // [row], of worlds where bodies are moved
  std::vector<std::uint8_t> condensed_;  // [row] by the trees
  std::size_t condensed_count_ = 0;
  std::vector<ImpulseBounds> bounds_;
};

}  // namespace drawbar::physics
