// Friction that falls as the tread slides, antilock brakes, the two radii of a pressed wheel.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "physics/vehicle/brush_tyre.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

constexpr double kFriction = 0.9;
constexpr double kLeft = 0.7;     // of it where a tread slides fast
constexpr double kFallSpeed = 4;  // m/s

TyreConfig falling_tyre() {
  TyreConfig tyre = car_tyre();
  tyre.sliding_friction = kLeft;
  tyre.sliding_speed = kFallSpeed;
  return tyre;
}

/// Way of a car that slides from `speed` (m/s) to rest: the integral of v dv/(mu(v) g), Simpson's rule.
double sliding_way(double speed) {
  constexpr int kPieces = 2000;
  const auto slowing = [](double v) {
    const double part = v / kFallSpeed;
    return v / (kFriction * kGravity * (kLeft + (1 - kLeft) * std::exp(-part * part)));
  };
  double sum = 0;
  for (int i = 0; i < kPieces; ++i) {
    const double a = speed * i / kPieces, b = speed * (i + 1) / kPieces;
    sum += (b - a) / 6 * (slowing(a) + 4 * slowing(0.5 * (a + b)) + slowing(b));
  }
  return sum;
}

/// A test car in a plane, written anew: one wheel stands for both of an axle, loads follow the deceleration
/// without delay, treads follow de/dt = v - |w r| s(F) (brush_tyre.h). Explicit Euler's steps of 0.05 ms.
class PlanarCar {
 public:
  explicit PlanarCar(double speed)
      : v_(speed), axles_{Axle{.rate = speed / radius()}, Axle{.rate = speed / radius()}} {}

  /// Way to rest (m) with this braking torque (N m) at each wheel, and the antilock law if there is one.
  double way(double torque, const std::optional<AntilockConfig>& antilock) {
    double x = 0;
    while (v_ > 0.01) {
      const double over = kMass * slowing_ * kHeight / kWheelbase / 2;  // load that goes to a front wheel, N
      const double force = brake(axles_[0], kMass * kGravity / 4 + over, torque, antilock) +
                           brake(axles_[1], kMass * kGravity / 4 - over, torque, antilock);
      slowing_ = 2 * force / kMass;
      v_ -= kStep * slowing_;
      x += kStep * v_;
    }
    return x;
  }

  static double radius() { return kWheelRadius - 0.5 * kMass * kGravity / 4 / car_tyre().vertical_stiffness; }

 private:
  static constexpr double kStep = 5e-5, kMass = 1500, kHeight = 0.5, kWheelbase = 2.5;
  struct Axle {
    double rate = 0;      // rad/s
    double tread = 0;     // m, forwards
    double pressure = 1;  // of the antilock brake
  };

  double brake(Axle& axle, double load, double torque, const std::optional<AntilockConfig>& antilock) const {
    const TyreConfig tyre = car_tyre();
    const double stiffness = tyre.longitudinal_stiffness * load / tyre.nominal_load;
    const double sliding = v_ - axle.rate * radius();
    const double part = sliding / kFallSpeed;
    const double most = kFriction * load * (kLeft + (1 - kLeft) * std::exp(-part * part));
    const double spring = stiffness / tyre.relaxation_length;
    const auto held = [&](double tread) { return std::clamp(tread, -most / spring, most / spring); };
    const double now = spring * held(axle.tread);
    const double psi = 1 - std::cbrt(1 - std::fabs(now) / most);
    const double slip = std::copysign(3 * most * psi / stiffness, now);
    axle.tread = held(held(axle.tread) + kStep * (sliding - std::fabs(axle.rate) * radius() * slip));
    const double force = spring * axle.tread;
    if (antilock) {
      const bool slips = v_ > antilock->least_speed && sliding / v_ > antilock->slip;
      axle.pressure += kStep * (slips ? -antilock->release_rate : antilock->apply_rate);
      axle.pressure = std::clamp(axle.pressure, 0.0, 1.0);
      torque *= axle.pressure;
    }
    const double inertia = 0.5 * kWheelMass * kWheelRadius * kWheelRadius;
    const double free = axle.rate + kStep * force * radius() / inertia;
    axle.rate = free - std::clamp(free, -kStep * torque / inertia, kStep * torque / inertia);
    return force;
  }

  double v_;
  double slowing_ = 0;
  std::array<Axle, 2> axles_;
};

struct Stopped {
  double way = 0;            // m
  double most_slip = 0;      // of a wheel while the car is faster than 3 m/s, after half a second
  double most_sideways = 0;  // m
};

/// From `speed` (m/s), the wheels rolling or locked.
Stopped stop(RigidCar& car, double speed, int substeps, bool rolling = true, double pedal = 1) {
  car.b.set_moving(Vec3(speed, 0, 0), rolling);
  World world = car.b.build();
  world.set_control(car.brake_pedal, pedal);
  FrameState state = world.make_frame_state();
  Stopped out;
  for (int frame = 0; frame < 200; ++frame) {
    world.step_frame(substeps);
    world.observe(state);
    out.most_sideways = std::max(out.most_sideways, std::fabs(state.bodies[0].position.y()));
    if (frame < 12 || state.bodies[0].linear_velocity.x() < 3) continue;
    for (const WheelReading& wheel : state.wheels) out.most_slip = std::max(out.most_slip, -wheel.slip);
  }
  out.way = state.bodies[0].position.x();
  EXPECT_LT(state.bodies[0].linear_velocity.norm(), 1e-3);
  EXPECT_EQ(state.statistics.recoveries, 0u);
  return out;
}

TEST(Sliding, LockedWheelsStopAfterTheWayOfTheirFallingFriction) {
  for (const double speed : {5.0, 15.0, 30.0}) {
    for (const int substeps : {8, 40}) {
      RigidCar car(kFriction, falling_tyre());
      const Stopped locked = stop(car, speed, substeps, false);
      EXPECT_NEAR(locked.way, sliding_way(speed), 0.01 * sliding_way(speed)) << speed << " " << substeps;
    }
  }
}

TEST(Sliding, FrictionIsThatOfTheMaterialsUntilTheTreadSlides) {
  const TyreConfig tyre = falling_tyre();
  EXPECT_EQ(friction_at(tyre, 0), 1);
  EXPECT_NEAR(friction_at(tyre, kFallSpeed), kLeft + (1 - kLeft) * std::exp(-1.0), 1e-15);
  EXPECT_NEAR(friction_at(tyre, 100), kLeft, 1e-12);
  EXPECT_EQ(friction_at(car_tyre(), 100), 1);
}

// Brakes shared out as the loads are ask for 0.85 of the friction: every wheel goes on rolling, and torque /
// radius slows the car and its wheels' rotation. Locked wheels need a fifth more.
TEST(Sliding, RollingWheelsBrakeBetterThanLockedOnes) {
  constexpr double kSpeed = 25, kPart = 0.85, kMass = 1500;
  RigidCar car(kFriction, falling_tyre());
  const double radius = PlanarCar::radius();
  const double turning = 4 * 0.5 * kWheelMass * kWheelRadius * kWheelRadius / (radius * radius);  // kg
  const double slowing = kPart * kFriction * kGravity * kMass / (kMass + turning);
  const double over = 2 * slowing * 0.5 / 2.5 / kGravity;  // of a front wheel's load at rest
  for (std::size_t i = 0; i < 4; ++i) {
    car.b.config.brakes[i].torque =
        kPart * kFriction * kMass * kGravity / 4 * radius * (i < 2 ? 1 + over : 1 - over);
  }
  const double way = kSpeed * kSpeed / (2 * slowing);
  EXPECT_LT(way, 0.86 * sliding_way(kSpeed));
  const Stopped rolled = stop(car, kSpeed, 8);
  EXPECT_NEAR(rolled.way, way, 0.01 * way);
  EXPECT_LT(rolled.most_slip, 0.1);
}

/// Brakes of this torque (N m) at the full pedal; locking takes about 900.
void expect_way_of_the_law(double torque, double speed, int substeps, double part) {
  const double exact = PlanarCar(speed).way(torque, AntilockConfig{});
  EXPECT_LT(exact, 0.84 * sliding_way(speed));
  RigidCar car(kFriction, falling_tyre());
  for (BrakeConfig& brake : car.b.config.brakes) {
    brake.torque = torque;
    brake.antilock = AntilockConfig{};
  }
  const Stopped stopped = stop(car, speed, substeps);
  EXPECT_NEAR(stopped.way, exact, part * exact) << torque << " " << speed << " " << substeps;
  EXPECT_LT(stopped.most_slip, 0.35) << torque << " " << speed << " " << substeps;
  EXPECT_LT(stopped.most_sideways, 0.01) << torque << " " << speed << " " << substeps;
}

TEST(Antilock, StopsAfterTheWayOfItsLawShorterThanLockedWheelsAndKeepsThemTurning) {
  for (const double speed : {15.0, 30.0}) {
    expect_way_of_the_law(1500, speed, 8, 0.03);
    expect_way_of_the_law(1500, speed, 40, 0.01);
    expect_way_of_the_law(5000, speed, 40, 0.01);
  }
}

TEST(Antilock, DoesNothingToABrakeThatDoesNotSlip) {
  RigidCar with(0.8), without(0.8);
  for (BrakeConfig& brake : with.b.config.brakes) brake.antilock = AntilockConfig{};
  EXPECT_EQ(stop(with, 15, 8, true, 0.05).way, stop(without, 15, 8, true, 0.05).way);
}

TEST(Antilock, LetsWheelsLockBelowItsLeastSpeed) {
  RigidCar with(0.8), without(0.8);
  for (BrakeConfig& brake : with.b.config.brakes) brake.antilock = AntilockConfig{};
  const double slow = 0.9 * AntilockConfig{}.least_speed;
  EXPECT_EQ(stop(with, slow, 8).way, stop(without, slow, 8).way);
}

// Locked wheels that two grounds carry at once, one moving with the car and one standing.
TEST(Antilock, GoesByTheGroundThatCarriesMostOfItsWheel) {
  for (const bool decks_move : {true, false}) {
    RigidCar car(0.8);
    put_on_decks_and_floor(car, decks_move ? 15 : 0, decks_move ? 0 : 15);
    for (BrakeConfig& brake : car.b.config.brakes) brake.antilock = AntilockConfig{};
    car.b.set_moving(Vec3(15, 0, 0), false);
    World world = car.b.build();
    world.set_control(car.brake_pedal, 1);
    double least = car.b.config.brakes[0].torque;
    for (int frame = 0; frame < 10; ++frame) {
      const FrameState state = run(world, 1, 8);
      for (const BrakeReading& brake : state.brakes) least = std::min(least, brake.torque);
    }
    if (decks_move) {
      EXPECT_EQ(least, car.b.config.brakes[0].torque);
    } else {
      EXPECT_LT(least, 0.5 * car.b.config.brakes[0].torque);
    }
  }
}

TEST(Antilock, KeepsThePressureOfAWheelInTheAir) {
  RigidCar car(kFriction, falling_tyre());
  for (BrakeConfig& brake : car.b.config.brakes) brake.antilock = AntilockConfig{};
  car.b.set_moving(Vec3(20, 0, 0));
  World world = car.b.build();
  world.set_control(car.brake_pedal, 1);
  const double full = car.b.config.brakes[0].torque;
  FrameState state = run(world, 1, 8);
  while (state.brakes[0].torque == full && state.frame < 50) state = run(world, 1, 8);
  Effect jump;
  jump.id = EffectId{1};
  jump.type = EffectType::impulse;
  jump.target = {TargetKind::body, 0, 0};
  jump.parameters = {0, 0, 1500 * 5};
  ASSERT_TRUE(world.begin_effect(jump));
  const FrameState up = run(world, 5, 8), later = run(world, 5, 8);
  ASSERT_EQ(up.wheels[0].load, 0);
  ASSERT_LT(up.brakes[0].torque, full);
  EXPECT_EQ(later.brakes[0].torque, up.brakes[0].torque);
}

TEST(Antilock, PressureIsSavedAndRestored) {
  RigidCar car(kFriction, falling_tyre());
  for (BrakeConfig& brake : car.b.config.brakes) brake.antilock = AntilockConfig{};
  car.b.set_moving(Vec3(20, 0, 0));
  World world = car.b.build();
  world.set_control(car.brake_pedal, 1);
  run(world, 10, 8);
  std::vector<std::byte> saved;
  world.save_state(saved);
  World other = car.b.build();
  ASSERT_TRUE(other.restore_state(saved));
  const FrameState on = run(world, 20, 8), restored = run(other, 20, 8);
  EXPECT_EQ(on.bodies[0].position, restored.bodies[0].position);
  EXPECT_LT(on.brakes[0].torque, 4000);
  EXPECT_EQ(on.brakes[0].torque, restored.brakes[0].torque);
}

/// Effective rolling radius and arm of the longitudinal force, as measured on a car.
struct Radii {
  double rolling = 0;  // m
  double arm = 0;
};

Radii measured(double rolling_deflection, double arm_deflection) {
  TyreConfig tyre = car_tyre();
  tyre.vertical_stiffness = 100e3;  // 37 mm of deflection
  tyre.rolling_deflection = rolling_deflection;
  tyre.arm_deflection = arm_deflection;
  RigidCar car(0.8, tyre);
  car.b.set_moving(Vec3(10, 0, 0));
  Radii out;
  World world = car.b.build();
  const FrameState coasting = run(world, 50, 8);
  EXPECT_NEAR(coasting.wheels[0].slip, 0, 1e-4);
  const auto spin = [](const FrameState& state) {
    return (state.joints[0].velocity[0] + state.joints[2].velocity[0]) / 2;
  };
  out.rolling = coasting.bodies[0].linear_velocity.x() / spin(coasting);
  world.set_control(car.brake_pedal, 0.05);
  const FrameState from = run(world, 25, 8);
  const FrameState to = run(world, 5, 8);
  // Of the two wheels of one side: I dw/dt = -T + F arm.
  const double slowing = (spin(to) - spin(from)) / 0.2;
  const double inertia = 0.5 * kWheelMass * kWheelRadius * kWheelRadius;
  const double force =
      (from.bodies[0].linear_velocity.x() - to.bodies[0].linear_velocity.x()) / 0.2 * 1500 / 4;
  out.arm = (0.05 * 5000 + inertia * slowing) / force;
  return out;
}

TEST(Radii, OfRollingAndOfTheForcesArmAreTheRadiusLessTheirPartsOfTheDeflection) {
  const double deflection = 1500 * kGravity / 4 / 100e3;
  for (const auto& [rolling, arm] :
       {std::pair(0.5, 0.5), std::pair(1.0 / 3, 1.0 / 3), std::pair(1.0 / 3, 1.0)}) {
    const Radii radii = measured(rolling, arm);
    EXPECT_NEAR(radii.rolling, kWheelRadius - rolling * deflection, 3e-4) << rolling;
    EXPECT_NEAR(radii.arm, kWheelRadius - arm * deflection, 1e-3) << arm;
  }
}

}  // namespace
}  // namespace drawbar::test
