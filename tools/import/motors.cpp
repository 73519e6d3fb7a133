#include "tools/import/motors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace drawbar::import {
namespace {

/// No-load speed of the rotors, rad/s.
constexpr double kRotorSpeed = 400;
/// Of the speed loop, 1/s: it stays well below the rate of the substeps.
constexpr double kLoopRate = 20;
/// Integral over proportional gain, 1/s; that of the scene's defaults.
constexpr double kIntegralRate = 20;

/// What hangs on a joint, seen from its axis.
struct Load {
  double mass = 0;      ///< kg
  double inertia = 0;   ///< kg m^2, or kg where it slides
  double arm = 0;       ///< m, of the centre of mass from the axis
  double extent = 0.1;  ///< m
};

Load load_of(const Model& model, std::size_t j) {
  const Joint& joint = model.joints[j];
  const Axis& axis = joint.axes[0];
  Load load;
  Vec3 weighted = Vec3::Zero();
  std::vector<bool> seen(model.links.size());
  seen[joint.parent] = true;
  std::vector<std::size_t> waiting{joint.child};
  while (!waiting.empty()) {
    const std::size_t at = waiting.back();
    waiting.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    for (const Joint& other : model.joints) {
      if (other.parent == at) waiting.push_back(other.child);
    }
    const Link& link = model.links[at];
    if (!link.inertial) continue;
    const Vec3 offset = link.pose * link.inertial->center - joint.position;
    const Vec3 along = link.pose.orientation.conjugate() * axis.direction;
    load.mass += link.inertial->mass;
    weighted += link.inertial->mass * offset;
    load.inertia += axis.slides ? link.inertial->mass
                                : link.inertial->mass * offset.cross(axis.direction).squaredNorm() +
                                      along.dot(link.inertial->inertia * along);
  }
  load.inertia += axis.armature;
  if (load.mass > 0) load.arm = (weighted / load.mass).cross(axis.direction).norm();
  for (const Shape& shape : model.links[joint.child].shapes) {
    const Geometry& g = shape.geometry;
    load.extent = std::max({load.extent, g.radius, g.size.maxCoeff() / 2});
  }
  return load;
}

double whole_mass(const Model& model) {
  double mass = 0;
  for (const Link& link : model.links)
    if (!link.is_static && link.inertial) mass += link.inertial->mass;
  return mass;
}

/// Enough to hold and to hurry what hangs on the joint; a wheel has the machine to push.
double chosen_force(const Model& model, const Drive& drive, const Load& load) {
  const double g = model.gravity.norm();
  if (model.joints[drive.joint].axes[0].slides) return 3 * load.mass * std::max(g, 1.0);
  const double pushing = drive.mode == DriveMode::position ? 0 : 0.1 * whole_mass(model) * g * load.extent;
  return std::max(3 * load.mass * g * load.arm + 20 * load.inertia + pushing, 1e-6);
}

double chosen_speed(const Model& model, const Drive& drive) {
  if (model.joints[drive.joint].axes[0].slides) return 0.5;
  return drive.mode == DriveMode::position ? 2 : 10;
}

}  // namespace

std::vector<Motor> motors_of(Model& model, Warnings& warnings) {
  std::vector<Motor> motors;
  for (Drive& drive : model.drives) {
    const Joint& joint = model.joints[drive.joint];
    const bool slides = joint.axes[0].slides;
    const Load load = load_of(model, drive.joint);
    if (!(drive.force > 0)) {
      drive.force = chosen_force(model, drive, load);
      warnings.add_kind(
          drive.place, "effort",
          fmt::format("joint {}: the file gives no effort; its motor gets {:.3g} {}, chosen by what it moves",
                      joint.name, drive.force, slides ? "N" : "N m"));
    }
    if (!(drive.speed > 0)) {
      drive.speed = chosen_speed(model, drive);
      if (drive.mode != DriveMode::force)
        warnings.add_kind(drive.place, "speed",
                          fmt::format("joint {}: the file gives no speed; its motor gets {:.3g} {}",
                                      joint.name, drive.speed, slides ? "m/s" : "rad/s"));
    }
    Motor motor;
    // At the largest speed half of the supply is left for the largest force.
    const double at_joint = motor.supply_voltage / (2 * drive.speed);
    motor.gear = kRotorSpeed / (2 * drive.speed);
    motor.torque_constant = at_joint / motor.gear;
    motor.current_limit = drive.force / at_joint;
    motor.resistance = motor.supply_voltage / (2 * motor.current_limit);
    if (drive.mode != DriveMode::force) {
      motor.speed_limit = drive.speed;
      motor.speed_proportional =
          std::max(at_joint / 2, load.inertia * kLoopRate * motor.resistance / at_joint);
      motor.speed_integral = kIntegralRate * motor.speed_proportional;
    }
    if (drive.mode == DriveMode::position && drive.inputs.size() == 1) {
      const Limits& limits = *joint.axes[0].limits;
      const double neutral = -(limits.upper + limits.lower) / (limits.upper - limits.lower);
      for (Control& control : model.controls)
        if (control.name == drive.inputs[0].control) control.neutral = std::clamp(neutral, -1.0, 1.0);
    }
    motors.push_back(motor);
  }
  return motors;
}

}  // namespace drawbar::import
