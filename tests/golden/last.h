// What a world under construction was given last.
#pragma once

#include "tests/support/world_builder.h"

namespace drawbar::golden {

inline physics::JointId last_joint(const test::WorldBuilder& b) {
  return physics::JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)};
}
inline physics::BodyId last_body(const test::WorldBuilder& b) {
  return physics::BodyId{static_cast<std::uint32_t>(b.config.bodies.size() - 1)};
}

}  // namespace drawbar::golden
