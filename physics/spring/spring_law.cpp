#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

// Index of the table's interval that `deflection` is in, the outer ones open-ended.
std::size_t interval(const AxisSpring& spring, double deflection) {
  std::size_t i = 0;
  while (i + 2 < spring.table.size() && deflection > spring.table[i + 1][0]) ++i;
  return i;
}

SpringForce in_interval(const AxisSpring& spring, std::size_t i, double deflection) {
  const auto& [x0, f0] = spring.table[i];
  const auto& [x1, f1] = spring.table[i + 1];
  const double slope = (f1 - f0) / (x1 - x0);
  return {f0 + slope * (deflection - x0), slope};
}

// Integral of the table's force from its first point.
double table_integral(const AxisSpring& spring, double deflection) {
  const std::size_t last = interval(spring, deflection);
  double sum = 0;
  for (std::size_t i = 0; i < last; ++i) {
    const auto& [x0, f0] = spring.table[i];
    const auto& [x1, f1] = spring.table[i + 1];
    sum += 0.5 * (f0 + f1) * (x1 - x0);
  }
  const auto& [x0, f0] = spring.table[last];
  return sum + 0.5 * (f0 + in_interval(spring, last, deflection).force) * (deflection - x0);
}

}  // namespace

SpringForce spring_force(const AxisSpring& spring, double deflection) {
  if (spring.table.size() < 2) return {spring.stiffness * deflection, spring.stiffness};
  return in_interval(spring, interval(spring, deflection), deflection);
}

double spring_energy(const AxisSpring& spring, double deflection) {
  if (spring.table.size() < 2) return 0.5 * spring.stiffness * deflection * deflection;
  return table_integral(spring, deflection) - table_integral(spring, 0);
}

}  // namespace drawbar::physics
