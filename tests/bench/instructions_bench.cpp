// One machine through a fixed number of frames, for instructions.sh to count its instructions, and the hash
// of the motion that it ends in: poses and velocities, whatever else a state holds in either build.
//
//   bench_instructions [MACHINE]     their names without one
#include <cstdio>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "protocol/state_hash.h"
#include "tests/bench/drawbar_engine.h"
#include "tests/bench/drawbar_worlds.h"
#include "tests/bench/machines.h"
#include "tests/support/four_bars.h"

namespace drawbar::bench {
namespace {

using physics::World;
using physics::WorldConfig;

void print_hash(const World& world) {
  physics::FrameState end = world.make_frame_state();
  world.observe(end);
  std::vector<double> motion;
  const auto add = [&](const auto& vector) {
    motion.insert(motion.end(), vector.data(), vector.data() + vector.size());
  };
  for (const physics::BodyReading& body : end.bodies) {
    add(body.position);
    add(body.orientation.coeffs());
    add(body.linear_velocity);
    add(body.angular_velocity);
  }
  const auto bytes = std::as_bytes(std::span(motion));
  std::printf("%016llx\n", static_cast<unsigned long long>(protocol::state_hash(bytes)));
}

void run(
    const WorldConfig& config, int frames, int substeps, void (*start)(World&) = [](World&) {}) {
  World world(config);
  start(world);
  for (int i = 0; i < frames; ++i) world.step_frame(substeps);
  print_hash(world);
}

void run_chain(int links, int frames) {
  run(chain_world(Chain{links, 1}, physics::Formulation::sequential_impulses), frames, 8);
}

void drive_over_hills() {
  const HillsDrive drive = load_hills_drive();
  World world(drive.config);
  for (int i = 0; i < 50; ++i) step_driven(world, drive.controls);
  print_hash(world);
}

struct Machine {
  std::string_view name;
  void (*run)();
};

constexpr Machine kMachines[] = {
    {"chain_10", [] { run_chain(10, 50); }},
    {"chain_100", [] { run_chain(100, 10); }},
    {"chain_1000", [] { run_chain(1000, 2); }},
    {"four_bars_40", [] { run(test::four_bars(40).config, 10, 8); }},
    {"arm", [] { run(arm_world(), 25, 8, start_arm); }},
    {"vehicle_plane",
     [] { run(robots_world(1), 25, 8, [](World& w) { w.set_control(physics::ControlId{0}, 0.7); }); }},
    {"vehicle_hills", drive_over_hills},
    {"fleet_100", [] { run(fleet_world(true), 5, 4, start_fleet); }},
    {"pile_125", [] { run(boxes_world(Boxes::pile(5, true), false), 25, 4); }},
    {"stack_10", [] { run(boxes_world(Boxes::stack(10), false), 50, 4); }},
};

int main_of(std::string_view wanted) {
  for (const Machine& machine : kMachines) {
    if (wanted.empty()) std::printf("%.*s\n", static_cast<int>(machine.name.size()), machine.name.data());
    if (machine.name != wanted) continue;
    machine.run();
    return 0;
  }
  if (wanted.empty()) return 0;
  std::fprintf(stderr, "no such machine; without a name they are listed\n");
  return 2;
}

}  // namespace
}  // namespace drawbar::bench

int main(int argc, char** argv) {
  return drawbar::bench::main_of(argc > 1 ? argv[1] : "");
}
