#include "physics/model/model.h"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <variant>

namespace drawbar::physics {
namespace {

BodyModel body_model(const BodyConfig& config) {
  BodyModel body;
  body.moves = !config.is_static;
  if (!body.moves) return body;
  const MassProperties& m = config.mass_properties;
  assert(m.mass > 0);
  body.mass = m.mass;
  body.inverse_mass = 1.0 / m.mass;
  body.inertia = m.inertia;
  body.inverse_inertia = m.inertia.inverse();
  body.center_of_mass = m.center_of_mass;
  return body;
}

}  // namespace

Model::Model(const WorldConfig& config) : world(config.bodies.size()) {
  bodies.reserve(config.bodies.size() + 1);
  for (const BodyConfig& body : config.bodies) bodies.push_back(body_model(body));
  bodies.emplace_back();

  const auto rotation = [&](BodyIndex i) -> Mat3 {
    return i == world ? Mat3::Identity() : config.bodies[i].orientation.toRotationMatrix();
  };
  // A point of the world at the initial pose, from the body's centre of mass in body axes.
  const auto anchor = [&](BodyIndex i, const Vec3& point) -> Vec3 {
    if (i == world) return point;
    return rotation(i).transpose() * (point - config.bodies[i].position) - bodies[i].center_of_mass;
  };

  joints.reserve(config.joints.size());
  for (const JointConfig& joint : config.joints) {
    const bool two_anchors = joint.type == JointType::distance || joint.type == JointType::rope;
    const Vec3 child_position = two_anchors ? joint.child_position : joint.position;
    JointModel model;
    model.type = joint.type;
    model.parent = index(joint.parent);
    model.child = index(joint.child);
    assert(model.parent != model.child);
    model.parent_anchor = anchor(model.parent, joint.position);
    model.child_anchor = anchor(model.child, child_position);
    model.parent_frame = rotation(model.parent).transpose() * joint.frame;
    model.child_frame = rotation(model.child).transpose() * joint.frame;
    model.rest_length = std::sqrt((child_position - joint.position).squaredNorm());
    model.free_axes = free_axis_count(joint.type);
    for (std::size_t k = 0; k < model.armature.size(); ++k) model.armature[k] = joint.axes[k].armature;
    if (joint.type == JointType::guided) model.guide = GuideCurve(joint.guide);
    joints.push_back(std::move(model));
  }

  springs.reserve(config.springs.size());
  for (const SpringConfig& spring : config.springs) {
    SpringModel model;
    model.from = index(spring.from.body);
    model.to = index(spring.to.body);
    model.from_anchor = anchor(model.from, spring.from.position);
    model.to_anchor = anchor(model.to, spring.to.position);
    springs.push_back(model);
  }

  wheel_of_body.assign(bodies.size(), kNoWheel);
  for (std::size_t w = 0; w < config.wheels.size(); ++w) {
    const JointModel& joint = joints[index_of(config.wheels[w].joint)];
    WheelModel wheel;
    wheel.body = joint.child;
    wheel.axis = joint.child_frame.col(0);
    wheel.center = joint.child_anchor;
    for (const ShapeConfig& shape : config.bodies[joint.child].shapes) {
      const auto* cylinder = std::get_if<Cylinder>(&shape.geometry);
      if (cylinder != nullptr) wheel.half_width = std::max(wheel.half_width, cylinder->half_length);
    }
    wheels.push_back(wheel);
    wheel_of_body[joint.child] = w;
  }
}

}  // namespace drawbar::physics
