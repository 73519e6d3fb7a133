// Geometric stiffness of one body: what keeps light links under tension stable at any substep.
//
// Joint directions are frozen over a substep, so a light link under tension T swings sideways at
// w ~ sqrt(4..12 T/(m l)) and an explicit step is stable only while h w < 2. PHYSICS section 4; Andrews,
// Teichmann, Kry, Geometric Stiffness for Real-time Constrained Multibody Dynamics, Eurographics 2017:
//   K_g = sum over the body's joints with f.r > 0 of (f.r)(1 - r^ r^T),  f on this body, r from its centre;
//   s = h^2 tr(K_g) / (2 I_max),  G = h^2 K_g s^4 / (s^4 + 2^4), exactly 0 below s = 0.1;
//   (I + G) w' = I w + G w_lp + impulses,  w_lp += alpha (w - w_lp).
#pragma once

#include "physics/articulation/spatial.h"

namespace drawbar::physics {

/// f.r of one joint, half the trace of its (f.r)(1 - r^ r^T); 0 where it presses or has no lever.
inline double tension(const Vec3& force, const Vec3& arm) {
  constexpr double kShortestArm = 1e-9;  // m
  const double along = force.dot(arm);
  return along > 0 && arm.squaredNorm() >= kShortestArm * kShortestArm ? along : 0.0;
}

/// Sum of (f.r)(1 - r^ r^T) over a body's joints: xx, xy, xz, yy, yz, zz.
using StiffnessSum = std::array<double, 6>;
void add_tension(const Vec3& force, const Vec3& arm, StiffnessSum& sum);

/// The angular velocity that G holds a body to, and how fast it follows.
struct SmoothedSpin {
  Vec3 velocity = Vec3::Zero();  ///< w_lp, rad/s, world axes
  double measure = 0;            ///< s of the last substep
  double weight = 0.2;           ///< alpha
};

/// s of a substep of length h; `tension` is the sum over the body's joints, `largest_inertia` the largest
/// principal one.
inline double stiffness_measure(double tension, double largest_inertia, double h) {
  return h * h * (2 * tension) / (2 * largest_inertia);
}
/// Below this s nothing needs stiffening, and the result is exactly that without.
inline bool needs_stiffening(double measure) {
  return measure >= 0.1;
}

/// The low pass one substep on, towards `w`. Alpha drops when s changes suddenly and recovers slowly; until
/// it has, w_lp is cut to the part of `w` it agrees with: G then brakes but cannot drive. (With w_lp as it
/// is, a chain of three links under 1000 kg gained 20 to 5000 M g l in whips; so cut it stays within 1.)
void follow(double measure, const Vec3& w, SmoothedSpin& spin);

/// Adds G to the angular block of `mass` and G w_lp to `momentum`.
void add_geometric_stiffness(const StiffnessSum& sum, double measure, double h, const Vec3& smoothed,
                             BodyMass& mass, Spatial& momentum);

}  // namespace drawbar::physics
