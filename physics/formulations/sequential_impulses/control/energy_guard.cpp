#include "physics/formulations/sequential_impulses/control/energy_guard.h"

#include <algorithm>
#include <cmath>

#include "physics/effect/external_forces.h"
#include "physics/formulations/shared/energy.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

/// Part of the largest kinetic energy.
constexpr double kTolerance = 0.01;

}  // namespace

EnergyBound::EnergyBound(const StepView& view, const Topology& topology)
    : view_(view),
      topology_(topology),
      passive_(topology.groups.size(), true),
      elastic_joints_(topology.groups.size()) {
  const auto drives = [&](JointId joint) {
    const std::size_t group = topology.group_of(view.model.joints[index_of(joint)]);
    if (group != kNone) passive_[group] = false;
  };
  const auto is_elastic = [](const AxisConfig& axis) { return axis.spring || axis.limit; };
  for (std::size_t g = 0; g < topology.groups.size(); ++g) {
    for (std::size_t j : topology.groups[g].joints) {
      const auto& axes = view.config.joints[j].axes;
      if (view.config.joints[j].cone || std::any_of(axes.begin(), axes.end(), is_elastic)) {
        elastic_joints_[g].push_back(j);
      }
    }
  }
  for (std::size_t j = 0; j < view.model.joints.size(); ++j) {
    const JointModel& joint = view.model.joints[j];
    // Rotors give back what their bodies gave them.
    const auto& axes = view.config.joints[j].axes;
    const bool rotor = std::any_of(axes.begin(), axes.end(), [](const auto& a) { return a.armature > 0; });
    if (rotor || view.prescribed.find(joint.parent) || view.prescribed.find(joint.child))
      drives(JointId{static_cast<std::uint32_t>(j)});
  }
  for (const SpringModel& spring : view.model.springs) {
    const std::size_t group = topology.group_of(spring.from, spring.to);
    if (view.prescribed.find(spring.from) == nullptr && view.prescribed.find(spring.to) == nullptr) continue;
    if (group != kNone) passive_[group] = false;
  }
  for (const DriveConfig& drive : view.config.drives) drives(drive.joint);
  for (const HitchConfig& hitch : view.config.hitches) drives(hitch.joint);
  for (const SteeringConfig& steering : view.config.steerings) {
    for (const SteeringConfig::Knuckle& knuckle : steering.knuckles) drives(knuckle.joint);
  }
}

EnergyBound::Energy EnergyBound::energy_of(std::size_t g, std::span<const BodyFrame> frames) const {
  const Group& group = topology_.groups[g];
  Energy energy;
  topology_.for_each_node(group, [&](std::size_t i) {
    const BodyIndex body = topology_.nodes[i].body;
    energy.kinetic += kinetic_energy(view_, body, frames[body].rotation);
    energy.potential += weight_energy(view_, body);
  });
  for (std::size_t j : elastic_joints_[g]) energy.potential += joint_energy(view_, j);
  for (std::size_t c : group.couplings) energy.potential += coupling_energy(view_, c);
  for (std::size_t s : group.springs) energy.potential += spring_energy(view_, s);
  return energy;
}

EnergyLedger EnergyBound::after_frame(std::size_t g, const GroupState& before,
                                      std::span<const BodyFrame> frames) const {
  EnergyLedger ledger{before.bounded, before.energy_bound, before.largest_kinetic};
  if (!passive_[g]) return ledger;
  const Energy energy = energy_of(g, frames);
  const double total = energy.kinetic + energy.potential;
  if (!ledger.bounded || view_.external.any()) return {true, total, energy.kinetic};
  ledger.largest_kinetic = std::max(ledger.largest_kinetic, energy.kinetic);
  const double tolerance = kTolerance * ledger.largest_kinetic;
  ledger.energy_bound = std::min(ledger.energy_bound, total + tolerance);
  const double excess = total - ledger.energy_bound - tolerance;
  if (excess > 0 && energy.kinetic > 0) {
    ledger.scale = std::sqrt(std::max(0.0, 1 - excess / energy.kinetic));
  }
  return ledger;
}

}  // namespace drawbar::physics
