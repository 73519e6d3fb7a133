// Geometric stiffness of one body: what keeps light links under tension stable at any substep.
//
// Joint directions are frozen over a substep, so a light link under tension T swings sideways at
// w ~ sqrt(4..12 T/(m l)) and an explicit step is stable only while h w < 2. Andrews,
// Teichmann, Kry, Geometric Stiffness for Real-time Constrained Multibody Dynamics, Eurographics 2017:
//   K_g = sum over the body's joints with f.r > 0 of (f.r)(1 - r^ r^T),  f on this body, r from its centre;
//   s = h^2 tr(K_g) / (2 I_max),  G = h^2 K_g s^4 / (s^4 + 2^4), exactly 0 below s = 0.1;
//   (I + G) w' = I w + G w_lp + impulses,  w_lp += alpha (w - w_lp).
#pragma once

#include <algorithm>

#include "physics/articulation/spatial.h"

namespace drawbar::physics {

/// f.r of one joint, half the trace of its (f.r)(1 - r^ r^T); 0 where it presses or has no lever.
template <class Number>
inline Number tension(const AnyVec3<Number>& force, const Vec3Of<Number>& arm) {
  constexpr double kShortestArm = 1e-9;  // m
  const Number along = force.dot(arm);
  return select(along > 0.0 && arm.squaredNorm() >= kShortestArm * kShortestArm, along, 0.0);
}

/// Sum of (f.r)(1 - r^ r^T) over a body's joints: xx, xy, xz, yy, yz, zz.
template <class Number>
using StiffnessSumOf = std::array<Number, 6>;

template <class Number>
inline void add_tension(const Vec3Of<Number>& force, const Vec3Of<Number>& arm, StiffnessSumOf<Number>& sum) {
  const Number along = tension(force, arm);
  const auto pulls = along > 0.0;
  if (!any(pulls)) return;
  const Number t = select(pulls, along / arm.squaredNorm(), 0.0);
  sum[0] += along - t * arm.x() * arm.x();
  sum[1] -= t * arm.x() * arm.y();
  sum[2] -= t * arm.x() * arm.z();
  sum[3] += along - t * arm.y() * arm.y();
  sum[4] -= t * arm.y() * arm.z();
  sum[5] += along - t * arm.z() * arm.z();
}

/// The angular velocity that G holds a body to, and how fast it follows.
template <class Number>
struct SmoothedSpinOf {
  Vec3Of<Number> velocity = Vec3Of<Number>::Zero();  ///< w_lp, rad/s, world axes
  Number measure = 0;                                ///< s of the last substep
  Number weight = 0.2;                               ///< alpha
};
using SmoothedSpin = SmoothedSpinOf<double>;

/// s of a substep of length h; `tension` is the sum over the body's joints, `largest_inertia` the largest
/// principal one.
template <class Number>
inline Number stiffness_measure(const Number& tension, const Number& largest_inertia, double h) {
  return h * h * (2 * tension) / (2 * largest_inertia);
}
/// Below this s nothing needs stiffening, and the result is exactly that without.
template <class Number>
inline MaskOf<Number> needs_stiffening(const Number& measure) {
  return measure >= 0.1;
}

/// The low pass one substep on, towards `w`. Alpha drops when s changes suddenly and recovers slowly; until
/// it has, w_lp is cut to the part of `w` it agrees with: G then brakes but cannot drive. (With w_lp as it
/// is, a chain of three links under 1000 kg gained 20 to 5000 M g l in whips; so cut it stays within 1.)
template <class Number>
inline void follow(const Number& measure, const Vec3Of<Number>& w, SmoothedSpinOf<Number>& spin) {
  // The low pass follows quickly in steady motion and slowly after a sudden change.
  constexpr double kQuick = 0.7;
  constexpr double kSlow = 0.2;
  constexpr double kSuddenChange = 1.5;
  constexpr double kRecovery = 0.05;
  // From this weight on motion counts as steady again.
  constexpr double kSteady = 0.65;
  using std::clamp;
  using std::max;
  using std::min;
  const Number larger = max(measure, spin.measure);
  const Number smaller = min(measure, spin.measure);
  const auto sudden = needs_stiffening(larger) && larger > kSuddenChange * smaller;
  spin.measure = measure;
  spin.weight = select(sudden, kSlow, min(Number(kQuick), Number(spin.weight * (1 + kRecovery))));
  spin.velocity += spin.weight * (w - spin.velocity);
  const auto unsteady = spin.weight < kSteady;
  if (!any(unsteady)) return;
  // Just after a whip the past must not drive the body: no faster than it turns now, and no other way.
  const Number squared = w.squaredNorm();
  const Number agreed = clamp(Number(spin.velocity.dot(w) / squared), Number(0), Number(1));
  const Number part = select(squared > 0.0, agreed, 0.0);
  spin.velocity = select(unsteady, Vec3Of<Number>(part * w), spin.velocity);
}

/// Adds G to the angular block of `mass` and G w_lp to `momentum`.
template <class Number>
inline void add_geometric_stiffness(const StiffnessSumOf<Number>& sum, const Number& measure, double h,
                                    const Vec3Of<Number>& smoothed, BodyMassOf<Number>& mass,
                                    SpatialOf<Number>& momentum) {
  constexpr double kHalfway = 2.0;  // s at which half of K_g acts
  const Number s4 = (measure * measure) * (measure * measure);
  constexpr double half4 = (kHalfway * kHalfway) * (kHalfway * kHalfway);
  const Number weight = h * h * s4 / (s4 + half4);
  StiffnessSumOf<Number> g{};
  for (std::size_t k = 0; k < 6; ++k) {
    g[k] = weight * sum[k];
    mass.inertia[k] += g[k];
  }
  momentum[3] += g[0] * smoothed.x() + g[1] * smoothed.y() + g[2] * smoothed.z();
  momentum[4] += g[1] * smoothed.x() + g[3] * smoothed.y() + g[4] * smoothed.z();
  momentum[5] += g[2] * smoothed.x() + g[4] * smoothed.y() + g[5] * smoothed.z();
}

}  // namespace drawbar::physics
