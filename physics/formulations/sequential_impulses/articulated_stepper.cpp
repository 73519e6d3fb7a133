#include "physics/formulations/sequential_impulses/articulated_stepper.h"

#include <algorithm>
#include <cmath>

#include "physics/articulation/node_blocks.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Joints are closed to this after every drift (m, rad) ...
constexpr double kPositionTolerance = 1e-7;
/// ... by so many corrections at the most.
constexpr int kMostCorrections = 8;
/// After so many a step is looked at with suspicion: its energy may grow by this part.
constexpr int kEasyCorrections = 2;
constexpr double kTolerableGain = 1e-3;
constexpr double kLeastRelaxation = 0.5;
constexpr double kMostRelaxation = 2.5;
/// A body that turns further than this in a substep (rad) makes it split, except about its axis of symmetry.
constexpr double kLargestTurn = 0.5;
/// A displacement that closes joints is halved so many times at the most.
constexpr int kMostHalvings = 3;
/// Rounds of the active set in which every axis may change its piece, and rounds in all.
constexpr int kBlockFlips = 3;
constexpr int kMostFlips = 20;
/// What touches moves no axis by sweeps that change no speed by more than this (m/s or rad/s); rounds of
/// both.
constexpr double kSettledSpeed = 1e-6;
constexpr int kMostTouchRounds = 3;
/// Corrections of closed loops at the least: their rows are regularised.
constexpr int kLoopCorrections = 2;
/// Contacts are looked for this far apart (m), beyond what the bodies travel in the substep.
constexpr double kContactMargin = 0.01;

}  // namespace

ArticulatedStepper::ArticulatedStepper(const StepContext& context)
    : context_(context),
      topology_(context.config, context.model),
      factor_(topology_, context.model),
      loads_(context, topology_),
      loops_(context, topology_),
      touch_(context, topology_),
      kinematics_(context.model),
      frames_(context.model.bodies.size()),
      trial_(context.model.bodies.size()),
      spare_(context.model.bodies.size()),
      link_models_(topology_.nodes.size()),
      links_(topology_.nodes.size()),
      energy_(topology_.trees.size()),
      stiffness_(topology_.nodes.size()),
      force_(topology_.nodes.size()),
      mass_(topology_.nodes.size()),
      bias_(topology_.nodes.size()),
      axis_impulse_(topology_.nodes.size()),
      y_(topology_.nodes.size()),
      velocity_(topology_.nodes.size()),
      rates_(topology_.nodes.size()),
      correction_(topology_.nodes.size()),
      rate_corrections_(topology_.nodes.size()),
      reaction_(topology_.nodes.size()),
      still_(topology_.nodes.size()),
      inverse_inertia_(context.model.bodies.size(), Mat3::Zero()),
      poses_(context.config.bodies.size()),
      reach_(context.config.bodies.size()) {
  touches_ = std::any_of(context.config.bodies.begin(), context.config.bodies.end(),
                         [](const BodyConfig& b) { return !b.shapes.empty(); });
  describe_links();
}

bool ArticulatedStepper::holds_nothing_else(const TreeNode& node) const {
  const Model& model = context_.model;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (j != node.joint && (model.joints[j].parent == node.body || model.joints[j].child == node.body)) {
      return false;
    }
  }
  return std::none_of(model.springs.begin(), model.springs.end(),
                      [&](const SpringModel& s) { return s.from == node.body || s.to == node.body; });
}

// What never changes: which rotations need no small steps. Those of a free ball, and of a wheel about its
// axle: symmetric, its centre on the axle, and nothing else held by it.
void ArticulatedStepper::describe_links() {
  constexpr double kSymmetry = 1e-9;
  for (std::size_t i = 0; i < link_models_.size(); ++i) {
    const TreeNode& node = topology_.nodes[i];
    const Tree& tree = topology_.trees[node.tree];
    const BodyModel& body = context_.model.bodies[node.body];
    LinkModel& link = link_models_[i];
    const Mat3& inertia = body.inertia;
    const double size = inertia.trace();
    // The largest principal moment is bounded by the largest absolute row sum, exact for principal axes.
    link.largest_inertia = inertia.cwiseAbs().rowwise().sum().maxCoeff();
    const Mat3 sphere = (size / 3) * Mat3::Identity();
    link.lone = node.joint == kNone && tree.end - tree.begin == 1;
    link.spins_freely = node.joint == kNone && (inertia - sphere).cwiseAbs().maxCoeff() < kSymmetry * size;
    if (node.joint == kNone) continue;
    const JointModel& joint = context_.model.joints[node.joint];
    const JointConfig& config = context_.config.joints[node.joint];
    link.predicts_bias = !topology_.groups[tree.group].has_loops;
    link.may_break = config.break_force || config.break_torque;
    link.counts_turns = !loads_.loaded(i) && (joint.free_axes == 1 || joint.type == JointType::cylindrical ||
                                              joint.type == JointType::planar);
    const Mat3& frame = node.sign > 0 ? joint.child_frame : joint.parent_frame;
    const Vec3 axis = frame.col(joint.type == JointType::planar ? 2 : 0);
    const double along = axis.dot(inertia * axis);
    const double across = 0.5 * (size - along);
    const Mat3 symmetric = across * Mat3::Identity() + (along - across) * (axis * axis.transpose());
    const Vec3& anchor = node.sign > 0 ? joint.child_anchor : joint.parent_anchor;
    const Vec3 off_axis = anchor - axis.dot(anchor) * axis;
    const bool centred = off_axis.squaredNorm() * body.mass < kSymmetry * size;
    const bool symmetric_about_axis = (inertia - symmetric).cwiseAbs().maxCoeff() < kSymmetry * size;
    link.has_spin_axis = centred && symmetric_about_axis && holds_nothing_else(node);
    if (link.has_spin_axis) link.spin_axis = axis;
  }
}

void ArticulatedStepper::refresh_frames() {
  for (std::size_t b = 0; b < frames_.size(); ++b) {
    frames_[b].center = context_.state.bodies[b].center;
    frames_[b].rotation = context_.state.bodies[b].orientation.toRotationMatrix();
    trial_[b].frame = frames_[b];
    trial_[b].orientation = context_.state.bodies[b].orientation;
  }
}

void ArticulatedStepper::begin_frame(double) {
  refinement_.begin_frame(context_.state.turn_rate);
  unkicked_ = 0;
  refresh_coordinates();
  refresh_frames();
}

void ArticulatedStepper::prepare(const KickTimes& times) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    prepare_link(i, times);
    tighten(i);
  }
  add_stiffness(times);
  loads_.prepare(frames_, times);
  if (!loops_.empty()) {
    for (const TreeNode& node : topology_.nodes) {
      const Mat3& r = frames_[node.body].rotation;
      inverse_inertia_[node.body] = r * context_.model.bodies[node.body].inverse_inertia * r.transpose();
    }
    loops_.prepare(frames_, inverse_inertia_, times);
  }
  if (times.closing && times.drift > 0) {
    touch_.prepare_closing(times);
  } else {
    if (times.drift > 0) detect_contacts(times.drift);
    touch_.prepare(frames_, times);
  }
}

void ArticulatedStepper::detect_contacts(double h) {
  if (!touches_) return;
  for (std::size_t b = 0; b < poses_.size(); ++b) {
    const BodyState& body = context_.state.bodies[b];
    poses_[b].position = body.center - frames_[b].rotation * context_.model.bodies[b].center_of_mass;
    poses_[b].orientation = body.orientation;
    reach_[b] = h * std::sqrt(body.velocity.squaredNorm());
  }
  context_.collisions.detect(poses_, kContactMargin, reach_);
}

void ArticulatedStepper::prepare_link(std::size_t i, const KickTimes& times) {
  const State& state = context_.state;
  const TreeNode& node = topology_.nodes[i];
  const BodyState& body = state.bodies[node.body];
  const BodyModel& model = context_.model.bodies[node.body];
  const BodyFrame& frame = frames_[node.body];
  Link& link = links_[i];
  Pivot& pivot = factor_.pivots[i];

  const Vec3& w = body.angular_velocity;
  const Mat3 inertia = frame.rotation * model.inertia * frame.rotation.transpose();
  mass_[i] = {model.mass,
              {inertia(0, 0), inertia(0, 1), inertia(0, 2), inertia(1, 1), inertia(1, 2), inertia(2, 2)}};
  link.angular_velocity_before = w;
  link.momentum = spatial(model.mass * (body.velocity + times.kick * context_.config.gravity), inertia * w);

  link.joined = node.joint != kNone && !state.joints[node.joint].broken;
  link.bias_linear = link.bias_angular = Vec3::Zero();
  pivot.parent = link.joined ? node.parent : kNone;
  if (!link.joined) {
    pivot.axes = 6;
    pivot.hooked = false;
    return;
  }
  const JointModel& joint = context_.model.joints[node.joint];
  const BodyFrame& parent = frames_[joint.parent];
  const BodyFrame& child = frames_[joint.child];
  const Vec3 point = child.center + child.rotation * joint.child_anchor;
  link.arm = point - frame.center;
  link.parent_arm = point - frames_[node.parent_body].center;
  pivot.r = frame.center - frames_[node.parent_body].center;
  pivot.hooked = loads_.loaded(i);
  std::array<Spatial, kMaxFreeAxes> motion;
  pivot.axes = motion_subspace(joint, parent, child, motion);
  for (std::size_t k = 0; k < static_cast<std::size_t>(pivot.axes); ++k) {
    pivot.axis[k].motion = at_center(i, motion[k].linear(), motion[k].angular());
  }
  const JointState& remembered = state.joints[node.joint];
  link.displaced = (remembered.offset.array() != 0).any();
  if (times.closing || times.drift <= 0 || state.last_substep <= 0 || !link_models_[i].predicts_bias) return;
  const double scale = times.drift / state.last_substep;
  link.bias_linear = scale * (parent.rotation * remembered.bias_linear);
  link.bias_angular = scale * (parent.rotation * remembered.bias_angular);
}

// What a joint's last reaction does to both its bodies; the parent comes before the child.
void ArticulatedStepper::tighten(std::size_t i) {
  stiffness_[i] = StiffnessSum{};
  if (!links_[i].joined) return;
  const TreeNode& node = topology_.nodes[i];
  const Vec3 force = node.sign * context_.state.joints[node.joint].force;
  stiffness_[i].add(force, links_[i].arm);
  if (node.parent != kNone) stiffness_[node.parent].add(-force, links_[i].parent_arm);
}

void ArticulatedStepper::add_stiffness(const KickTimes& times) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const TreeNode& node = topology_.nodes[i];
    const BodyState& body = context_.state.bodies[node.body];
    Link& link = links_[i];
    if (node.in_loop) stiffness_[i] = StiffnessSum{};
    const double measure = stiffness_measure(stiffness_[i], link_models_[i].largest_inertia, times.drift);
    link.spin = {body.smoothed_angular_velocity, body.stiffness_measure, body.smoothing};
    if (!times.closing) link.spin = followed(link.spin, measure, body.angular_velocity);
    add_geometric_stiffness(stiffness_[i], measure, times.drift, link.spin.velocity, mass_[i], link.momentum);
  }
}

void ArticulatedStepper::solve_trees(bool with_bias) {
  const std::size_t n = links_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Link& link = links_[i];
    force_[i] = link.momentum;
    bias_[i] = with_bias ? at_center(i, link.bias_linear, link.bias_angular) : Spatial{};
  }
  loads_.add_held_rates(bias_);
  touch_.add_forces(force_);
  for_blocks_from_leaves(n, [&](std::size_t begin, std::size_t end) {
    factor_.factor(begin, end, mass_, loads_);
    if (!loads_.empty()) loads_.add_impulses(begin, end, axis_impulse_);
    factor_.up(begin, end, force_, bias_, axis_impulses(), y_);
  });
  factor_.down(0, n, y_, bias_, velocity_, rates_);
  if (loops_.empty()) return;
  loops_.factor(factor_);
  loops_.solve(velocity_, y_);
  factor_.down(0, n, y_, bias_, velocity_, rates_);
}

void ArticulatedStepper::solve_under_all_impulses() {
  const std::size_t n = links_.size();
  for (std::size_t i = 0; i < n; ++i) force_[i] = links_[i].momentum;
  touch_.add_forces(force_);
  loops_.add_forces(force_);
  factor_.up(0, n, force_, bias_, axis_impulses(), y_);
  factor_.down(0, n, y_, bias_, velocity_, rates_);
}

bool ArticulatedStepper::axes_change(bool one_only) {
  if (!loads_.test(velocity_, force_, rates_, factor_, one_only)) return false;
  ++context_.statistics.sweeps;
  return true;
}

// Block flips of the axes' pieces while they help; then the least index alone, which cannot go round in
// circles where the problem has one solution. What touches is swept on the result; where that moves an axis
// onto another piece, once more.
void ArticulatedStepper::solve_velocities(bool with_bias) {
  int touch_rounds = 0;
  for (int round = 0;; ++round) {
    const bool last = round >= kMostFlips;
    solve_trees(with_bias);
    if (!loads_.empty() && !last) {
      if (!loops_.empty()) solve_under_all_impulses();
      if (axes_change(round >= kBlockFlips)) continue;
    }
    if (touch_.empty()) return;
    touch_.factor(factor_, loops_);
    const double moved = touch_.solve(velocity_, loops_, y_);
    factor_.down(0, links_.size(), y_, bias_, velocity_, rates_);
    if (loads_.empty() || last || moved < kSettledSpeed || ++touch_rounds > kMostTouchRounds) return;
    solve_under_all_impulses();
    if (!axes_change(round >= kBlockFlips)) return;
  }
}

Closure ArticulatedStepper::drift_all(double h) {
  Closure closure;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const BodyIndex body = topology_.nodes[i].body;
    drift(context_.model.bodies[body], frames_[body], context_.state.bodies[body].orientation,
          velocity_[i].linear(), velocity_[i].angular(), h, trial_[body]);
    measure_link(i, closure);  // its parent has drifted before it
  }
  loads_.measure(trial_, closure);
  loops_.measure(trial_, closure);
  return closure;
}

Closure ArticulatedStepper::measure() {
  Closure closure;
  for (std::size_t i = 0; i < links_.size(); ++i) measure_link(i, closure);
  loads_.measure(trial_, closure);
  loops_.measure(trial_, closure);
  return closure;
}

void ArticulatedStepper::measure_link(std::size_t i, Closure& closure) {
  Link& link = links_[i];
  if (!link.joined) return;
  const std::size_t j = topology_.nodes[i].joint;
  const JointModel& joint = context_.model.joints[j];
  const BodyFrame& parent = trial_frame(joint.parent);
  JointError error = joint_error(joint, parent, trial_frame(joint.child));
  if (link.displaced) error.linear -= parent.rotation * context_.state.joints[j].offset;
  closure.add(link.error.linear, error.linear);
  closure.add(link.error.angular, error.angular);
  link.error = error;
}

// One solve of the substep's own factor for the velocities that remove the errors within h.
void ArticulatedStepper::correct_velocities(double h, double relaxation) {
  const std::size_t n = links_.size();
  for (std::size_t i = 0; i < n; ++i) {
    force_[i] = Spatial{};
    bias_[i] = Spatial{};
    Link& link = links_[i];
    if (!link.joined) continue;
    const Vec3 linear = (-relaxation / h) * link.error.linear;
    const Vec3 angular = (-relaxation / h) * link.error.angular;
    bias_[i] = at_center(i, linear, angular);
    link.bias_linear += linear;
    link.bias_angular += angular;
  }
  loads_.add_corrections(relaxation / h, bias_);
  factor_.up(0, n, force_, bias_, {}, y_);
  if (!loops_.empty()) {
    factor_.down(0, n, y_, bias_, correction_, rate_corrections_);
    loops_.aim_at_corrections(relaxation / h);
    loops_.solve(correction_, y_);
  }
  if (!touch_.empty()) {
    factor_.down(0, n, y_, bias_, correction_, rate_corrections_);
    for (std::size_t i = 0; i < n; ++i) {
      add_scaled(velocity_[i], 1.0, correction_[i]);
      reaction_[i] = velocity_[i];
    }
    touch_.solve(reaction_, loops_, y_);
    for (std::size_t i = 0; i < n; ++i) add_scaled(velocity_[i], -1.0, correction_[i]);
  }
  for_blocks_from_roots(n, [&](std::size_t begin, std::size_t end) {
    factor_.down(begin, end, y_, bias_, correction_, rate_corrections_);
    for (std::size_t i = begin; i < end; ++i) {
      add_scaled(velocity_[i], 1.0, correction_[i]);
      for (std::size_t k = 0; k < 3; ++k) rates_[i][k] += rate_corrections_[i][k];
    }
  });
}

bool ArticulatedStepper::turns_too_far(double h) const {
  const double most = kLargestTurn * kLargestTurn;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Vec3 w = velocity_[i].angular();
    if (w.squaredNorm() * (h * h) <= most || link_models_[i].spins_freely) continue;
    if (turning_squared(i, w) * (h * h) > most) return true;
  }
  return false;
}

// Kinetic energy of each tree, so that a light one is not hidden behind a heavy one.
double ArticulatedStepper::kinetic_energy(const Tree& tree) const {
  double twice = 0;
  for (std::size_t i = tree.begin; i < tree.end; ++i) twice += dot(velocity_[i], mass_[i] * velocity_[i]);
  return 0.5 * twice;
}

void ArticulatedStepper::remember_energy() {
  for (std::size_t t = 0; t < energy_.size(); ++t) energy_[t] = kinetic_energy(topology_.trees[t]);
}

// Corrections of smooth motion do no work to speak of. Where they do, Newton has found some other way to
// close the joints: near a singular position that is energy from nowhere.
bool ArticulatedStepper::energy_grew() const {
  for (std::size_t t = 0; t < energy_.size(); ++t) {
    if (kinetic_energy(topology_.trees[t]) > (1 + kTolerableGain) * energy_[t]) return true;
  }
  return false;
}

// Newton on the positions with the substep's own factor. Its constraint directions are those of the
// beginning, so that the errors shrink linearly; Aitken's relaxation makes up for most of that.
bool ArticulatedStepper::solve_positions(double h) {
  double relaxation = 1;
  double before = 0;
  for (int correction = 0;; ++correction) {
    const Closure closure = drift_all(h);
    const bool enough = loops_.empty() || correction >= kLoopCorrections;
    if (closure.worst() < kPositionTolerance && enough)
      return correction <= kEasyCorrections || !energy_grew();
    if (correction == kEasyCorrections) remember_energy();
    const bool diverged = correction > 2 && closure.worst() > 2 * before;
    if (correction >= kMostCorrections || diverged || !std::isfinite(closure.worst())) return false;
    if (correction > 0 && closure.change > 0) {
      relaxation =
          std::clamp(-relaxation * closure.along / closure.change, kLeastRelaxation, kMostRelaxation);
    }
    before = closure.worst();
    correct_velocities(h, relaxation);
  }
}

// No velocities close the joints at the end of the shortest substep: a whip passing through a singular
// position. Velocities that only respect the present constraints add no energy; what stays open closes in the
// substeps that follow. (Closing it by displacement was tried and pumped energy.)
void ArticulatedStepper::fall_back(double h) {
  ++context_.statistics.unconverged_substeps;
  solve_velocities(false);
  for (Link& link : links_) link.bias_linear = link.bias_angular = Vec3::Zero();
  drift_all(h);
}

// Reaction of every tree joint from the balance of momentum, leaf to root: the next K_g, friction that
// depends on it, and joints that break.
void ArticulatedStepper::store_reactions(double kick) {
  const std::size_t n = links_.size();
  std::fill(force_.begin(), force_.end(), Spatial{});
  touch_.add_forces(force_);
  loops_.add_forces(force_);
  for (std::size_t i = 0; i < n; ++i) {
    reaction_[i] = mass_[i] * velocity_[i];
    add_scaled(reaction_[i], -1.0, links_[i].momentum);
    add_scaled(reaction_[i], -1.0, force_[i]);
  }
  for (std::size_t i = n; i-- > 0;) {
    const TreeNode& node = topology_.nodes[i];
    const Link& link = links_[i];
    if (!link.joined) continue;
    if (node.parent != kNone) add_force_from(reaction_[node.parent], reaction_[i], factor_.pivots[i].r);
    JointState& joint = context_.state.joints[node.joint];
    const Vec3 force = reaction_[i].linear();
    joint.force = (node.sign / kick) * force;
    if (!link_models_[i].may_break) continue;
    const JointConfig& config = context_.config.joints[node.joint];
    // About the joint's point, without what acts along its free axes: that is not the bearing's load.
    Vec3 torque = (reaction_[i].angular() - link.arm.cross(force)) / kick;
    for (std::size_t k = 0; k < static_cast<std::size_t>(factor_.pivots[i].axes); ++k) {
      const Vec3 axis = factor_.pivots[i].axis[k].motion.angular();
      const double squared = axis.squaredNorm();
      if (squared > 0) torque -= (axis.dot(torque) / squared) * axis;
    }
    const auto exceeds = [](const Vec3& load, const std::optional<double>& most) {
      return most && load.squaredNorm() > *most * *most;
    };
    if (!exceeds(joint.force, config.break_force) && !exceeds(torque, config.break_torque)) continue;
    const std::array<AxisState, kMaxFreeAxes> axes = joint.axes;
    joint = JointState{};
    joint.broken = true;
    for (std::size_t k = 0; k < axes.size(); ++k) joint.axes[k].position = axes[k].position;
  }
}

void ArticulatedStepper::displace(double scale) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    DriftedBody& body = trial_[topology_.nodes[i].body];
    body.frame.center += scale * correction_[i].linear();
    body.orientation =
        normalised(quaternion_exponential(scale * correction_[i].angular()) * body.orientation);
    body.frame.rotation = body.orientation.toRotationMatrix();
  }
}

// Split impulses: displacements that take back part of what penetrates and leave the velocities alone.
void ArticulatedStepper::push_apart(double h) {
  std::fill(y_.begin(), y_.end(), NodeCoordinates{});
  touch_.solve_pushes(loops_, y_);
  factor_.down(0, links_.size(), y_, still_, correction_, rate_corrections_);
  displace(h);
}

// Closes the joints by displacements alone, each with a factor of its own positions: what a push left open
// must not come back as velocity. A displacement that helps nothing is halved, and left at last.
void ArticulatedStepper::close_positions() {
  const std::size_t n = links_.size();
  constexpr KickTimes kNoKick{0, 0, true};
  double before = measure().worst();
  for (int correction = 0; correction < kMostCorrections && before > kPositionTolerance; ++correction) {
    for (const TreeNode& node : topology_.nodes) frames_[node.body] = trial_[node.body].frame;
    for (std::size_t i = 0; i < n; ++i) {
      prepare_link(i, kNoKick);
      factor_.pivots[i].hooked = false;
      force_[i] = bias_[i] = Spatial{};
      if (links_[i].joined) bias_[i] = at_center(i, -links_[i].error.linear, -links_[i].error.angular);
    }
    factor_.factor(0, n, mass_, loads_);
    factor_.up(0, n, force_, bias_, {}, y_);
    factor_.down(0, n, y_, bias_, correction_, rate_corrections_);
    if (!loops_.empty()) {
      loops_.prepare(frames_, inverse_inertia_, kNoKick);
      loops_.factor(factor_);
      loops_.aim_at_corrections(1.0);
      loops_.solve(correction_, y_);
      factor_.down(0, n, y_, bias_, correction_, rate_corrections_);
    }
    spare_ = trial_;
    double scale = 1;
    double now = before;
    for (int attempt = 0; attempt < kMostHalvings; ++attempt, scale *= 0.5) {
      displace(scale);
      now = measure().worst();
      if (now < before) break;
      trial_ = spare_;
    }
    if (!(now < before)) return;
    before = now;
  }
}

void ArticulatedStepper::commit(double h, double kick) {
  State& state = context_.state;
  store_reactions(kick);
  loads_.commit();
  loops_.commit();
  touch_.commit(velocity_);
  const bool pushed = touch_.penetrates();
  if (pushed) push_apart(h);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const TreeNode& node = topology_.nodes[i];
    BodyState& body = state.bodies[node.body];
    const DriftedBody& end = trial_[node.body];
    body.center = end.frame.center;
    body.orientation = end.orientation;
    body.velocity = velocity_[i].linear();
    body.angular_velocity = drifted_angular_velocity(context_.model.bodies[node.body], frames_[node.body],
                                                     velocity_[i].angular(), end.frame);
    body.smoothed_angular_velocity = links_[i].spin.velocity;
    body.stiffness_measure = links_[i].spin.measure;
    body.smoothing = links_[i].spin.weight;
    if (!links_[i].joined) continue;
    const JointModel& joint = context_.model.joints[node.joint];
    JointState& remembered = state.joints[node.joint];
    const Mat3 to_parent = frames_[joint.parent].rotation.transpose();
    remembered.bias_linear = to_parent * links_[i].bias_linear;
    remembered.bias_angular = to_parent * links_[i].bias_angular;
    if (!link_models_[i].counts_turns) continue;
    for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
      remembered.axes[k].position += h * rates_[i][k];
    }
  }
  if (pushed) {
    close_positions();
    measure();
    for (const TreeNode& node : topology_.nodes) {
      state.bodies[node.body].center = trial_[node.body].frame.center;
      state.bodies[node.body].orientation = trial_[node.body].orientation;
    }
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const BodyIndex body = topology_.nodes[i].body;
    frames_[body] = trial_[body].frame;
    if (!links_[i].joined) continue;
    const std::size_t j = topology_.nodes[i].joint;
    const JointModel& joint = context_.model.joints[j];
    JointError error = links_[i].error;
    if (links_[i].displaced) error = joint_error(joint, trial_frame(joint.parent), trial_frame(joint.child));
    context_.error_peaks[j] = std::max(context_.error_peaks[j], std::sqrt(error.linear.squaredNorm()));
    context_.angle_error_peaks[j] =
        std::max(context_.angle_error_peaks[j], std::sqrt(error.angular.squaredNorm()));
  }
  for (std::size_t j : topology_.loop_joints) {
    const JointModel& joint = context_.model.joints[j];
    if (state.joints[j].broken) continue;
    evaluate_joint(joint, frames_[joint.parent], frames_[joint.child], loop_geometry_);
    context_.error_peaks[j] = std::max(context_.error_peaks[j], loop_geometry_.translation_error());
    context_.angle_error_peaks[j] = std::max(context_.angle_error_peaks[j], loop_geometry_.rotation_error());
  }
}

// How fast joined bodies turn; spinning about an axle does not count, for it turns no direction.
void ArticulatedStepper::note_turning() {
  double fastest = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (link_models_[i].lone) continue;
    const Vec3& w = context_.state.bodies[topology_.nodes[i].body].angular_velocity;
    fastest = std::max(fastest, turning_squared(i, w));
  }
  refinement_.note(std::sqrt(fastest));
}

// The same of what begins to turn. Where something touches, impacts make accelerations meaningless.
void ArticulatedStepper::note_turning_up(double kick) {
  if (!touch_.empty()) return;
  double fastest = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (link_models_[i].lone) continue;
    const Vec3 change = velocity_[i].angular() - links_[i].angular_velocity_before;
    fastest = std::max(fastest, turning_squared(i, change));
  }
  refinement_.note(std::sqrt(std::sqrt(fastest) / kick));
}

double ArticulatedStepper::turning_squared(std::size_t i, const Vec3& w) const {
  const LinkModel& link = link_models_[i];
  if (!link.has_spin_axis) return w.squaredNorm();
  const Vec3 axis = frames_[topology_.nodes[i].body].rotation * link.spin_axis;
  return (w - axis.dot(w) * axis).squaredNorm();
}

bool ArticulatedStepper::attempt(double h, double kick, int depth) {
  const bool last_chance = depth == Refinement::kDeepest;
  prepare({h, kick, false});
  solve_velocities(true);
  note_turning_up(kick);
  if (refinement_.depth() > depth) return false;
  if (!last_chance && turns_too_far(h)) return false;
  if (!solve_positions(h)) {
    if (!last_chance) return false;
    fall_back(h);
  }
  commit(h, kick);
  return true;
}

// One of 2^depth pieces of a substep, or the two halves of it.
void ArticulatedStepper::advance(double h, int depth) {
  if (depth >= refinement_.depth()) {
    // A kick between drifts of different length is of first order only, and against a stiff spring unstable.
    if (unkicked_ > 0 && h != context_.state.last_substep) synchronise();
    const double kick = unkicked_ + 0.5 * h;
    if (attempt(h, kick, depth)) {
      ++context_.statistics.substeps;
      context_.state.last_substep = h;
      context_.state.last_kick = kick;
      unkicked_ = 0.5 * h;
      return;
    }
    ++context_.statistics.split_substeps;
    refinement_.refine_beyond(depth);
  }
  advance(0.5 * h, depth + 1);
  advance(0.5 * h, depth + 1);
}

void ArticulatedStepper::substep(double h) {
  note_turning();
  advance(h, 0);
}

void ArticulatedStepper::synchronised_velocities(std::span<Twist> out) {
  for (std::size_t b = 0; b < out.size(); ++b) {
    out[b] = {context_.state.bodies[b].velocity, context_.state.bodies[b].angular_velocity};
  }
  if (unkicked_ == 0) return;
  prepare({context_.state.last_substep, unkicked_, true});
  solve_velocities(true);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    out[topology_.nodes[i].body] = {velocity_[i].linear(), velocity_[i].angular()};
  }
}

void ArticulatedStepper::synchronised_currents(std::span<double> out) const {
  for (std::size_t d = 0; d < out.size(); ++d) out[d] = context_.state.drives[d].current;
  if (unkicked_ != 0) loads_.read_currents(out);
}

// A closing half kick: velocities at the instant of the positions.
void ArticulatedStepper::synchronise() {
  prepare({context_.state.last_substep, unkicked_, true});
  solve_velocities(true);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    BodyState& body = context_.state.bodies[topology_.nodes[i].body];
    body.velocity = velocity_[i].linear();
    body.angular_velocity = velocity_[i].angular();
  }
  loads_.commit();
  unkicked_ = 0;
}

void ArticulatedStepper::end_frame() {
  synchronise();
  context_.state.turn_rate = refinement_.rate();
  refresh_coordinates();
}

// Coordinates from the positions, whole turns as counted.
void ArticulatedStepper::refresh_coordinates() {
  State& state = context_.state;
  kinematics_.update(context_.model, state.bodies);
  for (std::size_t j = 0; j < context_.model.joints.size(); ++j) {
    const JointModel& joint = context_.model.joints[j];
    for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
      double& position = state.joints[j].axes[k].position;
      const double found = kinematics_.joints[j].position[k];
      position = axis_slides(joint.type, static_cast<int>(k)) ? found : nearest_turn(found, position);
    }
  }
}

void ArticulatedStepper::project_initial_velocities() {
  refresh_coordinates();
  refresh_frames();
  prepare({0, 0, true});
  solve_velocities(true);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    BodyState& body = context_.state.bodies[topology_.nodes[i].body];
    body.velocity = velocity_[i].linear();
    body.angular_velocity = velocity_[i].angular();
    body.smoothed_angular_velocity = body.angular_velocity;
  }
  loads_.start_smoothing();
  loops_.start_smoothing(velocity_);
}

}  // namespace drawbar::physics
