// Rules between the fields of one part: the whole message of each, and what lies just on the good side of it.
#include <gtest/gtest.h>

#include <string>

#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

const char* const kPivotParts =
    R"("limits_deg": [[-90, 90]], "friction": { "coulomb": 0.1 }, "spring": { "stiffness": 40, "rest_deg": 10 })";
const char* const kBallJoint =
    R"("type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []])";
const char* const kFloorShape = R"({ "type": "plane", "normal": [0, 0, 1], "material": "steel" })";
const char* const kBlockShape = R"({ "type": "box", "size": [1, 2, 3], "material": "oak" })";
const char* const kLastList = R"("controls": [ { "name": "throttle" } ])";

struct Wrong {
  const char* piece;
  std::string by;
  const char* message;  ///< with its path
};

std::string before_controls(const std::string& lists) {
  return lists + ", " + kLastList;
}
std::string ball_by(const std::string& rest) {
  return R"("parent": "rod", "child": "block", "position": [1, 0, 2], )" + rest;
}

void expect_message(const Wrong& wrong) {
  const std::string errors = errors_of(replaced(good_scene(), wrong.piece, wrong.by));
  EXPECT_NE(errors.find(wrong.message), std::string::npos) << wrong.message << "\nin\n" << errors;
}

TEST(BadJoints, OfAxesFrictionSpringsAndStops) {
  const auto pivot = [](const char* fields, const char* message) {
    expect_message({kPivotParts, fields, message});
  };
  pivot(R"("friction": { "coefficient": 0.1 })",
        "joints[0].friction[0]: the field \"radius\" is missing; allowed: the radius of the bearing beside "
        "coefficient (m)");
  pivot(R"("friction": { "radius": 0.1 })",
        "joints[0].friction[0].radius: given without coefficient; allowed with: coefficient");
  pivot(R"("friction": [{}, {}])",
        "joints[0].friction: has 2 entries; allowed: 1, or one for each of its 1 free axes");
  pivot(R"("spring": [{}, {}])",
        "joints[0].spring: has 2 entries; allowed: 1, or one for each of its 1 free axes");
  pivot(R"("limits_deg": [[-90, 90]], "stop": [{}, {}])",
        "joints[0].stop: has 2 entries; allowed: 1, or one for each of its 1 free axes");
  pivot(R"("limits_deg": [[-90, 90], [-1, 1]])",
        "joints[0].limits_deg: has 2 entries; allowed: 1, or one for each of its 1 turning axes");
  pivot(R"("limits_deg": [[-90, 90]], "stop": { "damping": 2 })",
        "joints[0].stop[0].damping: given without stiffness; allowed with: stiffness");
  pivot(R"("limits_deg": [[-90, 90]], "stop": { "stiffness": 2, "restitution": 0.1 })",
        "joints[0].stop[0].restitution: given beside stiffness; allowed: of a hard stop, without stiffness");
  pivot(R"("stop": {})", "joints[0].stop: given without limits; allowed with: limits, limits_deg, cone");
  pivot(R"("spring": { "stiffness": 4, "table_deg": [[-1, -1], [1, 1]] })",
        "joints[0].spring[0].stiffness: given beside a table; allowed: one of the two");
  pivot(R"("spring": { "table": [[-1, -1], [1, 1]] })",
        "joints[0].spring[0].table: the axis turns; allowed: table_deg (deg)");
  pivot(R"("spring": { "table_deg": [[1, 1]] })",
        "joints[0].spring[0].table_deg: has one point; allowed: two or more");
  pivot(R"("spring": { "table_deg": [[0, 0], [0, 1]] })",
        "joints[0].spring[0].table_deg[1]: does not go on from the point before it; allowed: increasing "
        "deflection, "
        "force that does not fall");
  pivot(R"("spring": { "damper_table": [[0, 0]] })",
        "joints[0].spring[0].damper_table: has one point; allowed: two or more");
  pivot(R"("spring": { "damper_table": [[-1, 0], [0, 0], [1, -1]] })",
        "joints[0].spring[0].damper_table[2]: does not go on from the point before it; allowed: increasing "
        "rate, force "
        "that does not fall");
  const auto slider = [](const char* fields, const char* message) {
    expect_message(
        {kBallJoint, ball_by(std::string(R"("type": "prismatic", "axis": [1, 0, 0])") + fields), message});
  };
  slider(R"(, "friction": { "coefficient": 0.1, "radius": 0.1 })",
         "joints[1].friction[0].radius: the axis slides; allowed: on an axis that turns");
  slider(R"(, "spring": { "stiffness": 1, "rest_deg": 1 })",
         "joints[1].spring[0].rest_deg: the axis slides; allowed: rest (m)");
  slider(R"(, "spring": { "table_deg": [[-1, -1], [1, 1]] })",
         "joints[1].spring[0].table_deg: the axis slides; allowed: table (m)");
  slider(R"(, "limits": [[0.2, -0.2]])",
         "joints[1].limits[0]: found [0.2, -0.2]; allowed: [lower, upper] with lower <= upper");
  // Of a table each point may be level with the one before it, and range and frictions may be of nothing.
  for (const char* good :
       {R"("spring": { "table_deg": [[-1, 1], [1, 1]] })", R"("limits_deg": [[0, 0]])",
        R"("spring": { "damper_table": [[0, 0], [1, 0]] })", R"("friction": { "coefficient": 0 })"}) {
    EXPECT_TRUE(load(replaced(good_scene(), kPivotParts, good)).has_value()) << good;
  }
}

TEST(BadJoints, OfFramesConesGuidesAndAnchors) {
  const auto second = [](const std::string& fields, const char* message) {
    expect_message({kBallJoint, ball_by(fields), message});
  };
  second(R"("type": "spherical", "axis2": [1, 0, 0])",
         "joints[1].axis2: given without axis; allowed: both, or neither");
  second(R"("type": "universal", "axis": [1, 0, 0])",
         "joints[1]: the field \"axis2\" is missing; allowed: both axis and axis2, or neither");
  second(R"("type": "planar", "axis": [1, 0, 0])",
         "joints[1]: the field \"axis2\" is missing; allowed: both axis and axis2, or neither");
  second(R"("type": "universal", "axis": [1, 0, 0], "axis2": [0, 0, 0])",
         "joints[1].axis2: has no length; allowed: any vector of length above 0");
  second(R"("type": "universal", "axis": [1, 0, 0], "axis2": [0.01, 1, 0])",
         "joints[1].axis2: is not at right angles to axis (cosine ");
  second(R"("type": "spherical", "cone": { "swing_deg": 10 }, "limits_deg": [[-1, 1]])",
         "joints[1].cone: given beside limits_deg; allowed: one of the two");
  second(R"("type": "spherical", "cone": { "swing_deg": 10, "twist_deg": [5, -5] })",
         "joints[1].cone.twist_deg: found [5, -5]; allowed: [lower, upper] with lower <= upper");
  second(R"("type": "distance", "child_position": [1, 0, 2])",
         "joints[1].child_position: is where position is; allowed: another point, the distance is kept");
  const std::string guided = R"("type": "guided", "axis": [0, 0, 1], "axis2": [1, 0, 0], "guide": )";
  second(guided + R"({ "table_deg": [[0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]], "travel": [-1, 1] })",
         "joints[1].guide.travel: given beside table_deg; allowed with: links");
  const auto links = [](const char* first) {
    return R"("links": [{ "from": )" + std::string(first) +
           R"(, "to": [1, 0, 1.8] }, { "from": [1.9, -1, 1.8], "to": [1, 0, 1.8] }, { "from": [0.1, -1, 2.2], "to": [1, 0, 2.2] },
              { "from": [1.9, -1, 2.2], "to": [1, 0, 2.2] }, { "from": [0.8, -1, 2], "to": [0.8, 0, 2] }] })";
  };
  second(guided + "{" + links("[1, 0, 1.8]"),
         "joints[1].guide.links[0]: has no length; allowed: two different points");
  second(guided + "{" + links("[0.1, -1, 1.8]"),
         "joints[1].guide: the field \"travel\" is missing; allowed: [lower, upper] (m) beside links");
  for (const char* range : {"[0, 0.1]", "[-0.1, 0]"}) {
    second(guided + R"({ "travel": )" + range + ", " + links("[0.1, -1, 1.8]"),
           "joints[1].guide.travel: is not about the initial pose; allowed: lower < 0 < upper (m)");
  }
  second(
      R"("type": "guided", "axis2": [1, 0, 0], "guide": { "table_deg": [[0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]] })",
      "joints[1]: the field \"axis\" is missing; allowed: axis, the way of travel, and axis2, forward");
  EXPECT_TRUE(load(replaced(good_scene(), kBallJoint,
                            ball_by(R"("type": "universal", "axis": [1, 0, 0], "axis2": [0.0005, 1, 0])")))
                  .has_value());
}

TEST(BadCouplings, AreNamedWithPlaceAndRemedy) {
  const auto coupling = [](const std::string& fields, const char* message) {
    expect_message(
        {kLastList, before_controls(R"("couplings": [ { "name": "c", )" + fields + " } ]"), message});
  };
  coupling(R"("type": "gear", "joints": ["pivot"], "ratio": 1)",
           "couplings[0].joints: has 1 names; allowed: 2");
  coupling(R"("type": "differential", "joints": ["pivot", "ball"])",
           "couplings[0].joints: has 2 names; allowed: 3");
  coupling(R"("type": "gear", "joints": ["pivot", "ball"], "axes": [0], "ratio": 1)",
           "couplings[0].axes: has 1 entries; allowed: 2");
  coupling(R"("type": "gear", "joints": ["pivot", "bal"], "ratio": 1)", "couplings[0].joints[1]: ");
  coupling(R"("type": "gear", "joints": ["ball", "ball"], "axes": [1, 1], "ratio": 1)",
           "couplings[0].joints[1]: this axis is named before; allowed: different axes");
  coupling(R"("type": "gear", "joints": ["pivot", "ball"], "axes": [1, 0], "ratio": 1)",
           "couplings[0].joints[0]: joint pivot has no axis 1; allowed: a joint whose free axes are counted "
           "from 0");
  coupling(R"("type": "rack_and_pinion", "joints": ["pivot", "ball"], "radius": 1)",
           "couplings[0].joints[0]: the rack's axis turns; allowed: an axis that slides");
  coupling(R"("type": "gear", "joints": ["pivot", "ball"], "ratio": 0)",
           "couplings[0].ratio: found 0; allowed: any other number");
  const std::string split =
      R"("type": "differential", "joints": ["pivot", "ball", "ball"], "axes": [0, 1, 2])";
  coupling(split + R"(, "lock_control": "throttle")",
           "couplings[0].lock_control: given without lock_torque; allowed with: lock_torque");
  coupling(split + R"(, "lock_torque": 1, "lock_control": "throtle")", "couplings[0].lock_control: ");
  const std::string rack =
      replaced(good_scene(), kBallJoint, ball_by(R"("type": "prismatic", "axis": [1, 0, 0])"));
  const auto of_rack = [&](const char* fields) {
    return errors_of(replaced(rack, kLastList,
                              before_controls(R"("couplings": [ { "name": "c", "type": "rack_and_pinion", )" +
                                              std::string(fields) + " } ]")));
  };
  EXPECT_NE(of_rack(R"("joints": ["ball", "pivot"], "radius": 0)")
                .find("couplings[0].radius: found 0; allowed: any other number (m)"),
            std::string::npos);
  const std::string turned = of_rack(R"("joints": ["pivot", "ball"], "radius": 1)");
  EXPECT_NE(turned.find("couplings[0].joints[0]: the rack's axis turns"), std::string::npos) << turned;
  EXPECT_NE(turned.find("couplings[0].joints[1]: the pinion's axis slides; allowed: an axis that turns"),
            std::string::npos)
      << turned;
}

TEST(BadDrives, OfModesInputsAndAxes) {
  const auto drive = [](const char* piece, const char* by, const char* message) {
    expect_message({piece, by, message});
  };
  const char* const kSupply = R"("supply_voltage": 24)";
  drive(kSupply, R"("supply_voltage": 24, "mode": "current")",
        "drives[0]: the field \"current_limit\" is missing; allowed: in current mode, a number above 0 (A)");
  drive(kSupply, R"("supply_voltage": 24, "mode": "speed")",
        "drives[0]: the field \"speed_limit\" is missing; allowed: in speed mode, a number above 0 (rad/s)");
  drive(kSupply, R"("supply_voltage": 24, "speed_limit": 3)",
        "drives[0].speed_limit: not used in this mode; allowed in: speed, position");
  drive(kSupply, R"("supply_voltage": 24, "mode": "current", "current_limit": 1, "controller": {})",
        "drives[0].controller: not used in this mode; allowed in: speed, position");
  drive(R"("control": "throttle",)", R"("control": "throttle", "inputs": [ { "control": "throttle" } ],)",
        "drives[0]: inputs given beside control; allowed: one of the two");
  drive(R"("control": "throttle",)", R"("inputs": [ { "control": "throttle" }, { "control": "trottle" } ],)",
        "drives[0].inputs[1].control: ");
  drive(R"("joint": "pivot")", R"("joint": "pivot", "axis": 1)",
        "drives[0].axis: joint pivot has 1 axes that can be driven; allowed: axis below that");
  drive(
      R"("drives": [ {)",
      R"("drives": [ { "name": "other", "type": "dc_motor", "joint": "pivot", "control": "throttle", "supply_voltage": 24, "resistance": 1, "torque_constant": 1 }, {)",
      "drives[1].joint: drive other acts on this axis too; allowed: one drive per axis");
  drive(
      kSupply,
      R"("supply_voltage": 24, "thermal": { "resistance": 2, "time_constant": 30, "ambient": 80, "limit": 80 })",
      "drives[0].thermal.limit: is not above ambient; allowed: above 80");
  // Two axes of one joint may be driven each, and an axis without an end may not be the range of a command.
  const std::string ball = replaced(good_scene(), R"("joint": "pivot", "control")",
                                    R"("joint": "ball", "mode": "position", "axis": 1, "control")");
  EXPECT_TRUE(load(ball).has_value());
  const std::string both = replaced(
      ball, R"("drives": [ {)",
      R"("drives": [ { "name": "other", "type": "dc_motor", "joint": "ball", "control": "throttle", "supply_voltage": 24, "resistance": 1, "torque_constant": 1 }, {)");
  EXPECT_TRUE(load(both).has_value());
  EXPECT_NE(
      errors_of(replaced(ball, R"("axis": 1)", R"("axis": 2)"))
          .find(
              "drives[0].mode: position mode spans the joint's limits, and joint ball has none on this axis"),
      std::string::npos);
}

TEST(BadShapes, OfMeshesHeightsAndMaps) {
  const auto floor = [](const std::string& shape, const char* message) {
    expect_message({kFloorShape, shape, message});
  };
  floor(R"({ "type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0]] })",
        "bodies[2].shapes[0]: a mesh without triangles; allowed: vertices and triangles, or file");
  floor(R"({ "type": "mesh", "triangles": [[0,1,2]] })",
        "bodies[2].shapes[0]: a mesh without triangles; allowed: vertices and triangles, or file");
  floor(R"({ "type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0]], "triangles": [[0,1,2],[0,1,3]] })",
        "bodies[2].shapes[0].triangles[1]: names a vertex that is not there; allowed: 0 to 2");
  floor(R"({ "type": "plane", "normal": [0, 0, 0] })",
        "bodies[2].shapes[0].normal: has no length; allowed: any vector of length above 0");
  const auto field = [&](const std::string& fields, const char* message) {
    floor(R"({ "type": "heightfield", "spacing": 1, )" + fields + " }", message);
  };
  const std::string four = R"("columns": 2, "rows": 2, "heights": [0,1,2,3])";
  field(R"("columns": 2, "rows": 2)",
        "bodies[2].shapes[0]: a heightfield without samples; allowed: file, or heights");
  field(four + R"(, "samples": [0,1,2,3])",
        "bodies[2].shapes[0]: heights given beside samples; allowed: one of the two");
  field(R"("columns": 2, "heights": [0,1,2,3])",
        "bodies[2].shapes[0]: heights need the fields \"columns\" and \"rows\"");
  field(R"("columns": 16384, "rows": 16384, "heights": [0])",
        "bodies[2].shapes[0]: has 268435456 samples; allowed: at most 7000000");
  field(four + R"(, "max_height": 1)",
        "bodies[2].shapes[0]: min_height and max_height scale the samples of a file; allowed: not beside "
        "heights");
  field(R"("columns": 2, "rows": 2, "samples": [0,1,2,3], "max_height": 1)",
        "bodies[2].shapes[0]: the samples of a file need the fields \"min_height\" and \"max_height\" (m)");
  field(R"("columns": 2, "rows": 2, "samples": [0,1,2,3], "min_height": 1, "max_height": 0.5)",
        "bodies[2].shapes[0].max_height: is below min_height; allowed: at least min_height");
  field(four + R"(, "map": [0])",
        "bodies[2].shapes[0]: a map needs the field \"map_materials\", the names its cells stand for");
  field(four + R"(, "map_materials": ["oak"])",
        "bodies[2].shapes[0]: map_materials given without a map; allowed: with map_file, or map");
  field(four + R"(, "map": [0, 0], "map_materials": ["oak"])",
        "bodies[2].shapes[0].map: has 2 cells; allowed: (columns - 1) x (rows - 1), 1");
  field(four + R"(, "map": [2], "map_materials": ["oak", "steel"])",
        "bodies[2].shapes[0].map: has a cell of 2; allowed: places in map_materials, 0 to 1");
  field(four + R"(, "map": [0], "map_materials": ["okk"])", "bodies[2].shapes[0].map_materials[0]: ");
  for (const std::string& good :
       {four + R"(, "map": [1], "map_materials": ["oak", "steel"])",
        std::string(R"("columns": 2, "rows": 2, "samples": [0,1,2,3], "min_height": 1, "max_height": 1)")}) {
    EXPECT_TRUE(
        load(replaced(good_scene(), kFloorShape, R"({ "type": "heightfield", "spacing": 1, )" + good + " }"))
            .has_value())
        << good;
  }
  floor(R"({ "type": "convex" })",
        "bodies[2].shapes[0]: the field \"points\" is missing; allowed: points, or file");
  expect_message({kBlockShape, R"({ "type": "box", "size": [0, 2, 3], "material": "oak" })",
                  "bodies[1].shapes[0].size[0]: found 0; allowed: an edge above 0 (m)"});
}

TEST(BadMaterials, OfPairsAndFields) {
  const auto pairs = [](const std::string& list, const char* message) {
    expect_message({kLastList, before_controls(R"("material_pairs": [)" + list + "]"), message});
  };
  pairs(R"({ "materials": ["oak"] })", "material_pairs[0].materials: has 1 names; allowed: two");
  pairs(R"({ "materials": ["oak", "steel"] }, { "materials": ["steel", "oak"] })",
        "material_pairs[1].materials: this pair is listed before; allowed: once");
  expect_message({R"("friction": 0.4)", R"("friction": 0.4, "damping": 1)",
                  "materials[0].damping: given without stiffness; allowed with: stiffness"});
  expect_message({R"("static": true,)", R"("static": true, "linear_velocity": [0, 0, 1],)",
                  "bodies[2]: a static body with a velocity; allowed: none"});
  expect_message({R"("static": true,)", R"("static": true, "angular_velocity": [0, 0, 1],)",
                  "bodies[2]: a static body with a velocity; allowed: none"});
  expect_message({R"("static": true,)", R"("linear_velocity": [0, 0, 2e5],)",
                  "bodies[2].linear_velocity: 2e+05 m/s; allowed: below 1e+05"});
  expect_message({R"("static": true,)", R"("angular_velocity": [-1e5, 0, 0],)",
                  "bodies[2].angular_velocity: 1e+05 rad/s; allowed: below 1e+05"});
  expect_message({R"("static": true,)", R"("static": true, "drag_area": 1,)",
                  "bodies[2].drag_area: on a body that no force moves; allowed: 0"});
  expect_message({R"("name": "throttle" })", R"("name": "throttle", "range": [1, 1], "neutral": 1 })",
                  "controls[0].range: found [1, 1]; allowed: [lower, upper] with lower < upper"});
  expect_message({R"("name": "throttle" })", R"("name": "throttle", "neutral": 1.5 })",
                  "controls[0].neutral: is 1.5; allowed: within the range, -1 to 1"});
  for (const char* neutral :
       {R"("name": "throttle", "neutral": 1 })", R"("name": "throttle", "neutral": -1 })"}) {
    EXPECT_TRUE(load(replaced(good_scene(), R"("name": "throttle" })", neutral)).has_value());
  }
  // Colours have six digits of either case.
  for (const char* color : {"#c0c0c", "#c0c0c00", "c0c0c0#", "#c0c0cg", "#C0c0c:"}) {
    expect_message({"#c0c0c0", color, "bodies[0].shapes[0].color: is not a colour; allowed: \"#rrggbb\""});
  }
  for (const char* color : {"#09afAF", "#FFffFF", "#000000"}) {
    EXPECT_TRUE(load(replaced(good_scene(), "#c0c0c0", color)).has_value()) << color;
  }
}

TEST(BadBelts, OfShapesAndTracks) {
  const auto belt = [](const char* fields, const char* message) {
    expect_message(
        {R"("size": [1, 2, 3], )", R"("size": [1, 2, 3], "belt": )" + std::string(fields) + ", ", message});
  };
  belt(R"({ "axis": [0, 1, 0], "joint": "pivot" })",
       "bodies[1].shapes[0].belt: joint given without radius; allowed: both or neither");
  belt(R"({ "axis": [0, 1, 0], "radius": 1 })",
       "bodies[1].shapes[0].belt: radius given without joint; allowed: both or neither");
  // A wheel on the rod that the block's sprocket drives.
  const std::string sprocket =
      replaced(good_scene(), kBallJoint, ball_by(R"("type": "revolute", "axis": [0, 1, 0])"));
  const auto track = [&](const std::string& wheels, const char* fields, const char* message) {
    const std::string text = replaced(
        sprocket, kLastList,
        before_controls(
            R"("tracks": [ { "name": "t", "sprocket": "ball", "sprocket_radius": 0.1, "width": 0.1, "wheels": [)" +
            wheels + "]" + fields + " } ]"));
    if (*message == '\0') {
      const auto good = load(text);
      EXPECT_TRUE(good.has_value()) << (good ? "" : good.error().text);
      return;
    }
    const std::string errors = errors_of(text);
    EXPECT_NE(errors.find(message), std::string::npos) << message << "\nin\n" << errors;
  };
  const std::string wheel = R"({ "position": [2, 0, 2], "radius": 0.1 })";
  track(wheel, "", "");
  track("", "", "tracks[0].wheels: has no wheel besides the sprocket; allowed: at least one");
  track(R"({ "position": [1.01, 0, 2], "radius": 0.3 })", "",
        "tracks[0].wheels: two neighbours lie one inside the other; allowed: wheels that a belt passes from "
        "one to the next");
  track(R"({ "position": [2, 0, 2], "radius": 0.1, "body": "world" })", "",
        "tracks[0].wheels[0].body: world cannot carry a belt; allowed: a body");
  track(R"({ "position": [2, 0, 2], "radius": 0.1, "body": "block" })", "",
        "tracks[0].wheels[0].body: the sprocket itself turns with the belt; allowed: a body that carries the "
        "wheel");
  track(R"({ "position": [2, 0, 2], "radius": 0.1, "body": "blok" })", "", "tracks[0].wheels[0].body: ");
  track(wheel, R"(, "color": "red")", "tracks[0].color: is not a colour; allowed: \"#rrggbb\"");
  track(wheel, R"(, "material": "okk")", "tracks[0].material: ");
  track(
      R"({ "position": [2, 0, 2], "radius": 0.1 }, { "position": [1.5, 0, 3], "radius": 0.1 }, { "position": [1.5, 0, 2.5], "radius": 0.1 })",
      "", "tracks[0].wheels: no taut belt lies on all of them in this order");
}

TEST(BadNames, CannotBeColumnsOfATable) {
  const auto named = [](const std::string& name) {
    return replaced(good_scene(), R"("name": "floor")", R"("name": ")" + name + '"');
  };
  for (const std::string& name :
       {std::string("a,b"), std::string(R"(a\"b)"), std::string(" a"), std::string("a "),
        std::string(R"(a\u0001b)"), std::string(R"(a\u007fb)"), std::string(101, 'a')}) {
    const std::string errors = errors_of(named(name));
    EXPECT_NE(errors.find("bodies[2].name: "), std::string::npos) << errors;
    EXPECT_NE(errors.find("cannot be a column's name"), std::string::npos) << errors;
  }
  for (const std::string& name : {std::string("a b"), std::string(100, 'a'), std::string("пол")})
    EXPECT_TRUE(load(named(name))) << name;
}

TEST(BadConsoles, NamePartsThatTheSceneHasNot) {
  const auto console = [](const std::string& lists, const char* message) {
    expect_message({kLastList, before_controls(R"("console": { )" + lists + " }"), message});
  };
  const auto instrument = [&](const std::string& fields, const char* message) {
    console(R"("instruments": [ { )" + fields + " } ]", message);
  };
  instrument(R"("type": "sway", "body": "rod", "from": "rood")", "console.instruments[0].from: ");
  instrument(R"("type": "control", "control": "throtle")", "console.instruments[0].control: ");
  instrument(R"("type": "joint", "joint": "pivott")", "console.instruments[0].joint: ");
  instrument(R"("type": "speed", "body": "rod", "normal": [2, 1])",
             "console.instruments[0].normal: found [2, 1]");
  instrument(R"("type": "speed", "body": "rod", "safe": [2, 1])",
             "console.instruments[0].safe: found [2, 1]");
  console(R"("cameras": [ { "label": "eye", "body": "rood", "position": [0, 0, 1], "target": [1, 0, 1] } ])",
          "console.cameras[0].body: ");
  for (const char* key : {"c", "A", "{", "`", "1", "ab", ""}) {
    for (const char* keys : {"raise_keys", "lower_keys"}) {
      console(
          R"("levers": [ { "control": "throttle", ")" + std::string(keys) + R"(": [")" + key + R"("] } ])",
          (std::string("console.levers[0].") + keys + "[0]: is no key of a lever").c_str());
    }
  }
  expect_message(
      {kLastList,
       before_controls(R"("camera": { "position": [1, 1, 1], "target": [0, 0, 0], "follow": "rood" })"),
       "camera.follow: "});
}

TEST(BadControls, HaveARangeFromLessToMoreAroundTheirNeutral) {
  const auto control = [](const std::string& fields, const char* message) {
    expect_message({R"({ "name": "throttle" })", R"({ "name": "throttle", )" + fields + " }", message});
  };
  control(R"("range": [1, 1])",
          "controls[0].range: found [1, 1]; allowed: [lower, upper] with lower < upper");
  control(R"("range": [0, 1e16])", "controls[0].range[1]: found 1e+16");
  control(R"("range": [-1e16, 0])", "controls[0].range[0]: found -1e+16");
  control(R"("range": [1, 2])", "controls[0].neutral: is 0; allowed: within the range, 1 to 2");
  control(R"("range": [-2, -1])", "controls[0].neutral: is 0; allowed: within the range, -2 to -1");
}

}  // namespace
}  // namespace drawbar::scenes::testing
