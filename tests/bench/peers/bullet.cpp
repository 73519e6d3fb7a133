// Bullet 3 (libbullet-dev), single precision as Debian's default library is: rigid bodies with hinges, and
// Featherstone's algorithm in reduced coordinates (btMultiBody).
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

btVector3 to_bullet(const physics::Vec3& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}
physics::Vec3 from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}
physics::Quat from_bullet(const btQuaternion& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

/// What both kinds of world need.
struct Parts {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broad_phase;
};

class BulletBodies final : public Engine {
 public:
  BulletBodies(const Chain& chain, double step, int iterations)
      : step_(step), world_(&parts_.dispatcher, &parts_.broad_phase, &solver_, &parts_.configuration) {
    world_.setGravity(btVector3(0, 0, static_cast<btScalar>(-Chain::kGravity)));
    world_.getSolverInfo().m_numIterations = iterations;
    const btVector3 half(btScalar(0.5 * Chain::kLength), 0, 0);
    const btVector3 axis(0, 1, 0);
    for (int i = 0; i < chain.links; ++i) {
      btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(chain.mass(i)), nullptr, &shape_,
                                                    to_bullet(chain.inertia(i)));
      info.m_startWorldTransform.setIdentity();
      info.m_startWorldTransform.setOrigin(to_bullet(chain.center(i)));
      bodies_.push_back(std::make_unique<btRigidBody>(info));
      bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
      world_.addRigidBody(bodies_.back().get(), 0, 0);
      hinges_.push_back(i == 0
                            ? std::make_unique<btHingeConstraint>(*bodies_[0], -half, axis)
                            : std::make_unique<btHingeConstraint>(*bodies_[static_cast<std::size_t>(i - 1)],
                                                                  *bodies_.back(), half, -half, axis, axis));
      world_.addConstraint(hinges_.back().get(), true);
    }
  }
  ~BulletBodies() override {
    for (auto& hinge : hinges_) world_.removeConstraint(hinge.get());
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) world_.stepSimulation(static_cast<btScalar>(step_), 0);
  }
  void read(std::vector<LinkMotion>& links) override {
    for (std::size_t i = 0; i < links.size(); ++i) {
      const btRigidBody& body = *bodies_[i];
      links[i] = {from_bullet(body.getCenterOfMassPosition()), from_bullet(body.getOrientation()),
                  from_bullet(body.getLinearVelocity()), from_bullet(body.getAngularVelocity())};
    }
  }

 private:
  double step_;
  Parts parts_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  btSphereShape shape_{btScalar(0.01)};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btHingeConstraint>> hinges_;
};

class BulletMultiBody final : public Engine {
 public:
  BulletMultiBody(const Chain& chain, double step, bool runge_kutta)
      : step_(step),
        world_(&parts_.dispatcher, &parts_.broad_phase, &solver_, &parts_.configuration),
        body_(chain.links, 0, btVector3(0, 0, 0), true, false) {
    world_.setGravity(btVector3(0, 0, static_cast<btScalar>(-Chain::kGravity)));
    const btVector3 half(btScalar(0.5 * Chain::kLength), 0, 0);
    for (int i = 0; i < chain.links; ++i) {
      body_.setupRevolute(i, static_cast<btScalar>(chain.mass(i)), to_bullet(chain.inertia(i)), i - 1,
                          btQuaternion(0, 0, 0, 1), btVector3(0, 1, 0), i == 0 ? btVector3(0, 0, 0) : half,
                          half, true);
    }
    body_.finalizeMultiDof();
    body_.setLinearDamping(0);
    body_.setAngularDamping(0);
    body_.setMaxCoordinateVelocity(btScalar(1e30));
    body_.useRK4Integration(runge_kutta);
    world_.addMultiBody(&body_);
  }
  ~BulletMultiBody() override { world_.removeMultiBody(&body_); }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) world_.stepSimulation(static_cast<btScalar>(step_), 0);
  }
  void read(std::vector<LinkMotion>& links) override {
    btAlignedObjectArray<btVector3> omega, velocity, origin;
    btAlignedObjectArray<btQuaternion> turn;
    omega.resize(static_cast<int>(links.size()) + 1);
    velocity.resize(static_cast<int>(links.size()) + 1);
    body_.forwardKinematics(turn, origin);
    body_.compTreeLinkVelocities(&omega[0], &velocity[0]);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const int link = static_cast<int>(i);
      const btTransform pose = body_.getLink(link).m_cachedWorldTransform;
      links[i] = {from_bullet(pose.getOrigin()), from_bullet(pose.getRotation()),
                  from_bullet(pose.getBasis() * velocity[link + 1]),
                  from_bullet(pose.getBasis() * omega[link + 1])};
    }
  }

 private:
  double step_;
  Parts parts_;
  btMultiBodyConstraintSolver solver_;
  btMultiBodyDynamicsWorld world_;
  btMultiBody body_;
};

}  // namespace

void add_bullet(std::vector<Method>& methods) {
  for (const int iterations : {10, 50}) {
    methods.push_back(
        {"Bullet SI, " + std::to_string(iterations) + " it", [iterations](const Chain& chain, double step) {
           return std::make_unique<BulletBodies>(chain, step, iterations);
         }});
  }
  for (const bool runge_kutta : {false, true}) {
    methods.push_back({runge_kutta ? "Bullet MultiBody RK4" : "Bullet MultiBody",
                       [runge_kutta](const Chain& chain, double step) {
                         return std::make_unique<BulletMultiBody>(chain, step, runge_kutta);
                       }});
  }
}

}  // namespace drawbar::bench
