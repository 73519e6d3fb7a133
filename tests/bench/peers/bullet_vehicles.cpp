// Bullet 3 (libbullet-dev), single precision: its ray-cast vehicle, one rigid body whose wheels are rays with
// springs. Mass, springs and dampers are those of the car in scenes/car_trailer.json.
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletDynamics/Vehicle/btRaycastVehicle.h>

#include <algorithm>

#include "tests/bench/peers/bullet_world.h"
#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

constexpr double kForce = 2400;                                     // N, shared by the rear wheels
constexpr btScalar kBodyHeight = 0.57F;                             // m, as the scene's car has it
constexpr btScalar kSpring = 22000, kBump = 1500, kRebound = 3000;  // N/m, N s/m

class BulletVehicles final : public VehicleEngine {
 public:
  BulletVehicles() {
    add_ground();
    for (const physics::Vec3& start : Fleet::starts()) add_car(start);
  }
  ~BulletVehicles() override {
    for (auto& car : cars_) bullet_.world().removeAction(car.get());
  }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) bullet_.world().stepSimulation(static_cast<btScalar>(Fleet::kStep), 0);
  }
  void read(std::vector<physics::Vec3>& centres) override {
    for (std::size_t i = 0; i < centres.size(); ++i) {
      centres[i] = from_bullet(cars_[i]->getRigidBody()->getCenterOfMassPosition());
    }
  }

 private:
  void add_ground() {
    const physics::Heightfield field = Fleet::ground();
    heights_.assign(field.heights.begin(), field.heights.end());
    const auto [lowest, highest] = std::minmax_element(heights_.begin(), heights_.end());
    ground_ = std::make_unique<btHeightfieldTerrainShape>(field.columns, field.rows, heights_.data(), *lowest,
                                                          *highest, 2, false);
    ground_->setLocalScaling(
        btVector3(static_cast<btScalar>(field.spacing), static_cast<btScalar>(field.spacing), 1));
    ground_->buildAccelerator();
    // Its origin is half way between the lowest and the highest.
    const physics::Vec3 origin(0, 0, 0.5 * (*lowest + *highest));
    bullet_.add(0, *ground_, Fleet::ground_middle() + origin);
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
    btRigidBody& body = bullet_.add(Fleet::kMass, hull_, start + physics::Vec3(0, 0, kBodyHeight));
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
    bullet_.world().addAction(&car);
  }

  std::vector<btScalar> heights_;
  std::unique_ptr<btHeightfieldTerrainShape> ground_;
  btBoxShape hull_{btVector3(2.1F, 0.8F, 0.28F)};
  BulletWorld bullet_{Fleet::kGravity};
  btDefaultVehicleRaycaster rays_{&bullet_.world()};
  std::vector<std::unique_ptr<btRaycastVehicle>> cars_;
};

}  // namespace

void add_bullet_vehicles(std::vector<VehicleMethod>& methods) {
  methods.push_back({"Bullet, ray-cast vehicle", [] { return std::make_unique<BulletVehicles>(); }});
}

}  // namespace drawbar::bench
