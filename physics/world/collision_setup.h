// What the collision world is told of a world's configuration.
#pragma once

#include "physics/contact/collision_world.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// The spans are into `config`.
CollisionConfig collision_config(const WorldConfig& config);

}  // namespace drawbar::physics
