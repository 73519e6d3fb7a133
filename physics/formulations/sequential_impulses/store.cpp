#include "physics/formulations/sequential_impulses/store.h"

#include <algorithm>
#include <cmath>

#include "physics/contact/collision_world.h"
#include "physics/drive/dc_motor.h"
#include "physics/formulations/sequential_impulses/joint/axis_terms.h"
#include "physics/joint/broken_joint.h"

namespace drawbar::physics {
namespace {

template <class Value>
void scale(double ratio, BackwardDifferencesOf<Value>& differences) {
  differences.last *= ratio;
  differences.first *= ratio * ratio;
  differences.second *= ratio * ratio * ratio;
}

// Scales the impulses and biases that State remembers to substeps that are `ratio` times as long.
void scale_memory(double ratio, State& state) {
  for (JointState& joint : state.joints) {
    for (double& impulse : joint.row_impulse) impulse *= ratio;
    for (double& impulse : joint.cone_impulse) impulse *= ratio;
    for (AxisState& axis : joint.axes) {
      axis.limit_impulse *= ratio;
      axis.friction_impulse *= ratio;
      axis.spring_impulse *= ratio;
      scale(ratio, axis.held_bias);
    }
    scale(ratio, joint.bias.linear);
    scale(ratio, joint.bias.angular);
  }
  for (CouplingState& coupling : state.couplings) coupling.impulse *= ratio;
  for (SpringState& spring : state.springs) spring.impulse *= ratio;
  for (DriveState& drive : state.drives) drive.impulse *= ratio;
}

}  // namespace

Store::Store(const StepContext& context, const Topology& topology, TrialJoints& joints)
    : context_(context), topology_(topology), joints_(joints) {
  context.state.groups.resize(topology.groups.size());
  context.state.controls_before = context.state.controls;
}

void Store::begin_frame(double h) {
  State& state = context_.state;
  if (state.last_substep > 0 && state.last_substep != h) {
    const double ratio = h / state.last_substep;
    scale_memory(ratio, state);
    context_.collisions.scale_impulses(ratio);
  }
  state.last_substep = h;
}

void Store::coordinates(std::size_t j, std::span<const BodyFrame> poses) {
  const JointModel& joint = context_.model.joints[j];
  const JointCoordinates found = joint_coordinates(joint, poses[joint.parent], poses[joint.child]);
  for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
    double& position = context_.state.joints[j].axes[k].position;
    position = counted_coordinate(joint.type, k, found[k], position);
  }
}

void Store::turn_rate(std::size_t group, double rate) {
  context_.state.groups[group].turn_rate = rate;
}

void Store::forces(const Island& island, const KickTimes& times, const LinkData& data,
                   std::span<const Spatial> reaction, ConstraintSet& constraints) {
  State& state = context_.state;
  if (times.closing || times.is_read) read_tree_reactions(island, times, data, reaction);
  if (!times.closing) tree_forces(island, times, data, reaction);
  loop_reactions(constraints.loops, times);
  constraints.touch.read_forces();
  if (!takes_force(times)) return;
  constraints.loops.for_each_coupling_force(
      [&](std::size_t coupling, double force) { read_force(force, times, state.couplings[coupling].force); });
  constraints.touch.for_each_pull([&](std::size_t j, const Vec3& impulse) {
    read_force(Vec3(impulse / times.kick), times, state.joints[j].reaction);
  });
}

void Store::read_tree_reactions(const Island& island, const KickTimes& times, const LinkData& data,
                                std::span<const Spatial> reaction) {
  for (const std::size_t i : island.nodes) {
    if (!data.links[i].joined) continue;
    JointState& joint = context_.state.joints[topology_.nodes[i].joint];
    const JointReaction now = joint_reaction(topology_, data, i, times.kick, reaction[i]);
    read_force(now.force, times, joint.reaction);
    read_force(now.torque, times, joint.reaction_torque);
  }
}

void Store::tree_forces(const Island& island, const KickTimes& times, const LinkData& data,
                        std::span<const Spatial> reaction) {
  const bool drops_half = !times.is_read && times.opens();  // cheaper than to read it
  const std::span<const TreeNode> nodes(topology_.nodes);
  const std::span<JointState> joints(context_.state.joints);
  const double kick = times.kick;
  for (const std::size_t i : island.nodes) {
    if (!data.links[i].joined) continue;
    const TreeNode& node = nodes[i];
    JointState& joint = joints[node.joint];
    if (drops_half) joint.reaction.at_close = joint.reaction_torque.at_close = Vec3::Zero();
    const Vec3 force = joint_force(node, kick, reaction[i]);
    if (data.models[i].needs_reaction_rate) {
      if (joint.force_age > 0) {
        joint.force_rate = (force - joints_.force(node.joint)) / (joint.force_age + times.instant());
      }
      joint.force_age = times.drift - times.instant();
    }
    joint.force = force;
    joints_.set_force(node.joint, force);
  }
}

void Store::loop_reactions(const LoopConstraints& loops, const KickTimes& times) {
  loops.for_each_joint_reaction([&](std::size_t j, const Vec3& force, const Vec3& torque) {
    JointState& joint = context_.state.joints[j];
    if (takes_force(times)) {
      read_force(force, times, joint.reaction);
      read_force(torque, times, joint.reaction_torque);
    }
    if (times.closing) return;
    joint.force = force;
    joints_.set_force(j, force);
  });
}

void Store::breakage(const Island& island, const KickTimes& times, const JointBreakage& breakage,
                     std::span<const Spatial> reaction) {
  for (std::size_t j : breakage.broken_now()) {
    break_joint(j, context_.config, context_.state);
    joints_.take(j, context_.state.joints[j]);
  }
  breakage.for_each_load(island, times, reaction, [&](std::size_t j, double load) {
    JointState& joint = context_.state.joints[j];
    joint.load = load;
    joint.load_age = times.drift;
  });
}

void Store::constraints(ConstraintSet& constraints, PositionStatus status, const Velocities& velocities) {
  State& state = context_.state;
  for (const CountedAxis& axis : constraints.touch.counted_axes()) {
    state.joints[axis.joint].axes[axis.axis].position = axis.position;
  }
  constraints.axes.store(status, state.joints, state.drives, state.effects);
  constraints.loops.for_each_outcome([&](const LoopOutcome& row) {
    switch (row.kind) {
      case LoopRowKind::spring:
        state.springs[row.index] = {row.impulse, row.smoothed_rate};
        break;
      case LoopRowKind::axis:
        state.joints[row.index].axes[row.part].spring_impulse = row.impulse;
        state.joints[row.index].axes[row.part].smoothed_rate = row.smoothed_rate;
        break;
      case LoopRowKind::joint:
        state.joints[row.index].row_impulse[row.part] = row.impulse;
        break;
      default:
        state.couplings[row.index].impulse = row.impulse;
    }
  });
  constraints.touch.for_each_stop([&](const StopMemory& memory, double impulse) {
    impulse_of(memory, state.joints[memory.joint]) = impulse;
  });
  constraints.touch.commit(velocities.node);
}

void Store::links(const Island& island, double h, PositionStatus status, const LinkData& data,
                  const IslandPoses& poses, const Velocities& velocities, LinkMotion& motion) {
  State& state = context_.state;
  motion.store(island, h, status, state.bodies, state.joints);
  for (const std::size_t i : island.nodes) {
    const TreeNode& node = topology_.nodes[i];
    const LinkOf<double>& link = data.links[i];
    BodyState& body = state.bodies[node.body];
    body.center = poses.trial[node.body].frame.center;
    body.orientation = poses.trial[node.body].orientation;
    body.velocity = velocities.node[i].linear();
    body.smoothed_angular_velocity = link.spin.velocity;
    body.stiffness_measure = link.spin.measure;
    body.smoothing = link.spin.weight;
    if (!link.joined) continue;
    JointState& joint = state.joints[node.joint];
    if (status == PositionStatus::failed) joint.bias = {};
    if (!data.models[i].counts_turns) continue;
    const auto axes = static_cast<std::size_t>(context_.model.joints[node.joint].free_axes);
    for (std::size_t k = 0; k < axes; ++k) joint.axes[k].position += h * velocities.rate[i][k];
  }
}

void Store::poses(const Island& island, const IslandPoses& poses) {
  for (const std::size_t i : island.nodes) {
    const BodyIndex body = topology_.nodes[i].body;
    context_.state.bodies[body].center = poses.trial[body].frame.center;
    context_.state.bodies[body].orientation = poses.trial[body].orientation;
  }
}

void Store::pose(BodyIndex body, const Pose& pose) {
  context_.state.bodies[body].center = pose.position;
  context_.state.bodies[body].orientation = pose.orientation;
}

void Store::error(std::size_t joint, double linear, double angular) {
  double& peak = context_.error_peaks[joint];
  double& angle_peak = context_.angle_error_peaks[joint];
  peak = std::max(peak, linear);
  angle_peak = std::max(angle_peak, angular);
}

void Store::velocities(const Island& island, const Velocities& velocities) {
  for (const std::size_t i : island.nodes) {
    BodyState& body = context_.state.bodies[topology_.nodes[i].body];
    body.velocity = velocities.node[i].linear();
    body.angular_velocity = velocities.node[i].angular();
  }
}

void Store::drives(AxisConstraints& axes) {
  State& state = context_.state;
  axes.store(PositionStatus::at_once, state.joints, state.drives, state.effects);
}

void Store::first_rates(const Island& island, const ConstraintSet& constraints,
                        const Velocities& velocities) {
  State& state = context_.state;
  for (const std::size_t i : island.nodes) {
    BodyState& body = state.bodies[topology_.nodes[i].body];
    body.smoothed_angular_velocity = body.angular_velocity;
  }
  constraints.axes.for_each_first_rate([&](std::size_t joint, std::size_t axis, double rate) {
    state.joints[joint].axes[axis].smoothed_rate = rate;
  });
  constraints.loops.for_each_first_rate(velocities.node, [&](const LoopOutcome& row) {
    if (row.kind == LoopRowKind::spring) {
      state.springs[row.index].smoothed_rate = row.smoothed_rate;
    } else {
      state.joints[row.index].axes[row.part].smoothed_rate = row.smoothed_rate;
    }
  });
}

void Store::wake_by_controls(const Sleep& sleep) {
  State& state = context_.state;
  for (std::size_t c = 0; c < state.controls.size(); ++c) {
    if (state.controls[c] == state.controls_before[c]) continue;
    for (std::size_t group : sleep.groups_of_control(c)) state.groups[group].still_frames = 0;
    state.controls_before[c] = state.controls[c];
  }
}

void Store::wake(const Sleep& sleep, const Island& island) {
  for (std::size_t group : island.groups) {
    if (sleep.is_asleep(group)) context_.state.groups[group].still_frames = 0;
  }
}

void Store::asleep(const Sleep& sleep, const Island& island, double h) {
  for (std::size_t group : island.groups) {
    for (std::size_t d : sleep.drives_of(group)) {
      DriveState& drive = context_.state.drives[d];
      heat_winding(context_.config.drives[d], drive, drive.current, h);
    }
  }
}

void Store::rest(const Sleep& sleep, const Island& island) {
  const bool still = sleep.is_still(island);
  for (std::size_t group : island.groups) {
    const Rest rest = sleep.rest_after_frame(group, still);
    GroupState& state = context_.state.groups[group];
    state.still_frames = rest.still_frames;
    if (!rest.begins_window && !rest.falls_asleep) continue;
    if (rest.begins_window) state.wandered = rest.wandered;
    topology_.for_each_node(topology_.groups[group], [&](std::size_t i) {
      BodyState& body = context_.state.bodies[topology_.nodes[i].body];
      if (rest.begins_window) {
        body.rest_center = body.center;
        body.rest_orientation = body.orientation;
      } else {
        body.velocity = body.angular_velocity = body.smoothed_angular_velocity = Vec3::Zero();
      }
    });
  }
}

void Store::exchanges_energy(const Island& island) {
  for (std::size_t group : island.groups) context_.state.groups[group].bounded = false;
}

void Store::energy(const EnergyBound& bound, const Island& island, std::span<const BodyFrame> poses) {
  for (std::size_t group : island.groups) {
    GroupState& state = context_.state.groups[group];
    const EnergyLedger ledger = bound.after_frame(group, state, poses);
    state.bounded = ledger.bounded;
    state.energy_bound = ledger.energy_bound;
    state.largest_kinetic = ledger.largest_kinetic;
    if (!(ledger.scale < 1)) continue;
    ++context_.statistics.unconverged_substeps;
    topology_.for_each_node(topology_.groups[group], [&](std::size_t i) {
      BodyState& body = context_.state.bodies[topology_.nodes[i].body];
      body.velocity *= ledger.scale;
      body.angular_velocity *= ledger.scale;
    });
  }
}

}  // namespace drawbar::physics
