#include "physics/formulations/sequential_impulses/contact/joint_bound_constraints.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/constraint/impact.h"
#include "physics/constraint/stopping.h"
#include "physics/drive/commands.h"
#include "physics/formulations/sequential_impulses/joint/axis_terms.h"
#include "physics/math/elementary.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Swing and twist.
constexpr std::size_t kConeRows = 2;
/// Stop, friction, and a rope's end.
constexpr std::size_t kRowsPerAxis = 3;
/// An impact's instant is computed only while the drift to it changes the speed by less than this part.
constexpr double kMostGained = 0.5;

}  // namespace

JointBoundConstraints::JointBoundConstraints(const StepView& view, const Topology& topology,
                                             const TrialJoints& trial)
    : view_(view), topology_(topology), trial_(trial) {
  counted_.reserve(kMaxFreeAxes * topology.loop_joints.size());
  stops_.reserve(most_rows(view.config, topology));
  for (const Group& group : topology.groups) {
    std::vector<std::size_t>& joints = joints_.emplace_back();
    for (std::size_t j : group.joints) {
      if (view.config.joints[j].cone || topology.node_of_joint[j] == kNone) joints.push_back(j);
    }
  }
}

std::size_t JointBoundConstraints::most_rows(const WorldConfig& config, const Topology& topology) {
  std::size_t rows = 0;
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    if (config.joints[j].cone) rows += kConeRows;
    if (topology.node_of_joint[j] == kNone) rows += kRowsPerAxis * kMaxFreeAxes;
  }
  return rows;
}

std::size_t JointBoundConstraints::add(const PointRow& row, const ConstraintRow& law, double lower,
                                       double upper, const StopMemory& memory, double sign) {
  const bool one_sided = lower == 0;
  const double before = remembered(memory);
  const double warm = sign * times_.from_memory() * before;
  const std::size_t index = rows_->add_row(row);
  ConstraintRow& made = rows_->row(index);
  made = law;
  made.impulse = times_.closing ? warm : std::clamp(warm, lower, upper);
  if (times_.closing) made.target = one_sided && before == 0 ? -kUnbounded : 0.0;
  rows_->add_bound({.row = index, .lower = lower, .upper = upper});
  stops_.push_back({.row = index, .memory = memory, .sign = sign, .one_sided = one_sided});
  return index;
}

// Keeps `room`, which grows along the row, from becoming negative.
void JointBoundConstraints::add_room(const PointRow& row, double room, double restitution,
                                     const StopMemory& memory, double sign) {
  const double rate_back = std::min(-kErrorReduction * room / times_.drift, kReturnSpeed);
  const double target = room < 0 ? rate_back : -room / times_.drift;
  const std::size_t index = add(row, {.target = target}, 0, kUnbounded, memory, sign);
  if (!(restitution > 0 && rows_->speed_before(index) < -kRestitutionThreshold) || times_.closing) return;
  rows_->row(index).impulse = 0;
  stops_.back().restitution = restitution;
  stops_.back().room = room;
}

void JointBoundConstraints::aim(std::span<const Spatial> velocity, const RowSet& rows,
                                RowResponses& responses) {
  for (Stop& stop : stops_) {
    const double restitution = std::exchange(stop.restitution, 0.0);
    if (!(restitution > 0)) continue;
    const double approach = rows.speed_before(stop.row);
    const double speed = rows.speed(stop.row, velocity);
    const double acceleration = (speed - approach) / times_.kick;
    // Where something stiff throws it, only what it came with is given back, and at once.
    if (std::fabs(times_.drift * acceleration) > kMostGained * std::fabs(speed)) {
      if (approach < -kRestitutionThreshold)
        responses.aim(stop.row, std::max(rows.row(stop.row).target, -restitution * approach));
      continue;
    }
    const auto impact = impact_within(stop.room, speed, acceleration, restitution, times_.drift);
    if (!impact || !(impact->before < -kRestitutionThreshold)) continue;
    stop.delay = impact->delay;
    responses.aim(stop.row, std::max(rows.row(stop.row).target, impact->speed));
  }
}

bool JointBoundConstraints::delays(const RowSet& rows) const {
  return rows.bounds().size() == stops_.size() &&
         std::any_of(stops_.begin(), stops_.end(),
                     [&](const Stop& s) { return s.delay > 0 && rows.row(s.row).impulse > 0; });
}

void JointBoundConstraints::add_delays(const RowSet& rows, std::span<Spatial> forces) const {
  for (const Stop& stop : stops_) {
    if (stop.delay > 0) rows.add_force(stop.row, -stop.delay, forces);
  }
}

// The nearer end of the range alone; one that is a single point holds both ways. `along`: in which the
// position grows.
void JointBoundConstraints::add_limit(const AxisLimit& limit, double position, const PointRow& along,
                                      const StopMemory& memory) {
  const double above = position - limit.lower;
  const double below = limit.upper - position;
  if (limit.lower == limit.upper) {
    add(along, {.target = -kErrorReduction * above / times_.drift}, -kUnbounded, kUnbounded, memory, 1);
  } else if (above < below) {
    add_room(along, above, limit.restitution, memory, 1);
  } else {
    PointRow back = along;
    back.linear = -along.linear;
    back.angular = -along.angular;
    add_room(back, below, limit.restitution, memory, -1);
  }
}

void JointBoundConstraints::add_cone(std::size_t j, const JointGeometry& g) {
  const JointModel& joint = view_.model.joints[j];
  const ConeLimit& cone = *view_.config.joints[j].cone;
  const auto row = [&](const Vec3& about) {
    return PointRow{joint.parent, joint.child, g.parent_arm, g.child_arm, Vec3::Zero(), about};
  };
  const SwingTwist angles = swing_twist(g);
  if (!cone.swing_gives_way() && angles.swing > 0) {
    add_limit(cone.swing, angles.swing, row(angles.swing_axis), {StopMemory::Part::swing, j});
  }
  if (cone.twist && !cone.twist_gives_way()) {
    add_limit(*cone.twist, twist_in(*cone.twist, angles.twist), row(angles.twist_axis),
              {StopMemory::Part::twist, j});
  }
}

void JointBoundConstraints::add_loop_axes(std::size_t j, const JointGeometry& g) {
  const JointModel& joint = view_.model.joints[j];
  const JointState& joint_state = view_.state.joints[j];
  for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
    const AxisConfig& axis = view_.config.joints[j].axes[k];
    const double position = counted_coordinate(joint.type, k, g.position[k], joint_state.axes[k].position);
    counted_.push_back({j, k, position});
    const StopMemory limit{StopMemory::Part::limit, j, k};
    const auto row = [&](double sign) {
      return PointRow{joint.parent,
                      joint.child,
                      g.parent_arm,
                      g.child_arm,
                      sign * g.rate_linear[k],
                      sign * g.rate_angular[k]};
    };
    if (joint.type == JointType::rope) {
      add_room(row(-1), -position, 0, limit, -1);
      stops_.back().rope = -g.rate_linear[k];
    }
    if (axis.limit && !axis.limit->stiffness) {
      add_limit(*axis.limit, position, row(1), limit);
    }
    double coulomb = dry_friction(axis.friction, trial_.force(j));
    for (std::size_t b = 0; b < view_.config.brakes.size(); ++b) {
      const BrakeConfig& brake = view_.config.brakes[b];
      if (index_of(brake.joint) == j && static_cast<std::size_t>(brake.axis) == k) {
        coulomb += brake_torque(view_.config, b, view_.state);
      }
    }
    if (coulomb > 0) {
      add(row(1), {}, -times_.kick * coulomb, times_.kick * coulomb, {StopMemory::Part::friction, j, k}, 1);
    }
  }
}

double JointBoundConstraints::remembered(const StopMemory& memory) const {
  return impulse_of(memory, view_.state.joints[memory.joint]);
}

void JointBoundConstraints::prepare(const Island& island, std::span<const BodyFrame> frames,
                                    const KickTimes& times, RowSet& rows) {
  times_ = times;
  rows_ = &rows;
  stops_.clear();
  counted_.clear();
  if (!(times.drift > 0)) return;
  for (std::size_t group : island.groups) {
    for (std::size_t j : joints_[group]) add_joint(j, frames);
  }
}

void JointBoundConstraints::add_joint(std::size_t j, std::span<const BodyFrame> frames) {
  if (trial_.broken(j)) return;
  const JointModel& joint = view_.model.joints[j];
  JointGeometry geometry;
  evaluate_joint(joint, frames[joint.parent], frames[joint.child], geometry);
  if (view_.config.joints[j].cone) add_cone(j, geometry);
  if (topology_.node_of_joint[j] == kNone) add_loop_axes(j, geometry);
}

Vec3 JointBoundConstraints::pull(std::size_t j, const RowSet& rows) const {
  Vec3 impulse = Vec3::Zero();
  for_each_pull(rows, [&](std::size_t joint, const Vec3& pulls) {
    if (joint == j) impulse = pulls;
  });
  return impulse;
}

void JointBoundConstraints::add_forces_of(std::size_t j, double part, const RowSet& rows,
                                          std::span<Spatial> forces) const {
  for (const Stop& stop : stops_) {
    if (stop.memory.joint == j) rows.add_force(stop.row, part, forces);
  }
}

}  // namespace drawbar::physics
