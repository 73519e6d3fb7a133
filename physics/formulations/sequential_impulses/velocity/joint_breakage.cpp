#include "physics/formulations/sequential_impulses/velocity/joint_breakage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drawbar::physics {
namespace {

/// A load as a part of the most that is borne, if there is such a bound.
double part_of(const Vec3& load, const std::optional<double>& most) {
  if (!most) return 0;
  const double size = std::sqrt(load.squaredNorm());
  if (*most > 0) return size / *most;
  return size > 0 ? std::numeric_limits<double>::infinity() : 0.0;
}

bool may_break(const JointConfig& joint) {
  return joint.break_force || joint.break_torque;
}

}  // namespace

JointBreakage::JointBreakage(const StepView& view, const Topology& topology, TrialJoints& joints,
                             const LinkData& data, const TreeSystem& trees, const ConstraintSet& constraints)
    : view_(view),
      topology_(topology),
      joints_(joints),
      data_(data),
      trees_(trees),
      constraints_(constraints),
      any_breakable_(std::any_of(view.config.joints.begin(), view.config.joints.end(), may_break)),
      release_impulse_(topology.nodes.size()) {
  broken_now_.reserve(view.config.joints.size());
}

bool JointBreakage::is_breakable(std::size_t j) const {
  return may_break(view_.config.joints[j]) && !joints_.broken(j);
}

JointReaction JointBreakage::reaction_of(std::size_t j, double kick,
                                         std::span<const Spatial> reaction) const {
  const std::size_t i = topology_.node_of_joint[j];
  if (i != kNone) return joint_reaction(topology_, data_, i, kick, reaction[i]);
  const Spatial impulse = constraints_.loops.reaction(j);
  return {(impulse.linear() + constraints_.touch.pull(j)) / kick, impulse.angular() / kick};
}

JointReaction JointBreakage::joined_reaction(std::size_t j, const KickTimes& times,
                                             std::span<const Spatial> reaction) const {
  const JointState& joint = view_.state.joints[j];
  const JointReaction now = reaction_of(j, times.kick, reaction);
  return {joined(now.force, times, joint.reaction), joined(now.torque, times, joint.reaction_torque)};
}

// What acts along a joint's free axes is not the bearing's load.
double JointBreakage::load_of(std::size_t j, const JointReaction& reaction) const {
  const JointConfig& config = view_.config.joints[j];
  Vec3 torque = reaction.torque;
  if (const std::size_t i = topology_.node_of_joint[j]; i != kNone) {
    const Pivot& pivot = trees_.factor.pivots[i];
    for (std::size_t k = 0; k < static_cast<std::size_t>(pivot.axes); ++k) {
      const Vec3 axis = pivot.axis[k].motion.angular();
      const double squared = axis.squaredNorm();
      if (squared > 0) torque -= (axis.dot(torque) / squared) * axis;
    }
  }
  return std::max(part_of(reaction.force, config.break_force), part_of(torque, config.break_torque));
}

// `part` of all that joint j gave in this kick is what it still gives.
void JointBreakage::release(std::size_t j, double part, std::span<const Spatial> reaction) {
  constraints_.touch.add_forces_of(j, part, release_impulse_);
  constraints_.loops.add_forces_of(j, part, release_impulse_);
  const std::size_t i = topology_.node_of_joint[j];
  if (i == kNone) return;
  add_scaled(release_impulse_[i], part, reaction[i]);
  const std::size_t parent = topology_.nodes[i].parent;
  if (parent == kNone) return;
  Spatial back{};
  add_scaled(back, -part, reaction[i]);
  add_force_from(release_impulse_[parent], back, trees_.factor.pivots[i].r);
}

// Since the kick's beginning until a joint that bears `load` in it broke; negative: in the kick before.
double JointBreakage::breaks_after(const JointState& joint, double load, const KickTimes& times) const {
  if (!(joint.load_age > 0)) return 0;
  const double rest = joint.load < 1 ? (load - 1) / (load - joint.load) : 1.0;
  return 0.5 * times.before() - rest * joint.load_age;
}

void JointBreakage::begin() {
  broken_now_.clear();
  applies_release_ = false;
}

bool JointBreakage::find_broken(const Island& island, const KickTimes& times,
                                std::span<const Spatial> reaction) {
  if (applies_release_) return false;
  const std::size_t before = broken_now_.size();
  for_each_breakable(island, [&](std::size_t j) {
    const double load = load_of(j, joined_reaction(j, times, reaction));
    if (!(load > 1)) return;
    if (broken_now_.empty()) {
      first_break_ = times.kick;
      for (const std::size_t i : island.nodes) release_impulse_[i] = Spatial{};
    }
    broken_now_.push_back(j);
    const JointState& joint = view_.state.joints[j];
    double until = first_break_;
    double least = std::min(1.0, joint.load);
    if (before == 0) {
      until = breaks_after(joint, load, times);
      first_break_ = std::min(first_break_, until);
      if (until > 0) least = 1;
    }
    // Of half a kick it is this half alone that is scaled: where the load was in the other, not beyond
    // itself.
    const double given = times.opens() ? load_of(j, reaction_of(j, times.kick, reaction)) : load;
    if (given > 0) release(j, until / times.kick * (least / std::max(given, least)), reaction);
  });
  for (std::size_t n = before; n < broken_now_.size(); ++n) joints_.set_broken(broken_now_[n], true);
  applies_release_ = broken_now_.size() == before;
  return !broken_now_.empty();
}

void JointBreakage::add_release_impulses(const Island& island, LinkData& data) {
  if (!applies_release_) return;
  for (const std::size_t i : island.nodes) add_scaled(data.links[i].momentum, 1.0, release_impulse_[i]);
}

}  // namespace drawbar::physics
