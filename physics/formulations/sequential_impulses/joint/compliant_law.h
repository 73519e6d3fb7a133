// A spring with damper as an implicit term of a leapfrog: second order and without loss while slow, stable at
// any stiffness.
#pragma once

#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/spring/elastic_law.h"

namespace drawbar::physics {

/// u_lp one substep on.
inline double followed_rate(double smoothed, double rate) {
  return smoothed + 0.7 * (rate - smoothed);
}

/// Springs, dampers and stops along one coordinate at its present position and rate.
struct SoftLoad {
  ElasticLaw elastic;
  double position = 0;          ///< m or rad
  double rate = 0;              ///< before the kick
  double smoothed_rate = 0;     ///< its low pass
  double new_rate = 0;          ///< after the kick, as far as known: at first `rate`
  bool solved = false;          ///< it is the rate of a solve
  double curvature_offset = 0;  ///< by what the way of the drift differs from h u', as far as known
  double drag = 0;              ///< N or N m against the rate, beside damping x rate
  double damping = 0;           ///< N s/m or N m s/rad
  double stop_damping = 0;      ///< likewise, of the stop while it presses

  /// Nothing is known yet of the rates after the kick.
  void start(double at, double moving) {
    position = at;
    rate = new_rate = moving;
    solved = false;
    curvature_offset = 0;
  }
  /// Low pass of the rate, from what it was; a closing kick leaves that.
  void follow(double smoothed, const KickTimes& times) {
    smoothed_rate = times.closing ? smoothed : followed_rate(smoothed, rate);
  }
  bool empty() const { return elastic.empty() && !(damping > 0) && drag == 0; }
  /// Adds the damper of a spring, in the straight piece of its table at the present rate.
  void add_damper(const AxisSpring& spring);
  /// Adds a stop that gives way, with its damper.
  void add_stop(const AxisLimit& limit);
};

/// What it adds to one kick on a coordinate of inertia m (1/m its response to a unit impulse):
///   (m + gain) u' = m u + gain u - impulse (eq. 9).
/// While it is slow, the force over each drift is its mean over the way of that drift: half of the way before
/// the kick and half of the one after, the latter linear in the new rate (about `new_rate`),
///   impulse of it = (h_before F_before + h_after F_after(u'))/2.
/// For a linear spring that is the implicit midpoint rule, and at the ends of frames the energy (u^2 m + k
/// x^2)/2 is kept exactly; for tables and stops, the average vector field (Quispel and McLaren, J. Phys. A
/// 41, 2008). What the drift does not resolve is damped: with w^2 = k/m of the piece in which implicit Euler
/// ends, b the smoothstep of h w from 1 to 3 and ps = b/4,
///   (1 - b) of it is the law above, with ps k kick h (u - u_lp) and a gain larger by ps k h^2 / 2;
///   b of it is implicit Euler in the rate, kick F(x) + h^2 k u', over the whole drift also in a half kick.
/// The piece is that at the end of the way at the new rate: once a solve knows it, Newton's on a falling law.
/// Damping has the weight ph = max(1/2, 0.556 - m/(h c)). A stop's damper c acts while
/// the stop presses: by the implicit midpoint where h c/m is small and the way begins in the stop, else as
/// stiffness c/h of what is pressed in within the drift (ElasticLaw::damped), so that it neither throws back
/// what it stops nor holds what leaves. Single masses with any spring, and with stops of any stiffness in
/// their way, were tried: the energy at the ends of frames never rose.
struct SoftStep {
  double gain = 0;
  double impulse = 0;
  /// The part of the gain that answers to the way of a drift that does not resolve the spring: what the way
  /// differs from h u' by must be compensated, too.
  double unresolved = 0;

  /// On the coordinate when it moves at `new_rate`, from `rate`.
  double at(double rate, double new_rate) const { return impulse + gain * (new_rate - rate); }
};
SoftStep soft_step(const SoftLoad& load, double inertia, const KickTimes& times);

/// Whether a drift at `rate` whose way is bent by `curvature_offset` ends on another segment than the one
/// that was solved for, and the drift does not resolve it; then takes over both, so that the velocities are
/// found again.
bool ends_elsewhere(double rate, double curvature_offset, double inertia, const KickTimes& times,
                    SoftLoad& load);

/// Effect of a drift on one coordinate, for the position iterations.
struct CompliantDrift {
  double error = 0;               ///< m or rad: what corrections have still to answer to
  double rate = 0;                ///< of the drift
  double curvature_offset = 0;    ///< by what its way differs from h x rate
  double compensated_offset = 0;  ///< of the errors before: what the spring's impulse includes

  /// After a drift whose way differs by `offset`; a spring answers to it by `unresolved` (SoftStep).
  void bend(double offset, double unresolved) {
    curvature_offset = offset;
    error = unresolved > 0 ? curvature_offset - compensated_offset : 0.0;
  }
  /// Of the error, `part` is compensated by a correction.
  void compensate(double part) { compensated_offset += part * error; }
  /// As ends_elsewhere(), for the way of this drift.
  bool leaves_segment(double inertia, const KickTimes& times, SoftLoad& load) const {
    return ends_elsewhere(rate, curvature_offset, inertia, times, load);
  }
  /// The law itself answers to the way from now on.
  void hand_over(SoftLoad& load) { load.curvature_offset = compensated_offset = curvature_offset; }
};

/// A table or a stop is straight in pieces only: takes over the rate that came out of a solve with `step`,
/// and says whether the law is another there, so that it must be solved again.
bool changes_at(double new_rate, const SoftStep& step, double inertia, const KickTimes& times,
                SoftLoad& load);

/// A step as a row J V + softness L = target, before which J V = rate.
struct SoftTarget {
  double softness = 0;
  double target = 0;
};
SoftTarget soft_target(const SoftStep& step, double rate, double inertia);

}  // namespace drawbar::physics
