#include "scenes/quantities/unit.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace drawbar::scenes {
namespace {

struct Unit {
  std::string_view name;
  std::string_view si;
  double factor;  ///< of the SI unit
};

constexpr double kDegree = std::numbers::pi / 180;

constexpr std::array<Unit, 17> kUnits{{
    {"mm", "m", 1e-3},
    {"cm", "m", 1e-2},
    {"km", "m", 1e3},
    {"km/h", "m/s", 1 / 3.6},
    {"deg", "rad", kDegree},
    {"deg/s", "rad/s", kDegree},
    {"kN", "N", 1e3},
    {"kN m", "N m", 1e3},
    {"kN s", "N s", 1e3},
    {"kW", "W", 1e3},
    {"kJ", "J", 1e3},
    {"Wh", "J", 3600},
    {"kWh", "J", 3.6e6},
    {"ms", "s", 1e-3},
    {"min", "s", 60},
    {"mA", "A", 1e-3},
    {"%", "", 1e-2},
}};

}  // namespace

std::optional<double> unit_factor(std::string_view unit, std::string_view si) {
  if (unit == si) return 1;
  const auto found =
      std::ranges::find_if(kUnits, [&](const Unit& u) { return u.name == unit && u.si == si; });
  if (found == kUnits.end()) return std::nullopt;
  return found->factor;
}

std::string units_like(std::string_view si) {
  std::string all(si.empty() ? "none" : si);
  for (const Unit& unit : kUnits) {
    if (unit.si == si) all += ", " + std::string(unit.name);
  }
  return all;
}

}  // namespace drawbar::scenes
