// Bullet 3 (libbullet-dev), single precision: sequential impulses as they come, 10 iterations, split
// impulses.
#include <btBulletDynamicsCommon.h>

#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

btVector3 to_bullet(const physics::Vec3& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

class BulletBoxes final : public BoxEngine {
 public:
  explicit BulletBoxes(const Boxes& boxes) {
    world_.setGravity(btVector3(0, 0, static_cast<btScalar>(-Boxes::kGravity)));
    add(0, plane_, btVector3(0, 0, 0));
    for (const physics::Vec3& centre : boxes.centres) add(Boxes::kMass, box_, to_bullet(centre));
  }
  ~BulletBoxes() override {
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) world_.stepSimulation(static_cast<btScalar>(Boxes::kStep), 0);
  }
  void read(std::vector<physics::Vec3>& centres) override {
    for (std::size_t i = 0; i < centres.size(); ++i) {
      const btVector3& p = bodies_[i + 1]->getCenterOfMassPosition();
      centres[i] = {p.x(), p.y(), p.z()};
    }
  }

 private:
  void add(double mass, btCollisionShape& shape, const btVector3& at) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr, &shape, inertia);
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(at);
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    // Coefficients of two bodies are multiplied.
    bodies_.back()->setFriction(btSqrt(static_cast<btScalar>(Boxes::kFriction)));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
  }

  static constexpr auto kHalf = static_cast<btScalar>(Boxes::kSize / 2);

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  btStaticPlaneShape plane_{btVector3(0, 0, 1), 0};
  btBoxShape box_{btVector3(kHalf, kHalf, kHalf)};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace

void add_bullet_boxes(std::vector<BoxMethod>& methods) {
  methods.push_back(
      {"Bullet SI, 10 it", [](const Boxes& boxes) { return std::make_unique<BulletBoxes>(boxes); }});
}

}  // namespace drawbar::bench
