#include "scenes/effects/gyroscopes.h"

#include <algorithm>

#include "physics/effect/at_once.h"

namespace drawbar::scenes {

std::vector<std::uint32_t> gyroscopes_of(const physics::WorldConfig& scene) {
  std::vector<std::uint32_t> bodies;
  if (scene.drives.empty()) return bodies;
  const std::vector<std::uint32_t> machine = physics::bodies_held_together(scene);
  for (const physics::DriveConfig& drive : scene.drives) {
    const physics::JointConfig& joint = scene.joints[physics::index_of(drive.joint)];
    for (const physics::BodyId end : {joint.parent, joint.child}) {
      if (end == physics::kWorldBody || scene.bodies[physics::index_of(end)].is_static) continue;
      bodies.push_back(machine[physics::index_of(end)]);
    }
  }
  std::ranges::sort(bodies);
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return bodies;
}

}  // namespace drawbar::scenes
