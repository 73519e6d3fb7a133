// Reference problems with contacts, stops, dry friction and motors: exact where the force stays what it is
// over the substep, of first order where it switches or follows the speed.
#pragma once

#include "tests/references/formulation_case.h"
#include "tests/support/motors.h"

namespace drawbar::test {

inline constexpr double kDegree = kPi / 180;

/// The same treatment by all.
inline void treat(Case& c, const Treatment& treatment) {
  c.trees = c.hamiltonian = c.solver = c.plain = c.penalty = treatment;
}

/// A body on the ground, which gravity tilts by `degrees` towards +x; read along the slope.
inline Case on_incline(const std::string& name, const Geometry& geometry, double height, double degrees,
                       double friction, double speed, double time, double answer) {
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b;
    b.config.gravity = 9.81 * Vec3(std::sin(degrees * kDegree), 0, -std::cos(degrees * kDegree));
    const bool cylinder = std::holds_alternative<Cylinder>(geometry);
    const double round = cylinder ? 0.5 * height * height : 0.4 * height * height;
    const BodyId body = b.body("body", 1, round * Mat3::Identity(), Vec3(0, 0, height),
                               cylinder ? quaternion_exponential(Vec3(kPi / 2, 0, 0)) : Quat::Identity());
    b.config.bodies[0].linear_velocity = Vec3(speed, 0, 0);
    b.shape(body, geometry);
    b.ground();
    b.surface(friction);
    return b;
  };
  c.time = time;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.bodies[0].position.x()}; };
  c.answer = {answer};
  c.trees = c.penalty = Treatment::touching("body", "ground");
  c.hamiltonian = Treatment::exact(4, 1e-12);
  c.solver = Treatment::converges(4, 2, 1e-5);
  return c;
}

inline Case block(const std::string& name, double degrees, double friction, double speed, double time,
                  double answer) {
  return on_incline(name, Box{Vec3(0.1, 0.1, 0.05)}, 0.05, degrees, friction, speed, time, answer);
}

/// A block that comes to rest within a substep h, of which half of deceleration h^2 is the error.
inline Case stopping(Case c, double deceleration) {
  constexpr double kSubstepMs = 4;
  c.hamiltonian = c.solver = Treatment::within(kSubstepMs, 0.5 * deceleration * kSubstepMs / 1000);
  return c;
}

/// A block that never moves, once what its weight presses into the ground has settled.
inline Case sticking(Case c) {
  c.hamiltonian = Treatment::exact(4, 1e-11);
  c.solver = c.plain = Treatment::within(4, 2e-3);
  return c;
}

/// A ball of 1 m clearance, read at the apex after its first impact.
inline Case bouncing(const std::string& name, double restitution, double time, double apex) {
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b;
    const BodyId ball = b.body("ball", 1, 0.004 * Mat3::Identity(), Vec3(0, 0, 1.1));
    b.shape(ball, Sphere{0.1});
    b.ground();
    b.surface(0, restitution);
    return b;
  };
  c.time = time;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.bodies[0].position.z() - 0.1}; };
  c.answer = {apex};
  c.trees = c.penalty = Treatment::touching("ball", "ground");
  // An impact is found up to a substep late or early: the apex is off by the impact's speed times that at
  // most.
  c.hamiltonian = c.solver = c.plain = Treatment::within(4, 4.4294469180700204);
  return c;
}

/// Balls in a row, the first of which comes with 2 m/s: their velocities afterwards.
inline Case balls_in_a_row(const std::string& name, const std::vector<double>& masses, double gap,
                           double restitution, const std::vector<double>& answer) {
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b(0);
    for (std::size_t i = 0; i < masses.size(); ++i) {
      const BodyId ball = b.body("ball" + std::to_string(i), masses[i], 0.004 * Mat3::Identity(),
                                 Vec3((0.2 + gap) * static_cast<double>(i), 0, 0));
      b.shape(ball, Sphere{0.1});
    }
    b.config.bodies[0].linear_velocity = Vec3(2, 0, 0);
    b.surface(0, restitution);
    return b;
  };
  c.time = 0.2;
  c.measure = [](const FrameState& state) {
    std::vector<double> speeds;
    for (const BodyReading& ball : state.bodies) speeds.push_back(ball.linear_velocity.x());
    return speeds;
  };
  c.answer = answer;
  c.trees = c.penalty = Treatment::touching("ball0", "ball1");
  c.hamiltonian = c.solver = c.plain = Treatment::exact(4, 1e-12);
  return c;
}

/// A disc of 0.5 kg m^2 and 10 rad/s with 2 N m of dry friction: 12.5 rad.
inline Case disc_with_friction() {
  Case c;
  c.name = "joint_friction_disc";
  c.make = [] {
    WorldBuilder b(0);
    const BodyId disc = b.body("disc", 1, 0.5 * Mat3::Identity(), Vec3::Zero());
    b.config.bodies[0].angular_velocity = Vec3(0, 10, 0);
    b.joint(JointType::revolute, kWorldBody, disc, Vec3::Zero());
    b.config.joints[0].axes[0].friction.coulomb = 2;
    return b;
  };
  c.time = 2.6;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.joints[0].position[0]}; };
  c.answer = {12.5};
  c.trees = c.hamiltonian = c.solver = Treatment::exact(4, 1e-9);
  c.plain = c.penalty = Treatment::converges(4, 1, 2e-2);
  return c;
}

/// A rod of 1 kg and 1 m at `degrees` off the vertical that 2 N m hold up to 24.06 degrees.
inline Case rod_held_by_friction() {
  constexpr double kStart = 24 * kDegree;
  Case c;
  c.name = "joint_friction_pendulum";
  c.make = [] {
    WorldBuilder b;
    b.chain({kStart}, {1}, {1});
    b.config.joints[0].axes[0].friction.coulomb = 2;
    return b;
  };
  c.time = 1;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.joints[0].position[0]}; };
  c.answer = {0};
  c.trees = c.hamiltonian = c.solver = c.plain = Treatment::exact(4, 1e-9);
  c.penalty = Treatment::gives(1, 5e-3);
  return c;
}

/// 2 kg on a slide under a side load of 50 N with friction 0.2, pulled by 15 N: 2.5 m/s^2.
inline Case slider_under_side_load() {
  Case c;
  c.name = "joint_friction_slider";
  c.make = [] {
    WorldBuilder b;
    b.config.gravity = Vec3(7.5, 0, -25);
    const BodyId block = b.body("block", 2, Mat3::Identity(), Vec3::Zero());
    b.joint(JointType::prismatic, kWorldBody, block, Vec3::Zero(), Vec3::UnitX());
    b.config.joints[0].axes[0].friction.reaction_arm = 0.2;
    return b;
  };
  c.time = 1;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.joints[0].velocity[0]}; };
  c.answer = {2.5};
  c.trees = c.hamiltonian = c.penalty =
      Treatment::refused("joint 'joint0' (friction from the joint's reaction)");
  c.solver = Treatment::exact(4, 1e-9);
  c.plain = Treatment::converges(4, 1, 2e-2);
  return c;
}

/// A rod of 1 m from the horizontal onto a stop 60 degrees below, without rebound.
inline Case rod_on_stop() {
  Case c;
  c.name = "limit";
  c.make = [] {
    WorldBuilder b;
    b.chain({kPi / 2}, {1}, {1});
    AxisLimit limit;
    limit.lower = -60 * kDegree;
    limit.upper = 60 * kDegree;
    b.config.joints[0].axes[0].limit = limit;
    return b;
  };
  c.time = 0.5;
  c.measure = [](const FrameState& state) {
    return std::vector<double>{std::fabs(state.joints[0].position[0]), state.joints[0].velocity[0]};
  };
  c.answer = {60 * kDegree, 0};
  c.trees = c.hamiltonian = c.solver = c.plain = Treatment::within(1, 1e-3);
  c.penalty = Treatment::departs(1, 1);  // its stops are springs, which throw the rod back
  return c;
}

struct Motor {
  double ratio = 1, efficiency = 1, load = 0, friction = 0;
};

/// An RE 40 (current edition) on 24 V: speed of what it turns.
inline Case motor(const std::string& name, const Motor& m, double time, double answer) {
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b(0);
    const BodyId load = b.body("load", 1, m.load * Mat3::Identity(), Vec3::Zero());
    b.joint(JointType::revolute, kWorldBody, load, Vec3::Zero());
    DriveConfig drive = re40(JointId{0});
    drive.coulomb_friction = m.friction;
    drive.gear.ratio = m.ratio;
    drive.gear.efficiency = m.efficiency;
    b.config.drives.push_back(drive);
    b.config.controls.push_back({"u", -1, 1, 1});
    return b;
  };
  c.time = time;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.joints[0].velocity[0]}; };
  c.answer = {answer};
  treat(c, Treatment::converges(0.25, 1, 0.01 * answer));
  // Towards second order, where the winding's 0.28 ms are resolved.
  c.solver = Treatment::converges(0.1, 1.5, 1e-5 * answer);
  return c;
}

/// Its current, A, when nothing turns.
inline Case stalled_motor() {
  Case c = motor("motor_stall", {1, 1, 1e9, 0}, 5e-4, 0);
  c.measure = [](const FrameState& state) { return std::vector<double>{state.drives[0].current}; };
  c.answer = {67.21687347287363};
  treat(c, Treatment::converges(0.02, 1, 0.01 * c.answer[0]));
  c.solver = Treatment::exact(0.02, 1e-9);
  return c;
}

/// A slide at 20 m/s that f m g slows down (vehicles.json, rolling only).
inline Case coast() {
  Case c;
  c.name = "coast_rolling_only";
  c.make = [] {
    WorldBuilder b(0);
    const BodyId car = b.body("car", 1500, 1000 * Mat3::Identity(), Vec3::Zero());
    b.config.bodies[0].linear_velocity = Vec3(20, 0, 0);
    b.joint(JointType::prismatic, kWorldBody, car, Vec3::Zero(), Vec3::UnitX());
    b.config.joints[0].axes[0].friction.coulomb = 0.015 * 1500 * 9.81;
    return b;
  };
  c.time = 2;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.joints[0].velocity[0]}; };
  c.answer = {20 - 2 * 0.14715};
  treat(c, Treatment::exact(4, 1e-9));
  return c;
}

/// 100 kg on a slope of `degrees`, driven by two RE 40 (one of half the resistance and twice the friction):
/// it keeps its speed.
inline Case robot_on_grade(double degrees, double speed) {
  Case c;
  c.name = "robot_grade_" + std::to_string(static_cast<int>(degrees));
  c.make = [=] {
    WorldBuilder b;
    b.config.gravity = 9.81 * Vec3(-std::sin(degrees * kDegree), 0, -std::cos(degrees * kDegree));
    const BodyId robot = b.body("robot", 100, 10 * Mat3::Identity(), Vec3::Zero());
    b.config.bodies[0].linear_velocity = Vec3(speed, 0, 0);
    b.joint(JointType::prismatic, kWorldBody, robot, Vec3::Zero(), Vec3::UnitX());
    b.config.joints[0].axes[0].friction.coulomb = 0.06 * 100 * 9.81 * std::cos(degrees * kDegree);
    DriveConfig drive = re40(JointId{0});
    drive.resistance /= 2;
    drive.inductance = 0;  // its current is there from the start
    drive.rotor_inertia *= 2;
    drive.coulomb_friction = 2 * kRe40Friction;
    drive.gear.ratio = 430;
    drive.gear.efficiency = 0.72;
    b.config.drives.push_back(drive);
    b.config.controls.push_back({"u", -1, 1, 1});
    return b;
  };
  c.time = 0.2;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.joints[0].velocity[0]}; };
  c.answer = {speed};
  treat(c, Treatment::exact(4, 1e-12));
  return c;
}

/// SimBenchmark's "rolling" (REFERENCES R6): 150 N pull a box of 10 kg along the ground, oblique to its
/// sides, and 25 balls of 1 kg roll on it without slipping: 0.7385 and 0.2110 m/s^2.
inline Case balls_on_a_box() {
  Case c;
  c.name = "simbenchmark_rolling";
  const Vec3 along(0.5, 0.5 * std::sqrt(3.0), 0);
  c.make = [along] {
    constexpr double kFar = 1e6;  // m: a spring so long that its pull is constant
    WorldBuilder b;
    b.config.material_count = 3;
    b.config.surface_pairs.assign(9, SurfacePair{});
    const auto friction = [&](std::size_t one, std::size_t two, double value) {
      b.config.surface_pairs[one * 3 + two].friction = b.config.surface_pairs[two * 3 + one].friction = value;
    };
    friction(0, 1, 0.4);
    friction(1, 2, 0.8);
    b.ground();
    const auto shape = [&](const Geometry& geometry, std::uint32_t material) {
      ShapeConfig& made = b.config.bodies.back().shapes.emplace_back();
      made.geometry = geometry;
      made.material = MaterialId{material};
    };
    const BodyId box = b.body("box", 10, 10 * Mat3::Identity(), Vec3(0, 0, 0.1));
    shape(Box{Vec3(2, 2, 0.1)}, 1);
    for (int i = 0; i < 25; ++i) {
      b.body("ball" + std::to_string(i), 1, 0.004 * Mat3::Identity(),
             Vec3(0.5 * (i % 5 - 2), 0.5 * (i / 5 - 2), 0.3));
      shape(Sphere{0.1}, 2);
    }
    SpringConfig spring;
    spring.name = "pull";
    spring.from = {kWorldBody, kFar * along + Vec3(0, 0, 0.1)};
    spring.to = {box, Vec3(0, 0, 0.1)};
    spring.law.stiffness = 150 / kFar;
    b.config.springs.push_back(spring);
    return b;
  };
  c.time = 0.08;
  c.measure = [along](const FrameState& state) {
    return std::vector<double>{along.dot(state.bodies[1].linear_velocity),
                               along.dot(state.bodies[2].linear_velocity),
                               along.dot(state.bodies.back().linear_velocity)};
  };
  c.answer = {0.7385 * c.time, 0.211 * c.time, 0.211 * c.time};
  c.trees = c.penalty = Treatment::touching("ground", "box");
  c.hamiltonian = c.solver = Treatment::exact(4, 1e-6);
  c.plain = Treatment::exact(4, 1e-5);  // what its sweeps leave
  return c;
}

inline std::vector<Case> switching_cases() {
  const double stuck = std::tan(30 * kDegree);
  return {block("incline_slides", 30, 0.5, 0, 0.5, 0.5 * 0.6571453944373277 * 0.25),
          sticking(block("incline_sticks", 29, stuck, 0, 0.5, 0)),
          stopping(block("incline_launched_down", 20, 0.6, 3, 1.5, 2.0681922891592825), 2.175813159921046),
          block("incline_launched_up", 20, 0.3, -4, 0.6535164999339391, -1.3070329998678782),
          stopping(block("braking_30_kmh", 0, 0.8, 30 / 3.6, 1.2, 30 / 3.6 * 30 / 3.6 / (2 * 0.8 * 9.81)),
                   0.8 * 9.81),
          on_incline("sphere_rolls", Sphere{0.1}, 0.1, 30, 0.5, 0, 0.5, 0.5 * 3.503571428571429 * 0.25),
          on_incline("sphere_slips", Sphere{0.1}, 0.1, 60, 0.1, 0, 0.5, 0.5 * 8.005209211125342 * 0.25),
          on_incline("cylinder_rolls", Cylinder{0.1, 0.1}, 0.1, 30, 0.5, 0, 0.5, 0.5 * 9.81 / 3 * 0.25),
          bouncing("bouncing_e08", 0.8, 0.4515236409857309 + 3.5435575344560166 / 9.81, 0.64),
          bouncing("bouncing_e1", 1, 2 * 0.4515236409857309, 1),
          balls_in_a_row("two_body_impact", {1, 3}, 0.1, 0.5, {-0.25, 0.75}),
          balls_in_a_row("newton_cradle", {1, 1, 1, 1, 1}, 0.03, 1, {0, 0, 0, 0, 2}),
          disc_with_friction(),
          rod_held_by_friction(),
          slider_under_side_load(),
          rod_on_stop(),
          motor("motor_noload", {1, 1, 1e-12, 0}, 0.01, 708.6538048464355),
          motor("motor_noload_coulomb", {1, 1, 1e-12, 0.0041374}, 0.01, 707.4350117909094),
          motor("motor_geared_n1", {1, 1, 1e-4, 0.0041374}, 0.02, 326.69906643563024),
          motor("motor_geared_n100", {100, 0.75, 0.5, 0.0041374}, 0.02, 4.192410833171993),
          stalled_motor(),
          coast(),
          robot_on_grade(0, 1.772516438179144),
          robot_on_grade(10, 1.5638698049020798),
          robot_on_grade(20, 1.3637648591524472),
          robot_on_grade(30, 1.1782816884488607),
          balls_on_a_box()};
}

}  // namespace drawbar::test
