// Reactions of the trees' joints in a kick.
#pragma once

#include <span>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/tree/solver_arrays.h"

namespace drawbar::physics {

/// Reaction of every node's joint on its body, [node], as impulses of this kick about the body's centre: from
/// the balance of momentum, leaf to root. `others`: impulses of contacts and loops on the nodes; empty
/// without any.
void find_joint_reactions(const Topology& topology, const Island& island, const LinkData& data,
                          const Velocities& velocities, std::span<const Pivot> pivots,
                          std::span<const Spatial> others, std::span<Spatial> reaction);

/// Force (N, world axes) of a node's joint on its child, the mean over a kick (s) in which it gave `impulse`.
inline Vec3 joint_force(const TreeNode& node, double kick, const Spatial& impulse) {
  return node.sign / kick * impulse.linear();
}

/// What a joint does to its child: N, and N m about the joint's point, world axes.
struct JointReaction {
  Vec3 force;
  Vec3 torque;
};
/// The mean of the joint of node i over a kick (s) in which it gave `impulse` (find_joint_reactions).
JointReaction joint_reaction(const Topology& topology, const LinkData& data, std::size_t i, double kick,
                             const Spatial& impulse);

}  // namespace drawbar::physics
