#include "physics/articulation/topology.h"

#include <algorithm>
#include <queue>

namespace drawbar::physics {
namespace {

bool has_motion_subspace(JointType type) {
  return type != JointType::distance && type != JointType::rope;
}

bool is_driven(const WorldConfig& config, std::size_t joint) {
  return std::any_of(config.drives.begin(), config.drives.end(),
                     [&](const DriveConfig& d) { return index_of(d.joint) == joint; });
}

bool has_armature(const WorldConfig& config, std::size_t joint) {
  const auto& axes = config.joints[joint].axes;
  return std::any_of(axes.begin(), axes.end(), [](const AxisConfig& axis) { return axis.armature > 0; });
}

// Edge to a body that is not in the forest yet; the greatest comes first.
struct Edge {
  int weight;
  std::size_t order;  // of discovery
  std::size_t joint;
  std::size_t from_node;  // kNone: from what does not move
  bool operator<(const Edge& other) const {
    return weight != other.weight ? weight < other.weight : order > other.order;
  }
};

class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) {
    for (std::size_t i = 0; i < n; ++i) parent_[i] = i;
  }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

class ForestBuilder {
 public:
  ForestBuilder(const WorldConfig& config, const Model& model)
      : model_(model), joints_of_(model.bodies.size()) {
    weight_.resize(model.joints.size());
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      const JointModel& joint = model.joints[j];
      if (!has_motion_subspace(joint.type)) continue;
      // Drives and rotors before all: they act on joints of a tree alone.
      weight_[j] = is_driven(config, j) || has_armature(config, j) ? 3 : has_axis_loads(config, j) ? 2 : 1;
      joints_of_[joint.parent].push_back(j);
      joints_of_[joint.child].push_back(j);
    }
    node_of_body_.assign(model.bodies.size(), kNone);
    used_.assign(model.joints.size(), false);
  }

  void build() {
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      if (!model_.bodies[b].moves) discover(b, kNone);
    }
    grow();
    std::vector<BodyIndex> by_mass;
    for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
      if (model_.bodies[b].moves && node_of_body_[b] == kNone) by_mass.push_back(b);
    }
    std::stable_sort(by_mass.begin(), by_mass.end(),
                     [&](BodyIndex a, BodyIndex b) { return model_.bodies[a].mass > model_.bodies[b].mass; });
    for (BodyIndex b : by_mass) {
      if (node_of_body_[b] != kNone) continue;
      add(TreeNode{b, model_.world, kNone, kNone, 1.0});
      grow();
    }
  }

  std::vector<TreeNode> nodes;  // in order of discovery; `tree` is the root's place in it
  std::vector<bool> used_;

 private:
  void discover(BodyIndex body, std::size_t node) {
    for (std::size_t j : joints_of_[body]) {
      if (!used_[j]) frontier_.push({weight_[j], order_++, j, node});
    }
  }
  void add(TreeNode node) {
    node.tree = node.parent == kNone ? nodes.size() : nodes[node.parent].tree;
    node_of_body_[node.body] = nodes.size();
    nodes.push_back(node);
    discover(node.body, nodes.size() - 1);
  }
  void grow() {
    while (!frontier_.empty()) {
      const Edge edge = frontier_.top();
      frontier_.pop();
      const JointModel& joint = model_.joints[edge.joint];
      const auto open = [&](BodyIndex b) { return model_.bodies[b].moves && node_of_body_[b] == kNone; };
      if (open(joint.child)) {
        used_[edge.joint] = true;
        add(TreeNode{joint.child, joint.parent, edge.from_node, edge.joint, 1.0});
      } else if (open(joint.parent)) {
        used_[edge.joint] = true;
        add(TreeNode{joint.parent, joint.child, edge.from_node, edge.joint, -1.0});
      }
    }
  }

  const Model& model_;
  std::vector<std::vector<std::size_t>> joints_of_;
  std::vector<int> weight_;
  std::vector<std::size_t> node_of_body_;
  std::priority_queue<Edge> frontier_;
  std::size_t order_ = 0;
};

}  // namespace

bool has_axis_loads(const WorldConfig& config, std::size_t joint) {
  const JointConfig& j = config.joints[joint];
  if (j.cone) return true;
  for (int k = 0; k < free_axis_count(j.type); ++k) {
    const AxisConfig& axis = j.axes[static_cast<std::size_t>(k)];
    if (axis.limit || axis.spring || axis.friction.coulomb > 0 || axis.friction.viscous > 0 ||
        axis.friction.reaction_arm > 0 || axis.armature > 0) {
      return true;
    }
  }
  return is_driven(config, joint) ||
         std::any_of(config.brakes.begin(), config.brakes.end(),
                     [&](const BrakeConfig& brake) { return index_of(brake.joint) == joint; });
}

Topology::Topology(const WorldConfig& config, const Model& model) {
  ForestBuilder forest(config, model);
  forest.build();

  // Trees become contiguous, in order of their roots' discovery; within one the order stays.
  std::vector<std::size_t> tree_of_root(forest.nodes.size(), kNone);
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    std::size_t& tree = tree_of_root[forest.nodes[i].tree];
    if (tree == kNone) {
      tree = members.size();
      members.emplace_back();
    }
    members[tree].push_back(i);
  }
  node_of_body.assign(model.bodies.size(), kNone);
  node_of_joint.assign(model.joints.size(), kNone);
  for (std::size_t t = 0; t < members.size(); ++t) {
    Tree tree{nodes.size(), nodes.size() + members[t].size(), 0};
    for (std::size_t i : members[t]) {
      TreeNode node = forest.nodes[i];
      node.tree = t;
      if (node.parent != kNone) node.parent = node_of_body[node.parent_body];
      node_of_body[node.body] = nodes.size();
      if (node.joint != kNone) node_of_joint[node.joint] = nodes.size();
      depth.push_back(node.parent == kNone ? 1 : depth[node.parent] + 1);
      nodes.push_back(node);
    }
    trees.push_back(tree);
  }

  Sets sets(trees.size());
  std::vector<bool> loops(trees.size(), false);
  const auto tree_of = [&](BodyIndex b) {
    return node_of_body[b] == kNone ? kNone : nodes[node_of_body[b]].tree;
  };
  // `rigid`: counts as a closed loop of joints.
  const auto connect = [&](BodyIndex a, BodyIndex b, bool rigid) {
    const std::size_t ta = tree_of(a), tb = tree_of(b);
    if (ta != kNone && tb != kNone) sets.join(ta, tb);
    for (std::size_t t : {ta, tb}) {
      if (t != kNone && rigid) loops[t] = true;
    }
  };
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const JointModel& joint = model.joints[j];
    if (node_of_joint[j] != kNone) continue;
    if (!model.bodies[joint.parent].moves && !model.bodies[joint.child].moves) continue;
    loop_joints.push_back(j);
    connect(joint.parent, joint.child, true);
    for (BodyIndex b : {joint.parent, joint.child}) {
      for (std::size_t n = node_of_body[b]; n != kNone; n = nodes[n].parent) nodes[n].in_loop = true;
    }
  }
  for (const CouplingConfig& coupling : config.couplings) {
    const JointModel& first = model.joints[index_of(coupling.terms.front().joint)];
    for (const CouplingConfig::Term& term : coupling.terms) {
      const JointModel& joint = model.joints[index_of(term.joint)];
      connect(joint.parent, joint.child, true);
      for (BodyIndex a : {first.parent, first.child}) {
        for (BodyIndex b : {joint.parent, joint.child}) connect(a, b, true);
      }
    }
  }
  for (const SpringModel& spring : model.springs) connect(spring.from, spring.to, false);

  std::vector<std::size_t> group_of_set(trees.size(), kNone);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    std::size_t& g = group_of_set[sets.find(t)];
    if (g == kNone) {
      g = groups.size();
      groups.emplace_back();
    }
    trees[t].group = g;
    groups[g].trees.push_back(t);
    if (loops[t]) groups[g].has_loops = true;
  }
  const auto list = [&](std::size_t group, std::vector<std::size_t> Group::*members, std::size_t index) {
    if (group != kNone) (groups[group].*members).push_back(index);
  };
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    list(group_of(model.joints[j]), &Group::joints, j);
    const auto& cone = config.joints[j].cone;
    if (cone && (cone->swing_gives_way() || cone->twist_gives_way())) {
      list(group_of(model.joints[j]), &Group::soft_cones, j);
    }
  }
  for (std::size_t j : loop_joints) {
    list(group_of(model.joints[j]), &Group::loop_joints, j);
  }
  for (std::size_t c = 0; c < config.couplings.size(); ++c) {
    const JointModel& joint = model.joints[index_of(config.couplings[c].terms.front().joint)];
    list(group_of(joint), &Group::couplings, c);
  }
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    list(group_of(model.springs[s].from, model.springs[s].to), &Group::springs, s);
  }
}

std::size_t Topology::group_of(BodyIndex body) const {
  const std::size_t node = node_of_body[body];
  return node == kNone ? kNone : trees[nodes[node].tree].group;
}

bool Topology::is_articulated(BodyIndex body) const {
  const std::size_t g = group_of(body);
  if (g == kNone) return false;
  const Group& group = groups[g];
  return group.trees.size() > 1 || !group.joints.empty() || !group.couplings.empty() ||
         !group.springs.empty();
}

std::size_t Topology::group_of(BodyIndex a, BodyIndex b) const {
  const std::size_t group = group_of(a);
  return group == kNone ? group_of(b) : group;
}

}  // namespace drawbar::physics
