// What effects cost: the frame of a driven KRT100 with its trolley without any, and with 200 of one type.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "physics/world/world.h"
#include "tests/bench/idle_effect.h"
#include "tests/bench/shipped_machine.h"

namespace {

using namespace drawbar;

constexpr std::uint32_t kEffects = 200;

physics::World driven() {
  physics::World world(bench::load_shipped("krt100_trolley.json").world);
  for (std::uint32_t c = 0; c < world.config().controls.size(); ++c) {
    world.set_control(physics::ControlId{c}, 0.3);
  }
  for (int frame = 0; frame < 50; ++frame) world.step_frame(8);
  return world;
}

void frames_with(benchmark::State& state, const scenes::EffectTypeInfo* type) {
  physics::World world = driven();
  const scenes::EffectCatalogue catalogue(world.config());
  for (const scenes::EffectCatalogue::Entry& entry : catalogue.entries()) {
    if (entry.type != type) continue;
    for (std::uint32_t i = 0; i < kEffects; ++i) {
      if (!world.begin_effect(bench::idle_effect(catalogue, entry, i, i))) std::abort();
    }
  }
  physics::FrameState shown = world.make_frame_state();
  for (auto _ : state) {
    world.step_frame(8);
    world.observe(shown);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::RegisterBenchmark("without", frames_with, nullptr);
  for (const scenes::EffectTypeInfo& type : scenes::effect_types()) {
    if (physics::acts_at_once(type.type)) continue;
    benchmark::RegisterBenchmark(std::string(type.name).c_str(), frames_with, &type);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
