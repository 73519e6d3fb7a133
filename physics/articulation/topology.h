// How joints connect bodies: spanning trees, the joints that close loops, and what belongs together.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/model/model.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// One moving body in its tree. It hangs from its parent node by a joint, or is a root: held by the world
/// (parent kNone, a joint) or free (no joint: six degrees of freedom).
struct TreeNode {
  BodyIndex body = 0;
  BodyIndex parent_body = 0;  ///< the world or a static body for a root; the world for a free one
  std::size_t parent = kNone;
  std::size_t joint = kNone;
  double sign = 1;  ///< +1 where the node is the joint's child, -1 where it is its parent
  std::size_t tree = 0;
  bool in_loop = false;  ///< a closed loop of joints runs through this body
};

/// Nodes [begin, end), parents before children.
struct Tree {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t group = 0;
};

/// Trees that are solved as one block: connected by loop-closing joints, couplings or springs.
struct Group {
  std::vector<std::size_t> trees;
  std::vector<std::size_t> joints;  ///< by index, as all that follow
  std::vector<std::size_t> loop_joints;
  std::vector<std::size_t> couplings;
  std::vector<std::size_t> springs;
  std::vector<std::size_t> soft_cones;  ///< joints whose swing or twist ends at a stop that gives way
  bool has_loops = false;               ///< joints or couplings close loops (springs do not count)
};

/// Spanning forest over all joints that have a motion subspace. Grown from everything that does not move at
/// once, so that trees stay shallow; joints with something on their axes (drive, limit, friction, spring)
/// come first, because the tree treats these exactly. A component that hangs from nothing gets its heaviest
/// body as free root.
struct Topology {
  Topology(const WorldConfig& config, const Model& model);

  std::vector<TreeNode> nodes;
  std::vector<std::size_t> depth;  ///< [node] nodes on its path to the root, itself included
  std::vector<Tree> trees;
  std::vector<Group> groups;
  std::vector<std::size_t> node_of_body;   ///< kNone for what does not move
  std::vector<std::size_t> node_of_joint;  ///< kNone unless the joint is a tree's
  std::vector<std::size_t> loop_joints;    ///< by index: loop-closing, distance and rope joints

  /// kNone of what does not move.
  std::size_t group_of(BodyIndex body) const;
  /// Of the first of two bodies that moves, kNone if neither does.
  std::size_t group_of(BodyIndex a, BodyIndex b) const;
  std::size_t group_of(const JointModel& joint) const { return group_of(joint.parent, joint.child); }

  /// Whether anything but contacts holds the body to others.
  bool is_articulated(BodyIndex body) const;

  /// visit(node) in ascending order.
  template <class Visit>
  void for_each_node(const Group& group, Visit visit) const {
    for (std::size_t t : group.trees) {
      for (std::size_t i = trees[t].begin; i < trees[t].end; ++i) visit(i);
    }
  }
};

/// Whether something besides its bearings acts on the joint's free axes.
bool has_axis_loads(const WorldConfig& config, std::size_t joint);

}  // namespace drawbar::physics
