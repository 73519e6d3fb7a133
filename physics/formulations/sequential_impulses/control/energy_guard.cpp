#include "physics/formulations/sequential_impulses/control/energy_guard.h"

#include <algorithm>
#include <cmath>

#include "physics/formulations/shared/energy.h"

namespace drawbar::physics {
namespace {

/// Of the largest kinetic energy.
constexpr double kTolerance = 0.01;

}  // namespace

EnergyBound::EnergyBound(const StepContext& context, const Topology& topology)
    : context_(context),
      topology_(topology),
      passive_(topology.groups.size(), true),
      elastic_joints_(topology.groups.size()) {
  const auto drives = [&](JointId joint) {
    const std::size_t group = topology.group_of(context.model.joints[index_of(joint)]);
    if (group != kNone) passive_[group] = false;
  };
  const auto is_elastic = [](const AxisConfig& axis) { return axis.spring || axis.limit; };
  for (std::size_t g = 0; g < topology.groups.size(); ++g) {
    for (std::size_t j : topology.groups[g].joints) {
      const auto& axes = context.config.joints[j].axes;
      if (context.config.joints[j].cone || std::any_of(axes.begin(), axes.end(), is_elastic)) {
        elastic_joints_[g].push_back(j);
      }
    }
  }
  for (const DriveConfig& drive : context.config.drives) drives(drive.joint);
  for (const HitchConfig& hitch : context.config.hitches) drives(hitch.joint);
  for (const SteeringConfig& steering : context.config.steerings) {
    for (const SteeringConfig::Knuckle& knuckle : steering.knuckles) drives(knuckle.joint);
  }
}

EnergyBound::Energy EnergyBound::energy_of(std::size_t g, std::span<const BodyFrame> frames) const {
  const Group& group = topology_.groups[g];
  Energy energy;
  topology_.for_each_node(group, [&](std::size_t i) {
    const BodyIndex body = topology_.nodes[i].body;
    energy.kinetic += kinetic_energy(context_, body, frames[body].rotation);
    energy.potential += weight_energy(context_, body);
  });
  for (std::size_t j : elastic_joints_[g]) energy.potential += joint_energy(context_, j);
  for (std::size_t c : group.couplings) energy.potential += coupling_energy(context_, c);
  for (std::size_t s : group.springs) energy.potential += spring_energy(context_, s);
  return energy;
}

void EnergyBound::after_substep(const Island& island) {
  if (island.manifolds.empty()) return;
  for (std::size_t g : island.groups) context_.state.groups[g].bounded = false;
}

void EnergyBound::end_frame(const Island& island, std::span<const BodyFrame> frames) {
  State& state = context_.state;
  for (std::size_t g : island.groups) {
    GroupState& group = state.groups[g];
    if (!passive_[g]) continue;
    const Energy energy = energy_of(g, frames);
    const double total = energy.kinetic + energy.potential;
    if (!group.bounded) {
      group.bounded = true;
      group.energy_bound = total;
      group.largest_kinetic = energy.kinetic;
      continue;
    }
    group.largest_kinetic = std::max(group.largest_kinetic, energy.kinetic);
    const double tolerance = kTolerance * group.largest_kinetic;
    group.energy_bound = std::min(group.energy_bound, total + tolerance);
    const double excess = total - group.energy_bound - tolerance;
    if (!(excess > 0) || !(energy.kinetic > 0)) continue;
    ++context_.statistics.unconverged_substeps;
    const double scale = std::sqrt(std::max(0.0, 1 - excess / energy.kinetic));
    topology_.for_each_node(topology_.groups[g], [&](std::size_t i) {
      BodyState& body = state.bodies[topology_.nodes[i].body];
      body.velocity *= scale;
      body.angular_velocity *= scale;
    });
  }
}

}  // namespace drawbar::physics
