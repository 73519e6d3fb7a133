// Contact beside Bullet and ODE in one run: the pile, the vehicles and the stack of PEERS S3 to S5; how the
// cost of robots with trailers grows with their number; starts inside each other by the ten thousand.
//
//   bench_contact [pile] [stack] [vehicles] [robots] [starts [COUNT [FIRST]]]     all of them unless named
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include "tests/bench/box_engine.h"
#include "tests/bench/machines.h"
#include "tests/bench/measure.h"
#include "tests/bench/vehicle_engine.h"
#include "tests/support/overlapping_start.h"

namespace drawbar::bench {
namespace {

using physics::Vec3;

constexpr double kMicro = 1e6;

std::vector<BoxMethod> all_boxes() {
  std::vector<BoxMethod> methods{drawbar_boxes(true), drawbar_boxes(false)};
  for (BoxMethod& peer : peer_boxes()) methods.push_back(std::move(peer));
  return methods;
}

/// One scene through every engine, each once: the mean of all its steps.
void compare(const Boxes& boxes, int steps) {
  std::printf("| 10 ms | us/step | x drawbar | mean height m | largest drift sideways m |\n");
  std::printf("|---|---|---|---|---|\n");
  double ours = 0;
  std::vector<Vec3> centres(boxes.centres.size());
  for (const BoxMethod& method : all_boxes()) {
    const std::unique_ptr<BoxEngine> engine = method.make(boxes);
    const double from = thread_seconds();
    engine->advance(steps);
    const double time = (thread_seconds() - from) / steps;
    if (ours == 0) ours = time;
    engine->read(centres);
    double height = 0, drift = 0;
    for (std::size_t i = 0; i < centres.size(); ++i) {
      const Vec3 moved = centres[i] - boxes.centres[i];
      height += centres[i].z() / static_cast<double>(centres.size());
      drift = std::max(drift, moved.head<2>().norm());
    }
    std::printf("| %s | %.0f | %.2f | %.4f | %.2e |\n", method.name.c_str(), kMicro * time, time / ours,
                height, drift);
    std::fflush(stdout);
  }
}

void piles() {
  for (const bool brick : {false, true}) {
    std::printf("\n## Pile of 1000 boxes, %s, dropped 0.1 m, 500 steps\n\n",
                brick ? "brick pattern" : "aligned");
    compare(Boxes::pile(10, brick), 500);
  }
}

void stacks() {
  std::printf("\n## Stack of ten boxes, 30 s\n\n");
  compare(Boxes::stack(10), 3000);
}

/// The first second settles and sets off; then cost, and where the cars have got to.
void vehicles() {
  constexpr int kRuns = 3, kLead = 100, kSteps = 900;
  const std::vector<Vec3> starts = Fleet::starts();
  const auto count = static_cast<double>(starts.size());
  std::printf("\n## %zu vehicles over gentle hills, 10 s\n\n", starts.size());
  std::printf("| 10 ms | us per vehicle and step | x drawbar | mean way m | above ground m |\n");
  std::printf("|---|---|---|---|---|\n");
  std::vector<VehicleMethod> methods = drawbar_vehicles();
  for (VehicleMethod& peer : peer_vehicles()) methods.push_back(std::move(peer));
  double ours = 0;
  std::vector<Vec3> centres(starts.size());
  for (const VehicleMethod& method : methods) {
    const double time = median_of(kRuns, [&] {
      const std::unique_ptr<VehicleEngine> engine = method.make();
      engine->advance(kLead);
      const double from = thread_seconds();
      engine->advance(kSteps);
      const double seconds = thread_seconds() - from;
      engine->read(centres);
      return seconds / (kSteps * count);
    });
    if (ours == 0) ours = time;
    double way = 0, lowest = 1e9, highest = -1e9;
    for (std::size_t i = 0; i < centres.size(); ++i) {
      way += (centres[i].x() - starts[i].x()) / count;
      const double above = centres[i].z() - Fleet::height(centres[i].x(), centres[i].y());
      lowest = std::min(lowest, above);
      highest = std::max(highest, above);
    }
    std::printf("| %s | %.2f | %.2f | %.1f | %.2f to %.2f |\n", method.name.c_str(), kMicro * time,
                time / ours, way, lowest, highest);
    std::fflush(stdout);
  }
}

void robots() {
  std::printf("\n## KRT100 with trolley on a plane, a frame of 40 ms at 8 substeps\n\n");
  std::printf("| robots | ms/frame | ms per robot |\n|---|---|---|\n");
  for (const std::uint32_t count : {1u, 3u, 10u, 30u, 100u, 300u, 1000u}) {
    const double frame = robots_frame(count, 8);
    std::printf("| %u | %.2f | %.3f |\n", count, 1e3 * frame, 1e3 * frame / count);
    std::fflush(stdout);
  }
}

/// Four bodies inside each other, for 1 s at 10 ms; one start for each of `count` seeds from `first` on.
void starts(std::uint32_t count, std::uint32_t first) {
  std::uint32_t stopped = 0, restless = 0;
  double deepest = 0;
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const test::Settled settled = test::settle(seed, 4, 25, 4);
    if (!settled.finite) ++stopped;
    if (settled.kinetic > 50) ++restless;
    if (!settled.finite || settled.kinetic > 50) std::fprintf(stderr, "seed %u\n", seed);
    deepest = std::max(deepest, settled.deepest);
  }
  std::printf(
      "\n## Random overlapping starts\n\n| starts | not finite or stopped | above 50 J after 1 s | deepest m "
      "|\n");
  std::printf("|---|---|---|---|\n| %u | %u | %u | %.1e |\n", count, stopped, restless, deepest);
}

int run(std::span<char*> words) {
  const auto find = [&](std::string_view name) { return std::find(words.begin(), words.end(), name); };
  const auto wanted = [&](const char* name) { return words.empty() || find(name) != words.end(); };
  /// The number `place` words after `name`.
  const auto number_after = [&](const char* name, int place, std::uint32_t otherwise) {
    const auto at = find(name);
    if (words.end() - at <= place || !std::isdigit(static_cast<unsigned char>(at[place][0])))
      return otherwise;
    return static_cast<std::uint32_t>(std::strtoul(at[place], nullptr, 10));
  };
  if (wanted("pile")) piles();
  if (wanted("stack")) stacks();
  if (wanted("vehicles")) vehicles();
  if (wanted("robots")) robots();
  if (wanted("starts")) starts(number_after("starts", 1, 100000), number_after("starts", 2, 0));
  return 0;
}

}  // namespace
}  // namespace drawbar::bench

int main(int argc, char** argv) {
  return drawbar::bench::run(std::span(argv + 1, argv + argc));
}
