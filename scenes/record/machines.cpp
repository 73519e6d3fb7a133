// Which bodies are one machine, as people see it.
#include "scenes/record/machines.h"

#include <algorithm>
#include <numeric>

namespace drawbar::scenes {

std::vector<std::uint32_t> machines_of(const physics::WorldConfig& scene) {
  std::vector<std::uint32_t> before(
      scene.bodies.size());  // a body before it on its machine; the first has itself
  std::iota(before.begin(), before.end(), 0U);
  const auto first = [&before](std::size_t body) {
    while (before[body] != body) body = before[body] = before[before[body]];
    return static_cast<std::uint32_t>(body);
  };
  const auto moves = [&scene](physics::BodyId body) {
    return body != physics::kWorldBody && !scene.bodies[physics::index_of(body)].is_static;
  };
  for (const physics::JointConfig& joint : scene.joints) {
    if (!moves(joint.parent) || !moves(joint.child)) continue;
    const std::uint32_t parent = first(physics::index_of(joint.parent));
    const std::uint32_t child = first(physics::index_of(joint.child));
    before[std::max(parent, child)] = std::min(parent, child);
  }
  for (std::uint32_t& body : before) body = first(body);
  return before;
}

}  // namespace drawbar::scenes
