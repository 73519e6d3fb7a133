// The soft rows among the loop constraints: springs between points, axis laws, compliant couplings and cones.
#include <algorithm>
#include <array>
#include <cmath>

#include "physics/formulations/sequential_impulses/joint/axis_terms.h"
#include "physics/formulations/sequential_impulses/joint/loop_constraints.h"
#include "physics/spring/elastic_law.h"

namespace drawbar::physics {
namespace {

/// A spring shorter than this (m) has no direction.
constexpr double kShortest = 1e-9;

Vec3 point_of(const BodyFrame& frame, const Vec3& anchor) {
  return frame.rotation * anchor;
}

}  // namespace

void LoopConstraints::add_spring(std::size_t s, std::span<const BodyFrame> frames) {
  const SpringModel& spring = view_.model.springs[s];
  const SpringConfig& config = view_.config.springs[s];
  const std::size_t group = topology_.group_of(spring.from, spring.to);
  if (group == kNone || !(times_.kick > 0)) return;
  if (elastic_law(config).empty() && !(config.law.damping > 0) && config.law.damper_table.empty()) return;
  const Vec3 from = point_of(frames[spring.from], spring.from_anchor);
  const Vec3 to = point_of(frames[spring.to], spring.to_anchor);
  const Vec3 span = (frames[spring.to].center + to) - (frames[spring.from].center + from);
  const double length = std::sqrt(span.squaredNorm());
  if (length < kShortest) return;
  add(group, {Kind::spring, s, 0, {length}},
      PointRow{spring.from, spring.to, from, to, span / length, Vec3::Zero()});
}

void LoopConstraints::load(const BilateralRow& row, Source& source) const {
  SoftLoad& load = source.load;
  load.start(source.drift.error, rate_before(row, source));
  source.drift.error = 0;
  if (source.kind == Kind::elastic) {
    // Between suspensions, which are slow: without the low pass of stiff springs.
    const CouplingConfig::Elastic& elastic = *view_.config.couplings[source.index].elastic;
    load.elastic = ElasticLaw::linear(elastic.stiffness);
    load.damping = elastic.damping;
    load.smoothed_rate = load.rate;
  } else if (source.kind == Kind::spring) {
    const SpringConfig& config = view_.config.springs[source.index];
    load.elastic = ElasticLaw(config.law);
    load.add_damper(config.law);
    if (config.stop) load.add_stop(*config.stop);
    load.follow(view_.state.springs[source.index].smoothed_rate, times_);
  } else if (source.kind == Kind::cone) {
    // Without the low pass: its axis is another one whenever the swing is reached again.
    const ConeLimit& cone = *view_.config.joints[source.index].cone;
    load.add_stop(source.part == 0 ? cone.swing : *cone.twist);
    load.smoothed_rate = load.rate;
  } else {
    const AxisConfig& axis = view_.config.joints[source.index].axes[source.part];
    const AxisState& state = view_.state.joints[source.index].axes[source.part];
    set_spring(axis, state, times_, load);
    if (axis.limit) load.add_stop(*axis.limit);
  }
}

void LoopConstraints::soften(BilateralRow& row, Source& source) const {
  // The tree's response may vanish where the row is redundant; the free bodies' never does.
  const double response = std::max(space_.response(row.row), 1e-9 * row.mobility);
  source.inertia = 1.0 / response;
  source.step = soft_step(source.load, source.inertia, times_);
  const SoftTarget soft = soft_target(source.step, source.load.rate, source.inertia);
  row.softness = soft.softness;
  row.target = soft.target;
}

bool LoopConstraints::springs_change(std::span<const Spatial> velocity) {
  bool changed = false;
  for (const std::size_t b : present_) {
    for (std::size_t r = 0; r < blocks_[b].rows.size(); ++r) {
      Source& source = sources_[b][r];
      if (!soft(source) || source.load.elastic.straight()) continue;
      const double now = rate(blocks_[b].rows[r], source, velocity);
      changed |= changes_at(now, source.step, source.inertia, times_, source.load);
    }
  }
  return changed;
}

double LoopConstraints::coordinate(const Source& source, std::span<const DriftedBody> trial) const {
  if (source.kind == Kind::spring) {
    const SpringModel& spring = view_.model.springs[source.index];
    const BodyFrame& from = trial[spring.from].frame;
    const BodyFrame& to = trial[spring.to].frame;
    const Vec3 span =
        (to.center + point_of(to, spring.to_anchor)) - (from.center + point_of(from, spring.from_anchor));
    return std::sqrt(span.squaredNorm());
  }
  const JointModel& joint = view_.model.joints[source.index];
  JointGeometry g;
  evaluate_joint(joint, trial[joint.parent].frame, trial[joint.child].frame, g);
  if (source.kind == Kind::cone) {
    const SwingTwist angles = swing_twist(g);
    if (source.part == 1) return nearest_turn(angles.twist, source.load.position);
    // A way through the middle comes out on the other side.
    return source.direction.dot(angles.swing_axis) < 0 ? -angles.swing : angles.swing;
  }
  const double found = g.position[source.part];
  return counted_coordinate(joint.type, source.part, found, source.load.position);
}

bool LoopConstraints::relinearise_laws() {
  bool changed = false;
  for (const std::size_t b : present_) {
    for (Source& source : sources_[b]) {
      if (!soft(source) || source.load.elastic.straight()) continue;
      changed |= source.drift.leaves_segment(source.inertia, times_, source.load);
    }
  }
  return changed;
}

void LoopConstraints::take_curvature_offsets() {
  for (const std::size_t b : present_) {
    for (Source& source : sources_[b]) {
      if (soft(source)) source.drift.hand_over(source.load);
    }
  }
}

double LoopConstraints::first_rate(std::size_t s, std::span<const Spatial> velocity) const {
  const SpringModel& spring = view_.model.springs[s];
  const auto point = [&](BodyIndex body, const Vec3& anchor, Vec3& at, Vec3& speed) {
    const BodyState& state = view_.state.bodies[body];
    const Vec3 arm = state.orientation.toRotationMatrix() * anchor;
    at = state.center + arm;
    const std::size_t node = topology_.node_of_body[body];
    if (node != kNone) {
      speed = velocity[node].linear() + velocity[node].angular().cross(arm);
    } else {
      speed = state.velocity + state.angular_velocity.cross(arm);  // of one that is moved
    }
  };
  Vec3 from, to;
  Vec3 from_speed = Vec3::Zero(), to_speed = Vec3::Zero();
  point(spring.from, spring.from_anchor, from, from_speed);
  point(spring.to, spring.to_anchor, to, to_speed);
  const Vec3 span = to - from;
  const double length = std::sqrt(span.squaredNorm());
  return length > kShortest ? span.dot(to_speed - from_speed) / length : 0.0;
}

}  // namespace drawbar::physics
