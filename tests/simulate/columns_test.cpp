// `--columns`: what else a table can show, and how its columns are named.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

/// A pendulum at rest, a ball on the ground, two rods coupled by a bar, a braked wheel, a steered knuckle, a
/// hitch.
constexpr const char* kManyThings = R"({ "name": "many",
  "materials": [ { "name": "rubber", "friction": 0.8 } ],
  "bodies": [
    { "name": "ground", "static": true, "shapes": [ { "type": "plane", "normal": [0, 0, 1], "material": "rubber" } ] },
    { "name": "bob", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 3] },
    { "name": "ball", "mass": 3, "inertia": [0.1, 0.1, 0.1], "position": [5, 0, 0.5], "shapes": [ { "type": "sphere", "radius": 0.5, "material": "rubber" } ] },
    { "name": "left", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [10, 0, 2] },
    { "name": "right", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [10, 2, 2] },
    { "name": "knuckle", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [15, 0, 2] },
    { "name": "trailer", "mass": 4, "inertia": [0.1, 0.1, 0.1], "position": [20, 0, 9] } ],
  "joints": [
    { "name": "pivot", "type": "revolute", "parent": "world", "child": "bob", "position": [0, 0, 4], "axis": [0, 1, 0] },
    { "name": "hinge_left", "type": "revolute", "parent": "world", "child": "left", "position": [10, 0, 3], "axis": [0, 1, 0] },
    { "name": "hinge_right", "type": "revolute", "parent": "world", "child": "right", "position": [10, 2, 3], "axis": [0, 1, 0] },
    { "name": "kingpin", "type": "revolute", "parent": "world", "child": "knuckle", "position": [15, 0, 2], "axis": [0, 0, 1],
      "spring": { "stiffness": 5000, "damping": 50, "rest_deg": 0 } },
    { "name": "pin", "type": "spherical", "parent": "world", "child": "trailer", "position": [20, 0, 9] } ],
  "couplings": [ { "name": "bar", "type": "anti_roll_bar", "joints": ["hinge_left", "hinge_right"], "stiffness": 30, "damping": 1 } ],
  "drives": [ { "name": "motor", "type": "dc_motor", "joint": "hinge_left", "control": "u", "supply_voltage": 24, "resistance": 1,
                "torque_constant": 0.05, "gear": { "ratio": 20 }, "thermal": { "resistance": 2, "time_constant": 30 } } ],
  "brakes": [ { "name": "brake", "joint": "pivot", "control": "pedal", "torque": 8 } ],
  "steerings": [ { "name": "wheel", "joints": ["kingpin"], "control": "turn", "angle_deg": 30, "wheelbase": 2 } ],
  "hitches": [ { "name": "hook", "joint": "pin", "control": "release" } ],
  "controls": [ { "name": "u" }, { "name": "pedal" }, { "name": "turn" }, { "name": "release" } ] })";

class ColumnsOf : public CommandLine {
 protected:
  ColumnsOf() {
    write("scene.json", kManyThings);
    write("drive.csv", "0.2,u,0.5\n0.2,pedal,0.25\n0.2,turn,0.5\n0.6,release,-1\n");
  }

  Ran simulate(const std::string& columns, const std::string& more = "") {
    return run("simulate scene.json --controls drive.csv --duration 1 --columns '" + columns + "' " + more);
  }

  /// The value of this column at `time` (s).
  static double value(const Rows& rows, const std::string& column, double time) {
    const auto at = std::ranges::find(rows[0], column);
    if (at == rows[0].end()) {
      ADD_FAILURE() << "no column " << column;
      return NAN;
    }
    for (std::size_t i = 1; i < rows.size(); ++i) {
      if (std::abs(std::stod(rows[i][0]) - time) < 1e-9) {
        return std::stod(rows[i][static_cast<std::size_t>(at - rows[0].begin())]);
      }
    }
    ADD_FAILURE() << "no row at " << time;
    return NAN;
  }
};

TEST_F(ColumnsOf, ReactionsAndContactsBearTheWeight) {
  const Ran ran = simulate("reactions,contacts,contacts=ground+ball,contacts=ball+ground");
  const Rows rows = rows_of(ran.out);
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NEAR(value(rows, "pivot.reaction.z", 1), 2 * 9.81, 1e-6);
  EXPECT_NEAR(value(rows, "pivot.reaction.x", 1), 0, 1e-9);
  EXPECT_NEAR(value(rows, "ball.contact.z", 1), 3 * 9.81, 1e-6);
  EXPECT_NEAR(value(rows, "ground.contact.z", 1), -3 * 9.81, 1e-6);
  EXPECT_NEAR(value(rows, "ground+ball.force.z", 1), 3 * 9.81, 1e-6) << "on the second";
  EXPECT_NEAR(value(rows, "ball+ground.force.z", 1), -3 * 9.81, 1e-6);
}

// A cantilever: the clamp bears m g l about the axis across it, and a hinge nothing about its own.
TEST_F(ColumnsOf, ReactionTorquesHoldWhatHangsOut) {
  for (const char* type : {"fixed", "hinge along the beam"}) {
    const bool fixed = std::string_view(type) == "fixed";
    const std::string joint = fixed ? R"("type": "fixed")" : R"("type": "revolute", "axis": [1, 0, 0])";
    write("beam.json",
          R"({ "name": "beam", "bodies": [ { "name": "beam", "mass": 2, "inertia": [0.1, 0.1, 0.1],
      "position": [0.5, 0, 1] } ], "joints": [ { "name": "clamp", )" +
              joint + R"(, "parent": "world", "child": "beam", "position": [0, 0, 1] } ] })");
    const Ran ran = run("simulate beam.json --duration 0.4 --columns reactions");
    const Rows rows = rows_of(ran.out);
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_NEAR(value(rows, "clamp.reaction.z", 0.4), 2 * 9.81, 1e-9) << type;
    EXPECT_NEAR(value(rows, "clamp.reaction_torque.y", 0.4), -2 * 9.81 * 0.5, 1e-9) << type;
    EXPECT_NEAR(value(rows, "clamp.reaction_torque.x", 0.4), 0, 1e-9) << type;
    EXPECT_NEAR(value(rows, "clamp.reaction_torque.z", 0.4), 0, 1e-9) << type;
  }
}

TEST_F(ColumnsOf, VehiclePartsShowWhatTheirControlsAskOfThem) {
  const Rows rows = rows_of(simulate("brakes,steerings,hitches,controls").out);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"time", "brake.torque", "wheel.angle", "hook.closed",
                                               "u.value", "pedal.value", "turn.value", "release.value"}));
  EXPECT_EQ(value(rows, "brake.torque", 0.2), 0);
  EXPECT_EQ(value(rows, "brake.torque", 0.24), 2);
  EXPECT_NEAR(value(rows, "wheel.angle", 0.24), M_PI / 12, 1e-12) << "15 degrees";
  EXPECT_EQ(value(rows, "hook.closed", 0.6), 1);
  EXPECT_EQ(value(rows, "hook.closed", 0.64), 0);
  EXPECT_EQ(value(rows, "pedal.value", 1), 0.25);
}

TEST_F(ColumnsOf, CouplingsShowTheirForceAndWindingsTheirTemperature) {
  const Ran ran = simulate("joints,couplings,temperatures,drives", "--substep-ms 0.1 --sample-ms 0.1");
  const Rows rows = rows_of(ran.out);
  ASSERT_EQ(ran.code, 0) << ran.error;
  for (const double time : {0.3, 0.5, 0.9}) {
    const double twist =
        value(rows, "hinge_left.position[0]", time) - value(rows, "hinge_right.position[0]", time);
    const double rate =
        value(rows, "hinge_left.velocity[0]", time) - value(rows, "hinge_right.velocity[0]", time);
    const double expected = -30 * twist - 1 * rate;  // N m on the first
    EXPECT_NEAR(value(rows, "bar.force", time), expected, 1e-3 * std::abs(expected) + 1e-3) << time;
  }
  EXPECT_EQ(value(rows, "motor.temperature", 0.2), 25);
  EXPECT_GT(value(rows, "motor.temperature", 1), 25.01) << "it carries current since 0.2 s";
}

TEST_F(ColumnsOf, TheDefaultIsWhatItWasAndOthersJoinItOnce) {
  const Rows plain = rows_of(run("simulate scene.json --controls drive.csv --duration 1").out);
  EXPECT_EQ(rows_of(simulate("default").out), plain);
  EXPECT_EQ(rows_of(simulate("bodies,joints,drives,energy,wheels,*").out)[0].size(),
            rows_of(simulate("*").out)[0].size());
  const Rows joined = rows_of(simulate("default,brakes,default").out);
  EXPECT_EQ(joined[0].size(), plain[0].size() + 1);
  EXPECT_EQ(joined[0].back(), "brake.torque");
}

TEST_F(ColumnsOf, PatternsChooseByName) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(rows_of(simulate("ball.z").out)[0], (Names{"time", "ball.z"}));
  EXPECT_EQ(rows_of(simulate("*.v*z,energy.*").out)[0],
            (Names{"time", "ground.vz", "bob.vz", "ball.vz", "left.vz", "right.vz", "knuckle.vz",
                   "trailer.vz", "energy.kinetic", "energy.potential"}));
  EXPECT_EQ(rows_of(simulate("*l*l.*z").out)[0],
            (Names{"time", "ball.z", "ball.qz", "ball.vz", "ball.wz", "ball.contact.z"}));
}

TEST_F(ColumnsOf, SaysWhatIsWrongAndWhatIsAllowed) {
  const struct {
    const char* columns;
    const char* message;
  } cases[] = {
      {"sprocket", "--columns sprocket: no column is called so; allowed: default, bodies, "},
      {"ball.z,", "--columns : no column is called so"},
      {"", "--columns : no column is called so"},
      {"contacts=ball+ball", "no two bodies of the scene are called so"},
      {"contacts=ball", "no two bodies of the scene are called so"},
      {"contacts=ball+nobody", "no two bodies of the scene are called so"},
  };
  for (const auto& c : cases) {
    const Ran ran = simulate(c.columns);
    EXPECT_EQ(ran.code, 2) << c.columns;
    EXPECT_NE(ran.error.find(c.message), std::string::npos) << ran.error;
  }
}

TEST_F(ColumnsOf, ExportGivesThemByResimulationAndRefusesWhatTheFileDoesNotHold) {
  const std::string all =
      "default,controls,temperatures,reactions,contacts=ground+ball,brakes,steerings,hitches,couplings";
  const Ran simulated = simulate(all, "--record run.mcap");
  ASSERT_EQ(simulated.code, 0) << simulated.error;
  EXPECT_EQ(run("export run.mcap --columns " + all).out, simulated.out);
  const Ran recorded = run("export run.mcap --as-recorded --columns temperatures,controls");
  EXPECT_EQ(recorded.code, 0) << recorded.error;
  EXPECT_EQ(value(rows_of(recorded.out), "pedal.value", 1), 0.25);
  for (const std::string item :
       {"reactions", "contacts", "contacts=ground+ball", "brakes", "steerings", "hitches", "couplings"}) {
    const Ran refused = run("export run.mcap --as-recorded --columns " + item);
    EXPECT_EQ(refused.code, 2) << item;
    EXPECT_NE(refused.error.find("the recording does not hold it"), std::string::npos) << refused.error;
  }
}

}  // namespace
}  // namespace drawbar
