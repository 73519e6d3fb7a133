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

/// Sum of (f.r)(1 - r^ r^T) over a body's joints.
class StiffnessSum {
 public:
  void add(const Vec3& force, const Vec3& arm) {
    const double tension = force.dot(arm);
    const double squared = arm.squaredNorm();
    if (tension <= 0 || squared < kShortestArm * kShortestArm) return;
    const double t = tension / squared;
    k_[0] += tension - t * arm.x() * arm.x();
    k_[1] -= t * arm.x() * arm.y();
    k_[2] -= t * arm.x() * arm.z();
    k_[3] += tension - t * arm.y() * arm.y();
    k_[4] -= t * arm.y() * arm.z();
    k_[5] += tension - t * arm.z() * arm.z();
    trace_ += 2 * tension;
  }
  bool empty() const { return trace_ == 0; }
  double trace() const { return trace_; }
  const std::array<double, 6>& matrix() const { return k_; }

 private:
  /// Below this arm (m) a joint has no lever.
  static constexpr double kShortestArm = 1e-9;

  std::array<double, 6> k_{};
  double trace_ = 0;
};

/// The angular velocity that G holds a body to, and how fast it follows.
struct SmoothedSpin {
  Vec3 velocity = Vec3::Zero();  ///< w_lp, rad/s, world axes
  double measure = 0;            ///< s of the last substep
  double weight = 0.2;           ///< alpha
};

/// s of a substep of length h; `largest_inertia` is the largest principal one.
inline double stiffness_measure(const StiffnessSum& sum, double largest_inertia, double h) {
  return h * h * sum.trace() / (2 * largest_inertia);
}

/// The low pass one substep on, towards `w`. Alpha drops when s changes suddenly and recovers slowly; until
/// it has, w_lp is cut to the part of `w` it agrees with: G then brakes but cannot drive. (With w_lp as it
/// is, a chain of three links under 1000 kg gained 20 to 5000 M g l in whips; so cut it stays within 1.)
SmoothedSpin followed(const SmoothedSpin& before, double measure, const Vec3& w);

/// Adds G to the angular block of `mass` and G w_lp to `momentum`.
void add_geometric_stiffness(const StiffnessSum& sum, double measure, double h, const Vec3& smoothed,
                             BodyMass& mass, Spatial& momentum);

}  // namespace drawbar::physics
