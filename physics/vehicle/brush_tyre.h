// The brush tyre: force of a tread deflection, for one contact patch.
//
// Slips are those of the rolling tread: s_x = v_x / |w r|, s_y = v_y / |w r| with v the velocity of the
// tyre's point over the ground. With linear forces q = (C_x s_x, C_y s_y), limit mu F_z and
//   psi = |q| / (3 mu F_z),     |F| = mu F_z (1 - (1 - psi)^3)  while psi < 1,   mu F_z  beyond,  against q
// (Pacejka, Tire and Vehicle Dynamics, 2012, section 3.2: parabolic pressure): adhesion ends at psi = 1, a
// slip of 3 mu F_z / C. The force follows the slip over the relaxation length sigma: it is that of a spring,
// the deflection e of the tread, from which rolling takes what the slip of this force lays down,
//   F = -(C / sigma) e,     de/dt = v - |w r| s(F),
// (ibid., section 7.2), so that a tyre at rest is a spring of stiffness C/sigma that slides at mu F_z, and
// springs back by F sigma/C however far it slid: it stands on a slope, and nothing divides by a speed. The
// way in which a rolling tyre answers gets shorter as it slides more, and no change of the ground makes its
// force jump up.
//
// A tyre that turns about the normal n rubs on the ground round the patch's middle (bore torque). That is a
// third slip, of speed R_B w_n at the mean radius R_B of what rubs, with the mean of both stiffnesses: a
// third component of e, of q and of F, whose torque is R_B times its force (Rill's three-dimensional slip).
// At rest it is a torsion spring up to mu F_z R_B; for a round patch of radius R under even pressure R_B = 2
// R/3. Rolling carries it away.
//
// Load: with n = F_z / nominal load, C = C_n n (1 + a)/(1 + a n) and mu = mu_0 (1 + b)/(1 + b n). Both are
// ours: C_n and mu_0 at the nominal load, monotone, and bounded stiffness at high loads.
#pragma once

#include "physics/model/vehicle_config.h"

namespace drawbar::physics {

/// A tyre under one load on one surface.
struct LoadedTyre {
  double friction = 0;      ///< mu at this load
  double limit = 0;         ///< mu F_z, N
  double longitudinal = 0;  ///< C_x, N per unit of slip
  double lateral = 0;       ///< C_y
  double relaxation = 1;    ///< sigma, m: the tread is a spring of stiffness C/sigma
};
/// Friction of a tread that slides over the ground at `speed` (m/s), as a part of that of one that does not:
///   k + (1 - k) exp(-(speed / sliding_speed)^2),  k = sliding_friction.
double friction_at(const TyreConfig& tyre, double speed);
LoadedTyre loaded_tyre(const TyreConfig& tyre, double load, double surface_friction);

/// Deflection of the tread along and across the rolling direction, and about the normal at the bore radius,
/// m.
struct TreadDeflection {
  double along = 0;
  double across = 0;
  double about = 0;
};

/// What the tread does in a substep: force = -stiffness x deflection, in each direction, and
///   deflection at the end = (deflection + h v) / (1 + decay of that direction).
struct TreadForce {
  double longitudinal_stiffness = 0;  ///< N/m
  double lateral_stiffness = 0;
  double bore_stiffness = 0;
  double decay_along = 0;
  double decay_across = 0;
  double decay_about = 0;
  double sliding = 0;  ///< psi: 0 without slip, 1 where the whole patch slides
  double trail = 0;    ///< m: the lateral force acts so far behind the patch's middle
};
/// `reached` is the deflection e + h v that the substep ends with where nothing rolls, `rolled` the way
/// |w r| h that it rolls in relaxation lengths. Implicit Euler, exact where v is what it was expected to be.
TreadForce tread_force(const TyreConfig& tyre, const LoadedTyre& loaded, const TreadDeflection& reached,
                       double rolled);

/// Whether the tread, if only in part, can hold the force of its deflection.
bool adheres(const LoadedTyre& loaded, const TreadDeflection& deflection);

/// The deflection of a patch that slides as a whole goes no further.
TreadDeflection held_to_adhesion(const LoadedTyre& loaded, const TreadDeflection& deflection);

}  // namespace drawbar::physics
