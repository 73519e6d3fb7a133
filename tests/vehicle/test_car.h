// Vehicles on a plane for tests of tyres, brakes, steering and trailers.
#pragma once

#include <cmath>

#include "tests/support/world_builder.h"

namespace drawbar::test {

inline constexpr double kGravity = 9.81;
inline constexpr double kDegree = kPi / 180;

/// Of a slope of `angle` (rad) that rises along x, in the slope's own axes.
inline Vec3 gravity_on_slope(double angle) {
  return kGravity * Vec3(-std::sin(angle), 0, -std::cos(angle));
}

/// A passenger car's tyre, loaded by a quarter of 1500 kg. The damping is that of a tyre and a suspension: on
/// tyres alone a car that locks its wheels hops.
inline TyreConfig car_tyre() {
  TyreConfig tyre;
  tyre.nominal_load = 3678.75;
  tyre.longitudinal_stiffness = 80e3;
  tyre.lateral_stiffness = 60e3;
  tyre.relaxation_length = 0.3;
  tyre.tread_damping = 2500;
  tyre.vertical_stiffness = 200e3;
  tyre.vertical_damping = 3000;
  return tyre;
}

inline constexpr double kWheelRadius = 0.3;
inline constexpr double kWheelMass = 20;

class VehicleBuilder : public WorldBuilder {
 public:
  /// A wheel whose axis is y of the world turned by `heading` (rad) about z.
  BodyId wheel_body(const Vec3& center, double heading = 0, double mass = kWheelMass,
                    double radius = kWheelRadius, double width = 0.2) {
    const double round = 0.5 * mass * radius * radius;
    const double across = mass * (3 * radius * radius + width * width) / 12;
    const BodyId wheel =
        body("wheel" + std::to_string(config.bodies.size()), mass, diagonal(across, round, across), center,
             quaternion_exponential(Vec3(0, 0, heading)));
    ShapeConfig shape;
    shape.geometry = Cylinder{radius, 0.5 * width};
    shape.orientation = quaternion_exponential(Vec3(kPi / 2, 0, 0));
    config.bodies[index_of(wheel)].shapes.push_back(shape);
    return wheel;
  }

  /// A wheel on `carrier` by a revolute joint; returns the joint.
  JointId add_wheel(BodyId carrier, const Vec3& center, const TyreConfig& tyre, double heading = 0,
                    double mass = kWheelMass) {
    const BodyId wheel = wheel_body(center, heading, mass);
    const Vec3 axis = quaternion_exponential(Vec3(0, 0, heading)) * Vec3::UnitY();
    joint(JointType::revolute, carrier, wheel, center, axis);
    const JointId id{static_cast<std::uint32_t>(config.joints.size() - 1)};
    config.wheels.push_back({"tyre" + std::to_string(config.wheels.size()), id, tyre});
    return id;
  }

  ControlId control(const std::string& name) {
    config.controls.push_back({name, -1, 1, 0});
    return ControlId{static_cast<std::uint32_t>(config.controls.size() - 1)};
  }

  void brake(JointId joint, ControlId control, double torque) {
    config.brakes.push_back(
        {"brake" + std::to_string(config.brakes.size()), joint, 0, {{control, 1}}, torque});
  }

  /// Everything that was built moves at this velocity, wheels rolling or locked.
  void set_moving(const Vec3& velocity, bool rolling = true) {
    for (BodyConfig& body : config.bodies) {
      if (!body.is_static) body.linear_velocity = velocity;
    }
    for (const WheelConfig& wheel : config.wheels) {
      const JointConfig& joint = config.joints[index_of(wheel.joint)];
      const Vec3 axis = joint.frame.col(0);
      const double forward = axis.cross(Vec3::UnitZ()).dot(velocity);
      config.bodies[index_of(joint.child)].angular_velocity =
          rolling ? Vec3((forward / kWheelRadius) * axis) : Vec3(Vec3::Zero());
    }
  }
};

/// A car of 1500 kg without suspension, wheels rigid on the chassis: wheelbase 2.5 m, track 1.5 m, centre of
/// mass in the middle. Bodies: 0 chassis, then wheels front left, front right, rear left, rear right, then
/// the ground.
struct RigidCar {
  VehicleBuilder b;
  std::array<JointId, 4> axles;
  ControlId brake_pedal;

  explicit RigidCar(double friction, const TyreConfig& tyre = car_tyre(), double height = 0.5,
                    double ahead = 0.0) {
    b.surface(friction);
    const double mass = 1500 - 4 * kWheelMass;
    const BodyId chassis = b.body("chassis", mass, diagonal(400, 1800, 2000), Vec3(0, 0, height));
    const double sag = 1500 * 9.81 / 4 / tyre.vertical_stiffness;
    std::size_t i = 0;
    for (const double x : {1.25, -1.25}) {
      for (const double y : {0.75, -0.75}) {
        axles[i++] = b.add_wheel(chassis, Vec3(x - ahead, y, kWheelRadius - sag), tyre);
      }
    }
    b.ground();
    brake_pedal = b.control("brake");
    for (const JointId axle : axles) b.brake(axle, brake_pedal, 5000);
  }
};

/// The outer half of each wheel on decks that carry the more, being 8 mm higher, the inner half on a floor
/// that comes after them in the order of bodies; both move along x at these speeds (m/s).
inline void put_on_decks_and_floor(RigidCar& car, double deck_speed, double floor_speed) {
  WorldConfig& config = car.b.config;
  config.bodies.pop_back();  // the ground
  const auto piece = [&](double y, double half_width, double top, double speed) {
    BodyConfig body;
    body.name = "piece";
    body.is_static = true;
    body.position = Vec3(0, y, top - 0.1);
    AxisMotion along;
    along.axis = Vec3::UnitX();
    along.by = AxisTable{{{0, 0, speed}}, false};
    body.motion = along;
    config.bodies.push_back(body);
    car.b.shape(BodyId{static_cast<std::uint32_t>(config.bodies.size() - 1)},
                Box{Vec3(200, half_width, 0.1)});
  };
  for (const double side : {1.0, -1.0}) piece(1.75 * side, 1, 0.008, deck_speed);
  piece(0, 0.75, 0, floor_speed);
}

}  // namespace drawbar::test
