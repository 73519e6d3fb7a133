#include "physics/formulations/sequential_impulses/wide/wide_links.h"

#include <algorithm>
#include <utility>

#include "physics/formulations/sequential_impulses/wide/equal_links.h"
#include "physics/formulations/sequential_impulses/wide/gather.h"

namespace drawbar::physics {
namespace {

// What of LinkOf and PivotOf a kick's beginning sets, and nothing that would have to be set to zero before.
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
// What the end of a substep asks for.
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

DRAWBAR_WIDE void prepare_four(const LinkQuartet& quartet, const State& state, const Vec3& gravity,
                               const KickTimes& times, const LinkArrays& arrays) {
  const AbreastModel& model = *quartet.model;
  BodyFrameOf<Wide> parent, child;
  gather(each(arrays.frames, quartet.parents), parent);
  gather(each(arrays.frames, quartet.children), child);
  const BodyFrameOf<Wide>& own = model.sign > 0 ? child : parent;
  const BodyFrameOf<Wide>& other = model.sign > 0 ? parent : child;
  const auto bodies = each(state.bodies, quartet.bodies);
  const auto links = each(arrays.links, quartet.nodes);
  const auto pivots = each(arrays.pivots, quartet.nodes);

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
    const auto joints = each(state.joints, quartet.joints);
    BiasMemoryOf<Wide> memory;
    gather(each(joints, &JointState::bias), memory);
    gather(each(links, &LinkOf<double>::gap), link.gap);
    predict_bias(model.joint.type, parent.rotation, memory, times.drift / times.whole, times.drift,
                 pivot.axes, motion, link);
  }

  scatter(mass, each(arrays.mass, quartet.nodes));
  scatter(link.momentum, each(links, &LinkOf<double>::momentum));
  scatter(link.angular_velocity_before, each(links, &LinkOf<double>::angular_velocity_before));
  scatter(link.arm, each(links, &LinkOf<double>::arm));
  scatter(link.parent_arm, each(links, &LinkOf<double>::parent_arm));
  scatter(link.bias_linear, each(links, &LinkOf<double>::bias_linear));
  scatter(link.bias_angular, each(links, &LinkOf<double>::bias_angular));
  scatter(pivot.r, each(pivots, &Pivot::r));
  for (const std::size_t node : quartet.nodes) arrays.pivots[node].axes = pivot.axes;
  for (std::size_t k = 0; k < static_cast<std::size_t>(pivot.axes); ++k) {
    const EachLane<PivotAxis> axes{pivots.a.axis[k], pivots.b.axis[k], pivots.c.axis[k], pivots.d.axis[k]};
    scatter(pivot.axis[k].motion, each(axes, &PivotAxis::motion));
  }
}

// Whether all lanes are known afterwards: not where one turned too far.
DRAWBAR_WIDE bool drift_four(const LinkQuartet& quartet, const State& state, double h,
                             const LinkArrays& arrays) {
  const AbreastModel& model = *quartet.model;
  BodyFrameOf<Wide> from;
  QuatOf<Wide> orientation;
  SpatialOf<Wide> velocity;
  gather(each(arrays.frames, quartet.bodies), from);
  gather(each(each(state.bodies, quartet.bodies), &BodyState::orientation), orientation);
  gather(each(arrays.velocity, quartet.nodes), velocity);
  DriftedBodyOf<Wide> to;
  drift(model, model.rod, from, orientation, velocity.linear(), velocity.angular(), h, to);
  const auto bodies = each(arrays.trial, quartet.bodies);
  scatter(to.frame, each(bodies, &DriftedBody::frame));
  scatter(to.orientation, each(bodies, &DriftedBody::orientation));
  scatter(to.momentum, each(bodies, &DriftedBody::momentum));
  return !any(!(to.orientation.squaredNorm() > 0.0));
}

DRAWBAR_WIDE void measure_four(const LinkQuartet& quartet, const LinkArrays& arrays) {
  BodyFrameOf<Wide> parent, child;
  gather(each(each(arrays.trial, quartet.parents), &DriftedBody::frame), parent);
  gather(each(each(arrays.trial, quartet.children), &DriftedBody::frame), child);
  const auto links = each(arrays.links, quartet.nodes);
  JointErrorOf<Wide> before;
  gather(each(links, &LinkOf<double>::error), before);
  const JointErrorOf<Wide> now = joint_error(quartet.model->joint, parent, child);
  scatter(now, each(links, &LinkOf<double>::error));
  scatter(closure_of(before, now), each(arrays.closures, quartet.nodes));
}

DRAWBAR_WIDE void store_four(const LinkQuartet& quartet, double h, double part, bool corrected,
                             const LinkArrays& arrays, std::span<BodyState> body_states,
                             std::span<JointState> joint_states) {
  const AbreastModel& model = *quartet.model;
  BodyFrameOf<Wide> from;
  DriftedBodyOf<Wide> to;
  gather(each(arrays.frames, quartet.bodies), from);
  const auto trial = each(arrays.trial, quartet.bodies);
  gather(each(each(trial, &DriftedBody::frame), &BodyFrame::rotation), to.frame.rotation);
  gather(each(trial, &DriftedBody::momentum), to.momentum);
  scatter(drifted_angular_velocity(model, from, to),
          each(each(body_states, quartet.bodies), &BodyState::angular_velocity));
  if (!model.predicts_bias) return;

  const auto links = each(arrays.links, quartet.nodes);
  DriftedLink link;
  gather(each(links, &LinkOf<double>::bias_linear), link.bias_linear);
  gather(each(links, &LinkOf<double>::bias_angular), link.bias_angular);
  gather(each(links, &LinkOf<double>::gap), link.gap);
  gather(each(links, &LinkOf<double>::error), link.error);
  Mat3Of<Wide> parent_rotation;
  gather(each(each(arrays.frames, quartet.parents), &BodyFrame::rotation), parent_rotation);
  const auto memories = each(each(joint_states, quartet.joints), &JointState::bias);
  BiasMemoryOf<Wide> memory;
  gather(memories, memory);
  remember_bias(parent_rotation, part, h, Wide::Mask(corrected), link, memory);
  scatter(memory, memories);
}

}  // namespace

LinksAbreast::LinksAbreast(const StepView& view, const Topology& topology, std::span<const LinkModel> links)
    : view_(view), topology_(topology), links_(links), takes_(topology.nodes.size()) {
  quartets_of_.reserve(topology.groups.size());
  for (const Group& group : topology.groups) add_group(group);
}

// Its joint does not break by itself, and nothing but its type and measures tells it from others.
bool LinksAbreast::is_plain(std::size_t node) const {
  const std::size_t j = topology_.nodes[node].joint;
  if (j == kNone) return false;
  const JointConfig& joint = view_.config.joints[j];
  return joint.type != JointType::guided && !joint.break_force && !joint.break_torque &&
         std::none_of(view_.config.hitches.begin(), view_.config.hitches.end(),
                      [&](const HitchConfig& hitch) { return index_of(hitch.joint) == j; });
}

// By how they hang; and among these by how they drift, so that few quartets have to drift one by one.
void LinksAbreast::add_group(const Group& group) {
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
  const std::size_t first = quartets_.size();
  for (std::size_t begin = 0; begin < nodes.size();) {
    std::size_t end = begin + 1;
    while (end < nodes.size() && end - begin < kLanes && hanging(nodes[end]) == hanging(nodes[begin])) ++end;
    // Lanes that do nothing are worth it for two links that also drift together, and for three.
    const bool drift_alike = drift_of(links_[nodes[begin]].rod) == drift_of(links_[nodes[end - 1]].rod);
    if (end - begin > (drift_alike ? 1 : 2)) add_quartet(std::span(nodes).subspan(begin, end - begin));
    begin = end;
  }
  quartets_of_.push_back({first, quartets_.size()});
}

void LinksAbreast::add_quartet(std::span<const std::size_t> nodes) {
  LinkQuartet& quartet = quartets_.emplace_back();
  quartet.count = nodes.size();
  const Model& model = view_.model;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::size_t node = nodes[std::min(lane, nodes.size() - 1)];
    const TreeNode& tree_node = topology_.nodes[node];
    takes_[node] = 1;
    quartet.nodes[lane] = node;
    quartet.bodies[lane] = tree_node.body;
    quartet.joints[lane] = tree_node.joint;
    quartet.parents[lane] = model.joints[tree_node.joint].parent;
    quartet.children[lane] = model.joints[tree_node.joint].child;
  }
  quartet.model = &model_of(quartet);
}

const AbreastModel& LinksAbreast::model_of(const LinkQuartet& quartet) {
  const auto known = std::find_if(described_.rbegin(), described_.rend(), [&](const Described& of) {
    return std::equal(quartet.nodes.begin(), quartet.nodes.end(), of.nodes.begin(),
                      [&](std::size_t node, std::size_t other) {
                        return are_equal_links(view_.model, topology_, links_, node, other);
                      });
  });
  if (known != described_.rend()) return known->model;
  Described& described = described_.emplace_back();
  described.nodes = quartet.nodes;
  describe(quartet, described.model);
  return described.model;
}

void LinksAbreast::describe(const LinkQuartet& quartet, AbreastModel& model) const {
  const LinkModel& first = links_[quartet.nodes[0]];
  model.sign = topology_.nodes[quartet.nodes[0]].sign;
  model.predicts_bias = first.predicts_bias;
  const auto bodies = each(view_.model.bodies, quartet.bodies);
  gather(each(bodies, &BodyModel::mass), model.mass);
  gather(each(bodies, &BodyModel::inertia), model.inertia);
  gather(each(bodies, &BodyModel::inverse_inertia), model.inverse_inertia);
  model.drifts_alike = std::all_of(quartet.nodes.begin(), quartet.nodes.end(), [&](std::size_t node) {
    return drift_of(links_[node].rod) == drift_of(first.rod);
  });
  model.rod.slender = first.rod.slender;
  model.rod.round = first.rod.round;
  const auto rods = each(each(links_, quartet.nodes), &LinkModel::rod);
  gather(each(rods, &Slenderness::principal_axes), model.rod.principal_axes);
  gather(each(rods, &Slenderness::across), model.rod.across);
  gather(each(rods, &Slenderness::along_excess), model.rod.along_excess);
  gather(each(rods, &Slenderness::flat_excess), model.rod.flat_excess);
  const auto joints = each(view_.model.joints, quartet.joints);
  model.joint.type = joints.a.type;
  gather(each(joints, &JointModel::parent_anchor), model.joint.parent_anchor);
  gather(each(joints, &JointModel::child_anchor), model.joint.child_anchor);
  gather(each(joints, &JointModel::parent_frame), model.joint.parent_frame);
  gather(each(joints, &JointModel::child_frame), model.joint.child_frame);
}

void LinksAbreast::find_broken() {
  for (const LinkQuartet& quartet : quartets_) {
    const bool whole = std::none_of(quartet.joints.begin(), quartet.joints.end(),
                                    [&](std::size_t j) { return view_.state.joints[j].broken; });
    for (const std::size_t node : quartet.nodes) takes_[node] = whole ? 1 : 0;
  }
}

template <class Visit>
void LinksAbreast::for_each_quartet(std::span<const std::size_t> groups, Visit visit) const {
  for (const std::size_t group : groups) {
    const Range range = quartets_of_[group];
    for (std::size_t q = range.begin; q < range.end; ++q) {
      if (takes(quartets_[q].nodes[0])) visit(quartets_[q]);
    }
  }
}

void LinksAbreast::prepare(std::span<const std::size_t> groups, const KickTimes& times,
                           const LinkArrays& arrays) const {
  for_each_quartet(groups, [&](const LinkQuartet& quartet) {
    prepare_four(quartet, view_.state, view_.config.gravity, times, arrays);
  });
}

void LinksAbreast::drift(std::span<const std::size_t> groups, double h, const LinkArrays& arrays) const {
  for_each_quartet(groups, [&](const LinkQuartet& quartet) {
    const bool drifted = quartet.model->drifts_alike && drift_four(quartet, view_.state, h, arrays);
    if (!drifted) drift_each(quartet, h, arrays);
  });
}

// What turned too far for the lanes' series, too.
void LinksAbreast::drift_each(const LinkQuartet& quartet, double h, const LinkArrays& arrays) const {
  for (const std::size_t node : std::span(quartet.nodes).first(quartet.count)) {
    const BodyIndex body = topology_.nodes[node].body;
    const Spatial& velocity = arrays.velocity[node];
    physics::drift(view_.model.bodies[body], links_[node].rod, arrays.frames[body],
                   view_.state.bodies[body].orientation, velocity.linear(), velocity.angular(), h,
                   arrays.trial[body]);
  }
}

void LinksAbreast::measure(std::span<const std::size_t> groups, const LinkArrays& arrays) const {
  for_each_quartet(groups, [&](const LinkQuartet& quartet) { measure_four(quartet, arrays); });
}

void LinksAbreast::store(std::span<const std::size_t> groups, double h, double part, bool corrected,
                         const LinkArrays& arrays, std::span<BodyState> bodies,
                         std::span<JointState> joints) const {
  for_each_quartet(groups, [&](const LinkQuartet& quartet) {
    store_four(quartet, h, part, corrected, arrays, bodies, joints);
  });
}

}  // namespace drawbar::physics
