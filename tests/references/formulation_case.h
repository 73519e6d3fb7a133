// A reference problem, what is read of it, and how each formulation is to treat it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/support/world_builder.h"

namespace drawbar::test {

/// What one formulation makes of a problem, run with a substep and with half of it. No case is left out: one
/// that a formulation cannot treat says so here.
struct Treatment {
  enum class Kind {
    converges,  ///< errors fall by 2^order, the smaller one is below `figure`
    exact,      ///< both errors are below `figure`: rounding
    within,     ///< both are below `figure` x substep (s): where something switches within a substep, errors
                ///< depend on where in it
    gives,      ///< joints give: it converges to a mechanism of its own, and that, made 16 times as stiff, is
                ///< nearer to the answer than `figure`
    departs,    ///< known not to follow: it is further off than `figure`
    refused
  };
  Kind kind = Kind::refused;
  double substep_ms = 0;
  double figure = 0;  ///< in the units of Case::measure
  double order = 0;
  std::string words;  ///< after "formulation NAME cannot treat "

  static Treatment converges(double substep_ms, double order, double tolerance) {
    return {Kind::converges, substep_ms, tolerance, order, {}};
  }
  static Treatment exact(double substep_ms, double tolerance) {
    return {Kind::exact, substep_ms, tolerance, 0, {}};
  }
  static Treatment within(double substep_ms, double rate) { return {Kind::within, substep_ms, rate, 0, {}}; }
  static Treatment gives(double substep_ms, double tolerance) {
    return {Kind::gives, substep_ms, tolerance, 1, {}};
  }
  static Treatment departs(double substep_ms, double by) { return {Kind::departs, substep_ms, by, 0, {}}; }
  static Treatment refused(const std::string& words) { return {Kind::refused, 0, 0, 0, words}; }
  static Treatment touching(const std::string& a, const std::string& b) {
    return refused("contacts: bodies '" + a + "' and '" + b + "' can touch");
  }
};

struct Case {
  std::string name;
  std::function<WorldBuilder()> make;
  double time = 0;  ///< s, at which it is read
  std::function<std::vector<double>(const FrameState&)> measure;
  std::vector<double> answer;
  Treatment trees = Treatment::converges(16, 4, 1e-6);  ///< all five of paper 001
  Treatment hamiltonian = trees;
  Treatment solver = Treatment::converges(4, 2, 1e-3);
  Treatment plain = Treatment::converges(1, 1, 1e-2);
  Treatment penalty = Treatment::converges(1, 1, 1e-2);
};

}  // namespace drawbar::test
