#include "physics/vehicle/sinkage.h"

#include <cmath>

#include "physics/math/elementary.h"

namespace drawbar::physics {

Rut rut_of(const Soil& soil, double width, double diameter, double load) {
  if (!(soil.frictional_modulus > 0) || !(width > 0) || !(load > 0)) return {};
  const double n = soil.exponent;
  const double pressing = soil.cohesive_modulus + soil.frictional_modulus * width;  // b k
  const double logarithm_of_depth =
      2 / (2 * n + 1) * logarithm(3 * load / ((3 - n) * pressing * std::sqrt(diameter)));
  return {exponential(logarithm_of_depth), pressing * exponential((n + 1) * logarithm_of_depth) / (n + 1)};
}

}  // namespace drawbar::physics
