#include "physics/formulations/tree/tree_forces.h"

#include <algorithm>
#include <cmath>

#include "physics/effect/external_forces.h"
#include "physics/joint/kinematics.h"
#include "physics/spring/elastic_law.h"
#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

bool acts(const AxisConfig& axis) {
  return axis.spring || axis.limit || axis.friction.viscous > 0 || axis.friction.coulomb > 0;
}

}  // namespace

TreeForces::TreeForces(const StepContext& context, const TreeModel& tree)
    : context_(context), tree_(tree), axes_(context.model.joints.size()) {
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(context.model.joints[j].free_axes); ++k) {
      axes_[j].acts = axes_[j].acts || acts(context.config.joints[j].axes[k]);
    }
  }
  for (const DriveConfig& drive : context.config.drives) axes_[index_of(drive.joint)].acts = true;
}

BodyFrame TreeForces::frame(const TreeKinematics& kinematics, BodyIndex body) const {
  const std::size_t node = tree_.node_of_body[body];
  if (node != kNoIndex) return kinematics.frames[node];
  const BodyState& fixed = context_.state.bodies[body];
  return {fixed.center, fixed.orientation.toRotationMatrix()};
}

Twist TreeForces::velocity(const TreeKinematics& kinematics, BodyIndex body) const {
  const std::size_t node = tree_.node_of_body[body];
  return node == kNoIndex ? Twist{} : kinematics.velocity[node];
}

void TreeForces::add_force(BodyIndex body, const Vec3& arm, const Vec3& force, const Vec3& torque,
                           TreeLoad& load) const {
  const std::size_t node = tree_.node_of_body[body];
  if (node != kNoIndex) load.wrench[node] += Wrench{force, arm.cross(force) + torque};
}

void TreeForces::add_springs(const TreeKinematics& kinematics, TreeLoad& load) const {
  constexpr double kShortest = 1e-9;  // m: no direction below it
  for (std::size_t s = 0; s < context_.model.springs.size(); ++s) {
    const SpringModel& model = context_.model.springs[s];
    const SpringConfig& config = context_.config.springs[s];
    const BodyFrame from = frame(kinematics, model.from), to = frame(kinematics, model.to);
    const Vec3 from_arm = from.rotation * model.from_anchor, to_arm = to.rotation * model.to_anchor;
    const Vec3 span = (to.center + to_arm) - (from.center + from_arm);
    const double length = std::sqrt(span.squaredNorm());
    if (length < kShortest) continue;
    const Vec3 along = span / length;
    const Vec3 u = shifted(velocity(kinematics, model.to), to_arm).linear -
                   shifted(velocity(kinematics, model.from), from_arm).linear;
    const double pull = elastic_law(config).force(length) + config.law.damping * along.dot(u);
    add_force(model.from, from_arm, pull * along, Vec3::Zero(), load);
    add_force(model.to, to_arm, -pull * along, Vec3::Zero(), load);
  }
}

void TreeForces::update_axes(const TreeKinematics& kinematics) {
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    Axes& axes = axes_[j];
    if (!axes.acts) continue;
    const JointModel& joint = context_.model.joints[j];
    evaluate_joint(joint, frame(kinematics, joint.parent), frame(kinematics, joint.child), axes.geometry);
    for (std::size_t k = 0; k < static_cast<std::size_t>(joint.free_axes); ++k) {
      const double position = axes.geometry.position[k];
      axes.position[k] = axis_slides(joint.type, static_cast<int>(k))
                             ? position
                             : nearest_turn(position, context_.state.joints[j].axes[k].position);
      axes.rate[k] = rate_of(direction(j, k), kinematics.velocity);
    }
  }
}

PairDirection TreeForces::direction(std::size_t j, std::size_t axis) const {
  const JointModel& joint = context_.model.joints[j];
  const JointGeometry& g = axes_[j].geometry;
  return {joint.parent, joint.child, g.parent_arm, g.child_arm, g.rate_linear[axis], g.rate_angular[axis]};
}

double TreeForces::rate_of(const PairDirection& direction, std::span<const Twist> motion) const {
  const auto at = [&](BodyIndex body, const Vec3& arm) {
    const std::size_t node = tree_.node_of_body[body];
    return node == kNoIndex ? Twist{} : shifted(motion[node], arm);
  };
  const Twist to = at(direction.to, direction.to_arm), from = at(direction.from, direction.from_arm);
  return direction.linear.dot(to.linear - from.linear) + direction.angular.dot(to.angular - from.angular);
}

double TreeForces::free_mobility(const PairDirection& direction) const {
  double sum = 0;
  for (BodyIndex body : {direction.from, direction.to}) {
    const BodyModel& model = context_.model.bodies[body];
    const Vec3& arm = body == direction.from ? direction.from_arm : direction.to_arm;
    const Vec3 torque = arm.cross(direction.linear) + direction.angular;
    sum += model.inverse_mass * direction.linear.squaredNorm() +
           model.inverse_inertia.trace() * torque.squaredNorm();
  }
  return sum;
}

void TreeForces::add_along(const PairDirection& direction, double force, TreeLoad& load) const {
  const Vec3 linear = force * direction.linear;
  const Vec3 angular = force * direction.angular;
  add_force(direction.to, direction.to_arm, linear, angular, load);
  add_force(direction.from, direction.from_arm, -linear, -angular, load);
}

void TreeForces::clear_held() {
  for (Axes& axes : axes_) axes.held.fill(0);
  pushes_.clear();
}

double TreeForces::smooth_force(std::size_t j, std::size_t k) const {
  const AxisConfig& axis = context_.config.joints[j].axes[k];
  const double position = axes_[j].position[k];
  const double rate = axes_[j].rate[k];
  double force = -axis.friction.viscous * rate;
  if (axis.spring) {
    force -= spring_force(*axis.spring, position - axis.spring->rest).force + axis.spring->damping * rate;
  }
  if (axis.limit && axis.limit->stiffness) {
    const double below = axis.limit->lower - position, above = position - axis.limit->upper;
    if (below > 0) force += std::max(0.0, *axis.limit->stiffness * below - axis.limit->damping * rate);
    if (above > 0) force -= std::max(0.0, *axis.limit->stiffness * above + axis.limit->damping * rate);
  }
  return force;
}

void TreeForces::fill(const TreeKinematics& kinematics, TreeLoad& load) {
  fill_applied(kinematics, load);
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const Vec3& w = kinematics.velocity[i].angular;
    load.wrench[i].torque -= w.cross(kinematics.inertia[i].angular * w);
    load.bias[i] = kinematics.bias[i];
  }
}

void TreeForces::fill_applied(const TreeKinematics& kinematics, TreeLoad& load) {
  load.clear();
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    load.wrench[i].force = kinematics.inertia[i].linear(0, 0) * context_.config.gravity;
    if (context_.external.any()) load.wrench[i] += context_.external.on(tree_.nodes[i].body);
  }
  add_springs(kinematics, load);
  for (const Push& push : pushes_) add_along(push.direction, push.force, load);
  update_axes(kinematics);
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    if (!axes_[j].acts) continue;
    for (std::size_t k = 0; k < static_cast<std::size_t>(context_.model.joints[j].free_axes); ++k) {
      const double force = smooth_force(j, k) + axes_[j].held[k];
      if (force != 0) add_along(direction(j, k), force, load);
    }
  }
}

}  // namespace drawbar::physics
