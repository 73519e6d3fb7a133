// What acts on the free axes of tree joints, as states of the pivot: springs, limits, friction, brakes,
// drives.
//
// All that acts on one axis is a falling law T(w) of its new rate w: springs and viscous friction a straight
// line, Coulomb friction and brakes a step at 0, a hard limit a wall at the rate that reaches it, a drive
// piecewise straight. Each axis is on one piece of its law: on a straight one the pivot gets a gain and an
// impulse, on a vertical one the axis is held and leaves the pivot. After a solve each axis takes the piece
// on which its own scalar problem w = free + response T(w) ends; when no piece changes, the solve was the
// answer (PHYSICS section 4: the pivot's active set).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "physics/articulation/tree_factor.h"
#include "physics/drive/dc_motor.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"
#include "physics/formulations/sequential_impulses/joint/compliant_law.h"
#include "physics/formulations/sequential_impulses/tree/constraint_residual.h"
#include "physics/formulations/sequential_impulses/tree/free_motion.h"
#include "physics/joint/joint_geometry.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

/// What a kick leaves of one axis.
struct AxisOutcome {
  std::size_t joint = 0;
  std::size_t axis = 0;
  std::size_t drive = kNone;  ///< whose state changed
  AxisState axis_state;
  DriveState drive_state;
};

class AxisLoads final : public PivotHook {
 public:
  AxisLoads(const StepView& view, const Topology& topology, const TrialJoints& trial);

  /// What follows concerns the loads of this island, until the next call.
  void take(const Island& island);
  bool empty() const { return present_.empty(); }
  /// Whether all of them whose friction depends on what their joints bear have borne something before.
  bool knows_reactions() const;

  /// Coordinates, rates and laws at the positions and velocities of State.
  void prepare(std::span<const BodyFrame> frames, const KickTimes& times);
  /// Called by the factor where the articulated inertia of a loaded node is known: sets the pivot's axes,
  /// gains and impulses.
  void set_pivot(std::size_t node, const SymmetricSpatial& inertia, Pivot& pivot) override;
  /// Impulses on the axes of nodes [begin, end) that set_pivot found, for TreeFactor::up.
  void add_impulses(std::size_t begin, std::size_t end, std::span<std::array<double, 3>> axis_impulse) const;
  /// Adds the rates of the axes that set_pivot holds to the biases of nodes [begin, end).
  void add_held_rates(std::size_t begin, std::size_t end, std::span<Spatial> bias) const;
  /// New pieces after a solve. `force` is what TreeFactor::up left of the forces. True if a piece changed;
  /// with `one_only` only the first that wants to does.
  bool test(std::span<const Spatial> velocity, std::span<const Spatial> force,
            std::span<const std::array<double, 3>> rates, const TreeFactor& factor, bool one_only);

  /// Whether the last solve left an axis that bounces off a hard limit; and one that does not share its
  /// impulse with the next kick.
  bool bounce() const;
  bool bounce_at_once() const;
  /// What has been slowed down owes nothing more of its bounces.
  void forgive();
  /// What drifts need no longer counts: held axes have the rates of their laws.
  void drop_biases();
  /// Errors after a drift at `rates`, for the position iterations: of held coordinates, and of the way along
  /// axes whose springs the drift does not resolve against what their laws have answered to (not without
  /// rates).
  void measure(std::span<const DriftedBody> trial, std::span<const std::array<double, 3>> rates,
               Closure& closure);
  /// Whether the drift bent the way of an axis onto another, stiff piece of its spring's law: the velocities
  /// must be found again.
  bool bends();
  /// Then for all: what springs answer to is part of their laws from now on, and not only of the corrections.
  void take_bends();
  /// Adds -scale x error along each held axis to the biases, and to `axis_impulse` what springs answer to
  /// -scale x error; `part` of every error counts as answered.
  void add_corrections(double scale, double part, std::span<Spatial> bias,
                       std::span<std::array<double, 3>> axis_impulse);

  /// After an accepted kick: visit(AxisOutcome) with modes, impulses, currents and turns. After a closing
  /// kick only the drives' currents are new.
  template <class Visit>
  void finish(Closing closing, Visit visit) {
    for (const std::size_t n : present_) {
      if (!trial_.broken(loads_[n].joint)) visit(outcome(loads_[n], closing));
    }
  }
  /// Currents at the end of the last kick: [drive], A; drives of broken joints are left as they are.
  void read_currents(std::span<double> out) const;
  /// visit(joint, axis, rate): the springs' low passes begin at the rates of State.
  template <class Visit>
  void for_each_first_rate(Visit visit) const {
    JointAxes axes;
    for (const std::size_t n : present_) {
      const Load& load = loads_[n];
      if (load.axis == 0) evaluate(load.joint, axes);
      visit(load.joint, load.axis, rate_of(load, axes));
    }
  }

 private:
  // One straight or vertical piece of an axis's law.
  struct Piece {
    AxisMode mode = AxisMode::free;
    bool held = false;
    double rate = 0;   // where held
    double slope = 0;  // otherwise torque = offset - slope w
    double offset = 0;
    bool turned = false;  // the axis comes to rest within the kick, and moves on the other way
  };
  struct Load {
    std::size_t node = 0;
    std::size_t joint = 0;
    std::size_t axis = 0;
    std::size_t drive = kNone;
    std::size_t first_brake = 0;  // in brakes_
    std::size_t last_brake = 0;
    // of this kick
    Spatial motion;  // S at the node's centre of mass
    SoftLoad soft;   // springs, dampers, stops that give way
    double coulomb = 0;
    double lowest = 0;  // rates at which the limits are reached
    double highest = 0;
    bool may_bounce = false;
    bool bounces = false;  // off the limit that it is held at
    double rebound = 0;    // rate that the limit gives back
    double struck = 0;     // just before the impact, and just after
    double returned = 0;
    double rate_past = 0;  // where the axis would go without the limit, and its law's torque there
    double torque_past = 0;
    double share = 0;         // of the limit's impulse that the next kick gives
    double owed = 0;          // of that by the kick before, N s or N m s; 0 between frames
    double owed_closing = 0;  // the same if this kick closes the frame
    double fastest_back = 0;  // rate after that, at most
    double held_position = 0;
    double held_bias = 0;  // rate besides its law's where that keeps a place
    DriveState drive_state;
    DriveDemand demand;
    WindingDecay decay;           // of the drive within the kick
    std::optional<DriveLaw> law;  // the drive's, once the axis's inertia is known
    bool fresh = false;           // the law waits for that
    // of the present factor
    double inertia = 0;
    Spatial momentum;  // A S
    SoftStep step;     // of `soft`
    double gain = 0;   // of `step`
    double impulse = 0;
    std::size_t column = 0;  // among the node's axes that are not held
    Piece piece;
    // of the last solve
    double solved_rate = 0;
    double torque = 0;  // of the law, N or N m
    DriveSolution motor;
    // of the last drift
    double error = 0;
    double drifted_rate = 0;
    double bend = 0;      // of the way along an axis that is not held
    double answered = 0;  // of the errors before: what the spring's impulse includes
  };

  void evaluate(std::size_t joint, JointAxes& axes) const;
  double rate_of(const Load& load, const JointAxes& axes) const;
  AxisOutcome outcome(Load& load, Closing closing);
  void place(const JointAxes& axes, Load& load) const;
  double dry_friction(const JointAxes& axes, const Load& load) const;
  void ask_of_drive(Load& load) const;
  BodyMass mass_of(BodyIndex body) const;
  void find_inertias(std::size_t node, const SymmetricSpatial& inertia, const Pivot& pivot);
  // axis_law.cpp
  void prepare_limits(Load& load, const AxisLimit& limit) const;
  bool strikes(const Load& load) const;
  bool rebound();
  void rebound(Load& load);
  void share_nothing();
  void owe(Load& load) const;
  bool owes_too_much(Load& load) const;
  double rate_back(const Load& load) const;
  Piece first_piece(const Load& load) const;
  Piece solve_between_limits(const Load& load, double free, double response, DriveSolution& motor,
                             double& rate) const;
  Piece solve(const Load& load, double free, double response, DriveSolution& motor) const;
  void stop_at_limit(const Load& load, double rate, Piece& piece, DriveSolution& motor) const;
  static bool is_still_on(const Load& load, const Piece& next);
  // axis_drift.cpp
  static bool keeps_place(const Load& load);

  StepView view_;
  const Topology& topology_;
  const TrialJoints& trial_;
  std::vector<Load> loads_;         // by node, then axis
  std::vector<std::size_t> first_;  // [node] its loads: [first, last)
  std::vector<std::size_t> last_;
  std::vector<const BrakeConfig*> brakes_;  // by load
  std::vector<std::size_t> present_;        // loads of the island
  std::span<const BodyFrame> frames_;       // of the last prepare()
  bool asks_reactions_ = false;             // some friction
  KickTimes times_;
};

}  // namespace drawbar::physics
