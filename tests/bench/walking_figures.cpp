// Figures 7 to 9 of paper 002 again: the walking mechanism's coordinates, and how far its pins come apart
// when loops are closed at momentum level, at acceleration level, and there with Baumgarte's stabilisation.
//
//   walking_figures scenes/walking_mechanism.json > walking.csv && tests/bench/plot_walking.py walking.csv
//   DIR
#include <cstdio>
#include <cstdlib>

#include "physics/world/world.h"
#include "scenes/loader/loader.h"

namespace drawbar {
namespace {

constexpr double kDuration = 26;  // s, ten turns of the crank
constexpr double kFrame = 0.004;  // s, a row each

std::size_t joint(const physics::WorldConfig& config, const char* name) {
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    if (config.joints[j].name == name) return j;
  }
  std::fprintf(stderr, "the scene has no joint '%s'\n", name);
  std::exit(1);
}

void run(physics::WorldConfig config, const char* name, physics::LoopClosure closure, double substep_ms) {
  config.loop_closure = closure;
  config.period = kFrame;
  const std::size_t plane = joint(config, "plane"), axle = joint(config, "axle");
  const std::size_t guides[] = {joint(config, "guide_1"), joint(config, "guide_2")};
  const std::size_t vertices[] = {joint(config, "vertex_1"), joint(config, "vertex_2")};
  const std::size_t pin = joint(config, "pin_1");
  physics::World world(config);
  physics::FrameState state = world.make_frame_state();
  for (int frame = 1; frame * kFrame < kDuration + 0.5 * kFrame; ++frame) {
    world.reset_error_peaks();
    world.step_frame(static_cast<int>(kFrame * 1000 / substep_ms + 0.5));
    world.observe(state);
    const auto at = [&](std::size_t j, std::size_t k = 0) { return state.joints[j].position[k]; };
    std::printf("%s,%g,%.6g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.3e\n", name, substep_ms, frame * kFrame,
                at(plane, 0), at(plane, 1), at(plane, 2), at(axle), at(guides[0]), at(guides[1]),
                at(vertices[0]), at(vertices[1]), state.joints[pin].error);
  }
}

}  // namespace
}  // namespace drawbar

int main(int count, char** arguments) {
  using drawbar::physics::LoopClosure;
  if (count != 2) {
    std::fprintf(stderr, "usage: walking_figures SCENE\n");
    return 2;
  }
  const auto loaded = drawbar::scenes::load_file(arguments[1]);
  if (!loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().text.c_str());
    return 1;
  }
  std::printf("closure,substep_ms,time,y,z,phi,alpha,z1,z2,gamma1,gamma2,pin\n");
  for (double substep_ms : {1.0, 4.0}) {
    drawbar::run(loaded->world, "momentum", LoopClosure::momentum, substep_ms);
    drawbar::run(loaded->world, "acceleration", LoopClosure::acceleration, substep_ms);
    drawbar::run(loaded->world, "baumgarte", LoopClosure::baumgarte, substep_ms);
  }
}
