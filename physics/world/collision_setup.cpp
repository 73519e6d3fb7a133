// What the collision world is told of a world's configuration.
#include "physics/world/collision_setup.h"

#include <array>
#include <cstdint>
#include <vector>

#include "physics/motion/path.h"

namespace drawbar::physics {

CollisionConfig collision_config(const WorldConfig& config) {
  CollisionConfig out;
  for (const BodyConfig& body : config.bodies) {
    out.bodies.push_back(
        {body.is_static, body.shapes, body.groups, body.collides_with, body.motion.has_value()});
  }
  out.material_count = config.material_count;
  out.surface_pairs = config.surface_pairs;
  // What a hitch couples stays in contact: it comes apart while the world runs.
  std::vector<bool> opens(config.joints.size());
  for (const HitchConfig& hitch : config.hitches) opens[index_of(hitch.joint)] = true;
  const auto stands = [&](BodyId body) {
    return body == kWorldBody ||
           (config.bodies[index_of(body)].is_static && !config.bodies[index_of(body)].motion);
  };
  for (std::uint32_t b = 0; b < config.bodies.size(); ++b) {
    if (config.bodies[b].motion && never_turns(*config.bodies[b].motion)) out.sliding_bodies.push_back(b);
  }
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    const JointConfig& joint = config.joints[j];
    if (joint.type == JointType::prismatic && stands(joint.parent) != stands(joint.child)) {
      out.sliding_bodies.push_back(
          static_cast<std::uint32_t>(stands(joint.parent) ? joint.child : joint.parent));
    }
    if (joint.parent == kWorldBody || joint.child == kWorldBody || opens[j]) continue;
    const std::array<std::uint32_t, 2> pair{static_cast<std::uint32_t>(joint.parent),
                                            static_cast<std::uint32_t>(joint.child)};
    out.excluded_pairs.push_back(pair);
    if (joint.type == JointType::fixed) out.rigid_pairs.push_back(pair);
  }
  return out;
}

}  // namespace drawbar::physics
