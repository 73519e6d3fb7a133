// A spring with damper as an implicit term of a leapfrog: second order while slow, stable at any stiffness.
#pragma once

namespace drawbar::physics {

/// What a spring-damper adds to one kick on a coordinate of inertia m (1/m its response to a unit impulse):
///   (m + gain) u' = m u + gain u - impulse,   gain = h S,  S = th h k + ph c,
///   impulse = kick (F + c u + (1 - b) k ps h (u - u_lp)) + b th h^2 k u,
/// with F = k x the force now, u the rate before and u_lp its low pass. PHYSICS section 6 with
///   ps = b/4, b the smoothstep of h sqrt(k/m) from 0.5 to 2, ph = max(1/2, 0.556 - m/(h c)),
/// except that th = (1 - b) (1/4 + ps/2) + b: what a drift cannot resolve (b = 1) becomes implicit Euler in
/// the rate, over the whole drift also in a half kick. With th <= 3/8 and the rate damped by its low pass
/// alone, a mass set in motion against a stiff spring drifts h u before the spring acts and gains (h w)^2
/// times its energy. `h` is the length of the drift, `kick` that of the kick.
struct SoftStep {
  double gain = 0;
  double impulse = 0;
};
SoftStep soft_step(double force, double stiffness, double damping, double inertia, double rate,
                   double smoothed_rate, double h, double kick);

/// u_lp one substep on.
inline double followed_rate(double smoothed, double rate) {
  return smoothed + 0.7 * (rate - smoothed);
}

}  // namespace drawbar::physics
