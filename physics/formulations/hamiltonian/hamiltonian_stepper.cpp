#include "physics/formulations/hamiltonian/hamiltonian_stepper.h"

#include <algorithm>

namespace drawbar::physics {

HamiltonianStepper::HamiltonianStepper(const StepContext& context)
    : SynchronousStepper(context),
      tree_(context.model, context.state.bodies),
      tree_kinematics_(context.model, tree_),
      closed_(tree_),
      method_(closed_, tree_, context.model, context.config.couplings),
      forces_(context, tree_),
      held_(context, tree_, forces_),
      load_(tree_),
      momentum_(tree_.nodes.size()),
      rates_(tree_.degrees),
      y_(tree_.coordinates + tree_.degrees),
      runge_kutta_(y_.size()),
      extrapolation_(y_.size()) {}

void HamiltonianStepper::project_initial_velocities() {
  tree_kinematics_.read(context_.state.bodies, std::span(y_).first(tree_.coordinates), rates_);
  load_.clear();
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const BodyState& body = context_.state.bodies[tree_.nodes[i].body];
    load_.wrench[i] = tree_kinematics_.inertia[i] * Twist{body.velocity, body.angular_velocity};
  }
  method_.prepare(tree_kinematics_);
  method_.solve(load_, rates_);
  tree_kinematics_.set_velocities(rates_);
  tree_kinematics_.write(context_.state.bodies);
  refresh();
}

void HamiltonianStepper::find_velocities(std::span<const double> y) {
  tree_kinematics_.set_positions(y.first(tree_.coordinates));
  method_.prepare(tree_kinematics_);
  load_.clear();
  for (std::size_t i = 0; i < tree_.degrees; ++i) load_.torque[i] = y[tree_.coordinates + i];
  method_.solve(load_, rates_);
  tree_kinematics_.set_velocities(rates_);
}

void HamiltonianStepper::find_momenta(std::span<double> out) {
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    momentum_[i] = tree_kinematics_.inertia[i] * tree_kinematics_.velocity[i];
  }
  for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
    const TreeLink& node = tree_.nodes[i];
    for (std::size_t s = node.first_degree; s < node.first_degree + node.degrees; ++s) {
      out[s] = dot(tree_kinematics_.subspace[s], momentum_[i]);
    }
    if (node.parent != kNoIndex) {
      momentum_[node.parent] += shifted_back(momentum_[i], tree_kinematics_.shift[i]);
    }
  }
}

// Motion, at the node's centre, of what carries the axis of a degree of freedom.
Twist HamiltonianStepper::carrier(std::size_t i, std::size_t degree) const {
  const TreeLink& node = tree_.nodes[i];
  const Twist& own = tree_kinematics_.velocity[i];
  if (node.is_free()) return degree < 3 ? Twist{} : Twist{own.linear, Vec3::Zero()};
  const bool outer = node.type == JointType::spherical ||
                     (node.type == JointType::universal && degree == 1) ||
                     (node.type == JointType::planar && degree == 2);
  if (outer) return own;
  return node.parent == kNoIndex ? Twist{}
                                 : shifted(tree_kinematics_.velocity[node.parent], tree_kinematics_.shift[i]);
}

// Paper 002 eq. 6 in world axes: p_k = A_k . mu with mu the momentum of everything outwards, multipliers'
// impulses included, whose rate is the applied force; A_k turns and moves with its carrier. The multipliers'
// rows are constant (fixed points of space), so that their impulses need no derivative. A coupling's impulse
// acts within the tree and only along its coordinates: p leaves it out, and mu has none of it.
void HamiltonianStepper::derivative(std::span<const double> y, std::span<double> out) {
  find_velocities(y);
  std::fill(momentum_.begin(), momentum_.end(), Wrench{});
  closed_.add_reactions(momentum_);
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    Wrench own = tree_kinematics_.inertia[i] * tree_kinematics_.velocity[i];
    own -= momentum_[i];
    momentum_[i] = own;
  }
  forces_.fill_applied(tree_kinematics_, load_);
  const std::span<double> force = out.subspan(tree_.coordinates);
  for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
    const TreeLink& node = tree_.nodes[i];
    for (std::size_t k = 0; k < node.degrees; ++k) {
      const std::size_t s = node.first_degree + k;
      const Twist& a = tree_kinematics_.subspace[s];
      const Twist by = carrier(i, k);
      const Twist turning{by.angular.cross(a.linear) + by.linear.cross(a.angular),
                          by.angular.cross(a.angular)};
      force[s] = dot(turning, momentum_[i]) + dot(a, load_.wrench[i]);
    }
    if (node.parent == kNoIndex) continue;
    momentum_[node.parent] += shifted_back(momentum_[i], tree_kinematics_.shift[i]);
    load_.wrench[node.parent] += shifted_back(load_.wrench[i], tree_kinematics_.shift[i]);
  }
  tree_kinematics_.coordinate_rates(y.first(tree_.coordinates), rates_, out.first(tree_.coordinates));
}

void HamiltonianStepper::hold(std::span<const double> y, double h) {
  held_.decide([this](std::span<const double> at, std::span<double> out) { derivative(at, out); },
               [this](std::span<const double> at) { find_velocities(at); }, y, h, method_, tree_kinematics_,
               forces_);
}

void HamiltonianStepper::substep(double h, bool /*is_read*/) {
  ++context_.statistics.substeps;
  const std::span<double> y(y_);
  tree_kinematics_.read(context_.state.bodies, y.first(tree_.coordinates), rates_);
  closed_.fix_points(tree_kinematics_);
  find_momenta(y.subspan(tree_.coordinates));
  hold(y, h);
  const auto f = [this](std::span<const double> at, std::span<double> out) { derivative(at, out); };
  if (context_.config.adaptive_tolerance) {
    extrapolation_.advance(f, y, h, *context_.config.adaptive_tolerance);
  } else {
    runge_kutta_.step(f, y, h);
  }
  tree_.normalise(y);
  find_velocities(y);
  tree_kinematics_.write(context_.state.bodies);
  refresh();
  context_.state.last_substep = h;
}

}  // namespace drawbar::physics
