#include "physics/formulations/sequential_impulses/soft_step.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {

SoftStep soft_step(double force, double stiffness, double damping, double inertia, double rate,
                   double smoothed_rate, double h, double kick) {
  const double phase = h * std::sqrt(stiffness / inertia);
  const double t = std::clamp((phase - 0.5) / 1.5, 0.0, 1.0);
  const double b = t * t * (3 - 2 * t);
  const double ps = 0.25 * b;
  const double th = (1 - b) * (0.25 + 0.5 * ps) + b;
  const double ph = damping > 0 ? std::max(0.5, 0.556 - inertia / (h * damping)) : 0.5;
  const double s = th * h * stiffness + ph * damping;
  const double slow = kick * (force + damping * rate + (1 - b) * stiffness * ps * h * (rate - smoothed_rate));
  return {h * s, slow + b * th * h * h * stiffness * rate};
}

}  // namespace drawbar::physics
