// What the joints of the real-time solver bear, and how that stiffens the next substep.
#include <algorithm>

#include "physics/formulations/sequential_impulses/stepper.h"

namespace drawbar::physics {

// By the last reaction of the node's joint, on its own body.
Vec3 ArticulatedStepper::last_force(std::size_t i) const {
  const TreeNode& node = topology_.nodes[i];
  return node.sign * context_.state.joints[node.joint].force;
}

// How much that pulls at both its bodies; the parent comes before the child.
void ArticulatedStepper::tighten(std::size_t i) {
  tension_[i] = 0;
  if (!links_[i].joined) return;
  const std::size_t parent = topology_.nodes[i].parent;
  const Vec3 force = last_force(i);
  tension_[i] += tension(force, links_[i].arm);
  if (parent != kNone) tension_[parent] += tension(-force, links_[i].parent_arm);
}

void ArticulatedStepper::add_stiffness(const KickTimes& times) {
  bool any = false;
  for (const std::size_t i : island_->nodes) {
    const TreeNode& node = topology_.nodes[i];
    const BodyState& body = context_.state.bodies[node.body];
    LinkOf<double>& link = links_[i];
    const double measure =
        stiffness_measure(node.in_loop ? 0.0 : tension_[i], link_models_[i].largest_inertia, times.drift);
    link.spin.velocity = body.smoothed_angular_velocity;
    link.spin.measure = body.stiffness_measure;
    link.spin.weight = body.smoothing;
    if (!times.closing) follow(measure, body.angular_velocity, link.spin);
    link.spin.measure = measure;
    if (!needs_stiffening(measure)) continue;
    stiffness_[i] = {};
    any = true;
  }
  if (any) stiffen(times.drift);
}

// G of the few that need it: all that pulls at them, now with its direction.
void ArticulatedStepper::stiffen(double h) {
  const auto pull = [&](std::size_t i, const Vec3& force, const Vec3& arm) {
    if (needs_stiffening(links_[i].spin.measure)) add_tension(force, arm, stiffness_[i]);
  };
  for (const std::size_t i : island_->nodes) {
    const LinkOf<double>& link = links_[i];
    if (!link.joined) continue;
    const std::size_t parent = topology_.nodes[i].parent;
    const Vec3 force = last_force(i);
    pull(i, force, link.arm);
    if (parent != kNone) pull(parent, -force, link.parent_arm);
  }
  for (const std::size_t i : island_->nodes) {
    const SmoothedSpin& spin = links_[i].spin;
    if (!needs_stiffening(spin.measure)) continue;
    add_geometric_stiffness(stiffness_[i], spin.measure, h, spin.velocity, mass_[i], links_[i].momentum);
  }
}

// Reaction of every tree joint from the balance of momentum, leaf to root, as impulses of this kick.
void ArticulatedStepper::find_reactions() {
  for (const std::size_t i : island_->nodes) {
    reaction_[i] = mass_[i] * velocity_[i];
    add_scaled(reaction_[i], -1.0, links_[i].momentum);
  }
  if (!touch_.empty() || !loops_.empty()) {
    for (const std::size_t i : island_->nodes) force_[i] = Spatial{};
    touch_.add_forces(force_);
    loops_.add_forces(force_);
    for (const std::size_t i : island_->nodes) add_scaled(reaction_[i], -1.0, force_[i]);
  }
  for (std::size_t at = island_->nodes.size(); at-- > 0;) {
    const std::size_t i = island_->nodes[at];
    const TreeNode& node = topology_.nodes[i];
    if (!links_[i].joined || node.parent == kNone) continue;
    add_force_from(reaction_[node.parent], reaction_[i], factor_.pivots[i].r);
  }
}

// For the next K_g and friction that depends on it.
void ArticulatedStepper::store_forces(double kick) {
  for (const std::size_t i : island_->nodes) {
    const TreeNode& node = topology_.nodes[i];
    if (!links_[i].joined) continue;
    context_.state.joints[node.joint].force = (node.sign / kick) * reaction_[i].linear();
  }
}

void ArticulatedStepper::store_reactions(const KickTimes& times) {
  for (const std::size_t i : island_->nodes) {
    if (!links_[i].joined) continue;
    const TreeNode& node = topology_.nodes[i];
    JointState& joint = context_.state.joints[node.joint];
    const Vec3 force = (node.sign / times.kick) * reaction_[i].linear();
    if (link_models_[i].foresees && joint.force_age > 0) {
      joint.force_rate = (force - joint.force) / (joint.force_age + times.instant());
    }
    joint.force = force;
    if (link_models_[i].foresees) joint.force_age = times.age();
  }
}

}  // namespace drawbar::physics
