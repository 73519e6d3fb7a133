#include "physics/formulations/plain/axis_rows.h"

#include <algorithm>
#include <cmath>

#include "physics/constraint/stopping.h"
#include "physics/drive/commands.h"
#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

Row axis_row(const JointModel& joint, const JointGeometry& g, std::span<const BodyResponse> responses,
             const Vec3& linear, const Vec3& angular) {
  return Row::between(responses, joint.parent, joint.child, g.parent_arm, g.child_arm, linear, angular);
}

Row reversed(Row row) {
  row.linear = -row.linear;
  row.angular_a = -row.angular_a;
  row.angular_b = -row.angular_b;
  row.turned_a = -row.turned_a;
  row.turned_b = -row.turned_b;
  return row;
}

}  // namespace

AxisRows::AxisRows(const WorldConfig& config, const Model& model) : config_(config) {
  constexpr std::size_t kRowsPerAxis = 4;  // limit, Coulomb, viscous, spring
  constexpr std::size_t kConeRows = 3;
  rows_.reserve(model.joints.size() * (kMaxFreeAxes * kRowsPerAxis + kConeRows));
  pushes_.reserve(model.joints.size() * (kMaxFreeAxes + kConeRows));
  drives_.reserve(config.drives.size());
}

void AxisRows::add(const Row& row, double target, double softness, double lower, double upper, double* memory,
                   double sign, double warm_scale) {
  Remembered& r = rows_.emplace_back();
  r.constraint.row = row;
  r.constraint.target = target;
  r.constraint.softness = softness;
  r.constraint.lower = lower;
  r.constraint.upper = upper;
  r.constraint.impulse = std::clamp(sign * warm_scale * *memory, lower, upper);
  r.memory = memory;
  r.sign = sign;
}

// A hard unilateral row that keeps `room` (distance to the bound, growing along `row`) from becoming
// negative: it acts ahead, J V + room / h >= 0.
void AxisRows::add_bound(const Row& row, double room, double rate, double restitution, double h,
                         double* memory, double sign, double warm_scale) {
  double target = -std::max(room, 0.0) / h;
  if (rate < -kRestitutionThreshold && room + h * rate < 0) target = std::max(target, -restitution * rate);
  add(row, target, 0, 0, kUnbounded, memory, sign, warm_scale);
  if (room < 0) {
    ScalarConstraint& push = pushes_.emplace_back();
    push.row = row;
    push.lower = 0;
    push.target = -kErrorReduction * room / h;
  }
}

// The nearer side alone; a range of one point is a bilateral row.
void AxisRows::add_limit(const AxisLimit& limit, const Row& row, double position, double rate, double h,
                         double* memory, double warm_scale) {
  if (limit.lower == limit.upper) {
    add(row, -(position - limit.lower) / h, 0, -kUnbounded, kUnbounded, memory, 1, warm_scale);
    return;
  }
  const bool at_lower = position - limit.lower < limit.upper - position;
  const double sign = at_lower ? 1.0 : -1.0;
  const double room = at_lower ? position - limit.lower : limit.upper - position;
  const Row towards = at_lower ? row : reversed(row);
  if (!limit.stiffness) {
    add_bound(towards, room, sign * rate, limit.restitution, h, memory, sign, warm_scale);
  } else if (room < 0 && *limit.stiffness * h + limit.damping > 0) {
    const SoftRow soft = soft_row({*limit.stiffness * room, *limit.stiffness}, limit.damping, h);
    add(towards, soft.target, soft.softness, 0, kUnbounded, memory, sign, warm_scale);
  }
}

void AxisRows::prepare(const StepContext& context, const Kinematics& kinematics,
                       std::span<const BodyResponse> responses, std::span<const Twist> v, double h,
                       double warm_scale) {
  rows_.clear();
  pushes_.clear();
  drives_.clear();
  state_ = &context.state;
  h_ = h;
  for (std::size_t j = 0; j < context.model.joints.size(); ++j) {
    const JointModel& joint = context.model.joints[j];
    const JointConfig& config = context.config.joints[j];
    const JointGeometry& g = kinematics.joints[j];
    JointState& state = context.state.joints[j];
    if (state.broken) continue;
    const double reaction = std::sqrt(state.force.squaredNorm());
    for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
      const AxisConfig& axis = config.axes[k];
      AxisState& axis_state = state.axes[k];
      const Row row = axis_row(joint, g, responses, g.rate_linear[k], g.rate_angular[k]);
      const double rate = row.velocity(v);
      if (joint.type == JointType::rope) {
        add_bound(reversed(row), -axis_state.position, -rate, 0, h, &axis_state.limit_impulse, -1,
                  warm_scale);
      }
      if (axis.limit) {
        add_limit(*axis.limit, row, axis_state.position, rate, h, &axis_state.limit_impulse, warm_scale);
      }
      const double coulomb = axis.friction.coulomb + axis.friction.reaction_arm * reaction;
      if (coulomb > 0) {
        add(row, 0, 0, -h * coulomb, h * coulomb, &axis_state.friction_impulse, 1, warm_scale);
      }
      double damping = axis.friction.viscous;
      SpringForce force;
      if (axis.spring) {
        force = spring_force(*axis.spring, axis_state.position - axis.spring->rest);
        damping += axis.spring->damping;
      }
      if (force.slope * h + damping > 0) {
        const SoftRow soft = soft_row(force, damping, h);
        add(row, soft.target, soft.softness, -kUnbounded, kUnbounded, &axis_state.spring_impulse, 1,
            warm_scale);
      }
    }
    if (config.cone) {
      const SwingTwist angles = swing_twist(g);
      const auto cone_limit = [&](const AxisLimit& limit, const Vec3& axis, double angle, std::size_t part) {
        const Row row = axis_row(joint, g, responses, Vec3::Zero(), axis);
        add_limit(limit, row, angle, row.velocity(v), h, &state.cone_impulse[part], warm_scale);
      };
      const auto& [swing, twist] = *config.cone;
      if (angles.swing > 0) cone_limit(swing, angles.swing_axis, angles.swing, 0);
      if (twist) cone_limit(*twist, angles.twist_axis, twist_in(*twist, angles.twist), 1);
    }
  }

  for (std::size_t d = 0; d < config_.drives.size(); ++d) {
    const DriveConfig& drive = config_.drives[d];
    const std::size_t j = index_of(drive.joint);
    if (context.state.joints[j].broken) continue;
    const auto axis = static_cast<std::size_t>(drive.axis);
    const JointGeometry& g = kinematics.joints[j];
    Driven& driven = drives_.emplace_back();
    driven.drive = d;
    driven.row = axis_row(context.model.joints[j], g, responses, g.rate_linear[axis], g.rate_angular[axis]);
    driven.speed_before = driven.row.velocity(v);
    driven.demand = drive_demand_now(context, drive, context.state.drives[d],
                                     context.state.joints[j].axes[axis].position, driven.speed_before, h);
    driven.impulse = warm_scale * context.state.drives[d].impulse;
  }
}

void AxisRows::warm_start(std::span<Twist> v) const {
  for (const Remembered& r : rows_) r.constraint.row.apply(v, r.constraint.impulse);
  for (const Driven& driven : drives_) driven.row.apply(v, driven.impulse);
}

double AxisRows::solve_drive(Driven& driven, std::span<Twist> v) {
  if (!(driven.row.response > 0)) return 0;
  const DriveConfig& drive = config_.drives[driven.drive];
  const DriveLaw law(drive, state_->drives[driven.drive], driven.demand, driven.speed_before,
                     winding_decay(drive, h_));
  const double speed = driven.row.velocity(v);
  driven.solution = law.solve(speed - driven.row.response * driven.impulse, h_ * driven.row.response);
  const double change = h_ * driven.solution.torque - driven.impulse;
  driven.impulse += change;
  driven.row.apply(v, change);
  return change * driven.row.response;
}

double AxisRows::solve(std::span<Twist> v) {
  double largest = 0;
  for (Remembered& r : rows_) largest = std::max(largest, std::fabs(r.constraint.solve(v)));
  for (Driven& driven : drives_) largest = std::max(largest, std::fabs(solve_drive(driven, v)));
  return largest;
}

double AxisRows::solve_positions(std::span<Twist> pseudo) {
  double largest = 0;
  for (ScalarConstraint& push : pushes_) largest = std::max(largest, std::fabs(push.solve(pseudo)));
  return largest;
}

void AxisRows::store(const StepContext& context, double h) const {
  for (const Remembered& r : rows_) *r.memory = r.sign * r.constraint.impulse;
  for (const Driven& driven : drives_) {
    DriveState& state = context.state.drives[driven.drive];
    state.impulse = driven.impulse;
    state.current = driven.solution.current;
    heat_winding(config_.drives[driven.drive], state, state.current, h);
  }
}

}  // namespace drawbar::physics
