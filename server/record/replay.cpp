// A recording opened for replay: its scene, its frames, and each frame as it was.
#include "server/record/replay.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <variant>

#include "server/session/scene_source.h"

namespace drawbar::server {

namespace {

constexpr protocol::ItemFilter kShown{
    .simulation = false, .snapshots = false, .poses = true, .telemetry = true, .events = false};

}  // namespace

Result<Replay> Replay::open(const std::string& path) {
  auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  std::optional<record::SceneRecordT> first_scene;
  std::optional<std::uint32_t> second_scene;
  ReplayIndex::Parents parents;
  auto cursor = record->items(
      {.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = false});
  while (!second_scene) {
    auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) break;
    if (auto* scene = std::get_if<record::SceneRecordT>(&**item)) {
      if (first_scene) {
        second_scene = scene->branch;
      } else {
        first_scene = std::move(*scene);
      }
    } else if (const auto* branch = std::get_if<record::BranchT>(&**item);
               branch != nullptr && branch->parent_branch < branch->branch &&
               (branch->cause == record::BranchCause::Restore ||
                branch->cause == record::BranchCause::Rewind)) {
      parents[branch->branch] = branch->parent_branch;
    }
  }
  if (!first_scene)
    return fail(ErrorKind::wrong, path + ": no scene in it: not a drawbar recording, or cut off at once");
  auto scene = read_recorded_scene(std::as_bytes(std::span(first_scene->scene)), path);
  if (!scene) return tl::unexpected(scene.error());
  scene->first_branch = first_scene->branch;
  auto frames = record->frames();
  if (!frames) return tl::unexpected(frames.error());
  // One replay shows one scene: what follows another scene's begin is left out.
  if (second_scene) {
    spdlog::warn("{}: another scene was loaded at branch {}; the replay shows what came before", path,
                 *second_scene);
    std::erase_if(*frames, [&](const auto& entry) { return entry.branch >= *second_scene; });
  }
  if (frames->empty()) return fail(ErrorKind::wrong, path + ": no frame in it: nothing to replay");
  ReplayIndex index(std::move(*frames), scene->world.period, std::move(parents));
  return Replay(std::move(*record), std::move(*scene), std::move(index));
}

Replay::Replay(protocol::SessionRecord record, ServedScene scene, ReplayIndex index)
    : record_(std::move(record)), scene_(std::move(scene)), index_(std::move(index)) {}

Result<void> Replay::read(std::size_t position, FrameSlot& slot) {
  const auto& wanted = index_.at(position);
  if (!cursor_ || position < next_position_ || position > next_position_ + 100) {
    cursor_ = record_.items_from(wanted.time, kShown);
  }
  next_position_ = position + 1;
  const auto is_wanted = [&wanted](const stream::FrameStamp& stamp) {
    return stamp.branch() == wanted.branch && stamp.frame() == wanted.frame;
  };
  bool has_poses = false;
  while (true) {
    auto item = cursor_->next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) break;
    if (const auto* frame = std::get_if<stream::FrameT>(&**item);
        frame != nullptr && is_wanted(*frame->stamp)) {
      fill(*frame, slot);
      has_poses = true;
    }
    // Telemetry follows the poses of its frame.
    if (const auto* telemetry = std::get_if<stream::TelemetryT>(&**item);
        telemetry != nullptr && has_poses && is_wanted(*telemetry->stamp)) {
      fill(*telemetry, slot);
      return {};
    }
  }
  cursor_.reset();
  if (has_poses) return {};
  return fail(ErrorKind::wrong, "branch " + std::to_string(wanted.branch) + ", frame " +
                                    std::to_string(wanted.frame) + ": no poses recorded");
}

void Replay::fill(const stream::FrameT& frame, FrameSlot& slot) const {
  slot.branch = frame.stamp->branch();
  slot.state.frame = frame.stamp->frame();
  slot.state.time = frame.stamp->time();
  for (const stream::BodyState& recorded : frame.bodies) {
    if (recorded.id() >= slot.state.bodies.size()) continue;
    physics::BodyReading& body = slot.state.bodies[recorded.id()];
    const auto vec3 = [](const auto& v) { return physics::Vec3(v.x(), v.y(), v.z()); };
    const stream::Quaternionf& q = recorded.orientation();
    body.position = vec3(recorded.position());
    body.orientation = physics::Quat(q.w(), q.x(), q.y(), q.z());
    body.linear_velocity = vec3(recorded.linear_velocity());
    body.angular_velocity = vec3(recorded.angular_velocity());
  }
}

void Replay::fill(const stream::TelemetryT& telemetry, FrameSlot& slot) const {
  physics::FrameState& state = slot.state;
  std::size_t at = 0;
  for (std::size_t i = 0; i < state.joints.size(); ++i) {
    physics::JointReading& joint = state.joints[i];
    const auto axes = static_cast<std::size_t>(physics::free_axis_count(scene_.world.joints[i].type));
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
  const std::vector<physics::BodyConfig>& bodies = scene_.world.bodies;
  for (const stream::Overlap& recorded : telemetry.overlaps) {
    if (recorded.body() >= bodies.size() || recorded.sensor_body() >= bodies.size() ||
        recorded.sensor_shape() >= bodies[recorded.sensor_body()].shapes.size()) {
      continue;
    }
    state.overlaps.push_back({recorded.sensor_body(), recorded.sensor_shape(), recorded.body()});
  }
  if (telemetry.controls.size() == state.controls.size()) state.controls = telemetry.controls;
  if (telemetry.control_sequences.size() == slot.control_sequences.size()) {
    slot.control_sequences = telemetry.control_sequences;
  }
  state.contacts.resize(telemetry.contacts.empty() ? telemetry.contact_count : 0);
  state.energy = {telemetry.energy_kinetic, telemetry.energy_potential};
  slot.substeps = static_cast<int>(telemetry.substeps);
}

}  // namespace drawbar::server
