#include "tests/bench/gates.h"

#include <cstdio>

namespace drawbar::bench {

void Gates::add(const std::string& quantity, double measured, double gate, double goal, const char* unit) {
  lines_.push_back({quantity, measured, gate, goal, unit});
}

void Gates::print() const {
  std::printf("\n| quantity | measured | gate | | goal | |\n|---|---|---|---|---|---|\n");
  for (const Line& line : lines_) {
    const auto verdict = [&](double bound) { return line.measured <= bound ? "met" : "MISSED"; };
    std::printf("| %s | %.3g %s | %.3g | %s | %.3g | %s |\n", line.quantity.c_str(), line.measured, line.unit,
                line.gate, verdict(line.gate), line.goal, verdict(line.goal));
  }
}

}  // namespace drawbar::bench
