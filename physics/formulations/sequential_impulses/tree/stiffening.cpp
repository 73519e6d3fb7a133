#include "physics/formulations/sequential_impulses/tree/stiffening.h"

namespace drawbar::physics {

Stiffening::Stiffening(const StepView& view, const Topology& topology, const TrialJoints& joints)
    : view_(view),
      topology_(topology),
      joints_(joints),
      tension_(topology.nodes.size()),
      stiffness_(topology.nodes.size()) {}

// By the last reaction of the node's joint, on its own body.
Vec3 Stiffening::last_force(std::size_t i) const {
  const TreeNode& node = topology_.nodes[i];
  return node.sign * joints_.force(node.joint);
}

// How much each joint pulls at both its bodies; the parent comes before the child.
void Stiffening::find_tensions(const Island& island, const LinkData& data) {
  for (const std::size_t i : island.nodes) {
    tension_[i] = 0;
    const LinkOf<double>& link = data.links[i];
    if (!link.joined) continue;
    const std::size_t parent = topology_.nodes[i].parent;
    const Vec3 force = last_force(i);
    tension_[i] += tension(force, link.arm);
    if (parent != kNone) tension_[parent] += tension(-force, link.parent_arm);
  }
}

void Stiffening::build(const Island& island, const KickTimes& times, LinkData& data) {
  find_tensions(island, data);
  bool any = false;
  const std::span<const TreeNode> nodes(topology_.nodes);
  const std::span<const BodyState> bodies(view_.state.bodies);
  for (const std::size_t i : island.nodes) {
    const TreeNode& node = nodes[i];
    const BodyState& body = bodies[node.body];
    LinkOf<double>& link = data.links[i];
    const double measure =
        stiffness_measure(node.in_loop ? 0.0 : tension_[i], data.models[i].largest_inertia, times.drift);
    link.spin.velocity = body.smoothed_angular_velocity;
    link.spin.measure = body.stiffness_measure;
    link.spin.weight = body.smoothing;
    if (!times.closing) follow(measure, body.angular_velocity, link.spin);
    link.spin.measure = measure;
    if (!needs_stiffening(measure)) continue;
    stiffness_[i] = {};
    any = true;
  }
  if (any) stiffen(island, times.drift, data);
}

// G of the few that need it: all that pulls at them, now with its direction.
void Stiffening::stiffen(const Island& island, double h, LinkData& data) {
  const auto pull = [&](std::size_t i, const Vec3& force, const Vec3& arm) {
    if (needs_stiffening(data.links[i].spin.measure)) physics::add_tension(force, arm, stiffness_[i]);
  };
  for (const std::size_t i : island.nodes) {
    const LinkOf<double>& link = data.links[i];
    if (!link.joined) continue;
    const std::size_t parent = topology_.nodes[i].parent;
    const Vec3 force = last_force(i);
    pull(i, force, link.arm);
    if (parent != kNone) pull(parent, -force, link.parent_arm);
  }
  for (const std::size_t i : island.nodes) {
    const SmoothedSpin& spin = data.links[i].spin;
    if (!needs_stiffening(spin.measure)) continue;
    add_geometric_stiffness(stiffness_[i], spin.measure, h, spin.velocity, data.mass[i],
                            data.links[i].momentum);
  }
}

}  // namespace drawbar::physics
