// Bullet 3 (libbullet-dev), single precision: its ray-cast vehicle, one rigid body whose wheels are rays with
// springs. Mass, springs and dampers are those of the car in scenes/car_trailer.json.
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletDynamics/Vehicle/btRaycastVehicle.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>

#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

constexpr double kForce = 2400;                                     // N, shared by the rear wheels
constexpr btScalar kBodyHeight = 0.57F;                             // m, as the scene's car has it
constexpr btScalar kSpring = 22000, kBump = 1500, kRebound = 3000;  // N/m, N s/m

class BulletVehicles final : public VehicleEngine {
 public:
  BulletVehicles() {
    world_.setGravity(btVector3(0, 0, static_cast<btScalar>(-Fleet::kGravity)));
    add_ground();
    for (const physics::Vec3& start : Fleet::starts()) add_car(start);
  }
  ~BulletVehicles() override {
    for (auto& car : cars_) world_.removeAction(car.get());
    for (auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) world_.stepSimulation(static_cast<btScalar>(Fleet::kStep), 0);
  }
  void read(std::vector<physics::Vec3>& centres) override {
    for (std::size_t i = 0; i < centres.size(); ++i) {
      const btVector3& p = cars_[i]->getRigidBody()->getCenterOfMassPosition();
      centres[i] = {p.x(), p.y(), p.z()};
    }
  }

 private:
  btRigidBody& add_body(double mass, btCollisionShape& shape, const btVector3& at) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr, &shape, inertia);
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(at);
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
    world_.addRigidBody(bodies_.back().get());
    return *bodies_.back();
  }

  void add_ground() {
    const physics::Heightfield field = Fleet::ground();
    heights_.assign(field.heights.begin(), field.heights.end());
    const auto [lowest, highest] = std::minmax_element(heights_.begin(), heights_.end());
    ground_ = std::make_unique<btHeightfieldTerrainShape>(field.columns, field.rows, heights_.data(), *lowest,
                                                          *highest, 2, false);
    ground_->setLocalScaling(
        btVector3(static_cast<btScalar>(field.spacing), static_cast<btScalar>(field.spacing), 1));
    ground_->buildAccelerator();
    const physics::Vec3 middle = Fleet::ground_middle();
    // Its origin is half way between the lowest and the highest.
    add_body(0, *ground_,
             btVector3(static_cast<btScalar>(middle.x()), static_cast<btScalar>(middle.y()),
                       (*lowest + *highest) / 2));
  }

  void add_car(const physics::Vec3& start) {
    constexpr auto kMass = static_cast<btScalar>(Fleet::kMass);
    btRaycastVehicle::btVehicleTuning tuning;
    // Per mass of the car.
    tuning.m_suspensionStiffness = kSpring / kMass;
    tuning.m_suspensionCompression = kBump / kMass;
    tuning.m_suspensionDamping = kRebound / kMass;
    tuning.m_maxSuspensionForce = 1e5F;
    tuning.m_frictionSlip = static_cast<btScalar>(Fleet::kFriction);
    btRigidBody& body =
        add_body(Fleet::kMass, hull_,
                 btVector3(static_cast<btScalar>(start.x()), static_cast<btScalar>(start.y()), kBodyHeight));
    cars_.push_back(std::make_unique<btRaycastVehicle>(tuning, &body, &rays_));
    btRaycastVehicle& car = *cars_.back();
    car.setCoordinateSystem(1, 2, 0);
    constexpr auto kRadius = static_cast<btScalar>(Fleet::kWheelRadius);
    constexpr btScalar kRest = 0.3F;  // m, length of a spring without load
    constexpr btScalar kSag = static_cast<btScalar>(Fleet::kMass * Fleet::kGravity / 4) / kSpring;
    for (const double x : {0.5, -0.5}) {
      for (const double y : {0.5, -0.5}) {
        car.addWheel(
            btVector3(static_cast<btScalar>(x * Fleet::kWheelbase), static_cast<btScalar>(y * Fleet::kTrack),
                      kRadius - kBodyHeight + kRest - kSag),
            btVector3(0, 0, -1), btVector3(0, -1, 0), kRest, kRadius, tuning, x > 0);
      }
    }
    for (const int rear : {2, 3}) car.applyEngineForce(static_cast<btScalar>(kForce / 2), rear);
    world_.addAction(&car);
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  btDefaultVehicleRaycaster rays_{&world_};
  std::vector<btScalar> heights_;
  std::unique_ptr<btHeightfieldTerrainShape> ground_;
  btBoxShape hull_{btVector3(2.1F, 0.8F, 0.28F)};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btRaycastVehicle>> cars_;
};

}  // namespace

void add_bullet_vehicles(std::vector<VehicleMethod>& methods) {
  methods.push_back({"Bullet, ray-cast vehicle", [] { return std::make_unique<BulletVehicles>(); }});
}

}  // namespace drawbar::bench
