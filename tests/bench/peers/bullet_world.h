// A world of Bullet's rigid bodies as it comes: sequential impulses, 10 iterations, split impulses, no sleep.
#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "physics/math/types.h"

namespace drawbar::bench {

inline btVector3 to_bullet(const physics::Vec3& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

inline physics::Vec3 from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}

class BulletWorld {
 public:
  explicit BulletWorld(double gravity) {
    world_.setGravity(btVector3(0, 0, static_cast<btScalar>(-gravity)));
  }
  ~BulletWorld() {
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;

  btDiscreteDynamicsWorld& world() { return world_; }
  /// At rest, its axes along the world's; of mass 0 it never moves. The shape must outlive the world.
  btRigidBody& add(double mass, btCollisionShape& shape, const physics::Vec3& at) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr, &shape, inertia);
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(to_bullet(at));
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
    return *bodies_.back();
  }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace drawbar::bench
