// Play of a drive: between its gear and the axis there is a free way, within which it transmits nothing.
//
// The gear's side is a mass of its own, the rotor's inertia times the square of the ratio, at an offset phi
// from the axis, |phi| <= a. Over a kick and the drift h that follows either both go on by themselves and
// stay within the play, or the drive pushes on the side s = +1 or -1 on which they would leave it:
//   phi + h (w_gear - w) = s a,   and the drive's law holds at w_gear = w + c,  c = (s a - phi)/h.
// The law falls with the speed, so that exactly one of the two is the answer, and what meets at the end of
// the way meets without rebound: an impact never gives energy (Nordin, Gutman, Controlling mechanical systems
// with backlash, Automatica 38, 2002: the inertia-driven model with a stiff shaft).
#pragma once

#include "physics/formulations/sequential_impulses/joint/axis_constraint.h"

namespace drawbar::physics {

/// As solve_between_limits, of an axis whose drive has play. `motor`: its speed is that of the gear's side.
LawSegment solve_with_play(const AxisConstraint& load, const KickTimes& times, double free, double response,
                           DriveSolution& motor, double& rate);
/// The drive, where the axis has this rate whatever it does.
DriveSolution drive_behind_play(const AxisConstraint& load, const KickTimes& times, double rate);

/// Where the gear's side is after the kick and the drift.
PlayState play_after(const KickTimes& times, const AxisConstraint& load);
/// Place of an axis that is held: where it was, or where the gear that holds it has it.
double held_place(const AxisConstraint& load);

}  // namespace drawbar::physics
