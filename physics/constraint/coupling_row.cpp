#include "physics/constraint/coupling_row.h"

#include <cassert>
#include <cmath>

namespace drawbar::physics {

void CouplingRow::add(std::size_t body, const Vec3& linear, const Vec3& angular) {
  std::size_t k = 0;
  while (k < count_ && parts_[k].body != body) ++k;
  if (k == count_) {
    assert(count_ < parts_.size());
    parts_[count_++] = Part{body, Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  }
  parts_[k].linear += linear;
  parts_[k].angular += angular;
}

void CouplingRow::prepare(const CouplingConfig& config, const Model& model, const Kinematics& kinematics,
                          std::span<const JointState> joints, std::span<const BodyResponse> bodies) {
  count_ = 0;
  error_ = 0;
  for (const CouplingConfig::Term& term : config.terms) {
    const std::size_t j = index_of(term.joint);
    const auto axis = static_cast<std::size_t>(term.axis);
    const JointGeometry& g = kinematics.joints[j];
    const Vec3 linear = term.coefficient * g.rate_linear[axis];
    const Vec3 angular = term.coefficient * g.rate_angular[axis];
    add(model.joints[j].child, linear, g.child_arm.cross(linear) + angular);
    add(model.joints[j].parent, -linear, -(g.parent_arm.cross(linear) + angular));
    error_ += term.coefficient * joints[j].axes[axis].position;
  }
  response_ = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    Part& part = parts_[k];
    part.pushed = bodies[part.body].inverse_mass * part.linear;
    part.turned = bodies[part.body].inverse_inertia * part.angular;
    response_ += part.linear.dot(part.pushed) + part.angular.dot(part.turned);
  }
}

double CouplingRow::solve(std::span<Twist> v, double target, double& impulse) const {
  if (!(response_ > 0)) return 0;
  double speed = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    const Part& part = parts_[k];
    speed += part.linear.dot(v[part.body].linear) + part.angular.dot(v[part.body].angular);
  }
  const double change = (target - speed) / response_;
  impulse += change;
  apply(v, change);
  return std::fabs(target - speed);
}

void CouplingRow::apply(std::span<Twist> v, double impulse) const {
  for (std::size_t k = 0; k < count_; ++k) {
    const Part& part = parts_[k];
    v[part.body].linear += impulse * part.pushed;
    v[part.body].angular += impulse * part.turned;
  }
}

}  // namespace drawbar::physics
