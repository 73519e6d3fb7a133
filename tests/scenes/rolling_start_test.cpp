// A scene that begins in motion: what is carried along, how fast wheels and shafts turn, and what stays the
// author's.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

constexpr double kTyreRadius = 0.3 - 0.25 * 3000 / 100000;  ///< less a quarter of its deflection

// A car that turns while it drives: two driven wheels behind a differential, an engine on its shaft, and a
// wheel on an arm. The left wheel has a sensor and a box besides its tyre.
std::string moving_car() {
  return R"({
  "name": "car", "start_rolling": true,
  "bodies": [
    { "name": "car", "mass": 900, "inertia": [90, 90, 90], "position": [0, 0, 0.5],
      "linear_velocity": [10, 0, 0], "angular_velocity": [0, 0, 0.5] },
    { "name": "left", "mass": 10, "inertia": [1, 1, 1], "position": [-1, 0.7, 0.3], "shapes": [
      { "type": "sphere", "radius": 9, "sensor": true }, { "type": "box", "size": [0.1, 0.1, 0.1] },
      { "type": "cylinder", "radius": 0.3, "length": 0.2, "rotation_deg": [90, 0, 0] } ] },
    { "name": "right", "mass": 10, "position": [-1, -0.7, 0.3], "shapes": [ { "type": "sphere", "radius": 0.3 } ] },
    { "name": "arm", "mass": 1, "inertia": [1, 1, 1], "position": [2, 0, 0.4] },
    { "name": "front", "mass": 10, "position": [2.5, 0, 0.3], "shapes": [ { "type": "sphere", "radius": 0.3 } ] },
    { "name": "shaft", "mass": 1, "inertia": [1, 1, 1], "position": [-0.5, 0, 0.3] },
    { "name": "engine", "mass": 1, "inertia": [1, 1, 1], "position": [1, 0, 0.3] },
    { "name": "mast", "mass": 1, "inertia": [1, 1, 1], "position": [9, 9, 9] },
    { "name": "kerb", "static": true, "position": [0, 5, 0] }
  ],
  "joints": [
    { "name": "front_hub", "type": "revolute", "parent": "arm", "child": "front", "position": [2.5, 0, 0.3], "axis": [0, 3, 0] },
    { "name": "hinge", "type": "revolute", "parent": "car", "child": "arm", "position": [2, 0, 0.5], "axis": [0, 0, 1] },
    { "name": "left_hub", "type": "revolute", "parent": "car", "child": "left", "position": [-1, 0.7, 0.3], "axis": [0, 1, 0] },
    { "name": "right_hub", "type": "revolute", "parent": "car", "child": "right", "position": [-1, -0.7, 0.3], "axis": [0, 1, 0] },
    { "name": "shaft_bearing", "type": "revolute", "parent": "car", "child": "shaft", "position": [-0.5, 0, 0.3], "axis": [2, 0, 0] },
    { "name": "engine_bearing", "type": "revolute", "parent": "car", "child": "engine", "position": [1, 0, 0.3], "axis": [0, 0, 1] },
    { "name": "mast_foot", "type": "revolute", "parent": "kerb", "child": "mast", "position": [9, 9, 8], "axis": [0, 0, 1] }
  ],
  "couplings": [
    { "name": "gearbox", "type": "gear", "joints": ["engine_bearing", "shaft_bearing"], "ratio": -4 },
    { "name": "bar", "type": "anti_roll_bar", "joints": ["left_hub", "hinge"], "stiffness": 1 },
    { "name": "diff", "type": "differential", "joints": ["shaft_bearing", "left_hub", "right_hub"] }
  ],
  "tyres": [ { "name": "other", "nominal_load": 9, "longitudinal_stiffness": 9, "lateral_stiffness": 9, "relaxation_length": 9,
               "vertical_stiffness": 9 },
             { "name": "soft", "nominal_load": 3000, "longitudinal_stiffness": 9000, "lateral_stiffness": 7000,
               "relaxation_length": 0.2, "vertical_stiffness": 100000, "rolling_deflection": 0.25 } ],
  "wheels": [ { "name": "l", "joint": "left_hub", "tyre": "soft" }, { "name": "r", "joint": "right_hub", "tyre": "soft" },
              { "name": "f", "joint": "front_hub", "tyre": "soft" } ]
})";
}

struct Velocity {
  physics::Vec3 linear, angular;
};

std::map<std::string, Velocity> begun(const std::string& text) {
  std::map<std::string, Velocity> all;
  for (const physics::BodyConfig& body : loaded(text).world.bodies)
    all[body.name] = {body.linear_velocity, body.angular_velocity};
  return all;
}

void expect_near(const physics::Vec3& found, const physics::Vec3& expected) {
  EXPECT_LT((found - expected).norm(), 1e-12) << found.transpose() << " instead of " << expected.transpose();
}

TEST(RollingStart, CarriesBodiesAsOnePieceWithWhatTheyHangOn) {
  const auto all = begun(moving_car());
  const auto carried = [](double x, double y) { return physics::Vec3(10 - 0.5 * y, 0.5 * x, 0); };
  expect_near(all.at("car").linear, {10, 0, 0});
  expect_near(all.at("car").angular, {0, 0, 0.5});
  expect_near(all.at("arm").linear, carried(2, 0));
  expect_near(all.at("arm").angular, {0, 0, 0.5});
  expect_near(all.at("left").linear, carried(-1, 0.7));
  expect_near(all.at("right").linear, carried(-1, -0.7));
  expect_near(all.at("front").linear, carried(2.5, 0));
  expect_near(all.at("engine").linear, carried(1, 0));
  for (const char* still : {"mast", "kerb"}) {
    expect_near(all.at(still).linear, physics::Vec3::Zero());
    expect_near(all.at(still).angular, physics::Vec3::Zero());
  }
}

TEST(RollingStart, TurnsWheelsByTheRoadBelowAndShaftsByTheirGears) {
  const auto all = begun(moving_car());
  const double left = (10 - 0.35) / kTyreRadius, right = (10 + 0.35) / kTyreRadius;
  expect_near(all.at("left").angular, {0, left, 0.5});
  expect_near(all.at("right").angular, {0, right, 0.5});
  expect_near(all.at("front").angular, {0, 10 / kTyreRadius, 0.5});
  const double shaft = (left + right) / 2;
  expect_near(all.at("shaft").angular, {shaft, 0, 0.5});
  expect_near(all.at("engine").angular, {0, 0, 0.5 + 4 * shaft});
}

TEST(RollingStart, GoesAgainstGravityWhicheverWayThatIs) {
  const auto left_with = [](const char* gravity) {
    return begun(replaced(moving_car(), R"("name": "car", "start_rolling")",
                          R"("name": "car", "gravity": )" + std::string(gravity) + R"(, "start_rolling")"))
        .at("left")
        .angular.y();
  };
  const double left = (10 - 0.35) / kTyreRadius;
  EXPECT_NEAR(left_with("[0, 0, -3]"), left, 1e-12);
  EXPECT_NEAR(left_with("[0, 0, 3]"), -left, 1e-12) << "on a ceiling";
  EXPECT_NEAR(left_with("[0, 0, 0]"), left, 1e-12) << "up is where z goes";
  // Up is x: the wheel's forward is down, where its hub does not go but for the car's turn.
  EXPECT_NEAR(left_with("[-3, 0, 0]"), 0, 1e-12);
}

TEST(RollingStart, ALeaningWheelRollsAndOneThatLiesDoesNot) {
  const auto spin_of = [](const std::string& axis) {
    const physics::Vec3 turns =
        begun(replaced(moving_car(), R"("axis": [0, 3, 0])", R"("axis": )" + axis)).at("front").angular;
    return physics::Vec3(turns - physics::Vec3(0, 0, 0.5));
  };
  expect_near(spin_of("[0, 3, 4]"), physics::Vec3(0, 0.6, 0.8) * (10 / kTyreRadius));
  expect_near(spin_of("[0, -1, 0]"), physics::Vec3(0, 10 / kTyreRadius, 0));
  const double least = std::sqrt(1 - 0.301 * 0.301), most = std::sqrt(1 - 0.299 * 0.299);
  EXPECT_GT(spin_of("[0, 0.301, " + std::to_string(least) + "]").norm(), 30);
  EXPECT_EQ(spin_of("[0, 0.299, " + std::to_string(most) + "]").norm(), 0);
}

TEST(RollingStart, WhatTheAuthorGaveStays) {
  // The wheel slides, yet what hangs on its gears goes with the road; the engine has a speed of its own.
  std::string text = replaced(moving_car(), R"("position": [-1, 0.7, 0.3], "shapes")",
                              R"("position": [-1, 0.7, 0.3], "angular_velocity": [0, 3, 0], "shapes")");
  text = replaced(text, R"("position": [1, 0, 0.3] })",
                  R"("position": [1, 0, 0.3], "angular_velocity": [0, 0, 7] })");
  const auto all = begun(text);
  expect_near(all.at("left").linear, physics::Vec3::Zero());
  expect_near(all.at("left").angular, {0, 3, 0});
  expect_near(all.at("engine").angular, {0, 0, 7});
  // The left wheel's own hub stands still, so the differential takes half of the right wheel's.
  expect_near(all.at("shaft").angular, {(10 + 0.35) / kTyreRadius / 2, 0, 0.5});
  const auto off = begun(replaced(moving_car(), R"("start_rolling": true)", R"("start_rolling": false)"));
  expect_near(off.at("car").linear, {10, 0, 0});
  expect_near(off.at("left").linear, physics::Vec3::Zero());
  expect_near(off.at("shaft").angular, physics::Vec3::Zero());
}

TEST(RollingStart, AWheelWithoutARoundShapeIsRefusedAndOneAtRestIsNot) {
  const std::string square = replaced(
      moving_car(),
      R"({ "name": "front", "mass": 10, "position": [2.5, 0, 0.3], "shapes": [ { "type": "sphere", "radius": 0.3 } ] })",
      R"({ "name": "front", "mass": 10, "position": [2.5, 0, 0.3], "shapes": [ { "type": "box", "size": [1, 1, 1] } ] })");
  const std::string errors = errors_of(square);
  EXPECT_TRUE(errors.ends_with(
      ": wheels[2].joint: the wheel has no round shape, by which start_rolling could spin it; allowed: a "
      "cylinder, capsule or sphere on body front"))
      << errors;
  EXPECT_TRUE(load(replaced(square, R"("linear_velocity": [10, 0, 0], "angular_velocity": [0, 0, 0.5])",
                            R"("drag_area": 0)"))
                  .has_value());
}

TEST(RollingStart, OnlyRevoluteShaftsThatNothingElseTurnsFollowTheirGears) {
  const std::string slides = replaced(moving_car(), R"("name": "engine_bearing", "type": "revolute")",
                                      R"("name": "engine_bearing", "type": "prismatic")");
  expect_near(begun(slides).at("engine").angular, {0, 0, 0.5});
  // The arm's hinge is coupled by a bar alone, which transmits no turn.
  expect_near(begun(moving_car()).at("arm").angular, {0, 0, 0.5});
  // With one wheel's rate the differential has two unknown: nothing follows.
  const std::string one =
      replaced(moving_car(), R"({ "name": "r", "joint": "right_hub", "tyre": "soft" },)", "");
  expect_near(begun(one).at("shaft").angular, {0, 0, 0.5});
  expect_near(begun(one).at("engine").angular, {0, 0, 0.5});
}

}  // namespace
}  // namespace drawbar::scenes::testing
