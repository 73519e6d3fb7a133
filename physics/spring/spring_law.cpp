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

// Integral of the table's force from its first point.
double table_integral(const Table& table, double deflection) {
  const std::size_t last = interval(table, deflection);
  double sum = 0;
  for (std::size_t i = 0; i < last; ++i) {
    const auto& [x0, f0] = table[i];
    const auto& [x1, f1] = table[i + 1];
    sum += 0.5 * (f0 + f1) * (x1 - x0);
  }
  const auto& [x0, f0] = table[last];
  return sum + 0.5 * (f0 + in_interval(table, last, deflection).force) * (deflection - x0);
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

double spring_energy(const AxisSpring& spring, double deflection) {
  if (spring.table.size() < 2) return 0.5 * spring.stiffness * deflection * deflection;
  return table_integral(spring.table, deflection) - table_integral(spring.table, 0);
}

}  // namespace drawbar::physics
