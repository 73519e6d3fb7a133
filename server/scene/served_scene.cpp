// The scene as the server serves it: what it needs to know of it besides the World.
#include "server/scene/served_scene.h"

#include <cmath>

namespace drawbar::server {

BodyIds body_ids(const physics::WorldConfig& world) {
  BodyIds ids;
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) ids[world.bodies[i].name] = i;
  return ids;
}

Nanoseconds ServedScene::period() const {
  return static_cast<Nanoseconds>(std::llround(world.period * static_cast<double>(kSecond)));
}

}  // namespace drawbar::server
