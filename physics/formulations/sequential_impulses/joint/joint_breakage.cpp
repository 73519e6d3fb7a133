// Joints that let go of what they bear no longer.
//
// The force known in a kick is its mean, that of the instant in the kick's middle (a third of the drift after
// the beginning where a kick opens a frame). Between two kicks it is taken for straight, which gives the
// instant t* at which it came to what breaks the joint. The joint then is no constraint of this kick any
// more, but an impulse: what it still had to give from the kick's beginning until t*, or, where the kick
// before had gone on beyond t*, what it had given too much. So the motion afterwards errs with the square of
// the substep, though t* falls anywhere in it. A force that jumps (an impact) breaks the joint where it was.
#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/formulations/sequential_impulses/stepper.h"

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

// Of the island's joints that have not broken.
template <class Visit>
void ArticulatedStepper::for_each_breakable(Visit visit) {
  if (!may_break_) return;
  for (std::size_t group : island_->groups) {
    for (std::size_t j : topology_.groups[group].joints) {
      if (may_break(context_.config.joints[j]) && !context_.state.joints[j].broken) visit(j);
    }
  }
}

// What joint j bears in this kick as a part of what breaks it.
double ArticulatedStepper::breaking_load(std::size_t j, double kick) const {
  const JointConfig& config = context_.config.joints[j];
  const std::size_t i = topology_.node_of_joint[j];
  if (i == kNone) {
    Spatial impulse = loops_.reaction(j);
    if (config.type == JointType::rope) impulse[0] = touch_.pull(j);
    return std::max(part_of(impulse.linear() / kick, config.break_force),
                    part_of(impulse.angular() / kick, config.break_torque));
  }
  // About the joint's point, without what acts along its free axes: that is not the bearing's load.
  const Vec3 force = reaction_[i].linear() / kick;
  Vec3 torque = reaction_[i].angular() / kick - links_[i].arm.cross(force);
  const Pivot& pivot = factor_.pivots[i];
  for (std::size_t k = 0; k < static_cast<std::size_t>(pivot.axes); ++k) {
    const Vec3 axis = pivot.axis[k].motion.angular();
    const double squared = axis.squaredNorm();
    if (squared > 0) torque -= (axis.dot(torque) / squared) * axis;
  }
  return std::max(part_of(force, config.break_force), part_of(torque, config.break_torque));
}

// Adds `part` of all that joint j gave in this kick to what is owed.
void ArticulatedStepper::owe(std::size_t j, double part) {
  touch_.add_forces_of(j, part, owed_);
  loops_.add_forces_of(j, part, owed_);
  const std::size_t i = topology_.node_of_joint[j];
  if (i == kNone) return;
  add_scaled(owed_[i], part, reaction_[i]);
  const std::size_t parent = topology_.nodes[i].parent;
  if (parent == kNone) return;
  Spatial back{};
  add_scaled(back, -part, reaction_[i]);
  add_force_from(owed_[parent], back, factor_.pivots[i].r);
}

// Since the kick's beginning until a joint that bears `load` in it broke; negative: in the kick before.
double ArticulatedStepper::breaks_after(const JointState& joint, double load, const KickTimes& times) const {
  if (!(joint.force_age > 0)) return 0;
  const double between = joint.force_age + times.instant();
  const double rest = joint.load < 1 ? (load - 1) / (load - joint.load) : 1.0;
  return 0.5 * times.before() + times.instant() - rest * between;
}

// After a solve of the kick: joints that bear too much are let go, first without and, once no other follows
// them, with what they owe. Those that follow go at the same instant. True if the kick must be solved again.
bool ArticulatedStepper::lets_go(const KickTimes& times) {
  if (pays_) return false;
  const std::size_t before = letting_go_.size();
  for_each_breakable([&](std::size_t j) {
    const double load = breaking_load(j, times.kick);
    if (!(load > 1)) return;
    if (letting_go_.empty()) {
      first_break_ = times.kick;
      for (const std::size_t i : island_->nodes) owed_[i] = Spatial{};
    }
    letting_go_.push_back(j);
    const JointState& joint = context_.state.joints[j];
    double until = first_break_;
    double least = std::min(1.0, joint.load);
    if (before == 0) {
      until = breaks_after(joint, load, times);
      first_break_ = std::min(first_break_, until);
      if (until > 0) least = 1;
    }
    owe(j, until / times.kick * (least / load));
  });
  for (std::size_t n = before; n < letting_go_.size(); ++n) {
    context_.state.joints[letting_go_[n]].broken = true;
  }
  pays_ = letting_go_.size() == before;
  return !letting_go_.empty();
}

// The kick will be tried again in pieces.
void ArticulatedStepper::hold_on() {
  for (std::size_t j : letting_go_) context_.state.joints[j].broken = false;
}

void ArticulatedStepper::pay() {
  for (const std::size_t i : island_->nodes) add_scaled(links_[i].momentum, 1.0, owed_[i]);
}

void ArticulatedStepper::store_loads(const KickTimes& times) {
  for (std::size_t j : letting_go_) {
    JointState& joint = context_.state.joints[j];
    const std::array<AxisState, kMaxFreeAxes> axes = joint.axes;
    joint = JointState{};
    joint.broken = true;
    for (std::size_t k = 0; k < axes.size(); ++k) joint.axes[k].position = axes[k].position;
  }
  for_each_breakable([&](std::size_t j) {
    JointState& joint = context_.state.joints[j];
    joint.load = breaking_load(j, times.kick);
    joint.force_age = times.age();
  });
}

}  // namespace drawbar::physics
