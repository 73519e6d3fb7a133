// ODE 0.16 (libode-dev): QuickStep with its 20 iterations, and the direct WorldStep.
#include <ode/ode.h>

#include <mutex>

#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

physics::Vec3 from_ode(const dReal* v) {
  return {v[0], v[1], v[2]};
}

class OdeEngine final : public Engine {
 public:
  OdeEngine(const Chain& chain, double step, bool quick) : step_(step), quick_(quick) {
    static std::once_flag once;
    std::call_once(once, [] { dInitODE2(0); });
    dAllocateODEDataForThread(dAllocateMaskAll);
    world_ = dWorldCreate();
    dWorldSetGravity(world_, 0, 0, -Chain::kGravity);
    dWorldSetQuickStepNumIterations(world_, 20);
    dBodyID parent = nullptr;
    for (int i = 0; i < chain.links; ++i) {
      const dBodyID body = dBodyCreate(world_);
      dMass mass;
      const physics::Vec3 inertia = chain.inertia(i);
      dMassSetParameters(&mass, chain.mass(i), 0, 0, 0, inertia.x(), inertia.y(), inertia.z(), 0, 0, 0);
      dBodySetMass(body, &mass);
      const physics::Vec3 center = chain.center(i);
      dBodySetPosition(body, center.x(), center.y(), center.z());
      const dJointID hinge = dJointCreateHinge(world_, nullptr);
      dJointAttach(hinge, body, parent);
      dJointSetHingeAnchor(hinge, i * Chain::kLength, 0, 0);
      dJointSetHingeAxis(hinge, 0, 1, 0);
      bodies_.push_back(body);
      parent = body;
    }
  }
  ~OdeEngine() override { dWorldDestroy(world_); }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) quick_ ? dWorldQuickStep(world_, step_) : dWorldStep(world_, step_);
  }
  void read(std::vector<LinkMotion>& links) override {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const dReal* q = dBodyGetQuaternion(bodies_[i]);
      links[i] = {from_ode(dBodyGetPosition(bodies_[i])), physics::Quat(q[0], q[1], q[2], q[3]),
                  from_ode(dBodyGetLinearVel(bodies_[i])), from_ode(dBodyGetAngularVel(bodies_[i]))};
    }
  }

 private:
  double step_;
  bool quick_;
  dWorldID world_ = nullptr;
  std::vector<dBodyID> bodies_;
};

}  // namespace

void add_ode(std::vector<Method>& methods) {
  methods.push_back({"ODE QuickStep, 20 it", [](const Chain& chain, double step) {
                       return std::make_unique<OdeEngine>(chain, step, true);
                     }});
  methods.push_back(
      {"ODE WorldStep",
       [](const Chain& chain, double step) { return std::make_unique<OdeEngine>(chain, step, false); }, 200});
}

}  // namespace drawbar::bench
