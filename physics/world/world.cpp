#include "physics/world/world.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "physics/contact/collision_shape.h"
#include "physics/contact/collision_world.h"
#include "physics/drive/dc_motor.h"
#include "physics/effect/absence.h"
#include "physics/effect/alterations.h"
#include "physics/effect/at_once.h"
#include "physics/effect/channels.h"
#include "physics/effect/envelope.h"
#include "physics/effect/external_forces.h"
#include "physics/effect/possible.h"
#include "physics/effect/scheduled.h"
#include "physics/formulations/registry.h"
#include "physics/formulations/shared/contact_search.h"
#include "physics/joint/broken_joint.h"
#include "physics/math/floating_point.h"
#include "physics/model/state_walk.h"
#include "physics/motion/prescribed_motions.h"
#include "physics/vehicle/antilock.h"
#include "physics/vehicle/hitch.h"
#include "physics/vehicle/steering.h"
#include "physics/world/collision_setup.h"
#include "physics/world/frame_start.h"
#include "physics/world/readings.h"

namespace drawbar::physics {
namespace {

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
  state.couplings.resize(config.couplings.size());
  state.springs.resize(config.springs.size());
  for (const DriveConfig& drive : config.drives) {
    state.drives.emplace_back().temperature = drive.thermal ? drive.thermal->ambient : 0.0;
  }
  for (const BrakeConfig& brake : config.brakes)
    state.brakes.emplace_back().antilock = brake.antilock.has_value();
  state.steerings.resize(config.steerings.size());
  for (const ControlConfig& control : config.controls) state.controls.push_back(control.neutral);
  state.effects.reserve(kMostEffects);
  state.commands = state.controls;
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

// Whose kicks reach half a substep to both sides.
bool kicks_between_drifts(Formulation formulation) {
  return formulation == Formulation::sequential_impulses;
}

}  // namespace

struct World::Implementation {
  explicit Implementation(WorldConfig world_config)
      : config(std::move(world_config)),
        model(config),
        state(initial_state(config, model)),
        spare(state),
        prescribed(config),
        frame_start(state, model),
        collisions(collision_config(config)),
        external(config, model),
        alterations(config, collisions),
        absence(config),
        faults(config),
        held_together(bodies_held_together(config)),
        held_now(held_together),
        error_peaks(config.joints.size()),
        angle_error_peaks(config.joints.size()),
        context{config,     model,   state,  collisions,  statistics,       external,
                prescribed, absence, faults, error_peaks, angle_error_peaks},
        stepper(make_stepper(context)),
        antilock(context),
        kinematics(model),
        velocities(model.bodies.size()),
        currents(this->config.drives.size()),
        poses(config.bodies.size()),
        query(collisions),
        readings(make_frame_state()) {
    records.reserve(collisions.record_capacity());
    prescribed.begin(state);
    spare = state;  // with what the stepper added
    spare.effects.reserve(kMostEffects);
  }

  void make_velocities_consistent() {
    prescribed.close(0, state);
    const std::vector<BodyState> before = state.bodies;
    stepper->project_initial_velocities();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double change = std::sqrt((state.bodies[i].velocity - before[i].velocity).squaredNorm());
      velocity_correction = std::max(velocity_correction, change);
      state.bodies[i].smoothed_angular_velocity = state.bodies[i].angular_velocity;
    }
  }

  // Where the speeds hold at which the drives begin.
  void start_speed_loops() {
    kinematics.update(model, state.bodies);
    for (std::size_t d = 0; d < config.drives.size(); ++d) {
      const DriveConfig& drive = config.drives[d];
      const JointModel& joint = model.joints[index_of(drive.joint)];
      const JointGeometry& g = kinematics.joints[index_of(drive.joint)];
      const RelativeVelocity u = relative_velocity(g, state.bodies[joint.parent], state.bodies[joint.child]);
      state.drives[d].controller_integral =
          holding_integral(drive, axis_rate(g, static_cast<std::size_t>(drive.axis), u));
    }
    spare = state;
  }

  /// `is_read`: Stepper::substep().
  void substep(bool is_read);

  void close_frame() {
    find_forces(true);
    prescribed.close(config.period, state);
    stepper->end_frame();
    prescribed.store_velocities(state);
    substeps_left = substeps_done = 0;
    ++state.frame;
    faults.renew_readings(state, config.period);
    remember_readings();
    end_effects();
  }

  FrameState make_frame_state() const {
    FrameState out;
    out.bodies.resize(config.bodies.size());
    out.joints.resize(config.joints.size());
    out.drives.resize(config.drives.size());
    out.wheels.resize(config.wheels.size());
    out.couplings.resize(config.couplings.size());
    out.brakes.resize(config.brakes.size());
    out.steerings.resize(config.steerings.size());
    out.hitches.resize(config.hitches.size());
    out.controls.resize(config.controls.size());
    out.contacts.reserve(collisions.record_capacity());
    out.overlaps.reserve(collisions.overlap_capacity());
    out.effects.reserve(kMostEffects);
    out.faulted.reserve(kMostEffects);
    return out;
  }

  // --- effects ---

  bool is_possible_here(const Effect& effect) const {
    return is_possible(effect, config) &&
           (effect.type != EffectType::absent || absence.can_be_absent(effect.target.index));
  }

  double age_of(const ActiveEffect& active) const {
    return static_cast<double>(state.frame - active.begun) * config.period;
  }

  // Of the kick that opens the coming substep or, `closing`, ends at the present instant.
  void find_forces(bool closing) {
    if (!external.any() && !external.any_drag()) return;
    const double now = substeps_done * substep_length;
    const bool leaps = kicks_between_drifts(config.formulation);
    const double before = leaps && substeps_done > 0 ? 0.5 * substep_length : 0;
    const double after = closing ? 0 : leaps ? 0.5 * substep_length : substep_length;
    external.find(state, config.period, {now - before, now + after});
  }

  // In the frame that follows State::frame. What is absent from the first frame on is so in the initial
  // state, too.
  bool is_due(const ScheduledEffect& scheduled, bool is_initial) const {
    const bool begins_absent = state.frame == 0 && scheduled.effect.type == EffectType::absent;
    return state.frame + 1 == first_frame_of(scheduled, config.period) && begins_absent == is_initial;
  }

  void begin_due_effects(bool is_initial) {
    for (const ScheduledEffect& scheduled : config.effects) {
      if (is_due(scheduled, is_initial)) begin(scheduled.effect);
    }
  }

  bool begin(const Effect& effect) {
    reading_is_present = false;
    if (acts_at_once(effect.type)) {
      act_at_once(effect, held_now, context);
      let_move();
      return true;
    }
    const auto found = find_effect(effect.id);
    if (found == state.effects.end() && state.effects.size() == kMostEffects) return false;
    ActiveEffect active{effect, state.frame};
    begin_memory(active);
    if (found == state.effects.end()) {
      state.effects.push_back(active);
    } else {
      *found = active;
    }
    if (effect.type == EffectType::absent) leave(effect.target.index);
    arrange_effects();
    let_move();
    return true;
  }

  bool is_absent(JointId joint) const { return absence.is_absent(model.joints[index_of(joint)].child); }

  // After State::effects has got or lost one.
  void arrange_effects() {
    strengths_change = true;
    reading_is_present = false;
    faults.arrange(state, config.period);
    if (absence.renew(state)) collisions.set_absent(absence.bodies());
  }

  // What goes comes back at rest, as a machine that has been switched on just now.
  void leave(BodyIndex body) {
    put_to_rest(body, held_together, context);
    const auto goes = [&](std::size_t joint) {
      const BodyIndex child = model.joints[joint].child;
      return child < held_together.size() && held_together[child] == held_together[body];
    };
    for (std::size_t d = 0; d < config.drives.size(); ++d) {
      if (!goes(index_of(config.drives[d].joint))) continue;
      run_idle(state.drives[d]);
    }
  }

  // What goes by the strengths of effects alone. One that no longer changes never changes again, and all that
  // follows from it stays until an effect comes or goes.
  void renew_strengths() {
    alterations.renew(state);
    external.renew(state, config.period);
    const auto any = [&](auto which) {
      return std::any_of(state.effects.begin(), state.effects.end(), which);
    };
    strengths_change =
        any([&](const ActiveEffect& active) { return still_changes(active.effect, age_of(active)); });
    is_gusty_now = any([](const ActiveEffect& active) { return is_gusty(active.effect); });
  }

  void begin_effects() {
    if (strengths_change) renew_strengths();
    state.controls = state.commands;
    faults.renew_controls(state, config.period);
    for (const FaultyChannel& channel : faults.controls()) {
      const std::uint32_t place = channel.target.index;
      const ControlConfig& control = config.controls[place];
      state.controls[place] =
          std::clamp(shown(channel.faults, state.commands[place]), control.lower, control.upper);
    }
    if (strengths_change || is_gusty_now) wake_all(state);
  }

  void remember_readings() {
    if (!faults.delays_readings()) return;
    read(readings);
    faults.remember_readings(readings, state, config.period);
    // The voltages follow from what the drives' loops see, and that may be delayed.
    read_drives(context, currents, readings);
    reading_is_present = true;
  }

  void begin_memory(ActiveEffect& active) {
    if (active.remembered() == 0) return;
    const EffectTarget& target = active.effect.target;
    if (target.kind == TargetKind::control) {
      remember(state.commands[target.index], true, active);
    } else if (active.effect.type == EffectType::play) {
      read(readings);
      for (std::size_t k = 0; k < kMaxFreeAxes; ++k)
        active.set_play(k, {0, readings.joints[target.index].velocity[k]});
    } else {
      read(readings);
      remember(reading_of(target, readings), true, active);
    }
  }

  // Everything at the present instant.
  void read(FrameState& out) {
    stepper->synchronised_velocities(velocities);
    if (substeps_left > 0) {
      for (const MovedBody& moved : prescribed.bodies()) velocities[moved.body] = moved.twist;
    }
    kinematics.update(model, state.bodies);
    stepper->synchronised_currents(currents);
    read_frame(context, kinematics, velocities, currents, out);
  }

  void end_effects() {
    if (!strengths_change) return;  // what will end counts as changing
    const auto over = [&](const ActiveEffect& active) { return has_ended(active.effect, age_of(active)); };
    if (std::erase_if(state.effects, over) == 0) return;
    arrange_effects();
    wake_all(state);
  }

  // After an input: what rests, or moved without drive, may go on otherwise.
  void let_move() {
    wake_all(state);
    for (GroupState& group : state.groups) group.bounded = false;
  }

  std::vector<ActiveEffect>::iterator find_effect(EffectId id) {
    return std::find_if(state.effects.begin(), state.effects.end(),
                        [id](const ActiveEffect& active) { return active.effect.id == id; });
  }

  void update_poses() {
    for (std::size_t b = 0; b < poses.size(); ++b) {
      const BodyState& body = state.bodies[b];
      poses[b].orientation = body.orientation;
      poses[b].position = body.center - body.orientation * model.bodies[b].center_of_mass;
    }
  }

  void place_shapes() {
    update_poses();
    collisions.place(poses);
  }

  // Contacts are not found again before the next substep: until then readings take them from here.
  void show_restored_contacts() {
    update_poses();
    collisions.show_restored(poses, kContactMargin);
  }

  WorldConfig config;
  Model model;
  State state;
  State spare;
  PrescribedMotions prescribed;
  FrameStart frame_start;
  CollisionWorld collisions;
  ExternalForces external;
  Alterations alterations;
  Absence absence;
  ChannelFaults faults;
  bool strengths_change = false;  // of effects, from the last frame to this one or to the next
  bool is_gusty_now = false;
  std::vector<std::uint32_t> held_together;  // by body
  std::vector<std::uint32_t> held_now;       // by body: room for act_at_once()
  StepStatistics statistics;
  std::vector<double> error_peaks;
  std::vector<double> angle_error_peaks;
  StepContext context;
  std::unique_ptr<Stepper> stepper;
  Antilock antilock;
  Kinematics kinematics;  // of the readings
  std::vector<Twist> velocities;
  std::vector<double> currents;
  std::vector<ContactRecord> records;
  std::vector<Pose> poses;  // of body frames, for questions
  CollisionQuery query;
  FrameState readings;              // of channels that effects remember
  bool reading_is_present = false;  // nothing has happened since `readings` were read at the end of a frame
  double velocity_correction = 0;
  double substep_length = 0;  // s, of the open frame
  int substeps_left = 0;      // of the open frame; 0: no frame is open
  int substeps_done = 0;
};

World::World(WorldConfig config) {
  const FloatingPointScope scope;
  implementation_ = std::make_unique<Implementation>(std::move(config));
  implementation_->make_velocities_consistent();
  implementation_->start_speed_loops();
  implementation_->begin_due_effects(true);
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
  State& state = implementation_->state;
  implementation_->reading_is_present = false;
  // + 0.0: no negative zero, whose sign a recording does not keep.
  state.commands[index_of(control)] = state.controls[index_of(control)] =
      std::clamp(value, config.lower, config.upper) + 0.0;
}

double World::control(ControlId control) const {
  return implementation_->state.commands[index_of(control)];
}

void World::set_drive_enabled(DriveId drive, bool enabled) {
  State& state = implementation_->state;
  if (state.drives[index_of(drive)].enabled != enabled) wake_all(state);
  state.drives[index_of(drive)].enabled = enabled;
  implementation_->reading_is_present = false;
}

bool World::begin_effect(const Effect& effect) {
  Implementation& w = *implementation_;
  assert(w.substeps_left == 0 && w.is_possible_here(effect));
  const FloatingPointScope scope;
  Effect begun = effect;
  for (double* number : {&begun.strength, &begun.ramp, &begun.duration}) *number += 0.0;  // as a control's
  return w.begin(begun);
}

bool World::clear_effect(EffectId effect) {
  Implementation& w = *implementation_;
  assert(w.substeps_left == 0);
  const auto found = w.find_effect(effect);
  if (found == w.state.effects.end()) return false;
  w.state.effects.erase(found);
  w.arrange_effects();
  w.let_move();
  return true;
}

void World::clear_effects() {
  Implementation& w = *implementation_;
  assert(w.substeps_left == 0);
  w.state.effects.clear();
  w.arrange_effects();
  w.let_move();
}

std::span<const ActiveEffect> World::effects() const {
  return implementation_->state.effects;
}

void World::begin_frame(int substeps) {
  Implementation& w = *implementation_;
  assert(substeps > 0 && w.substeps_left == 0);
  const FloatingPointScope scope;
  w.reading_is_present = false;
  w.begin_due_effects(false);
  w.substep_length = w.config.period / substeps;
  w.substeps_left = substeps;
  w.substeps_done = 0;
  w.begin_effects();
  w.frame_start.take(w.state);
  w.stepper->begin_frame(w.substep_length);
}

void World::Implementation::substep(bool is_read) {
  assert(substeps_left > 0);
  const FloatingPointScope scope;
  for (std::size_t s = 0; s < config.steerings.size(); ++s) {
    const auto& knuckles = config.steerings[s].knuckles;
    if (!knuckles.empty() && is_absent(knuckles.front().joint)) continue;
    turn_steering(config.steerings[s], substep_length, state.steerings[s], state);
  }
  for (const HitchConfig& hitch : config.hitches) {
    if (!is_absent(hitch.joint)) work_hitch(hitch, substep_length, context);
  }
  find_forces(false);
  prescribed.drift(substeps_done * substep_length, substep_length, state);
  stepper->substep(substep_length, is_read);
  if (diverged(state)) {
    ++statistics.recoveries;
    frame_start.put_to_rest(state);
    for (Manifold& manifold : collisions.manifolds()) {
      for (ContactPoint& point : manifold.contacts()) point.memory = {};
    }
    stepper->begin_frame(substep_length);
  }
  prescribed.arrive(state);
  antilock.advance(substep_length);
  ++substeps_done;
  if (--substeps_left == 0) close_frame();
}

void World::substep() {
  implementation_->substep(true);
}

void World::step_frame(int substeps) {
  begin_frame(substeps);
  Implementation& w = *implementation_;
  while (w.substeps_left > 0) w.substep(w.substeps_left == 1);  // nobody looks before the last has passed
}

std::uint64_t World::frame() const {
  return implementation_->state.frame;
}

void World::observe_motion(FrameState& out) const {
  Implementation& w = *implementation_;
  const FloatingPointScope scope;
  if (w.substeps_left > 0) {
    w.find_forces(true);
    w.prescribed.close(w.substeps_done * w.substep_length, w.state);
  }
  if (w.reading_is_present) {
    out = w.readings;
  } else {
    w.read(out);
  }
  out.effects.clear();
  out.faulted.clear();
  out.time = static_cast<double>(w.state.frame) * w.config.period + w.substeps_done * w.substep_length;
  out.statistics = w.statistics;
  out.statistics.dropped_contacts += w.collisions.dropped();
}

void World::observe(FrameState& out) const {
  observe_motion(out);
  observe_effects(out);
}

void World::observe_effects(FrameState& out) const {
  const Implementation& w = *implementation_;
  const FloatingPointScope scope;
  out.effects.resize(w.state.effects.size());
  for (std::size_t e = 0; e < out.effects.size(); ++e) {
    const ActiveEffect& active = w.state.effects[e];
    out.effects[e] = {active.effect, w.age_of(active) + w.substeps_done * w.substep_length};
  }
  out.faulted.clear();
  for (const auto& [channel, faults] : w.faults.channels()) {
    const bool felt = channel.kind == TargetKind::control;
    out.faulted.push_back(
        {channel, felt ? w.state.controls[channel.index] : shown(faults, reading_of(channel, out))});
  }
}

void World::observe_contacts(FrameState& out) const {
  const FloatingPointScope scope;
  read_contacts(implementation_->context, out);
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
  implementation_->reading_is_present = false;
  std::fill(implementation_->error_peaks.begin(), implementation_->error_peaks.end(), 0.0);
  std::fill(implementation_->angle_error_peaks.begin(), implementation_->angle_error_peaks.end(), 0.0);
}

FrameState World::make_frame_state() const {
  return implementation_->make_frame_state();
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
  constexpr std::size_t kRecordSize = 2 * 8 + 3 * 8 + 8 + 5 * 3 * 8 + 1;
  constexpr std::size_t kEffectSize = 2 * 4 + 3 + (kEffectParameters + 3) * 8 + 8 + (kEffectMemory + 1) * 8;
  return bytes.size() + kRecordSize * w.collisions.record_capacity() + 8 + kEffectSize * kMostEffects;
}

bool World::restore_state(std::span<const std::byte> bytes) {
  Implementation& w = *implementation_;
  assert(w.substeps_left == 0);
  const FloatingPointScope scope;
  StateReader reader(bytes, w.collisions.record_capacity());
  w.spare = w.state;
  walk_state(reader, w.spare, w.records);
  const bool possible =
      std::all_of(w.spare.effects.begin(), w.spare.effects.end(), [&](const ActiveEffect& active) {
        return active.begun <= w.spare.frame && !acts_at_once(active.effect.type) &&
               w.is_possible_here(active.effect);
      });
  const bool begun = std::all_of(
      w.spare.motions.begin(), w.spare.motions.end(),
      [&](const MotionState& motion) { return motion.begun <= w.spare.frame && motion.duration >= 0; });
  if (!reader.ok() || !possible || !begun || !w.collisions.restore_records(w.records)) return false;
  std::swap(w.state, w.spare);
  w.alterations.renew(w.state);
  w.arrange_effects();
  w.show_restored_contacts();
  return true;
}

bool World::begin_from(std::span<const std::byte> bytes) {
  const FloatingPointScope scope;
  Implementation& w = *implementation_;
  std::vector<std::byte> before;
  save_state(before);
  if (!restore_state(bytes)) return false;
  State& state = w.state;
  std::size_t place = 0;
  bool possible = true;
  for (const BodyConfig& body : w.config.bodies) {
    if (!body.motion) continue;
    MotionState& motion = state.motions[place++];
    const double age = static_cast<double>(state.frame - motion.begun) * w.config.period;
    possible =
        possible && (state.frame == 0 || (motion.kind != MotionKind::of_time && age >= motion.duration));
    motion.begun = 0;
    motion.duration = 0;
  }
  if (!possible) {
    const bool restored = restore_state(before);
    assert(restored);
    return !restored;
  }
  state.frame = 0;
  state.effects.clear();
  w.arrange_effects();
  for (std::size_t c = 0; c < state.controls.size(); ++c) {
    state.commands[c] = state.controls[c] = w.config.controls[c].neutral;
  }
  w.begin_due_effects(true);
  w.let_move();
  w.alterations.renew(state);
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
