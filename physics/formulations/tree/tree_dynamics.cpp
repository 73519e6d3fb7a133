#include "physics/formulations/tree/tree_dynamics.h"

namespace drawbar::physics {
namespace {

/// alpha = beta of Baumgarte's stabilisation, 1/s.
constexpr double kBaumgarteRate = 20;

}  // namespace

TreeDynamics::TreeDynamics(const StepContext& context, MakeMethod make_method)
    : context_(context),
      tree_(context.model, context.state.bodies),
      kinematics_(context.model, tree_),
      method_(make_method(tree_)),
      forces_(context, tree_),
      held_(context, tree_, forces_),
      load_(tree_),
      y_(size()) {}

void TreeDynamics::read(std::span<double> y) {
  kinematics_.read(context_.state.bodies, y.first(tree_.coordinates), y.subspan(tree_.coordinates));
}

void TreeDynamics::set(std::span<const double> y) {
  kinematics_.set_positions(positions(y));
  kinematics_.set_velocities(rates(y));
}

void TreeDynamics::write(std::span<const double> y) {
  set(y);
  kinematics_.write(context_.state.bodies);
}

void TreeDynamics::derivative(std::span<const double> y, std::span<double> out) {
  set(y);
  forces_.fill(kinematics_, load_);
  close_loops();
  method_->prepare(kinematics_);
  method_->solve(load_, out.subspan(tree_.coordinates));
  kinematics_.coordinate_rates(positions(y), rates(y), out.first(tree_.coordinates));
}

// Velocities of original and image at one fixed point stay equal: their derivative, and Baumgarte's
// correction of what has drifted.
void TreeDynamics::close_loops() {
  const bool stabilised = context_.config.loop_closure == LoopClosure::baumgarte;
  const double rate = stabilised ? kBaumgarteRate : 0.0;
  for (std::size_t s = 0; s < tree_.splits.size(); ++s) {
    const std::size_t a = tree_.splits[s].original, b = tree_.splits[s].image;
    const Twist &va = kinematics_.velocity[a], &vb = kinematics_.velocity[b];
    const BodyFrame &fa = kinematics_.frames[a], &fb = kinematics_.frames[b];
    const Vec3 gap = fa.center - fb.center;
    const Vec3 turn = quaternion_logarithm(Quat(Mat3(fa.rotation * fb.rotation.transpose())));
    const Vec3 sliding = va.linear - shifted(vb, gap).linear;
    const Vec3 turning = va.angular - vb.angular;
    load_.closing[s].linear =
        va.angular.cross(va.linear) - vb.angular.cross(vb.linear) - 2.0 * rate * sliding - rate * rate * gap;
    load_.closing[s].angular = -2.0 * rate * turning - rate * rate * turn;
  }
}

void TreeDynamics::hold(std::span<const double> y, double h) {
  held_.decide([this](std::span<const double> at, std::span<double> out) { derivative(at, out); },
               [this](std::span<const double> at) { set(at); }, y, h, *method_, kinematics_, forces_);
}

void TreeDynamics::project_velocities() {
  read(y_);
  load_.clear();
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const BodyState& body = context_.state.bodies[tree_.nodes[i].body];
    load_.wrench[i] = kinematics_.inertia[i] * Twist{body.velocity, body.angular_velocity};
  }
  method_->restart();
  method_->prepare(kinematics_);
  method_->solve(load_, std::span(y_).subspan(tree_.coordinates));
  write(y_);
}

}  // namespace drawbar::physics
