#include "physics/world/readings.h"

#include <algorithm>
#include <cmath>

#include "physics/spring/spring_law.h"
#include "physics/world/commands.h"

namespace drawbar::physics {
namespace {

RelativeVelocity joint_velocity(const JointModel& joint, const JointGeometry& g, std::span<const Twist> v) {
  const Twist& p = v[joint.parent];
  const Twist& c = v[joint.child];
  return {c.linear + c.angular.cross(g.child_arm) - p.linear - p.angular.cross(g.parent_arm),
          c.angular - p.angular};
}

void read_bodies(const StepContext& context, const Kinematics& kinematics, std::span<const Twist> velocities,
                 FrameState& out) {
  for (std::size_t i = 0; i < out.bodies.size(); ++i) {
    const BodyState& body = context.state.bodies[i];
    const Vec3 to_origin = -(kinematics.frames[i].rotation * context.model.bodies[i].center_of_mass);
    BodyReading& reading = out.bodies[i];
    reading.position = body.center + to_origin;
    reading.orientation = body.orientation;
    reading.angular_velocity = velocities[i].angular;
    reading.linear_velocity = velocities[i].linear + velocities[i].angular.cross(to_origin);
  }
}

void read_joints(const StepContext& context, const Kinematics& kinematics, std::span<const Twist> velocities,
                 FrameState& out) {
  for (std::size_t j = 0; j < out.joints.size(); ++j) {
    const JointModel& joint = context.model.joints[j];
    const JointGeometry& g = kinematics.joints[j];
    const RelativeVelocity u = joint_velocity(joint, g, velocities);
    JointReading& reading = out.joints[j];
    reading.broken = context.state.joints[j].broken;
    reading.error = context.error_peaks[j];
    reading.angle_error = context.angle_error_peaks[j];
    for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
      const double counted = context.state.joints[j].axes[k].position;
      const bool slides = axis_slides(joint.type, static_cast<int>(k));
      reading.position[k] = slides ? g.position[k] : nearest_turn(g.position[k], counted);
      reading.velocity[k] = axis_rate(g, k, u);
    }
  }
}

void read_drives(const StepContext& context, FrameState& out) {
  const double h = context.state.last_substep;
  for (std::size_t d = 0; d < out.drives.size(); ++d) {
    const DriveConfig& drive = context.config.drives[d];
    const DriveState& state = context.state.drives[d];
    const double rate = out.joints[index_of(drive.joint)].velocity[static_cast<std::size_t>(drive.axis)];
    DriveState scratch = state;
    const DriveDemand demand = drive_demand_now(context.config, drive, context.state, scratch, rate, 0);
    const double back_emf = drive.torque_constant * drive.gear.ratio * rate;
    DriveReading& reading = out.drives[d];
    reading.current = state.current;
    reading.torque = h > 0 ? state.impulse / h : 0;
    reading.temperature = drive.thermal ? state.temperature : 0;
    reading.enabled = !demand.open_circuit;
    reading.voltage = demand.voltage;
    if (demand.open_circuit) reading.voltage = back_emf;
    if (demand.current_source) reading.voltage = drive.resistance * state.current + back_emf;
  }
}

void read_contacts(const StepContext& context, FrameState& out) {
  out.contacts.clear();
  const double h = context.state.last_substep;
  if (!(h > 0)) return;
  for (const Manifold& manifold : context.collisions.manifolds()) {
    for (const ContactPoint& point : manifold.contacts()) {
      if (!(point.memory.normal_impulse > 0)) continue;
      const Vec3 impulse = point.memory.normal_impulse * point.normal + point.memory.friction_impulse;
      out.contacts.push_back({manifold.body_a, manifold.body_b, point.position, impulse / h});
    }
  }
}

double kinetic_energy(const StepContext& context, const Kinematics& kinematics, std::span<const Twist> v,
                      const FrameState& out) {
  double energy = 0;
  for (std::size_t i = 0; i < out.bodies.size(); ++i) {
    if (!context.model.bodies[i].moves) continue;
    energy += 0.5 * context.model.bodies[i].mass * v[i].linear.squaredNorm() +
              0.5 * v[i].angular.dot(kinematics.inertia[i] * v[i].angular);
  }
  for (const DriveConfig& drive : context.config.drives) {
    const double rotor =
        drive.gear.ratio * out.joints[index_of(drive.joint)].velocity[static_cast<std::size_t>(drive.axis)];
    energy += 0.5 * drive.rotor_inertia * rotor * rotor;
  }
  return energy;
}

double axis_energy(const AxisConfig& axis, double position) {
  double energy = 0;
  if (axis.spring) energy += spring_energy(*axis.spring, position - axis.spring->rest);
  if (axis.limit && axis.limit->stiffness) {
    const double overrun = std::max({axis.limit->lower - position, position - axis.limit->upper, 0.0});
    energy += 0.5 * *axis.limit->stiffness * overrun * overrun;
  }
  return energy;
}

double potential_energy(const StepContext& context, const Kinematics& kinematics) {
  double energy = 0;
  for (std::size_t i = 0; i < context.config.bodies.size(); ++i) {
    energy -= context.model.bodies[i].mass * context.config.gravity.dot(context.state.bodies[i].center);
  }
  for (std::size_t j = 0; j < context.model.joints.size(); ++j) {
    if (context.state.joints[j].broken) continue;
    for (std::size_t k = 0; k < static_cast<std::size_t>(context.model.joints[j].free_axes); ++k) {
      energy += axis_energy(context.config.joints[j].axes[k], context.state.joints[j].axes[k].position);
    }
  }
  for (std::size_t s = 0; s < context.model.springs.size(); ++s) {
    const SpringModel& model = context.model.springs[s];
    const auto end = [&](BodyIndex body, const Vec3& anchor) -> Vec3 {
      return kinematics.frames[body].center + kinematics.frames[body].rotation * anchor;
    };
    const Vec3 span = end(model.to, model.to_anchor) - end(model.from, model.from_anchor);
    const double stretch = std::sqrt(span.squaredNorm()) - context.config.springs[s].rest_length;
    energy += 0.5 * context.config.springs[s].stiffness * stretch * stretch;
  }
  return energy;
}

}  // namespace

void read_frame(const StepContext& context, const Kinematics& kinematics, std::span<const Twist> velocities,
                FrameState& out) {
  out.frame = context.state.frame;
  read_bodies(context, kinematics, velocities, out);
  read_joints(context, kinematics, velocities, out);
  read_drives(context, out);
  read_contacts(context, out);
  std::copy(context.state.controls.begin(), context.state.controls.end(), out.controls.begin());
  out.energy.kinetic = kinetic_energy(context, kinematics, velocities, out);
  out.energy.potential = potential_energy(context, kinematics);
}

}  // namespace drawbar::physics
