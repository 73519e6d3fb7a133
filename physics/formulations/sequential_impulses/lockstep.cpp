#include "physics/formulations/sequential_impulses/lockstep.h"

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "physics/formulations/sequential_impulses/equal_links.h"
#include "physics/formulations/sequential_impulses/lockstep_frame.h"

namespace drawbar::physics {
namespace {

template <std::size_t lanes>
void set_lane(std::size_t lane, double value, WideOf<lanes>& out) {
  out.set(lane, value);
}
template <class Value, class WideValue>
void set_lane(std::size_t lane, const Eigen::MatrixBase<Value>& value, WideValue& out) {
  for (Eigen::Index k = 0; k < value.size(); ++k) out.coeffRef(k).set(lane, value.derived().coeff(k));
}
template <class Abreast>
void set_lane(std::size_t lane, const BodyFrame& value, BodyFrameOf<Abreast>& out) {
  set_lane(lane, value.center, out.center);
  set_lane(lane, value.rotation, out.rotation);
}

template <class Value, class WideValue>
void set_lane(std::size_t lane, const CourseOf<Value>& value, CourseOf<WideValue>& out) {
  set_lane(lane, value.last, out.last);
  set_lane(lane, value.change, out.change);
  set_lane(lane, value.bend, out.bend);
}

template <std::size_t lanes>
void take_lane(std::size_t lane, const WideOf<lanes>& from, double& out) {
  out = from[lane];
}
template <class Value, class WideValue>
void take_lane(std::size_t lane, const WideValue& from, Eigen::MatrixBase<Value>& out) {
  for (Eigen::Index k = 0; k < out.size(); ++k) out.derived().coeffRef(k) = from.coeff(k)[lane];
}

template <class Value, class WideValue>
void take_lane(std::size_t lane, const CourseOf<WideValue>& from, CourseOf<Value>& out) {
  take_lane(lane, from.last, out.last);
  take_lane(lane, from.change, out.change);
  take_lane(lane, from.bend, out.bend);
}

// Groups on whose bodies and joints nothing ever acts but weight and each other.
std::vector<bool> left_alone(const StepContext& context, const Topology& topology,
                             std::span<const LinkModel> links) {
  const WorldConfig& config = context.config;
  std::vector<bool> alone(topology.groups.size(), true);
  const auto disturb = [&](std::size_t group) {
    if (group != kNone) alone[group] = false;
  };
  for (std::size_t g = 0; g < alone.size(); ++g) {
    const Group& group = topology.groups[g];
    alone[g] = group.trees.size() == 1 && group.loop_joints.empty() && group.couplings.empty() &&
               group.springs.empty();
  }
  for (std::size_t b = 0; b < config.bodies.size(); ++b) {
    if (!config.bodies[b].shapes.empty()) disturb(topology.group_of(b));
    for (const ShapeConfig& shape : config.bodies[b].shapes) {
      if (!shape.belt || !shape.belt->joint) continue;
      disturb(topology.group_of(context.model.joints[index_of(*shape.belt->joint)]));
    }
  }
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    const JointConfig& joint = config.joints[j];
    const bool plain = joint.type != JointType::guided && !joint.break_force && !joint.break_torque &&
                       !has_axis_loads(config, j);
    if (!plain) disturb(topology.group_of(context.model.joints[j]));
  }
  // Fast rotors are stepped by themselves: they nutate.
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].has_spin_axis) disturb(topology.trees[topology.nodes[i].tree].group);
  }
  for (const HitchConfig& hitch : config.hitches) {
    disturb(topology.group_of(context.model.joints[index_of(hitch.joint)]));
  }
  return alone;
}

template <std::size_t lanes>
class LockstepOf final : public Lockstep {
 public:
  LockstepOf(const StepContext& context, const Topology& topology, std::span<const LinkModel> links);

  void step_frame(double h, int substeps, const Place& place) override;

 private:
  /// Fewer trees of a kind are not worth the lanes that do nothing.
  static constexpr std::size_t kFewest = 4;

  using Abreast = WideOf<lanes>;
  using Body = LockstepBodyOf<Abreast>;
  using Link = LockstepLinkOf<Abreast>;
  struct Batch {
    std::vector<std::size_t> groups;   // by lane; lanes beyond do what the last does
    std::vector<std::size_t> parents;  // as LockstepTreesOf's
    std::vector<const Body*> bodies;

    std::size_t group(std::size_t lane) const { return groups[std::min(lane, groups.size() - 1)]; }
  };

  void add_batch(std::span<const std::size_t> groups, std::span<const LinkModel> links);
  bool is_equal(std::size_t group, std::size_t other, std::span<const LinkModel> links) const;
  void describe(std::span<const LinkModel> links, Batch& batch);
  bool are_alike(std::size_t node, std::size_t other, std::span<const LinkModel> links) const;
  void describe_link(std::size_t node, std::span<const LinkModel> links, std::size_t lane, Body& body) const;
  void describe_joint(const TreeNode& node, std::size_t lane, Body& body) const;
  void gather(const Batch& batch, std::size_t lane);
  void scatter(const Batch& batch, std::size_t lane, std::span<BodyFrame> frames) const;
  static std::size_t axes_of(const Batch& batch, std::size_t i) {
    return static_cast<std::size_t>(batch.bodies[i]->free_axes);
  }
  const Tree& tree_of(std::size_t group) const { return topology_.trees[topology_.groups[group].trees[0]]; }

  StepContext context_;
  const Topology& topology_;
  // What links of all batches are: many are alike, and few of these stay near the processor.
  struct Described {
    std::array<std::size_t, lanes> nodes;
    Body body;
  };
  std::deque<Described> described_;
  std::vector<Batch> batches_;
  std::vector<Link> links_;  // of the present batch
};

template <std::size_t lanes>
LockstepOf<lanes>::LockstepOf(const StepContext& context, const Topology& topology,
                              std::span<const LinkModel> links)
    : context_(context), topology_(topology) {
  const std::vector<bool> alone = left_alone(context, topology, links);
  std::vector<std::vector<std::size_t>> kinds;
  for (std::size_t g = 0; g < alone.size(); ++g) {
    if (!alone[g]) continue;
    auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const std::vector<std::size_t>& waiting) {
      return is_equal(waiting[0], g, links);
    });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), std::vector<std::size_t>());
    kind->push_back(g);
    if (kind->size() < lanes) continue;
    add_batch(*kind, links);
    kinds.erase(kind);
  }
  for (const std::vector<std::size_t>& kind : kinds) {
    if (kind.size() >= kFewest) add_batch(kind, links);
  }
}

template <std::size_t lanes>
void LockstepOf<lanes>::add_batch(std::span<const std::size_t> groups, std::span<const LinkModel> links) {
  Batch& batch = batches_.emplace_back();
  batch.groups.assign(groups.begin(), groups.end());
  describe(links, batch);
  links_.resize(std::max(links_.size(), batch.bodies.size()));
}

template <std::size_t lanes>
bool LockstepOf<lanes>::is_equal(std::size_t group, std::size_t other,
                                 std::span<const LinkModel> links) const {
  const Tree& tree = tree_of(group);
  const Tree& second = tree_of(other);
  if (tree.end - tree.begin != second.end - second.begin) return false;
  const auto parent = [&](const Tree& of, std::size_t i) {
    const std::size_t node = topology_.nodes[i].parent;
    return node == kNone ? kNone : node - of.begin;
  };
  const auto joint_type = [&](const TreeNode& node) {
    return node.joint == kNone ? JointType::fixed : context_.model.joints[node.joint].type;
  };
  for (std::size_t k = 0; k < tree.end - tree.begin; ++k) {
    const TreeNode& a = topology_.nodes[tree.begin + k];
    const TreeNode& b = topology_.nodes[second.begin + k];
    const LinkModel& one = links[tree.begin + k];
    const LinkModel& two = links[second.begin + k];
    const bool same_node = parent(tree, tree.begin + k) == parent(second, second.begin + k) &&
                           (a.joint == kNone) == (b.joint == kNone) && joint_type(a) == joint_type(b) &&
                           a.sign == b.sign;
    const bool same_link = one.rod.slender == two.rod.slender && one.rod.round == two.rod.round;
    if (!same_node || !same_link) return false;
  }
  return true;
}

// Roots that hang differ in what holds them.
template <std::size_t lanes>
bool LockstepOf<lanes>::are_alike(std::size_t node, std::size_t other,
                                  std::span<const LinkModel> links) const {
  const TreeNode& a = topology_.nodes[node];
  const bool is_held = a.joint != kNone && a.parent == kNone;
  return !is_held && (a.parent == kNone) == (topology_.nodes[other].parent == kNone) &&
         are_equal_links(context_.model, topology_, links, node, other);
}

template <std::size_t lanes>
void LockstepOf<lanes>::describe(std::span<const LinkModel> links, Batch& batch) {
  const Tree& first = tree_of(batch.groups[0]);
  for (std::size_t k = 0; k < first.end - first.begin; ++k) {
    const std::size_t parent = topology_.nodes[first.begin + k].parent;
    batch.parents.push_back(parent == kNone ? kNone : parent - first.begin);
    std::array<std::size_t, lanes> nodes;
    for (std::size_t lane = 0; lane < lanes; ++lane) nodes[lane] = tree_of(batch.group(lane)).begin + k;
    const auto known = std::find_if(described_.rbegin(), described_.rend(), [&](const Described& of) {
      return std::equal(nodes.begin(), nodes.end(), of.nodes.begin(),
                        [&](std::size_t node, std::size_t other) { return are_alike(node, other, links); });
    });
    if (known != described_.rend()) {
      batch.bodies.push_back(&known->body);
      continue;
    }
    Described& described = described_.emplace_back();
    described.nodes = nodes;
    for (std::size_t lane = 0; lane < lanes; ++lane) describe_link(nodes[lane], links, lane, described.body);
    batch.bodies.push_back(&described.body);
  }
}

template <std::size_t lanes>
void LockstepOf<lanes>::describe_link(std::size_t i, std::span<const LinkModel> links, std::size_t lane,
                                      Body& body) const {
  const TreeNode& node = topology_.nodes[i];
  const LinkModel& link = links[i];
  const BodyModel& model = context_.model.bodies[node.body];
  body.sign = node.sign;
  body.hangs = node.joint != kNone;
  body.lone = link.lone;
  body.counts_turns = link.counts_turns;
  body.rod.slender = link.rod.slender;
  body.rod.round = link.rod.round;
  set_lane(lane, model.mass, body.mass);
  set_lane(lane, model.inertia, body.inertia);
  set_lane(lane, model.inverse_inertia, body.inverse_inertia);
  set_lane(lane, link.rod.principal_axes, body.rod.principal_axes);
  set_lane(lane, link.rod.across, body.rod.across);
  set_lane(lane, link.rod.along_excess, body.rod.along_excess);
  set_lane(lane, link.rod.flat_excess, body.rod.flat_excess);
  set_lane(lane, link.largest_inertia, body.largest_inertia);
  if (body.hangs) describe_joint(node, lane, body);
}

template <std::size_t lanes>
void LockstepOf<lanes>::describe_joint(const TreeNode& node, std::size_t lane, Body& body) const {
  const JointModel& joint = context_.model.joints[node.joint];
  body.free_axes = joint.free_axes;
  body.joint.type = joint.type;
  set_lane(lane, joint.parent_anchor, body.joint.parent_anchor);
  set_lane(lane, joint.child_anchor, body.joint.child_anchor);
  set_lane(lane, joint.parent_frame, body.joint.parent_frame);
  set_lane(lane, joint.child_frame, body.joint.child_frame);
  if (node.parent != kNone) return;
  const BodyState& base = context_.state.bodies[node.parent_body];
  set_lane(lane, BodyFrame{base.center, base.orientation.toRotationMatrix()}, body.base);
}

template <std::size_t lanes>
void LockstepOf<lanes>::step_frame(double h, int substeps, const Place& place) {
  for (const Batch& batch : batches_) {
    const auto turns_fast = [&](std::size_t group) { return place.refinement[group].depth() > 0; };
    // A lane that has to be left in the end keeps the others waiting.
    if (std::any_of(batch.groups.begin(), batch.groups.end(), turns_fast)) continue;
    for (std::size_t lane = 0; lane < lanes; ++lane) gather(batch, lane);
    const std::span<Link> links(links_.data(), batch.bodies.size());
    const LockstepFrameOf<Abreast> frame =
        step_abreast({batch.parents, batch.bodies, links}, context_.config.gravity, h, substeps);
    for (std::size_t lane = 0; lane < batch.groups.size(); ++lane) {
      if (!frame.stepped[lane]) continue;
      const std::size_t group = batch.groups[lane];
      scatter(batch, lane, place.frames);
      place.refinement[group].note(frame.turn_rate[lane]);
      place.is_ahead[group] = 1;
      context_.statistics.substeps += static_cast<std::uint64_t>(substeps);
    }
  }
}

template <std::size_t lanes>
void LockstepOf<lanes>::gather(const Batch& batch, std::size_t lane) {
  const Tree& tree = tree_of(batch.group(lane));
  for (std::size_t i = tree.begin; i < tree.end; ++i) {
    const TreeNode& node = topology_.nodes[i];
    const BodyState& body = context_.state.bodies[node.body];
    Link& link = links_[i - tree.begin];
    set_lane(lane, body.center, link.frame.center);
    set_lane(lane, body.orientation.coeffs(), link.orientation.coeffs());
    set_lane(lane, body.velocity, link.velocity);
    set_lane(lane, body.angular_velocity, link.angular_velocity);
    set_lane(lane, body.smoothed_angular_velocity, link.smoothed.velocity);
    set_lane(lane, body.stiffness_measure, link.smoothed.measure);
    set_lane(lane, body.smoothing, link.smoothed.weight);
    if (node.joint == kNone) continue;
    const JointState& joint = context_.state.joints[node.joint];
    set_lane(lane, joint.bias.linear, link.bias_memory.linear);
    set_lane(lane, joint.bias.angular, link.bias_memory.angular);
    set_lane(lane, joint.force, link.joint_force);
    for (std::size_t k = 0; k < axes_of(batch, i - tree.begin); ++k) {
      set_lane(lane, joint.axes[k].position, link.position[k]);
    }
    set_lane(lane, context_.error_peaks[node.joint], link.error_peak);
    set_lane(lane, context_.angle_error_peaks[node.joint], link.angle_error_peak);
  }
}

template <std::size_t lanes>
void LockstepOf<lanes>::scatter(const Batch& batch, std::size_t lane, std::span<BodyFrame> frames) const {
  const Tree& tree = tree_of(batch.group(lane));
  for (std::size_t i = tree.begin; i < tree.end; ++i) {
    const TreeNode& node = topology_.nodes[i];
    BodyState& body = context_.state.bodies[node.body];
    const Link& link = links_[i - tree.begin];
    take_lane(lane, link.frame.center, frames[node.body].center);
    take_lane(lane, link.frame.rotation, frames[node.body].rotation);
    body.center = frames[node.body].center;
    take_lane(lane, link.orientation.coeffs(), body.orientation.coeffs());
    take_lane(lane, link.velocity, body.velocity);
    take_lane(lane, link.angular_velocity, body.angular_velocity);
    take_lane(lane, link.smoothed.velocity, body.smoothed_angular_velocity);
    take_lane(lane, link.smoothed.measure, body.stiffness_measure);
    take_lane(lane, link.smoothed.weight, body.smoothing);
    if (node.joint == kNone) continue;
    JointState& joint = context_.state.joints[node.joint];
    take_lane(lane, link.bias_memory.linear, joint.bias.linear);
    take_lane(lane, link.bias_memory.angular, joint.bias.angular);
    take_lane(lane, link.joint_force, joint.force);
    for (std::size_t k = 0; k < axes_of(batch, i - tree.begin); ++k) {
      take_lane(lane, link.position[k], joint.axes[k].position);
    }
    take_lane(lane, link.error_peak, context_.error_peaks[node.joint]);
    take_lane(lane, link.angle_error_peak, context_.angle_error_peaks[node.joint]);
  }
}

}  // namespace

std::unique_ptr<Lockstep> make_lockstep(const StepContext& context, const Topology& topology,
                                        std::span<const LinkModel> links) {
  if (has_room_for_eight()) return std::make_unique<LockstepOf<8>>(context, topology, links);
  return std::make_unique<LockstepOf<4>>(context, topology, links);
}

}  // namespace drawbar::physics
