// Which links need no description of their own.
#pragma once

#include <span>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/tree/link.h"
#include "physics/model/model.h"

namespace drawbar::physics {

/// Whether two nodes are the same in all that never changes: mass, shape of rotation, joint and the way they
/// hang from it. `links` [node].
bool are_equal_links(const Model& model, const Topology& topology, std::span<const LinkModel> links,
                     std::size_t node, std::size_t other);

}  // namespace drawbar::physics
