// Sequential impulses (projected Gauss-Seidel) on the rows of an island.
//
// Sweeps with accumulated clamping (paper 003 eqs. 14-17) find which rows act, and Newton's step on those
// (ActiveSetNewton) finds how much, where they reach few enough coordinates.
#pragma once

#include <span>

#include "physics/formulations/sequential_impulses/contact/active_set_newton.h"
#include "physics/formulations/sequential_impulses/contact/row_responses.h"
#include "physics/model/frame_state.h"

namespace drawbar::physics {

/// A displacement wanted of one row besides its velocity.
struct SplitImpulseTarget {
  std::size_t row = 0;
  double speed = 0;    ///< pseudo-velocity, at least, m/s
  double impulse = 0;  ///< pseudo-impulse
};

class PgsSolver {
 public:
  PgsSolver(RowSet& rows, RowResponses& responses, ActiveSetNewton& newton, StepStatistics& statistics);

  /// From the velocities of trees and loops with the accumulated impulses in them; changes of y and of the
  /// loops' impulses are added. Returns the largest change of a row's speed in the first sweep.
  double solve(std::span<const Spatial> velocity, LoopConstraints& loops, std::span<NodeCoordinates> y);
  /// Pseudo-impulses >= 0 that give every row at least its pseudo-velocity (paper 003 eqs. 18, 19); y is
  /// added to.
  void solve_pushes(std::span<SplitImpulseTarget> pushes, LoopConstraints& loops,
                    std::span<NodeCoordinates> y);

 private:
  double solve_rows();
  double sweep(bool backwards);
  double solve_bound(std::size_t bound);
  double solve_interval(ImpulseBounds& bound);
  double solve_disc(ImpulseBounds& bound, double coupling);

  RowSet& rows_;
  RowResponses& responses_;
  ActiveSetNewton& newton_;
  StepStatistics& statistics_;
};

}  // namespace drawbar::physics
