#include "physics/formulations/sequential_impulses/control/islands.h"

#include <algorithm>

namespace drawbar::physics {

Islands::Islands(const WorldConfig& config, const Model& model, const Topology& topology,
                 std::size_t manifold_capacity)
    : topology_(topology), root_(topology.groups.size()), island_of_(topology.groups.size()) {
  for (const BodyConfig& body : config.bodies) {
    for (const ShapeConfig& shape : body.shapes) {
      const bool driven = shape.belt && shape.belt->joint;
      belt_group_.push_back(driven ? topology.group_of(model.joints[index_of(*shape.belt->joint)]) : kNone);
    }
  }
  const std::size_t groups = topology.groups.size();
  const std::size_t nodes = topology.nodes.size();
  islands_.reserve(groups);
  ends_.reserve(groups);
  groups_.resize(groups);
  part_groups_.reserve(groups);
  for (std::vector<std::size_t>* list : {&nodes_, &part_nodes_}) list->reserve(nodes);
  for (std::vector<NodeRun>* list : {&runs_, &part_runs_}) list->reserve(topology.trees.size());
  manifolds_.reserve(manifold_capacity);
  part_manifolds_.reserve(manifold_capacity);
}

std::size_t Islands::root_of(std::size_t group) {
  while (root_[group] != group) group = root_[group] = root_[root_[group]];
  return group;
}

std::array<std::size_t, 4> Islands::groups_of(const Manifold& manifold) const {
  return {topology_.group_of(manifold.body_a), topology_.group_of(manifold.body_b),
          belt_group_[manifold.shape_a], belt_group_[manifold.shape_b]};
}

// Joins the run before if it ends where a tree begins.
void Islands::add_nodes(std::size_t group, std::vector<std::size_t>& nodes, std::vector<NodeRun>& runs,
                        std::size_t first_run) const {
  for (std::size_t t : topology_.groups[group].trees) {
    const Tree& tree = topology_.trees[t];
    for (std::size_t i = tree.begin; i < tree.end; ++i) nodes.push_back(i);
    if (runs.size() > first_run && runs.back().end == tree.begin) {
      runs.back().end = tree.end;
    } else {
      runs.push_back({tree.begin, tree.end});
    }
  }
}

void Islands::find(std::span<const Manifold> manifolds) {
  for (std::size_t g = 0; g < root_.size(); ++g) root_[g] = g;
  for (const Manifold& manifold : manifolds) {
    std::size_t first = kNone;
    for (std::size_t group : groups_of(manifold)) {
      if (group == kNone) continue;
      if (first == kNone) first = group;
      const std::size_t root_a = root_of(first);
      const std::size_t root_b = root_of(group);
      root_[std::max(root_a, root_b)] = std::min(root_a, root_b);
    }
  }
  // A root is the least of its island, so that islands come in order of their first groups.
  islands_.clear();
  ends_.clear();
  for (std::size_t g = 0; g < root_.size(); ++g) {
    const std::size_t root = root_of(g);
    if (root == g) {
      island_of_[g] = ends_.size();
      ends_.push_back(0);
    } else {
      island_of_[g] = island_of_[root];
    }
    ++ends_[island_of_[g]];
  }
  std::size_t sum = 0;
  for (std::size_t& end : ends_) {
    const std::size_t count = end;
    islands_.emplace_back().groups = {groups_.data() + sum, count};
    end = sum;
    sum += count;
  }
  for (std::size_t g = 0; g < root_.size(); ++g) groups_[ends_[island_of_[g]]++] = g;
  nodes_.clear();
  runs_.clear();
  for (Island& island : islands_) {
    const std::size_t first_node = nodes_.size();
    const std::size_t first_run = runs_.size();
    for (std::size_t g : island.groups) add_nodes(g, nodes_, runs_, first_run);
    island.nodes = {nodes_.data() + first_node, nodes_.size() - first_node};
    island.runs = {runs_.data() + first_run, runs_.size() - first_run};
  }
  take_manifolds(manifolds);
}

void Islands::take_manifolds(std::span<const Manifold> manifolds) {
  const auto island_of = [&](const Manifold& manifold) {
    std::size_t island = kNone;
    for (std::size_t group : groups_of(manifold)) {
      if (group == kNone) continue;
      if (island != kNone && island != island_of_[group]) return kNone;
      island = island_of_[group];
    }
    return island;
  };
  ends_.assign(islands_.size(), 0);
  for (const Manifold& manifold : manifolds) {
    const std::size_t island = island_of(manifold);
    if (island != kNone) ++ends_[island];
  }
  std::size_t sum = 0;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    islands_[i].manifolds = {manifolds_.data() + sum, ends_[i]};
    ends_[i] = sum;
    sum += islands_[i].manifolds.size();
  }
  manifolds_.resize(sum);
  for (std::size_t m = 0; m < manifolds.size(); ++m) {
    const std::size_t island = island_of(manifolds[m]);
    if (island != kNone) manifolds_[ends_[island]++] = static_cast<std::uint32_t>(m);
  }
}

const Island& Islands::describe_part(const Island& whole, std::span<const Manifold> manifolds) {
  part_nodes_.clear();
  part_runs_.clear();
  part_manifolds_.clear();
  for (std::size_t g : part_groups_) add_nodes(g, part_nodes_, part_runs_, 0);
  const auto within = [&](const Manifold& manifold) {
    const std::array<std::size_t, 4> touched = groups_of(manifold);
    return std::all_of(touched.begin(), touched.end(), [&](std::size_t group) {
      return group == kNone || std::binary_search(part_groups_.begin(), part_groups_.end(), group);
    });
  };
  for (std::uint32_t m : whole.manifolds) {
    if (within(manifolds[m])) part_manifolds_.push_back(m);
  }
  part_ = {part_groups_, part_nodes_, part_runs_, part_manifolds_};
  return part_;
}

}  // namespace drawbar::physics
