#include "physics/motion/prescribed_motions.h"

#include "physics/math/rotation.h"
#include "physics/motion/axis_follower.h"

namespace drawbar::physics {
namespace {

MotionConfig completed(const MotionConfig& motion) {
  if (const auto* path = std::get_if<PathMotion>(&motion)) return complete(*path);
  if (const auto* axis = std::get_if<AxisMotion>(&motion)) {
    AxisMotion out = *axis;
    if (const auto* table = std::get_if<AxisTable>(&axis->by)) out.by = complete(*table);
    return out;
  }
  return motion;
}

MotionState first_state(const MotionConfig& motion, const BodyConfig& body) {
  MotionState state;
  if (std::holds_alternative<OutsideMotion>(motion)) {
    state.kind = MotionKind::outside;
    state.from_position = state.to_position = body.position;
    state.from_orientation = state.to_orientation = body.orientation;
  } else if (const auto* axis = std::get_if<AxisMotion>(&motion)) {
    if (std::holds_alternative<AxisFollower>(axis->by)) state.kind = MotionKind::follower;
  }
  return state;
}

// Since the last `move` began, s.
PathPlace moved_from_outside(const MotionState& state, double since) {
  if (!(since < state.duration)) return {{state.to_position, state.to_orientation}, {}};
  const PathPoint from{0, state.from_position, state.from_orientation, state.from_velocity,
                       state.from_angular_velocity};
  const PathPoint to{state.duration, state.to_position, state.to_orientation, Vec3(Vec3::Zero()),
                     Vec3(Vec3::Zero())};
  return place_between(from, to, since);
}

bool is_same(const Pose& a, const Pose& b) {
  return a.position == b.position && a.orientation.coeffs() == b.orientation.coeffs();
}

}  // namespace

std::size_t motion_of(const WorldConfig& config, BodyIndex body) {
  std::size_t place = 0;
  for (BodyIndex b = 0; b < body; ++b) place += config.bodies[b].motion ? 1 : 0;
  return place;
}

PrescribedMotions::PrescribedMotions(const WorldConfig& config)
    : config_(config), place_of_(config.bodies.size() + 1, kNoMotion) {
  for (BodyIndex b = 0; b < config.bodies.size(); ++b) {
    if (!config.bodies[b].motion) continue;
    place_of_[b] = bodies_.size();
    bodies_.emplace_back().body = b;
    motions_.push_back(completed(*config.bodies[b].motion));
  }
}

PathPlace PrescribedMotions::place_on_axis(const AxisMotion& axis, const AxisPlace& at, std::size_t k) const {
  const BodyConfig& body = config_.bodies[bodies_[k].body];
  if (!axis.turns) {
    return {{body.position + at.value * axis.axis, body.orientation}, {at.rate * axis.axis, Vec3::Zero()}};
  }
  const Quat turn = quaternion_exponential(at.value * axis.axis);
  const Vec3 arm = turn * (body.position - axis.center);
  const Vec3 rate = at.rate * axis.axis;
  return {{axis.center + arm, renormalised(turn * body.orientation)}, {rate.cross(arm), rate}};
}

double PrescribedMotions::wanted(const AxisFollower& law, const State& state) const {
  const ControlConfig& control = config_.controls[index_of(law.control)];
  const double part =
      (state.controls[index_of(law.control)] - control.lower) / (control.upper - control.lower);
  return law.lower + part * (law.upper - law.lower);
}

// `now` s after the beginning of the frame that follows State::frame.
PathPlace PrescribedMotions::place(std::size_t k, const State& state, double now) const {
  const MotionState& own = state.motions[k];
  if (const auto* path = std::get_if<PathMotion>(&motions_[k])) {
    return place_at(*path, static_cast<double>(state.frame) * config_.period + now);
  }
  if (own.kind == MotionKind::outside) {
    return moved_from_outside(own, static_cast<double>(state.frame - own.begun) * config_.period + now);
  }
  const auto& axis = std::get<AxisMotion>(motions_[k]);
  if (own.kind == MotionKind::follower) return place_on_axis(axis, {own.value, own.rate}, k);
  const double time = static_cast<double>(state.frame) * config_.period + now;
  return place_on_axis(axis, place_at(std::get<AxisTable>(axis.by), time), k);
}

void PrescribedMotions::begin(State& state) const {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const BodyIndex body = bodies_[k].body;
    state.motions.push_back(first_state(motions_[k], config_.bodies[body]));
    const PathPlace at = place(k, state, 0);
    state.bodies[body].center = at.pose.position;
    state.bodies[body].orientation = at.pose.orientation;
    state.bodies[body].velocity = at.twist.linear;
    state.bodies[body].angular_velocity = at.twist.angular;
  }
}

void PrescribedMotions::drift(double now, double h, State& state) {
  length_ = h;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    MotionState& own = state.motions[k];
    if (own.kind == MotionKind::follower) {
      const auto& law = std::get<AxisFollower>(std::get<AxisMotion>(motions_[k]).by);
      const FollowedAxis next = follow(law, {own.value, own.rate}, wanted(law, state), h);
      own.value = next.value;
      own.rate = next.rate;
    }
    MovedBody& moved = bodies_[k];
    const BodyState& body = state.bodies[moved.body];
    moved.start = {body.center, body.orientation};
    moved.end = place(k, state, now + h).pose;
    moved.twist.linear = (moved.end.position - moved.start.position) / h;
    moved.twist.angular =
        quaternion_logarithm(moved.end.orientation * moved.start.orientation.conjugate()) / h;
    if (is_same(moved.start, moved.end)) moved.twist = {};
  }
}

Pose PrescribedMotions::pose_after(const MovedBody& moved, double elapsed) const {
  if (elapsed == 0) return moved.start;
  if (elapsed == length_) return moved.end;
  const Vec3 way = elapsed * moved.twist.linear;
  const Quat turn = quaternion_exponential(elapsed * moved.twist.angular);
  return {moved.start.position + way, renormalised(turn * moved.start.orientation)};
}

// Of velocity_at().
void PrescribedMotions::cut(double h) {
  for (MovedBody& moved : bodies_) {
    if (h > 0) {
      const Mat3 turn = quaternion_exponential(h * moved.twist.angular).toRotationMatrix();
      moved.turning = (turn - Mat3::Identity()) / h;
    } else {
      moved.turning = cross_matrix<double>(moved.twist.angular);
    }
  }
}

void PrescribedMotions::arrive(State& state) {
  for (MovedBody& moved : bodies_) {
    state.bodies[moved.body].center = moved.end.position;
    state.bodies[moved.body].orientation = moved.end.orientation;
    moved.has_moved = !is_same(moved.start, moved.end);
  }
  store_velocities(state);
}

void PrescribedMotions::close(double now, const State& state) {
  for (std::size_t k = 0; k < bodies_.size(); ++k) bodies_[k].twist = place(k, state, now).twist;
}

void PrescribedMotions::store_velocities(State& state) const {
  for (const MovedBody& moved : bodies_) {
    state.bodies[moved.body].velocity = moved.twist.linear;
    state.bodies[moved.body].angular_velocity = moved.twist.angular;
  }
}

}  // namespace drawbar::physics
