// A linear spring with damper between two points.
#pragma once

#include <optional>
#include <string>

#include "physics/model/joint_config.h"

namespace drawbar::physics {

/// A spring with damper between two points.
struct SpringConfig {
  /// Where it is fastened.
  struct End {
    BodyId body = kWorldBody;
    Vec3 position = Vec3::Zero();  ///< at the initial pose, m, world; then fixed to its body
  };
  std::string name;
  End from;
  End to;
  AxisSpring law;  ///< of the distance between the ends; `rest` is the length without strain, m
  std::optional<AxisLimit> stop;  ///< bump stops: lengths beyond which it stiffens; with a stiffness
};

}  // namespace drawbar::physics
