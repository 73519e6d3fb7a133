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
      uncoupled_(make_method(tree_)),
      method_(*uncoupled_, tree_, context.model, context.config.couplings),
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
  method_.prepare(kinematics_);
  method_.solve(load_, out.subspan(tree_.coordinates));
  kinematics_.coordinate_rates(positions(y), rates(y), out.first(tree_.coordinates));
}

// Paper 002 eq. (3) differentiated: the centres of original and image, and their turning, accelerate alike;
// with Baumgarte's correction of what has drifted.
void TreeDynamics::close_loops() {
  if (context_.config.loop_closure != LoopClosure::baumgarte) return;
  for (std::size_t s = 0; s < tree_.splits.size(); ++s) {
    const std::size_t a = tree_.splits[s].original, b = tree_.splits[s].image;
    const Twist &va = kinematics_.velocity[a], &vb = kinematics_.velocity[b];
    const BodyFrame &fa = kinematics_.frames[a], &fb = kinematics_.frames[b];
    const Vec3 turn = quaternion_logarithm(Quat(Mat3(fa.rotation * fb.rotation.transpose())));
    constexpr double kRate = kBaumgarteRate;
    load_.closing[s].linear =
        -2.0 * kRate * (va.linear - vb.linear) - kRate * kRate * (fa.center - fb.center);
    load_.closing[s].angular = -2.0 * kRate * (va.angular - vb.angular) - kRate * kRate * turn;
  }
}

void TreeDynamics::hold(std::span<const double> y, double h) {
  held_.decide([this](std::span<const double> at, std::span<double> out) { derivative(at, out); },
               [this](std::span<const double> at) { set(at); }, y, h, method_, kinematics_, forces_);
}

void TreeDynamics::project_velocities() {
  read(y_);
  load_.clear();
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const BodyState& body = context_.state.bodies[tree_.nodes[i].body];
    load_.wrench[i] = kinematics_.inertia[i] * Twist{body.velocity, body.angular_velocity};
  }
  for (std::size_t d = 0; d < tree_.degrees; ++d) {
    if (tree_.armature[d] > 0) load_.torque[d] = tree_.armature[d] * y_[tree_.coordinates + d];
  }
  method_.restart();
  method_.prepare(kinematics_);
  method_.solve(load_, std::span(y_).subspan(tree_.coordinates));
  write(y_);
}

}  // namespace drawbar::physics
