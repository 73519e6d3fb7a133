#include "physics/formulations/sequential_impulses/tree/joint_reactions.h"

namespace drawbar::physics {

void find_joint_reactions(const Topology& topology, const Island& island, const LinkData& data,
                          const Velocities& velocities, std::span<const Pivot> pivots,
                          std::span<const Spatial> others, std::span<Spatial> reaction) {
  for (const std::size_t i : island.nodes) {
    Spatial change = data.mass[i] * velocities.node[i];
    add_scaled(change, -1.0, data.links[i].momentum);
    reaction[i] = change;
  }
  if (!others.empty()) {
    for (const std::size_t i : island.nodes) add_scaled(reaction[i], -1.0, others[i]);
  }
  for (std::size_t at = island.nodes.size(); at-- > 0;) {
    const std::size_t i = island.nodes[at];
    const std::size_t parent = topology.nodes[i].parent;
    if (!data.links[i].joined || parent == kNone) continue;
    add_force_from(reaction[parent], reaction[i], pivots[i].r);
  }
}

JointReaction joint_reaction(const Topology& topology, const LinkData& data, std::size_t i, double kick,
                             const Spatial& impulse) {
  const Vec3 force = joint_force(topology.nodes[i], kick, impulse);
  return {force, topology.nodes[i].sign / kick * impulse.angular() - data.links[i].arm.cross(force)};
}

}  // namespace drawbar::physics
