// Impulses with bounds on rows that whole articulations feel: contacts, friction, stops, ropes, tyres, belts.
//
// All rows are of one island (islands.h). Sweeps of sequential impulses with accumulated clamping (paper 003
// eqs. 14-17) find which rows act, and Newton's step on those (ActiveRows) finds how much, where they reach
// few enough coordinates. An impulse is felt by whole articulations (RowSpace) and by the loops that close
// them (BilateralBlock), so that all joints stay satisfied throughout.
//
// A soft row J V + softness L = target that is known to stay within its bounds needs no iterations: it is a
// spring, which the factor of the trees can carry, as inertia J^T J / softness under the force J^T target /
// softness. Whoever wrote the row says so (carry), and whether it was true (release).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/formulations/sequential_impulses/contact/constraint_row.h"
#include "physics/formulations/sequential_impulses/contact/proximal_system.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/joint/loop_constraints.h"

namespace drawbar::physics {

/// What one row may carry, or two rows at right angles together. Bounds that follow a leader are added right
/// after the leader's own.
struct TouchBound {
  std::size_t row = 0;         ///< its row, or the first of two
  bool disc = false;           ///< two rows: |impulse| <= upper + coefficient x leader's impulse
  double lower = 0;            ///< without a disc: lower - coefficient x leader <= impulse ...
  double upper = 0;            ///< ... <= upper + coefficient x leader
  double coefficient = 0;      ///< of friction; m for rolling and spinning
  std::size_t leader = kNone;  ///< the row of the normal impulse that lets this one act
  bool at_bound = false;       ///< set by solve(): slides, or the stop has let go
};

/// A displacement wanted of one row besides its velocity.
struct TouchPush {
  std::size_t row = 0;
  double speed = 0;    ///< pseudo-velocity, at least, m/s
  double impulse = 0;  ///< pseudo-impulse
};

class TouchSolver {
 public:
  /// Islands of more coordinates are left to the sweeps; a stack of 32 boxes has 192.
  static constexpr std::size_t kNewtonCoordinates = 192;

  /// Room for so many rows and bounds whose paths through the trees have so many nodes in all.
  TouchSolver(const StepView& view, const Topology& topology, StepStatistics& statistics, std::size_t rows,
              std::size_t path_nodes);

  /// No rows yet; those to come join nodes of this island.
  void begin(const Island& island);
  bool empty() const { return rows_.empty(); }
  /// Whether `count` more rows with ends on these bodies fit.
  bool has_room(std::size_t count, std::span<const BodyIndex> bodies) const;
  /// A new row; its index.
  std::size_t add_row(std::span<const RowEnd> ends);
  std::size_t add_row(const PointRow& row);
  /// Its index.
  std::size_t add_bound(const TouchBound& bound) {
    bounds_.push_back(bound);
    return bounds_.size() - 1;
  }

  /// The trees carry a row that acts on one of their nodes: a soft one by its law, a rigid one with the
  /// impulse that it has. Neither bounds nor what follows after factor() concern it until release().
  void carry(std::size_t row);
  void release(std::size_t row);
  bool acts_on_one_node(std::size_t row) const { return space_.ends(reach_[row].row).size() == 1; }
  /// Whether there are rows that the trees do not carry.
  bool any_open() const { return carried_count_ < rows_.size(); }
  /// A carried soft row's impulse at the nodes' velocities.
  void follow(std::size_t row, std::span<const Spatial> velocity) {
    rows_[row].impulse = (rows_[row].target - speed(row, velocity)) / rows_[row].softness;
  }
  /// Response of the row's bodies if nothing joined them, with the mean of their inertias; speed per impulse.
  double free_mobility(std::size_t row) const;
  /// Before the factor of the trees.
  void stiffen(std::span<const BodyMass> mass, TreeFactor& factor) const;

  TouchRow& row(std::size_t i) { return rows_[i]; }
  const TouchRow& row(std::size_t i) const { return rows_[i]; }
  TouchBound& bound(std::size_t i) { return bounds_[i]; }
  std::span<const TouchBound> bounds() const { return bounds_; }
  /// Of a row after factor(), its give included.
  double softness(std::size_t row) const { return reach_[row].softness; }
  /// After factor(): another target for a row without give.
  void aim(std::size_t row, double target) { rows_[row].target = reach_[row].target = target; }
  /// Speed of a row at the velocities of State.
  double speed_before(std::size_t row) const;
  /// Speed of a row at the nodes' velocities.
  double speed(std::size_t row, std::span<const Spatial> velocity) const;

  void add_forces(std::span<Spatial> forces) const;
  /// The same but for what the trees' inertias answer of carried rows.
  void add_forces_beside_inertia(std::span<Spatial> forces) const;
  /// `part` of one row's impulse.
  void add_force(std::size_t row, double part, std::span<Spatial> forces) const {
    space_.add_force(reach_[row].row, part * rows_[row].impulse, forces);
  }
  /// After the factors of trees and loops.
  void factor(const TreeFactor& factor, const LoopRows& loops);
  /// From the velocities of trees and loops with the accumulated impulses in them; changes of y and of the
  /// loops' impulses are added. Returns the largest change of a row's speed in the first sweep.
  double solve(std::span<const Spatial> velocity, LoopRows& loops, std::span<NodeCoordinates> y);
  /// Pseudo-impulses >= 0 that give every row at least its pseudo-velocity (paper 003 eqs. 18, 19); y is
  /// added to.
  void solve_pushes(std::span<TouchPush> pushes, LoopRows& loops, std::span<NodeCoordinates> y);

 private:
  struct Reach {
    std::size_t row = 0;   // in the RowSpace
    double speed = 0;      // before the sweeps
    double effective = 0;  // speed per impulse
    double softness = 0;
    double target = 0;
    // Parts that blocks of loops take over: where the projections begin.
    std::array<std::size_t, 2> block{kNone, kNone};
    std::array<std::size_t, 2> block_offset{};
  };

  double steady_mobility(std::size_t row, double free) const;
  void project_on_loops(std::size_t row, const LoopRows& loops);
  double couple(std::size_t row) const;
  double present(std::size_t row) const;
  void apply(std::size_t row, double impulse);
  std::array<double, 2> present_pair(std::size_t row) const;
  void apply_pair(std::size_t row, const std::array<double, 2>& impulses);
  double loops_part(const Reach& reach) const;
  void apply_to_loops(const Reach& reach, double impulse);

  void number_coordinates(const LoopRows& loops);
  void reach_coordinates(std::size_t row);

  double solve_rows();
  double sweep(bool backwards);
  double solve_bound(std::size_t bound);
  double solve_interval(TouchBound& bound);
  double solve_disc(TouchBound& bound, double coupling);
  double reach_of(const TouchBound& bound) const;

  void remember();
  void restore();
  bool newton();
  bool solve_acting();
  bool solve_acting_again();
  bool same_act() const;
  bool find_steps();
  bool act_as_interval(std::size_t place);
  bool act_as_sticking(std::size_t place);
  bool act_as_sliding(std::size_t place, double most);
  void collect(std::size_t row, double test, double impulse);
  template <class Change>
  void for_each_follower(std::size_t place, Change change) const;
  double missing(std::size_t row) const;
  double compliance(std::size_t row) const;
  std::array<double, 2> direction(std::size_t row) const;
  bool stop_at_interval();
  bool slide_discs();
  void take_steps(double part_of_step);
  void set_impulse(std::size_t row, double impulse);
  void set_impulses(std::size_t first, const std::array<double, 2>& impulses);

  void begin_changes(const LoopRows& loops);
  void finish_changes(LoopRows& loops, std::span<NodeCoordinates> y);

  StepView view_;
  const Topology& topology_;
  StepStatistics& statistics_;
  std::span<const std::size_t> nodes_;  // of the island
  RowSpace space_;
  std::size_t path_nodes_ = 0;
  std::vector<TouchRow> rows_;
  std::vector<Reach> reach_;           // [row]
  std::vector<std::uint8_t> carried_;  // [row] by the trees
  std::size_t carried_count_ = 0;
  std::vector<TouchBound> bounds_;
  std::vector<double> couplings_;          // [bound] of a disc's rows
  std::vector<double> projections_;        // g of every row, one after the other
  std::vector<std::vector<double>> sums_;  // [block] of g times impulse changes
  std::vector<std::size_t> block_sizes_;
  std::vector<NodeCoordinates> change_;
  std::vector<NodeCoordinates> scratch_;

  std::size_t coordinates_ = 0;  // of all nodes and loop rows that rows reach
  std::vector<std::size_t> coordinate_of_node_;
  std::vector<std::size_t> coordinate_of_block_;

  // Newton's step: the row being collected, the rows that act, and their impulse changes.
  struct Collected {
    std::vector<double> test;  // [coordinate], and room for the six of a node
    std::vector<double> impulse;
    std::size_t first = 0;  // what is not 0 is in [first, end)
    std::size_t end = 0;

    void touch(std::size_t from, std::size_t count);
    void clear();
  };
  enum class Acts { interval, sticks, slides };
  struct Acting {
    std::size_t row = 0;
    std::size_t place = 0;  // of its bound
    Acts acts = Acts::interval;
  };
  bool add_acting(const Acting& acting, double change, double compliance);
  struct Kept {
    std::array<double, 2> impulse{};
    bool at_bound = false;
  };
  ActiveRows active_;
  std::vector<Kept> kept_;  // [bound] before the step
  Collected collected_;
  std::vector<Acting> acting_;
  std::vector<bool> left_disc_;    // [bound] in this step
  std::vector<double> residuals_;  // [acting]
  std::vector<double> steps_;
  // What `active_` has been factored for, if it has been since factor(): [bound] at_bound.
  std::vector<bool> factored_;
  bool may_reuse_ = false;  // by the first step of this call
  int rounds_left_ = 0;     // solutions that there is time for
};

}  // namespace drawbar::physics
