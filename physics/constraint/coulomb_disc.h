// Friction of one contact point: two tangential forces inside Coulomb's disc.
#pragma once

#include <array>
#include <cmath>

namespace drawbar::physics {

/// Response of two tangents: speed of each per unit along itself, and of one per unit along the other.
struct TangentResponse {
  double first = 0;
  double second = 0;
  double coupling = 0;
};

/// The tangential forces (or impulses) after one visit, at most `most` long, from those `now` and the slip
/// `rate` under them.
///
/// Sticking if what stops both tangents lies in the disc. Otherwise a step along the slip itself, back onto
/// the disc: where that rests, friction opposes the slip. (Putting the stopping force on the disc instead
/// would turn friction into the direction K^-1 u, and a box would slide down a slope that holds it.)
inline std::array<double, 2> coulomb_disc(const TangentResponse& k, const std::array<double, 2>& rate,
                                          const std::array<double, 2>& now, double most) {
  const double determinant = k.first * k.second - k.coupling * k.coupling;
  const double half = 0.5 * (k.first - k.second);
  const double largest = 0.5 * (k.first + k.second) + std::sqrt(half * half + k.coupling * k.coupling);
  if (!(largest > 0)) return now;
  std::array<double, 2> wanted{now[0] - rate[0] / largest, now[1] - rate[1] / largest};
  if (determinant > 1e-12 * largest * largest) {
    const std::array<double, 2> stopping{now[0] - (k.second * rate[0] - k.coupling * rate[1]) / determinant,
                                         now[1] - (k.first * rate[1] - k.coupling * rate[0]) / determinant};
    if (stopping[0] * stopping[0] + stopping[1] * stopping[1] <= most * most) return stopping;
  }
  const double length = std::sqrt(wanted[0] * wanted[0] + wanted[1] * wanted[1]);
  if (length > most) {
    for (double& value : wanted) value *= most / length;
  }
  return wanted;
}

}  // namespace drawbar::physics
