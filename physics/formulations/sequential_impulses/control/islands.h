// Islands: what has to be solved together, because it touches or may touch within the substep.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/contact/manifold.h"
#include "physics/model/model.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Nodes [begin, end): whole trees.
struct NodeRun {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Groups of trees that contacts join, all in ascending order. Nothing passes between two islands, so that
/// each is stepped alone: cut into its own pieces, iterated as often as it needs, or left asleep.
struct Island {
  std::span<const std::size_t> groups;
  std::span<const std::size_t> nodes;
  std::span<const NodeRun> runs;             ///< the same nodes; trees that follow each other are one run
  std::span<const std::uint32_t> manifolds;  ///< within the island, or with what does not move
};

/// Islands are in order of their first groups.
class Islands {
 public:
  Islands(const WorldConfig& config, const Model& model, const Topology& topology,
          std::size_t manifold_capacity);

  void find(std::span<const Manifold> manifolds);
  /// The same islands with other manifolds; those between two islands are left out.
  void take_manifolds(std::span<const Manifold> manifolds);
  std::span<const Island> all() const { return islands_; }

  /// Those of an island's groups that `belongs(group)` names, as an island of their own; valid until the next
  /// call.
  template <class Belongs>
  const Island& part(const Island& whole, std::span<const Manifold> manifolds, Belongs belongs) {
    part_groups_.clear();
    for (std::size_t group : whole.groups) {
      if (belongs(group)) part_groups_.push_back(group);
    }
    return describe_part(whole, manifolds);
  }

 private:
  // Groups of its bodies and of the sprockets that drive belts on them; kNone where nothing moves.
  std::array<std::size_t, 4> groups_of(const Manifold& manifold) const;
  std::size_t root_of(std::size_t group);
  const Island& describe_part(const Island& whole, std::span<const Manifold> manifolds);
  void add_nodes(std::size_t group, std::vector<std::size_t>& nodes, std::vector<NodeRun>& runs,
                 std::size_t first_run) const;

  const Topology& topology_;
  std::vector<std::size_t> belt_group_;  // [shape]
  std::vector<std::size_t> root_;        // [group] union-find
  std::vector<std::size_t> island_of_;   // [group]
  std::vector<Island> islands_;
  std::vector<std::size_t> groups_;  // island by island, as all that follow
  std::vector<std::size_t> nodes_;
  std::vector<NodeRun> runs_;
  std::vector<std::uint32_t> manifolds_;
  std::vector<std::size_t> ends_;  // [island] while they are listed

  Island part_;
  std::vector<std::size_t> part_groups_;
  std::vector<std::size_t> part_nodes_;
  std::vector<NodeRun> part_runs_;
  std::vector<std::uint32_t> part_manifolds_;
};

}  // namespace drawbar::physics
