#include "tests/golden/faults.h"
#include "tests/golden/mechanisms.h"
#include "tests/support/published_tyre.h"
#include "tests/support/tracked_robot.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

// Every number of the brush at work.
TyreConfig worn_tyre() {
  TyreConfig tyre = car_tyre();
  tyre.stiffness_degression = 0.3;
  tyre.friction_degression = 0.2;
  tyre.rolling_resistance = 0.015;
  tyre.pneumatic_trail = 0.03;
  tyre.bore_radius = 0.06;
  tyre.camber_stiffness = 2000;
  tyre.sliding_friction = 0.7;
  tyre.sliding_speed = 4;
  tyre.rolling_deflection = 0.35;
  tyre.arm_deflection = 0.9;
  return tyre;
}

// Struts, kingpins in front, an anti-roll bar and a limited slip differential behind, an antilock brake on
// each wheel.
struct SprungCar {
  VehicleBuilder b;
  BodyId chassis{0};
  std::array<JointId, 4> axles{};  // front left, front right, rear left, rear right
  ControlId brake_pedal{0}, wheel{0}, throttle{0}, lock{0};

  explicit SprungCar(const TyreConfig& tyre, double toe = 0) {
    b.surface(0.9);
    chassis = b.body("chassis", 1300, diagonal(400, 1500, 1700), Vec3(0, 0, 0.55));
    brake_pedal = b.control("brake");
    wheel = b.control("wheel");
    throttle = b.control("throttle");
    lock = b.control("lock");
    SteeringConfig steering{"steering", {}, 2.5, {{wheel, 1}}, 25 * kDegree, 40 * kDegree};
    std::array<JointId, 2> struts{};
    for (std::size_t k = 0; k < 4; ++k) {
      const double side = k % 2 == 0 ? 1 : -1;
      const Vec3 at(k < 2 ? 1.25 : -1.25, 0.75 * side, kWheelRadius - 0.02);
      const BodyId hub = b.body("hub", 15, diagonal(0.5, 0.5, 0.5), at);
      if (k < 2) {
        b.joint(JointType::revolute, chassis, hub, at, Vec3(-0.1, 0, 1)).axes[0].spring =
            AxisSpring{2e4, 300, 0, {}};
        steering.knuckles.push_back({last(), 2.5, 0.75 * side});
      } else {
        AxisConfig& strut = b.joint(JointType::prismatic, chassis, hub, at, Vec3::UnitZ()).axes[0];
        strut.spring = AxisSpring{3e4, 800, -0.1, {}, {{-1, -1500}, {0, 0}, {1, 3000}}};
        strut.limit = AxisLimit{-0.08, 0.1, 2e5, 500, 0};
        struts[k - 2] = last();
      }
      axles[k] = b.add_wheel(hub, at, tyre, k < 2 ? toe * side : 0);
      b.brake(axles[k], brake_pedal, 2500);
      b.config.brakes.back().antilock = AntilockConfig{};
    }
    b.config.steerings.push_back(steering);
    CouplingConfig bar;
    bar.name = "bar";
    bar.terms = {{struts[0], 0, 1}, {struts[1], 0, -1}};
    bar.elastic = CouplingConfig::Elastic{2e4, 100};
    b.config.couplings.push_back(bar);
    const BodyId shaft = b.body("shaft", 5, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, 0.4));
    b.joint(JointType::revolute, chassis, shaft, Vec3(0, 0, 0.4));
    CouplingConfig differential;
    differential.name = "differential";
    differential.terms = {{last(), 0, 2}, {axles[2], 0, -1}, {axles[3], 0, -1}};
    differential.lock = CouplingConfig::Lock{200, {{lock, 1}}};
    b.config.couplings.push_back(differential);
    DriveConfig motor;
    motor.name = "motor";
    motor.joint = last();
    motor.inputs = {{throttle, 1}};
    motor.mode = DriveMode::current;
    motor.supply_voltage = 400;
    motor.resistance = 0.05;
    motor.torque_constant = 0.5;
    motor.rotor_inertia = 0.02;
    motor.current_limit = 400;
    motor.gear = {6, 0.95, std::nullopt, false};
    b.config.drives.push_back(motor);
  }

  JointId last() const { return JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)}; }
};

}  // namespace

Course faulty_car() {
  SprungCar car(worn_tyre());
  VehicleBuilder& b = car.b;
  // A trailer of one axle, whose rear tyres are on loam.
  const BodyId trailer = b.body("trailer", 400, diagonal(150, 300, 350), Vec3(-3.6, 0, 0.5));
  for (const double y : {0.7, -0.7}) b.add_wheel(trailer, Vec3(-3.8, y, kWheelRadius - 0.01), worn_tyre());
  b.joint(JointType::spherical, car.chassis, trailer, Vec3(-2, 0, 0.4), Vec3::UnitX());
  b.config.hitches.push_back({"hitch", car.last(), car.lock, 0.2});
  b.config.material_count = 2;
  b.config.material_names = {"loam"};
  b.config.surface_pairs.assign(4, b.config.surface_pairs[0]);
  b.config.surface_pairs[1].soil = b.config.surface_pairs[2].soil = {13e3, 692e3, 0.8};
  b.ground();
  b.config.bodies.back().shapes[0].material = MaterialId{1};
  b.set_moving(Vec3(12, 0, 0));
  schedule(b, EffectType::puncture, {TargetKind::wheel, 1, 0}, {}, {0.8, 1.2, 0.4, 0.9});
  schedule(b, EffectType::uncouple, {TargetKind::hitch, 0, 0}, {}, {1.6, 0.3, 0});
  schedule(b, EffectType::bias, {TargetKind::steering_reading, 0, 0}, {0.1}, {1});
  schedule(b, EffectType::delay, {TargetKind::wheel_reading, 2, 3}, {0.1}, {1});
  Course course{b.config, 75};
  course.act = [=](World& world, std::uint64_t frame) {
    if (frame == 5) world.set_control(car.throttle, 0.9);
    if (frame == 10) world.set_control(car.wheel, 0.6);
    if (frame == 15) world.set_control(car.lock, 0.5);  // not yet a command of the hitch
    if (frame == 30) world.set_control(car.throttle, 0);
    if (frame == 30) world.set_control(car.brake_pedal, 1);
    if (frame == 44) world.set_control(car.wheel, -0.3);
    if (frame == 55) world.set_control(car.lock, 1);
  };
  // An antilock brake has let go, and the trailer is loose.
  course.reaches = [](const FrameState& state) {
    return state.brakes[0].torque < 2000 && state.brakes[0].torque > 0 && !state.hitches[0].closed;
  };
  return course;
}

Course formula_tyres() {
  TyreConfig tyre = car_tyre();
  tyre.magic_formula = formula_of(published_tyre());
  tyre.nominal_load = tyre.magic_formula->fnomin;
  tyre.reference_friction = 0.95;
  tyre.relaxation_length = 0;
  SprungCar car(tyre, 0.02);
  car.b.ground();
  car.b.set_moving(Vec3(18, 0.5, 0));
  Course course{car.b.config, 75};
  course.act = [=](World& world, std::uint64_t frame) {
    if (frame == 3) world.set_control(car.wheel, 0.25);
    if (frame == 25) world.set_control(car.wheel, -0.25);
    if (frame == 35) world.set_control(car.throttle, 1);
    if (frame == 50) world.set_control(car.brake_pedal, 0.6);
  };
  course.reaches = [](const FrameState& state) { return std::fabs(state.wheels[0].slip_angle) > 0.08; };
  return course;
}

Course two_grounds() {
  RigidCar car(0.8);
  put_on_decks_and_floor(car, 15, 0);
  for (BrakeConfig& brake : car.b.config.brakes) brake.antilock = AntilockConfig{};
  car.b.set_moving(Vec3(15, 0, 0), false);
  Course course{car.b.config, 50};
  course.act = [pedal = car.brake_pedal](World& world, std::uint64_t frame) {
    if (frame == 0) world.set_control(pedal, 1);
    if (frame == 25) world.set_control(pedal, 0.1);
  };
  course.reaches = [](const FrameState& state) { return state.contacts.size() >= 8; };
  return course;
}

Course lost_track() {
  WorldBuilder b;
  b.surface(0.7);
  const TrackedRobot robot = add_tracked_robot(b);
  add_motors(b, robot);
  b.ground();
  const auto left = static_cast<std::uint32_t>(robot.sprockets[0]);
  schedule(b, EffectType::track_off, {TargetKind::joint, left, 0}, {}, {0.6, 0.8, 0});
  Course course{b.config, 60};
  course.act = [](World& world, std::uint64_t frame) {
    if (frame == 2) world.set_control(ControlId{0}, 0.5);
    if (frame == 2) world.set_control(ControlId{1}, 0.5);
  };
  // It turns about the track that stands.
  course.reaches = [](const FrameState& state) { return state.bodies[0].angular_velocity.z() > 0.1; };
  return course;
}

}  // namespace drawbar::golden
