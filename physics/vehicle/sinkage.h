// What soft ground takes from a wheel that presses its rut into it.
#pragma once

#include "physics/model/shape.h"

namespace drawbar::physics {

/// Of a rigid wheel under one load (Bekker, Theory of Land Locomotion; Wong, Theory of Ground Vehicles,
/// section 2.4.1).
struct Rut {
  double depth = 0;       ///< m: z = (3 W / ((3 - n) b k sqrt D))^(2/(2n + 1)), k = k_c/b + k_phi
  double resistance = 0;  ///< N: the work per metre of pressing it, b k z^(n+1)/(n + 1)
};

/// `width` and `diameter` of the wheel (m); no rut without a soil, a width or a load (N).
Rut rut_of(const Soil& soil, double width, double diameter, double load);

}  // namespace drawbar::physics
