// Simbody 3.7 (libsimbody-dev): generalised coordinates, by its semi-explicit Euler and its
// Runge-Kutta-Merson of fixed step.
#include <Simbody.h>

#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

physics::Vec3 from_simbody(const SimTK::Vec3& v) {
  return {v[0], v[1], v[2]};
}

class SimbodyEngine final : public Engine {
 public:
  SimbodyEngine(const Chain& chain, double step, bool runge_kutta)
      : step_(step), matter_(system_), forces_(system_) {
    SimTK::Force::UniformGravity(forces_, matter_, SimTK::Vec3(0, 0, -Chain::kGravity));
    // A pin turns about z of its frames: z of those is y of ours.
    const SimTK::Rotation turn(-SimTK::Pi / 2, SimTK::XAxis);
    const SimTK::Vec3 half(0.5 * Chain::kLength, 0, 0);
    SimTK::MobilizedBody parent = matter_.Ground();
    for (int i = 0; i < chain.links; ++i) {
      const physics::Vec3 inertia = chain.inertia(i);
      const SimTK::Body::Rigid body(SimTK::MassProperties(
          chain.mass(i), SimTK::Vec3(0), SimTK::Inertia(inertia.x(), inertia.y(), inertia.z())));
      const SimTK::Transform on_parent(turn, i == 0 ? SimTK::Vec3(0) : half);
      parent = SimTK::MobilizedBody::Pin(parent, on_parent, body, SimTK::Transform(turn, -half));
      bodies_.push_back(parent);
    }
    SimTK::State state = system_.realizeTopology();
    if (runge_kutta) {
      integrator_ = std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system_);
      integrator_->setFixedStepSize(step);
    } else {
      integrator_ = std::make_unique<SimTK::SemiExplicitEulerIntegrator>(system_, step);
    }
    integrator_->setAllowInterpolation(false);
    stepper_ = std::make_unique<SimTK::TimeStepper>(system_, *integrator_);
    stepper_->initialize(state);
  }

  void advance(int steps) override {
    steps_ += steps;
    stepper_->stepTo(steps_ * step_);
  }
  void read(std::vector<LinkMotion>& links) override {
    const SimTK::State& state = stepper_->getState();
    system_.realize(state, SimTK::Stage::Velocity);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const SimTK::Quaternion q = bodies_[i].getBodyRotation(state).convertRotationToQuaternion();
      links[i] = {from_simbody(bodies_[i].getBodyOriginLocation(state)),
                  physics::Quat(q[0], q[1], q[2], q[3]),
                  from_simbody(bodies_[i].getBodyOriginVelocity(state)),
                  from_simbody(bodies_[i].getBodyAngularVelocity(state))};
    }
  }

 private:
  double step_;
  int steps_ = 0;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  std::vector<SimTK::MobilizedBody> bodies_;
  std::unique_ptr<SimTK::Integrator> integrator_;
  std::unique_ptr<SimTK::TimeStepper> stepper_;
};

}  // namespace

void add_simbody(std::vector<Method>& methods) {
  methods.push_back({"Simbody Euler", [](const Chain& chain, double step) {
                       return std::make_unique<SimbodyEngine>(chain, step, false);
                     }});
  methods.push_back({"Simbody RK-Merson", [](const Chain& chain, double step) {
                       return std::make_unique<SimbodyEngine>(chain, step, true);
                     }});
}

}  // namespace drawbar::bench
