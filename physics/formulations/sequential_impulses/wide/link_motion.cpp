#include "physics/formulations/sequential_impulses/wide/link_motion.h"

#include "physics/effect/external_forces.h"

namespace drawbar::physics {

LinkMotion::LinkMotion(const StepView& view, const Topology& topology, const TrialJoints& joints,
                       IslandPoses& poses, LinkData& data, Velocities& velocities, TreeSystem& trees)
    : view_(view),
      topology_(topology),
      joints_(joints),
      poses_(poses),
      data_(data),
      velocities_(velocities),
      trees_(trees),
      arrays_{poses.start, velocities.node,     poses.trial,   data.links,
              data.mass,   trees.factor.pivots, data.residuals},
      wide_(view, topology, data.models),
      stiffening_(view, topology, joints),
      has_axis_laws_(topology.nodes.size()) {
  for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
    const std::size_t joint = topology.nodes[i].joint;
    data.links[i].joined = joint != kNone;
    has_axis_laws_[i] =
        joint != kNone && has_axis_loads(view.config, joint) && view.model.joints[joint].free_axes > 0;
  }
}

void LinkMotion::begin_frame() {
  wide_.find_broken();
  for (std::size_t i = 0; i < topology_.nodes.size(); ++i) {
    if (!wide_.takes(i)) continue;
    data_.links[i].joined = true;
    trees_.factor.pivots[i].parent = topology_.nodes[i].parent;
  }
}

void LinkMotion::build(const Island& island, const KickTimes& times) {
  wide_.prepare(island.groups, times, arrays_);
  const bool pushed = view_.external.any();
  for (const std::size_t i : island.nodes) {
    if (!wide_.takes(i)) build_link(i, times);
    if (pushed) push(i, times.kick);
    trees_.factor.pivots[i].has_axis_laws = data_.links[i].joined && has_axis_laws_[i] != 0;
  }
  stiffening_.build(island, times, data_);
}

// Adds the forces of effects to the kick.
void LinkMotion::push(std::size_t i, double kick) {
  const Wrench& wrench = view_.external.on(topology_.nodes[i].body);
  add_scaled(data_.links[i].momentum, kick, spatial(wrench.force, wrench.torque));
}

void LinkMotion::build_link(std::size_t i, const KickTimes& times) {
  const TreeNode& node = topology_.nodes[i];
  const BodyState& body = view_.state.bodies[node.body];
  const BodyModel& model = view_.model.bodies[node.body];
  const BodyFrame& frame = poses_.start[node.body];
  LinkOf<double>& link = data_.links[i];
  Pivot& pivot = trees_.factor.pivots[i];

  set_momentum(model, frame.rotation, body.velocity, body.angular_velocity, times.kick * view_.config.gravity,
               data_.mass[i], link);
  link.joined = node.joint != kNone && !joints_.broken(node.joint);
  link.bias_linear = link.bias_angular = Vec3::Zero();
  pivot.parent = link.joined ? node.parent : kNone;
  if (!link.joined) {
    pivot.axes = 6;
    return;
  }
  const JointModel& joint = view_.model.joints[node.joint];
  const BodyFrame& parent = poses_.start[joint.parent];
  const BodyFrame& child = poses_.start[joint.child];
  std::array<Spatial, kMaxFreeAxes> motion;
  place_joint(joint, node.sign, parent, child, frame.center, poses_.start[node.parent_body].center, link,
              pivot, motion);
  const JointState& remembered = view_.state.joints[node.joint];
  link.displaced = (remembered.offset.array() != 0).any();
  if (times.closing || times.drift <= 0 || !data_.models[i].predicts_bias) return;
  if (link.displaced) link.gap = error_at(i, parent, child);
  predict_bias(joint.type, parent.rotation, remembered.bias, times.drift / times.whole, times.drift,
               pivot.axes, motion, link);
}

void LinkMotion::drift(const Island& island, double h) {
  wide_.drift(island.groups, h, arrays_);
  for (const std::size_t i : island.nodes) {
    if (wide_.takes(i)) continue;
    const BodyIndex body = topology_.nodes[i].body;
    const Spatial& velocity = velocities_.node[i];
    physics::drift(view_.model.bodies[body], data_.models[i].rod, poses_.start[body],
                   view_.state.bodies[body].orientation, velocity.linear(), velocity.angular(), h,
                   poses_.trial[body]);
  }
}

void LinkMotion::measure(const Island& island, ConstraintResidual& sum) {
  wide_.measure(island.groups, arrays_);
  for (const std::size_t i : island.nodes) {
    if (!data_.links[i].joined) continue;
    if (!wide_.takes(i)) measure_link(i);
    sum.add(data_.residuals[i]);
  }
}

// Error of the node's joint, less the part that it still has to draw in.
JointError LinkMotion::error_at(std::size_t i, const BodyFrame& parent, const BodyFrame& child) const {
  const std::size_t j = topology_.nodes[i].joint;
  JointError error = joint_error(view_.model.joints[j], parent, child);
  if (data_.links[i].displaced) error.linear -= parent.rotation * view_.state.joints[j].offset;
  return error;
}

void LinkMotion::measure_link(std::size_t i) {
  LinkOf<double>& link = data_.links[i];
  const JointModel& joint = view_.model.joints[topology_.nodes[i].joint];
  const JointError error = error_at(i, poses_.trial[joint.parent].frame, poses_.trial[joint.child].frame);
  data_.residuals[i] = constraint_residual(link.error, error);
  link.error = error;
}

void LinkMotion::store(const Island& island, double h, PositionStatus status, std::span<BodyState> bodies,
                       std::span<JointState> joints) {
  const double part = h / view_.state.last_substep;
  const bool corrected = status == PositionStatus::by_corrections;
  wide_.store(island.groups, h, part, corrected, arrays_, bodies, joints);
  for (const std::size_t i : island.nodes) {
    if (wide_.takes(i)) continue;
    const TreeNode& node = topology_.nodes[i];
    bodies[node.body].angular_velocity = drifted_angular_velocity(
        view_.model.bodies[node.body], poses_.start[node.body], poses_.trial[node.body]);
    if (!data_.links[i].joined || !data_.models[i].predicts_bias) continue;
    remember_bias(poses_.start[view_.model.joints[node.joint].parent].rotation, part, h, corrected,
                  data_.links[i], joints[node.joint].bias);
  }
}

}  // namespace drawbar::physics
