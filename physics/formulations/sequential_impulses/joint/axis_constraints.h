// What acts on the free axes of tree joints, as states of the pivot: springs, limits, friction, brakes,
// drives.
//
// Each axis is on one segment of its law (axis_law.h): on a straight one the pivot gets a gain and an
// impulse, on a vertical one the axis is held and leaves the pivot. After a solve each axis takes the segment
// on which its own scalar problem ends; when none changes, the solve was the answer (physics/README, eq. 5:
// the active set).
#pragma once

#include <span>
#include <vector>

#include "physics/articulation/tree_factor.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"
#include "physics/formulations/sequential_impulses/joint/axis_constraint.h"
#include "physics/formulations/sequential_impulses/tree/constraint_residual.h"
#include "physics/formulations/sequential_impulses/tree/free_motion.h"
#include "physics/joint/joint_geometry.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

class AxisConstraints final : public PivotHook {
 public:
  AxisConstraints(const StepView& view, const Topology& topology, const TrialJoints& trial);

  /// Selects the island that the calls below concern.
  void take(const Island& island);
  bool empty() const { return present_.empty(); }
  /// Whether all of them whose friction depends on what their joints bear have borne something before.
  bool knows_reactions() const;

  /// Coordinates, rates and laws at the positions and velocities of State.
  void prepare(std::span<const BodyFrame> frames, const KickTimes& times);
  /// Called by the factor where the articulated inertia of a loaded node is known: sets the pivot's axes,
  /// gains and impulses.
  void set_pivot(std::size_t node, const SymmetricSpatial& inertia, Pivot& pivot) override;
  /// What set_pivot found on the axes of nodes [begin, end), for TreeFactor::up: rates of those that are
  /// held, added to the biases, and impulses on the others.
  void set_right_hand_side(std::size_t begin, std::size_t end, std::span<Spatial> bias,
                           std::span<std::array<double, 3>> axis_impulse) const;
  /// New pieces after a solve. `force` is what TreeFactor::up left of the forces. True if a piece changed;
  /// with `one_only` only the first that wants to does.
  bool test(std::span<const Spatial> velocity, std::span<const Spatial> force,
            std::span<const std::array<double, 3>> rates, const TreeFactor& factor, bool one_only);

  /// Whether the last solve left an axis that bounces off a hard limit; and one that does not share its
  /// impulse with the next kick.
  bool bounce() const;
  bool bounce_at_once() const;
  /// After velocities were scaled to bound the energy, impulses deferred to the next kick fit no more and are
  /// dropped.
  void cancel_deferred();
  /// Drops the biases that drifts need: held axes have the rates of their laws.
  void drop_biases();
  /// Errors after a drift at `rates`, for the position iterations: of held coordinates, and of the way along
  /// axes whose springs the drift does not resolve against what their impulses have already compensated (not
  /// without rates).
  void measure(std::span<const DriftedBody> trial, std::span<const std::array<double, 3>> rates,
               ConstraintResidual& residual);
  /// Whether the drift bent the way of an axis onto another, stiff piece of its spring's law: the velocities
  /// must be found again.
  bool relinearise_laws();
  /// Then for all: what springs answer to is part of their laws from now on, and not only of the corrections.
  void take_curvature_offsets();
  /// Adds -scale x error along each held axis to the biases, and to `axis_impulse` what springs answer to
  /// -scale x error; `part` of every error counts as compensated.
  void add_corrections(double scale, double part, std::span<Spatial> bias,
                       std::span<std::array<double, 3>> axis_impulse);

  /// After an accepted kick: modes, impulses, currents and turns, into the parts of State that store.cpp
  /// hands over (a copy between would cost the arm 2 %). After a closing kick only the drives' currents and
  /// play are new.
  void store(PositionStatus status, std::span<JointState> joints, std::span<DriveState> drives,
             std::span<ActiveEffect> effects);
  /// Currents at the end of the last kick: [drive], A; 0 of broken joints.
  void read_currents(std::span<double> out) const;
  /// visit(joint, axis, rate): the springs' low passes begin at the rates of State.
  template <class Visit>
  void for_each_first_rate(Visit visit) const {
    JointAxes axes;
    for (const std::size_t n : present_) {
      const AxisConstraint& load = loads_[n];
      if (load.axis == 0) evaluate(load.joint, axes);
      visit(load.joint, load.axis, rate_of(load, axes));
    }
  }

 private:
  void evaluate(std::size_t joint, JointAxes& axes) const;
  double rate_of(const AxisConstraint& load, const JointAxes& axes) const;
  void store_play(AxisConstraint& load, std::span<ActiveEffect> effects) const;
  void place(const JointAxes& axes, AxisConstraint& load) const;
  double holding_torque(const JointAxes& axes, const AxisConstraint& load) const;
  void ask_of_drive(AxisConstraint& load) const;
  void find_law(AxisConstraint& load) const;
  BodyMass mass_of(BodyIndex body) const;
  void find_inertias(std::size_t node, const SymmetricSpatial& inertia, const Pivot& pivot);
  void prepare_limits(AxisConstraint& load, const AxisLimit& limit) const;
  bool solve_limit_impacts();
  void apply_all_now();
  // axis_drift.cpp
  static bool keeps_place(const AxisConstraint& load);

  StepView view_;
  const Topology& topology_;
  const TrialJoints& trial_;
  std::vector<AxisConstraint> loads_;  // by node, then axis
  std::vector<std::size_t> first_;     // [node] its loads: [first, last)
  std::vector<std::size_t> last_;
  std::vector<std::size_t> brakes_;    // by load
  std::vector<std::size_t> present_;   // loads of the island
  std::span<const BodyFrame> frames_;  // of the last prepare()
  bool asks_reactions_ = false;        // some friction
  KickTimes times_;
};

}  // namespace drawbar::physics
