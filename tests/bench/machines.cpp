#include "tests/bench/machines.h"

#include <cmath>
#include <filesystem>

#include "scenes/loader/controls_file.h"
#include "tests/bench/drawbar_engine.h"
#include "tests/bench/measure.h"
#include "tests/bench/shipped_machine.h"
#include "tests/support/four_bars.h"
#include "tests/support/paths.h"

namespace drawbar::bench {
namespace {

using physics::Vec3;
using physics::World;
using physics::WorldConfig;

constexpr int kRuns = 5, kSubsteps = 8;

/// CPU time of `frames` frames after `lead`.
double frames_time(World& world, int lead, int frames, int substeps) {
  for (int i = 0; i < lead; ++i) world.step_frame(substeps);
  const double from = thread_seconds();
  for (int i = 0; i < frames; ++i) world.step_frame(substeps);
  return thread_seconds() - from;
}

}  // namespace

WorldConfig arm_world() {
  WorldConfig config = load_shipped("six_axis_arm.json").world;
  config.bodies.resize(place_of(config.bodies, "hand") + 1);
  config.joints.resize(place_of(config.joints, "axis_6") + 1);
  config.drives.resize(config.joints.size());
  config.couplings.clear();
  for (physics::BodyConfig& body : config.bodies) body.shapes.clear();
  return config;
}

void start_arm(World& world) {
  for (std::uint32_t axis = 0; axis < 6; ++axis)
    world.set_control(physics::ControlId{axis}, axis % 2 == 0 ? 60 : -40);
}

double arm_substep() {
  const WorldConfig config = arm_world();
  constexpr int kFrames = 50;
  return median_of(kRuns, [&] {
    World world(config);
    start_arm(world);
    return frames_time(world, 5, kFrames, kSubsteps) / (kFrames * kSubsteps);
  });
}

HillsDrive load_hills_drive() {
  const scenes::LoadedScene scene = load_shipped("krt100_trolley.json");
  const auto controls = scenes::load_controls(tests::source_folder() / "scenes/krt100_trolley.csv",
                                              scene.scene.frame->period_ms, scene.world.controls);
  return {scene.world, controls.value()};
}

void step_driven(World& world, const scenes::ControlsFile& controls) {
  for (const scenes::ControlRow& row : controls.at(world.frame())) world.set_control(row.control, row.value);
  world.step_frame(kSubsteps);
}

double vehicle_substep() {
  const HillsDrive drive = load_hills_drive();
  constexpr int kFrames = 500;
  return median_of(3, [&] {
    World world(drive.config);
    const double from = thread_seconds();
    for (int i = 0; i < kFrames; ++i) step_driven(world, drive.controls);
    return (thread_seconds() - from) / (kFrames * kSubsteps);
  });
}

WorldConfig robots_world(std::uint32_t count) {
  WorldConfig config = load_shipped("krt100_trolley.json").world;
  // Ground and fence become a plane of the ground's material.
  physics::BodyConfig& ground = config.bodies[0];
  ground.shapes.resize(1);
  ground.shapes[0].geometry = physics::Plane{};
  config.bodies[1].shapes.clear();
  constexpr std::uint32_t kRow = 10;
  std::vector<Vec3> away;
  for (std::uint32_t robot = 1; robot < count; ++robot) {
    away.emplace_back(4.0 * (robot % kRow), 4.0 * (robot / kRow), 0);
  }
  repeat_machine(config, 2, away);
  return config;
}

double robots_frame(std::uint32_t count, int substeps) {
  const WorldConfig config = robots_world(count);
  constexpr int kFrames = 25;
  return median_of(3, [&] {
    World world(config);
    world.set_control(physics::ControlId{0}, 0.7);
    return frames_time(world, 5, kFrames, substeps) / kFrames;
  });
}

// All posts turn alike, so the whole is I th'' = c sin th, th from upright: I = (N + 1)/3 + N, c = g ((N +
// 1)/2 + N) (REFERENCES R1, A02); integrated here by small Runge-Kutta steps.
double four_bar_error(int loops) {
  constexpr int kFrames = 250, kSubsteps = 40;
  World world = test::four_bars(loops).build();
  const test::FrameState state = test::run(world, kFrames, kSubsteps);
  const Vec3 top = state.bodies[0].position + state.bodies[0].orientation * Vec3(0, 0, 0.5);
  const double pull = Chain::kGravity * ((loops + 1) / 2.0 + loops) / ((loops + 1) / 3.0 + loops);
  double angle = 0, rate = 1;
  constexpr double kStep = 1e-4;
  for (int i = 0; i < 100000; ++i) {
    const double k1 = pull * std::sin(angle);
    const double k2 = pull * std::sin(angle + kStep / 2 * rate);
    const double k3 = pull * std::sin(angle + kStep / 2 * rate + kStep * kStep / 4 * k1);
    const double k4 = pull * std::sin(angle + kStep * rate + kStep * kStep / 2 * k2);
    angle += kStep * rate + kStep * kStep / 6 * (k1 + k2 + k3);
    rate += kStep / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return (top - Vec3(std::sin(angle), 0, std::cos(angle))).norm();
}

}  // namespace drawbar::bench
