// `drawbar simulate` and `drawbar check` as a user runs them: columns, times, exit codes, hashes (DESIGN
// sections 3, 4).
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

class Simulate : public CommandLine {
 protected:
  Simulate() { write("scene.json", kDrivenRod); }
};

TEST_F(Simulate, HasTheColumnsOfTheContract) {
  const Rows rows = rows_of(run("simulate scene.json --duration 0.2").out);
  std::vector<std::string> expected = {"time"};
  for (const char* body : {"rod", "ball"}) {
    for (const char* part : {"x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"}) {
      expected.push_back(std::string(body) + "." + part);
    }
  }
  for (const char* column :
       {"pivot.position[0]", "pivot.velocity[0]", "pivot.error", "pivot.angle_error", "link.position[0]",
        "link.position[1]", "link.position[2]", "link.velocity[0]", "link.velocity[1]", "link.velocity[2]",
        "link.error", "link.angle_error", "motor.current", "motor.voltage", "motor.torque", "energy.kinetic",
        "energy.potential"}) {
    expected.push_back(column);
  }
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[0], expected);
  for (const auto& row : rows) EXPECT_EQ(row.size(), expected.size());
}

TEST_F(Simulate, WritesOverNoFileThatTheSceneReads) {
  write("train.json", R"({ "name": "train", "includes": [ { "file": "scene.json", "name": "a" } ] })");
  const std::string before = read("scene.json");
  for (const char* option : {"--output", "--hashes"}) {
    const Ran refused = run(std::string("simulate train.json --duration 0.2 ") + option + " scene.json");
    EXPECT_EQ(refused.code, 2) << refused.error;
    EXPECT_NE(refused.error.find(std::string(option) +
                                 " scene.json: is what the scene reads; allowed: another file"),
              std::string::npos)
        << refused.error;
  }
  EXPECT_EQ(read("scene.json"), before);
  write("tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  write("hill.json", R"({ "name": "hill", "bodies": [ { "name": "hill", "static": true,
    "shapes": [ { "type": "mesh", "file": "tetrahedron.obj" } ] } ] })");
  EXPECT_EQ(run("simulate hill.json --duration 0.04").code, 0)
      << run("simulate hill.json --duration 0.04").error;
  const Ran refused = run("simulate hill.json --duration 0.04 --output ./tetrahedron.obj");
  EXPECT_EQ(refused.code, 2) << refused.error;
  EXPECT_NE(refused.error.find("is what the scene reads"), std::string::npos) << refused.error;
}

TEST_F(Simulate, RefusesEffectsOfTheSceneThatTheFormulationDoesNotHave) {
  std::string scene = kDrivenRod;
  scene.insert(scene.rfind('}'), R"(, "effects": [ { "at": 0.1, "effect": "link break" } ])");
  write("breaks.json", scene);
  EXPECT_EQ(run("simulate breaks.json --duration 0.2").code, 0);
  const Ran refused = run("simulate breaks.json --duration 0.2 --formulation articulated_body");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.error.find("effects[0].effect: nothing in this scene allows break"), std::string::npos)
      << refused.error;
}

TEST_F(Simulate, TimeIsAMultipleOfTheSubstepNeverASum) {
  const Rows rows = rows_of(run("simulate scene.json --duration 0.3 --substep-ms 1 --sample-ms 1").out);
  ASSERT_EQ(rows.size(), 302u);
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    ASSERT_EQ(std::strtod(rows[k + 1][0].c_str(), nullptr), static_cast<double>(k) / 1000);
  }
  EXPECT_EQ(rows[8][0], "0.007");
}

TEST_F(Simulate, ADurationOfWholeSubstepsHasThemAllHoweverTheirNumberRounds) {
  // As doubles, 2010 ms / 10 ms is less than 201 by the last bit.
  const std::string of_10_ms = "simulate scene.json --substep-ms 10 --sample-ms 10 --duration ";
  const Rows whole = rows_of(run(of_10_ms + "2.01").out);
  ASSERT_EQ(whole.size(), 203u) << "a header and samples 0 to 201";
  EXPECT_EQ(whole.back()[0], "2.01");
  EXPECT_EQ(rows_of(run(of_10_ms + "2.0099").out).back()[0], "2")
      << "a substep that is not whole is left out";

  // Fifteen of 20/3 ms, as a person writes that, are a little more than 0.1 s.
  std::string scene = kDrivenRod;
  scene.insert(1, R"( "frame": { "period_ms": 6.666666667, "substeps": 1 },)");
  write("fine.json", scene);
  EXPECT_EQ(rows_of(run("simulate fine.json --duration 0.1").out).size(), 17u) << "samples 0 to 15";
}

TEST_F(Simulate, SamplingNeverChangesTheTrajectory) {
  write("drive.csv", "0.1,u,0.7\n");
  const std::string base = "simulate scene.json --duration 1 --controls drive.csv --hashes ";
  const Rows fine = rows_of(run(base + "fine.csv --sample-ms 5").out);
  const Rows coarse = rows_of(run(base + "coarse.csv --sample-ms 200").out);
  ASSERT_EQ(coarse.size(), 7u);
  for (std::size_t k = 1; k < coarse.size(); ++k) {
    const auto& same = fine[1 + (k - 1) * 40];
    // Bodies only: a joint's error is the largest since the row before.
    EXPECT_TRUE(std::equal(coarse[k].begin(), coarse[k].begin() + 27, same.begin())) << k;
  }
  EXPECT_EQ(read("fine.csv"), read("coarse.csv")) << "substep by substep, and whole frames";
  EXPECT_EQ(rows_of(read("fine.csv")).size(), 27u) << "a header and frames 0 to 25";
}

TEST_F(Simulate, ControlsActFromTheirFrameOn) {
  write("drive.csv", "time,name,value\n0.05,u,1\n");
  const Rows rows = rows_of(run("simulate scene.json --duration 0.2 --controls drive.csv").out);
  const auto voltage =
      static_cast<std::size_t>(std::find(rows[0].begin(), rows[0].end(), "motor.voltage") - rows[0].begin());
  ASSERT_LT(voltage, rows[0].size());
  EXPECT_EQ(rows[3][voltage], "0") << "the frame that starts at 0.04 s";
  EXPECT_EQ(rows[4][voltage], "24") << "the frame that starts at 0.08 s";
}

TEST_F(Simulate, WarnsOfVelocitiesThatJointsForbid) {
  std::string scene = kDrivenRod;
  scene.insert(scene.find("\"position\": [0.5, 0, 0]"), "\"linear_velocity\": [1, 0, 0], ");
  write("fast.json", scene);
  const Ran ran = run("simulate fast.json --duration 0");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.error.find("warning"), std::string::npos) << ran.error;
  EXPECT_EQ(run("simulate scene.json --duration 0").error, "");
}

TEST_F(Simulate, ExitCodesSayWhoseFaultItIs) {
  write("bad.json", R"({ "name": "s", "bodies": [ { "name": "b", "mass": -1 } ] })");
  write("bad.csv", "0,u,1\n1,nobody,1\n");
  const std::initializer_list<Answer> answers{
      {"--help", 0, ""},
      {"check scene.json", 0, ""},
      {"check bad.json", 1, "bodies[0].mass"},
      {"check none.json", 1, "none.json"},
      {"info bad.json", 1, "bodies[0].mass"},
      {"simulate bad.json --duration 1", 1, "bodies[0].mass"},
      {"simulate scene.json --duration 1 --controls bad.csv", 1, "bad.csv:2: unknown control"},
      {"", 2, ""},
      {"fly scene.json", 2, ""},
      {"simulate scene.json", 2, "--duration"},
      {"simulate scene.json --duration soon", 2, "--duration"},
      {"simulate scene.json --duration -1", 2, "--duration"},
      {"simulate scene.json --duration nan", 2, "--duration"},
      {"simulate scene.json --duration 1e300", 2, "--duration"},
      {"simulate scene.json --duration 1 --substep-ms 7", 2, "--substep-ms 7"},
      {"simulate scene.json --duration 1 --substep-ms 0", 2, "--substep-ms"},
      {"simulate scene.json --duration 1 --substep-ms 5 --sample-ms 7", 2, "--sample-ms 7"},
      {"simulate scene.json --duration 1 --substep-ms 7", 2,
       "--substep-ms 7 does not divide the period; allowed: 40 ms divided by a whole number"},
      {"simulate scene.json --duration 1 --substep-ms 80", 2, "--substep-ms 80 does not divide the period"},
      {"simulate scene.json --duration 1 --substep-ms 0.00003", 2, "--substep-ms"},
      {"simulate scene.json --duration 0.04 --substep-ms 13.333333333333", 0, ""},
      {"simulate scene.json --duration 1 --sample-ms 2.5", 2,
       "--sample-ms 2.5 is not a multiple of the substep; allowed: a multiple of 5 ms"},
      {"simulate scene.json --duration 1 --sample-ms 0", 2, "--sample-ms 0 is not a multiple"},
      {"simulate scene.json --duration 1e10", 2, "allowed: 0 or more seconds, at most 10000000000 substeps"},
      {"simulate scene.json --duration 1 --set track", 2,
       "--set \"track\"; allowed: NAME=NUMBER, such as track=1.8"},
      {"simulate scene.json --duration 1 --set track=wide", 2, "--set \"track=wide\"; allowed: NAME=NUMBER"},
      {"simulate scene.json --duration 1 --set track=1m", 2, "--set \"track=1m\"; allowed: NAME=NUMBER"},
      {"simulate scene.json --duration 1 --set track=inf", 2, "--set \"track=inf\"; allowed: NAME=NUMBER"},
      {"simulate scene.json --duration 1 --set =1", 2, "--set \"=1\"; allowed: NAME=NUMBER"},
      {"simulate scene.json --duration 1 --set track=1 --set track=2", 2,
       "--set track is given twice; allowed: once for each parameter"},
      {"simulate scene.json --duration 1 --output scene.json", 2,
       "--output scene.json: is what is read; allowed: another file"},
      {"simulate scene.json --duration 1 --controls drive.csv --hashes ./drive.csv", 2,
       "--hashes ./drive.csv: is what is read; allowed: another file"},
      {"simulate scene.json --duration 1 --output same.csv --hashes ./same.csv", 2,
       "--hashes ./same.csv: is the file of --output, too; allowed: one of its own"},
      {"simulate scene.json --duration 1 --output new.mcap --record new.mcap", 2,
       "--record new.mcap: is the file of --output, too; allowed: one of its own"},
      {"simulate scene.json --duration 1 --output /dev/null --hashes /dev/null", 0, ""},
      {"compare scene.json --duration 1 --formulations penalty --output scene.json", 2,
       "--output scene.json: is what is read"},
      {"simulate scene.json --duration 1 --variant wet", 2,
       "--variant: scene.json is a scene; allowed: with an exercise"},
      {"simulate scene.json --duration 1 --score score.json", 2,
       "--score: scene.json is a scene; allowed: with an exercise"},
      {"simulate scene.json --duration 1 --formulation nonsense", 2,
       "formulation nonsense is unknown; allowed: sequential_impulses, sequential_impulses_plain, penalty"},
      {"simulate scene.json --duration 1 --output /nonexistent/out.csv", 3, "cannot write"},
      {"simulate scene.json --duration 1 --output /dev/full", 3, "cannot write"},
  };
  expect(answers);
}

}  // namespace
}  // namespace drawbar
