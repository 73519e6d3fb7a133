// No more kinetic energy than the bodies would have without joints: for solves that are no solution.
#pragma once

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"
#include "physics/formulations/sequential_impulses/tree/solver_arrays.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

/// By which factor all velocities must be slower for no more kinetic energy than the bodies would have after
/// the kick if nothing joined them, and `work` (twice it, J).
double energy_limiting_scale(const StepView& view, const Topology& topology, const Island& island,
                             const IslandPoses& poses, const LinkData& data, const Velocities& velocities,
                             double work = 0);

/// Deferred impulses of limits are dropped where velocities are scaled.
void scale_velocities(const Island& island, double scale, AxisConstraints& axes, Velocities& velocities);

}  // namespace drawbar::physics
