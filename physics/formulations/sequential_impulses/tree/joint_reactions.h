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

}  // namespace drawbar::physics
