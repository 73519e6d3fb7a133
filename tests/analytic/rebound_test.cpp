// Hard stops that give back against their closed form: parabolas between impacts, wherever in a substep these
// are.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace drawbar::test
