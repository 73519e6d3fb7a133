#include "scenes/record/numerics.h"

#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "protocol/bytes.h"
#include "protocol/state_hash.h"

namespace drawbar::scenes {

namespace {

physics::BodyConfig body(const char* name, double mass, const physics::Vec3& position,
                         physics::ShapeConfig shape) {
  physics::BodyConfig result;
  result.name = name;
  result.mass_properties.mass = mass;
  result.mass_properties.inertia = (0.02 * mass) * physics::Mat3::Identity();
  result.position = position;
  result.shapes.push_back(std::move(shape));
  return result;
}

/// Turns about the y axis through `position`.
physics::JointConfig hinge(const char* name, physics::BodyId parent, physics::BodyId child,
                           const physics::Vec3& position, const physics::Vec3& child_position) {
  physics::JointConfig result;
  result.name = name;
  result.type = physics::JointType::revolute;
  result.parent = parent;
  result.child = child;
  result.position = position;
  result.child_position = child_position;
  result.frame << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return result;
}

/// A barrow: one driven wheel with a tyre, feet that slide, a sprung arm against its stop, a load that
/// bounces on it.
physics::WorldConfig barrow() {
  physics::WorldConfig config;
  config.surface_pairs[0].friction = 0.6;
  config.surface_pairs[0].restitution = 0.2;
  physics::BodyConfig ground;
  ground.name = "ground";
  ground.is_static = true;
  ground.shapes.push_back({physics::Plane{}});
  config.bodies.push_back(std::move(ground));
  config.bodies.push_back(body("frame", 20, {0, 0, 0.25}, {physics::Box{{0.4, 0.2, 0.05}}}));
  physics::ShapeConfig tread{physics::Cylinder{0.15, 0.05}};
  tread.orientation = physics::Quat(std::sqrt(0.5), std::sqrt(0.5), 0, 0);
  config.bodies.push_back(body("wheel", 3, {0.6, 0, 0.15}, std::move(tread)));
  config.bodies.push_back(body("arm", 2, {-0.3, 0, 0.8}, {physics::Capsule{0.03, 0.2}}));
  config.bodies.push_back(body("load", 5, {0.05, 0.03, 0.6}, {physics::Sphere{0.1}}));
  config.joints.push_back(hinge("axle", physics::BodyId{1}, physics::BodyId{2}, {0.6, 0, -0.1}, {0, 0, 0}));
  config.joints.push_back(
      hinge("root", physics::BodyId{1}, physics::BodyId{3}, {-0.3, 0, 0.1}, {0, 0, -0.45}));
  physics::AxisConfig& arm = config.joints[1].axes[0];
  arm.limit.emplace();
  arm.limit->lower = -0.2;
  arm.limit->upper = 0.3;
  arm.limit->restitution = 0.1;
  arm.friction.coulomb = 0.1;
  arm.friction.viscous = 0.02;
  arm.spring.emplace();
  arm.spring->stiffness = 8;
  arm.spring->damping = 0.2;
  arm.spring->rest = 0.5;
  physics::SpringConfig rope;
  rope.name = "rope";
  rope.from.position = physics::Vec3(-1, 0.4, 0.3);
  rope.to = {physics::BodyId{1}, {-0.4, 0.2, 0}};
  rope.law.stiffness = 200;
  rope.law.damping = 5;
  rope.law.rest = 0.5;
  config.springs.push_back(std::move(rope));
  physics::DriveConfig motor;
  motor.name = "motor";
  motor.inputs = {{physics::ControlId{0}, 1}};
  motor.supply_voltage = 24;
  motor.resistance = 0.3;
  motor.inductance = 1e-4;
  motor.torque_constant = 0.03;
  motor.rotor_inertia = 1.4e-5;
  motor.coulomb_friction = 0.004;
  motor.current_limit = 40;
  motor.gear.ratio = 40;
  motor.gear.efficiency = 0.72;
  motor.thermal.emplace();
  motor.thermal->resistance = 2;
  motor.thermal->time_constant = 30;
  config.drives.push_back(std::move(motor));
  physics::WheelConfig wheel;
  wheel.name = "wheel";
  wheel.tyre.nominal_load = 150;
  wheel.tyre.longitudinal_stiffness = 2500;
  wheel.tyre.lateral_stiffness = 1500;
  wheel.tyre.relaxation_length = 0.1;
  wheel.tyre.vertical_stiffness = 20000;
  wheel.tyre.vertical_damping = 120;
  wheel.tyre.rolling_resistance = 0.03;
  config.wheels.push_back(std::move(wheel));
  physics::BrakeConfig brake;
  brake.name = "brake";
  brake.joint = physics::JointId{1};
  brake.inputs = {{physics::ControlId{0}, -1}};
  brake.torque = 3;
  config.brakes.push_back(std::move(brake));
  config.controls.emplace_back().name = "throttle";
  return config;
}

Numerics measure() {
  constexpr int kFrames = 40;
  physics::World world(barrow());
  protocol::Bytes states;
  std::vector<std::byte> state;
  for (int frame = 0; frame < kFrames; ++frame) {
    world.set_control(physics::ControlId{0}, 0.8 - 0.05 * frame);
    world.step_frame(world.config().substeps);
    world.save_state(state);
    states.insert(states.end(), state.begin(), state.end());
  }
  // Each kind once: how many there are of it is the scene's, and how it lies in the list is not.
  std::string layout;
  std::set<std::string> told;
  for (const physics::StateField& field : world.state_fields(state)) {
    if (told.insert(field.kind).second) layout += field.kind + ' ' + std::to_string(field.size) + '\n';
  }
  return {protocol::state_hash(states), protocol::state_hash(std::as_bytes(std::span(layout)))};
}

}  // namespace

const Numerics& numerics() {
  static const Numerics measured = measure();
  return measured;
}

}  // namespace drawbar::scenes
