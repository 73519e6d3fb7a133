// A 205/60 R 15 91V passenger car tyre at 2.2 bar as coefficients of the Magic Formula.
//
// They are those of table A3.1 in Pacejka, Tyre and Vehicle Dynamics, second edition, 2006, appendix 3, which
// several public programs quote alike. The table has no PHY3 and no relaxation lengths of version 5.2: PHY3,
// PTX1 to PTX3, PTY1 and PTY2 are ours, of the size such tyres have.
#pragma once

#include <map>
#include <string>

#include "physics/model/magic_formula.h"

namespace drawbar::test {

using Coefficients = std::map<std::string, double>;

inline Coefficients published_tyre() {
  return {{"FNOMIN", 4000}, {"UNLOADED_RADIUS", 0.313},
          {"PCX1", 1.685},  {"PDX1", 1.210},
          {"PDX2", -0.037}, {"PEX1", 0.344},
          {"PEX2", 0.095},  {"PEX3", -0.020},
          {"PEX4", 0},      {"PKX1", 21.51},
          {"PKX2", -0.163}, {"PKX3", 0.245},
          {"PHX1", -0.002}, {"PHX2", 0.002},
          {"PVX1", 0},      {"PVX2", 0},
          {"RBX1", 12.35},  {"RBX2", -10.77},
          {"RCX1", 1.092},  {"RHX1", 0.007},
          {"PCY1", 1.193},  {"PDY1", -0.990},
          {"PDY2", 0.145},  {"PDY3", -11.23},
          {"PEY1", -1.003}, {"PEY2", -0.537},
          {"PEY3", -0.083}, {"PEY4", -4.787},
          {"PKY1", -14.95}, {"PKY2", 2.130},
          {"PKY3", -0.028}, {"PHY1", 0.003},
          {"PHY2", -0.001}, {"PHY3", 0.075},
          {"PVY1", 0.045},  {"PVY2", -0.024},
          {"PVY3", -0.532}, {"PVY4", 0.039},
          {"RBY1", 6.461},  {"RBY2", 4.196},
          {"RBY3", -0.015}, {"RCY1", 1.081},
          {"RHY1", 0.009},  {"RVY1", 0.053},
          {"RVY2", -0.073}, {"RVY3", 0.517},
          {"RVY4", 35.44},  {"RVY5", 1.9},
          {"RVY6", -10.71}, {"QBZ1", 8.964},
          {"QBZ2", -1.106}, {"QBZ3", -0.842},
          {"QBZ5", -0.227}, {"QCZ1", 1.180},
          {"QDZ1", 0.100},  {"QDZ2", -0.001},
          {"QDZ3", 0.007},  {"QDZ4", 13.05},
          {"QEZ1", -1.609}, {"QEZ2", -0.359},
          {"QEZ3", 0},      {"QEZ4", 0.174},
          {"QEZ5", -0.896}, {"QHZ1", 0.007},
          {"QHZ2", -0.002}, {"QHZ3", 0.147},
          {"QHZ4", 0.004},  {"PTX1", 2.0},
          {"PTX2", 0.7},    {"PTX3", -0.3},
          {"PTY1", 1.8},    {"PTY2", 1.9}};
}

inline physics::MagicFormula formula_of(const Coefficients& coefficients) {
  physics::MagicFormula formula;
  for (const physics::MagicFormulaField& field : physics::kMagicFormulaFields) {
    const auto found = coefficients.find(std::string(field.name));
    if (found != coefficients.end()) formula.*field.value = found->second;
  }
  return formula;
}

}  // namespace drawbar::test
