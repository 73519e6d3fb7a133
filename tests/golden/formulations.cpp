// For each formulation one world of all that it can treat, so that no part of it goes without a hash.
#include "tests/golden/driven_lever.h"
#include "tests/golden/last.h"
#include "tests/golden/mechanisms.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

// A link of 0.5 kg, turned and in motion, on a joint of the world's. Each part stands at a y of its own.
JointConfig& link(WorldBuilder& b, double y, JointType type, const Vec3& axis = Vec3(0.1, 1, 0.2)) {
  const BodyId body = b.body("link", 0.5, diagonal(0.01, 0.03, 0.02), Vec3(0.4, y, -0.1),
                             quaternion_exponential(Vec3(0.3, -0.2, 0.1)));
  b.config.bodies.back().angular_velocity = Vec3(0.5, 1.5, -1);
  return b.joint(type, kWorldBody, body, Vec3(0, y, 0), axis);
}

void friction(WorldBuilder& b) {
  JointConfig& joint = link(b, 0, JointType::universal);
  joint.axes[0].friction = {0.3, 0.02, 0};
  joint.axes[1].friction = {0.2, 0.01, 0};
}

void reaction_arm(WorldBuilder& b) {
  link(b, 2, JointType::revolute).axes[0].friction.reaction_arm = 0.02;
}

void hard_limits(WorldBuilder& b) {
  JointConfig& joint = link(b, 4, JointType::universal);
  joint.axes[0].limit = AxisLimit{-0.2, 0.3, std::nullopt, 0, 0};
  joint.axes[1].limit = AxisLimit{-0.1, 0.1, std::nullopt, 0, 0.5};
}

void soft_limits(WorldBuilder& b) {
  JointConfig& joint = link(b, 6, JointType::cylindrical);
  joint.axes[0].limit = AxisLimit{-0.02, 0.02, 800, 5, 0};
  joint.axes[1].limit = AxisLimit{-0.2, 0.4, 60, 0.5, 0};
}

void springs(WorldBuilder& b) {
  JointConfig& joint = link(b, 8, JointType::cylindrical, Vec3(1, 0.3, 0.2));
  joint.axes[0].spring = AxisSpring{150, 2, 0.1, {}};
  joint.axes[1].spring = AxisSpring{3, 0.1, -0.2, {}};
}

void tabled_spring(WorldBuilder& b) {
  AxisConfig& axis = link(b, 10, JointType::prismatic, Vec3(0.2, 0.1, 1)).axes[0];
  axis.spring = AxisSpring{0, 1, 0, {{-1, -90}, {0, 0}, {0.02, 4}, {1, 90}}};
}

void tabled_damper(WorldBuilder& b) {
  tabled_spring(b);
  b.config.joints.back().axes[0].spring->damper_table = {{-1, -8}, {0, 0}, {0.1, 1}};
}

void rotor(WorldBuilder& b) {
  link(b, 12, JointType::revolute).axes[0].armature = 0.05;
}

void ball(WorldBuilder& b) {
  link(b, 14, JointType::spherical);
}

void ball_friction(WorldBuilder& b) {
  JointConfig& joint = link(b, 16, JointType::spherical);
  for (AxisConfig& axis : joint.axes) axis.friction = {0.1, 0.03, 0};
}

void cone(WorldBuilder& b) {
  ConeLimit limit;
  limit.swing.upper = 0.3;
  limit.twist = AxisLimit{-0.1, 0.2, std::nullopt, 0, 0};
  link(b, 18, JointType::spherical).cone = limit;
}

void plane(WorldBuilder& b) {
  link(b, 20, JointType::planar).axes[2].friction.viscous = 0.05;
}

void weld(WorldBuilder& b) {
  link(b, 22, JointType::revolute);
  const BodyId carrier = last_body(b);
  const BodyId carried = b.body("carried", 1, diagonal(0.02, 0.05, 0.04), Vec3(0.9, 22, 0.1));
  b.joint(JointType::fixed, carried, carrier, Vec3(0.7, 22, 0));
}

void top(WorldBuilder& b) {
  b.body("top", 1, diagonal(0.01, 0.02, 0.04), Vec3(0, 24, 1));
  b.config.bodies.back().angular_velocity = Vec3(0.2, 8, 0.1);
  b.config.bodies.back().mass_properties.center_of_mass = Vec3(0.01, 0.02, 0.03);
}

void gear(WorldBuilder& b) {
  link(b, 26, JointType::revolute);
  const JointId one = last_joint(b);
  link(b, 27, JointType::universal);
  const JointId other = last_joint(b);
  CouplingConfig coupling;
  coupling.name = "gear";
  coupling.terms = {{one, 0, 2}, {other, 1, -1}};
  b.config.couplings.push_back(coupling);
}

void elastic_gear(WorldBuilder& b) {
  gear(b);
  b.config.couplings.back().elastic = CouplingConfig::Elastic{20, 0.1};
}

void hang(WorldBuilder& b, double y, JointType type) {
  const BodyId hung = b.body("hung", 1, diagonal(0.01, 0.02, 0.03), Vec3(0.6, y, -0.8));
  b.joint(type, kWorldBody, hung, Vec3(0, y, 0)).child_position = Vec3(0.6, y, -0.7);
}

void rod(WorldBuilder& b) {
  hang(b, 30, JointType::distance);
}

void rope(WorldBuilder& b) {
  hang(b, 31, JointType::rope);
}

// A four-bar whose coupler is damped.
void loop(WorldBuilder& b) {
  const auto bar = [&](BodyId parent, const Vec3& from, const Vec3& to) {
    const BodyId body = b.body("bar", 0.5, diagonal(0.01, 0.02, 0.015), 0.5 * (from + to));
    b.joint(JointType::revolute, parent, body, from).axes[0].friction.viscous = 0.02;
    return body;
  };
  const Vec3 start(0, 34, 0), elbow(0.1, 34, 0.4), knee(0.9, 34, 0.6), end(0.8, 34, -0.1);
  const BodyId coupler = bar(bar(kWorldBody, start, elbow), elbow, knee);
  const BodyId rocker = bar(kWorldBody, end, knee);
  b.joint(JointType::revolute, coupler, rocker, knee);
}

void strut(WorldBuilder& b) {
  link(b, 38, JointType::spherical);
  SpringConfig spring;
  spring.name = "strut";
  spring.from.position = Vec3(0.3, 38, 1);
  spring.to = {last_body(b), Vec3(0.5, 38, 0)};
  spring.law = AxisSpring{120, 3, 0.8, {}};
  b.config.springs.push_back(spring);
}

void ground(WorldBuilder& b) {
  b.surface(0.4, 0.3);
  b.ground();
}

// Rolls, slides and lands on an edge.
void falling_things(WorldBuilder& b) {
  b.shape(b.body("ball", 1, diagonal(0.01, 0.01, 0.01), Vec3(-3, 0, 0.3)), Sphere{0.2});
  b.config.bodies.back().linear_velocity = Vec3(0, 2, 0);
  const Quat turned = quaternion_exponential(Vec3(0.4, 0.3, 0));
  b.shape(b.body("box", 2, diagonal(0.03, 0.02, 0.04), Vec3(-3, 3, 0.4), turned), Box{{0.2, 0.3, 0.1}});
  b.config.bodies.back().linear_velocity = Vec3(1, 0.5, 0);
  b.shape(b.body("capsule", 1, diagonal(0.02, 0.02, 0.01), Vec3(-3, 6, 0.3), turned), Capsule{0.1, 0.3});
}

}  // namespace

Course all_of(Formulation formulation) {
  using Part = void (*)(WorldBuilder&);
  constexpr Part kMotors[] = {
      [](WorldBuilder& b) { driven_lever(b, -2, DriveMode::voltage); },
      [](WorldBuilder& b) { driven_lever(b, -4, DriveMode::speed); },
      [](WorldBuilder& b) { driven_lever(b, -6, DriveMode::position); },
      [](WorldBuilder& b) { driven_lever(b, -8, DriveMode::current); },
  };
  constexpr Part kParts[] = {friction,      reaction_arm, hard_limits, soft_limits,   springs, tabled_spring,
                             tabled_damper, rotor,        ball,        ball_friction, cone,    plane,
                             weld,          top,          gear,        elastic_gear,  rod,     rope,
                             loop,          strut,        ground,      falling_things};
  WorldBuilder b;
  b.formulation(formulation);
  const auto add = [&](Part part) {
    WorldBuilder more = b;
    part(more);
    if (!unsupported(more.config)) b = more;
  };
  for (const Part part : kMotors) add(part);
  for (const Part part : kParts) add(part);
  b.config.substeps = 3;  // enough for hashes; matrices of so many joints take their time
  Course course{b.config, 12};
  course.saves = {4};
  course.act = [motors = b.config.controls.size()](World& world, std::uint64_t frame) {
    for (std::uint32_t c = 0; c < motors; ++c) {
      if (frame == c) world.set_control(ControlId{c}, 0.3 + 0.1 * c);
      if (frame == 6 + c) world.set_control(ControlId{c}, -0.2);
    }
  };
  return course;
}

}  // namespace drawbar::golden
