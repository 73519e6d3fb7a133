#include "tests/golden/last.h"
#include "tests/golden/mechanisms.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

// A slider along z at x, its stops 0.5 m to both sides.
JointConfig& slider(WorldBuilder& b, double x, double restitution, const Vec3& velocity = Vec3::Zero()) {
  const BodyId body = b.body("slider", 2, diagonal(0.1, 0.1, 0.1), Vec3(x, 0, 0));
  b.config.bodies.back().linear_velocity = velocity;
  JointConfig& guide = b.joint(JointType::prismatic, kWorldBody, body, Vec3(x, 0, 0), Vec3::UnitZ());
  guide.axes[0].limit = AxisLimit{-0.5, 0.5, std::nullopt, 0, restitution};
  return guide;
}

BodyId ball(WorldBuilder& b, const Vec3& at, const Vec3& spin = Vec3::Zero()) {
  const BodyId body = b.body("ball", 1, diagonal(0.004, 0.004, 0.004), at);
  b.config.bodies.back().angular_velocity = spin;
  return body;
}

}  // namespace

Course stop_with_motor() {
  WorldBuilder b(0);
  b.config.controls.push_back({"throttle", -1, 1, 0});
  for (const double efficiency : {1.0, 0.6}) {
    const Vec3 at(0, efficiency, 0);
    const BodyId disc = b.body("disc", 1, diagonal(0.05, 0.05, 0.05), at);
    b.joint(JointType::revolute, kWorldBody, disc, at).axes[0].limit =
        AxisLimit{-1, 0.7, std::nullopt, 0, 0.6};
    DriveConfig drive = re40(last_joint(b));
    drive.coulomb_friction = kRe40Friction;
    drive.current_limit = 30;
    drive.gear = {20, efficiency, std::nullopt, false};
    b.config.drives.push_back(drive);
  }
  Course course{b.config, 50};
  course.act = [](World& world, std::uint64_t frame) {
    if (frame % 25 == 0) world.set_control(ControlId{0}, frame == 0 ? 0.8 : -0.5);
  };
  // Driven forwards it comes back.
  course.reaches = [](const FrameState& state) {
    return state.controls[0] > 0 && state.joints[0].velocity[0] < -0.1;
  };
  return course;
}

Course hard_stops() {
  WorldBuilder b;
  slider(b, 0, 0.5);
  slider(b, 1, 1).axes[0].friction.coulomb = 4;
  slider(b, 2, 0.7, Vec3(0, 0, 6));
  slider(b, 3, 0.8).axes[0].friction.viscous = 3;
  slider(b, 4, 0.5);
  CouplingConfig coupling;
  coupling.name = "rack";
  coupling.terms = {{last_joint(b), 0, 1},
                    {JointId{static_cast<std::uint32_t>(b.config.joints.size())}, 0, -0.2}};
  b.joint(JointType::revolute, kWorldBody, b.body("rotor", 1, diagonal(0.02, 0.02, 0.02), Vec3(5, 0, 0)),
          Vec3(5, 0, 0));
  b.config.couplings.push_back(coupling);
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) { return state.joints[0].velocity[0] > 0.3; };
  return course;
}

Course elastic_stops() {
  WorldBuilder b;
  double x = 0;
  for (const double stiffness : {1e3, 1e5, 1.4e6, 1e9}) {
    slider(b, x, 0, Vec3(0, 0, 2)).axes[0].limit = AxisLimit{-0.31, 0.27, stiffness, 1e-4 * stiffness, 0};
    const BodyId strutted = b.body("strutted", 1, diagonal(0.1, 0.1, 0.1), Vec3(x, 1, 0));
    b.joint(JointType::prismatic, kWorldBody, strutted, Vec3(x, 1, 0), Vec3::UnitZ());
    SpringConfig strut;
    strut.name = "strut";
    strut.from.position = Vec3(x, 1, -1);
    strut.to = {strutted, Vec3(x, 1, 0)};
    strut.law.stiffness = 50;
    strut.law.rest = 1;
    strut.law.damper_table = {{-1, -8}, {0, 0}, {1, 2}};
    strut.stop = AxisLimit{0.8, 1.1, stiffness, 0, 0};
    b.config.springs.push_back(strut);
    const BodyId hung = b.body("hung", 1, diagonal(0.1, 0.1, 0.1), Vec3(x + 1, 1, -1));
    b.config.bodies.back().linear_velocity = Vec3(0.5, 0, 1);
    SpringConfig coil = strut;
    coil.name = "coil";
    coil.from.position = Vec3(x + 1, 1, 0);
    coil.to = {hung, Vec3(x + 1, 1, -1)};
    coil.law = AxisSpring{stiffness, 1e-3 * stiffness, 0.99, {}};
    coil.stop.reset();
    b.config.springs.push_back(coil);
    // A double pendulum whose stops bend its path.
    const BodyId upper = b.body("upper", 1, diagonal(0.1, 0.1, 0.01), Vec3(x + 0.5, 2, 0));
    const BodyId lower = b.body("lower", 1, diagonal(0.1, 0.1, 0.01), Vec3(x + 1.5, 2, 0));
    b.joint(JointType::revolute, kWorldBody, upper, Vec3(x, 2, 0)).axes[0].limit =
        AxisLimit{-0.2, 0.9, stiffness, 0, 0};
    b.joint(JointType::spherical, upper, lower, Vec3(x + 1, 2, 0)).axes[0].limit =
        AxisLimit{-0.5, 0.5, stiffness, 0, 0};
    b.config.joints.back().axes[1].spring = AxisSpring{0, 0.2, 0, {{-1, -30}, {0, 0}, {0.2, 1}, {1, 80}}};
    x += 4;
  }
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) {
    return state.joints[0].position[0] < -0.31 && state.joints[2].position[0] > 0.9;
  };
  return course;
}

Course cones() {
  WorldBuilder b(0);
  const AxisLimit stops[] = {{-0.5, 0.5, std::nullopt, 0, 0},
                             {-0.5, 0.5, std::nullopt, 0, 0.7},
                             {-0.5, 0.5, 250.0, 0, 0},
                             {-0.5, 0.5, 1e7, 1e3, 0}};
  const Vec3 spins[] = {{0, 3, 0}, {0, 1.8, -2.4}, {3, 0, 0}, {2, 2, 1}};
  double x = 0;
  for (const AxisLimit& stop : stops) {
    for (const Vec3& spin : spins) {
      const BodyId body = b.body("ball", 1, diagonal(0.4, 0.3, 0.35), Vec3(x, 0, 0));
      b.config.bodies.back().angular_velocity = spin;
      b.joint(JointType::spherical, kWorldBody, body, Vec3(x, 0, 0), Vec3::UnitX()).cone =
          ConeLimit{stop, stop};
      x += 1;
    }
  }
  // Two in a row: what one stop presses the other feels.
  const BodyId arm = b.body("arm", 1, diagonal(0.01, 0.1, 0.1), Vec3(0.5, 5, 0));
  const BodyId hand = b.body("hand", 2, diagonal(0.02, 0.1, 0.1), Vec3(1.5, 5, 0));
  b.config.bodies[index_of(hand)].linear_velocity = Vec3(0, 1, 2);
  b.joint(JointType::spherical, kWorldBody, arm, Vec3(0, 5, 0), Vec3::UnitX()).cone =
      ConeLimit{stops[1], stops[0]};
  b.joint(JointType::spherical, arm, hand, Vec3(1, 5, 0), Vec3::UnitX()).cone = ConeLimit{stops[2], {}};
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) {
    return state.bodies[4].angular_velocity.y() < -1 && state.bodies[8].angular_velocity.y() < -1;
  };
  return course;
}

Course ropes_and_rods() {
  WorldBuilder b;
  for (const JointType type : {JointType::rope, JointType::distance}) {
    const Vec3 from(0, type == JointType::rope ? 0 : 3, 0);
    const BodyId mass = b.body("mass", 1, diagonal(0.01, 0.01, 0.01), from + Vec3(1, 0, 0));
    b.config.bodies.back().linear_velocity = Vec3(type == JointType::rope ? -2 : 0, 0.3, 0);
    b.joint(type, kWorldBody, mass, from).child_position = from + Vec3(1, 0, 0);
  }
  // Two masses on a rope over the end of a lever.
  const BodyId lever = b.body("lever", 2, diagonal(0.01, 0.2, 0.2), Vec3(0.5, 6, 0));
  b.joint(JointType::revolute, kWorldBody, lever, Vec3(0, 6, 0));
  const BodyId load = ball(b, Vec3(1.5, 6, 0.2));
  b.joint(JointType::rope, lever, load, Vec3(1, 6, 0)).child_position = Vec3(1.5, 6, 0.2);
  Course course{b.config, 50};
  course.reaches = [](const FrameState& state) {
    const double length = std::sqrt(state.bodies[0].position.squaredNorm());
    return state.frame > 20 && length > 0.999 && length < 1.001;
  };
  return course;
}

Course breaking() {
  WorldBuilder b;
  double y = 0;
  for (const JointType type :
       {JointType::revolute, JointType::spherical, JointType::distance, JointType::rope}) {
    const Vec3 from(0, y, 0);
    const BodyId mass = ball(b, from + Vec3(1, 0, 0));
    JointConfig& joint = b.joint(type, kWorldBody, mass, from);
    if (type == JointType::distance || type == JointType::rope) joint.child_position = from + Vec3(1, 0, 0);
    joint.break_force = (2.0 + 0.13 * y) * 9.81;
    y += 1;
  }
  const Vec3 cone_at(0, y, 0);
  JointConfig& cone = b.joint(JointType::spherical, kWorldBody, ball(b, cone_at + Vec3(1, 0, 0)), cone_at);
  cone.cone = ConeLimit{AxisLimit{-1, 1, std::nullopt, 0, 0}, AxisLimit{-0.3, 0.3, 20.0, 0, 0}};
  cone.break_force = 9.9;
  // A weld that bears little torque, at the end of a falling rod.
  const Quat tilt = quaternion_exponential(Vec3(0, -1.2, 0));
  const Vec3 along = tilt * Vec3::UnitX();
  const Vec3 foot(0, y + 1, 0);
  const BodyId rod = b.body("rod", 2, diagonal(0.001, 0.17, 0.17), foot + 0.5 * along, tilt);
  const BodyId tip = b.body("tip", 1, diagonal(0.001, 0.02, 0.02), foot + 1.25 * along, tilt);
  b.joint(JointType::revolute, kWorldBody, rod, foot);
  b.joint(JointType::fixed, rod, tip, foot + along).break_torque = 0.35;
  // A driven hinge that tears off where its motor starts, and one leg of a closed loop.
  b.config.controls.push_back({"u", -1, 1, 1});
  const BodyId arm = b.body("arm", 3, diagonal(0.1, 0.3, 0.3), Vec3(0.3, y + 2, 0));
  b.joint(JointType::revolute, kWorldBody, arm, Vec3(0, y + 2, 0)).break_force = 40;
  DriveConfig drive = re40(last_joint(b));
  drive.current_limit = 40;
  drive.gear = {40, 0.8, std::nullopt, false};
  b.config.drives.push_back(drive);
  const BodyId left = b.body("left", 1, diagonal(0.1, 0.1, 0.01), Vec3(0, y + 3, 0.5));
  const BodyId bar = b.body("bar", 4, diagonal(0.01, 0.4, 0.4), Vec3(0.5, y + 3, 1));
  const BodyId right = b.body("right", 1, diagonal(0.1, 0.1, 0.01), Vec3(1, y + 3, 0.5));
  b.config.bodies[index_of(bar)].linear_velocity = Vec3(1, 0, 0);
  b.joint(JointType::revolute, kWorldBody, left, Vec3(0, y + 3, 0));
  b.joint(JointType::revolute, left, bar, Vec3(0, y + 3, 1));
  b.joint(JointType::revolute, kWorldBody, right, Vec3(1, y + 3, 0));
  b.joint(JointType::revolute, bar, right, Vec3(1, y + 3, 1)).break_force = 60;
  Course course{b.config, 40};
  course.config.substeps = 4;  // so that a joint often breaks in a frame's first substep
  for (int frame = 1; frame < 40; ++frame) course.saves.push_back(frame);
  course.reaches = [](const FrameState& state) {
    int broken = 0;
    for (const JointReading& joint : state.joints) broken += joint.broken ? 1 : 0;
    return broken == 8;
  };
  return course;
}

Course reaction_friction() {
  WorldBuilder b;
  const BodyId upper = b.body("upper", 3, diagonal(0.01, 0.25, 0.25), Vec3(0.5, 0, 0));
  const BodyId lower = b.body("lower", 1, diagonal(0.01, 0.1, 0.1), Vec3(1.5, 0, 0));
  b.joint(JointType::revolute, kWorldBody, upper, Vec3::Zero()).axes[0].friction.reaction_arm = 0.01;
  b.joint(JointType::revolute, upper, lower, Vec3(1, 0, 0)).axes[0].friction = {0.02, 0.01, 0.005};
  const BodyId carriage = b.body("carriage", 2, diagonal(0.1, 0.1, 0.1), Vec3(0, 2, 0));
  b.config.bodies[index_of(carriage)].linear_velocity = Vec3(1.5, 0, 0);
  b.joint(JointType::prismatic, kWorldBody, carriage, Vec3(0, 2, 0), Vec3::UnitX())
      .axes[0]
      .friction.reaction_arm = 0.2;
  const BodyId hanging = b.body("hanging", 1, diagonal(0.1, 0.1, 0.01), Vec3(0, 2, -0.5));
  b.config.bodies[index_of(hanging)].linear_velocity = Vec3(1.5, 0, 0);
  b.joint(JointType::universal, carriage, hanging, Vec3(0, 2, 0)).axes[1].friction.coulomb = 0.3;
  Course course{b.config, 50};
  // The carriage comes to a stand.
  course.reaches = [](const FrameState& state) {
    return state.frame > 20 && std::fabs(state.joints[2].velocity[0]) < 1e-3;
  };
  return course;
}

Course couplings() {
  WorldBuilder b;
  const auto disc = [&](double x, double spin) {
    const BodyId body = b.body("disc", 1, diagonal(0.1, 0.1, 0.1), Vec3(x, 0, 0));
    b.config.bodies.back().angular_velocity = Vec3(0, spin, 0);
    return b.joint(JointType::revolute, kWorldBody, body, Vec3(x, 0, 0)), last_joint(b);
  };
  const auto couple = [&](std::vector<CouplingConfig::Term> terms) -> CouplingConfig& {
    CouplingConfig coupling;
    coupling.name = "coupling" + std::to_string(b.config.couplings.size());
    coupling.terms = std::move(terms);
    b.config.couplings.push_back(coupling);
    return b.config.couplings.back();
  };
  b.config.controls.push_back({"lock", 0, 1, 0});
  const JointId in = disc(0, 3), left = disc(1, 0), right = disc(2, 0);
  couple({{in, 0, 2}, {left, 0, -1}, {right, 0, -1}}).lock = CouplingConfig::Lock{2, {{ControlId{0}, 1.0}}};
  b.config.joints[index_of(left)].axes[0].friction.coulomb = 0.5;
  const JointId a = disc(4, 5), c = disc(5, 0);
  couple({{a, 0, 1}, {c, 0, 2}}).elastic = CouplingConfig::Elastic{30, 0.1};
  // A gear between two limbs of one machine, one of them with a spring and a stop.
  const JointId d = disc(7, 4), e = disc(8, 0);
  couple({{d, 0, 1}, {e, 0, 3}});
  b.config.joints[index_of(e)].axes[0].limit = AxisLimit{-0.4, 0.4, std::nullopt, 0, 0.3};
  b.config.joints[index_of(d)].axes[0].spring = AxisSpring{2, 0.05, 0, {}};
  Course course{b.config, 40};
  course.act = [](World& world, std::uint64_t frame) {
    if (frame == 20) world.set_control(ControlId{0}, 1);
  };
  course.reaches = [](const FrameState& state) { return state.joints[5].velocity[0] > 0.1; };
  return course;
}

}  // namespace drawbar::golden
