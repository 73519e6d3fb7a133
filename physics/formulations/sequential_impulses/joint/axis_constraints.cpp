#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"

#include <algorithm>
#include <cmath>

#include "physics/articulation/spatial_cholesky.h"
#include "physics/constraint/stopping.h"
#include "physics/drive/commands.h"
#include "physics/formulations/sequential_impulses/joint/axis_impact.h"
#include "physics/formulations/sequential_impulses/joint/axis_law.h"
#include "physics/formulations/sequential_impulses/joint/axis_play.h"
#include "physics/formulations/sequential_impulses/joint/axis_terms.h"
#include "physics/formulations/sequential_impulses/tree/link_models.h"
#include "physics/joint/kinematics.h"

namespace drawbar::physics {
namespace {

/// An axis that others of its joint can do without is not lighter than by this part.
constexpr double kLeastInertia = 1e-9;
// Inertia matrix of one joint's axes, symmetric.
using AxisMass = std::array<std::array<double, kMaxFreeAxes>, kMaxFreeAxes>;

// Schur complement: the inertia of the other axes where axis j moves freely.
void release(std::size_t j, AxisMass& mass) {
  const std::array<double, kMaxFreeAxes> row = mass[j];
  for (std::size_t i = 0; i < row.size(); ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) mass[i][k] -= row[i] * row[k] / row[j];
  }
}

// Force of a joint in this kick, extrapolated from its rate of change. A jump is caught up with, not
// extrapolated.
Vec3 forecast(const Vec3& force, const JointState& joint, const KickTimes& times) {
  const Vec3 change = (joint.force_age + times.instant()) * joint.force_rate;
  const double most = force.squaredNorm();
  const double squared = change.squaredNorm();
  return force + (squared > most ? std::sqrt(most / squared) : 1.0) * change;
}

// Where the motor is stuck, or the gear lets the load turn nothing, any torque fits: the limit bears all.
double torque_at_limit(const DriveSolution& motor) {
  return std::isfinite(motor.slope) ? motor.torque : 0.0;
}

}  // namespace

AxisConstraints::AxisConstraints(const StepView& view, const Topology& topology, const TrialJoints& trial)
    : view_(view),
      topology_(topology),
      trial_(trial),
      first_(topology.nodes.size()),
      last_(topology.nodes.size()) {
  for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
    first_[i] = loads_.size();
    const std::size_t j = topology.nodes[i].joint;
    if (j != kNone && has_axis_loads(view.config, j)) {
      for (int k = 0; k < view.model.joints[j].free_axes; ++k) {
        AxisConstraint& load = loads_.emplace_back();
        load.node = i;
        load.joint = j;
        load.axis = static_cast<std::size_t>(k);
        load.rotor.inertia = view.config.joints[j].axes[load.axis].armature;
        asks_reactions_ |= view.config.joints[j].axes[load.axis].friction.reaction_arm > 0;
        for (std::size_t d = 0; d < view.config.drives.size(); ++d) {
          const DriveConfig& drive = view.config.drives[d];
          if (index_of(drive.joint) == j && drive.axis == k) load.drive = d;
        }
        load.first_brake = brakes_.size();
        for (std::size_t b = 0; b < view.config.brakes.size(); ++b) {
          const BrakeConfig& brake = view.config.brakes[b];
          if (index_of(brake.joint) == j && brake.axis == k) brakes_.push_back(b);
        }
        load.last_brake = brakes_.size();
      }
    }
    last_[i] = loads_.size();
  }
  present_.reserve(loads_.size());
}

void AxisConstraints::take(const Island& island) {
  present_.clear();
  for (const NodeRun& run : island.runs) {
    for (std::size_t n = first_[run.begin]; n < last_[run.end - 1]; ++n) present_.push_back(n);
  }
}

bool AxisConstraints::knows_reactions() const {
  return !asks_reactions_ || std::none_of(present_.begin(), present_.end(), [&](std::size_t n) {
    const AxisConstraint& load = loads_[n];
    const AxisFriction& friction = view_.config.joints[load.joint].axes[load.axis].friction;
    const JointState& joint = view_.state.joints[load.joint];
    return friction.reaction_arm > 0 && !trial_.broken(load.joint) && !(joint.force_age > 0);
  });
}

void AxisConstraints::prepare(std::span<const BodyFrame> frames, const KickTimes& times) {
  times_ = times;
  frames_ = frames;
  JointAxes axes;
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    const JointState& joint = view_.state.joints[load.joint];
    if (trial_.broken(load.joint)) {
      load.piece = {};
      load.soft = {};
      load.impact.deferred = 0;
      continue;
    }
    if (load.axis == 0) evaluate(load.joint, axes);
    place(axes, load);
    const AxisState& state = joint.axes[load.axis];
    const AxisConfig& axis = view_.config.joints[load.joint].axes[load.axis];
    set_spring(axis, state, times, load.soft);
    load.coulomb = holding_torque(axes, load);
    load.lowest = -kUnbounded;
    load.highest = kUnbounded;
    load.impact.may_bounce = load.impact.bounces = false;
    load.impact.share = 0;
    if (times.closing) load.impact.deferred = load.impact.deferred_at_close;
    if (!(times.before() > 0)) {
      load.impact.deferred = 0;  // by a frame that was left in its middle
      load.rotor.rate = load.soft.rate;
    }
    if (load.drive != kNone) ask_of_drive(load);
    if (axis.limit) prepare_limits(load, *axis.limit);
    load.held_position = state.mode == AxisMode::stuck ? state.held_position : load.soft.position;
    load.held_bias =
        times.closing || times.drift <= 0 ? 0.0 : extrapolate(state.held_bias, times.drift / times.whole);
    load.torque = load.drift.error = load.drift.curvature_offset = load.drift.compensated_offset = 0;
    load.step = {};
    load.piece =
        load.drive == kNone ? first_segment(load, state.mode, times_) : LawSegment{};  // a drive's: set_pivot
  }
}

void AxisConstraints::evaluate(std::size_t j, JointAxes& axes) const {
  const JointModel& joint = view_.model.joints[j];
  evaluate_axes(joint, frames_[joint.parent], frames_[joint.child], axes);
}

double AxisConstraints::rate_of(const AxisConstraint& load, const JointAxes& axes) const {
  const JointModel& joint = view_.model.joints[load.joint];
  const BodyState& parent = view_.state.bodies[joint.parent];
  const BodyState& child = view_.state.bodies[joint.child];
  if (axis_slides(joint.type, static_cast<int>(load.axis)))
    return axis_rate(axes, load.axis, relative_velocity(axes, parent, child));
  return axes.rate_angular[load.axis].dot(child.angular_velocity - parent.angular_velocity);
}

// Motion, position and rate of the axis.
void AxisConstraints::place(const JointAxes& axes, AxisConstraint& load) const {
  const JointModel& joint = view_.model.joints[load.joint];
  const TreeNode& node = topology_.nodes[load.node];
  const std::size_t k = load.axis;
  const Vec3 arm = (frames_[joint.child].center + axes.child_arm) - frames_[node.body].center;
  load.motion = spatial(node.sign * (axes.motion_linear[k] - axes.motion_angular[k].cross(arm)),
                        node.sign * axes.motion_angular[k]);
  const double counted = view_.state.joints[load.joint].axes[k].position;
  load.soft.start(counted_coordinate(joint.type, k, axes.position[k], counted), rate_of(load, axes));
}

// Coulomb friction and brakes, N or N m.
double AxisConstraints::holding_torque(const JointAxes& axes, const AxisConstraint& load) const {
  const AxisFriction& friction = view_.config.joints[load.joint].axes[load.axis].friction;
  double most = friction.coulomb;
  if (friction.reaction_arm > 0) {
    Vec3 pressing = forecast(trial_.force(load.joint), view_.state.joints[load.joint], times_);
    // Along a sliding axis acts its own friction, which does not press the bearing.
    if (axis_slides(view_.model.joints[load.joint].type, static_cast<int>(load.axis))) {
      const Vec3& along = axes.motion_linear[load.axis];
      pressing -= (along.dot(pressing) / along.squaredNorm()) * along;
    }
    most = dry_friction(friction, pressing);
  }
  for (std::size_t b = load.first_brake; b < load.last_brake; ++b) {
    most += brake_torque(view_.config, brakes_[b], view_.state);
  }
  return most;
}

void AxisConstraints::ask_of_drive(AxisConstraint& load) const {
  const DriveConfig& drive = view_.config.drives[load.drive];
  load.motor.state = view_.state.drives[load.drive];
  load.motor.play.half = drive.play;
  double position = load.soft.position;
  double rate = load.soft.rate;
  if (drive.play > 0) {  // its encoder sits on its own shaft
    PlayState& play = load.motor.play.before = view_.state.effects[drive.play_effect].play(load.axis);
    play.offset = std::clamp(play.offset, -drive.play, drive.play);
    position += play.offset;
    rate = play.rate;
  }
  load.motor.demand = drive_demand_now(view_, drive, load.motor.state, position, rate, times_.before());
  if (drive.play > 0) load.motor.play.demand = load.motor.demand;
  load.motor.demand.brake_torque += load.coulomb;
  WindingDecay& decay = load.motor.decay;
  if (decay.h != times_.kick || decay.resistance != drive.resistance)
    decay = winding_decay(drive, times_.kick);
  load.motor.fresh = true;
}

// Of the drive, once the axis's inertia is known; with play also of the gear's side alone.
void AxisConstraints::find_law(AxisConstraint& load) const {
  const DriveConfig& drive = view_.config.drives[load.drive];
  AxisMotor& motor = load.motor;
  const bool has_play = motor.play.half > 0;
  motor.law.emplace(drive, motor.state, motor.demand, has_play ? motor.play.before.rate : load.soft.rate,
                    motor.decay, DriveLaw::implicitness(drive, load.inertia + load.gain, times_.kick));
  if (!has_play) return;
  const double implicitness = drive.rotor_inertia > 0 ? DriveLaw::implicitness(drive, 0, times_.kick) : 1;
  motor.play.alone.emplace(drive, motor.state, motor.play.demand, motor.play.before.rate, motor.decay,
                           implicitness);
}

BodyMass AxisConstraints::mass_of(BodyIndex body) const {
  const BodyModel& model = view_.model.bodies[body];
  const Mat3& r = frames_[body].rotation;
  const Mat3 i = r * model.inertia * r.transpose();
  return {model.mass, {i(0, 0), i(0, 1), i(0, 2), i(1, 1), i(1, 2), i(2, 2)}};
}

// Inertia of each axis, with the joint's other axes free where they are not held: the Cardan axes of a light
// link under a heavy load are heavy one by one, and light together. Where a stop or a table would throw a
// lighter parent, the parent's body counts as free: what holds it makes it heavier, so that this errs to the
// stable side.
void AxisConstraints::find_inertias(std::size_t node, const SymmetricSpatial& inertia, const Pivot& pivot) {
  const std::size_t first = first_[node];
  const std::size_t count = last_[node] - first;
  const bool straight = std::all_of(&loads_[first], &loads_[first] + count,
                                    [](const AxisConstraint& load) { return load.soft.elastic.straight(); });
  const bool recoils = !straight && pivot.parent != kNone;
  for (std::size_t n = first; n < last_[node]; ++n) loads_[n].momentum = inertia * loads_[n].motion;
  if (count == 1 && !recoils) {
    loads_[first].inertia = dot(loads_[first].motion, loads_[first].momentum);
    return;
  }
  SpatialCholeskyOf<double> both{};
  if (recoils) {
    SymmetricSpatial sum = inertia;
    SymmetricSpatial parent;
    set(mass_of(topology_.nodes[pivot.parent].body), parent);
    add_transported(sum, parent, -pivot.r);
    factor(sum, both);
  }
  AxisMass mass{};
  std::array<std::array<double, 6>, kMaxFreeAxes> kept{};  // of their momentum what the parent takes
  for (std::size_t j = 0; j < count; ++j) {
    const Spatial& momentum = loads_[first + j].momentum;
    if (recoils) solve_lower(both, momentum, kept[j]);
    for (std::size_t k = 0; k <= j; ++k) {
      double entry = dot(loads_[first + k].motion, momentum);
      if (recoils) {
        for (std::size_t i = 0; i < 6; ++i) entry -= kept[j][i] * kept[k][i];
      }
      mass[j][k] = mass[k][j] = entry;
    }
  }
  if (count == 1) {
    loads_[first].inertia = mass[0][0];
    return;
  }
  for (std::size_t k = 0; k < count; ++k) {
    AxisMass rest = mass;
    for (std::size_t j = 0; j < count; ++j) {
      if (j != k && !loads_[first + j].piece.held && rest[j][j] > kLeastInertia * mass[j][j])
        release(j, rest);
    }
    loads_[first + k].inertia = std::max(rest[k][k], kLeastInertia * mass[k][k]);
  }
}

void AxisConstraints::set_pivot(std::size_t node, const SymmetricSpatial& inertia, Pivot& pivot) {
  pivot.axes = 0;
  find_inertias(node, inertia, pivot);
  for (std::size_t n = first_[node]; n < last_[node]; ++n) {
    AxisConstraint& load = loads_[n];
    load.step = {};
    if (times_.kick > 0 && !load.soft.empty()) load.step = soft_step(load.soft, load.moved_inertia(), times_);
    load.gain = load.step.gain;
    load.impulse = load.impact.deferred - load.step.at(load.soft.rate, 0);
    if (load.rotor.inertia > 0) {
      load.gain += load.rotor.inertia;
      load.impulse += load.rotor_impulse(0, times_.after());
    }
    if (load.drive != kNone && load.motor.fresh && times_.kick > 0) {
      // Once in a kick, so that its law stays the same while the pieces are found.
      load.motor.fresh = false;
      find_law(load);
      load.piece = first_segment(load, view_.state.joints[load.joint].axes[load.axis].mode, times_);
    }
    if (load.piece.held) continue;
    load.column = static_cast<std::size_t>(pivot.axes);
    PivotAxis& axis = pivot.axis[pivot.axes++];
    axis.motion = load.motion;
    axis.coupling = load.momentum;
    axis.gain = load.gain + times_.kick * load.piece.slope;
  }
  // Displacements that close joints turn held axes, too, and not by the gain of the kick in which those were
  // last free: no state has that.
  for (auto k = static_cast<std::size_t>(pivot.axes); k < last_[node] - first_[node]; ++k)
    pivot.axis[k].gain = 0;
}

void AxisConstraints::set_right_hand_side(std::size_t begin, std::size_t end, std::span<Spatial> bias,
                                          std::span<std::array<double, 3>> axis_impulse) const {
  for (std::size_t n = first_[begin]; n < last_[end - 1]; ++n) {
    const AxisConstraint& load = loads_[n];
    if (load.piece.held) {
      const double bias_rate = keeps_place(load) ? load.held_bias : 0.0;
      add_scaled(bias[load.node], load.piece.rate + bias_rate, load.motion);
    } else {
      axis_impulse[load.node][load.column] = load.impulse + times_.kick * load.piece.offset;
    }
  }
}

// Rates beyond which a hard limit would be overrun within the drift; an impact turns the rate round where it
// is. A stop that gives way is a spring while it is pressed.
void AxisConstraints::prepare_limits(AxisConstraint& load, const AxisLimit& limit) const {
  const double h = times_.drift;
  if (limit.stiffness) return load.soft.add_stop(limit);
  const AxisState& state = view_.state.joints[load.joint].axes[load.axis];
  if (times_.closing) {
    if (state.mode == AxisMode::at_lower) load.lowest = 0;
    if (state.mode == AxisMode::at_upper) load.highest = 0;
    return;
  }
  if (!(h > 0)) return;
  load.lowest = std::min((limit.lower - load.soft.position) / h, kReturnSpeed);
  load.highest = std::max((limit.upper - load.soft.position) / h, -kReturnSpeed);
  if (!(limit.restitution > 0 && std::fabs(load.soft.rate) > kRestitutionThreshold)) return;
  const bool locks = load.drive != kNone && physics::locks(view_.config.drives[load.drive].gear);
  // What strikes a stop with play behind it is two bodies: it rests there.
  const bool has_play = load.drive != kNone && load.motor.play.half > 0;
  load.impact.may_bounce = load.impact.deferred == 0 && !locks && !has_play;
}

// All that the last solve takes beyond their limits. Only once the other axes are on their pieces is it known
// which these are and how fast.
bool AxisConstraints::solve_limit_impacts() {
  bool any = false;
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (!strikes(load) || trial_.broken(load.joint)) continue;
    const bool alone = !bounce();
    load.impact.may_bounce = false;
    find_limit_impact(*view_.config.joints[load.joint].axes[load.axis].limit, times_, load);
    if (load.impact.bounces && !alone) apply_all_now();
    stop_at_limit(load, times_, load.solved_rate, load.piece, load.motor.solution);
    any = true;
  }
  return any;
}

// Several stops share no impulses: the next kick could not tell what each may give without more energy.
void AxisConstraints::apply_all_now() {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (!load.impact.bounces) continue;
    load.impact.share = 0;
    (load.soft.rate < 0 ? load.lowest : load.highest) = load.impact.rebound;
  }
}

bool AxisConstraints::test(std::span<const Spatial> velocity, std::span<const Spatial> force,
                           std::span<const std::array<double, 3>> rates, const TreeFactor& factor,
                           bool one_only) {
  if (times_.kick <= 0) return false;
  bool changed = false;
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (trial_.broken(load.joint)) continue;
    if (load.piece.held) {
      // The joint's reaction along the axis, without springs.
      const Spatial reaction = factor.inertia(load.node) * velocity[load.node];
      const double along = dot(load.motion, reaction) - dot(load.motion, force[load.node]);
      load.solved_rate = load.piece.rate;
      load.torque = (along - load.impulse + load.gain * load.piece.rate) / times_.kick;
    } else {
      load.solved_rate = rates[load.node][load.column];
      load.torque = load.piece.offset - load.piece.slope * load.solved_rate;
    }
    if (changed && one_only) continue;
    if (load.impact.deferred != 0 && defers_too_much(times_, load)) {
      changed = true;
      continue;
    }
    if (changes_at(load.solved_rate, load.step, load.moved_inertia(), times_, load.soft)) {
      changed = true;
      continue;
    }
    const double response = times_.kick / (load.inertia + load.gain);
    double rate = 0;
    LawSegment next = solve_between_limits(load, times_, load.solved_rate - response * load.torque, response,
                                           load.motor.solution, rate);
    if (!load.impact.may_bounce) stop_at_limit(load, times_, rate, next, load.motor.solution);
    if (is_still_on(load, next)) continue;
    // One axis at a time by neighbours: where its parent gives way an axis is lighter than `response` says,
    // and would be thrown past the segment on which it sticks for ever.
    if (one_only) next = step_towards(load, times_, next);
    load.piece = next;
    changed = true;
  }
  if (!changed || one_only) changed |= solve_limit_impacts();
  return changed;
}

bool AxisConstraints::bounce() const {
  return std::any_of(present_.begin(), present_.end(), [&](std::size_t n) {
    return loads_[n].impact.bounces && at_limit(loads_[n].piece.mode);
  });
}

bool AxisConstraints::bounce_at_once() const {
  return std::any_of(present_.begin(), present_.end(), [&](std::size_t n) {
    return loads_[n].impact.bounces && loads_[n].impact.share == 0 && at_limit(loads_[n].piece.mode);
  });
}

void AxisConstraints::cancel_deferred() {
  for (const std::size_t n : present_) loads_[n].impact.share = 0;
}

// Where the gear's side is after the kick; the axis is held where that holds it.
void AxisConstraints::store_play(AxisConstraint& load, std::span<ActiveEffect> effects) const {
  load.held_position = held_place(load);
  for (ActiveEffect& active : effects) {
    const Effect& effect = active.effect;
    if (effect.type == EffectType::play && effect.target.index == load.joint)
      active.set_play(load.axis, play_after(times_, load));
  }
}

// In one piece: each axis passes here in every substep.
void AxisConstraints::store(PositionStatus status, std::span<JointState> joints, std::span<DriveState> drives,
                            std::span<ActiveEffect> effects) {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (trial_.broken(load.joint)) {
      if (load.drive != kNone)
        heat_winding(view_.config.drives[load.drive], drives[load.drive], 0, times_.kick);
      continue;
    }
    const bool limited = at_limit(load.piece.mode);
    const double impulse = times_.whole * load.torque;
    if (load.drive != kNone && times_.kick > 0) {
      const bool has_play = load.motor.play.half > 0;
      DriveState& drive = drives[load.drive];
      drive.current = load.motor.solution.current;
      drive.controller_integral = load.motor.state.controller_integral;
      heat_winding(view_.config.drives[load.drive], drive, load.motor.solution.mean_current, times_.kick);
      if (!times_.closing) {
        drive.impulse = limited ? times_.whole * torque_at_limit(load.motor.solution) : impulse;
        drive.mode = has_play ? load.motor.solution.mode : load.piece.mode;
      }
      if (has_play) store_play(load, effects);
    }
    const double paid = load.impact.deferred;
    load.impact.deferred = load.impact.deferred_at_close = 0;
    if (times_.closing) continue;
    AxisState& axis = joints[load.joint].axes[load.axis];
    axis.position = load.soft.position;
    // Where the drift leads, so that turns are counted however fast a motor is.
    if (counts_turns(view_.model.joints[load.joint])) axis.position += times_.drift * load.solved_rate;
    axis.limit_impulse = limited ? impulse : 0.0;
    if (limited && load.impact.bounces && load.impact.share > 0) split_limit_impulse(times_, load);
    axis.friction_impulse = !limited && load.drive == kNone ? impulse : 0.0;
    axis.spring_impulse = load.impulse - paid - load.gain * load.solved_rate;
    if (load.rotor.inertia > 0) {
      axis.spring_impulse -= load.rotor_impulse(load.solved_rate, times_.drift);
      if (times_.drift > 0) load.rotor.rate = load.rotor.way / times_.drift;
    }
    axis.smoothed_rate = load.soft.smoothed_rate;
    axis.mode = load.piece.mode;
    axis.held_position = load.held_position;
    if (keeps_place(load) && status != PositionStatus::failed) {
      remember(load.held_bias - load.drift.error / times_.drift, times_.drift / times_.whole,
               status == PositionStatus::by_corrections, axis.held_bias);
    } else {
      axis.held_bias = {};
    }
  }
}

void AxisConstraints::read_currents(std::span<double> out) const {
  for (const std::size_t n : present_) {
    const AxisConstraint& load = loads_[n];
    if (load.drive != kNone && !trial_.broken(load.joint)) out[load.drive] = load.motor.solution.current;
  }
}

}  // namespace drawbar::physics
