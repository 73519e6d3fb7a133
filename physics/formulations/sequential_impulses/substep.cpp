#include "physics/formulations/sequential_impulses/substep.h"

#include <algorithm>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/tree/joint_reactions.h"
#include "physics/formulations/sequential_impulses/tree/link_models.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

BodyFrame frame_of(const Pose& pose) {
  return {pose.position, pose.orientation.toRotationMatrix()};
}

/// Fixed-point iterations of the first kick, for friction that is proportional to the joint's reaction, which
/// is unknown before the solve.
constexpr int kFirstGuesses = 3;

}  // namespace

IslandSubstep::IslandSubstep(const StepContext& context, const Topology& topology,
                             ContactDetection& detection)
    : view_(context),
      topology_(topology),
      statistics_(context.statistics),
      detection_(detection),
      prescribed_(context.prescribed),
      joints_(context.config.joints.size()),
      store_(context, topology, joints_),
      phases_(topology.groups.size()),
      poses_(context.model.bodies.size()),
      data_(describe_links(context.config, context.model, topology)),
      velocities_(topology.nodes.size()),
      corrections_(topology.nodes.size()),
      reaction_(topology.nodes.size()),
      trees_(topology, context.model),
      constraints_(view_, topology, joints_, context.collisions, detection.scratch(), context.statistics),
      links_(view_, topology, joints_, poses_, data_, velocities_, trees_),
      velocity_solver_(view_, topology, poses_, data_, trees_, constraints_, velocities_, context.statistics),
      position_solver_(topology, poses_, data_, trees_, constraints_, velocities_, corrections_, links_,
                       velocity_solver_),
      displacement_(view_, topology, context.collisions, detection.scratch(), poses_, data_, trees_,
                    constraints_, corrections_, links_, velocity_solver_, position_solver_),
      breakage_(view_, topology, joints_, data_, trees_, constraints_),
      rates_(topology, data_, poses_) {}

void IslandSubstep::refresh_joint(std::size_t joint) {
  joints_.take(joint, view_.state.joints[joint]);
}

void IslandSubstep::refresh() {
  const State& state = view_.state;
  for (std::size_t j = 0; j < state.joints.size(); ++j) refresh_joint(j);
  for (std::size_t b = 0; b < poses_.start.size(); ++b) {
    BodyFrame& frame = poses_.start[b];
    frame.center = state.bodies[b].center;
    frame.rotation = state.bodies[b].orientation.toRotationMatrix();
    poses_.trial[b].frame = poses_.at_contact_search[b] = frame;
    poses_.trial[b].orientation = state.bodies[b].orientation;
  }
  for (std::size_t i = 0; i < data_.links.size(); ++i) {
    const TreeNode& node = topology_.nodes[i];
    if (node.joint == kNone || !data_.models[i].predicts_bias) continue;
    const JointModel& joint = view_.model.joints[node.joint];
    data_.links[i].gap = joint_error(joint, poses_.start[joint.parent], poses_.start[joint.child]);
  }
}

void IslandSubstep::advance(const Island& island, double h, bool is_read) {
  detection_.set_new(true);
  is_read_ = is_read;
  elapsed_ = 0;
  place_moved_bodies();
  synchronise_merged_groups(island);
  constraints_.take(island);
  for (std::size_t group : island.groups) {
    phases_.level_of(group).note(rates_.of_motion(group, view_.state));
  }
  advance(island, h, 0);
}

void IslandSubstep::place_moved_bodies() {
  for (const MovedBody& moved : prescribed_.bodies()) {
    const Pose pose = prescribed_.pose_after(moved, elapsed_);
    poses_.start[moved.body] = frame_of(pose);
    store_.pose(moved.body, pose);
  }
}

// One of 2^level fractions of a substep, or the two halves of it.
void IslandSubstep::advance(const Island& island, double h, int level) {
  if (level >= phases_.level(island)) {
    // A kick between drifts of different length is of first order only, and against a stiff spring unstable.
    if (h != phases_.drift(island)) synchronise(island);
    KickTimes times = phases_.next_kick(island, h, view_.state.last_substep, elapsed_ == 0);
    times.is_read = is_read_;
    if (try_step(island, times, level)) {
      ++statistics_.substeps;
      phases_.drifted(island, h);
      elapsed_ += h;
      place_moved_bodies();
      return;
    }
    ++statistics_.split_substeps;
    phases_.refine_beyond(island, level);
  }
  advance(island, 0.5 * h, level + 1);
  advance(island, 0.5 * h, level + 1);
}

bool IslandSubstep::try_step(const Island& island, const KickTimes& times, int level) {
  detection_.renew(island, times.drift);
  prescribed_.cut(times.drift);
  for (const MovedBody& moved : prescribed_.bodies()) {
    poses_.trial[moved.body].frame = frame_of(prescribed_.pose_after(moved, elapsed_ + times.drift));
  }
  breakage_.begin();
  int guesses = constraints_.axes.knows_reactions() ? 0 : kFirstGuesses;
  do {
    if (!solve_kick(island, times, level)) {
      reject(island);
      return false;
    }
    find_reactions(island);
    if (guesses > 0) guess_reactions(island, times.kick);
  } while (guesses-- > 0 || breakage_.find_broken(island, times, reaction_));
  accept(island, times);
  return true;
}

// Velocities and positions; false if the substep has to be cut more finely.
bool IslandSubstep::solve_kick(const Island& island, const KickTimes& times, int level) {
  const bool finest = level == Refinement::kDeepest;
  build(island, times, poses_.start);               // geometry, rows and laws
  velocity_solver_.solve(island, Bias::predicted);  // eqs. 1, 3 to 7, 9, 10
  // Several stops that return at once what each would return alone, in one machine, can return more.
  const AxisConstraints& axes = constraints_.axes;
  if (axes.bounce_at_once() || (!constraints_.touch.empty() && axes.bounce())) {
    velocity_solver_.scale(island, std::min(1.0, velocity_solver_.limiting_scale(island)));
  }
  observe_acceleration(island, times);
  if (phases_.level(island) > level) return false;
  if (!finest && rates_.turn_too_far(island, times.drift, velocities_)) return false;
  position_status_ = position_solver_.solve(island, times.drift);  // eqs. 2 and 8
  if (position_status_ != PositionStatus::failed) return true;
  if (!finest) return false;
  ++statistics_.unconverged_substeps;
  position_solver_.recover(island, times.drift);
  return true;
}

void IslandSubstep::build(const Island& island, const KickTimes& times,
                          std::span<const BodyFrame> touch_frames) {
  links_.build(island, times);
  constraints_.build(island, times, poses_.start, touch_frames);
  if (!times.closing) breakage_.add_release_impulses(island, data_);
}

// Where something touches, impacts make accelerations meaningless. Nutation once in a frame, of trees that
// neither loops hold nor the ground: there the machine's wheels spin, and an inertia without those would be
// too light.
void IslandSubstep::observe_acceleration(const Island& island, const KickTimes& times) {
  if (!constraints_.touch.empty()) return;
  for (std::size_t group : island.groups) {
    phases_.level_of(group).note(rates_.of_acceleration(group, times.kick, velocities_));
  }
  if (phases_.since_kick(island) != 0 || !constraints_.loops.empty()) return;
  for (const std::size_t i : island.nodes) {
    const double rate = rates_.of_nutation(i, times.kick, velocities_, trees_.factor);
    if (rate > 0) phases_.level_of(topology_.trees[topology_.nodes[i].tree].group).note(rate);
  }
}

void IslandSubstep::find_reactions(const Island& island) {
  const bool others = !constraints_.touch.empty() || !constraints_.loops.empty();
  if (others) {
    for (const std::size_t i : island.nodes) trees_.force[i] = Spatial{};
    constraints_.touch.add_forces(trees_.force);
    constraints_.loops.add_forces(trees_.force);
  }
  find_joint_reactions(topology_, island, data_, velocities_, trees_.factor.pivots,
                       others ? std::span<const Spatial>(trees_.force) : std::span<const Spatial>(),
                       reaction_);
}

// For the next solve of the same kick: geometric stiffness, and friction that depends on the reaction.
void IslandSubstep::guess_reactions(const Island& island, double kick) {
  for (const std::size_t i : island.nodes) {
    const TreeNode& node = topology_.nodes[i];
    if (!data_.links[i].joined) continue;
    joints_.set_force(node.joint, (node.sign / kick) * reaction_[i].linear());
  }
}

// Nothing has been stored: joints are again what State says.
void IslandSubstep::reject(const Island& island) {
  for (std::size_t group : island.groups) {
    for (std::size_t j : topology_.groups[group].joints) refresh_joint(j);
  }
}

void IslandSubstep::accept(const Island& island, const KickTimes& times) {
  const double h = times.drift;
  ContactProblem& touch = constraints_.touch;
  store_.breakage(island, times, breakage_, reaction_);
  store_.constraints(constraints_, position_status_, velocities_);
  store_.forces(island, times, data_, reaction_, constraints_);
  const bool opened = !touch.empty() && displacement_.correct_impacts(island, times);
  const bool pushed = touch.penetrates();
  if (pushed) displacement_.push_apart(island, h);
  if (detection_.any_shapes()) {
    for (const std::size_t i : island.nodes) {
      const BodyIndex body = topology_.nodes[i].body;
      poses_.at_contact_search[body] = poses_.start[body];
    }
  }
  store_.links(island, h, position_status_, data_, poses_, velocities_, links_);
  if (pushed || opened) {
    displacement_.project(island);
    position_solver_.measure(island);
    store_.poses(island, poses_);
  }
  accept_poses(island);
  detection_.set_new(false);
}

void IslandSubstep::accept_poses(const Island& island) {
  for (const std::size_t i : island.nodes) {
    const TreeNode& node = topology_.nodes[i];
    LinkOf<double>& link = data_.links[i];
    poses_.start[node.body] = poses_.trial[node.body].frame;
    if (!link.joined) continue;
    link.gap = link.error;
    const JointModel& joint = view_.model.joints[node.joint];
    JointError error = link.error;
    if (link.displaced) {
      error = joint_error(joint, poses_.trial[joint.parent].frame, poses_.trial[joint.child].frame);
    }
    store_.error(node.joint, std::sqrt(error.linear.squaredNorm()), std::sqrt(error.angular.squaredNorm()));
  }
  for (std::size_t group : island.groups) {
    for (std::size_t j : topology_.groups[group].loop_joints) {
      if (joints_.broken(j)) continue;
      const JointModel& joint = view_.model.joints[j];
      JointGeometry geometry;
      evaluate_joint(joint, poses_.start[joint.parent], poses_.start[joint.child], geometry);
      store_.error(j, geometry.translation_error(), geometry.rotation_error());
    }
  }
}

// Groups that met may have come here by fractions of different length: each kind closes its kick alone.
void IslandSubstep::synchronise_merged_groups(const Island& island) {
  if (phases_.is_of_one_phase(island)) return;
  for (std::size_t group : island.groups) {
    if (!phases_.is_open(group)) continue;
    synchronise(detection_.islands().part(island, detection_.collisions().manifolds(),
                                          [&](std::size_t g) { return phases_.are_equal(g, group); }));
  }
}

KickTimes IslandSubstep::solve_closing_kick(const Island& island) {
  constraints_.take(island);
  prescribed_.cut(0);
  // Contacts are solved at the poses at which they were found.
  for (const MovedBody& moved : prescribed_.bodies()) {
    const double found = elapsed_ - phases_.drift(island);
    poses_.at_contact_search[moved.body] = frame_of(prescribed_.pose_after(moved, found));
  }
  const KickTimes times = phases_.closing_kick(island, view_.state.last_substep);
  build(island, times, detection_.are_new() ? poses_.start : poses_.at_contact_search);
  velocity_solver_.solve(island, Bias::predicted);
  return times;
}

void IslandSubstep::synchronise(const Island& island) {
  if (!(phases_.since_kick(island) > 0)) return;
  const KickTimes times = solve_closing_kick(island);
  find_reactions(island);
  store_.forces(island, times, data_, reaction_, constraints_);
  store_.velocities(island, velocities_);
  store_.drives(constraints_.axes);
  phases_.closed(island);
}

const Velocities* IslandSubstep::closing_velocities(const Island& island, std::span<double> currents) {
  if (phases_.since_kick(island) == 0) return nullptr;
  solve_closing_kick(island);
  constraints_.axes.read_currents(currents);
  return &velocities_;
}

void IslandSubstep::make_consistent(const Island& island) {
  constraints_.take(island);
  prescribed_.cut(0);
  build(island, {0, 0, true, 0}, poses_.start);
  velocity_solver_.solve(island, Bias::predicted);
  store_.velocities(island, velocities_);
  store_.first_rates(island, constraints_, velocities_);
}

}  // namespace drawbar::physics
