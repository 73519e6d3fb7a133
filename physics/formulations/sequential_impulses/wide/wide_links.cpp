#include "physics/formulations/sequential_impulses/wide/wide_links.h"

#include <algorithm>
#include <utility>

#include "physics/formulations/sequential_impulses/wide/equal_links.h"
#include "physics/formulations/sequential_impulses/wide/gather.h"

namespace drawbar::physics {
namespace {

// The fields of LinkOf and PivotOf that the beginning of a kick sets; none of them has to be zero before.
struct PreparedLink {
  SpatialOf<Wide> momentum;
  Vec3Of<Wide> angular_velocity_before;
  Vec3Of<Wide> arm;
  Vec3Of<Wide> parent_arm;
  Vec3Of<Wide> bias_linear;
  Vec3Of<Wide> bias_angular;
  JointErrorOf<Wide> gap;
};
struct PreparedPivot {
  struct Axis {
    SpatialOf<Wide> motion;
  };
  int axes;
  Vec3Of<Wide> r;
  std::array<Axis, kMaxFreeAxes> axis;
};
// The fields that the end of a substep reads.
struct DriftedLink {
  Vec3Of<Wide> bias_linear;
  Vec3Of<Wide> bias_angular;
  JointErrorOf<Wide> gap;
  JointErrorOf<Wide> error;
};

// Bodies with the same of this drift by the same function.
std::pair<bool, bool> drift_of(const Slenderness& rod) {
  return {rod.slender, rod.slender && rod.round};
}

DRAWBAR_WIDE void prepare_four(const LinkBatch& batch, const State& state, const Vec3& gravity,
                               const KickTimes& times, const LinkArrays& arrays) {
  const WideLinkModel& model = *batch.model;
  BodyFrameOf<Wide> parent, child;
  gather(each(arrays.frames, batch.parents), parent);
  gather(each(arrays.frames, batch.children), child);
  const BodyFrameOf<Wide>& own = model.sign > 0 ? child : parent;
  const BodyFrameOf<Wide>& other = model.sign > 0 ? parent : child;
  const auto bodies = each(state.bodies, batch.bodies);
  const auto links = each(arrays.links, batch.nodes);
  const auto pivots = each(arrays.pivots, batch.nodes);

  Vec3Of<Wide> velocity, angular_velocity;
  gather(each(bodies, &BodyState::velocity), velocity);
  gather(each(bodies, &BodyState::angular_velocity), angular_velocity);
  PreparedLink link;
  BodyMassOf<Wide> mass;
  set_momentum(model, own.rotation, velocity, angular_velocity, Vec3(times.kick * gravity).cast<Wide>(), mass,
               link);
  std::array<SpatialOf<Wide>, kMaxFreeAxes> motion;
  PreparedPivot pivot;
  place_joint(model.joint, model.sign, parent, child, own.center, other.center, link, pivot, motion);
  if (times.closing || times.drift <= 0 || !model.predicts_bias) {
    link.bias_linear = link.bias_angular = Vec3Of<Wide>::Zero();
  } else {
    const auto joints = each(state.joints, batch.joints);
    BiasMemoryOf<Wide> memory;
    gather(each(joints, &JointState::bias), memory);
    gather(each(links, &LinkOf<double>::gap), link.gap);
    predict_bias(model.joint.type, parent.rotation, memory, times.drift / times.whole, times.drift,
                 pivot.axes, motion, link);
  }

  scatter(mass, each(arrays.mass, batch.nodes));
  scatter(link.momentum, each(links, &LinkOf<double>::momentum));
  scatter(link.angular_velocity_before, each(links, &LinkOf<double>::angular_velocity_before));
  scatter(link.arm, each(links, &LinkOf<double>::arm));
  scatter(link.parent_arm, each(links, &LinkOf<double>::parent_arm));
  scatter(link.bias_linear, each(links, &LinkOf<double>::bias_linear));
  scatter(link.bias_angular, each(links, &LinkOf<double>::bias_angular));
  scatter(pivot.r, each(pivots, &Pivot::r));
  for (const std::size_t node : batch.nodes) arrays.pivots[node].axes = pivot.axes;
  for (std::size_t k = 0; k < static_cast<std::size_t>(pivot.axes); ++k) {
    const EachLane<PivotAxis> axes{pivots.a.axis[k], pivots.b.axis[k], pivots.c.axis[k], pivots.d.axis[k]};
    scatter(pivot.axis[k].motion, each(axes, &PivotAxis::motion));
  }
}

// Whether all lanes are known afterwards: not where one turned too far.
DRAWBAR_WIDE bool drift_four(const LinkBatch& batch, const State& state, double h, const LinkArrays& arrays) {
  const WideLinkModel& model = *batch.model;
  BodyFrameOf<Wide> from;
  QuatOf<Wide> orientation;
  SpatialOf<Wide> velocity;
  gather(each(arrays.frames, batch.bodies), from);
  gather(each(each(state.bodies, batch.bodies), &BodyState::orientation), orientation);
  gather(each(arrays.velocity, batch.nodes), velocity);
  DriftedBodyOf<Wide> to;
  drift(model, model.rod, from, orientation, velocity.linear(), velocity.angular(), h, to);
  const auto bodies = each(arrays.trial, batch.bodies);
  scatter(to.frame, each(bodies, &DriftedBody::frame));
  scatter(to.orientation, each(bodies, &DriftedBody::orientation));
  scatter(to.momentum, each(bodies, &DriftedBody::momentum));
  return !any(!(to.orientation.squaredNorm() > 0.0));
}

DRAWBAR_WIDE void measure_four(const LinkBatch& batch, const LinkArrays& arrays) {
  BodyFrameOf<Wide> parent, child;
  gather(each(each(arrays.trial, batch.parents), &DriftedBody::frame), parent);
  gather(each(each(arrays.trial, batch.children), &DriftedBody::frame), child);
  const auto links = each(arrays.links, batch.nodes);
  JointErrorOf<Wide> before;
  gather(each(links, &LinkOf<double>::error), before);
  const JointErrorOf<Wide> now = joint_error(batch.model->joint, parent, child);
  scatter(now, each(links, &LinkOf<double>::error));
  scatter(constraint_residual(before, now), each(arrays.residuals, batch.nodes));
}

DRAWBAR_WIDE void store_four(const LinkBatch& batch, double h, double part, bool corrected,
                             const LinkArrays& arrays, std::span<BodyState> body_states,
                             std::span<JointState> joint_states) {
  const WideLinkModel& model = *batch.model;
  BodyFrameOf<Wide> from;
  DriftedBodyOf<Wide> to;
  gather(each(arrays.frames, batch.bodies), from);
  const auto trial = each(arrays.trial, batch.bodies);
  gather(each(each(trial, &DriftedBody::frame), &BodyFrame::rotation), to.frame.rotation);
  gather(each(trial, &DriftedBody::momentum), to.momentum);
  scatter(drifted_angular_velocity(model, from, to),
          each(each(body_states, batch.bodies), &BodyState::angular_velocity));
  if (!model.predicts_bias) return;

  const auto links = each(arrays.links, batch.nodes);
  DriftedLink link;
  gather(each(links, &LinkOf<double>::bias_linear), link.bias_linear);
  gather(each(links, &LinkOf<double>::bias_angular), link.bias_angular);
  gather(each(links, &LinkOf<double>::gap), link.gap);
  gather(each(links, &LinkOf<double>::error), link.error);
  Mat3Of<Wide> parent_rotation;
  gather(each(each(arrays.frames, batch.parents), &BodyFrame::rotation), parent_rotation);
  const auto memories = each(each(joint_states, batch.joints), &JointState::bias);
  BiasMemoryOf<Wide> memory;
  gather(memories, memory);
  remember_bias(parent_rotation, part, h, Wide::Mask(corrected), link, memory);
  scatter(memory, memories);
}

}  // namespace

WideLinks::WideLinks(const StepView& view, const Topology& topology, std::span<const LinkModel> links)
    : view_(view), topology_(topology), links_(links), takes_(topology.nodes.size()) {
  batches_of_.reserve(topology.groups.size());
  for (const Group& group : topology.groups) add_group(group);
}

// Its joint does not break by itself, and nothing but its type and measures tells it from others.
bool WideLinks::is_plain(std::size_t node) const {
  const std::size_t j = topology_.nodes[node].joint;
  if (j == kNone) return false;
  const JointConfig& joint = view_.config.joints[j];
  return joint.type != JointType::guided && !joint.break_force && !joint.break_torque &&
         std::none_of(view_.config.hitches.begin(), view_.config.hitches.end(),
                      [&](const HitchConfig& hitch) { return index_of(hitch.joint) == j; });
}

// By how they hang; and among these by how they drift, so that few batches have to drift one by one.
void WideLinks::add_group(const Group& group) {
  std::vector<std::size_t> nodes;
  topology_.for_each_node(group, [&](std::size_t node) {
    if (is_plain(node)) nodes.push_back(node);
  });
  const auto hanging = [&](std::size_t node) {
    return std::pair(view_.model.joints[topology_.nodes[node].joint].type, topology_.nodes[node].sign);
  };
  std::stable_sort(nodes.begin(), nodes.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(hanging(a), drift_of(links_[a].rod)) < std::pair(hanging(b), drift_of(links_[b].rod));
  });
  const std::size_t first = batches_.size();
  for (std::size_t begin = 0; begin < nodes.size();) {
    std::size_t end = begin + 1;
    while (end < nodes.size() && end - begin < kLanes && hanging(nodes[end]) == hanging(nodes[begin])) ++end;
    // Lanes that do nothing are worth it for two links that also drift together, and for three.
    const bool drift_alike = drift_of(links_[nodes[begin]].rod) == drift_of(links_[nodes[end - 1]].rod);
    if (end - begin > (drift_alike ? 1 : 2)) add_batch(std::span(nodes).subspan(begin, end - begin));
    begin = end;
  }
  batches_of_.push_back({first, batches_.size()});
}

void WideLinks::add_batch(std::span<const std::size_t> nodes) {
  LinkBatch& batch = batches_.emplace_back();
  batch.count = nodes.size();
  const Model& model = view_.model;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t node = nodes[std::min(lane, nodes.size() - 1)];
    const TreeNode& tree_node = topology_.nodes[node];
    takes_[node] = 1;
    batch.nodes[lane] = node;
    batch.bodies[lane] = tree_node.body;
    batch.joints[lane] = tree_node.joint;
    batch.parents[lane] = model.joints[tree_node.joint].parent;
    batch.children[lane] = model.joints[tree_node.joint].child;
  }
  batch.model = &model_of(batch);
}

const WideLinkModel& WideLinks::model_of(const LinkBatch& batch) {
  const auto known = std::find_if(described_.rbegin(), described_.rend(), [&](const Described& of) {
    return std::equal(batch.nodes.begin(), batch.nodes.end(), of.nodes.begin(),
                      [&](std::size_t node, std::size_t other) {
                        return are_equal_links(view_.model, topology_, links_, node, other);
                      });
  });
  if (known != described_.rend()) return known->model;
  Described& described = described_.emplace_back();
  described.nodes = batch.nodes;
  describe(batch, described.model);
  return described.model;
}

void WideLinks::describe(const LinkBatch& batch, WideLinkModel& model) const {
  const LinkModel& first = links_[batch.nodes[0]];
  model.sign = topology_.nodes[batch.nodes[0]].sign;
  model.predicts_bias = first.predicts_bias;
  const auto bodies = each(view_.model.bodies, batch.bodies);
  gather(each(bodies, &BodyModel::mass), model.mass);
  gather(each(bodies, &BodyModel::inertia), model.inertia);
  gather(each(bodies, &BodyModel::inverse_inertia), model.inverse_inertia);
  model.drifts_alike = std::all_of(batch.nodes.begin(), batch.nodes.end(), [&](std::size_t node) {
    return drift_of(links_[node].rod) == drift_of(first.rod);
  });
  model.rod.slender = first.rod.slender;
  model.rod.round = first.rod.round;
  const auto rods = each(each(links_, batch.nodes), &LinkModel::rod);
  gather(each(rods, &Slenderness::principal_axes), model.rod.principal_axes);
  gather(each(rods, &Slenderness::across), model.rod.across);
  gather(each(rods, &Slenderness::along_excess), model.rod.along_excess);
  gather(each(rods, &Slenderness::flat_excess), model.rod.flat_excess);
  const auto joints = each(view_.model.joints, batch.joints);
  model.joint.type = joints.a.type;
  gather(each(joints, &JointModel::parent_anchor), model.joint.parent_anchor);
  gather(each(joints, &JointModel::child_anchor), model.joint.child_anchor);
  gather(each(joints, &JointModel::parent_frame), model.joint.parent_frame);
  gather(each(joints, &JointModel::child_frame), model.joint.child_frame);
}

void WideLinks::find_broken() {
  for (const LinkBatch& batch : batches_) {
    const bool whole = std::none_of(batch.joints.begin(), batch.joints.end(),
                                    [&](std::size_t j) { return view_.state.joints[j].broken; });
    for (const std::size_t node : batch.nodes) takes_[node] = whole ? 1 : 0;
  }
}

template <class Visit>
void WideLinks::for_each_batch(std::span<const std::size_t> groups, Visit visit) const {
  for (const std::size_t group : groups) {
    const Range range = batches_of_[group];
    for (std::size_t q = range.begin; q < range.end; ++q) {
      if (takes(batches_[q].nodes[0])) visit(batches_[q]);
    }
  }
}

void WideLinks::prepare(std::span<const std::size_t> groups, const KickTimes& times,
                        const LinkArrays& arrays) const {
  for_each_batch(groups, [&](const LinkBatch& batch) {
    prepare_four(batch, view_.state, view_.config.gravity, times, arrays);
  });
}

void WideLinks::drift(std::span<const std::size_t> groups, double h, const LinkArrays& arrays) const {
  for_each_batch(groups, [&](const LinkBatch& batch) {
    const bool drifted = batch.model->drifts_alike && drift_four(batch, view_.state, h, arrays);
    if (!drifted) drift_each(batch, h, arrays);
  });
}

// Drifts each link by itself: also those that turned too far for the lanes' series.
void WideLinks::drift_each(const LinkBatch& batch, double h, const LinkArrays& arrays) const {
  for (const std::size_t node : std::span(batch.nodes).first(batch.count)) {
    const BodyIndex body = topology_.nodes[node].body;
    const Spatial& velocity = arrays.velocity[node];
    physics::drift(view_.model.bodies[body], links_[node].rod, arrays.frames[body],
                   view_.state.bodies[body].orientation, velocity.linear(), velocity.angular(), h,
                   arrays.trial[body]);
  }
}

void WideLinks::measure(std::span<const std::size_t> groups, const LinkArrays& arrays) const {
  for_each_batch(groups, [&](const LinkBatch& batch) { measure_four(batch, arrays); });
}

void WideLinks::store(std::span<const std::size_t> groups, double h, double part, bool corrected,
                      const LinkArrays& arrays, std::span<BodyState> bodies,
                      std::span<JointState> joints) const {
  for_each_batch(
      groups, [&](const LinkBatch& batch) { store_four(batch, h, part, corrected, arrays, bodies, joints); });
}

}  // namespace drawbar::physics
