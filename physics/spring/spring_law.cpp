#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

using Table = std::vector<std::array<double, 2>>;

// Index of the table's interval that `x` is in, the outer ones open-ended.
std::size_t interval(const Table& table, double x) {
  std::size_t i = 0;
  while (i + 2 < table.size() && x > table[i + 1][0]) ++i;
  return i;
}

SpringForce in_interval(const Table& table, std::size_t i, double deflection) {
  const auto& [x0, f0] = table[i];
  const auto& [x1, f1] = table[i + 1];
  const double slope = (f1 - f0) / (x1 - x0);
  return {f0 + slope * (deflection - x0), slope};
}

}  // namespace

SpringForce spring_force(const AxisSpring& spring, double deflection) {
  if (spring.table.size() < 2) return {spring.stiffness * deflection, spring.stiffness};
  return in_interval(spring.table, interval(spring.table, deflection), deflection);
}

SpringForce damper_force(const AxisSpring& spring, double rate) {
  if (spring.damper_table.empty()) return {};
  return in_interval(spring.damper_table, interval(spring.damper_table, rate), rate);
}

}  // namespace drawbar::physics
