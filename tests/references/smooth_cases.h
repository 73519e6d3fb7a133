// Reference problems without forces that switch: each formulation has its full order.
#pragma once

#include "tests/references/formulation_case.h"
#include "tests/references/squeezer.h"

namespace drawbar::test {

/// A chain of rods and where its end is (rigid_bodies_and_chains.json). A mass at a rod's end makes points of
/// rods.
inline Case rods(const std::string& name, const std::vector<double>& angles,
                 const std::vector<double>& lengths, const std::vector<double>& masses, double time, double x,
                 double z) {
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b;
    b.chain(angles, lengths, masses);
    return b;
  };
  c.time = time;
  c.measure = [length = lengths.back()](const FrameState& state) {
    const Vec3 end = rod_end(state.bodies.back(), length);
    return std::vector<double>{end.x(), end.z()};
  };
  c.answer = {x, z};
  // Every joint gives.
  c.penalty = Treatment::gives(1, 2e-3 * static_cast<double>(masses.size()));
  return c;
}

/// Points on massless rods of 1 m: 1 kg each, with an inertia that changes the ninth digit.
inline Case points(const std::string& name, const std::vector<double>& angles, double time, double x,
                   double z) {
  Case c = rods(name, angles, std::vector<double>(angles.size(), 1.0),
                std::vector<double>(angles.size(), 1.0), time, x, z);
  c.make = [angles] {
    constexpr double kNothing = 1e-10;
    WorldBuilder b;
    Vec3 end = Vec3::Zero();
    BodyId parent = kWorldBody;
    for (double angle : angles) {
      const Vec3 along(std::sin(angle), 0, -std::cos(angle));
      const BodyId point =
          b.body("point" + std::to_string(b.config.bodies.size()), 1, kNothing * Mat3::Identity(),
                 end + along, quaternion_exponential(Vec3(0, -angle, 0)));
      b.joint(JointType::revolute, parent, point, end);
      end += along;
      parent = point;
    }
    return b;
  };
  c.measure = [](const FrameState& state) {
    const Vec3& end = state.bodies.back().position;
    return std::vector<double>{end.x(), end.z()};
  };
  // What inertia there is costs the multipliers' method digits: the coarsest substep that a frame takes.
  c.trees = Treatment::converges(40, 4, 1e-6);
  // Its rods have no inertia by which a joint at their end could hold them.
  c.penalty = Treatment::departs(1, 0.1);
  return c;
}

/// The body's y axis and angular velocity (body axes) of a free body with inertias 1, 2, 3.
inline Case dzhanibekov() {
  Case c;
  c.name = "dzhanibekov";
  c.make = [] {
    WorldBuilder b(0);
    b.body("nut", 1, diagonal(1, 2, 3), Vec3::Zero());
    b.config.bodies[0].angular_velocity = Vec3(0.01, 5, 0.01);
    return b;
  };
  c.time = 1;
  c.measure = [](const FrameState& state) {
    const Mat3 r = state.bodies[0].orientation.toRotationMatrix();
    const Vec3 w = r.transpose() * state.bodies[0].angular_velocity;
    return std::vector<double>{r(0, 1), r(1, 1), r(2, 1), w.x(), w.y(), w.z()};
  };
  c.answer = {0.01386977076074822,  0.9998860562030564, 0.0059585291593385135,
              -0.06488260953958029, 4.999589007806476,  0.038339505390069396};
  return c;
}

/// A top's centre, 1 m from the origin, on a cone of angle `tilt` off the vertical: the spin about its axis
/// is 150 rad/s in all, and it precesses by `precession` rad/s.
inline Case steady_precession(const std::string& name, double tilt, double precession) {
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b;
    const Vec3 along(0, std::sin(tilt), std::cos(tilt));
    const Vec3 across(0, std::cos(tilt), -std::sin(tilt));
    // Body axes: y along the top.
    Mat3 axes;
    axes << Vec3::UnitX(), along, Vec3(Vec3::UnitX().cross(along));
    const BodyId top = b.body("top", 15, diagonal(0.234375, 0.46875, 0.234375), along, Quat(axes));
    BodyConfig& body = b.config.bodies[0];
    body.angular_velocity = 150 * along - precession * std::sin(tilt) * across;
    body.linear_velocity = body.angular_velocity.cross(along);
    b.joint(JointType::spherical, kWorldBody, top, Vec3::Zero());
    return b;
  };
  c.time = 0.2;
  c.measure = [](const FrameState& state) {
    const Vec3& at = state.bodies[0].position;
    return std::vector<double>{at.x(), at.y(), at.z()};
  };
  const double turn = precession * c.time;
  c.answer = {-std::sin(tilt) * std::sin(turn), std::sin(tilt) * std::cos(turn), std::cos(tilt)};
  c.trees = c.hamiltonian = Treatment::converges(1, 4, 1e-5);
  c.plain = Treatment::converges(0.5, 1, 2e-2);
  c.penalty = Treatment::gives(0.5, 1e-2);
  return c;
}

/// A mass on a slide with a spring and a damper, from 0.1 m.
inline Case oscillator(double mass, double stiffness, double damping, double answer) {
  Case c;
  c.name = "oscillator_" + std::to_string(static_cast<int>(mass)) + "kg_c" +
           std::to_string(static_cast<int>(damping));
  c.make = [=] {
    WorldBuilder b(0);
    const BodyId block = b.body("block", mass, Mat3::Identity(), Vec3::Zero());
    b.joint(JointType::prismatic, kWorldBody, block, Vec3::Zero(), Vec3::UnitX());
    b.config.joints[0].axes[0].spring = AxisSpring{stiffness, damping, -0.1, {}};
    return b;
  };
  c.time = 0.5;
  c.measure = [](const FrameState& state) { return std::vector<double>{state.bodies[0].position.x() + 0.1}; };
  c.answer = {answer};
  return c;
}

/// 1 and 3 kg on a spring of 100 N/m, pulled apart by 0.1 m: back there after a period.
inline Case two_body_spring() {
  Case c;
  c.name = "two_body_spring";
  c.make = [] {
    WorldBuilder b(0);
    const BodyId one = b.body("one", 1, Mat3::Identity(), Vec3::Zero());
    const BodyId two = b.body("two", 3, Mat3::Identity(), Vec3(1.1, 0, 0));
    SpringConfig spring;
    spring.name = "spring";
    spring.from = {one, Vec3::Zero()};
    spring.to = {two, Vec3(1.1, 0, 0)};
    spring.law.stiffness = 100;
    spring.law.rest = 1;
    b.config.springs.push_back(spring);
    return b;
  };
  c.time = 0.25 * 0.5441398092702653;
  c.measure = [](const FrameState& state) {
    return std::vector<double>{state.bodies[0].position.x(), state.bodies[1].position.x()};
  };
  c.answer = {0.075, 1.075};  // a quarter of it: unstrained
  return c;
}

/// A rod of 2 kg and 1 m hinged at its end, its angle from straight down (friction_springs_limits.json).
inline Case torsion_hinge(const std::string& name, double gravity, double stiffness, double damping,
                          double start, double rest, double time, double answer) {
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b(gravity);
    b.chain({start}, {1}, {2});
    // The coordinate is 0 at the initial pose and turns against the angle.
    b.config.joints[0].axes[0].spring = AxisSpring{stiffness, damping, start - rest, {}};
    return b;
  };
  c.time = time;
  c.measure = [start](const FrameState& state) {
    return std::vector<double>{start - state.joints[0].position[0]};
  };
  c.answer = {answer};
  c.penalty = Treatment::gives(1, 5e-3);
  return c;
}

/// A quarter of a car in one of its two modes, 1 mm of the body, for half a period (vehicles.json).
inline Case quarter_car(const std::string& name, double hertz) {
  constexpr double kBody = 300, kWheel = 40, kSpring = 20000, kTyre = 180000, kStart = 0.001;
  const double w = 2 * kPi * hertz;
  const double wheel = kStart * (1 - kBody * w * w / kSpring);
  Case c;
  c.name = name;
  c.make = [=] {
    WorldBuilder b(0);
    const BodyId axle = b.body("axle", kWheel, Mat3::Identity(), Vec3::Zero());
    const BodyId body = b.body("body", kBody, Mat3::Identity(), Vec3(0, 0, 0.5));
    b.joint(JointType::prismatic, kWorldBody, axle, Vec3::Zero(), Vec3::UnitZ());
    b.joint(JointType::prismatic, axle, body, Vec3(0, 0, 0.5), Vec3::UnitZ());
    b.config.joints[0].axes[0].spring = AxisSpring{kTyre, 0, -wheel, {}};
    b.config.joints[1].axes[0].spring = AxisSpring{kSpring, 0, wheel - kStart, {}};
    return b;
  };
  c.time = 0.25 / hertz;
  c.measure = [](const FrameState& state) {
    return std::vector<double>{state.bodies[0].position.z(), state.bodies[1].position.z() - 0.5};
  };
  c.answer = {-wheel, -kStart};
  c.trees = c.hamiltonian = Treatment::converges(2, 4, 1e-6);
  return c;
}

/// Five rods in a row of two parallelograms, upright and pushed over with 1 m/s (A02 with N = 2).
inline Case two_four_bars() {
  Case c;
  c.name = "four_bar_N2";
  c.make = [] {
    WorldBuilder b;
    const Mat3 upright = diagonal(1.0 / 12, 1.0 / 12, 1e-4), level = diagonal(1e-4, 1.0 / 12, 1.0 / 12);
    std::vector<BodyId> posts;
    for (int i = 0; i < 3; ++i) {
      posts.push_back(b.body("post" + std::to_string(i), 1, upright, Vec3(i, 0, 0.5)));
      b.config.bodies.back().angular_velocity = Vec3(0, 1, 0);
      b.config.bodies.back().linear_velocity = Vec3(0.5, 0, 0);
      b.joint(JointType::revolute, kWorldBody, posts.back(), Vec3(i, 0, 0));
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const double x = static_cast<double>(i);
      const BodyId beam = b.body("beam" + std::to_string(i), 1, level, Vec3(x + 0.5, 0, 1));
      b.config.bodies.back().linear_velocity = Vec3(1, 0, 0);
      b.joint(JointType::revolute, posts[i], beam, Vec3(x, 0, 1));
      b.joint(JointType::revolute, posts[i + 1], beam, Vec3(x + 1, 0, 1));
    }
    return b;
  };
  c.time = 0.5;
  c.measure = [](const FrameState& state) {
    const BodyReading& post = state.bodies[0];
    const Vec3 end = post.position + post.orientation * Vec3(0, 0, 0.5);
    return std::vector<double>{end.x(), end.z()};
  };
  c.answer = {0.6952866331644212, 0.7187325634357218};
  c.trees = Treatment::refused("joint 'joint4', which closes a loop");
  c.penalty = Treatment::gives(1, 2e-3);
  return c;
}

/// Seven bodies, three loops: the crank's angle, from a scene as a user writes it.
inline Case andrews_squeezer() {
  Case c;
  c.name = "andrews_squeezer";
  c.make = [] {
    WorldBuilder b;
    b.config = scenes::load_text(references::squeezer(), "case", ".").value().world;
    return b;
  };
  c.time = 0.01;
  c.measure = [](const FrameState& state) {
    return std::vector<double>{state.joints[0].position[0] - 0.06171389001427645};
  };
  c.answer = {2.1601131315316766};
  c.trees = Treatment::refused("joint 'joint3', which closes a loop");
  c.hamiltonian = Treatment::converges(0.2, 4, 1e-6);
  c.solver = Treatment::converges(0.5, 2, 1e-3);
  c.plain = Treatment::converges(0.05, 1, 1e-2);
  c.penalty = Treatment::departs(0.1, 0.1);
  return c;
}

/// The same where joints are too soft for the load: a heavy end on light links sags by (M / m) g / stiffness,
/// metres at 1:1000 (paper_000_penalty_coefficients.json), and fifty soft joints in a row fall nearly freely.
inline Case too_heavy_for_penalty(Case c) {
  c.penalty = Treatment::departs(1, 0.02);
  return c;
}

/// Long chains and strong springs: finer for the fourth order, and the real-time solver's second is seen at
/// coarse substeps only, before what its sweeps leave (1e-7 m).
inline Case stiff(Case c, double solver_substep_ms) {
  c.trees = c.hamiltonian = Treatment::converges(4, 4, 1e-6);
  c.solver = Treatment::converges(solver_substep_ms, 2, 1e-3);
  c.plain = Treatment::converges(4, 1, 2e-2);
  return c;
}

inline Case at_rest(Case c) {
  c.trees = c.hamiltonian = c.solver = c.plain = Treatment::exact(4, 1e-12);
  return c;
}

inline std::vector<Case> smooth_cases() {
  const std::vector<double> ten(10, 0.2), one(10, 1.0), level(10, kPi / 2), fifty(50, 0.1), fifth(50, 0.2),
      slope(50, kPi / 4);
  std::vector<double> heavy = one;
  heavy.back() = 1000;
  return {points("simple_pendulum", {kPi / 2}, 0.5, 0.3910487915505464, -0.9203699487851922),
          points("points_90_90", {kPi / 2, kPi / 2}, 0.5, 1.4734656700520006, -1.2003894351836326),
          points("points_30_45", {kPi / 6, kPi / 4}, 0.5, 0.5025337644567761, -1.934813317837654),
          rods("rods_90_90", {kPi / 2, kPi / 2}, {1, 1}, {1, 1}, 0.5, 1.296688536226737, -1.4057799231905568),
          too_heavy_for_penalty(rods("rods_60_0_mass_1_1000", {kPi / 3, 0}, {1, 1}, {1, 1000}, 0.5,
                                     0.6292676599760667, -1.642707352721735)),
          rods("chain10_equal", level, ten, one, 0.25, 1.9089522992951284, -0.3065590710818713),
          stiff(too_heavy_for_penalty(rods("chain10_end1000", level, ten, heavy, 0.25, 1.9739883131383902,
                                           -0.30871905193850224)),
                4),
          stiff(too_heavy_for_penalty(rods("chain50_equal", slope, fifty, fifth, 0.25, 3.3678716557876243,
                                           -3.6744341557876257)),
                20),
          dzhanibekov(),
          steady_precession("steady_precession_level", kPi / 2, 2.0928),
          steady_precession("steady_precession_60_slow", kPi / 3, 3.20697370170383),
          steady_precession("steady_precession_60_fast", kPi / 3, 6.023795529065398),
          oscillator(1, 100, 0, 0.02836621854632263),
          oscillator(1, 100, 2, 0.009855066761858594),
          oscillator(1, 100, 20, 0.00404276819945128),
          oscillator(10, 1000, 50, -0.0036550787389343755),
          two_body_spring(),
          torsion_hinge("torsion_with_gravity", 9.81, 30, 0.5, 1, 0, 0.25, -0.2542001285698736),
          torsion_hinge("torsion_no_spring", 9.81, 0, 0, 1, 0, 0.25, 0.6305546947452675),
          stiff(torsion_hinge("torsion_no_gravity", 0, 200, 0, 0.5, 0, 0.25, -0.18651006116885108), 4),
          at_rest(torsion_hinge("torsion_static", 9.81, 30, 0, 1.2595116575051981, kPi / 2, 0.25,
                                1.2595116575051981)),
          quarter_car("quarter_car_body", 1.2319778878739351),
          quarter_car("quarter_car_wheel", 11.26154502858071),
          two_four_bars(),
          andrews_squeezer()};
}

}  // namespace drawbar::test
