// Constants of the links: how their rotation drifts, and what is predicted of their joints.
#pragma once

#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/tree/link.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Whether the joint's coordinates grow with its rates however far it turns in a substep: Cardan angles jump.
bool counts_turns(const JointModel& joint);

/// [node]
std::vector<LinkModel> describe_links(const WorldConfig& config, const Model& model,
                                      const Topology& topology);

}  // namespace drawbar::physics
