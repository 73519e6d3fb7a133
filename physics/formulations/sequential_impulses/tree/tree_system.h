// The forest's linear system M V = P + J^T L with its right-hand sides (tree_factor.h).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/articulation/tree_factor.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/tree/solver_arrays.h"

namespace drawbar::physics {

struct TreeSystem {
  TreeSystem(const Topology& topology, const Model& model)
      : factor(topology, model),
        force(topology.nodes.size()),
        bias(topology.nodes.size()),
        no_bias(topology.nodes.size()),
        axis_impulse(topology.nodes.size()),
        y(topology.nodes.size()) {
    for (std::size_t i = 0; i < topology.nodes.size(); ++i)
      factor.pivots[i].parent = topology.nodes[i].parent;
  }

  /// From `force` (used up), `bias` and `impulses` on the axes (none of them if empty) to `y`.
  void up(const Island& island, std::span<const std::array<double, 3>> impulses) {
    for (const NodeRun& run : island.runs) factor.up(run.begin, run.end, force, bias, impulses, y);
  }
  /// From `y` to velocities, or whatever `y` is of.
  void down(const Island& island, std::span<const Spatial> biases, Velocities& out) const {
    for (const NodeRun& run : island.runs) factor.down(run.begin, run.end, y, biases, out.node, out.rate);
  }
  /// Both, by the present factor.
  void solve(const Island& island, std::span<const std::array<double, 3>> impulses,
             std::span<const Spatial> biases, Velocities& out) {
    up(island, impulses);
    down(island, biases, out);
  }

  TreeFactor factor;
  std::vector<Spatial> force;                       ///< [node] momentum and impulses, as all that follow
  std::vector<Spatial> bias;                        ///< c
  std::vector<Spatial> no_bias;                     ///< zero
  std::vector<std::array<double, 3>> axis_impulse;  ///< tau, of the laws of axes
  std::vector<NodeCoordinates> y;
};

}  // namespace drawbar::physics
