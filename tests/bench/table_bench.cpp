// The table of README.md: chains beside Bullet, ODE, MuJoCo and Simbody in one run, our own machines, gates
// and goals.
//
//   bench_table [chains] [masses] [order] [growth] [machines]     all of them unless named; then the gates
//   that they decide
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "tests/bench/drawbar_engine.h"
#include "tests/bench/gates.h"
#include "tests/bench/machines.h"
#include "tests/bench/measure.h"

namespace drawbar::bench {
namespace {

constexpr double kCoarse = 0.005, kFine = 0.001;  // s
constexpr double kMicro = 1e6;

std::string machine() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

struct Comparison {
  ChainResult coarse, fine;  ///< ours, at 5 and 1 ms
};

void print_row(const std::string& name, const ChainResult& r, double ours) {
  if (!r.finished) {
    std::printf("| %s | - | - | - | - | - | - |\n", name.c_str());
    return;
  }
  std::printf("| %s | %.2f | %.2f | %.1e | %.1e | %+.1e | %.1e |\n", name.c_str(), kMicro * r.step_time,
              r.step_time / ours, r.separation, r.energy_peak, r.energy_end, r.tip_error);
  std::fflush(stdout);
}

/// One chain through everything.
Comparison compare(const Chain& chain, double seconds) {
  const physics::Vec3 tip = reference_tip(chain);
  std::printf("\n### N = %d, end mass %g kg, %g s\n\n", chain.links, chain.end_mass, seconds);
  std::printf("| 5 ms | us/step | x drawbar | separation m | energy peak | energy end | tip error m |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  Comparison ours;
  for (const Method& method : drawbar_methods()) {
    const ChainResult result = measure(method, chain, kCoarse, seconds, tip);
    if (ours.coarse.step_time == 0) ours.coarse = result;
    print_row(method.name, result, ours.coarse.step_time);
  }
  for (const Method& method : peer_methods()) {
    if (chain.links > method.most_links) continue;
    print_row(method.name, measure(method, chain, kCoarse, seconds, tip), ours.coarse.step_time);
  }
  ours.fine = measure(drawbar_methods()[0], chain, kFine, seconds, tip);
  print_row("drawbar, 1 ms", ours.fine, ours.coarse.step_time);
  return ours;
}

class Table {
 public:
  void chains() {
    std::printf("\n## Chains of equal links\n");
    for (const int links : {2, 10, 100, 1000}) {
      const Comparison c = compare(Chain{links, 1}, links > 100 ? 1 : 5);
      separation_ = std::max({separation_, c.coarse.separation, c.fine.separation});
      const std::string n = "N = " + std::to_string(links);
      if (links <= 10) {
        gates_.add("tip error at 1 s, " + n + ", 5 ms", c.coarse.tip_error, 2e-4, 1e-4, "m");
        gates_.add("tip error at 1 s, " + n + ", 1 ms", c.fine.tip_error, 8e-6, 4e-6, "m");
      }
      if (links == 10) {
        gates_.add("energy peak over 5 s, N = 10, 5 ms", c.coarse.energy_peak, 5e-3, 5e-3, "");
        gates_.add("energy peak over 5 s, N = 10, 1 ms", c.fine.energy_peak, 2e-4, 2e-4, "");
        gates_.add("energy at the end of 5 s, N = 10, 5 ms", std::fabs(c.coarse.energy_end), 5e-3, 1e-4, "");
        gates_.add("energy at the end of 5 s, N = 10, 1 ms", std::fabs(c.fine.energy_end), 2e-4, 1e-6, "");
      }
      if (links >= 10) {
        gates_.add("cost of a joint, " + n, kMicro * c.coarse.step_time / links, 0.35, 0.20, "us");
      }
    }
  }

  void masses() {
    std::printf("\n## Ten links, the last one heavy\n");
    for (const double mass : {10.0, 100.0, 1000.0, 10000.0}) {
      const Comparison c = compare(Chain{10, mass}, 5);
      separation_ = std::max({separation_, c.coarse.separation, c.fine.separation});
      if (mass < 10000) continue;
      gates_.add("tip error at 1 s, end mass 10 000, 5 ms", c.coarse.tip_error, 3e-3, 2e-4, "m");
      gates_.add("tip error at 1 s, end mass 10 000, 1 ms", c.fine.tip_error, 2e-4, 2e-5, "m");
    }
    double worst = 0;
    for (const int links : {3, 4, 5}) {
      for (const double step : {kCoarse, kFine}) {
        const Chain chain{links, 1000};
        const ChainResult r = measure(drawbar_methods()[0], chain, step, 10, physics::Vec3::Zero());
        const double in_drops =
            r.energy_peak * chain.energy_scale() / (1000 * Chain::kGravity * Chain::kLength);
        worst = std::max(worst, r.finished && r.separation < 1e-3 ? in_drops : 1e9);
      }
    }
    gates_.add("energy, end mass 1000, N = 3, 4, 5, 10 s, 5 and 1 ms, of M g l", worst, 1, 0.1, "");
  }

  void order() {
    const Chain chain;
    const physics::Vec3 tip = reference_tip(chain);
    std::printf(
        "\n## Convergence, N = 10\n\n| step ms | tip error m | order | energy peak |\n|---|---|---|---|\n");
    double before = 0;
    for (const int substeps : {8, 16, 32, 64, 128}) {
      const ChainResult r = measure(drawbar_methods()[0], chain, 0.04 / substeps, 1, tip);
      std::printf("| %g | %.3e | %s | %.2e |\n", 40.0 / substeps, r.tip_error,
                  before > 0 ? std::to_string(std::log2(before / r.tip_error)).c_str() : "", r.energy_peak);
      before = r.tip_error;
    }
  }

  void growth() {
    std::printf("\n## Growth with N\n\n| N | us/step | ns per joint |\n|---|---|---|\n");
    double least = 1, most = 0;
    for (const int links : {10, 30, 100, 300, 1000, 3000, 10000}) {
      // Within the first second, before short chains whip and their substeps are cut into pieces.
      const int steps = 8 * std::clamp(20000 / (8 * links), 1, 20);
      const double time = median_of(5, [&] {
        const std::unique_ptr<Engine> engine = drawbar_methods()[0].make(Chain{links, 1}, kCoarse);
        engine->advance(8);
        const double from = thread_seconds();
        engine->advance(steps);
        return (thread_seconds() - from) / steps;
      });
      std::printf("| %d | %.2f | %.0f |\n", links, kMicro * time, 1e9 * time / links);
      least = std::min(least, time / links);
      most = std::max(most, time / links);
    }
    gates_.add("growth: dearest joint / cheapest, N = 10 to 10 000", most / least, 2, 2, "");
  }

  void machines() {
    gates_.add("six-axis arm with drives, per substep", kMicro * arm_substep(), 5, 1.5, "us");
    gates_.add("vehicle and trailer on a plane, per substep", kMicro * robots_frame(1, 8) / 8, 20, 7, "us");
    gates_.add("vehicle and trailer over hills, per substep", kMicro * vehicle_substep(), 20, 7, "us");
    gates_.add("100 robots with trailers, a frame at 8 substeps", 1e3 * robots_frame(100, 8), 40, 40, "ms");
    gates_.add("100 robots with trailers, a frame at 40 substeps", 1e3 * robots_frame(100, 40), 200, 40,
               "ms");
    gates_.add("four-bar with 40 loops, 10 s, 1 ms", four_bar_error(40), 3e-3, 3e-5, "m");
  }

  void finish() {
    if (separation_ > 0) gates_.add("joint separation, all chains above", separation_, 1e-6, 1e-7, "m");
    gates_.print();
  }

 private:
  Gates gates_;
  double separation_ = 0;
};

int run(int argc, char** argv) {
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  std::printf("%s, %s, one thread, thread CPU time, medians\n", date, machine().c_str());
  struct Part {
    const char* name;
    void (Table::*run)();
  };
  constexpr Part kParts[] = {{"chains", &Table::chains},
                             {"masses", &Table::masses},
                             {"order", &Table::order},
                             {"growth", &Table::growth},
                             {"machines", &Table::machines}};
  for (int i = 1; i < argc; ++i) {
    const bool known = std::any_of(std::begin(kParts), std::end(kParts),
                                   [&](const Part& part) { return std::strcmp(argv[i], part.name) == 0; });
    if (known) continue;
    std::fprintf(stderr, "%s is none of: chains masses order growth machines\n", argv[i]);
    return 2;
  }
  Table table;
  for (const Part& part : kParts) {
    const bool named = std::any_of(argv + 1, argv + argc,
                                   [&](const char* word) { return std::strcmp(word, part.name) == 0; });
    if (argc == 1 || named) (table.*part.run)();
  }
  table.finish();
  return 0;
}

}  // namespace
}  // namespace drawbar::bench

int main(int argc, char** argv) {
  return drawbar::bench::run(argc, argv);
}
