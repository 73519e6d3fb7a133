#include "physics/formulations/penalty/penalty_stepper.h"

#include <algorithm>
#include <cmath>

#include "physics/drive/commands.h"
#include "physics/drive/dc_motor.h"
#include "physics/math/rotation.h"
#include "physics/spring/elastic_law.h"
#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

constexpr double kShortest = 1e-9;  // m: no direction below it

}  // namespace

PenaltyStepper::PenaltyStepper(const StepContext& context)
    : SynchronousStepper(context),
      before_(context.model.bodies.size()),
      velocities_(context.model.bodies.size()) {}

double PenaltyStepper::effective_mass(const JointModel& joint) const {
  return 1.0 /
         (context_.model.bodies[joint.parent].inverse_mass + context_.model.bodies[joint.child].inverse_mass);
}

// Speed of the row per unit of impulse along it, 1/kg or 1/(kg m^2).
double PenaltyStepper::response(const JointModel& joint, const JointGeometry& g, const Push& row) const {
  const auto one = [&](BodyIndex body, const Vec3& arm) {
    const Vec3 torque = arm.cross(row.linear) + row.angular;
    return context_.model.bodies[body].inverse_mass * row.linear.squaredNorm() +
           torque.dot(kinematics_.inverse_inertia[body] * torque);
  };
  return one(joint.parent, g.parent_arm) + one(joint.child, g.child_arm);
}

void PenaltyStepper::apply(const JointModel& joint, const JointGeometry& g, const Push& row, double impulse) {
  const auto one = [&](BodyIndex body, const Vec3& arm, double signed_impulse) {
    velocities_[body].linear += (signed_impulse * context_.model.bodies[body].inverse_mass) * row.linear;
    velocities_[body].angular +=
        signed_impulse * (kinematics_.inverse_inertia[body] * (arm.cross(row.linear) + row.angular));
  };
  one(joint.child, g.child_arm, impulse);
  one(joint.parent, g.parent_arm, -impulse);
}

double PenaltyStepper::row_rate(const JointModel& joint, const JointGeometry& g, const Push& row) const {
  const Twist &p = velocities_[joint.parent], &c = velocities_[joint.child];
  return row.linear.dot(c.linear + c.angular.cross(g.child_arm) - p.linear - p.angular.cross(g.parent_arm)) +
         row.angular.dot(c.angular - p.angular);
}

void PenaltyStepper::add_joints(double h) {
  const PenaltyConfig& penalty = context_.config.penalty;
  for (std::size_t j = 0; j < context_.model.joints.size(); ++j) {
    const JointModel& joint = context_.model.joints[j];
    const JointGeometry& g = kinematics_.joints[j];
    std::swap(before_, velocities_);  // rates are those of the substep's start
    std::array<double, 6> rate{};
    for (std::size_t r = 0; r < static_cast<std::size_t>(g.rows); ++r) {
      rate[r] = row_rate(joint, g, {g.row_linear[r], g.row_angular[r]});
    }
    std::swap(before_, velocities_);
    for (std::size_t r = 0; r < static_cast<std::size_t>(g.rows); ++r) {
      const Push row{g.row_linear[r], g.row_angular[r]};
      const bool turns = static_cast<int>(r) >= g.translation_rows;
      const bool by_inertia = turns && penalty.scale_by_inertia;
      const double mass = by_inertia ? 1.0 / response(joint, g, row) : effective_mass(joint);
      const double alpha = mass * (turns ? penalty.turn_stiffness : penalty.stiffness);
      const double beta = mass * (turns ? penalty.turn_damping : penalty.damping);
      apply(joint, g, row, -h * (alpha * g.row_error[r] + beta * rate[r]));
    }
    add_axes(j, h);
  }
}

// Springs, viscous friction and limits of the free axes.
void PenaltyStepper::add_axes(std::size_t j, double h) {
  const PenaltyConfig& penalty = context_.config.penalty;
  const JointModel& joint = context_.model.joints[j];
  const JointGeometry& g = kinematics_.joints[j];
  for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
    const AxisConfig& axis = context_.config.joints[j].axes[k];
    const Push row{g.rate_linear[k], g.rate_angular[k]};
    const double position = context_.state.joints[j].axes[k].position;
    std::swap(before_, velocities_);
    const double rate = row_rate(joint, g, row);
    std::swap(before_, velocities_);
    double force = -axis.friction.viscous * rate;
    if (axis.spring) {
      force -= spring_force(*axis.spring, position - axis.spring->rest).force + axis.spring->damping * rate;
    }
    if (axis.limit) {
      const bool turns = !axis_slides(joint.type, static_cast<int>(k));
      const double mass =
          turns && penalty.scale_by_inertia ? 1.0 / response(joint, g, row) : effective_mass(joint);
      const double stiffness =
          axis.limit->stiffness.value_or(mass * (turns ? penalty.turn_stiffness : penalty.stiffness));
      const double damping = axis.limit->stiffness ? axis.limit->damping
                                                   : mass * (turns ? penalty.turn_damping : penalty.damping);
      const double below = axis.limit->lower - position, above = position - axis.limit->upper;
      if (below > 0) force += stiffness * below - damping * rate;
      if (above > 0) force -= stiffness * above + damping * rate;
    }
    if (force != 0) apply(joint, g, row, h * force);
  }
}

void PenaltyStepper::add_springs(double h) {
  for (std::size_t s = 0; s < context_.model.springs.size(); ++s) {
    const SpringModel& model = context_.model.springs[s];
    const SpringConfig& config = context_.config.springs[s];
    const Vec3 from_arm = kinematics_.frames[model.from].rotation * model.from_anchor;
    const Vec3 to_arm = kinematics_.frames[model.to].rotation * model.to_anchor;
    const Vec3 span =
        (kinematics_.frames[model.to].center + to_arm) - (kinematics_.frames[model.from].center + from_arm);
    const double length = std::sqrt(span.squaredNorm());
    if (length < kShortest) continue;
    const Vec3 along = span / length;
    const Twist &a = before_[model.from], &b = before_[model.to];
    const double rate = along.dot(b.linear + b.angular.cross(to_arm) - a.linear - a.angular.cross(from_arm));
    const double pull = elastic_law(config).force(length) + config.law.damping * rate;
    const auto add = [&](BodyIndex body, const Vec3& arm, const Vec3& impulse) {
      velocities_[body].linear += context_.model.bodies[body].inverse_mass * impulse;
      velocities_[body].angular += kinematics_.inverse_inertia[body] * arm.cross(impulse);
    };
    add(model.from, from_arm, (h * pull) * along);
    add(model.to, to_arm, (-h * pull) * along);
  }
}

// Dry friction and drives, each from the speeds that everything before it left.
void PenaltyStepper::add_switching(double h) {
  for (std::size_t j = 0; j < context_.model.joints.size(); ++j) {
    const JointModel& joint = context_.model.joints[j];
    const JointGeometry& g = kinematics_.joints[j];
    for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
      const double coulomb = context_.config.joints[j].axes[k].friction.coulomb;
      if (!(coulomb > 0)) continue;
      const Push row{g.rate_linear[k], g.rate_angular[k]};
      const double stopping = -row_rate(joint, g, row) / response(joint, g, row);
      apply(joint, g, row, std::clamp(stopping, -h * coulomb, h * coulomb));
    }
  }
  for (std::size_t d = 0; d < context_.config.drives.size(); ++d) {
    const DriveConfig& drive = context_.config.drives[d];
    const std::size_t j = index_of(drive.joint);
    const auto k = static_cast<std::size_t>(drive.axis);
    const JointModel& joint = context_.model.joints[j];
    const JointGeometry& g = kinematics_.joints[j];
    const Push row{g.rate_linear[k], g.rate_angular[k]};
    std::swap(before_, velocities_);
    const double speed_before = row_rate(joint, g, row);
    std::swap(before_, velocities_);
    DriveState& state = context_.state.drives[d];
    const double position = context_.state.joints[j].axes[k].position;
    const DriveDemand demand = drive_demand_now(context_, drive, state, position, speed_before, h);
    const DriveLaw law(drive, state, demand, speed_before, winding_decay(drive, h));
    const DriveSolution solution = law.solve(row_rate(joint, g, row), h * response(joint, g, row));
    apply(joint, g, row, h * solution.torque);
    state.impulse = h * solution.torque;
    state.current = solution.current;
    heat_winding(drive, state, state.current, h);
  }
}

void PenaltyStepper::substep(double h, bool /*is_read*/) {
  ++context_.statistics.substeps;
  synchronised_velocities(before_);
  velocities_ = before_;
  add_external_impulses(h, velocities_);
  add_joints(h);
  add_springs(h);
  add_switching(h);
  for (std::size_t i = 0; i < velocities_.size(); ++i) {
    if (!context_.model.bodies[i].moves) continue;
    BodyState& body = context_.state.bodies[i];
    body.velocity = velocities_[i].linear;
    body.angular_velocity = velocities_[i].angular;
    body.center += h * body.velocity;
    body.orientation = normalised(quaternion_exponential(h * body.angular_velocity) * body.orientation);
  }
  refresh();
  context_.state.last_substep = h;
}

// Row by row: the method itself has no notion of consistent velocities.
void PenaltyStepper::project_initial_velocities() {
  refresh();
  project_by_sweeps(velocities_, [&](std::span<Twist>) {
    double largest = 0;
    for (std::size_t j = 0; j < context_.model.joints.size(); ++j) {
      const JointModel& joint = context_.model.joints[j];
      const JointGeometry& g = kinematics_.joints[j];
      for (std::size_t r = 0; r < static_cast<std::size_t>(g.rows); ++r) {
        const Push row{g.row_linear[r], g.row_angular[r]};
        const double rate = row_rate(joint, g, row);
        apply(joint, g, row, -rate / response(joint, g, row));
        largest = std::max(largest, std::fabs(rate));
      }
    }
    return largest;
  });
}

}  // namespace drawbar::physics
