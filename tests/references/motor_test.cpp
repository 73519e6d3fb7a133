// The RE 40 against REFERENCES R3 (dc_motor.json): every row of its tables that a substep of 1 ms reaches.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/references/trajectory.h"

namespace drawbar::references {
namespace {

/// The published motor, current edition, on a joint that carries `load` (kg m^2), at 24 V from the start.
std::string motor(double load, double ratio, double efficiency, double friction, bool locked = false) {
  return scene(R"("bodies": [ { "name": "load", "mass": 1, "inertia": )" + text(load, load, load) + R"( } ],
      "joints": [ { "name": "axle", "type": "revolute", "parent": "world", "child": "load", "position": [0, 0, 0],
        "axis": [0, 0, 1])" +
                   (locked ? R"(, "friction": { "coulomb": 10 })" : "") + R"( } ],
      "drives": [ { "name": "motor", "type": "dc_motor", "joint": "axle", "control": "u", "supply_voltage": 24,
        "resistance": 0.299, "inductance": 8.23e-5, "torque_constant": 0.0302, "rotor_inertia": 1.42e-5,
        "coulomb_friction": )" +
                   text(friction) + R"(,
        "gear": { "ratio": )" +
                   text(ratio) + R"(, "efficiency": )" + text(efficiency) + R"( } } ],
      "controls": [ { "name": "u", "neutral": 1 } ])",
               0);
}

struct Row {
  double t, current, speed;
};

/// Largest errors over the rows, as parts of the ranges.
struct Errors {
  double current = 0;
  double speed = 0;
};

template <std::size_t n>
Errors errors(const std::string& text, const Row (&rows)[n], double substep_ms, double from = 0) {
  Trajectory run(text, substep_ms);
  Errors found;
  double most_current = 0;
  double most_speed = 0;
  for (const Row& row : rows) {
    most_current = std::max(most_current, row.current);
    most_speed = std::max(most_speed, row.speed);
    if (row.t < std::max(from, substep_ms / 1000)) continue;
    const physics::FrameState& state = run.at(row.t);
    found.current = std::max(found.current, std::abs(state.drives[0].current - row.current));
    found.speed = std::max(found.speed, std::abs(state.joints[0].velocity[0] - row.speed));
  }
  return {found.current / most_current, found.speed / most_speed};
}

constexpr Row kNoLoad[] = {
    {0.001, 69.98608087963098, 119.10048761959956},  {0.002, 57.97323944030987, 256.07318002933425},
    {0.005, 29.191937227677684, 523.9222944602086},  {0.01, 9.276594574150401, 708.6538048464355},
    {0.02, 0.9367846926000326, 786.012524367272},    {0.05, 0.0009647025195197133, 794.6930383313592},
    {0.1, 1.0130933347123775e-08, 794.7019866609941}};
constexpr Row kNoLoadWithFriction[] = {
    {0.001, 70.00661281119254, 118.8272817794475}, {0.002, 58.01738432260376, 255.5781928886679},
    {0.005, 29.2822570652235, 522.9989013269733},  {0.01, 9.398760584657554, 707.4350117909094},
    {0.02, 1.0722867016965805, 784.670028758683},  {0.05, 0.13796315988585997, 793.3366619121011},
    {0.1, 0.13700001011473326, 793.3455959326675}};
constexpr Row kOnAShaft[] = {
    {0.001, 77.10140083883883, 15.410052884473593}, {0.002, 77.15164850973703, 35.91120775713833},
    {0.005, 71.23413563989097, 94.65060865952758},  {0.01, 62.28382068457265, 182.60831423854663},
    {0.02, 47.62157162464888, 326.69906643563024},  {0.05, 21.3183360231587, 585.1896285142574},
    {0.1, 5.652963613070441, 739.1384043083702},    {0.2, 0.5110739606410909, 789.6694479726833}};
constexpr Row kGeared[] = {
    {0.001, 76.67366180581944, 0.21708659427896698}, {0.002, 75.9165039266344, 0.5035122021177955},
    {0.005, 67.78265734628944, 1.3063605194922112},  {0.01, 56.043611448467175, 2.4564089859141247},
    {0.02, 38.32348528483587, 4.192410833171993},    {0.05, 12.305838647198556, 6.74130187950824},
    {0.1, 1.9461788349346516, 7.756214714530014},    {0.2, 0.17698953067159948, 7.929538274462038}};

/// What a shaft weighs that weighs nothing.
constexpr double kNothing = 1e-9;

TEST(Motor, RunsUpAsTheExactAnswersSay) {
  const struct {
    const char* name;
    Errors found;
  } cases[] = {{"no load", errors(motor(kNothing, 1, 1, 0), kNoLoad, 1)},
               {"no load, friction", errors(motor(kNothing, 1, 1, 0.0041374), kNoLoadWithFriction, 1)},
               {"on a shaft", errors(motor(1e-4, 1, 1, 0.0041374), kOnAShaft, 1)},
               {"geared", errors(motor(0.5, 100, 0.75, 0.0041374), kGeared, 1)}};
  for (const auto& c : cases) {
    EXPECT_LT(c.found.speed, 1.1e-3) << c.name;  // while the current still rises, within L/R = 0.275 ms
    EXPECT_LT(c.found.current, 2e-3) << c.name;
  }
}

TEST(Motor, IsOfSecondOrder) {
  // From 10 ms on: the current's rise within the first substeps is over.
  const struct {
    const char* name;
    Errors at_2_ms, at_1_ms;
  } cases[] = {{"on a shaft", errors(motor(1e-4, 1, 1, 0.0041374), kOnAShaft, 2, 0.01),
                errors(motor(1e-4, 1, 1, 0.0041374), kOnAShaft, 1, 0.01)},
               {"geared", errors(motor(0.5, 100, 0.75, 0.0041374), kGeared, 2, 0.01),
                errors(motor(0.5, 100, 0.75, 0.0041374), kGeared, 1, 0.01)}};
  for (const auto& c : cases) {
    EXPECT_GT(c.at_2_ms.speed / c.at_1_ms.speed, 2.5) << c.name;
    EXPECT_LT(c.at_1_ms.speed, 5e-5) << c.name;
    EXPECT_LT(c.at_1_ms.current, 1e-4) << c.name;
  }
}

TEST(Motor, StalledTakesTheCurrentOfItsWindingExactly) {
  constexpr Row kStall[] = {{0.001, 78.14565045570465, 0}, {0.002, 80.2114649589757, 0},
                            {0.005, 80.26755749215884, 0}, {0.01, 80.26755852842808, 0},
                            {0.02, 80.2675585284281, 0},   {0.05, 80.2675585284281, 0},
                            {0.1, 80.2675585284281, 0}};
  EXPECT_LT(errors(motor(1, 1, 1, 0, true), kStall, 1).current, 1e-7);
  EXPECT_LT(errors(motor(1, 1, 1, 0, true), kStall, 5).current, 1e-7);
}

}  // namespace
}  // namespace drawbar::references
