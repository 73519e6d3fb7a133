// Every number of a part reaches the engine, in its unit: scenes whose figures all differ, and from the
// defaults.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <variant>

#include "physics/world/world.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

constexpr double kRadian = 3.14159265358979323846 / 180;

const char* const kThrottle = R"("controls": [ { "name": "throttle" } ])";

// The good scene with these lists besides its own.
std::string with_lists(const std::string& lists) {
  return replaced(good_scene(), kThrottle, lists + ", " + kThrottle);
}

std::string with_motor(const std::string& fields) {
  return replaced(good_scene(), R"("gear": { "ratio": 43 })", fields);
}

TEST(EveryField, OfADriveReachesTheEngine) {
  const std::string fields =
      R"("inputs": [ { "control": "throttle", "gain": 0.25 }, { "control": "throttle", "gain": -2 } ],
      "mode": "speed", "inductance": 0.001, "rotor_inertia": 0.002, "coulomb_friction": 0.003,
      "viscous_friction": 0.004, "current_limit": 5, "brake_torque": 6, "speed_limit": 7,
      "gear": { "ratio": 8, "efficiency": 0.9, "back_efficiency": 0.7, "self_locking": true },
      "controller": { "speed_proportional": 10, "speed_integral": 11, "position_proportional": 12 },
      "thermal": { "resistance": 13, "time_constant": 14, "ambient": 15, "limit": 16 })";
  const physics::WorldConfig world =
      loaded(
          replaced(with_motor(fields), R"("joint": "pivot", "control": "throttle",)", R"("joint": "pivot",)"))
          .world;
  const physics::DriveConfig& d = world.drives[0];
  EXPECT_EQ(d.name, "motor");
  ASSERT_EQ(d.inputs.size(), 2u);
  EXPECT_EQ(d.inputs[0].gain, 0.25);
  EXPECT_EQ(d.inputs[1].gain, -2);
  EXPECT_EQ(d.mode, physics::DriveMode::speed);
  EXPECT_EQ(d.supply_voltage, 24);
  EXPECT_EQ(d.resistance, 0.299);
  EXPECT_EQ(d.inductance, 0.001);
  EXPECT_EQ(d.torque_constant, 0.0302);
  EXPECT_EQ(d.rotor_inertia, 0.002);
  EXPECT_EQ(d.coulomb_friction, 0.003);
  EXPECT_EQ(d.viscous_friction, 0.004);
  EXPECT_EQ(d.current_limit, 5);
  EXPECT_EQ(d.brake_torque, 6);
  EXPECT_EQ(d.controller.speed_limit, 7);
  EXPECT_EQ(d.gear.ratio, 8);
  EXPECT_EQ(d.gear.efficiency, 0.9);
  EXPECT_EQ(d.gear.back_efficiency, 0.7);
  EXPECT_TRUE(d.gear.self_locking);
  EXPECT_EQ(d.controller.speed_proportional, 10);
  EXPECT_EQ(d.controller.speed_integral, 11);
  EXPECT_EQ(d.controller.position_proportional, 12);
  ASSERT_TRUE(d.thermal.has_value());
  EXPECT_EQ(d.thermal->resistance, 13);
  EXPECT_EQ(d.thermal->time_constant, 14);
  EXPECT_EQ(d.thermal->ambient, 15);
  EXPECT_EQ(d.thermal->limit, 16);
}

TEST(EveryField, ModesOfADriveAreTheEnginesOwn) {
  const auto mode = [](const char* fields) {
    return loaded(with_motor(std::string(fields) + R"(, "gear": { "ratio": 43 })")).world.drives[0].mode;
  };
  EXPECT_EQ(mode(R"("mode": "voltage")"), physics::DriveMode::voltage);
  EXPECT_EQ(mode(R"("mode": "current", "current_limit": 3)"), physics::DriveMode::current);
  EXPECT_EQ(mode(R"("mode": "speed", "speed_limit": 3)"), physics::DriveMode::speed);
  EXPECT_EQ(mode(R"("mode": "position")"), physics::DriveMode::position);
}

TEST(DefaultsOf, ALoopAreInUnitsOfTheBackEmfAtTheJoint) {
  const physics::DriveConfig d =
      loaded(with_motor(R"("mode": "position", "gear": { "ratio": 43 })")).world.drives[0];
  const double back_emf = 0.0302 * 43;  // V s/rad
  EXPECT_DOUBLE_EQ(d.controller.speed_proportional, 0.5 * back_emf);
  EXPECT_DOUBLE_EQ(d.controller.speed_integral, 10 * back_emf);
  EXPECT_EQ(d.controller.position_proportional, 4);
  EXPECT_DOUBLE_EQ(d.controller.speed_limit, 24 / back_emf);
  const physics::DriveConfig open = loaded(good_scene()).world.drives[0];
  EXPECT_EQ(open.controller.speed_proportional, 0);
  EXPECT_EQ(open.controller.speed_limit, 0);
  EXPECT_GE(open.current_limit, 1e12);
  EXPECT_EQ(open.gear.efficiency, 1);
  EXPECT_FALSE(open.gear.back_efficiency.has_value());
}

TEST(DefaultsOf, ASpeedLoopHaveNoLimitOfTheirOwn) {
  const physics::DriveConfig d =
      loaded(with_motor(R"("mode": "speed", "speed_limit": 3, "gear": { "ratio": 2 },
                           "controller": { "speed_integral": 5 })"))
          .world.drives[0];
  EXPECT_DOUBLE_EQ(d.controller.speed_proportional, 0.0302);
  EXPECT_EQ(d.controller.speed_integral, 5);
  EXPECT_EQ(d.controller.speed_limit, 3);
}

TEST(EveryField, OfJointsReachesTheEngineInRadiansWhereItTurns) {
  const physics::WorldConfig world =
      loaded(
          replaced(
              good_scene(),
              R"("limits_deg": [[-90, 90]], "friction": { "coulomb": 0.1 }, "spring": { "stiffness": 40, "rest_deg": 10 })",
              R"("limits_deg": [[-90, 60]], "stop": { "stiffness": 1, "damping": 2 },
      "friction": { "coulomb": 3, "viscous": 4, "coefficient": 0.5, "radius": 0.06 }, "armature": 7,
      "spring": { "damping": 9, "rest_deg": 20, "table_deg": [[-30, -1], [0, 0], [60, 5]],
                  "damper_table": [[-1, -4], [0, 0], [2, 3]] }, "break_force": 800, "break_torque": 900)"))
          .world;
  const physics::JointConfig& joint = world.joints[0];
  const physics::AxisConfig& axis = joint.axes[0];
  EXPECT_DOUBLE_EQ(axis.limit->lower, -90 * kRadian);
  EXPECT_DOUBLE_EQ(axis.limit->upper, 60 * kRadian);
  EXPECT_EQ(axis.limit->stiffness, 1);
  EXPECT_EQ(axis.limit->damping, 2);
  EXPECT_EQ(axis.limit->restitution, 0);
  EXPECT_EQ(axis.friction.coulomb, 3);
  EXPECT_EQ(axis.friction.viscous, 4);
  EXPECT_DOUBLE_EQ(axis.friction.reaction_arm, 0.03);
  EXPECT_EQ(axis.armature, 7);
  EXPECT_EQ(axis.spring->stiffness, 0);
  EXPECT_EQ(axis.spring->damping, 9);
  EXPECT_DOUBLE_EQ(axis.spring->rest, 20 * kRadian);
  ASSERT_EQ(axis.spring->table.size(), 3u);
  EXPECT_DOUBLE_EQ(axis.spring->table[0][0], -30 * kRadian);
  EXPECT_EQ(axis.spring->table[2][1], 5);
  ASSERT_EQ(axis.spring->damper_table.size(), 3u);
  EXPECT_EQ(axis.spring->damper_table[2][0], 2);
  EXPECT_EQ(axis.spring->damper_table[0][1], -4);
  EXPECT_EQ(joint.break_force, 800);
  EXPECT_EQ(joint.break_torque, 900);
}

TEST(EveryField, OfASlidingAxisIsInMetres) {
  const physics::WorldConfig world =
      loaded(replaced(good_scene(),
                      R"("type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []])",
                      R"("type": "prismatic", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "axis": [0, 3, 0], "limits": [[-0.5, 0.25]], "stop": { "restitution": 0.4 },
      "friction": { "coefficient": 0.3 }, "spring": { "damping": 2, "rest": 0.7, "table": [[-0.1, -1], [0.2, 5]] })"))
          .world;
  const physics::JointConfig& joint = world.joints[1];
  EXPECT_EQ(joint.frame.col(0), physics::Vec3(0, 1, 0));
  EXPECT_EQ(joint.axes[0].limit->lower, -0.5);
  EXPECT_EQ(joint.axes[0].limit->restitution, 0.4);
  EXPECT_FALSE(joint.axes[0].limit->stiffness.has_value());
  EXPECT_EQ(joint.axes[0].friction.reaction_arm, 0.3);
  EXPECT_EQ(joint.axes[0].spring->rest, 0.7);
  EXPECT_EQ(joint.axes[0].spring->table[0][0], -0.1);
  EXPECT_EQ(joint.axes[0].spring->table[1][0], 0.2);
}

TEST(DefaultsOf, ASpringOfNothingIsNone) {
  const auto spring = [](const char* fields) {
    return loaded(replaced(good_scene(), R"("spring": { "stiffness": 40, "rest_deg": 10 })", fields))
        .world.joints[0]
        .axes[0]
        .spring;
  };
  EXPECT_FALSE(spring(R"("spring": { "rest_deg": 10 })").has_value());
  EXPECT_TRUE(spring(R"("spring": { "damping": 1 })").has_value());
  EXPECT_TRUE(spring(R"("spring": { "damper_table": [[-1, -1], [0, 0]] })").has_value());
  EXPECT_TRUE(spring(R"("spring": { "table_deg": [[-1, -1], [1, 1]] })").has_value());
}

TEST(EveryField, OfASpringBetweenPointsReachesTheEngine) {
  const physics::SpringConfig spring =
      loaded(replaced(good_scene(), R"("stiffness": 500)", R"("damping": 2, "rest_length": 3,
      "table": [[-1, -4], [2, 5]], "damper_table": [[-6, -7], [0, 0], [8, 9]],
      "limits": [0.5, 10], "stop": { "stiffness": 11, "damping": 12 })"))
          .world.springs[0];
  EXPECT_EQ(spring.from.body, physics::kWorldBody);
  EXPECT_EQ(spring.to.body, physics::BodyId{0});
  EXPECT_EQ(spring.from.position, physics::Vec3(0, 0, 3));
  EXPECT_EQ(spring.to.position, physics::Vec3(1, 0, 2));
  EXPECT_EQ(spring.law.damping, 2);
  EXPECT_EQ(spring.law.rest, 3);
  EXPECT_EQ(spring.law.table[0], (std::array<double, 2>{-1, -4}));
  EXPECT_EQ(spring.law.table[1], (std::array<double, 2>{2, 5}));
  EXPECT_EQ(spring.law.damper_table[2], (std::array<double, 2>{8, 9}));
  EXPECT_EQ(spring.stop->lower, 0.5);
  EXPECT_EQ(spring.stop->upper, 10);
  EXPECT_EQ(spring.stop->stiffness, 11);
  EXPECT_EQ(spring.stop->damping, 12);
}

TEST(EveryField, OfTyresBrakesAndSteeringsReachesTheEngine) {
  const physics::WorldConfig world =
      loaded(with_lists(R"("tyres": [ { "name": "soft", "nominal_load": 1, "longitudinal_stiffness": 2,
      "lateral_stiffness": 3, "stiffness_degression": 0.4, "friction_degression": 0.5, "relaxation_length": 0.6,
      "tread_damping": 7, "vertical_stiffness": 8, "vertical_damping": 9, "rolling_resistance": 0.01,
      "pneumatic_trail": 0.011, "bore_radius": 0.012, "camber_stiffness": 13, "sliding_friction": 0.14,
      "sliding_speed": 15, "rolling_deflection": 0.16, "arm_deflection": 0.17 } ],
      "wheels": [ { "name": "rim", "joint": "pivot", "tyre": "soft" } ],
      "brakes": [ { "name": "disc", "joint": "pivot", "inputs": [ { "control": "throttle", "gain": 0.5 } ], "torque": 18,
        "antilock": { "slip": 0.19, "apply_rate": 20, "release_rate": 21, "least_speed": 22 } },
                  { "name": "drum", "joint": "ball", "axis": 2, "control": "throttle", "torque": 23 } ],
      "steerings": [ { "name": "rack", "joints": ["pivot"], "wheelbase": 24, "control": "throttle", "angle_deg": 25, "rate_deg": 26 } ])"))
          .world;
  const physics::TyreConfig& tyre = world.wheels[0].tyre;
  EXPECT_EQ(world.wheels[0].joint, physics::JointId{0});
  EXPECT_EQ(tyre.nominal_load, 1);
  EXPECT_EQ(tyre.longitudinal_stiffness, 2);
  EXPECT_EQ(tyre.lateral_stiffness, 3);
  EXPECT_EQ(tyre.stiffness_degression, 0.4);
  EXPECT_EQ(tyre.friction_degression, 0.5);
  EXPECT_EQ(tyre.relaxation_length, 0.6);
  EXPECT_EQ(tyre.tread_damping, 7);
  EXPECT_EQ(tyre.vertical_stiffness, 8);
  EXPECT_EQ(tyre.vertical_damping, 9);
  EXPECT_EQ(tyre.rolling_resistance, 0.01);
  EXPECT_EQ(tyre.pneumatic_trail, 0.011);
  EXPECT_EQ(tyre.bore_radius, 0.012);
  EXPECT_EQ(tyre.camber_stiffness, 13);
  EXPECT_EQ(tyre.sliding_friction, 0.14);
  EXPECT_EQ(tyre.sliding_speed, 15);
  EXPECT_EQ(tyre.rolling_deflection, 0.16);
  EXPECT_EQ(tyre.arm_deflection, 0.17);
  EXPECT_FALSE(tyre.magic_formula.has_value());
  const physics::BrakeConfig& disc = world.brakes[0];
  EXPECT_EQ(disc.inputs[0].gain, 0.5);
  EXPECT_EQ(disc.torque, 18);
  EXPECT_EQ(disc.antilock->slip, 0.19);
  EXPECT_EQ(disc.antilock->apply_rate, 20);
  EXPECT_EQ(disc.antilock->release_rate, 21);
  EXPECT_EQ(disc.antilock->least_speed, 22);
  EXPECT_EQ(world.brakes[1].joint, physics::JointId{1});
  EXPECT_EQ(world.brakes[1].axis, 2);
  EXPECT_FALSE(world.brakes[1].antilock.has_value());
  const physics::SteeringConfig& rack = world.steerings[0];
  EXPECT_EQ(rack.wheelbase, 24);
  EXPECT_DOUBLE_EQ(rack.angle, 25 * kRadian);
  EXPECT_DOUBLE_EQ(rack.rate, 26 * kRadian);
  EXPECT_EQ(rack.knuckles[0].along, 24);
  EXPECT_EQ(rack.knuckles[0].across, 0);
}

TEST(EveryField, OfMaterialsAndPairsReachesTheEngine) {
  const auto scene = loaded(replaced(
      replaced(
          good_scene(),
          R"({ "name": "steel", "friction": 0.4 }, { "name": "oak", "friction": 0.5, "density": 700 })",
          R"({ "name": "steel", "friction": 0.4, "static_friction": 0.9, "restitution": 0.1, "rolling_friction": 0.02,
                    "spinning_friction": 0.03, "stiffness": 4e4, "damping": 50, "color": "#123456" },
                  { "name": "oak", "friction": 0.5, "restitution": 0.6, "rolling_friction": 0.01,
                    "spinning_friction": 0.07, "stiffness": 4e4, "density": 700 },
                  { "name": "ice", "friction": 0.05 })"),
      R"("bodies": [)",
      R"("material_pairs": [ { "materials": ["ice", "oak"], "friction": 0.01, "static_friction": 0.11, "restitution": 0.2,
         "rolling_friction": 0.3, "spinning_friction": 0.4, "stiffness": 5, "damping": 6 },
         { "materials": ["steel", "ice"], "friction": 0.7 } ], "bodies": [)"));
  const auto pair = [&](std::size_t a, std::size_t b) {
    return scene.world.surface_pairs[a * scene.world.material_count + b];
  };
  ASSERT_EQ(scene.world.material_count, 4u);
  for (const auto& mixed : {pair(1, 2), pair(2, 1)}) {
    EXPECT_DOUBLE_EQ(mixed.friction, std::sqrt(0.4 * 0.5));
    EXPECT_DOUBLE_EQ(mixed.static_friction, std::sqrt(0.9 * 0.5));
    EXPECT_EQ(mixed.restitution, 0.6);
    EXPECT_EQ(mixed.rolling_friction, 0.02);
    EXPECT_EQ(mixed.spinning_friction, 0.07);
    EXPECT_DOUBLE_EQ(mixed.stiffness, 2e4);  // one behind the other
    EXPECT_DOUBLE_EQ(mixed.damping, 50);     // of one of the two
  }
  for (const auto& listed : {pair(2, 3), pair(3, 2)}) {
    EXPECT_EQ(listed.friction, 0.01);
    EXPECT_EQ(listed.static_friction, 0.11);
    EXPECT_EQ(listed.restitution, 0.2);
    EXPECT_EQ(listed.rolling_friction, 0.3);
    EXPECT_EQ(listed.spinning_friction, 0.4);
    EXPECT_EQ(listed.stiffness, 5);
    EXPECT_EQ(listed.damping, 6);
  }
  // One that gives only the sliding coefficient sticks with the same, and keeps the rest of the rule.
  EXPECT_EQ(pair(1, 3).static_friction, 0.7);
  EXPECT_EQ(pair(3, 1).restitution, 0.1);
  EXPECT_EQ(scene.scene.bodies[0]->shapes[0]->color, "#c0c0c0");
  EXPECT_EQ(scene.scene.bodies[2]->shapes[0]->color, "#123456");
}

TEST(EveryField, OfSoilReachesTheEngineOfWhicheverMaterialItIs) {
  const auto scene = loaded(replaced(
      good_scene(), R"({ "name": "oak", "friction": 0.5,)",
      R"({ "name": "oak", "friction": 0.5, "soil": { "cohesive_modulus": 7, "frictional_modulus": 8, "exponent": 0.9 },)"));
  const auto& pairs = scene.world.surface_pairs;
  for (const std::size_t place : {1UL * 3 + 2, 2UL * 3 + 1}) {
    EXPECT_EQ(pairs[place].soil.cohesive_modulus, 7);
    EXPECT_EQ(pairs[place].soil.frictional_modulus, 8);
    EXPECT_EQ(pairs[place].soil.exponent, 0.9);
  }
  EXPECT_EQ(pairs[1 * 3 + 1].soil.frictional_modulus, 0);
}

TEST(EveryField, OfAConeReachesTheEngineInRadians) {
  const auto cone = [](const std::string& fields) {
    return *loaded(
                replaced(good_scene(), R"("limits_deg": [[-18, 18], [-15, 15], []])", R"("cone": )" + fields))
                .world.joints[1]
                .cone;
  };
  const physics::ConeLimit both = cone(
      R"({ "swing_deg": 30, "twist_deg": [-20, 50] }, "stop": [ { "stiffness": 1, "damping": 2 }, { "restitution": 0.3 } ])");
  EXPECT_DOUBLE_EQ(both.swing.lower, -30 * kRadian);
  EXPECT_DOUBLE_EQ(both.swing.upper, 30 * kRadian);
  EXPECT_EQ(both.swing.stiffness, 1);
  EXPECT_EQ(both.swing.damping, 2);
  ASSERT_TRUE(both.twist.has_value());
  EXPECT_DOUBLE_EQ(both.twist->lower, -20 * kRadian);
  EXPECT_DOUBLE_EQ(both.twist->upper, 50 * kRadian);
  EXPECT_EQ(both.twist->restitution, 0.3);
  EXPECT_DOUBLE_EQ(cone(R"({ "swing_deg": 30 })").twist->lower, -180 * kRadian);
  EXPECT_FALSE(cone(R"({ "swing_deg": 30, "twist_deg": [] })").twist.has_value());
}

TEST(EveryField, OfAGuideReachesTheEngineInRadians) {
  const auto scene = loaded(
      replaced(good_scene(), R"("type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []])",
               R"("type": "guided", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "axis": [0, 0, 1], "axis2": [0, 1, 0],
      "guide": { "table_deg": [[-0.1, 0.01, 0.02, 3, 4, 5], [0, 0, 0, 0, 0, 0], [0.2, -0.03, -0.04, -6, -7, -8]] })"));
  const physics::JointConfig& joint = scene.world.joints[1];
  EXPECT_EQ(joint.position, physics::Vec3(1, 0, 2));
  EXPECT_LT((joint.frame.col(0) - physics::Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_LT((joint.frame.col(1) - physics::Vec3::UnitY()).norm(), 1e-15);
  ASSERT_EQ(joint.guide.size(), 3u);
  const physics::GuidePoint &low = joint.guide[0], &high = joint.guide[2];
  EXPECT_EQ(low.travel, -0.1);
  EXPECT_EQ(low.forward, 0.01);
  EXPECT_EQ(low.sideways, 0.02);
  EXPECT_DOUBLE_EQ(low.toe, 3 * kRadian);
  EXPECT_DOUBLE_EQ(low.camber, 4 * kRadian);
  EXPECT_DOUBLE_EQ(low.caster, 5 * kRadian);
  EXPECT_EQ(high.sideways, -0.04);
  EXPECT_DOUBLE_EQ(high.caster, -8 * kRadian);
}

TEST(EveryField, OfAFrameReachesTheEngine) {
  const LoadedScene scene = loaded(replaced(good_scene(), R"("period_ms": 40, "substeps": 8)",
                                            R"("period_ms": 20, "substeps": 7, "min_substeps": 3)"));
  EXPECT_DOUBLE_EQ(scene.world.period, 0.02);
  EXPECT_EQ(scene.world.substeps, 7);
  EXPECT_EQ(scene.scene.frame->min_substeps, 3u);
}

TEST(EveryField, OfCouplingsReachesTheEngine) {
  const auto coupling = [](const std::string& fields) {
    return loaded(with_lists(R"("couplings": [ { "name": "c", )" + fields + " } ]")).world.couplings[0];
  };
  const physics::CouplingConfig gear =
      coupling(R"("type": "gear", "joints": ["pivot", "ball"], "axes": [0, 2], "ratio": -3)");
  ASSERT_EQ(gear.terms.size(), 2u);
  EXPECT_EQ(gear.terms[0].coefficient, 1);
  EXPECT_EQ(gear.terms[1].coefficient, -3);
  EXPECT_EQ(gear.terms[1].joint, physics::JointId{1});
  EXPECT_EQ(gear.terms[1].axis, 2);
  EXPECT_FALSE(gear.elastic || gear.lock);
  const physics::CouplingConfig bar =
      coupling(R"("type": "anti_roll_bar", "joints": ["pivot", "ball"], "stiffness": 5, "damping": 6)");
  EXPECT_EQ(bar.terms[1].coefficient, -1);
  EXPECT_EQ(bar.elastic->stiffness, 5);
  EXPECT_EQ(bar.elastic->damping, 6);
  const std::string split =
      R"("type": "differential", "joints": ["pivot", "ball", "ball"], "axes": [0, 1, 2])";
  const physics::CouplingConfig open = coupling(split);
  ASSERT_EQ(open.terms.size(), 3u);
  EXPECT_EQ(open.terms[0].coefficient, 2);
  EXPECT_EQ(open.terms[1].coefficient, -1);
  EXPECT_EQ(open.terms[2].coefficient, -1);
  EXPECT_FALSE(open.lock.has_value());
  const physics::CouplingConfig locked = coupling(split + R"(, "lock_torque": 7)");
  EXPECT_EQ(locked.lock->torque, 7);
  EXPECT_TRUE(locked.lock->inputs.empty());
  const physics::CouplingConfig told = coupling(split + R"(, "lock_torque": 7, "lock_control": "throttle")");
  ASSERT_EQ(told.lock->inputs.size(), 1u);
  EXPECT_EQ(told.lock->inputs[0].gain, 1);
}

TEST(EveryField, OfAMotionReachesTheEngine) {
  const auto motion = [](const std::string& fields) {
    return *loaded(replaced(good_scene(), R"("static": true,)", R"("motion": {)" + fields + "},"))
                .world.bodies[2]
                .motion;
  };
  const auto turn = std::get<physics::AxisMotion>(
      motion(R"("type": "turn", "axis": [0, 0, 2], "table_deg": [[0, 0], [2, 90]], "repeat": true)"));
  EXPECT_TRUE(turn.turns);
  EXPECT_EQ(turn.axis, physics::Vec3(0, 0, 1));
  const auto& table = std::get<physics::AxisTable>(turn.by);
  EXPECT_TRUE(table.repeats);
  EXPECT_EQ(table.points[1].time, 2);
  EXPECT_DOUBLE_EQ(table.points[1].value, 90 * kRadian);
  EXPECT_FALSE(table.points[1].rate.has_value());
  const auto slide = std::get<physics::AxisMotion>(
      motion(R"("type": "slide", "axis": [0, 3, 0], "table": [[0, 0], [2, 90]])"));
  EXPECT_FALSE(slide.turns);
  EXPECT_EQ(std::get<physics::AxisTable>(slide.by).points[1].value, 90);
  EXPECT_FALSE(std::get<physics::AxisTable>(slide.by).repeats);
  const auto followed = std::get<physics::AxisMotion>(motion(
      R"("type": "turn", "axis": [0, 0, 1], "center": [1, 2, 3], "control": "throttle", "range_deg": [-10, 20],
               "speed_deg": 30, "acceleration_deg": 40)"));
  EXPECT_EQ(followed.center, physics::Vec3(1, 2, 3));
  const auto& follower = std::get<physics::AxisFollower>(followed.by);
  EXPECT_DOUBLE_EQ(follower.lower, -10 * kRadian);
  EXPECT_DOUBLE_EQ(follower.upper, 20 * kRadian);
  EXPECT_DOUBLE_EQ(follower.speed, 30 * kRadian);
  EXPECT_DOUBLE_EQ(follower.acceleration, 40 * kRadian);
  const auto path = std::get<physics::PathMotion>(
      motion(R"("type": "path", "points": [ { "time": 0, "linear_velocity": [4, 5, 6] },
               { "time": 1, "position": [1, 0, 0], "rotation_deg": [0, 0, 90], "angular_velocity": [7, 8, 9] } ])"));
  EXPECT_EQ(path.points[0].linear_velocity, physics::Vec3(4, 5, 6));
  EXPECT_FALSE(path.points[0].angular_velocity.has_value());
  EXPECT_EQ(path.points[1].position, physics::Vec3(1, 0, 0));
  EXPECT_EQ(path.points[1].angular_velocity, physics::Vec3(7, 8, 9));
  EXPECT_NEAR(path.points[1].orientation.z(), std::sqrt(0.5), 1e-15);
  EXPECT_FALSE(path.repeats);
}

TEST(EveryField, OfBodiesReachesTheEngine) {
  const std::string text = replaced(
      replaced(
          good_scene(), R"("mass": 2,)",
          R"("mass": 2, "center_of_mass": [0.1, 0.2, 0.3], "linear_velocity": [1, 2, 3], "angular_velocity": [4, 5, 6],
       "drag_area": 0.7, "group": "moving", "passes_through": ["other"],)"),
      R"("name": "block",)", R"("name": "block", "group": "other", "density": 10,)");
  const LoadedScene scene = loaded(replaced(text, R"("gravity": [0, 0, -9.81])",
                                            R"("gravity": [1, 2, 3], "air_density": 1.5, "sleep": false)"));
  const physics::BodyConfig& rod = scene.world.bodies[0];
  const physics::BodyConfig& block = scene.world.bodies[1];
  EXPECT_EQ(rod.mass_properties.center_of_mass, physics::Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(rod.linear_velocity, physics::Vec3(1, 2, 3));
  EXPECT_EQ(rod.angular_velocity, physics::Vec3(4, 5, 6));
  EXPECT_EQ(rod.drag_area, 0.7);
  EXPECT_EQ(rod.drag_center, physics::Vec3(0.1, 0.2, 0.3));  // at the centre of mass unless told
  // A body's density counts before its material's.
  EXPECT_NEAR(block.mass_properties.mass, 60, 1e-12);
  EXPECT_EQ(rod.collides_with & block.groups, 0u);
  EXPECT_NE(block.collides_with & rod.groups, 0u);
  EXPECT_NE(rod.collides_with & rod.groups, 0u);
  EXPECT_EQ(scene.world.bodies[2].groups, 1u);
  EXPECT_NE(rod.collides_with & scene.world.bodies[2].groups, 0u);
  EXPECT_EQ(scene.world.gravity, physics::Vec3(1, 2, 3));
  EXPECT_EQ(scene.world.air_density, 1.5);
  EXPECT_FALSE(scene.world.sleep);
  EXPECT_TRUE(loaded(good_scene()).world.sleep);
}

TEST(EveryField, OfControlsReachesTheEngine) {
  const auto scene =
      loaded(replaced(good_scene(), kThrottle,
                      R"("controls": [ { "name": "throttle", "range": [-2, 3], "neutral": 0.5 },
                       { "name": "hold", "on_silence": "hold" }, { "name": "stays", "springs_back": false } ])"));
  EXPECT_EQ(scene.world.controls[0].lower, -2);
  EXPECT_EQ(scene.world.controls[0].upper, 3);
  EXPECT_EQ(scene.world.controls[0].neutral, 0.5);
  EXPECT_EQ(scene.world.controls[1].upper, 1);
  // What goes to neutral where it is silent springs back of itself, unless told.
  EXPECT_EQ(scene.scene.controls[0]->springs_back, true);
  EXPECT_EQ(scene.scene.controls[1]->springs_back, false);
  EXPECT_EQ(scene.scene.controls[2]->springs_back, false);
  EXPECT_EQ(scene.scene.controls[0]->timeout_ms, 500);
}

TEST(EveryField, OfABeltReachesTheEngine) {
  const auto belt = [](const char* fields) {
    return *loaded(replaced(good_scene(), R"("size": [1, 2, 3], )",
                            R"("size": [1, 2, 3], "belt": )" + std::string(fields) + ", "))
                .world.bodies[1]
                .shapes[0]
                .belt;
  };
  const physics::BeltConfig moving = belt(R"({ "axis": [0, 2, 0], "speed": 0.3 })");
  EXPECT_EQ(moving.axis, physics::Vec3(0, 1, 0));
  EXPECT_EQ(moving.speed, 0.3);
  EXPECT_FALSE(moving.joint.has_value());
  const physics::BeltConfig driven = belt(R"({ "axis": [0, 1, 0], "joint": "pivot", "radius": 0.4 })");
  EXPECT_EQ(driven.joint, physics::JointId{0});
  EXPECT_EQ(driven.radius, 0.4);
  EXPECT_EQ(driven.speed, 0);
}

TEST(DefaultsOf, MassNeedADensityOfAllShapesOrOfNone) {
  const std::string two = replaced(good_scene(), R"({ "type": "box", "size": [1, 2, 3], "material": "oak" })",
                                   R"({ "type": "box", "size": [1, 2, 3], "material": "oak" },
                                      { "type": "sphere", "radius": 1, "material": "steel" })");
  EXPECT_NE(errors_of(two).find(
                "bodies[1].shapes[1]: its material has no density though another shape of the body"),
            std::string::npos);
  // A sensor weighs nothing, and needs none.
  const std::string sensor = replaced(two, R"("radius": 1,)", R"("radius": 1, "sensor": true,)");
  EXPECT_NEAR(loaded(sensor).world.bodies[1].mass_properties.mass, 700 * 6, 1e-9);
  // An inertia that is given is not scaled by the shapes.
  const std::string heavy = replaced(good_scene(), R"("mass": 2,)", "");
  EXPECT_NE(errors_of(heavy).find("a moving body without mass"), std::string::npos);
}

}  // namespace
}  // namespace drawbar::scenes::testing
