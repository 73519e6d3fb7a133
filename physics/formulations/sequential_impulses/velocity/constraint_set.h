// All that acts on an island's trees in a kick: laws of joint axes, closed loops and springs, what touches.
#pragma once

#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/contact/contact_problem.h"
#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"
#include "physics/formulations/sequential_impulses/joint/loop_constraints.h"
#include "physics/formulations/sequential_impulses/tree/solver_arrays.h"

namespace drawbar::physics {

struct ConstraintSet {
  ConstraintSet(const StepView& view, const Topology& topology, const TrialJoints& joints,
                CollisionWorld& collisions, ContactScratch& scratch, StepStatistics& statistics);

  /// Selects the island that the calls below concern.
  void take(const Island& island);
  /// Laws and rows of a kick at `start`; what touches is where it was found, at `touch_frames`.
  void build(const Island& island, const KickTimes& times, std::span<const BodyFrame> start,
             std::span<const BodyFrame> touch_frames);
  /// The rows of loops alone, where bodies are displaced a little since.
  void build_loops(const KickTimes& times, std::span<const BodyFrame> start) {
    loops.prepare(start, inverse_inertia_, times);
  }

  AxisConstraints axes;
  LoopConstraints loops;
  ContactProblem touch;

 private:
  StepView view_;
  const Topology& topology_;
  std::vector<Mat3> inverse_inertia_;  // [body] world axes, for the scales of loop rows
};

}  // namespace drawbar::physics
