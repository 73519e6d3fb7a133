#include "scenes/loader/build/build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <variant>

#include "physics/formulations/registry.h"
#include "physics/math/rotation.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/geometry.h"
#include "scenes/loader/convert/joints.h"
#include "scenes/loader/convert/motions.h"
#include "scenes/loader/convert/tracks.h"

namespace drawbar::scenes {
namespace {

/// A drive without current_limit: above any current that a finite supply can force.
constexpr double kNoCurrentLimit = 1e12;

physics::MaterialId material_id(const std::string& name, const Names& names) {
  // 0 is the surface without a material.
  return static_cast<physics::MaterialId>(name.empty() ? 0 : *names.material(name) + 1);
}

/// Of two springs or dampers one behind the other; 0 stands for none.
double in_series(double a, double b) {
  return a > 0 && b > 0 ? a * b / (a + b) : std::max(a, b);
}

double sticking(const scene::MaterialT& material) {
  return std::max(material.friction, material.static_friction.value_or(material.friction));
}

/// `a` is listed before `b`.
physics::SurfacePair combined(const scene::MaterialT& a, const scene::MaterialT& b) {
  physics::SurfacePair pair;
  pair.friction = std::sqrt(a.friction * b.friction);
  pair.static_friction = std::sqrt(sticking(a) * sticking(b));
  pair.restitution = std::max(a.restitution, b.restitution);
  pair.rolling_friction = std::max(a.rolling_friction, b.rolling_friction);
  pair.spinning_friction = std::max(a.spinning_friction, b.spinning_friction);
  pair.stiffness = in_series(a.stiffness.value_or(0), b.stiffness.value_or(0));
  pair.damping = in_series(a.damping.value_or(0), b.damping.value_or(0));
  if (const scene::SoilT* soil = a.soil ? a.soil.get() : b.soil.get()) {
    pair.soil = {soil->cohesive_modulus, *soil->frictional_modulus, *soil->exponent};
  }
  return pair;
}

void add_surfaces(const scene::SceneT& scene, const Names& names, physics::WorldConfig& config) {
  const std::size_t count = scene.materials.size() + 1;
  const scene::MaterialT none;
  const auto material = [&](std::size_t i) -> const scene::MaterialT& {
    return i == 0 ? none : *scene.materials[i - 1];
  };
  config.material_count = count;
  for (const auto& named : scene.materials) config.material_names.push_back(named->name);
  config.surface_pairs.assign(count * count, {});
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b)
      config.surface_pairs[a * count + b] = combined(material(std::min(a, b)), material(std::max(a, b)));
  }
  for (const auto& listed : scene.material_pairs) {
    // A pair may name materials that this scene does not have.
    if (!names.material(listed->materials[0]) || !names.material(listed->materials[1])) continue;
    const std::size_t a = physics::index_of(material_id(listed->materials[0], names));
    const std::size_t b = physics::index_of(material_id(listed->materials[1], names));
    physics::SurfacePair& pair = config.surface_pairs[a * count + b];
    // A pair that gives only the sliding coefficient sticks with the same.
    pair.static_friction = listed->static_friction.value_or(listed->friction.value_or(pair.static_friction));
    pair.friction = listed->friction.value_or(pair.friction);
    pair.stiffness = listed->stiffness.value_or(pair.stiffness);
    pair.damping = listed->damping.value_or(pair.damping);
    pair.restitution = listed->restitution.value_or(pair.restitution);
    pair.rolling_friction = listed->rolling_friction.value_or(pair.rolling_friction);
    pair.spinning_friction = listed->spinning_friction.value_or(pair.spinning_friction);
    config.surface_pairs[b * count + a] = pair;
  }
}

/// One bit per group; bit 0 for bodies in none.
using GroupBits = std::map<std::string, std::uint32_t>;

GroupBits group_bits(const scene::SceneT& scene) {
  GroupBits bits;
  for (const auto& body : scene.bodies) {
    if (!body->group.empty()) bits.emplace(body->group, 0);
  }
  std::uint32_t bit = 1;
  for (auto& [group, value] : bits) value = std::uint32_t{1} << bit++;
  return bits;
}

physics::BodyConfig body_config(const scene::BodyT& body, const Names& names, const GroupBits& groups) {
  physics::BodyConfig config;
  config.name = body.name;
  config.is_static = !is_free(body);
  if (body.motion) config.motion = motion_config(*body.motion, body, names);
  config.drag_area = body.drag_area;
  config.drag_center = vec3_or_zero(body.drag_center);
  if (is_free(body)) {
    config.mass_properties = {*body.mass, to_vec3(*body.center_of_mass), to_matrix(*body.inertia)};
  }
  config.position = to_vec3(*body.position);
  config.orientation = physics::normalised(to_quat(*body.orientation));
  config.linear_velocity = to_vec3(*body.linear_velocity);
  config.angular_velocity = to_vec3(*body.angular_velocity);
  for (const auto& shape : body.shapes) {
    config.shapes.push_back(shape_config(*shape));
    config.shapes.back().material = material_id(shape->material, names);
    if (auto* field = std::get_if<physics::Heightfield>(&config.shapes.back().geometry)) {
      for (const std::string& name : shape->map_materials)
        field->materials.push_back(material_id(name, names));
    }
    if (shape->belt) config.shapes.back().belt = belt_config(*shape->belt, names);
  }
  if (!body.group.empty()) config.groups = groups.at(body.group);
  for (const std::string& group : body.passes_through) config.collides_with &= ~groups.at(group);
  return config;
}

physics::CouplingConfig coupling_config(const scene::CouplingT& coupling, const Names& names) {
  const auto coefficients = coupling_coefficients(coupling);
  physics::CouplingConfig config;
  config.name = coupling.name;
  for (std::size_t k = 0; k < coupling.joints.size(); ++k) {
    const auto joint = static_cast<physics::JointId>(*names.joint(coupling.joints[k]));
    config.terms.push_back({joint, static_cast<int>(coupling.axes[k]), coefficients[k]});
  }
  if (coupling.stiffness) {
    config.elastic = physics::CouplingConfig::Elastic{*coupling.stiffness, coupling.damping};
  }
  if (coupling.lock_torque) {
    config.lock = physics::CouplingConfig::Lock{*coupling.lock_torque, {}};
    if (!coupling.lock_control.empty()) {
      const auto control = static_cast<physics::ControlId>(*names.control(coupling.lock_control));
      config.lock->inputs.push_back({control, 1});
    }
  }
  return config;
}

physics::SpringConfig spring_config(const scene::SpringT& spring, const Names& names) {
  const auto end = [&](const scene::SpringEndT& from) {
    return physics::SpringConfig::End{*names.body_or_world(from.body), to_vec3(*from.position)};
  };
  physics::SpringConfig config{spring.name, end(*spring.from), end(*spring.to), {}, std::nullopt};
  config.law.stiffness = spring.stiffness;
  config.law.damping = spring.damping;
  config.law.rest = *spring.rest_length;
  for (const scene::TablePoint& point : spring.table)
    config.law.table.push_back({point.deflection(), point.force()});
  for (const scene::DamperPoint& point : spring.damper_table)
    config.law.damper_table.push_back({point.rate(), point.force()});
  if (spring.limits) config.stop = axis_limit(*spring.limits, true, spring.stop.get());
  return config;
}

physics::DriveMode mode_of(scene::DriveMode mode) {
  switch (mode) {
    case scene::DriveMode::voltage:
      return physics::DriveMode::voltage;
    case scene::DriveMode::current:
      return physics::DriveMode::current;
    case scene::DriveMode::speed:
      return physics::DriveMode::speed;
    case scene::DriveMode::position:
      return physics::DriveMode::position;
  }
  return physics::DriveMode::voltage;
}

physics::DriveConfig drive_config(const scene::DriveT& drive, const Names& names) {
  physics::DriveConfig config;
  config.name = drive.name;
  config.joint = static_cast<physics::JointId>(*names.joint(drive.joint));
  config.axis = static_cast<int>(drive.axis);
  config.inputs = inputs_of(drive.inputs, names);
  config.mode = mode_of(drive.mode);
  config.supply_voltage = *drive.supply_voltage;
  config.resistance = *drive.resistance;
  config.inductance = drive.inductance;
  config.torque_constant = *drive.torque_constant;
  config.rotor_inertia = drive.rotor_inertia;
  config.coulomb_friction = drive.coulomb_friction;
  config.viscous_friction = drive.viscous_friction;
  config.current_limit = drive.current_limit.value_or(kNoCurrentLimit);
  config.brake_torque = drive.brake_torque;
  config.gear = {drive.gear->ratio, drive.gear->efficiency, drive.gear->back_efficiency,
                 drive.gear->self_locking};
  config.controller.speed_limit = drive.speed_limit.value_or(0);
  if (drive.controller) {
    config.controller.speed_proportional = drive.controller->speed_proportional.value_or(0);
    config.controller.speed_integral = drive.controller->speed_integral.value_or(0);
    config.controller.position_proportional = drive.controller->position_proportional.value_or(0);
  }
  if (drive.thermal) {
    config.thermal = physics::DriveThermalConfig{*drive.thermal->resistance, *drive.thermal->time_constant,
                                                 drive.thermal->ambient, drive.thermal->limit};
  }
  return config;
}

}  // namespace

Result<physics::Formulation> formulation_of(scene::Formulation formulation) {
  const char* const name = scene::EnumNameFormulation(formulation);
  const auto found = physics::find_formulation(name);
  if (found) return *found;
  return fail(ErrorKind::wrong, std::string("formulation ") + name + " is not in this build");
}

physics::WorldConfig world_config(const scene::SceneT& scene, const Names& names) {
  physics::WorldConfig config;
  config.gravity = to_vec3(*scene.gravity);
  config.sleep = scene.sleep;
  config.air_density = scene.air_density;
  config.period = scene.frame->period_ms / 1000.0;
  config.substeps = static_cast<int>(scene.frame->substeps);
  config.formulation = *formulation_of(scene.formulation);
  add_surfaces(scene, names, config);
  const GroupBits groups = group_bits(scene);
  for (const auto& body : scene.bodies) config.bodies.push_back(body_config(*body, names, groups));
  for (const auto& joint : scene.joints) config.joints.push_back(joint_config(*joint, names));
  for (const auto& track : scene.tracks) {
    physics::TrackConfig belt = track_config(*track, scene, names);
    belt.material = material_id(track->material, names);
    physics::add_track(belt, config);
  }
  for (const auto& coupling : scene.couplings) config.couplings.push_back(coupling_config(*coupling, names));
  for (const auto& spring : scene.springs) config.springs.push_back(spring_config(*spring, names));
  for (const auto& drive : scene.drives) config.drives.push_back(drive_config(*drive, names));
  add_vehicles(scene, names, config);
  for (const auto& control : scene.controls) {
    config.controls.push_back(
        {control->name, control->range->lower(), control->range->upper(), control->neutral});
  }
  return config;
}

}  // namespace drawbar::scenes
