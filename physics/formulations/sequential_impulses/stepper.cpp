#include "physics/formulations/sequential_impulses/stepper.h"

#include <algorithm>
#include <cmath>

#include "physics/articulation/node_blocks.h"
#include "physics/contact/collision_world.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Rounds of the active set in which every axis may change its piece, and rounds in all.
constexpr int kBlockFlips = 3;
constexpr int kMostFlips = 20;
/// What touches moves no axis by sweeps that change no speed by more than this (m/s or rad/s); rounds of
/// both.
constexpr double kSettledSpeed = 1e-6;
constexpr int kMostTouchRounds = 3;

}  // namespace

ArticulatedStepper::ArticulatedStepper(const StepContext& context)
    : context_(context),
      topology_(context.config, context.model),
      factor_(topology_, context.model),
      loads_(context, topology_),
      loops_(context, topology_),
      touch_(context, topology_),
      impact_delay_(context, topology_),
      search_(context),
      islands_(context, topology_),
      sleep_(context, topology_),
      energy_bound_(context, topology_),
      refinement_(topology_.groups.size()),
      phase_(topology_.groups.size()),
      currents_(context.config.drives.size()),
      frames_(context.model.bodies.size()),
      before_(context.model.bodies.size()),
      trial_(context.model.bodies.size()),
      spare_(context.model.bodies.size()),
      link_models_(describe_links()),
      abreast_(context, topology_, link_models_),
      links_(topology_.nodes.size()),
      closures_(topology_.nodes.size()),
      energy_(topology_.trees.size()),
      tension_(topology_.nodes.size()),
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
      owed_(topology_.nodes.size()),
      still_(topology_.nodes.size()),
      inverse_inertia_(context.model.bodies.size(), Mat3::Zero()),
      still_bodies_(context.model.bodies.size()) {
  touches_ = std::any_of(context.config.bodies.begin(), context.config.bodies.end(),
                         [](const BodyConfig& b) { return !b.shapes.empty(); });
  may_break_ = std::any_of(context.config.joints.begin(), context.config.joints.end(),
                           [](const JointConfig& j) { return j.break_force || j.break_torque; });
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_[i].joined = topology_.nodes[i].joint != kNone;
    factor_.pivots[i].parent = topology_.nodes[i].parent;
  }
  letting_go_.reserve(context.config.joints.size());
  context.state.groups.resize(topology_.groups.size());
  context.state.controls_before = context.state.controls;
  islands_.find({});
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
std::vector<LinkModel> ArticulatedStepper::describe_links() const {
  constexpr double kSymmetry = 1e-9;
  std::vector<LinkModel> links(topology_.nodes.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const TreeNode& node = topology_.nodes[i];
    const Tree& tree = topology_.trees[node.tree];
    const BodyModel& body = context_.model.bodies[node.body];
    LinkModel& link = links[i];
    const Mat3& inertia = body.inertia;
    link.rod = slenderness(inertia);
    const double size = inertia.trace();
    // The largest principal moment is bounded by the largest absolute row sum, exact for principal axes.
    link.largest_inertia = inertia.cwiseAbs().rowwise().sum().maxCoeff();
    const Mat3 sphere = (size / 3) * Mat3::Identity();
    link.lone = node.joint == kNone && tree.end - tree.begin == 1;
    link.spins_freely = node.joint == kNone && (inertia - sphere).cwiseAbs().maxCoeff() < kSymmetry * size;
    if (node.joint == kNone) continue;
    const JointModel& joint = context_.model.joints[node.joint];
    link.predicts_bias = !topology_.groups[tree.group].has_loops;
    const JointConfig& config = context_.config.joints[node.joint];
    link.foresees = config.break_force || config.break_torque ||
                    std::any_of(config.axes.begin(), config.axes.end(),
                                [](const AxisConfig& axis) { return axis.friction.reaction_arm > 0; });
    link.counts_turns = !loads_.loaded(i) && AxisLoads::counts_turns(joint);
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
    if (!link.has_spin_axis) continue;
    link.spin_axis = axis;
    link.inertia_along = along;
    link.inertia_across = across;
  }
  return links;
}

void ArticulatedStepper::refresh_frames() {
  frames_are_old_ = false;
  for (std::size_t b = 0; b < frames_.size(); ++b) {
    frames_[b].center = context_.state.bodies[b].center;
    frames_[b].rotation = context_.state.bodies[b].orientation.toRotationMatrix();
    trial_[b].frame = before_[b] = frames_[b];
    trial_[b].orientation = context_.state.bodies[b].orientation;
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const TreeNode& node = topology_.nodes[i];
    if (node.joint == kNone || !link_models_[i].predicts_bias) continue;
    const JointModel& joint = context_.model.joints[node.joint];
    links_[i].gap = joint_error(joint, frames_[joint.parent], frames_[joint.child]);
  }
}

void ArticulatedStepper::take(const Island& island) {
  island_ = &island;
  loads_.take(island);
  loops_.take(island);
}

void ArticulatedStepper::prepare(const KickTimes& times, std::span<const BodyFrame> touch_frames) {
  abreast_.prepare(island_->groups, times, link_arrays());
  for (const std::size_t i : island_->nodes) {
    if (!abreast_.takes(i)) prepare_link(i, times);
    factor_.pivots[i].hooked = links_[i].joined && loads_.loaded(i);
    tighten(i);
  }
  add_stiffness(times);
  loads_.prepare(frames_, times);
  if (!loops_.empty()) {
    for (const std::size_t i : island_->nodes) {
      const BodyIndex body = topology_.nodes[i].body;
      const Mat3& r = frames_[body].rotation;
      inverse_inertia_[body] = r * context_.model.bodies[body].inverse_inertia * r.transpose();
    }
    loops_.prepare(frames_, inverse_inertia_, times);
  }
  touch_.prepare(*island_, frames_, touch_frames, times);
}

// The positions have moved since the last search: once more, of this island's bodies alone.
void ArticulatedStepper::renew_contacts(double h) {
  if (!touches_ || contacts_are_new_) return;
  std::fill(still_bodies_.begin(), still_bodies_.end(), std::uint8_t{1});
  for (const std::size_t i : island_->nodes) still_bodies_[topology_.nodes[i].body] = 0;
  search_.find(h, still_bodies_);
  islands_.take_manifolds(context_.collisions.manifolds());
  contacts_are_new_ = true;
}

void ArticulatedStepper::prepare_link(std::size_t i, const KickTimes& times) {
  const State& state = context_.state;
  const TreeNode& node = topology_.nodes[i];
  const BodyState& body = state.bodies[node.body];
  const BodyModel& model = context_.model.bodies[node.body];
  const BodyFrame& frame = frames_[node.body];
  LinkOf<double>& link = links_[i];
  Pivot& pivot = factor_.pivots[i];

  set_momentum(model, frame.rotation, body.velocity, body.angular_velocity,
               times.kick * context_.config.gravity, mass_[i], link);
  link.joined = node.joint != kNone && !state.joints[node.joint].broken;
  link.bias_linear = link.bias_angular = Vec3::Zero();
  pivot.parent = link.joined ? node.parent : kNone;
  if (!link.joined) {
    pivot.axes = 6;
    return;
  }
  const JointModel& joint = context_.model.joints[node.joint];
  const BodyFrame& parent = frames_[joint.parent];
  const BodyFrame& child = frames_[joint.child];
  std::array<Spatial, kMaxFreeAxes> motion;
  place_joint(joint, node.sign, parent, child, frame.center, frames_[node.parent_body].center, link, pivot,
              motion);
  const JointState& remembered = state.joints[node.joint];
  link.displaced = (remembered.offset.array() != 0).any();
  if (times.closing || times.drift <= 0 || !link_models_[i].predicts_bias) return;
  if (link.displaced) link.gap = joint_error_at(i, parent, child);
  predict_bias(joint.type, parent.rotation, remembered.bias, times.drift / times.whole, times.drift,
               pivot.axes, motion, link);
}

LinkArrays ArticulatedStepper::link_arrays() {
  return {frames_, velocity_, trial_, links_, mass_, factor_.pivots, closures_};
}

void ArticulatedStepper::solve_trees(bool with_bias) {
  for (const std::size_t i : island_->nodes) {
    const LinkOf<double>& link = links_[i];
    force_[i] = link.momentum;
    if (with_bias) {
      to_center(i, link.bias_linear, link.bias_angular, bias_[i]);
    } else {
      bias_[i] = Spatial{};
    }
  }
  touch_.add_forces_beside_inertia(force_);
  touch_.stiffen(mass_, factor_);
  for_blocks_from_leaves(island_->runs, [&](std::size_t begin, std::size_t end) {
    factor_.factor(begin, end, mass_, loads_);
    if (!loads_.empty()) {
      loads_.add_held_rates(begin, end, bias_);
      loads_.add_impulses(begin, end, axis_impulse_);
    }
    factor_.up(begin, end, force_, bias_, axis_impulses(), y_);
  });
  down(bias_, velocity_, rates_);
  if (!loops_.empty()) loops_.factor(factor_);
  close_loops();
}

void ArticulatedStepper::solve_trees_again() {
  for (const std::size_t i : island_->nodes) force_[i] = links_[i].momentum;
  touch_.add_forces_beside_inertia(force_);
  up(axis_impulses());
  down(bias_, velocity_, rates_);
  loops_.restart();
  close_loops();
}

void ArticulatedStepper::close_loops() {
  if (loops_.empty()) return;
  loops_.solve(velocity_, y_);
  down(bias_, velocity_, rates_);
}

void ArticulatedStepper::solve_under_all_impulses() {
  for (const std::size_t i : island_->nodes) force_[i] = links_[i].momentum;
  touch_.add_forces_beside_inertia(force_);
  loops_.add_forces(force_);
  up(axis_impulses());
  down(bias_, velocity_, rates_);
}

void ArticulatedStepper::up(std::span<const std::array<double, 3>> axis_impulse) {
  for (const NodeRun& run : island_->runs) {
    factor_.up(run.begin, run.end, force_, bias_, axis_impulse, y_);
  }
}

void ArticulatedStepper::down(std::span<const Spatial> bias, std::span<Spatial> velocity,
                              std::span<std::array<double, 3>> rates) const {
  for (const NodeRun& run : island_->runs) factor_.down(run.begin, run.end, y_, bias, velocity, rates);
}

bool ArticulatedStepper::axes_change(bool one_only) {
  if (!loads_.test(velocity_, force_, rates_, factor_, one_only)) return false;
  ++context_.statistics.sweeps;
  return true;
}

// What touches on the result for the trees; `moved` is by which that changed a speed at first.
CarriedChange ArticulatedStepper::solve_touching() {
  double moved = 0;
  touch_.follow(velocity_);  // what open rows may carry depends on it
  if (touch_.any_open()) touch_.factor(factor_, loops_);
  for (int round = 1;; ++round) {
    if (touch_.any_open()) {
      moved = std::max(moved, touch_.solve(velocity_, loops_, y_));
      down(bias_, velocity_, rates_);
      touch_.follow(velocity_);
    }
    const CarriedChange change = touch_.settle(velocity_);
    moved = std::max(moved, change.moved);
    if (change.released || change.moved < kSettledSpeed || round >= kMostTouchRounds) {
      return {change.released, moved};
    }
    solve_trees_again();
    touch_.follow(velocity_);
  }
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
    // Pieces that went round in circles are no solution, and may pull an axis to a stop far away.
    if (last) slow_down(std::min(1.0, slowing()));
    if (touch_.empty()) return;
    const CarriedChange touched = solve_touching();
    if (touched.released) continue;
    const bool settled = touched.moved < kSettledSpeed;
    if (loads_.empty() || last || settled || ++touch_rounds > kMostTouchRounds) return;
    if (touch_.any_open() || !loops_.empty()) solve_under_all_impulses();
    if (!axes_change(round >= kBlockFlips)) return;
  }
}

bool ArticulatedStepper::turns_too_far(double h) const {
  const double most = kLargestTurn * kLargestTurn;
  for (const std::size_t i : island_->nodes) {
    const Vec3 w = velocity_[i].angular();
    if (w.squaredNorm() * (h * h) <= most || link_models_[i].spins_freely) continue;
    if (turning_squared(i, w) * (h * h) > most) return true;
  }
  return false;
}

void ArticulatedStepper::commit(const KickTimes& times) {
  const double h = times.drift;
  store_reactions(times);
  store_loads(times);
  loads_.commit(closing_);
  loops_.commit();
  touch_.commit(velocity_);
  const bool opened = !touch_.empty() && put_back(times);
  const bool pushed = touch_.penetrates() || opened;
  if (touch_.penetrates()) push_apart(h);
  commit_links(h);
  if (!pushed) {
    for (const std::size_t i : island_->nodes) settle(i);
  } else {
    close_positions();
    measure();
    for (const std::size_t i : island_->nodes) {
      const BodyIndex body = topology_.nodes[i].body;
      context_.state.bodies[body].center = trial_[body].frame.center;
      context_.state.bodies[body].orientation = trial_[body].orientation;
      settle(i);
    }
  }
  contacts_are_new_ = false;
  for (std::size_t group : island_->groups) {
    for (std::size_t j : topology_.groups[group].loop_joints) note_loop_error(j);
  }
}

void ArticulatedStepper::commit_links(double h) {
  State& state = context_.state;
  abreast_.commit(island_->groups, h, closing_, link_arrays());
  for (const std::size_t i : island_->nodes) {
    if (!abreast_.takes(i)) commit_link(i, h);
    const TreeNode& node = topology_.nodes[i];
    const LinkOf<double>& link = links_[i];
    BodyState& body = state.bodies[node.body];
    if (touches_) before_[node.body] = frames_[node.body];
    body.center = trial_[node.body].frame.center;
    body.orientation = trial_[node.body].orientation;
    body.velocity = velocity_[i].linear();
    body.smoothed_angular_velocity = link.spin.velocity;
    body.stiffness_measure = link.spin.measure;
    body.smoothing = link.spin.weight;
    if (!link.joined) continue;
    JointState& joint = state.joints[node.joint];
    if (closing_ == Closing::failed) joint.bias = {};
    if (!link_models_[i].counts_turns) continue;
    const auto axes = static_cast<std::size_t>(context_.model.joints[node.joint].free_axes);
    for (std::size_t k = 0; k < axes; ++k) {
      joint.axes[k].position += h * rates_[i][k];
    }
  }
}

void ArticulatedStepper::commit_link(std::size_t i, double h) {
  State& state = context_.state;
  const TreeNode& node = topology_.nodes[i];
  state.bodies[node.body].angular_velocity =
      drifted_angular_velocity(context_.model.bodies[node.body], frames_[node.body], trial_[node.body]);
  if (!links_[i].joined || !link_models_[i].predicts_bias) return;
  remember_bias(frames_[context_.model.joints[node.joint].parent].rotation, h / state.last_substep, h,
                closing_ == Closing::by_corrections, links_[i], state.joints[node.joint].bias);
}

void ArticulatedStepper::settle(std::size_t i) {
  const TreeNode& node = topology_.nodes[i];
  frames_[node.body] = trial_[node.body].frame;
  if (!links_[i].joined) return;
  links_[i].gap = links_[i].error;
  const JointModel& joint = context_.model.joints[node.joint];
  JointError error = links_[i].error;
  if (links_[i].displaced) error = joint_error(joint, trial_frame(joint.parent), trial_frame(joint.child));
  double& peak = context_.error_peaks[node.joint];
  double& angle_peak = context_.angle_error_peaks[node.joint];
  peak = std::max(peak, std::sqrt(error.linear.squaredNorm()));
  angle_peak = std::max(angle_peak, std::sqrt(error.angular.squaredNorm()));
}

void ArticulatedStepper::note_loop_error(std::size_t j) {
  const JointModel& joint = context_.model.joints[j];
  if (context_.state.joints[j].broken) return;
  evaluate_joint(joint, frames_[joint.parent], frames_[joint.child], geometry_);
  context_.error_peaks[j] = std::max(context_.error_peaks[j], geometry_.translation_error());
  context_.angle_error_peaks[j] = std::max(context_.angle_error_peaks[j], geometry_.rotation_error());
}

// Coordinates from the frames, whole turns as counted.
void ArticulatedStepper::refresh_coordinates(std::size_t j) {
  const JointModel& joint = context_.model.joints[j];
  const JointCoordinates found = joint_coordinates(joint, frames_[joint.parent], frames_[joint.child]);
  for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
    double& position = context_.state.joints[j].axes[k].position;
    position = axis_slides(joint.type, static_cast<int>(k)) ? found[k] : nearest_turn(found[k], position);
  }
}

void ArticulatedStepper::project_initial_velocities() {
  refresh_frames();
  for (std::size_t j = 0; j < context_.model.joints.size(); ++j) refresh_coordinates(j);
  for (const Island& island : islands_.all()) {
    take(island);
    prepare({0, 0, true, 0}, frames_);
    solve_velocities(true);
    take_velocities();
    for (const std::size_t i : island.nodes) {
      BodyState& body = context_.state.bodies[topology_.nodes[i].body];
      body.smoothed_angular_velocity = body.angular_velocity;
    }
    loads_.start_smoothing();
    loops_.start_smoothing(velocity_);
    energy_bound_.end_frame(island, frames_);
  }
}

}  // namespace drawbar::physics
