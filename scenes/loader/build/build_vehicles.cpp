// Wheels, tyres, brakes, steerings and hitches of the scene as the engine's.
#include <cmath>

#include "scenes/loader/build/build.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/tyres.h"

namespace drawbar::scenes {
namespace {

physics::JointId joint_id(const std::string& name, const Names& names) {
  return static_cast<physics::JointId>(*names.joint(name));
}

physics::TyreConfig tyre_config(const scene::TyreT& from) {
  physics::TyreConfig to;
  to.nominal_load = *from.nominal_load;
  to.longitudinal_stiffness = from.longitudinal_stiffness.value_or(0);
  to.lateral_stiffness = from.lateral_stiffness.value_or(0);
  to.stiffness_degression = from.stiffness_degression;
  to.friction_degression = from.friction_degression;
  to.relaxation_length = from.relaxation_length.value_or(0);
  to.tread_damping = *from.tread_damping;
  to.vertical_stiffness = *from.vertical_stiffness;
  to.vertical_damping = *from.vertical_damping;
  to.rolling_resistance = *from.rolling_resistance;
  to.pneumatic_trail = from.pneumatic_trail;
  to.bore_radius = from.bore_radius;
  to.camber_stiffness = from.camber_stiffness;
  to.sliding_friction = from.sliding_friction;
  to.sliding_speed = from.sliding_speed;
  to.rolling_deflection = *from.rolling_deflection;
  to.arm_deflection = *from.arm_deflection;
  to.reference_friction = from.reference_friction;
  if (!from.magic_formula.empty()) to.magic_formula = magic_formula(from);
  return to;
}

physics::BrakeConfig brake_config(const scene::BrakeT& from, const Names& names) {
  physics::BrakeConfig to;
  to.name = from.name;
  to.joint = joint_id(from.joint, names);
  to.axis = static_cast<int>(from.axis);
  to.inputs = inputs_of(from.inputs, names);
  to.torque = *from.torque;
  if (from.antilock) {
    const scene::AntilockT& antilock = *from.antilock;
    to.antilock = physics::AntilockConfig{antilock.slip, antilock.apply_rate, antilock.release_rate,
                                          antilock.least_speed};
  }
  return to;
}

physics::SteeringConfig steering_config(const scene::SteeringT& from, const scene::SceneT& scene,
                                        const Names& names) {
  physics::SteeringConfig to;
  to.name = from.name;
  to.wheelbase = *from.wheelbase;
  to.inputs = inputs_of(from.inputs, names);
  to.angle = radians(*from.angle_deg);
  to.rate = radians(from.rate_deg.value_or(0));
  const auto position = [&](const std::string& joint) {
    return to_vec3(*scene.joints[*names.joint(joint)]->position);
  };
  const physics::Vec3 between = position(from.joints.front()) - position(from.joints.back());
  const double half_track = 0.5 * std::sqrt(between.squaredNorm());
  for (std::size_t k = 0; k < from.joints.size(); ++k) {
    to.knuckles.push_back({joint_id(from.joints[k], names), to.wheelbase, k == 0 ? half_track : -half_track});
  }
  return to;
}

}  // namespace

std::vector<physics::DriveConfig::Input> inputs_of(
    const std::vector<std::unique_ptr<scene::DriveInputT>>& inputs, const Names& names) {
  std::vector<physics::DriveConfig::Input> out;
  for (const auto& input : inputs) {
    out.push_back({static_cast<physics::ControlId>(*names.control(input->control)), input->gain});
  }
  return out;
}

void add_vehicles(const scene::SceneT& scene, const Names& names, physics::WorldConfig& config) {
  for (const auto& wheel : scene.wheels) {
    const scene::TyreT& tyre = *scene.tyres[*names.tyre(wheel->tyre)];
    config.wheels.push_back({wheel->name, joint_id(wheel->joint, names), tyre_config(tyre)});
  }
  for (const auto& brake : scene.brakes) {
    config.brakes.push_back(brake_config(*brake, names));
  }
  for (const auto& steering : scene.steerings) {
    config.steerings.push_back(steering_config(*steering, scene, names));
  }
  for (const auto& hitch : scene.hitches) {
    config.hitches.push_back({hitch->name, joint_id(hitch->joint, names),
                              static_cast<physics::ControlId>(*names.control(hitch->control)), hitch->reach});
  }
}

}  // namespace drawbar::scenes
