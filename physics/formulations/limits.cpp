#include "physics/formulations/limits.h"

#include "physics/formulations/shared/touching_pair.h"
#include "physics/formulations/tree/coupled_tree.h"

namespace drawbar::physics {
namespace {

/// A type that not every formulation treats, unless the limits have it.
std::optional<const char*> type_beyond(const Limits& limits, JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical:
    case JointType::universal:
    case JointType::spherical:
    case JointType::planar:
      return std::nullopt;
    case JointType::distance:
      return limits.distances ? std::nullopt : std::optional("distance");
    case JointType::rope:
      return limits.ropes ? std::nullopt : std::optional("rope");
    case JointType::guided:
      return limits.guides ? std::nullopt : std::optional("guided by a curve");
  }
  return std::nullopt;
}

std::optional<std::string> joint_beyond(const Limits& limits, const JointConfig& joint) {
  const auto about = [&](const char* what) { return "joint '" + joint.name + "' (" + what + ")"; };
  if (const auto type = type_beyond(limits, joint.type)) return about(*type);
  if (joint.cone && !limits.cones) return about("swing and twist limits");
  if ((joint.break_force || joint.break_torque) && !limits.breaking) return about("break force or torque");
  for (const AxisConfig& axis : joint.axes) {
    if (axis.friction.reaction_arm > 0 && !limits.reaction_friction) {
      return about("friction from the joint's reaction");
    }
    if (axis.armature > 0 && !limits.armatures) return about("armature");
  }
  return std::nullopt;
}

std::optional<std::string> coupling_beyond(Couplings treated, const WorldConfig& config) {
  if (treated == Couplings::all) return std::nullopt;
  for (const CouplingConfig& coupling : config.couplings) {
    const std::string about = "coupling '" + coupling.name + "'";
    if (treated == Couplings::none) return about;
    for (const CouplingConfig::Term& term : coupling.terms) {
      const JointConfig& joint = config.joints[index_of(term.joint)];
      if (axes_are_coordinates(joint.type)) continue;
      return about + " on joint '" + joint.name + "', whose axes are not coordinates; allowed: axes of " +
             "revolute, prismatic, cylindrical and universal joints";
    }
  }
  return std::nullopt;
}

std::optional<std::string> surface_beyond(const WorldConfig& config) {
  for (const BodyConfig& body : config.bodies) {
    for (const ShapeConfig& shape : body.shapes) {
      if (shape.belt) return "the belt on body '" + body.name + "'";
    }
  }
  for (const SurfacePair& pair : config.surface_pairs) {
    if (pair.stiffness > 0) return "surfaces that give way";
    if (pair.static_friction > pair.friction) return "static friction above sliding friction";
  }
  return std::nullopt;
}

std::optional<std::string> vehicle_part(const WorldConfig& config) {
  const auto about = [](const char* kind, const std::string& name) {
    return std::string(kind) + " '" + name + "'";
  };
  if (!config.wheels.empty()) return about("wheel", config.wheels[0].name);
  if (!config.brakes.empty()) return about("brake", config.brakes[0].name);
  if (!config.steerings.empty()) return about("steering", config.steerings[0].name);
  if (!config.hitches.empty()) return about("hitch", config.hitches[0].name);
  for (const CouplingConfig& coupling : config.couplings) {
    if (coupling.elastic || coupling.lock)
      return about("coupling", coupling.name) + " (elastic or with a lock)";
  }
  for (const SpringConfig& spring : config.springs) {
    if (spring.stop || !spring.law.damper_table.empty())
      return about("spring", spring.name) + " (with stops or a damper table)";
  }
  for (const JointConfig& joint : config.joints) {
    for (const AxisConfig& axis : joint.axes) {
      if (axis.spring && !axis.spring->damper_table.empty())
        return about("damper table of joint", joint.name);
    }
  }
  return surface_beyond(config);
}

}  // namespace

bool has_switching_forces(const WorldConfig& config) {
  for (const JointConfig& joint : config.joints) {
    for (const AxisConfig& axis : joint.axes) {
      if (axis.friction.coulomb > 0 || axis.friction.reaction_arm > 0) return true;
      if (axis.limit && !axis.limit->stiffness) return true;
    }
  }
  return !config.drives.empty() || touching_pair(config);
}

std::optional<std::string> beyond(const Limits& limits, const WorldConfig& config) {
  for (const JointConfig& joint : config.joints) {
    if (auto found = joint_beyond(limits, joint)) return found;
  }
  for (const BodyConfig& body : config.bodies) {
    if (body.motion && !limits.moved_bodies) return "the motion of body '" + body.name + "'";
  }
  if (auto found = coupling_beyond(limits.couplings, config)) return found;
  if (!limits.loops) {
    const std::size_t joint = first_loop_joint(Model(config));
    if (joint != kNoIndex) return "joint '" + config.joints[joint].name + "', which closes a loop";
  }
  if (!limits.vehicles) {
    if (auto found = vehicle_part(config)) return found;
  }
  if (!limits.contacts) {
    if (const auto pair = touching_pair(config)) {
      return "contacts: bodies '" + (*pair)[0] + "' and '" + (*pair)[1] + "' can touch";
    }
  }
  return std::nullopt;
}

}  // namespace drawbar::physics
