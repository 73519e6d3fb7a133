// Random mechanisms never gain energy (issue 3): trees and loops, masses over eight decades, limits hit at
// speed, springs of any stiffness. DRAWBAR_FUZZ_SEEDS=2000 tries more of them, for longer.
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
  double mass_decades;
  bool loops;
};

void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}

class EnergyFuzz : public ::testing::TestWithParam<Kind> {};

// Largest gain over the initial energy within `frames`, as a part of the largest kinetic energy.
double gain(std::uint64_t seed, const Kind& kind, int frames) {
  RandomWorldOptions options;
  options.mass_decades = kind.mass_decades;
  options.loops = kind.loops;
  World world = random_world(seed, options).build();
  FrameState state = world.make_frame_state();
  world.observe(state);
  const double start = state.energy.kinetic + state.energy.potential;
  double largest_kinetic = state.energy.kinetic;
  double largest_gain = 0;
  for (int frame = 0; frame < frames; ++frame) {
    world.step_frame(8);
    world.observe(state);
    largest_kinetic = std::max(largest_kinetic, state.energy.kinetic);
    const double now = state.energy.kinetic + state.energy.potential - start;
    if (!(now <= largest_gain)) largest_gain = now;  // NaN stays
  }
  EXPECT_EQ(state.statistics.recoveries, 0u) << "seed " << seed;
  return largest_gain / largest_kinetic;
}

TEST_P(EnergyFuzz, NothingIsGained) {
  for (std::uint64_t seed = 1; seed <= seeds(40); ++seed) {
    EXPECT_LE(gain(seed, GetParam(), 50), 0.03) << "seed " << seed;
  }
}

TEST_P(EnergyFuzz, NorFromMinuteToMinute) {
  for (std::uint64_t seed = 1; seed <= seeds(40) / 40; ++seed) {
    EXPECT_LE(gain(seed, GetParam(), 3000), 0.03) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, EnergyFuzz,
                         ::testing::Values(Kind{"trees over four decades", 4, false},
                                           Kind{"trees over eight decades", 8, false},
                                           Kind{"loops over four decades", 4, true}));

}  // namespace
}  // namespace drawbar::test
