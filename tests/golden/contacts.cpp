#include <algorithm>

#include "tests/golden/fractions.h"
#include "tests/golden/last.h"
#include "tests/golden/mechanisms.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

BodyId ball(WorldBuilder& b, double mass, double radius, const Vec3& at, const Vec3& velocity = Vec3::Zero(),
            const Vec3& spin = Vec3::Zero()) {
  const double i = 0.4 * mass * radius * radius;
  const BodyId body = b.body("ball", mass, diagonal(i, i, i), at);
  b.shape(body, Sphere{radius});
  b.config.bodies.back().linear_velocity = velocity;
  b.config.bodies.back().angular_velocity = spin;
  return body;
}

BodyId box(WorldBuilder& b, double mass, const Vec3& half, const Vec3& at) {
  const Vec3 s = half.cwiseProduct(half) * (mass / 3);
  const BodyId body = b.body("box", mass, diagonal(s.y() + s.z(), s.z() + s.x(), s.x() + s.y()), at);
  b.shape(body, Box{half});
  return body;
}

ConvexHull hull(double size) {
  return {{{size, 0, 0},
           {-size, 0.2 * size, 0},
           {0, size, 0.1 * size},
           {0, -size, 0},
           {0, 0, size},
           {0.1 * size, 0, -size}}};
}

// One of five shapes, turned about.
void thing(WorldBuilder& b, Fractions& random, int kind, const Vec3& at) {
  const double mass = random.between(0.5, 5);
  const double size = random.between(0.08, 0.2);
  const Quat turned = quaternion_exponential(random.vector(-3, 3));
  const double i = 0.4 * mass * size * size;
  const BodyId body = b.body("thing", mass, diagonal(i, 1.1 * i, 1.2 * i), at, turned);
  b.config.bodies.back().linear_velocity = random.vector(-1, 1);
  const double length = random.between(0.05, 0.2);
  if (kind == 0) b.shape(body, Sphere{size});
  if (kind == 1) b.shape(body, Box{Vec3(size, length, 0.1)});
  if (kind == 2) b.shape(body, Capsule{size, length});
  if (kind == 3) b.shape(body, Cylinder{size, length});
  if (kind == 4) b.shape(body, hull(size));
}

}  // namespace

Course meeting_balls() {
  WorldBuilder b;
  b.config.material_count = 3;
  b.config.surface_pairs.assign(9, {0.3, 0.7});
  b.config.surface_pairs[4].friction = 0.9;
  b.config.surface_pairs[8] = {0, 1};
  const Vec3 aside(0, 0.1, 0.05);
  for (int k = 0; k < 3; ++k) {
    const Vec3 at(0, 3 * k, 5);
    const BodyId a = ball(b, 2, 0.1, at, Vec3(3, 0.1 * k, 2), Vec3(0, 0, 9));
    const BodyId c = ball(b, 3, 0.15, at + Vec3(1, 0, 0) + aside, Vec3(-0.5, 0, 2));
    for (const BodyId body : {a, c}) {
      b.config.bodies[index_of(body)].shapes[0].material = MaterialId{static_cast<std::uint32_t>(k)};
    }
  }
  b.ground();
  ball(b, 1, 0.2, Vec3(10, 0, 0.2));
  ball(b, 2, 0.25, Vec3(10, 0.1, 2.5));
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) { return state.bodies[0].linear_velocity.x() < 1; };
  return course;
}

Course brick_wall() {
  WorldBuilder b;
  b.surface(0.5);
  b.ground();
  for (int row = 0; row < 6; ++row) {
    for (int i = 0; i < 5 - row % 2; ++i) {
      box(b, 2, Vec3(0.2, 0.1, 0.1), Vec3(0.41 * i + 0.205 * (row % 2), 0, 0.1 + 0.2 * row));
    }
  }
  ball(b, 10, 0.15, Vec3(0.8, -0.6, 0.7), Vec3(0, 8, 0));
  Course course{b.config, 30};
  // A brick is knocked out.
  course.reaches = [](const FrameState& state) {
    return std::any_of(state.bodies.begin(), state.bodies.end() - 1,
                       [](const BodyReading& body) { return body.position.y() > 0.1; });
  };
  return course;
}

Course pile() {
  WorldBuilder b;
  b.surface(0.5, 0.1);
  Fractions random(7);
  for (int i = 0; i < 40; ++i) thing(b, random, i % 5, random.vector(-0.5, 0.5) + Vec3(0, 0, 0.7));
  b.ground();
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) { return state.contacts.size() > 80; };
  return course;
}

Course heap_on_ground() {
  WorldBuilder b;
  b.surface(0.6);
  Fractions random(11);
  BodyConfig ground;
  ground.name = "ground";
  ground.is_static = true;
  Heightfield field{9, 9, 0.5, {}};
  for (int k = 0; k < 81; ++k) field.heights.push_back(random.between(0, 0.15));
  TriangleMesh mesh;
  mesh.vertices = {{0, -2, 0}, {3, -2, 0.3}, {3, 2, 0}, {0, 2, 0.4}, {1.5, 0, -0.2}};
  mesh.triangles = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  ground.shapes.emplace_back().geometry = field;
  ground.shapes.emplace_back().geometry = mesh;
  ground.shapes.back().position = Vec3(2.5, 0, 0);
  b.config.bodies.push_back(ground);
  for (int i = 0; i < 20; ++i) {
    thing(b, random, i % 5, Vec3(0.6 * (i % 10) - 1.3, i < 10 ? -0.6 : 0.6, 0.6));
  }
  // A machine among them: contacts and joints in one system.
  const BodyId hull_body = box(b, 10, Vec3(0.3, 0.2, 0.1), Vec3(0, 1.5, 0.8));
  for (const double x : {-0.3, 0.3}) {
    const BodyId wheel = b.body("wheel", 2, diagonal(0.02, 0.04, 0.02), Vec3(x, 1.5, 0.7));
    b.shape(wheel, Cylinder{0.2, 0.3});
    b.config.bodies.back().shapes[0].orientation = quaternion_exponential(Vec3(0.5 * kPi, 0, 0));
    b.joint(JointType::revolute, hull_body, wheel, Vec3(x, 1.5, 0.7));
  }
  return {b.config, 50};
}

Course surfaces() {
  WorldBuilder b;
  b.config.material_count = 5;
  b.config.surface_pairs.assign(25, {0.4, 0});
  const auto with_ground = [&](std::size_t material) -> SurfacePair& {
    return b.config.surface_pairs[material];
  };
  with_ground(1).stiffness = 4e4;
  with_ground(1).damping = 200;
  with_ground(2).rolling_friction = 0.01;
  with_ground(2).spinning_friction = 0.02;
  with_ground(3).static_friction = 0.9;
  with_ground(4).restitution = 0.8;
  for (std::size_t k = 1; k < 5; ++k) b.config.surface_pairs[5 * k] = with_ground(k);
  b.ground(Vec3(0.38, 0, 1).normalized());
  const auto made_of = [&](BodyId body, std::uint32_t material) {
    for (ShapeConfig& shape : b.config.bodies[index_of(body)].shapes) shape.material = MaterialId{material};
  };
  for (std::uint32_t k = 0; k < 5; ++k) {
    made_of(ball(b, 1, 0.2, Vec3(0, k, 0.3), Vec3(1, 0, 0), Vec3(0, 0, 5)), k);
    made_of(box(b, 2, Vec3(0.2, 0.15, 0.1), Vec3(-2, k, 0.95)), k);
  }
  BodyConfig conveyor;
  conveyor.name = "conveyor";
  conveyor.is_static = true;
  conveyor.position = Vec3(0, 10, 3);
  ShapeConfig top;
  top.geometry = Box{Vec3(2, 0.5, 0.1)};
  top.belt = BeltConfig{Vec3::UnitY(), 0.5, {}, 0};
  conveyor.shapes.push_back(top);
  b.config.bodies.push_back(conveyor);
  const BodyId parcel = box(b, 2, Vec3(0.2, 0.15, 0.1), Vec3(0, 10, 3.201));
  // Contacts of what has joints.
  const BodyId lid = box(b, 0.5, Vec3(0.2, 0.15, 0.02), Vec3(0, 10, 3.33));
  b.joint(JointType::revolute, parcel, lid, Vec3(-0.2, 10, 3.31));
  Course course{b.config, 50};
  course.reaches = [parcel](const FrameState& state) {
    return state.bodies[index_of(parcel)].linear_velocity.x() > 0.4;
  };
  return course;
}

Course belts() {
  WorldBuilder b;
  b.surface(0.6);
  const auto belt_on = [&b](BodyId body, const BeltConfig& belt) {
    b.config.bodies[index_of(body)].shapes.back().belt = belt;
  };
  const auto standing = [&b](const Vec3& at) {
    BodyConfig body;
    body.name = "standing";
    body.is_static = true;
    body.position = at;
    b.config.bodies.push_back(body);
    return last_body(b);
  };
  // A crate with a belt of its own on a conveyor, and one that leans on a conveyor's flank.
  const BodyId floor = standing(Vec3(0, 0, 0));
  b.shape(floor, Box{Vec3(4, 2, 0.1)});
  belt_on(floor, {Vec3::UnitY(), 0.4, {}, 0});
  belt_on(box(b, 3, Vec3(0.2, 0.2, 0.1), Vec3(0, 0, 0.2)), {Vec3::UnitX(), 0.3, {}, 0});
  box(b, 1, Vec3(0.2, 0.2, 0.2), Vec3(0, 2.199, 0.05));
  // A belt that a drum moves and feels, on a carrier that is turned; another drum's bearing breaks.
  for (const double y : {6.0, 12.0}) {
    const BodyId carrier = standing(Vec3(0, y, 0));
    b.shape(carrier, Box{Vec3(1, 0.5, 0.1)});
    if (y == 6) {
      AxisMotion turning;
      turning.turns = true;
      turning.axis = Vec3(0, 0.6, 0.8);
      turning.center = Vec3(0, y, 0);
      turning.by = AxisTable{{{0, 0, 0.05}}, false};
      b.config.bodies.back().motion = turning;
    }
    const BodyId drum = b.body("drum", 2, diagonal(0.02, 0.02, 0.02), Vec3(0, y, -0.5));
    b.config.bodies.back().angular_velocity = Vec3(0, 8, 0);
    JointConfig& bearing = b.joint(JointType::revolute, carrier, drum, Vec3(0, y, -0.5));
    if (y > 6) bearing.break_force = 5;
    belt_on(carrier,
            {Vec3::UnitY(), 0, JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)}, 0.1});
    box(b, 2, Vec3(0.2, 0.15, 0.1), Vec3(0, y, 0.2));
  }
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) {
    return state.joints[1].broken && state.bodies[1].linear_velocity.norm() > 0.2;
  };
  return course;
}

Course sleep_and_wake() {
  WorldBuilder b;
  b.surface(0.5);
  b.ground();
  for (int i = 0; i < 3; ++i) box(b, 5, Vec3(0.3, 0.3, 0.2), Vec3(0, 0, 0.2 + 0.4 * i));
  const BodyId base = box(b, 20, Vec3(0.5, 0.5, 0.5), Vec3(5, 0, 0.5));
  const BodyId arm = b.body("arm", 1, diagonal(0.1, 0.1, 0.1), Vec3(5, 0, 1.2));
  b.config.controls.push_back({"turn", -1, 1, 0});
  b.joint(JointType::revolute, base, arm, Vec3(5, 0, 1.2), Vec3::UnitZ()).axes[0].friction.coulomb = 0.05;
  DriveConfig drive = re40(JointId{0});
  drive.current_limit = 10;
  drive.gear = {20, 0.8, std::nullopt, false};
  drive.thermal = DriveThermalConfig{2, 20, 25, 155};
  b.config.drives.push_back(drive);
  ball(b, 1, 0.1, Vec3(0.05, 0, 25));  // falls on the stack after 2.2 s
  Course course{b.config, 75};
  course.act = [](World& world, std::uint64_t frame) {
    if (frame == 45) world.set_control(ControlId{0}, 0.6);
    if (frame == 55) world.set_control(ControlId{0}, 0);
  };
  // The stack sleeps while the ball still falls.
  course.reaches = [](const FrameState& state) {
    return state.frame > 25 && state.frame < 45 && state.bodies[1].angular_velocity == Vec3::Zero() &&
           state.bodies[1].linear_velocity == Vec3::Zero();
  };
  return course;
}

Course plain_vehicle() {
  WorldBuilder b;
  b.formulation(Formulation::sequential_impulses_plain);
  b.surface(0.7, 0.1);
  const BodyId chassis = box(b, 20, Vec3(0.4, 0.25, 0.1), Vec3(0, 0, 0.3));
  b.config.controls.push_back({"throttle", -1, 1, 0.8});
  for (const double x : {-0.3, 0.3}) {
    for (const double y : {-0.3, 0.3}) {
      const BodyId wheel = ball(b, 1.5, 0.2, Vec3(x, y, 0.2));
      JointConfig& axle = b.joint(JointType::revolute, chassis, wheel, Vec3(x, y, 0.2));
      axle.axes[0].friction = {0.05, 0.01, 0};
      b.config.drives.push_back(wheel_motor(JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)}));
    }
  }
  CouplingConfig axle;
  axle.name = "axle";
  axle.terms = {{JointId{2}, 0, 1}, {JointId{3}, 0, -1}};
  b.config.couplings.push_back(axle);
  const BodyId trailer = ball(b, 5, 0.2, Vec3(-1.2, 0, 0.2));
  JointConfig& hitch = b.joint(JointType::spherical, chassis, trailer, Vec3(-0.5, 0, 0.25), Vec3::UnitX());
  for (AxisConfig& axis : hitch.axes) axis.limit = AxisLimit{-0.3, 0.3, std::nullopt, 0, 0};
  SpringConfig spring;
  spring.name = "spring";
  spring.from = {chassis, Vec3(-0.4, 0, 0.4)};
  spring.to = {trailer, Vec3(-1.2, 0, 0.4)};
  spring.law.stiffness = 200;
  spring.law.damping = 5;
  spring.law.rest = 0.7;
  b.config.springs.push_back(spring);
  b.ground(Vec3(0.05, 0.02, 1).normalized());
  return {b.config, 40};
}

}  // namespace drawbar::golden
