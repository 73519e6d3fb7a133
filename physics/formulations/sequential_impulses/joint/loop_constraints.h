// Loop constraints: joints outside the spanning trees with their springs, couplings, springs between points,
// and compliant cones, for which a tree's joints have no axes.
#pragma once

#include <span>
#include <vector>

#include "physics/articulation/bilateral_block.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"
#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"
#include "physics/formulations/sequential_impulses/joint/compliant_law.h"
#include "physics/formulations/sequential_impulses/tree/constraint_residual.h"
#include "physics/formulations/sequential_impulses/tree/free_motion.h"
#include "physics/joint/kinematics.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

/// Jacobian of a scalar row between two points: `angular` is the rotation part, arms from the centres.
struct PointRow {
  BodyIndex a = 0;
  BodyIndex b = 0;
  Vec3 arm_a = Vec3::Zero();
  Vec3 arm_b = Vec3::Zero();
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
};

/// Ends of the row on moving bodies, positive on b. Returns their number.
std::size_t row_ends(const Topology& topology, const PointRow& row, std::span<RowEnd> ends);

/// Speed that bodies which are moved (prescribed_motions.h) give a row, whatever the free ones do, m/s or
/// rad/s.
struct MovedSpeed {
  double now = 0;     ///< in the kick at hand
  double before = 0;  ///< at the velocities of State
  MovedSpeed& operator+=(const MovedSpeed& other) {
    now += other.now;
    before += other.before;
    return *this;
  }
};
MovedSpeed moved_speed(const StepView& view, const PointRow& row);

/// Origin of a loop row.
enum class LoopRowKind { joint, coupling, spring, elastic, axis, cone };

/// Outcome of a kick for one row.
struct LoopOutcome {
  LoopRowKind kind = LoopRowKind::joint;
  std::size_t index = 0;     ///< joint, coupling or spring
  std::size_t part = 0;      ///< row or axis of the joint
  double impulse = 0;        ///< to remember, N s or N m s per whole substep
  double smoothed_rate = 0;  ///< of a spring or an axis
};

class LoopConstraints {
 public:
  LoopConstraints(const StepView& view, const Topology& topology, const TrialJoints& trial);

  /// Rows that the group may have at the most.
  static std::size_t most_rows(const Group& group);

  /// Selects the island that the calls below concern.
  void take(const Island& island);
  bool empty() const { return present_.empty(); }
  /// The island's blocks.
  std::span<const std::size_t> present() const { return present_; }

  /// Rows and targets at the positions and velocities of State.
  void prepare(std::span<const BodyFrame> frames, std::span<const Mat3> inverse_inertia,
               const KickTimes& times);
  /// After the trees' factor.
  void factor(const TreeFactor& factor);
  /// After factor(): the impulses of the solve that follows are all.
  void restart();
  /// Impulses that bring the rows from the velocities of the trees to their targets, added to the rows'
  /// accumulated ones and to y.
  void solve(std::span<const Spatial> velocity, std::span<NodeCoordinates> y);
  /// The accumulated impulses as forces on the nodes.
  void add_forces(std::span<Spatial> forces) const;
  /// Reaction of joint j's own rows: impulses on the child at its point, N s and N m s.
  Spatial reaction(std::size_t j) const;
  /// visit(joint, force on the child, N, its torque about the joint's point, N m), world, for every joint
  /// that has rows: means over this kick.
  template <class Visit>
  void for_each_joint_reaction(Visit visit) const {
    for (const std::size_t b : present_) {
      const std::vector<Source>& sources = sources_[b];
      Vec3 force = Vec3::Zero();
      Vec3 torque = Vec3::Zero();
      for (std::size_t r = 0; r < sources.size(); ++r) {
        if (sources[r].kind != Kind::joint) continue;
        const double mean = blocks_[b].rows[r].impulse / times_.kick;
        force += mean * sources[r].direction;
        torque += mean * sources[r].turn;
        const bool is_last = r + 1 == sources.size() || sources[r + 1].kind != Kind::joint ||
                             sources[r + 1].index != sources[r].index;
        if (!is_last) continue;
        visit(sources[r].index, force, torque);
        force = torque = Vec3::Zero();
      }
    }
  }
  /// visit(coupling, force on its row, N or N m) for every coupling: its mean over this kick.
  template <class Visit>
  void for_each_coupling_force(Visit visit) const {
    for (const std::size_t b : present_) {
      for (std::size_t r = 0; r < blocks_[b].rows.size(); ++r) {
        const Source& source = sources_[b][r];
        if (source.kind != Kind::coupling && source.kind != Kind::elastic) continue;
        visit(source.index, blocks_[b].rows[r].impulse / times_.kick);
      }
    }
  }
  /// `part` of these impulses and of those along its axes and of its cone as forces on the nodes.
  void add_forces_of(std::size_t j, double part, std::span<Spatial> forces) const;

  /// After a solve: whether a spring or a stop ended on another piece of its law.
  bool springs_change(std::span<const Spatial> velocity);

  /// Errors after a drift at `velocity`: of rigid rows, and of the way along springs that the drift does not
  /// resolve against what they have already compensated (not without velocities).
  void measure(std::span<const DriftedBody> trial, std::span<const Spatial> velocity,
               ConstraintResidual& residual);
  /// Largest error of the rigid rows after the last measure(), m or rad.
  double largest_error() const;
  /// As AxisConstraints::relinearise_laws.
  bool relinearise_laws();
  /// Then for all: what springs answer to is part of their laws from now on, and not only of the corrections.
  void take_curvature_offsets();
  /// Targets become velocity changes: -scale x error for rigid rows, what answers to it for springs; `part`
  /// of every error counts as compensated.
  void aim_at_corrections(double scale, double part);

  /// visit(LoopOutcome) for every row but those of cones, which nothing remembers.
  template <class Visit>
  void for_each_outcome(Visit visit) const {
    for (const std::size_t b : present_) {
      for (std::size_t r = 0; r < blocks_[b].rows.size(); ++r) {
        const Source& source = sources_[b][r];
        if (source.kind != Kind::cone) visit(outcome(source, blocks_[b].rows[r].impulse));
      }
    }
  }
  /// The same with the rates at which low passes begin: of axes those of State, of springs at `velocity`.
  template <class Visit>
  void for_each_first_rate(std::span<const Spatial> velocity, Visit visit) const {
    for (const std::size_t b : present_) {
      for (std::size_t r = 0; r < blocks_[b].rows.size(); ++r) {
        const Source& source = sources_[b][r];
        if (source.kind != Kind::axis) continue;
        visit(
            LoopOutcome{source.kind, source.index, source.part, 0, rate_before(blocks_[b].rows[r], source)});
      }
      for (std::size_t s : topology_.groups[group_of_block_[b]].springs) {
        visit(LoopOutcome{Kind::spring, s, 0, 0, first_rate(s, velocity)});
      }
    }
  }

  const RowSpace& space() const { return space_; }
  const BilateralBlock& block(std::size_t b) const { return blocks_[b]; }
  /// Impulses that answer rows outside whose projections sum to sums[block] (used up), added to y.
  void answer(std::span<std::vector<double>> sums, std::span<NodeCoordinates> y);
  /// Block of a group, kNone if it has no rows.
  std::size_t block_of_group(std::size_t group) const { return block_of_group_[group]; }

 private:
  using Kind = LoopRowKind;
  struct Source {
    Kind kind = Kind::joint;
    std::size_t index = 0;          // joint, coupling (also an elastic one) or spring
    std::size_t part = 0;           // row or axis of the joint; of a cone swing, twist
    CompliantDrift drift;           // of a rigid row its error alone
    Vec3 direction = Vec3::Zero();  // of the row's force on the child, or of a cone's torque
    Vec3 turn = Vec3::Zero();       // of a joint's row: of the row's torque on the child
    MovedSpeed moved = {};
    // of a soft row
    SoftLoad load = {};
    SoftStep step = {};
    double inertia = 0;  // that it feels
  };
  void add(std::size_t group, const Source& source, std::span<const RowEnd> ends);
  void add(std::size_t group, Source source, const PointRow& row);
  void add_joint(std::size_t joint, std::span<const BodyFrame> frames);
  void add_axes(std::size_t joint, const JointGeometry& geometry);
  void add_cone(std::size_t joint, std::span<const BodyFrame> frames);
  void add_coupling(std::size_t coupling, std::span<const BodyFrame> frames);
  double rate_before(const BilateralRow& row, const Source& source) const;
  // Angular velocity of a child relative to its parent; zero without velocities.
  Vec3 turning(const JointModel& joint, std::span<const Spatial> velocity) const;
  // loop_springs.cpp
  bool soft(const Source& source) const {
    return source.kind != Kind::joint && source.kind != Kind::coupling;
  }
  void add_spring(std::size_t spring, std::span<const BodyFrame> frames);
  // Its law at the beginning of the kick, and its coordinate at poses.
  void load(const BilateralRow& row, Source& source) const;
  double rate(const BilateralRow& row, const Source& source, std::span<const Spatial> velocity) const;
  double coordinate(const Source& source, std::span<const DriftedBody> trial) const;
  void soften(BilateralRow& row, Source& source) const;
  double first_rate(std::size_t spring, std::span<const Spatial> velocity) const;
  LoopOutcome outcome(const Source& source, double impulse) const;

  StepView view_;
  const Topology& topology_;
  const TrialJoints& trial_;
  RowSpace space_;
  std::vector<BilateralBlock> blocks_;
  std::vector<std::vector<Source>> sources_;  // [block][row]
  std::vector<std::size_t> block_of_group_;
  std::vector<std::size_t> group_of_block_;
  std::vector<std::size_t> present_;  // blocks of the island
  std::vector<double> impulses_;
  std::vector<NodeCoordinates> scratch_;
  std::span<const Mat3> inverse_inertia_;
  KickTimes times_;
};

}  // namespace drawbar::physics
