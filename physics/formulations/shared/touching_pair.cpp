#include "physics/formulations/shared/touching_pair.h"

namespace drawbar::physics {
namespace {

bool joined(const WorldConfig& config, std::size_t a, std::size_t b) {
  for (const JointConfig& joint : config.joints) {
    if (joint.parent == kWorldBody || joint.child == kWorldBody) continue;
    const std::size_t p = index_of(joint.parent), c = index_of(joint.child);
    if ((p == a && c == b) || (p == b && c == a)) return true;
  }
  return false;
}

/// Each must collide with a group of the other.
bool meet(const BodyConfig& a, const BodyConfig& b) {
  return (a.collides_with & b.groups) != 0 && (b.collides_with & a.groups) != 0;
}

}  // namespace

std::optional<std::array<std::string, 2>> touching_pair(const WorldConfig& config) {
  for (std::size_t a = 0; a < config.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < config.bodies.size(); ++b) {
      const BodyConfig &one = config.bodies[a], &two = config.bodies[b];
      if (one.shapes.empty() || two.shapes.empty() || (one.is_static && two.is_static)) continue;
      if (!meet(one, two)) continue;
      if (!joined(config, a, b)) return std::array{one.name, two.name};
    }
  }
  return std::nullopt;
}

}  // namespace drawbar::physics
