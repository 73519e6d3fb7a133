// `drawbar compare` as a user runs it: table, plot, and what it says where a formulation cannot treat the
// scene.
#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

constexpr const char* kPendulum = R"({ "name": "p",
  "bodies": [ { "name": "upper", "mass": 1, "inertia": [0.1, 0.1, 0.01], "position": [0.5, 0, 0],
                "shapes": [ { "type": "sphere", "radius": 0.2 } ] },
              { "name": "lower", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [1.5, 0, 0],
                "shapes": [ { "type": "sphere", "radius": 0.9 } ] } ],
  "joints": [ { "name": "top", "type": "revolute", "parent": "world", "child": "upper", "position": [0, 0, 0], "axis": [0, 1, 0] },
              { "name": "link", "type": "revolute", "parent": "upper", "child": "lower", "position": [1, 0, 0], "axis": [0, 1, 0] } ] })";

constexpr const char* kBall = R"({ "name": "b",
  "bodies": [ { "name": "floor", "static": true, "shapes": [ { "type": "plane", "normal": [0, 0, 1] } ] },
              { "name": "ball", "mass": 1, "inertia": [0.004, 0.004, 0.004], "position": [0, 0, 0.3],
                "shapes": [ { "type": "sphere", "radius": 0.1 } ] } ] })";

constexpr const char* kRope = R"({ "name": "r",
  "bodies": [ { "name": "bob", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [1, 0, 0] } ],
  "joints": [ { "name": "line", "type": "rope", "parent": "world", "child": "bob", "position": [0, 0, 0], "child_position": [1, 0, 0] } ] })";

constexpr const char* kLoop = R"({ "name": "l",
  "bodies": [ { "name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 0.5] },
              { "name": "b", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 1] } ],
  "joints": [ { "name": "left", "type": "revolute", "parent": "world", "child": "a", "position": [0, 0, 0], "axis": [0, 1, 0] },
              { "name": "top", "type": "revolute", "parent": "a", "child": "b", "position": [0, 0, 1], "axis": [0, 1, 0] },
              { "name": "closing", "type": "spherical", "parent": "world", "child": "b", "position": [1, 0, 1] } ] })";

class Compare : public CommandLine {
 protected:
  Ran compare(const char* scene, const std::string& rest) {
    write("scene.json", scene);
    return run("compare scene.json " + rest);
  }

  /// The table's figures by "formulation substep ms": distance, at the end, joint m and rad, energy,
  /// momentum, angular momentum, cost.
  static std::map<std::string, std::vector<double>> rows_of(const std::string& table) {
    std::map<std::string, std::vector<double>> rows;
    std::stringstream lines(table);
    for (std::string line; std::getline(lines, line);) {
      std::stringstream words(line);
      std::string formulation, substep, unit;
      if (!(words >> formulation >> substep >> unit) || unit != "ms") continue;
      for (double figure = 0; words >> figure;) rows[formulation + " " + substep].push_back(figure);
    }
    return rows;
  }
};

TEST_F(Compare, MeasuresEveryFormulationAndSubstepAgainstTheAdaptiveIntegration) {
  const Ran ran =
      compare(kPendulum, "--formulations articulated_body,sequential_impulses --substep-ms 2,8 --duration 1");
  EXPECT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("scene.json: 1 s, against articulated_body adaptive to 1e-11"), std::string::npos)
      << ran.out;
  const auto rows = rows_of(ran.out);
  ASSERT_EQ(rows.size(), 4u) << ran.out;
  for (const auto& [name, figures] : rows) ASSERT_EQ(figures.size(), 8u) << name;
  // Orders 4 and 2: four times the substep.
  const auto ratio = [&](const std::string& name) {
    return rows.at(name + " 8")[0] / rows.at(name + " 2")[0];
  };
  EXPECT_GT(ratio("articulated_body"), 150);
  EXPECT_LT(ratio("articulated_body"), 400);
  EXPECT_GT(ratio("sequential_impulses"), 10);
  EXPECT_LT(ratio("sequential_impulses"), 25);
  EXPECT_LT(rows.at("articulated_body 2")[2], 1e-12);  // reduced coordinates do not come apart
  EXPECT_LT(rows.at("sequential_impulses 2")[2], 1e-6);
}

TEST_F(Compare, DrawsAPlotWithACurveForEachRun) {
  const Ran ran = compare(
      kPendulum, "--formulations composite_body,penalty --substep-ms 1 --duration 0.2 --output plot.svg");
  EXPECT_EQ(ran.code, 0) << ran.error;
  const std::string plot = read("plot.svg");
  EXPECT_EQ(plot.rfind("<svg", 0), 0u);
  EXPECT_NE(plot.find("</svg>"), std::string::npos);
  for (const char* name : {"composite_body 1 ms", "penalty 1 ms", "separation", "energy"}) {
    EXPECT_NE(plot.find(name), std::string::npos) << name;
  }
}

TEST_F(Compare, TakesAFineReferenceWhereForcesSwitch) {
  const Ran ran =
      compare(kBall, "--formulations sequential_impulses,hamiltonian --substep-ms 4 --duration 0.4");
  EXPECT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("against hamiltonian at 0.25 ms"), std::string::npos) << ran.out;
  for (const auto& [name, figures] : rows_of(ran.out)) EXPECT_LT(figures[0], 0.02) << name;
}

TEST_F(Compare, NamesWhatAFormulationCannotTreatAndRunsTheOthers) {
  Ran ran = compare(kBall, "--formulations composite_body,sequential_impulses --duration 0.2");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(
      ran.error.find("formulation composite_body cannot treat contacts: bodies 'floor' and 'ball' can touch"),
      std::string::npos)
      << ran.error;
  EXPECT_EQ(rows_of(ran.out).size(), 1u);
  ran = compare(kRope, "--formulations hamiltonian --duration 0.2");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.error.find("formulation hamiltonian cannot treat joint 'line' (rope)"), std::string::npos)
      << ran.error;
  ran = compare(kLoop, "--formulations lagrange_multipliers --duration 0.2");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.error.find("joint 'closing', which closes a loop"), std::string::npos) << ran.error;
}

TEST_F(Compare, AcceptsShapesThatCannotTouch) {
  // The two spheres overlap, but a joint joins their bodies.
  const Ran ran = compare(kPendulum, "--formulations composite_body --duration 0.2");
  EXPECT_EQ(ran.code, 0) << ran.error;
}

TEST_F(Compare, SaysWhatIsWrongWithItsArguments) {
  Ran ran = compare(kPendulum, "--formulations verlet");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.error.find("verlet"), std::string::npos);
  EXPECT_NE(ran.error.find("articulated_body"), std::string::npos) << "what is allowed: " << ran.error;
  ran = compare(kPendulum, "--formulations penalty --substep-ms 7");
  EXPECT_EQ(ran.code, 2) << ran.error;
  ran = compare(kPendulum, "--formulations penalty --output /nowhere/plot.svg");
  EXPECT_EQ(ran.code, 3) << ran.error;
}

}  // namespace
}  // namespace drawbar
