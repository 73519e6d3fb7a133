// Random mechanisms never gain energy but by their drives' work (issue 3): trees and loops, masses over eight
// decades, limits hit at speed, springs and stops of any stiffness, drives at their limits.
// DRAWBAR_FUZZ_SEEDS=2000 tries more of them, for longer.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/random_world.h"

namespace drawbar::test {
namespace {

std::uint64_t seeds(std::uint64_t by_default) {
  const char* asked = std::getenv("DRAWBAR_FUZZ_SEEDS");
  return asked ? std::strtoull(asked, nullptr, 10) : by_default;
}

struct Kind {
  const char* name;
  RandomWorldOptions options;
};

void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}

class EnergyFuzz : public ::testing::TestWithParam<Kind> {};

// Power that the drives' currents put into rotors and joints, W.
double driving_power(const World& world, const FrameState& state) {
  double sum = 0;
  for (std::size_t d = 0; d < state.drives.size(); ++d) {
    const DriveConfig& drive = world.config().drives[d];
    const double speed = state.joints[index_of(drive.joint)].velocity[static_cast<std::size_t>(drive.axis)];
    sum += drive.torque_constant * drive.gear.ratio * state.drives[d].current * speed;
  }
  return sum;
}

// Largest gain over the initial energy and the drives' work within `frames`, as a part of the largest kinetic
// energy. Drives are told something else every quarter of a second.
double gain(std::uint64_t seed, const Kind& kind, int frames) {
  constexpr int kSubsteps = 8;
  World world = random_world(seed, kind.options).build();
  std::mt19937_64 random(seed);
  FrameState state = world.make_frame_state();
  world.observe(state);
  const double start = state.energy.kinetic + state.energy.potential;
  double largest_kinetic = state.energy.kinetic;
  double largest_gain = 0;
  double work = 0;
  for (int frame = 0; frame < frames; ++frame) {
    if (kind.options.drives && frame % 6 == 0 && !world.config().controls.empty()) {
      world.set_control(ControlId{0}, std::uniform_real_distribution<double>(-1.5, 1.5)(random));
    }
    world.begin_frame(kSubsteps);
    for (int substep = 0; substep < kSubsteps; ++substep) {
      const double before = driving_power(world, state);
      world.substep();
      if (!kind.options.drives && substep + 1 < kSubsteps) continue;
      world.observe(state);
      work += 0.5 * (0.04 / kSubsteps) * (before + driving_power(world, state));
    }
    largest_kinetic = std::max(largest_kinetic, state.energy.kinetic);
    const double now = state.energy.kinetic + state.energy.potential - start - work;
    if (!(now <= largest_gain)) largest_gain = now;  // NaN stays
  }
  EXPECT_EQ(state.statistics.recoveries, 0u) << "seed " << seed;
  return largest_gain / largest_kinetic;
}

TEST_P(EnergyFuzz, NothingIsGained) {
  for (std::uint64_t seed = 1; seed <= seeds(25); ++seed) {
    EXPECT_LE(gain(seed, GetParam(), 50), 0.03) << "seed " << seed;
  }
}

TEST_P(EnergyFuzz, NorFromMinuteToMinute) {
  for (std::uint64_t seed = 1; seed <= seeds(25) / 25; ++seed) {
    EXPECT_LE(gain(seed, GetParam(), 3000), 0.03) << "seed " << seed;
  }
}

RandomWorldOptions over(double mass_decades) {
  RandomWorldOptions options;
  options.mass_decades = mass_decades;
  return options;
}

RandomWorldOptions with(bool RandomWorldOptions::*what, double mass_decades) {
  RandomWorldOptions options = over(mass_decades);
  options.*what = true;
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, EnergyFuzz,
    ::testing::Values(Kind{"trees over four decades", over(4)}, Kind{"trees over eight decades", over(8)},
                      Kind{"loops over four decades", with(&RandomWorldOptions::loops, 4)},
                      Kind{"hinge loops", with(&RandomWorldOptions::hinge_loops, 4)},
                      Kind{"drives that saturate", with(&RandomWorldOptions::drives, 4)},
                      Kind{"elastic stops", with(&RandomWorldOptions::elastic_stops, 4)}));

}  // namespace
}  // namespace drawbar::test
