// The armature of a joint's axis is inertia on the diagonal of the joint-space inertia, and nothing else.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "physics/world/world.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

physics::FrameState after(const std::string& text, int frames) {
  LoadedScene scene = loaded(text);
  physics::World world(std::move(scene.world));
  for (int k = 0; k < frames; ++k) world.step_frame(world.config().substeps);
  physics::FrameState state = world.make_frame_state();
  world.observe(state);
  return state;
}

std::string pendulum(const std::string& formulation, const std::string& joint, const std::string& more = "") {
  return R"({ "name": "p", "formulation": ")" + formulation +
         R"(", "frame": { "period_ms": 10, "substeps": 10 },
  "bodies": [ { "name": "bob", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [0.01, 0, -1] } ],
  "joints": [ { "name": "pin", "type": "revolute", "parent": "world", "child": "bob", "position": [0, 0, 0],
                "axis": [0, 1, 0])" +
         joint + " } ]" + more + " }";
}

// (m l^2 + I + a) phi'' = -m g l sin(phi): in small swings phi = phi_0 cos(w t).
TEST(Armature, SlowsAPendulum) {
  const double inertia = 2 * (1 + 1e-4) + 0.1 + 3;
  const double frequency = std::sqrt(2 * 9.81 * std::sqrt(1 + 1e-4) / inertia);
  for (const char* formulation : {"sequential_impulses", "articulated_body", "composite_body"}) {
    const physics::FrameState state = after(pendulum(formulation, R"(, "armature": 3)"), 100);
    // 0 at the initial pose, which hangs 0.01 rad off the vertical.
    const double swing = std::fabs(state.joints[0].position[0]);
    EXPECT_NEAR(swing, std::atan(0.01) * (1 - std::cos(frequency)), 1e-6) << formulation;
  }
}

TEST(Armature, IsWhatTheRotorOfAGearedDriveReflects) {
  const std::string drive =
      R"(, "drives": [ { "name": "m", "type": "dc_motor", "joint": "pin", "control": "u", "mode": "current",
    "current_limit": 1, "supply_voltage": 24, "resistance": 1, "torque_constant": 0.01, "rotor_inertia": ROTOR,
    "gear": { "ratio": 20 } } ], "controls": [ { "name": "u" } ])";
  const auto with_rotor = after(pendulum("sequential_impulses", "", replaced(drive, "ROTOR", "0.0075")), 100);
  const auto with_armature =
      after(pendulum("sequential_impulses", R"(, "armature": 3)", replaced(drive, "ROTOR", "0")), 100);
  EXPECT_NEAR(with_rotor.joints[0].position[0], with_armature.joints[0].position[0], 1e-9);
  EXPECT_NEAR(with_rotor.energy.kinetic, with_armature.energy.kinetic, 1e-9);
}

// A slide on an arm that turns evenly: (m + a) r'' = m w^2 r, so that r = r_0 cosh(w sqrt(m/(m + a)) t).
// Nothing pushes the slide; its rotor feels the way that it goes.
TEST(Armature, IsFeltWhereAnAxisTurns) {
  std::string text = R"({ "name": "s", "gravity": [0, 0, 0], "frame": { "period_ms": 40, "substeps": 8 },
  "bodies": [ { "name": "arm", "mass": 1, "inertia": [1e9, 1e9, 1e9], "angular_velocity": [0, 0, 1] },
              { "name": "bead", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0],
                "linear_velocity": [0, 0.5, 0], "angular_velocity": [0, 0, 1] } ],
  "joints": [ { "name": "hub", "type": "revolute", "parent": "world", "child": "arm", "position": [0, 0, 0], "axis": [0, 0, 1] },
              { "name": "slide", "type": "prismatic", "parent": "arm", "child": "bead", "position": [0.5, 0, 0],
                "axis": [1, 0, 0], "armature": 6 } ] })";
  const double way = 0.5 * (std::cosh(0.5) - 1);
  const double coarse = after(text, 25).joints[1].position[0] - way;
  const double fine =
      after(replaced(text, R"("substeps": 8)", R"("substeps": 16)"), 25).joints[1].position[0] - way;
  EXPECT_LT(std::fabs(coarse), 1e-5);
  EXPECT_LT(std::fabs(fine), 0.3 * std::fabs(coarse) + 1e-8);
  const auto referee =
      after(replaced(text, R"("gravity")", R"("formulation": "articulated_body", "gravity")"), 25);
  EXPECT_NEAR(referee.joints[1].position[0], way, 1e-7);
}

// A double pendulum that whirls in space: the real-time solver and composite bodies are two derivations.
TEST(Armature, AgreesWithTheRefereeInSpace) {
  const auto text = [](const char* formulation) {
    return std::string(R"({ "name": "d", "formulation": ")") + formulation +
           R"(", "frame": { "period_ms": 40, "substeps": 40 },
  "bodies": [ { "name": "one", "mass": 1, "inertia": [0.02, 0.05, 0.06], "position": [0.5, 0, 0] },
              { "name": "two", "mass": 1, "inertia": [0.02, 0.07, 0.05], "position": [1, 0.5, 0] } ],
  "joints": [ { "name": "a", "type": "revolute", "parent": "world", "child": "one", "position": [0, 0, 0], "axis": [0, 1, 0.5], "armature": 0.3 },
              { "name": "b", "type": "universal", "parent": "one", "child": "two", "position": [1, 0, 0], "axis": [1, 0, 0],
                "axis2": [0, 0, 1], "armature": [0.2, 0.1] } ] })";
  };
  const auto solver = after(text("sequential_impulses"), 25);
  const auto referee = after(text("composite_body"), 25);
  for (std::size_t b = 0; b < 2; ++b)
    EXPECT_LT((solver.bodies[b].position - referee.bodies[b].position).norm(), 1e-3) << b;
}

TEST(Armature, IsRefusedWhereAFormulationHasNone) {
  const std::string error = errors_of(pendulum("penalty", R"(, "armature": 3)"));
  EXPECT_NE(error.find("joint 'pin' (armature)"), std::string::npos) << error;
}

}  // namespace
}  // namespace drawbar::scenes::testing
