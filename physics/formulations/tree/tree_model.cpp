#include "physics/formulations/tree/tree_model.h"

#include <cmath>

namespace drawbar::physics {
namespace {

bool hangs(const JointModel& joint) {
  return joint.type != JointType::distance && joint.type != JointType::rope;
}

std::size_t degrees_of(const TreeLink& node) {
  return node.is_free() ? 6 : static_cast<std::size_t>(free_axis_count(node.type));
}

std::size_t coordinates_of(const TreeLink& node) {
  if (node.is_free()) return 7;
  return node.type == JointType::spherical ? 4 : degrees_of(node);
}

/// One walk that the tree and the search for loops share: `visit(joint, outer body, closes a loop)` for every
/// joint, `free(body)` for every body that begins a tree of its own.
template <class Visit, class Free>
void walk(const Model& model, const Visit& visit, const Free& free) {
  std::vector<bool> placed(model.bodies.size());
  std::vector<bool> used(model.joints.size());
  for (std::size_t i = 0; i < placed.size(); ++i) placed[i] = !model.bodies[i].moves;
  const auto spread = [&] {
    // Breadth first: joints in their own order, again and again, from the bodies placed so far.
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointModel& joint = model.joints[j];
        if (used[j] || !hangs(joint)) continue;
        if (!model.bodies[joint.parent].moves && !model.bodies[joint.child].moves) {
          used[j] = true;
          continue;
        }
        if (!placed[joint.parent] && !placed[joint.child]) continue;
        used[j] = true;
        grown = true;
        const bool closes = placed[joint.parent] && placed[joint.child];
        const bool turned = closes ? !model.bodies[joint.child].moves : placed[joint.child];
        const BodyIndex outer = turned ? joint.parent : joint.child;
        visit(j, outer, closes);
        if (!closes) placed[outer] = true;
      }
    }
  };
  spread();
  for (BodyIndex i = 0; i < model.bodies.size(); ++i) {
    if (placed[i]) continue;
    free(i);
    placed[i] = true;
    spread();
  }
}

void place(TreeLink& node, const Model& model, const std::vector<BodyState>& bodies) {
  const JointModel& joint = model.joints[node.joint];
  node.type = joint.type;
  const bool turned = node.body == joint.parent;
  const BodyIndex inner = turned ? joint.child : joint.parent;
  node.inner_anchor = turned ? joint.child_anchor : joint.parent_anchor;
  node.outer_anchor = turned ? joint.parent_anchor : joint.child_anchor;
  node.inner_frame = turned ? joint.child_frame : joint.parent_frame;
  node.outer_frame = turned ? joint.parent_frame : joint.child_frame;
  if (turned && joint.type == JointType::universal) {
    // The axis of the inner side comes first: (n1, n0, -n2).
    for (Mat3* frame : {&node.inner_frame, &node.outer_frame}) {
      Mat3 swapped;
      swapped << frame->col(1), frame->col(0), -frame->col(2);
      *frame = swapped;
    }
  }
  if (!model.bodies[inner].moves) {
    const Mat3 r = bodies[inner].orientation.toRotationMatrix();
    node.inner_anchor = bodies[inner].center + r * node.inner_anchor;
    node.inner_frame = r * node.inner_frame;
  }
}

}  // namespace

TreeModel::TreeModel(const Model& model, const std::vector<BodyState>& bodies)
    : node_of_body(model.bodies.size(), kNoIndex) {
  std::vector<std::size_t> parts(model.bodies.size(), 1);
  const auto add = [&](TreeLink node) {
    node.degrees = degrees_of(node);
    node.first_degree = degrees;
    node.first_coordinate = coordinates;
    degrees += node.degrees;
    coordinates += coordinates_of(node);
    nodes.push_back(node);
    return nodes.size() - 1;
  };
  std::vector<TreeLink> images;
  walk(
      model,
      [&](std::size_t j, BodyIndex outer, bool closes) {
        TreeLink node;
        node.body = outer;
        node.joint = j;
        place(node, model, bodies);
        const JointModel& joint = model.joints[j];
        node.parent = node_of_body[outer == joint.parent ? joint.child : joint.parent];
        if (closes) {
          images.push_back(node);
          ++parts[outer];
        } else {
          node_of_body[outer] = add(node);
        }
      },
      [&](BodyIndex body) {
        TreeLink node;
        node.body = body;
        node_of_body[body] = add(node);
      });
  // Images carry nothing, so they may come last whatever they hang on.
  for (const TreeLink& image : images) splits.push_back({node_of_body[image.body], add(image)});
  for (TreeLink& node : nodes) node.share = 1.0 / static_cast<double>(parts[node.body]);

  armature.assign(degrees, 0.0);
  for (const TreeLink& node : nodes) {
    if (node.is_free()) continue;
    const JointModel& joint = model.joints[node.joint];
    // place() swaps the axes of such a joint.
    const bool swapped = joint.type == JointType::universal && node.body == joint.parent;
    for (std::size_t k = 0; k < node.degrees && k < kMaxFreeAxes; ++k) {
      armature[node.first_degree + k] = joint.armature[swapped ? 1 - k : k];
    }
  }
  inner_degree.assign(degrees, kNoIndex);
  for (const TreeLink& node : nodes) {
    std::size_t before = node.parent;
    while (before != kNoIndex && nodes[before].degrees == 0) before = nodes[before].parent;
    for (std::size_t k = 0; k < node.degrees; ++k) {
      if (k > 0) {
        inner_degree[node.first_degree + k] = node.first_degree + k - 1;
      } else if (before != kNoIndex) {
        inner_degree[node.first_degree] = nodes[before].first_degree + nodes[before].degrees - 1;
      }
    }
  }
}

void TreeModel::normalise(std::span<double> y) const {
  for (const TreeLink& node : nodes) {
    if (!node.is_free() && node.type != JointType::spherical) continue;
    const std::span<double> q = y.subspan(node.first_coordinate + (node.is_free() ? 3 : 0), 4);
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (double& value : q) value /= length;
  }
}

std::size_t first_loop_joint(const Model& model) {
  std::size_t found = kNoIndex;
  walk(
      model,
      [&](std::size_t j, BodyIndex, bool closes) {
        if (closes && j < found) found = j;
      },
      [](BodyIndex) {});
  return found;
}

}  // namespace drawbar::physics
