#include "physics/formulations/sequential_impulses/tree/link_models.h"

#include <algorithm>

namespace drawbar::physics {
namespace {

/// Relative tolerance of symmetry.
constexpr double kSymmetry = 1e-9;

bool holds_nothing_else(const Model& model, const TreeNode& node) {
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (j != node.joint && (model.joints[j].parent == node.body || model.joints[j].child == node.body)) {
      return false;
    }
  }
  return std::none_of(model.springs.begin(), model.springs.end(),
                      [&](const SpringModel& s) { return s.from == node.body || s.to == node.body; });
}

// A wheel about its axle: symmetric, its centre on the axle, and nothing else held by it.
void find_spin_axis(const Model& model, const TreeNode& node, LinkModel& link) {
  const BodyModel& body = model.bodies[node.body];
  const JointModel& joint = model.joints[node.joint];
  const Mat3& inertia = body.inertia;
  const double size = inertia.trace();
  const Mat3& frame = node.sign > 0 ? joint.child_frame : joint.parent_frame;
  const Vec3 axis = frame.col(axle_of(joint.type));
  const double along = axis.dot(inertia * axis);
  const double across = 0.5 * (size - along);
  const Mat3 symmetric = across * Mat3::Identity() + (along - across) * (axis * axis.transpose());
  const Vec3& anchor = node.sign > 0 ? joint.child_anchor : joint.parent_anchor;
  const Vec3 off_axis = anchor - axis.dot(anchor) * axis;
  const bool centred = off_axis.squaredNorm() * body.mass < kSymmetry * size;
  const bool symmetric_about_axis = (inertia - symmetric).cwiseAbs().maxCoeff() < kSymmetry * size;
  link.has_spin_axis = centred && symmetric_about_axis && holds_nothing_else(model, node);
  if (!link.has_spin_axis) return;
  link.spin_axis = axis;
  link.inertia_along = along;
  link.inertia_across = across;
}

}  // namespace

bool counts_turns(const JointModel& joint) {
  return joint.free_axes > 0 && turning_axis_count(joint.type) <= 1;
}

std::vector<LinkModel> describe_links(const WorldConfig& config, const Model& model,
                                      const Topology& topology) {
  std::vector<LinkModel> links(topology.nodes.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const TreeNode& node = topology.nodes[i];
    const Tree& tree = topology.trees[node.tree];
    const Mat3& inertia = model.bodies[node.body].inertia;
    LinkModel& link = links[i];
    link.rod = slenderness(inertia);
    const double size = inertia.trace();
    // The largest principal moment is bounded by the largest absolute row sum, exact for principal axes.
    link.largest_inertia = inertia.cwiseAbs().rowwise().sum().maxCoeff();
    const Mat3 sphere = (size / 3) * Mat3::Identity();
    link.lone = node.joint == kNone && tree.end - tree.begin == 1;
    link.spins_freely = node.joint == kNone && (inertia - sphere).cwiseAbs().maxCoeff() < kSymmetry * size;
    if (node.joint == kNone) continue;
    const JointModel& joint = model.joints[node.joint];
    link.predicts_bias = !topology.groups[tree.group].has_loops;
    const JointConfig& joint_config = config.joints[node.joint];
    link.needs_reaction_rate =
        joint_config.break_force || joint_config.break_torque ||
        std::any_of(joint_config.axes.begin(), joint_config.axes.end(),
                    [](const AxisConfig& axis) { return axis.friction.reaction_arm > 0; });
    link.counts_turns = !has_axis_loads(config, node.joint) && counts_turns(joint);
    find_spin_axis(model, node, link);
  }
  return links;
}

}  // namespace drawbar::physics
