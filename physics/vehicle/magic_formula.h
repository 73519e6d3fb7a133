// The Magic Formula: steady forces of a tyre from measured coefficients (MF 5.2; Pacejka, Tire and Vehicle
// Dynamics, 2012, section 4.3.2), and the tread deflection that follows them.
//
// Axes and signs are the ISO contact frame's, as in .tir files: forward, left, up;
//   kappa = -v_x/|V|,  alpha = atan(v_y/|V|)
// with v the velocity of the tyre's point over the ground and V the axle's forward speed; camber is positive
// where the wheel leans to its right. Every input counts as at the bounds of the file's ranges beyond them.
//
// Transient: as with the brush the force is that of a spring, F = -k e with k = K/sigma (slip stiffness over
// relaxation length). With F_o the formula without what shifts it off the origin (conicity, ply steer,
// camber), in each direction
//   de/dt = v + b - lambda e,   lambda = r k |v|/|F_o(kappa, alpha)|,   b = -lambda (F - F_o)/k,
// r = |w R|/(|w R| + |v|) being the part of the tread's motion that lays it down anew. The rest slides: where
// the forces of both directions together are beyond those of the formula, 1 - r of what each is beyond |F_o|
// is let out at once. Where they are not, lambda is at most |w R| k/K, whatever little force combined slip
// leaves one direction. So the force lags by sigma/|V| at small slips and by less as it slides more, becomes
// F exactly, falls past its peak as the formula says, and nothing divides by a speed. A locked tyre is a
// spring up to what slides: what trembles below that does not creep, as bristles that slide at every force do
// (Dupont, Hayward, Armstrong, Altpeter, Single state elastoplastic friction models, 2002).
#pragma once

#include "physics/model/magic_formula.h"
#include "physics/vehicle/brush_tyre.h"

namespace drawbar::physics {

/// How a wheel slips.
struct TyreSlip {
  double kappa = 0;   ///< longitudinal
  double alpha = 0;   ///< rad
  double camber = 0;  ///< rad
};

struct SteadyForce {
  double longitudinal = 0;  ///< N on the wheel, forwards
  double lateral = 0;       ///< N, to the left
  double trail = 0;         ///< m: the lateral force acts so far behind the patch's middle
};

/// At `load` N (>= 0), friction `grip` times that of the surface the coefficients are of.
SteadyForce magic_force(const MagicFormula& formula, double load, double grip, const TyreSlip& slip);

/// At one load, without camber.
struct MagicProperties {
  double longitudinal_stiffness = 0;  ///< N per unit of slip
  double lateral_stiffness = 0;       ///< N/rad, > 0
  double longitudinal_friction = 0;   ///< largest force per load
  double lateral_friction = 0;
  double longitudinal_relaxation = 0;  ///< m; 0 where the coefficients have none
  double lateral_relaxation = 0;       ///< m
};
MagicProperties magic_properties(const MagicFormula& formula, double load, double grip);

/// How the wheel moves over its patch.
struct TreadMotion {
  double along = 0;    ///< m/s: of the tyre's point over the ground, forwards
  double across = 0;   ///< m/s, to the left
  double about = 0;    ///< m/s, about the normal at the bore radius
  double forward = 0;  ///< m/s, of the axle
  double camber = 0;   ///< rad
};

/// The tread of a tyre that has a formula.
struct MagicTread {
  LoadedTyre loaded;
  TreadForce force;
  double drift_along = 0;  ///< b, m/s
  double drift_across = 0;
};
/// In a substep of `h` s that begins with the deflection `tread` and goes on at the speeds of `motion`.
MagicTread magic_tread(const TyreConfig& tyre, double load, double surface_friction,
                       const TreadDeflection& tread, const TreadMotion& motion, double h);

}  // namespace drawbar::physics
