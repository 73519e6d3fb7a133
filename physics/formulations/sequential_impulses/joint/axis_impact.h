// Hard limits that give back: an axis meets its limit at an instant t* within the drift, and the two kicks at
// the drift's ends share the limit's impulse, so that the motion is of second order wherever t* falls
// (eq. 10; rebound_test).
#pragma once

#include "physics/formulations/sequential_impulses/joint/axis_constraint.h"
#include "physics/model/joint_config.h"

namespace drawbar::physics {

/// Whether the last solve takes an axis that may bounce beyond a limit.
inline bool strikes(const AxisConstraint& load) {
  return load.impact.may_bounce && !load.piece.held && load.is_beyond_limit(load.solved_rate);
}
/// Its impact within the drift; LimitImpact::bounces where there is one.
void find_limit_impact(const AxisLimit& limit, const KickTimes& times, AxisConstraint& load);
/// After the solve that includes the first kick's part: what the next kick has to give.
void split_limit_impulse(const KickTimes& times, AxisConstraint& load);
/// In the next kick, if it has: whether that would throw the axis faster than reckoned. Then part of it is
/// not given.
bool defers_too_much(const KickTimes& times, AxisConstraint& load);

}  // namespace drawbar::physics
