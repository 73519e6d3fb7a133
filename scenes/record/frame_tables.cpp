#include "scenes/record/frame_tables.h"

#include <algorithm>
#include <array>

#include "physics/effect/channels.h"
#include "physics/effect/possible.h"
#include "protocol/encode.h"
#include "scenes/effects/gyroscopes.h"

namespace drawbar::scenes {

namespace {

control::Point point_of(const physics::Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

stream::Vec3f vec3f_of(const physics::Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

stream::Quaternionf quaternionf_of(const physics::Quat& q) {
  return {static_cast<float>(q.w()), static_cast<float>(q.x()), static_cast<float>(q.y()),
          static_cast<float>(q.z())};
}

}  // namespace

std::vector<stream::BodyState> body_states(const physics::FrameState& state) {
  std::vector<stream::BodyState> bodies;
  bodies.reserve(state.bodies.size());
  for (std::uint32_t i = 0; i < state.bodies.size(); ++i) {
    const physics::BodyReading& body = state.bodies[i];
    bodies.emplace_back(point_of(body.position), quaternionf_of(body.orientation),
                        vec3f_of(body.linear_velocity), vec3f_of(body.angular_velocity), i,
                        body.absent ? protocol::kBodyAbsent : 0U);
  }
  return bodies;
}

stream::TelemetryT telemetry_of(const physics::FrameState& state, const physics::WorldConfig& config,
                                bool with_contacts) {
  stream::TelemetryT telemetry;
  for (std::size_t i = 0; i < state.joints.size(); ++i) {
    const physics::JointReading& joint = state.joints[i];
    const auto axes = static_cast<std::size_t>(physics::free_axis_count(config.joints[i].type));
    for (std::size_t axis = 0; axis < axes; ++axis) {
      telemetry.joint_positions.push_back(joint.position[axis]);
      telemetry.joint_velocities.push_back(joint.velocity[axis]);
    }
    telemetry.joint_errors.push_back(static_cast<float>(joint.error));
    telemetry.joint_angle_errors.push_back(static_cast<float>(joint.angle_error));
    telemetry.joint_broken.push_back(joint.broken);
  }
  for (const physics::DriveReading& drive : state.drives) {
    const auto fault = drive.enabled ? control::FaultKind::Ok : control::FaultKind::Off;
    telemetry.drives.emplace_back(static_cast<float>(drive.current), static_cast<float>(drive.voltage),
                                  static_cast<float>(drive.torque), static_cast<float>(drive.temperature),
                                  static_cast<std::uint32_t>(fault));
  }
  for (const physics::WheelReading& wheel : state.wheels) {
    telemetry.wheels.emplace_back(static_cast<float>(wheel.load),
                                  static_cast<float>(wheel.longitudinal_force),
                                  static_cast<float>(wheel.lateral_force), static_cast<float>(wheel.slip),
                                  static_cast<float>(wheel.slip_angle));
  }
  for (const physics::OverlapReading& overlap : state.overlaps) {
    telemetry.overlaps.emplace_back(overlap.sensor_body, overlap.sensor_shape, overlap.body);
  }
  for (const physics::FaultedReading& reading : state.faulted) {
    telemetry.faulted.emplace_back(reading.value, static_cast<std::uint32_t>(reading.channel.kind),
                                   reading.channel.index, reading.channel.part, 0U);
  }
  for (const std::uint32_t body : gyroscopes_of(config)) {
    const auto reading = [&](std::uint8_t part) {
      return static_cast<float>(physics::reading_of({physics::TargetKind::gyroscope, body, part}, state));
    };
    telemetry.gyroscopes.emplace_back(stream::Vec3f(reading(0), reading(1), reading(2)), reading(3),
                                      reading(4), reading(5), body);
  }
  for (const physics::BrakeReading& brake : state.brakes) {
    telemetry.brake_torques.push_back(static_cast<float>(brake.torque));
  }
  for (const physics::CouplingReading& coupling : state.couplings) {
    telemetry.coupling_forces.push_back(static_cast<float>(coupling.force));
  }
  for (const physics::SteeringReading& steering : state.steerings) {
    telemetry.steering_angles.push_back(static_cast<float>(steering.angle));
  }
  for (const physics::HitchReading& hitch : state.hitches) telemetry.hitches_closed.push_back(hitch.closed);
  telemetry.controls = state.controls;
  telemetry.contact_count = static_cast<std::uint32_t>(state.contacts.size());
  if (with_contacts) {
    for (const physics::ContactReading& contact : state.contacts) {
      telemetry.contacts.emplace_back(point_of(contact.position), vec3f_of(contact.force), contact.body_a,
                                      contact.body_b, 0U);
    }
    for (const physics::JointReading& joint : state.joints) {
      telemetry.joint_reactions.emplace_back(vec3f_of(joint.reaction), vec3f_of(joint.reaction_torque));
    }
  }
  telemetry.energy_kinetic = state.energy.kinetic;
  telemetry.energy_potential = state.energy.potential;
  return telemetry;
}

namespace {

void show_drive(const stream::FaultedReading& reading, stream::DriveState& drive) {
  std::array<float, 4> values{drive.current(), drive.voltage(), drive.torque(), drive.temperature()};
  values[reading.part()] = static_cast<float>(reading.value());
  drive = {values[0], values[1], values[2], values[3], drive.fault()};
}

void show_wheel(const stream::FaultedReading& reading, stream::WheelState& wheel) {
  std::array<float, 5> values{wheel.load(), wheel.longitudinal_force(), wheel.lateral_force(), wheel.slip(),
                              wheel.slip_angle()};
  values[reading.part()] = static_cast<float>(reading.value());
  wheel = {values[0], values[1], values[2], values[3], values[4]};
}

void show_gyroscope(const stream::FaultedReading& reading, std::vector<stream::Gyroscope>& all) {
  const auto found = std::ranges::find(all, reading.index(), &stream::Gyroscope::body);
  if (found == all.end()) return;
  const stream::Vec3f& rates = found->rates();
  std::array<float, 6> values{rates.x(),     rates.y(),      rates.z(),
                              found->roll(), found->pitch(), found->heading()};
  values[reading.part()] = static_cast<float>(reading.value());
  *found = {stream::Vec3f(values[0], values[1], values[2]), values[3], values[4], values[5], reading.index()};
}

// Into its list, where the console reads it. What the machine feels of a control, no console shows.
void show(const stream::FaultedReading& reading, const physics::WorldConfig& config,
          stream::TelemetryT& telemetry) {
  const physics::EffectTarget channel{static_cast<physics::TargetKind>(reading.kind()), reading.index(),
                                      static_cast<std::uint8_t>(reading.part())};
  switch (channel.kind) {
    case physics::TargetKind::joint_position:
    case physics::TargetKind::joint_velocity: {
      std::size_t at = channel.part;
      for (std::size_t j = 0; j < channel.index; ++j) {
        at += static_cast<std::size_t>(physics::free_axis_count(config.joints[j].type));
      }
      const bool places = channel.kind == physics::TargetKind::joint_position;
      (places ? telemetry.joint_positions : telemetry.joint_velocities)[at] = reading.value();
      return;
    }
    case physics::TargetKind::drive_reading:
      show_drive(reading, telemetry.drives[channel.index]);
      return;
    case physics::TargetKind::wheel_reading:
      show_wheel(reading, telemetry.wheels[channel.index]);
      return;
    case physics::TargetKind::gyroscope:
      show_gyroscope(reading, telemetry.gyroscopes);
      return;
    case physics::TargetKind::brake_reading:
      telemetry.brake_torques[channel.index] = static_cast<float>(reading.value());
      return;
    case physics::TargetKind::coupling_reading:
      telemetry.coupling_forces[channel.index] = static_cast<float>(reading.value());
      return;
    case physics::TargetKind::steering_reading:
      telemetry.steering_angles[channel.index] = static_cast<float>(reading.value());
      return;
    case physics::TargetKind::hitch_reading:
      telemetry.hitches_closed[channel.index] = reading.value() >= 0.5;
      return;
    default:
      return;
  }
}

}  // namespace

void hide_malfunctions(const physics::WorldConfig& config, stream::TelemetryT& telemetry) {
  for (stream::DriveState& drive : telemetry.drives) {
    drive = {drive.current(), drive.voltage(), drive.torque(), drive.temperature(),
             static_cast<std::uint32_t>(control::FaultKind::Ok)};
  }
  for (const stream::FaultedReading& reading : telemetry.faulted) show(reading, config, telemetry);
  telemetry.faulted.clear();
}

void take(const stream::FrameT& frame, physics::FrameState& state) {
  state.frame = frame.stamp->frame();
  state.time = frame.stamp->time();
  for (const stream::BodyState& recorded : frame.bodies) {
    if (recorded.id() >= state.bodies.size()) continue;
    physics::BodyReading& body = state.bodies[recorded.id()];
    const auto vec3 = [](const auto& v) { return physics::Vec3(v.x(), v.y(), v.z()); };
    const stream::Quaternionf& q = recorded.orientation();
    body.position = vec3(recorded.position());
    body.orientation = physics::Quat(q.w(), q.x(), q.y(), q.z());
    body.linear_velocity = vec3(recorded.linear_velocity());
    body.angular_velocity = vec3(recorded.angular_velocity());
    body.absent = (recorded.flags() & protocol::kBodyAbsent) != 0;
  }
}

void take(const stream::TelemetryT& telemetry, const physics::WorldConfig& config,
          physics::FrameState& state) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < state.joints.size(); ++i) {
    physics::JointReading& joint = state.joints[i];
    const auto axes = static_cast<std::size_t>(physics::free_axis_count(config.joints[i].type));
    for (std::size_t axis = 0; axis < axes; ++axis, ++at) {
      if (at < telemetry.joint_positions.size()) joint.position[axis] = telemetry.joint_positions[at];
      if (at < telemetry.joint_velocities.size()) joint.velocity[axis] = telemetry.joint_velocities[at];
    }
    if (i < telemetry.joint_errors.size()) joint.error = telemetry.joint_errors[i];
    if (i < telemetry.joint_angle_errors.size()) joint.angle_error = telemetry.joint_angle_errors[i];
    if (i < telemetry.joint_broken.size()) joint.broken = telemetry.joint_broken[i];
  }
  for (std::size_t i = 0; i < std::min(state.drives.size(), telemetry.drives.size()); ++i) {
    const stream::DriveState& recorded = telemetry.drives[i];
    state.drives[i] = {recorded.current(), recorded.voltage(), recorded.torque(), recorded.temperature(),
                       recorded.fault() == 0};
  }
  for (std::size_t i = 0; i < std::min(state.wheels.size(), telemetry.wheels.size()); ++i) {
    const stream::WheelState& recorded = telemetry.wheels[i];
    state.wheels[i] = {recorded.load(), recorded.longitudinal_force(), recorded.lateral_force(),
                       recorded.slip(), recorded.slip_angle()};
  }
  state.overlaps.clear();
  const std::vector<physics::BodyConfig>& bodies = config.bodies;
  for (const stream::Overlap& recorded : telemetry.overlaps) {
    if (recorded.body() >= bodies.size() || recorded.sensor_body() >= bodies.size() ||
        recorded.sensor_shape() >= bodies[recorded.sensor_body()].shapes.size()) {
      continue;
    }
    state.overlaps.push_back({recorded.sensor_body(), recorded.sensor_shape(), recorded.body()});
  }
  state.faulted.clear();
  for (const stream::FaultedReading& recorded : telemetry.faulted) {
    const physics::EffectTarget channel{static_cast<physics::TargetKind>(recorded.kind()), recorded.index(),
                                        static_cast<std::uint8_t>(recorded.part())};
    const bool exists = recorded.kind() <= static_cast<std::uint32_t>(physics::kLastTargetKind) &&
                        physics::is_channel(channel.kind) && recorded.part() < 256 &&
                        channel.index < physics::target_count(channel.kind, config) &&
                        channel.part < physics::part_count(channel, config);
    if (exists) state.faulted.push_back({channel, recorded.value()});
  }
  for (std::size_t i = 0; i < std::min(state.brakes.size(), telemetry.brake_torques.size()); ++i) {
    state.brakes[i].torque = telemetry.brake_torques[i];
  }
  for (std::size_t i = 0; i < std::min(state.couplings.size(), telemetry.coupling_forces.size()); ++i) {
    state.couplings[i].force = telemetry.coupling_forces[i];
  }
  for (std::size_t i = 0; i < std::min(state.steerings.size(), telemetry.steering_angles.size()); ++i) {
    state.steerings[i].angle = telemetry.steering_angles[i];
  }
  for (std::size_t i = 0; i < std::min(state.hitches.size(), telemetry.hitches_closed.size()); ++i) {
    state.hitches[i].closed = telemetry.hitches_closed[i];
  }
  if (telemetry.controls.size() == state.controls.size()) state.controls = telemetry.controls;
  const std::size_t contacts = telemetry.contacts.empty() ? telemetry.contact_count : 0;
  state.contacts.resize(std::min(contacts, state.contacts.capacity()));
  state.energy = {telemetry.energy_kinetic, telemetry.energy_potential};
}

}  // namespace drawbar::scenes
