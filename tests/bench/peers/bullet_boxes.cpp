// Bullet 3 (libbullet-dev), single precision: sequential impulses as they come, 10 iterations, split
// impulses.
#include "tests/bench/peers/bullet_world.h"
#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

class BulletBoxes final : public BoxEngine {
 public:
  explicit BulletBoxes(const Boxes& boxes) {
    add(0, plane_, physics::Vec3::Zero());
    for (const physics::Vec3& centre : boxes.centres) bodies_.push_back(&add(Boxes::kMass, box_, centre));
  }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) bullet_.world().stepSimulation(static_cast<btScalar>(Boxes::kStep), 0);
  }
  void read(std::vector<physics::Vec3>& centres) override {
    for (std::size_t i = 0; i < centres.size(); ++i)
      centres[i] = from_bullet(bodies_[i]->getCenterOfMassPosition());
  }

 private:
  btRigidBody& add(double mass, btCollisionShape& shape, const physics::Vec3& at) {
    btRigidBody& body = bullet_.add(mass, shape, at);
    // Coefficients of two bodies are multiplied.
    body.setFriction(btSqrt(static_cast<btScalar>(Boxes::kFriction)));
    return body;
  }

  static constexpr auto kHalf = static_cast<btScalar>(Boxes::kSize / 2);

  btStaticPlaneShape plane_{btVector3(0, 0, 1), 0};
  btBoxShape box_{btVector3(kHalf, kHalf, kHalf)};
  BulletWorld bullet_{Boxes::kGravity};
  std::vector<btRigidBody*> bodies_;
};

}  // namespace

void add_bullet_boxes(std::vector<BoxMethod>& methods) {
  methods.push_back(
      {"Bullet SI, 10 it", [](const Boxes& boxes) { return std::make_unique<BulletBoxes>(boxes); }});
}

}  // namespace drawbar::bench
