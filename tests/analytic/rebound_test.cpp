// Hard stops that give back against their closed forms: parabolas between impacts, under dry friction, too,
// or the exponentials of a motor or a damper, wherever in a substep these are.
#include <gtest/gtest.h>

#include <utility>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kGravity = 9.81;
constexpr double kHeight = 0.5;
constexpr double kMass = 2;
constexpr double kRotor = 0.02;  // kg m^2
constexpr double kRadius = 0.2;  // m
constexpr int kFrames = 50;      // of 40 ms
constexpr double kFrame = 0.04;  // s

struct Rebound {
  const char* name;
  double restitution;
  bool rack;     // drives a rotor
  bool ceiling;  // falls upwards against its upper limit
};

// What has fallen from rest at 0, and rebounds from kHeight below, at `time`.
double height_at(double time, double acceleration, double restitution) {
  double start = 0, speed = 0, rest = time;
  for (;;) {
    const double way = start + kHeight;
    const double flight = (speed + std::sqrt(speed * speed + 2 * acceleration * way)) / acceleration;
    if (flight >= rest) return start + speed * rest - 0.5 * acceleration * rest * rest;
    rest -= flight;
    speed = -restitution * (speed - acceleration * flight);
    start = -kHeight;
    if (speed < 0.05) return start;  // the threshold of impacts that are plastic
  }
}

class Rebounds : public ::testing::TestWithParam<Rebound> {};

TEST_P(Rebounds, AreWhereTheClosedFormSays) {
  const Rebound& c = GetParam();
  const double down = c.ceiling ? -1.0 : 1.0;
  const double inertia = kMass + (c.rack ? kRotor / (kRadius * kRadius) : 0.0);
  for (const int substeps : {8, 20, 40}) {
    WorldBuilder b(down * kGravity);
    const BodyId slider = b.body("slider", kMass, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
    JointConfig& guide = b.joint(JointType::prismatic, kWorldBody, slider, Vec3::Zero(), Vec3::UnitZ());
    guide.axes[0].limit = AxisLimit{-kHeight, kHeight, std::nullopt, 0, c.restitution};
    if (c.rack) {
      const BodyId rotor = b.body("rotor", 1, diagonal(kRotor, kRotor, kRotor), Vec3(1, 0, 0));
      b.joint(JointType::revolute, kWorldBody, rotor, Vec3(1, 0, 0));
      CouplingConfig rack;
      rack.name = "rack";
      rack.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, -kRadius}};
      b.config.couplings.push_back(rack);
    }
    World world = b.build();
    FrameState state = world.make_frame_state();
    double worst = 0;
    for (int frame = 1; frame <= kFrames; ++frame) {
      world.step_frame(substeps);
      world.observe(state);
      const double exact = down * height_at(frame * kFrame, kGravity * kMass / inertia, c.restitution);
      worst = std::max(worst, std::fabs(state.bodies[0].position.z() - exact));
    }
    EXPECT_LT(worst, 1e-5 * kHeight) << substeps << " substeps";
  }
}

INSTANTIATE_TEST_SUITE_P(OfHardStops, Rebounds,
                         ::testing::Values(Rebound{"HalfBack", 0.5, false, false},
                                           Rebound{"AllBack", 1, false, false},
                                           Rebound{"AtTheUpperLimit", 0.7, false, true},
                                           Rebound{"RackHalfBack", 0.5, true, false},
                                           Rebound{"RackAllBack", 1, true, false}),
                         [](const auto& info) { return info.param.name; });

// What begins at rest at 0 and is thrown back at 1: three or more impacts in 1.2 s.
class BouncingAxis {
 public:
  virtual ~BouncingAxis() = default;
  virtual double way(double speed, double time) const = 0;
  virtual double speed_at(double speed, double time) const = 0;
  /// When what has this speed, away from 1, turns round.
  virtual double turns(double speed) const = 0;

  double position(double time, double restitution) const {
    double start = 0, speed = 0, rest = time;
    while (start + way(speed, rest) > 1) {
      double before = speed < 0 ? turns(speed) : 0.0, after = rest;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (before + after);
        (start + way(speed, middle) < 1 ? before : after) = middle;
      }
      speed = -restitution * speed_at(speed, after);
      start = 1;
      rest -= after;
    }
    return start + way(speed, rest);
  }
};

// Whose speed tends to `last` (m/s, rad/s) with one time constant (s).
class Damped final : public BouncingAxis {
 public:
  Damped(double last, double constant) : last_(last), constant_(constant) {}
  double way(double speed, double time) const override {
    return last_ * time + (speed - last_) * constant_ * (1 - std::exp(-time / constant_));
  }
  double speed_at(double speed, double time) const override {
    return last_ + (speed - last_) * std::exp(-time / constant_);
  }
  double turns(double speed) const override { return constant_ * std::log1p(-speed / last_); }

 private:
  double last_, constant_;
};

// Under a constant force and dry friction: accelerations towards 1 (m/s^2) on the ways there and back.
class Rubbed final : public BouncingAxis {
 public:
  Rubbed(double there, double back) : there_(there), back_(back) {}
  double way(double speed, double time) const override {
    const double up = std::min(time, turns(speed));
    const double down = time - up;
    const double start = speed < 0 ? 0.0 : speed;
    return std::min(speed, 0.0) * up + 0.5 * back_ * up * up + start * down + 0.5 * there_ * down * down;
  }
  double speed_at(double speed, double time) const override {
    return std::max(speed, 0.0) + there_ * (time - turns(speed));
  }
  double turns(double speed) const override { return speed < 0 ? -speed / back_ : 0.0; }

 private:
  double there_, back_;
};

// Largest error in 1.2 s, of 3 impacts or more.
template <class Fill>
double worst_error(const BouncingAxis& exact, double restitution, int substeps, const Fill& fill) {
  WorldBuilder b(0);
  fill(b);
  b.config.joints[0].axes[0].limit = AxisLimit{-1, 1, std::nullopt, 0, restitution};
  World world = b.build();
  FrameState state = world.make_frame_state();
  double worst = 0;
  for (int frame = 1; frame <= 30; ++frame) {
    world.step_frame(substeps);
    world.observe(state);
    worst =
        std::max(worst, std::fabs(state.joints[0].position[0] - exact.position(frame * kFrame, restitution)));
  }
  return worst;
}

// A motor drives a disc against the stop: its current, and with it its torque, jump with the speed.
// So does that of one whose speed loop asks for more than the supply has, on both ways.
TEST(DrivenRebound, IsOfSecondOrder) {
  constexpr double kInertia = 0.5;
  for (const auto& [restitution, mode] :
       {std::pair(0.9, DriveMode::voltage), {1.0, DriveMode::voltage}, {0.9, DriveMode::speed}}) {
    DriveConfig motor = re40(JointId{0});
    motor.supply_voltage *= 0.2;
    motor.mode = mode;
    motor.controller.speed_limit = 1000;
    motor.controller.speed_proportional = 10;
    motor.inductance = 0;
    motor.gear.ratio = 20;
    const double geared = motor.gear.ratio * motor.torque_constant;
    const double inertia = kInertia + motor.gear.ratio * motor.gear.ratio * motor.rotor_inertia;
    // Of its bearings half as much as of its winding.
    motor.viscous_friction = 0.5 * motor.torque_constant * motor.torque_constant / motor.resistance;
    const double damping = 1.5 * geared * geared / motor.resistance;
    const Damped exact{motor.supply_voltage * geared / motor.resistance / damping, inertia / damping};
    const auto disc = [&](WorldBuilder& b) {
      const BodyId body = b.body("disc", 1, diagonal(kInertia, kInertia, kInertia), Vec3::Zero());
      b.joint(JointType::revolute, kWorldBody, body, Vec3::Zero());
      b.config.controls.push_back({"u", -1, 1, 1});
      b.config.drives.push_back(motor);
    };
    for (const int substeps : {8, 20, 40}) {
      const double h = 40.0 / substeps;
      EXPECT_LT(worst_error(exact, restitution, substeps, disc), 2e-5 * h * h)
          << restitution << ", " << substeps << (mode == DriveMode::speed ? ", speed loop" : "");
    }
  }
}

// A slider under its weight in a viscous guide.
TEST(DampedRebound, IsOfSecondOrder) {
  const Damped exact{9.81 * 0.5, 0.5};
  const auto slider = [](WorldBuilder& b) {
    b.config.gravity = Vec3(0, 0, 9.81);
    const BodyId body = b.body("slider", 2, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
    JointConfig& guide = b.joint(JointType::prismatic, kWorldBody, body, Vec3::Zero(), Vec3::UnitZ());
    guide.axes[0].friction.viscous = 2 / 0.5;
  };
  for (const int substeps : {8, 20, 40}) {
    const double h = 40.0 / substeps;
    EXPECT_LT(worst_error(exact, 0.8, substeps, slider), 2e-5 * h * h) << substeps;
  }
}

// A slider under its weight in a guide that rubs with 0.3 of it.
TEST(RubbedRebound, IsOfSecondOrder) {
  const Rubbed exact{0.7 * 9.81, 1.3 * 9.81};
  const auto slider = [](WorldBuilder& b) {
    b.config.gravity = Vec3(0, 0, 9.81);
    const BodyId body = b.body("slider", 2, diagonal(0.1, 0.1, 0.1), Vec3::Zero());
    JointConfig& guide = b.joint(JointType::prismatic, kWorldBody, body, Vec3::Zero(), Vec3::UnitZ());
    guide.axes[0].friction.coulomb = 0.3 * 2 * 9.81;
  };
  for (const int substeps : {8, 20, 40}) {
    const double h = 40.0 / substeps;
    EXPECT_LT(worst_error(exact, 0.9, substeps, slider), 2e-5 * h * h) << substeps;
  }
}

}  // namespace
}  // namespace drawbar::test
