// The law of one axis: on which segment of it a kick ends (eq. 5 of physics/README).
//
// All that acts on one axis is a falling law T(w) of its new rate w: springs and viscous friction a straight
// line, Coulomb friction and brakes a step at 0, a hard limit a wall at the rate that reaches it, a drive
// piecewise straight. After a solve each axis ends where its own scalar problem w = free + response T(w)
// does.
#pragma once

#include "physics/formulations/sequential_impulses/joint/axis_constraint.h"

namespace drawbar::physics {

/// The segment the axis was on, `before`, where its law still has it.
LawSegment first_segment(const AxisConstraint& load, AxisMode before, const KickTimes& times);

/// On which w = free + response T(w) ends, hard limits left out; `rate`: that w. `motor` is the drive's part.
LawSegment solve_between_limits(const AxisConstraint& load, const KickTimes& times, double free,
                                double response, DriveSolution& motor, double& rate);
/// The same where nothing but friction acts; `back`: the rate at which the axis is held.
LawSegment solve_friction(const AxisConstraint& load, double back, double free, double response,
                          double& rate);
/// With hard limits.
LawSegment solve_law(const AxisConstraint& load, const KickTimes& times, double free, double response,
                     DriveSolution& motor);
/// Holds an axis at the limit beyond which its law balances at `rate`.
void hold_at_limit(const AxisConstraint& load, const KickTimes& times, double rate, LawSegment& piece,
                   DriveSolution& motor);
/// Where there is such a limit. (Inline: few axes are at one.)
inline void stop_at_limit(const AxisConstraint& load, const KickTimes& times, double rate, LawSegment& piece,
                          DriveSolution& motor) {
  if (load.is_beyond_limit(rate)) hold_at_limit(load, times, rate, piece, motor);
}

/// `next`, but where that slides against the segment of the solve: the one between them, on which the axis
/// sticks.
LawSegment step_towards(const AxisConstraint& load, const KickTimes& times, const LawSegment& next);

/// Whether the solve was of the segment that its result is on.
bool is_still_on(const AxisConstraint& load, const LawSegment& next);

}  // namespace drawbar::physics
