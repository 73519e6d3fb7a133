// Rows that may let go: contacts with friction, ropes, cones, and what acts on loop-closing joints' axes.
//
// Sequential impulses with accumulated clamping (paper 003 eqs. 14-17), each impulse felt by whole
// articulations (RowSpace) and by the loops that close them (BilateralBlock), so that all joints stay
// satisfied throughout.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/loop_rows.h"

namespace drawbar::physics {

class TouchRows {
 public:
  TouchRows(const StepContext& context, const Topology& topology);

  /// Rows of the present manifolds and joints; targets of a kick before a drift.
  void prepare(std::span<const BodyFrame> frames, const KickTimes& times);
  /// The same rows for a closing kick: those that carried an impulse, and nothing moves after it.
  void prepare_closing(const KickTimes& times);
  bool empty() const { return space_.size() == 0; }
  /// Whether a contact is deep enough to be pushed apart.
  bool penetrates() const;

  void add_forces(std::span<Spatial> forces) const;
  /// After the factors of trees and loops.
  void factor(const TreeFactor& factor, const LoopRows& loops);
  /// Sweeps from the velocities of trees and loops with the accumulated impulses in them; changes of y and of
  /// the loops' impulses are added. Returns the largest change of a row's velocity in the first sweep.
  double solve(std::span<const Spatial> velocity, LoopRows& loops, std::span<NodeCoordinates> y);
  /// Pseudo-velocities that push penetrating contacts apart (paper 003 eqs. 18, 19), as y from zero.
  void solve_pushes(LoopRows& loops, std::span<NodeCoordinates> y);

  void commit(std::span<const Spatial> velocity);

 private:
  struct Solved {
    std::size_t row = 0;
    double speed = 0;  // before the sweeps
    double target = 0;
    double impulse = 0;
    double effective = 0;
    // Parts that blocks of loops take over.
    std::array<std::size_t, 2> block{kNone, kNone};
    std::array<std::size_t, 2> block_offset{};
  };
  struct Point {
    ContactMemory* memory = nullptr;
    Vec3 normal = Vec3::Zero();
    std::array<Vec3, 2> tangents;
    double gap = 0;
    double friction = 0;
    double rolling = 0;
    double spinning = 0;
    bool sticks = false;
    std::size_t first = 0;  // rows_: normal, two tangents, then two of rolling and one of spinning
    std::size_t count = 0;
    double coupling = 0;  // of the tangents
    double push = 0;      // pseudo-impulse
  };
  struct Scalar {
    std::size_t row = 0;  // in rows_
    double lower = 0;
    double upper = 0;
    double softness = 0;
    double* memory = nullptr;
    double sign = 1;
  };

  std::size_t add_row(const PointRow& row);
  void add_contact(const Manifold& manifold, ContactPoint& contact, std::span<const BodyFrame> frames);
  void add_joint_rows(std::span<const BodyFrame> frames);
  void add_bound(const PointRow& row, double room, double restitution, double* memory, double sign);
  void add_scalar(const PointRow& row, double target, double softness, double lower, double upper,
                  double* memory, double sign);
  double rate_before(std::size_t row) const;
  double present(const Solved& s) const;
  void apply(Solved& s, double impulse);
  double couple(const Solved& a, const Solved& b);
  double solve_point(Point& point);
  double solve_friction(Point& point);
  double solve_scalar(Scalar& scalar);
  void begin_changes(const LoopRows& loops);
  void finish_changes(LoopRows& loops, std::span<NodeCoordinates> y);

  StepContext context_;
  const Topology& topology_;
  RowSpace space_;
  std::vector<std::size_t> depth_;  // [node] length of its path to the root
  std::vector<Solved> rows_;
  std::vector<Point> points_;
  std::vector<Scalar> scalars_;
  std::vector<double> projections_;        // g of every row, one after the other
  std::vector<std::vector<double>> sums_;  // [block] of g times impulse changes
  std::vector<std::size_t> block_sizes_;
  std::vector<NodeCoordinates> change_;
  std::vector<NodeCoordinates> scratch_;
  std::size_t path_nodes_ = 0;
  KickTimes times_;
};

}  // namespace drawbar::physics
