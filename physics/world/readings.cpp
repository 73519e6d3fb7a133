#include "physics/world/readings.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "physics/contact/collision_shape.h"
#include "physics/drive/commands.h"
#include "physics/effect/absence.h"
#include "physics/formulations/shared/energy.h"
#include "physics/math/elementary.h"
#include "physics/vehicle/contact_patch.h"
#include "physics/vehicle/wheel_motion.h"

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
    reading.absent = context.absence.is_absent(i);
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
    reading.reaction = context.state.joints[j].reaction.mean;
    reading.reaction_torque = context.state.joints[j].reaction_torque.mean;
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

/// Where the gear of a drive with play is, by its joint: DriveConfig::play_effect is a place of the frame
/// before, and effects have ended or been cleared since. Nothing: it has no play any more.
std::optional<PlayState> play_of(const StepContext& context, const DriveConfig& drive) {
  if (!(drive.play > 0)) return std::nullopt;
  for (const ActiveEffect& active : context.state.effects) {
    const Effect& effect = active.effect;
    const bool gives_way = effect.type == EffectType::play && effect.strength * effect.parameters[0] > 0;
    if (gives_way && effect.target.index == index_of(drive.joint))
      return active.play(static_cast<std::size_t>(drive.axis));
  }
  return std::nullopt;
}

void read_couplings(const StepContext& context, FrameState& out) {
  for (std::size_t c = 0; c < out.couplings.size(); ++c) {
    const double first = context.config.couplings[c].terms.front().coefficient;
    out.couplings[c].force = first * context.state.couplings[c].force.mean;
  }
}

void read_vehicles(const StepContext& context, FrameState& out) {
  const WorldConfig& config = context.config;
  for (std::size_t i = 0; i < out.brakes.size(); ++i)
    out.brakes[i].torque = brake_torque(config, i, context.state);
  for (std::size_t i = 0; i < out.steerings.size(); ++i)
    out.steerings[i].angle = context.state.steerings[i].angle;
  for (std::size_t i = 0; i < out.hitches.size(); ++i)
    out.hitches[i].closed = !context.state.joints[index_of(config.hitches[i].joint)].broken;
}

/// A wheel slower than this (m/s) has the slip of one that fast: at rest it is 0.
constexpr double kSlipSpeed = 0.1;

// The slips are those on the ground that carries most, at the mean of where it carries: where facets meet,
// too, they are the one patch's that the tyre has.
void read_wheels(const StepContext& context, const Kinematics& kinematics, std::span<const Twist> velocities,
                 FrameState& out) {
  std::fill(out.wheels.begin(), out.wheels.end(), WheelReading{});
  const double h = context.state.last_substep;
  if (!(h > 0) || out.wheels.empty()) return;
  for (const Manifold& manifold : context.collisions.manifolds()) {
    const auto contact = wheel_contact(context.model, manifold, kinematics.frames);
    if (!contact) continue;
    WheelReading& reading = out.wheels[contact->wheel];
    double load = 0;
    for (const ContactPoint& point : manifold.contacts()) {
      const auto axes = patch_axes(contact->axis, contact->sign * point.normal);
      if (!axes) continue;
      const Vec3 force = contact->sign * point.memory.force.mean;
      load += axes->normal.dot(force);
      reading.longitudinal_force += axes->forward.dot(force);
      reading.lateral_force += axes->left.dot(force);
    }
    const bool most = load > reading.load;
    reading.load += load;
    if (!most) continue;
    const auto motion = wheel_motion(
        context.model.wheels[contact->wheel], context.config.wheels[contact->wheel].tyre, *contact, manifold,
        kinematics.frames, velocities[contact->body], velocities[contact->ground], h);
    if (!motion) continue;
    reading.slip = motion->slip(kSlipSpeed);
    reading.slip_angle = arc_tangent(motion->left, std::max(std::fabs(motion->forward), kSlipSpeed));
  }
}

void read_overlaps(const StepContext& context, FrameState& out) {
  out.overlaps.clear();
  const auto shapes = context.collisions.placed_shapes();
  for (const SensorOverlap& overlap : context.collisions.overlaps()) {
    const std::uint32_t owner = shapes[overlap.sensor].shape->body;
    std::uint32_t first = overlap.sensor;
    while (first > 0 && shapes[first - 1].shape->body == owner) --first;
    out.overlaps.push_back({owner, overlap.sensor - first, shapes[overlap.shape].shape->body});
  }
  // A body of many shapes overlaps once.
  const auto key = [](const OverlapReading& o) { return std::tuple(o.sensor_body, o.sensor_shape, o.body); };
  std::sort(out.overlaps.begin(), out.overlaps.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  out.overlaps.erase(std::unique(out.overlaps.begin(), out.overlaps.end(),
                                 [&](const auto& a, const auto& b) { return key(a) == key(b); }),
                     out.overlaps.end());
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
    const auto axis = static_cast<std::size_t>(drive.axis);
    const auto play = play_of(context, drive);
    const double rate = play ? play->rate : out.joints[index_of(drive.joint)].velocity[axis];
    const double rotor = drive.gear.ratio * rate;
    energy += 0.5 * drive.rotor_inertia * rotor * rotor;
  }
  for (std::size_t j = 0; j < context.config.joints.size(); ++j) {
    for (std::size_t k = 0; k < kMaxFreeAxes; ++k) {
      const double armature = context.config.joints[j].axes[k].armature;
      const double rate = out.joints[j].velocity[k];
      if (armature > 0) energy += 0.5 * armature * rate * rate;
    }
  }
  return energy;
}

// What is absent has none.
double potential_energy(const StepContext& context) {
  const Model& model = context.model;
  const auto is_there = [&](BodyIndex body) { return !context.absence.is_absent(body); };
  double energy = 0;
  for (std::size_t i = 0; i < context.config.bodies.size(); ++i) {
    if (is_there(i)) energy += weight_energy(context, i);
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (is_there(model.joints[j].child)) energy += joint_energy(context, j);
  }
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    if (is_there(model.springs[s].to)) energy += spring_energy(context, s);
  }
  for (std::size_t c = 0; c < context.config.couplings.size(); ++c) {
    const JointId first = context.config.couplings[c].terms.front().joint;
    if (is_there(model.joints[index_of(first)].child)) energy += coupling_energy(context, c);
  }
  return energy;
}

}  // namespace

void read_drives(const StepContext& context, std::span<const double> currents, FrameState& out) {
  const double h = context.state.last_substep;
  for (std::size_t d = 0; d < out.drives.size(); ++d) {
    const DriveConfig& drive = context.config.drives[d];
    const DriveState& state = context.state.drives[d];
    const JointReading& joint = out.joints[index_of(drive.joint)];
    const auto axis = static_cast<std::size_t>(drive.axis);
    double rate = joint.velocity[axis];
    double position = joint.position[axis];
    if (const auto play = play_of(context, drive)) {
      position += play->offset;
      rate = play->rate;
    }
    DriveState scratch = state;
    const DriveDemand demand = drive_demand_now(context, drive, scratch, position, rate, 0);
    const double back_emf = drive.torque_constant * drive.gear.ratio * rate;
    DriveReading& reading = out.drives[d];
    reading.current = currents[d];
    reading.torque = h > 0 ? state.impulse / h : 0;
    reading.temperature = drive.thermal ? state.temperature : 0;
    reading.enabled = !demand.open_circuit;
    reading.voltage = 0;
    if (context.absence.is_absent(context.model.joints[index_of(drive.joint)].child)) continue;
    reading.voltage = demand.voltage;
    if (demand.open_circuit) reading.voltage = back_emf;
    // A supply that holds a current gives the mean voltage that drives it, also where it holds the largest.
    if (demand.current_source || std::fabs(reading.current) >= drive.current_limit)
      reading.voltage = drive.resistance * reading.current + back_emf;
  }
}

void read_contacts(const StepContext& context, FrameState& out) {
  out.contacts.clear();
  for (const Manifold& manifold : context.collisions.manifolds()) {
    for (const ContactPoint& point : manifold.contacts()) {
      const Vec3& force = point.memory.force.mean;
      if (!(force.squaredNorm() > 0)) continue;
      out.contacts.push_back({manifold.body_a, manifold.body_b, point.position, force});
    }
  }
}

void read_frame(const StepContext& context, const Kinematics& kinematics, std::span<const Twist> velocities,
                std::span<const double> currents, FrameState& out) {
  out.frame = context.state.frame;
  read_bodies(context, kinematics, velocities, out);
  read_joints(context, kinematics, velocities, out);
  read_drives(context, currents, out);
  read_couplings(context, out);
  read_vehicles(context, out);
  read_contacts(context, out);
  read_wheels(context, kinematics, velocities, out);
  read_overlaps(context, out);
  std::copy(context.state.commands.begin(), context.state.commands.end(), out.controls.begin());
  out.energy.kinetic = kinetic_energy(context, kinematics, velocities, out);
  out.energy.potential = potential_energy(context);
}

}  // namespace drawbar::physics
