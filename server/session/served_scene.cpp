// The scene as the server serves it: what it needs to know of it besides the World.
#include "server/session/served_scene.h"

#include <cmath>

namespace drawbar::server {

Nanoseconds ServedScene::period() const {
  return static_cast<Nanoseconds>(std::llround(world.period * static_cast<double>(kSecond)));
}

}  // namespace drawbar::server
