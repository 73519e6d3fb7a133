// A linear spring with damper between two points.
#pragma once

#include <string>

#include "physics/math/types.h"
#include "physics/world/ids.h"

namespace drawbar::physics {

struct SpringConfig {
  struct End {
    BodyId body = kWorldBody;
    Vec3 position = Vec3::Zero();  ///< at the initial pose, m, world; then fixed to its body
  };
  std::string name;
  End from;
  End to;
  double stiffness = 0;    ///< N/m, >= 0
  double damping = 0;      ///< N s/m, >= 0
  double rest_length = 0;  ///< m, >= 0
};

}  // namespace drawbar::physics
