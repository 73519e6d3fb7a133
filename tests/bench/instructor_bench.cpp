// What an instructor's work costs: the frame of a driven KRT100 with its trolley alone, with 200 malfunctions
// of many types, with an exercise of 200 triggers, and with both.
//
//   bench_instructor                       times, and what they add (Google Benchmark)
//   bench_instructor --frames NAME         50 frames of one of them, for callgrind
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/simulation.h"
#include "tests/bench/idle_effect.h"
#include "tests/bench/shipped_machine.h"
#include "tests/support/paths.h"

namespace {

using namespace drawbar;

constexpr std::uint32_t kEach = 200;

/// Conditions of every kind, none of which comes true, so that the same frames are computed.
std::string condition(std::uint32_t i) {
  const std::string quantity = fmt::format(R"("type": "quantity", "quantity": "{}")",
                                           i % 2 == 0 ? "robot.speed" : "hitch.velocity[0]");
  switch (i % 6) {
    case 0:
      return R"({ "type": "time", "after": 30000 })";
    case 1:
      return fmt::format(R"({{ {}, "above": 100, "magnitude": true, "hysteresis": 0.1 }})", quantity);
    case 2:
      return fmt::format(R"({{ {}, "above": 90, "for_at_least": 2 }})", quantity);
    case 3:
      return R"({ "type": "contact", "bodies": ["robot"], "with": ["fence"] })";
    case 4:
      return fmt::format(R"({{ "type": "all", "of": [ {{ {0}, "above": 95 }}, {{ {0}, "below": 99 }} ] }})",
                         quantity);
    default:
      return R"({ "type": "quantity", "quantity": "motor_front_left.current", "above": 1000, "magnitude": true })";
  }
}

std::string exercise_text() {
  std::string triggers;
  for (std::uint32_t i = 0; i < kEach; ++i) {
    triggers += fmt::format(
        R"({}{{ "name": "t{}", "when": {}, "actions": [ {{ "type": "bookmark", "text": {{ "en": "x" }} }} ] }})",
        i == 0 ? "" : ", ", i, condition(i));
  }
  return fmt::format(
      R"({{ "name": "bench", "scene": "krt100_trolley.json", "title": {{ "en": "t" }}, "briefing": {{ "en": "b" }},
            "triggers": [ {} ], "criteria": [ {{ "name": "d", "type": "duration" }} ] }})",
      triggers);
}

/// What acts whatever its strength.
bool is_whole(physics::EffectType type) {
  using enum physics::EffectType;
  return type == open_winding || type == short_circuit || type == track_off || type == uncouple ||
         type == absent;
}

/// One of the scene's malfunctions, at work and without strength.
physics::Effect malfunction(const scenes::EffectCatalogue& catalogue, std::uint32_t number) {
  std::vector<const scenes::EffectCatalogue::Entry*> lasting;
  for (const scenes::EffectCatalogue::Entry& entry : catalogue.entries()) {
    if (!physics::acts_at_once(entry.type->type) && !is_whole(entry.type->type)) lasting.push_back(&entry);
  }
  const scenes::EffectCatalogue::Entry& entry = *lasting[number % lasting.size()];
  return bench::idle_effect(catalogue, entry, number / lasting.size(), number);
}

struct Case {
  const char* name;
  bool malfunctions;
  bool triggers;
};
constexpr Case kCases[] = {
    {"alone", false, false}, {"malfunctions", true, false}, {"triggers", false, true}, {"both", true, true}};

std::unique_ptr<scenes::Simulation> driven(const Case& of) {
  auto loaded = scenes::load_exercise_text(exercise_text(), "bench", tests::source_folder() / "scenes");
  if (!loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().text.c_str());
    std::exit(1);
  }
  auto simulation = std::make_unique<scenes::Simulation>(loaded->scene.world,
                                                         of.triggers ? loaded->exercise.observer : nullptr);
  physics::World& world = simulation->world();
  for (std::uint32_t c = 0; c < world.config().controls.size(); ++c)
    world.set_control(physics::ControlId{c}, 0.3);
  for (int frame = 0; frame < 50; ++frame) simulation->step_frame(8);
  const scenes::EffectCatalogue catalogue(world.config());
  for (std::uint32_t i = 0; of.malfunctions && i < kEach; ++i) {
    if (!world.begin_effect(malfunction(catalogue, i))) std::abort();
  }
  return simulation;
}

void frame(scenes::Simulation& simulation, physics::FrameState& shown) {
  simulation.step_frame(8);
  simulation.observe(shown);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--frames") {
    for (const Case& of : kCases) {
      if (std::string_view(of.name) != argv[2]) continue;
      const auto simulation = driven(of);
      physics::FrameState shown = simulation->make_frame_state();
      for (int i = 0; i < 50; ++i) frame(*simulation, shown);
    }
    return 0;
  }
  for (const Case& of : kCases) {
    benchmark::RegisterBenchmark(of.name, [&of](benchmark::State& state) {
      const auto simulation = driven(of);
      physics::FrameState shown = simulation->make_frame_state();
      for (auto _ : state) frame(*simulation, shown);
    });
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
