#include "physics/world/world.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "physics/contact/collision_shape.h"
#include "physics/contact/collision_world.h"
#include "physics/formulations/registry.h"
#include "physics/math/floating_point.h"
#include "physics/model/state_walk.h"
#include "physics/vehicle/hitch.h"
#include "physics/vehicle/steering.h"
#include "physics/world/frame_start.h"
#include "physics/world/readings.h"

namespace drawbar::physics {
namespace {

CollisionConfig collision_config(const WorldConfig& config) {
  CollisionConfig out;
  for (const BodyConfig& body : config.bodies) {
    out.bodies.push_back({body.is_static, body.shapes, body.groups, body.collides_with});
  }
  out.material_count = config.material_count;
  out.surface_pairs = config.surface_pairs;
  // What a hitch couples stays in contact: it comes apart while the world runs.
  std::vector<bool> opens(config.joints.size());
  for (const HitchConfig& hitch : config.hitches) opens[index_of(hitch.joint)] = true;
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    const JointConfig& joint = config.joints[j];
    if (joint.parent == kWorldBody || joint.child == kWorldBody || opens[j]) continue;
    const std::array<std::uint32_t, 2> pair{static_cast<std::uint32_t>(joint.parent),
                                            static_cast<std::uint32_t>(joint.child)};
    out.excluded_pairs.push_back(pair);
    if (joint.type == JointType::fixed) out.rigid_pairs.push_back(pair);
  }
  return out;
}

State initial_state(const WorldConfig& config, const Model& model) {
  State state;
  for (std::size_t i = 0; i < config.bodies.size(); ++i) {
    const BodyConfig& body = config.bodies[i];
    BodyState& out = state.bodies.emplace_back();
    const Vec3 offset = body.orientation.toRotationMatrix() * model.bodies[i].center_of_mass;
    out.center = body.position + offset;
    out.orientation = body.orientation;
    if (body.is_static) continue;
    out.velocity = body.linear_velocity + body.angular_velocity.cross(offset);
    out.angular_velocity = body.angular_velocity;
    out.smoothed_angular_velocity = body.angular_velocity;
  }
  state.bodies.emplace_back();
  state.joints.resize(config.joints.size());
  state.coupling_impulses.resize(config.couplings.size());
  state.springs.resize(config.springs.size());
  for (const DriveConfig& drive : config.drives) {
    state.drives.emplace_back().temperature = drive.thermal ? drive.thermal->ambient : 0.0;
  }
  state.steerings.resize(config.steerings.size());
  for (const ControlConfig& control : config.controls) state.controls.push_back(control.neutral);
  return state;
}

bool diverged(const State& state) {
  for (const BodyState& body : state.bodies) {
    const bool sane = body.velocity.squaredNorm() < kFastest * kFastest &&
                      body.angular_velocity.squaredNorm() < kFastest * kFastest;
    if (!sane) return true;  // NaN is not less than anything
  }
  return false;
}

void wake_all(State& state) {
  for (GroupState& group : state.groups) group.still_frames = 0;
}

}  // namespace

struct World::Implementation {
  explicit Implementation(WorldConfig world_config)
      : config(std::move(world_config)),
        model(config),
        state(initial_state(config, model)),
        spare(state),
        frame_start(state, model),
        collisions(collision_config(config)),
        error_peaks(config.joints.size()),
        angle_error_peaks(config.joints.size()),
        context{config, model, state, collisions, statistics, error_peaks, angle_error_peaks},
        stepper(make_stepper(context)),
        kinematics(model),
        velocities(model.bodies.size()),
        currents(this->config.drives.size()),
        poses(config.bodies.size()),
        query(collisions) {
    records.reserve(collisions.record_capacity());
    spare = state;  // with what the stepper added
  }

  void make_velocities_consistent() {
    const std::vector<BodyState> before = state.bodies;
    stepper->project_initial_velocities();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double change = std::sqrt((state.bodies[i].velocity - before[i].velocity).squaredNorm());
      velocity_correction = std::max(velocity_correction, change);
      state.bodies[i].smoothed_angular_velocity = state.bodies[i].angular_velocity;
    }
  }

  void close_frame() {
    stepper->end_frame();
    substeps_left = substeps_done = 0;
    ++state.frame;
  }

  void place_shapes() {
    for (std::size_t b = 0; b < poses.size(); ++b) {
      const BodyState& body = state.bodies[b];
      poses[b].orientation = body.orientation;
      poses[b].position = body.center - body.orientation * model.bodies[b].center_of_mass;
    }
    collisions.place(poses);
  }

  WorldConfig config;
  Model model;
  State state;
  State spare;
  FrameStart frame_start;
  CollisionWorld collisions;
  StepStatistics statistics;
  std::vector<double> error_peaks;
  std::vector<double> angle_error_peaks;
  StepContext context;
  std::unique_ptr<Stepper> stepper;
  Kinematics kinematics;  // of the readings
  std::vector<Twist> velocities;
  std::vector<double> currents;
  std::vector<ContactRecord> records;
  std::vector<Pose> poses;  // of body frames, for questions
  CollisionQuery query;
  double velocity_correction = 0;
  double substep_length = 0;  // s, of the open frame
  int substeps_left = 0;      // of the open frame; 0: no frame is open
  int substeps_done = 0;
};

World::World(WorldConfig config) {
  const FloatingPointScope scope;
  implementation_ = std::make_unique<Implementation>(std::move(config));
  implementation_->make_velocities_consistent();
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const WorldConfig& World::config() const {
  return implementation_->config;
}

double World::initial_velocity_correction() const {
  return implementation_->velocity_correction;
}

void World::set_control(ControlId control, double value) {
  assert(std::isfinite(value));
  const ControlConfig& config = implementation_->config.controls[index_of(control)];
  implementation_->state.controls[index_of(control)] = std::clamp(value, config.lower, config.upper);
}

double World::control(ControlId control) const {
  return implementation_->state.controls[index_of(control)];
}

void World::set_drive_enabled(DriveId drive, bool enabled) {
  State& state = implementation_->state;
  if (state.drives[index_of(drive)].enabled != enabled) wake_all(state);
  state.drives[index_of(drive)].enabled = enabled;
}

void World::begin_frame(int substeps) {
  Implementation& w = *implementation_;
  assert(substeps > 0 && w.substeps_left == 0);
  const FloatingPointScope scope;
  w.substep_length = w.config.period / substeps;
  w.substeps_left = substeps;
  w.substeps_done = 0;
  w.frame_start.take(w.state);
  w.stepper->begin_frame(w.substep_length);
}

void World::substep() {
  Implementation& w = *implementation_;
  assert(w.substeps_left > 0);
  const FloatingPointScope scope;
  for (std::size_t s = 0; s < w.config.steerings.size(); ++s) {
    turn_steering(w.config.steerings[s], w.substep_length, w.state.steerings[s], w.state);
  }
  for (const HitchConfig& hitch : w.config.hitches) work_hitch(hitch, w.substep_length, w.context);
  w.stepper->substep(w.substep_length);
  if (diverged(w.state)) {
    ++w.statistics.recoveries;
    w.frame_start.put_to_rest(w.state);
    for (Manifold& manifold : w.collisions.manifolds()) {
      for (ContactPoint& point : manifold.contacts()) point.memory = {};
    }
    w.stepper->begin_frame(w.substep_length);
  }
  ++w.substeps_done;
  if (--w.substeps_left == 0) w.close_frame();
}

void World::step_frame(int substeps) {
  begin_frame(substeps);
  while (implementation_->substeps_left > 0) substep();
}

std::uint64_t World::frame() const {
  return implementation_->state.frame;
}

void World::observe(FrameState& out) const {
  Implementation& w = *implementation_;
  const FloatingPointScope scope;
  w.stepper->synchronised_velocities(w.velocities);
  w.kinematics.update(w.model, w.state.bodies);
  w.stepper->synchronised_currents(w.currents);
  read_frame(w.context, w.kinematics, w.velocities, w.currents, out);
  out.time = static_cast<double>(w.state.frame) * w.config.period + w.substeps_done * w.substep_length;
  out.statistics = w.statistics;
  out.statistics.dropped_contacts = w.collisions.dropped_manifolds();
}

std::optional<CastHit> World::cast(const Vec3& origin, const Vec3& direction, double length, double radius,
                                   std::uint32_t groups, BodyId ignored) const {
  const FloatingPointScope scope;
  implementation_->place_shapes();
  return implementation_->query.cast(origin, direction, length, radius, groups,
                                     static_cast<std::uint32_t>(ignored));
}

std::optional<CastHit> World::cast(const Geometry& convex, const Pose& pose, const Vec3& direction,
                                   double length, std::uint32_t groups, BodyId ignored) const {
  const FloatingPointScope scope;
  implementation_->place_shapes();
  return implementation_->query.cast(convex, pose, direction, length, groups,
                                     static_cast<std::uint32_t>(ignored));
}

void World::find_overlaps(const Geometry& convex, const Pose& pose,
                          std::vector<std::uint32_t>& bodies) const {
  const FloatingPointScope scope;
  implementation_->place_shapes();
  implementation_->query.overlaps(convex, pose, bodies);
  const auto shapes = implementation_->collisions.placed_shapes();
  for (std::uint32_t& shape : bodies) shape = shapes[shape].shape->body;
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

void World::reset_error_peaks() {
  std::fill(implementation_->error_peaks.begin(), implementation_->error_peaks.end(), 0.0);
  std::fill(implementation_->angle_error_peaks.begin(), implementation_->angle_error_peaks.end(), 0.0);
}

FrameState World::make_frame_state() const {
  const Implementation& w = *implementation_;
  FrameState out;
  out.bodies.resize(w.config.bodies.size());
  out.joints.resize(w.config.joints.size());
  out.drives.resize(w.config.drives.size());
  out.wheels.resize(w.config.wheels.size());
  out.couplings.resize(w.config.couplings.size());
  out.brakes.resize(w.config.brakes.size());
  out.steerings.resize(w.config.steerings.size());
  out.hitches.resize(w.config.hitches.size());
  out.controls.resize(w.config.controls.size());
  out.contacts.reserve(w.collisions.record_capacity());
  out.overlaps.reserve(w.collisions.overlap_capacity());
  return out;
}

void World::save_state(std::vector<std::byte>& out) const {
  Implementation& w = *implementation_;
  assert(w.substeps_left == 0);
  w.collisions.save_records(w.records);
  out.clear();
  StateWriter writer(out);
  walk_state(writer, std::as_const(w.state), std::as_const(w.records));
}

std::size_t World::state_capacity() const {
  const Implementation& w = *implementation_;
  std::vector<ContactRecord> none;
  std::vector<std::byte> bytes;
  StateWriter writer(bytes);
  walk_state(writer, std::as_const(w.state), std::as_const(none));
  constexpr std::size_t kRecordSize = 2 * 8 + 3 * 8 + 8 + 3 * 3 * 8 + 1;
  return bytes.size() + kRecordSize * w.collisions.record_capacity();
}

bool World::restore_state(std::span<const std::byte> bytes) {
  Implementation& w = *implementation_;
  assert(w.substeps_left == 0);
  StateReader reader(bytes, w.collisions.record_capacity());
  w.spare = w.state;
  walk_state(reader, w.spare, w.records);
  if (!reader.ok() || !w.collisions.restore_records(w.records)) return false;
  std::swap(w.state, w.spare);
  return true;
}

std::vector<StateField> World::state_fields(std::span<const std::byte> bytes) const {
  const Implementation& w = *implementation_;
  State state = w.state;
  std::vector<ContactRecord> records;
  StateReader reader(bytes, w.collisions.record_capacity());
  walk_state(reader, state, records);
  StateLister lister(w.config);
  walk_state(lister, std::as_const(state), std::as_const(records));
  return std::move(lister.fields);
}

std::string World::describe_state(std::span<const std::byte> bytes, std::size_t offset) const {
  for (StateField& field : state_fields(bytes)) {
    if (offset < field.offset + field.size) return std::move(field.name);
  }
  return {};
}

}  // namespace drawbar::physics
