#include "physics/formulations/sequential_impulses/articulated_stepper.h"

#include <algorithm>
#include <cmath>

#include "physics/articulation/node_blocks.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// A body that turns further than this in a substep (rad) makes it split, except about its axis of symmetry.
constexpr double kLargestTurn = 0.5;
/// Rounds of the active set in which every axis may change its piece, and rounds in all.
constexpr int kBlockFlips = 3;
constexpr int kMostFlips = 20;
/// What touches moves no axis by sweeps that change no speed by more than this (m/s or rad/s); rounds of
/// both.
constexpr double kSettledSpeed = 1e-6;
constexpr int kMostTouchRounds = 3;
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
    if (!last && loops_.springs_change(velocity_)) continue;
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

bool ArticulatedStepper::turns_too_far(double h) const {
  const double most = kLargestTurn * kLargestTurn;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Vec3 w = velocity_[i].angular();
    if (w.squaredNorm() * (h * h) <= most || link_models_[i].spins_freely) continue;
    if (turning_squared(i, w) * (h * h) > most) return true;
  }
  return false;
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
