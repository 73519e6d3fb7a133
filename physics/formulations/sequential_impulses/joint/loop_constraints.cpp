#include "physics/formulations/sequential_impulses/joint/loop_constraints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "physics/formulations/sequential_impulses/joint/axis_terms.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

/// Of a loop-closing joint: six that hold it, or fewer and what is soft on its axes.
constexpr std::size_t kRowsPerJoint = 6 + kMaxFreeAxes;
/// Swing and twist.
constexpr std::size_t kRowsPerCone = 2;

std::size_t deepest(const Topology& topology) {
  std::size_t most = 1;
  for (std::size_t depth : topology.depth) most = std::max(most, depth);
  return most;
}

std::size_t rows_of_all(const Topology& topology) {
  std::size_t rows = 0;
  for (const Group& group : topology.groups) rows += LoopConstraints::most_rows(group);
  return rows;
}

}  // namespace

std::size_t row_ends(const Topology& topology, const PointRow& row, std::span<RowEnd> ends) {
  std::size_t count = 0;
  const auto add = [&](BodyIndex body, const Vec3& arm, double sign) {
    const std::size_t node = topology.node_of_body[body];
    if (node == kNone) return;
    RowEnd& end = ends[count++];
    end.node = node;
    set(sign * row.linear, sign * (arm.cross(row.linear) + row.angular), end.force);
  };
  add(row.b, row.arm_b, 1);
  add(row.a, row.arm_a, -1);
  return count;
}

MovedSpeed moved_speed(const StepView& view, const PointRow& row) {
  MovedSpeed speed;
  if (!view.prescribed.any()) return speed;
  const auto add = [&](BodyIndex body, BodyIndex other, const Vec3& arm, const Vec3& other_arm, double sign) {
    const MovedBody* moved = view.prescribed.find(body);
    if (moved == nullptr) return;
    const Vec3 moment = arm.cross(row.linear) + row.angular;
    const BodyState& before = view.state.bodies[body];
    speed.now += sign * (row.linear.dot(view.prescribed.velocity_at(*moved, view.state, other, other_arm)) +
                         row.angular.dot(moved->twist.angular));
    speed.before += sign * (row.linear.dot(before.velocity) + moment.dot(before.angular_velocity));
  };
  add(row.b, row.a, row.arm_b, row.arm_a, 1);
  add(row.a, row.b, row.arm_a, row.arm_b, -1);
  return speed;
}

std::size_t LoopConstraints::most_rows(const Group& group) {
  return kRowsPerJoint * group.loop_joints.size() + group.couplings.size() + group.springs.size() +
         kRowsPerCone * group.soft_cones.size();
}

LoopConstraints::LoopConstraints(const StepView& view, const Topology& topology, const TrialJoints& trial)
    : view_(view),
      topology_(topology),
      trial_(trial),
      space_(rows_of_all(topology), kMostRowEnds * rows_of_all(topology),
             kMostRowEnds * rows_of_all(topology) * deepest(topology)),
      block_of_group_(topology.groups.size(), kNone),
      scratch_(topology.nodes.size()) {
  std::size_t most = 0;
  for (std::size_t g = 0; g < topology.groups.size(); ++g) {
    const std::size_t rows = most_rows(topology.groups[g]);
    if (rows == 0) continue;
    block_of_group_[g] = blocks_.size();
    group_of_block_.push_back(g);
    blocks_.emplace_back(rows);
    sources_.emplace_back().reserve(rows);
    most = std::max(most, rows);
  }
  impulses_.resize(most);
  present_.reserve(blocks_.size());
}

void LoopConstraints::take(const Island& island) {
  present_.clear();
  for (std::size_t group : island.groups) {
    if (block_of_group_[group] != kNone) present_.push_back(block_of_group_[group]);
  }
}

void LoopConstraints::add(std::size_t group, Source source, const PointRow& row) {
  std::array<RowEnd, kMostRowEnds> ends;
  source.moved = moved_speed(view_, row);
  add(group, source, {ends.data(), row_ends(topology_, row, ends)});
}

void LoopConstraints::add(std::size_t group, const Source& source, std::span<const RowEnd> ends) {
  const std::size_t block = block_of_group_[group];
  BilateralRow row;
  row.row = space_.add(ends);
  double least = std::numeric_limits<double>::infinity();
  for (const RowEnd& end : ends) {
    const BodyIndex body = topology_.nodes[end.node].body;
    const Vec3 turn = end.force.angular();
    const double mobility = view_.model.bodies[body].inverse_mass * end.force.linear().squaredNorm() +
                            turn.dot(inverse_inertia_[body] * turn);
    row.mobility += mobility;
    if (mobility > 0) least = std::min(least, mobility);
  }
  // The mobility of a light body would hide that of the heavy one that it holds.
  if (!soft(source)) row.mobility = least;
  blocks_[block].rows.push_back(row);
  sources_[block].push_back(source);
}

// A joint's rows lie together: for_each_joint_reaction counts on it.
void LoopConstraints::add_joint(std::size_t j, std::span<const BodyFrame> frames) {
  const JointModel& joint = view_.model.joints[j];
  JointGeometry g;
  evaluate_joint(joint, frames[joint.parent], frames[joint.child], g);
  for (std::size_t k = 0; k < static_cast<std::size_t>(g.rows); ++k) {
    add(topology_.group_of(joint), {Kind::joint, j, k, {g.row_error[k]}, g.row_linear[k], g.row_angular[k]},
        {joint.parent, joint.child, g.parent_arm, g.child_arm, g.row_linear[k], g.row_angular[k]});
  }
  if (times_.kick > 0) add_axes(j, g);
}

// Springs, viscous friction and stops that give way; what is hard or dry there is JointBoundConstraints'.
void LoopConstraints::add_axes(std::size_t j, const JointGeometry& g) {
  const JointModel& joint = view_.model.joints[j];
  for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
    const AxisConfig& axis = view_.config.joints[j].axes[k];
    if (!axis.spring && !(axis.friction.viscous > 0) && !(axis.limit && axis.limit->stiffness)) continue;
    const double counted = view_.state.joints[j].axes[k].position;
    add(topology_.group_of(joint),
        {Kind::axis, j, k, {counted_coordinate(joint.type, k, g.position[k], counted)}},
        {joint.parent, joint.child, g.parent_arm, g.child_arm, g.rate_linear[k], g.rate_angular[k]});
  }
}

void LoopConstraints::add_cone(std::size_t j, std::span<const BodyFrame> frames) {
  const JointModel& joint = view_.model.joints[j];
  const ConeLimit& cone = *view_.config.joints[j].cone;
  JointGeometry g;
  evaluate_joint(joint, frames[joint.parent], frames[joint.child], g);
  const SwingTwist angles = swing_twist(g);
  const auto add_row = [&](std::size_t part, double angle, const Vec3& axis) {
    add(topology_.group_of(joint), {Kind::cone, j, part, {angle}, axis},
        {joint.parent, joint.child, g.parent_arm, g.child_arm, Vec3::Zero(), axis});
  };
  if (cone.swing_gives_way() && angles.swing > 0) add_row(0, angles.swing, angles.swing_axis);
  if (cone.twist_gives_way()) add_row(1, twist_in(*cone.twist, angles.twist), angles.twist_axis);
}

void LoopConstraints::add_coupling(std::size_t c, std::span<const BodyFrame> frames) {
  const CouplingConfig& coupling = view_.config.couplings[c];
  std::array<RowEnd, kMostRowEnds> ends;
  std::size_t count = 0;
  double error = 0;
  MovedSpeed moved;
  std::size_t group = kNone;
  for (const CouplingConfig::Term& term : coupling.terms) {
    const std::size_t j = index_of(term.joint);
    const auto k = static_cast<std::size_t>(term.axis);
    const JointModel& joint = view_.model.joints[j];
    JointGeometry g;
    evaluate_joint(joint, frames[joint.parent], frames[joint.child], g);
    const PointRow row{joint.parent,
                       joint.child,
                       g.parent_arm,
                       g.child_arm,
                       term.coefficient * g.rate_linear[k],
                       term.coefficient * g.rate_angular[k]};
    count += row_ends(topology_, row, std::span(ends).subspan(count));
    moved += moved_speed(view_, row);
    const double counted = view_.state.joints[j].axes[k].position;
    error += term.coefficient * counted_coordinate(joint.type, k, g.position[k], counted);
    group = topology_.group_of(joint);
  }
  const Kind kind = coupling.elastic ? Kind::elastic : Kind::coupling;
  if (coupling.elastic && !(times_.kick > 0)) return;
  Source source{kind, c, 0, {error}};
  source.moved = moved;
  add(group, source, std::span<const RowEnd>(ends.data(), count));
}

void LoopConstraints::prepare(std::span<const BodyFrame> frames, std::span<const Mat3> inverse_inertia,
                              const KickTimes& times) {
  times_ = times;
  inverse_inertia_ = inverse_inertia;
  space_.clear();
  for (const std::size_t b : present_) {
    blocks_[b].rows.clear();
    sources_[b].clear();
    const Group& group = topology_.groups[group_of_block_[b]];
    for (std::size_t j : group.loop_joints) {
      if (!trial_.broken(j)) add_joint(j, frames);
    }
    for (std::size_t c : group.couplings) {
      const auto& terms = view_.config.couplings[c].terms;
      const bool broken = std::any_of(terms.begin(), terms.end(), [&](const CouplingConfig::Term& term) {
        return trial_.broken(index_of(term.joint));
      });
      if (!broken) add_coupling(c, frames);
    }
    for (std::size_t s : group.springs) add_spring(s, frames);
    if (!(times.kick > 0)) continue;
    for (std::size_t j : group.soft_cones) {
      if (!trial_.broken(j)) add_cone(j, frames);
    }
  }
  for (const std::size_t b : present_) {
    for (std::size_t r = 0; r < blocks_[b].rows.size(); ++r) {
      if (soft(sources_[b][r])) load(blocks_[b].rows[r], sources_[b][r]);
    }
  }
}

double LoopConstraints::rate_before(const BilateralRow& row, const Source& source) const {
  double rate = source.moved.before;
  for (const RowEnd& end : space_.ends(row.row)) {
    const BodyState& body = view_.state.bodies[topology_.nodes[end.node].body];
    rate += end.force.linear().dot(body.velocity) + end.force.angular().dot(body.angular_velocity);
  }
  return rate;
}

// In the kick at hand.
double LoopConstraints::rate(const BilateralRow& row, const Source& source,
                             std::span<const Spatial> velocity) const {
  return source.moved.now + space_.velocity(row.row, velocity);
}

// Prescribed motions enter the targets, not the velocities that are solved for.
void LoopConstraints::factor(const TreeFactor& factor) {
  space_.build(factor);
  for (const std::size_t b : present_) {
    for (std::size_t r = 0; r < blocks_[b].rows.size(); ++r) {
      BilateralRow& row = blocks_[b].rows[r];
      Source& source = sources_[b][r];
      row.impulse = 0;
      row.target = 0;
      if (soft(source)) soften(row, source);
      row.target -= source.moved.now;
    }
    blocks_[b].factor(space_, scratch_);
  }
}

void LoopConstraints::restart() {
  for (const std::size_t b : present_) {
    for (BilateralRow& row : blocks_[b].rows) row.impulse = 0;
  }
}

void LoopConstraints::solve(std::span<const Spatial> velocity, std::span<NodeCoordinates> y) {
  for (const std::size_t b : present_) {
    BilateralBlock& block = blocks_[b];
    const std::size_t n = block.rows.size();
    for (std::size_t r = 0; r < n; ++r) {
      impulses_[r] = block.rows[r].target - space_.velocity(block.rows[r].row, velocity);
    }
    block.solve({impulses_.data(), n});
    for (std::size_t r = 0; r < n; ++r) {
      block.rows[r].impulse += impulses_[r];
      space_.apply(block.rows[r].row, impulses_[r], y);
    }
  }
}

void LoopConstraints::answer(std::span<std::vector<double>> sums, std::span<NodeCoordinates> y) {
  for (const std::size_t b : present_) {
    BilateralBlock& block = blocks_[b];
    const std::span<double> g(sums[b].data(), block.rows.size());
    block.answer(g);
    for (std::size_t r = 0; r < g.size(); ++r) {
      block.rows[r].impulse += g[r];
      space_.apply(block.rows[r].row, g[r], y);
    }
  }
}

void LoopConstraints::add_forces(std::span<Spatial> forces) const {
  for (const std::size_t b : present_) {
    for (const BilateralRow& row : blocks_[b].rows) space_.add_force(row.row, row.impulse, forces);
  }
}

Spatial LoopConstraints::reaction(std::size_t j) const {
  Spatial sum{};
  const std::size_t b = block_of_group_[topology_.group_of(view_.model.joints[j])];
  for (std::size_t r = 0; r < sources_[b].size(); ++r) {
    const Source& source = sources_[b][r];
    if (source.kind != Kind::joint || source.index != j) continue;
    add_scaled(sum, blocks_[b].rows[r].impulse, spatial(source.direction, source.turn));
  }
  return sum;
}

void LoopConstraints::add_forces_of(std::size_t j, double part, std::span<Spatial> forces) const {
  const std::size_t b = block_of_group_[topology_.group_of(view_.model.joints[j])];
  if (b == kNone) return;
  const auto is_joints = [](Kind kind) {
    return kind == Kind::joint || kind == Kind::axis || kind == Kind::cone;
  };
  for (std::size_t r = 0; r < sources_[b].size(); ++r) {
    const Source& source = sources_[b][r];
    if (!is_joints(source.kind) || source.index != j) continue;
    space_.add_force(blocks_[b].rows[r].row, part * blocks_[b].rows[r].impulse, forces);
  }
}

double LoopConstraints::largest_error() const {
  double largest = 0;
  for (const std::size_t b : present_) {
    for (const Source& source : sources_[b]) {
      if (!soft(source)) largest = std::max(largest, std::fabs(source.drift.error));
    }
  }
  return largest;
}

Vec3 LoopConstraints::turning(const JointModel& joint, std::span<const Spatial> velocity) const {
  const auto of = [&](BodyIndex body) {
    const std::size_t node = topology_.node_of_body[body];
    if (velocity.empty()) return Vec3(Vec3::Zero());
    if (node != kNone) return Vec3(velocity[node].angular());
    const MovedBody* moved = view_.prescribed.find(body);
    return moved != nullptr ? moved->twist.angular : Vec3(Vec3::Zero());
  };
  return of(joint.child) - of(joint.parent);
}

void LoopConstraints::measure(std::span<const DriftedBody> trial, std::span<const Spatial> velocity,
                              ConstraintResidual& residual) {
  for (const std::size_t b : present_) {
    JointGeometry g;
    for (std::size_t r = 0; r < sources_[b].size(); ++r) {
      Source& source = sources_[b][r];
      const double before = source.drift.error;
      if (source.kind == Kind::joint) {
        const JointModel& joint = view_.model.joints[source.index];
        if (source.part == 0) evaluate_joint(joint, trial[joint.parent].frame, trial[joint.child].frame, g);
        source.drift.error = g.row_error[source.part];
      } else if (source.kind == Kind::coupling) {
        source.drift.error = 0;
        for (const CouplingConfig::Term& term : view_.config.couplings[source.index].terms) {
          const std::size_t j = index_of(term.joint);
          const auto k = static_cast<std::size_t>(term.axis);
          const JointModel& joint = view_.model.joints[j];
          evaluate_joint(joint, trial[joint.parent].frame, trial[joint.child].frame, g);
          // A drift may turn it by more than half a turn.
          const double counted = view_.state.joints[j].axes[k].position;
          const double turned = times_.drift * g.rate_angular[k].dot(turning(joint, velocity));
          source.drift.error +=
              term.coefficient * counted_coordinate(joint.type, k, g.position[k], counted + turned);
        }
      } else {
        const bool unresolved = source.step.unresolved > 0;
        if (velocity.empty() || source.kind == Kind::elastic ||
            (!unresolved && source.load.elastic.straight()))
          continue;
        source.drift.rate = rate(blocks_[b].rows[r], source, velocity);
        source.drift.bend(coordinate(source, trial) - source.load.position - times_.drift * source.drift.rate,
                          source.step.unresolved);
      }
      residual.add(constraint_residual(before, source.drift.error));
    }
  }
}

void LoopConstraints::aim_at_corrections(double scale, double part) {
  for (const std::size_t b : present_) {
    for (std::size_t r = 0; r < blocks_[b].rows.size(); ++r) {
      BilateralRow& row = blocks_[b].rows[r];
      Source& source = sources_[b][r];
      row.target = -scale * source.drift.error;
      if (!soft(source)) continue;
      row.target *= source.step.unresolved * row.softness;
      source.drift.compensate(part);
    }
  }
}

LoopOutcome LoopConstraints::outcome(const Source& source, double impulse) const {
  LoopOutcome out{source.kind, source.index, source.part, impulse * times_.to_memory(),
                  source.load.smoothed_rate};
  if (source.kind == Kind::spring) out.impulse = -out.impulse;
  return out;
}

}  // namespace drawbar::physics
