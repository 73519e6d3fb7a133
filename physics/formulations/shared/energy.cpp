#include "physics/formulations/shared/energy.h"

#include <cmath>

#include "physics/joint/joint_geometry.h"
#include "physics/spring/elastic_law.h"

namespace drawbar::physics {

double kinetic_energy(const StepView& view, BodyIndex body, const Mat3& axes) {
  const BodyState& state = view.state.bodies[body];
  const BodyModel& model = view.model.bodies[body];
  const Vec3 w = axes.transpose() * state.angular_velocity;
  return 0.5 * (model.mass * state.velocity.squaredNorm() + w.dot(model.inertia * w));
}

double weight_energy(const StepView& view, BodyIndex body) {
  return -view.model.bodies[body].mass * view.config.gravity.dot(view.state.bodies[body].center);
}

namespace {

// Of a cone's stops that give way, J.
double cone_energy(const StepView& view, std::size_t joint) {
  const auto& cone = view.config.joints[joint].cone;
  if (!cone || !(cone->swing_gives_way() || cone->twist_gives_way())) return 0;
  const auto frame = [&](BodyIndex body) {
    const BodyState& state = view.state.bodies[body];
    return BodyFrame{state.center, state.orientation.toRotationMatrix()};
  };
  const JointModel& model = view.model.joints[joint];
  JointGeometry geometry;
  evaluate_joint(model, frame(model.parent), frame(model.child), geometry);
  const SwingTwist angles = swing_twist(geometry);
  ElasticLaw swing, twist;
  swing.add_stop(cone->swing);
  double energy = swing.energy(angles.swing);
  if (cone->twist) {
    twist.add_stop(*cone->twist);
    energy += twist.energy(twist_in(*cone->twist, angles.twist));
  }
  return energy;
}

}  // namespace

double joint_energy(const StepView& view, std::size_t joint) {
  const JointState& state = view.state.joints[joint];
  if (state.broken) return 0;
  double energy = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(view.model.joints[joint].free_axes); ++k) {
    const AxisConfig& axis = view.config.joints[joint].axes[k];
    ElasticLaw law;
    if (axis.spring) law = ElasticLaw(*axis.spring, state.axes[k].rest_shift);
    if (axis.limit) law.add_stop(*axis.limit);
    energy += law.energy(state.axes[k].position);
  }
  return energy + cone_energy(view, joint);
}

double spring_energy(const StepView& view, std::size_t spring) {
  const SpringModel& model = view.model.springs[spring];
  const auto end = [&](BodyIndex body, const Vec3& anchor) -> Vec3 {
    const BodyState& state = view.state.bodies[body];
    return state.center + state.orientation.toRotationMatrix() * anchor;
  };
  const Vec3 span = end(model.to, model.to_anchor) - end(model.from, model.from_anchor);
  return elastic_law(view.config.springs[spring]).energy(std::sqrt(span.squaredNorm()));
}

double coupling_energy(const StepView& view, std::size_t coupling) {
  const CouplingConfig& config = view.config.couplings[coupling];
  if (!config.elastic) return 0;
  double sum = 0;
  for (const CouplingConfig::Term& term : config.terms) {
    const JointState& joint = view.state.joints[index_of(term.joint)];
    sum += term.coefficient * joint.axes[static_cast<std::size_t>(term.axis)].position;
  }
  return 0.5 * config.elastic->stiffness * sum * sum;
}

}  // namespace drawbar::physics
