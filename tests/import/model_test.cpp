// What is made of a model whatever file it came from: motors, masses, the pose it begins in, names, groups,
// text.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "scenes/loader/loader.h"
#include "tests/import/model_parts.h"
#include "tools/import/masses.h"
#include "tools/import/motors.h"
#include "tools/import/scene_names.h"
#include "tools/import/scene_text.h"
#include "tools/import/start_pose.h"
#include "tools/import/touching.h"
#include "tools/import/warnings.h"
#include "tools/import/xml_file.h"

namespace drawbar::import {
namespace {

// --- motors ---

TEST(ImportedMotors, AreChosenToHoldAndHurryWhatHangsOnTheJoint) {
  const auto chosen = [](Model model, const std::string& says) {
    Warnings warnings;
    motors_of(model, warnings);
    EXPECT_TRUE(warned(warnings, says)) << all_of(warnings);
    return model.drives[0];
  };
  const double inertia = 2 * 0.25 + 0.1;
  const double held = 3 * 2 * kG * 0.5 + 20 * inertia;
  EXPECT_NEAR(chosen(arm_model(JointKind::turning, DriveMode::position), "its motor gets 2 rad/s").force,
              held, 1e-9);
  EXPECT_EQ(chosen(arm_model(JointKind::turning, DriveMode::position), "chosen by what it moves").speed, 2);
  // A wheel has the machine to push: a tenth of its weight at its radius, 0.1 m where no shape says it.
  EXPECT_NEAR(chosen(arm_model(JointKind::turning, DriveMode::speed), "its motor gets 10 rad/s").force,
              held + 0.1 * 2 * kG * 0.1, 1e-9);
  Model wheel = arm_model(JointKind::turning, DriveMode::speed);
  wheel.links[1].shapes.emplace_back().geometry.radius = 0.4;
  EXPECT_NEAR(chosen(wheel, " N m, chosen").force, held + 0.1 * 2 * kG * 0.4, 1e-9);
  EXPECT_NEAR(chosen(arm_model(JointKind::sliding, DriveMode::position), "its motor gets 0.5 m/s").force,
              3 * 2 * kG, 1e-9);
  EXPECT_EQ(chosen(arm_model(JointKind::sliding, DriveMode::position), " N, chosen").speed, 0.5);
  Model floating = arm_model(JointKind::sliding, DriveMode::position);
  floating.gravity.setZero();
  EXPECT_NEAR(chosen(floating, " N, chosen").force, 3 * 2, 1e-9);
  Model geared = arm_model(JointKind::turning, DriveMode::position);
  geared.joints[0].axes[0].armature = 0.7;
  EXPECT_NEAR(chosen(geared, " N m, chosen").force, held + 20 * 0.7, 1e-9);
  // What hangs on the arm hangs on the joint, too.
  Model longer = arm_model(JointKind::turning, DriveMode::position);
  longer.links.push_back(link_of("hand", 1, Vec3(2, 0, 0)));
  longer.joints.push_back(joint_of("wrist", JointKind::turning, 1, 2, Vec3(1, 0, 0), Vec3::UnitY()));
  EXPECT_NEAR(chosen(longer, " N m, chosen").force, 3 * 3 * kG * 1 + 20 * (inertia + 4 + 0.1), 1e-9);
}

TEST(ImportedMotors, HaveHalfOfTheirSupplyLeftForTheLargestForceAtTheLargestSpeed) {
  Model model = arm_model(JointKind::turning, DriveMode::position);
  model.drives[0].force = 30;
  model.drives[0].speed = 4;
  Warnings warnings;
  const Motor motor = motors_of(model, warnings).at(0);
  EXPECT_TRUE(warnings.lines().empty()) << all_of(warnings);
  const double back_emf = motor.torque_constant * motor.gear;  // V s/rad
  EXPECT_NEAR(back_emf * 4, 0.5 * motor.supply_voltage, 1e-9);
  EXPECT_NEAR(back_emf * motor.current_limit, 30, 1e-9);
  EXPECT_NEAR(motor.current_limit * motor.resistance, 0.5 * motor.supply_voltage, 1e-9);
  EXPECT_NEAR(motor.gear * 4, 200, 1e-9);  // half of the rotor's no-load speed
  EXPECT_EQ(motor.speed_limit, 4);
  EXPECT_NEAR(motor.speed_proportional, std::max(back_emf / 2, 0.6 * 20 * motor.resistance / back_emf), 1e-9);
  EXPECT_NEAR(motor.speed_integral, 20 * motor.speed_proportional, 1e-9);
}

TEST(ImportedMotors, OfForceHaveNoLoopAndNoWarningOfASpeed) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.drives[0].force = 30;
  Warnings warnings;
  const Motor motor = motors_of(model, warnings).at(0);
  EXPECT_TRUE(warnings.lines().empty()) << all_of(warnings);
  EXPECT_EQ(motor.speed_limit, 0);
  EXPECT_EQ(motor.speed_proportional, 0);
  EXPECT_EQ(motor.speed_integral, 0);
}

TEST(ImportedMotors, OfAPositionAreNeutralWhereTheModelBegins) {
  const auto neutral = [](double lower, double upper) {
    Model model = arm_model(JointKind::turning, DriveMode::position);
    model.joints[0].axes[0].limits = Limits{lower, upper};
    Warnings warnings;
    motors_of(model, warnings);
    return model.controls[0].neutral;
  };
  EXPECT_NEAR(neutral(-1, 3), -0.5, 1e-12);
  EXPECT_NEAR(neutral(-3, 1), 0.5, 1e-12);
  EXPECT_EQ(neutral(1, 3), -1);
  EXPECT_EQ(neutral(-3, -1), 1);
  Model wheel = arm_model(JointKind::turning, DriveMode::speed);
  Warnings warnings;
  motors_of(wheel, warnings);
  EXPECT_EQ(wheel.controls[0].neutral, 0);
}

// --- the pose it begins in ---

TEST(ImportedStart, MovesWhatHangsOnAJointWithItsAxesLimitsAndSprings) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.joints[0].position = Vec3(1, 0, 0);
  model.joints[0].axes[0].direction = Vec3::UnitZ();
  model.joints[0].axes[0].limits = Limits{-1, 2};
  model.joints[0].axes[0].rest = 0.25;
  model.links[1].pose.position = Vec3(1.5, 0, 0);
  model.links.push_back(link_of("hand", 1, Vec3(2.5, 0, 0)));
  model.joints.push_back(joint_of("lift", JointKind::sliding, 1, 2, Vec3(2, 0, 0), Vec3::UnitX()));
  model.start = {kQuarter, 0.25};
  Warnings warnings;
  take_start(model, warnings);
  EXPECT_TRUE(warnings.lines().empty()) << all_of(warnings);
  EXPECT_LT((model.links[0].pose.position - Vec3::Zero()).norm(), 1e-12);
  EXPECT_LT((model.links[1].pose.position - Vec3(1, 0.5, 0)).norm(), 1e-12);
  EXPECT_LT((model.links[2].pose.position - Vec3(1, 1.75, 0)).norm(), 1e-12);
  EXPECT_LT((model.links[2].pose.orientation * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_LT((model.joints[1].position - Vec3(1, 1, 0)).norm(), 1e-12);
  EXPECT_LT((model.joints[1].axes[0].direction - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_NEAR(model.joints[0].axes[0].limits->lower, -1 - kQuarter, 1e-12);
  EXPECT_NEAR(model.joints[0].axes[0].limits->upper, 2 - kQuarter, 1e-12);
  EXPECT_NEAR(model.joints[0].axes[0].rest, 0.25 - kQuarter, 1e-12);
}

TEST(ImportedStart, OutsideTheLimitsIsToldWithTheLimitsOfTheFile) {
  const auto told = [](JointKind kind, double at) {
    Model model = arm_model(kind, DriveMode::force);
    model.joints[0].axes[0].limits = Limits{-0.1, 0.2};
    model.start = {at};
    Warnings warnings;
    take_start(model, warnings);
    return all_of(warnings);
  };
  EXPECT_EQ(
      told(JointKind::sliding, 0.5),
      "model:8: joint hinge begins at 0.5 m, outside its limits [-0.1, 0.2]; --start hinge=VALUE puts it "
      "elsewhere\n");
  EXPECT_NE(told(JointKind::turning, -0.5).find("begins at -0.5 rad, outside"), std::string::npos);
  EXPECT_EQ(told(JointKind::turning, -0.1), "");
  EXPECT_EQ(told(JointKind::turning, 0.2), "");
}

TEST(ImportedStart, OfCoupledJointsFollowsAlsoOverAnother) {
  Model model;
  for (int k = 0; k < 4; ++k) model.links.push_back(link_of("link" + std::to_string(k), k, Vec3(k, 0, 0)));
  for (std::size_t k = 0; k < 3; ++k) {
    model.joints.push_back(
        joint_of("j" + std::to_string(k), JointKind::sliding, 0, k + 1, Vec3::Zero(), Vec3::UnitZ()));
  }
  // The second leads the third, and is itself led by the first: told in the other order.
  model.couplings = {{"b", 2, 1, 3, 0.5, {}}, {"a", 1, 0, -2, 0.25, {}}};
  model.start = {0.1};
  Warnings warnings;
  take_start(model, warnings);
  EXPECT_NEAR(model.links[2].pose.position.z(), -0.2 + 0.25, 1e-12);
  EXPECT_NEAR(model.links[3].pose.position.z(), 3 * 0.05 + 0.5, 1e-12);
  EXPECT_EQ(model.couplings[0].offset, 0);
  EXPECT_EQ(model.couplings[1].offset, 0);
}

// --- masses ---

TEST(ImportedMasses, WhatHangsOnTheWorldByFixedJointsAloneIsStatic) {
  Model model;
  model.links = {link_of("base", 0, Vec3::Zero()), link_of("post", 3, Vec3::UnitX()),
                 link_of("arm", 2, Vec3(2, 0, 0)), link_of("hand", 1, Vec3(3, 0, 0))};
  model.joints = {joint_of("foot", JointKind::fixed, 0, 1, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("hinge", JointKind::turning, 1, 2, Vec3::UnitX(), Vec3::UnitZ()),
                  joint_of("grip", JointKind::fixed, 2, 3, Vec3(2, 0, 0), Vec3::UnitZ())};
  model.start = {0, 0.5, 0};
  Drive drive;
  drive.joint = 1;
  model.drives = {drive};
  Warnings warnings;
  mend_masses(model, warnings);
  EXPECT_TRUE(warnings.lines().empty()) << all_of(warnings);
  EXPECT_TRUE(model.links[1].is_static);
  EXPECT_FALSE(model.links[2].is_static);
  ASSERT_EQ(model.joints.size(), 2u);
  EXPECT_EQ(model.joints[0].name, "hinge");
  EXPECT_EQ(model.joints[1].name, "grip");
  EXPECT_EQ(model.start, (std::vector<double>{0.5, 0}));
  EXPECT_EQ(model.drives[0].joint, 0u);
}

TEST(ImportedMasses, AFrameInTheMiddleHandsOnItsJoints) {
  Model model;
  model.links = {link_of("base", 2, Vec3::Zero()), link_of("frame", 1, Vec3(1, 0, 0)),
                 link_of("arm", 2, Vec3(2, 0, 0))};
  model.links[1].inertial.reset();
  model.joints = {joint_of("to_frame", JointKind::fixed, 0, 1, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("hinge", JointKind::turning, 1, 2, Vec3::UnitX(), Vec3::UnitZ())};
  model.couplings = {{"gone", 0, 1, 1, 0, {}}};
  Warnings warnings;
  mend_masses(model, warnings);
  EXPECT_EQ(all_of(warnings),
            "model:7: link frame has no mass and is fixed to base: it becomes a part of that\n");
  ASSERT_EQ(model.links.size(), 2u);
  ASSERT_EQ(model.joints.size(), 1u);
  EXPECT_EQ(model.joints[0].parent, 0u);
  EXPECT_EQ(model.joints[0].child, 1u);
  EXPECT_TRUE(model.couplings.empty());
}

TEST(ImportedMasses, WhatHasNoneAndMovesGetsAMillionthOfWhatHangsOnItOrAGram) {
  const auto mass = [](double hanging) {
    Model model;
    model.links = {link_of("base", 0, Vec3::Zero()), link_of("ring", 1, Vec3::UnitX())};
    model.links[1].inertial.reset();
    model.joints = {joint_of("hinge", JointKind::turning, 0, 1, Vec3::Zero(), Vec3::UnitZ())};
    if (hanging > 0) {
      model.links.push_back(link_of("arm", hanging, Vec3(2, 0, 0)));
      model.joints.push_back(joint_of("wrist", JointKind::turning, 1, 2, Vec3::UnitX(), Vec3::UnitZ()));
    }
    Warnings warnings;
    mend_masses(model, warnings);
    EXPECT_TRUE(warned(warnings, "link ring has no mass, but moves: it gets ")) << all_of(warnings);
    EXPECT_NEAR(model.links[1].inertial->inertia(1, 1), 0.01 * model.links[1].inertial->mass, 1e-18);
    return model.links[1].inertial->mass;
  };
  EXPECT_DOUBLE_EQ(mass(0), 1e-3);
  EXPECT_DOUBLE_EQ(mass(5), 5e-6);
}

TEST(ImportedMasses, AnInertiaWithoutMassAlmostWeighsNothing) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.links[1].inertial->mass = 0;
  Warnings warnings;
  mend_masses(model, warnings);
  EXPECT_EQ(all_of(warnings), "model:7: link arm has an inertia, but no mass: it gets 1e-09 kg\n");
  EXPECT_EQ(model.links[1].inertial->mass, 1e-9);
  EXPECT_NEAR(model.links[1].inertial->inertia(0, 0), 0.1, 1e-12);
}

TEST(ImportedMasses, OfShapesAreThoseThatTouchElseThoseThatAreSeen) {
  Link link = link_of("arm", 1, Vec3::Zero());
  Shape seen;
  seen.geometry.form = Form::box;
  seen.geometry.size = Vec3(1, 1, 1);
  seen.touches = false;
  seen.density = 10;
  link.shapes = {seen};
  EXPECT_NEAR(inertial_of_shapes(link)->mass, 10, 1e-12);
  Shape touching = seen;
  touching.touches = true;
  touching.seen = false;
  touching.density = 20;
  touching.pose.position = Vec3(0, 0, 2);
  link.shapes.push_back(touching);
  EXPECT_NEAR(inertial_of_shapes(link)->mass, 20, 1e-12);
  EXPECT_NEAR(inertial_of_shapes(link)->center.z(), 2, 1e-12);
  link.shapes.back().geometry.form = Form::capsule;
  link.shapes.back().geometry.radius = 0.5;
  link.shapes.back().geometry.length = 3;
  EXPECT_NEAR(inertial_of_shapes(link)->mass, 20 * std::numbers::pi * 0.25 * (3 + 4.0 / 3 * 0.5), 1e-9);
  for (Shape& shape : link.shapes) shape.geometry.form = Form::plane;
  EXPECT_FALSE(inertial_of_shapes(link).has_value());
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.links[1].inertial.reset();
  model.links[1].shapes = {seen};
  Warnings warnings;
  mend_masses(model, warnings);
  EXPECT_EQ(all_of(warnings),
            "model:7: link arm has no inertia of its own: 10 kg and inertia are those of its shapes\n");
}

TEST(ImportedMasses, InertiasThatNoBodyHasAreMendedAndOthersLeft) {
  const auto mended = [](const Vec3& moments, bool with_shape = false) {
    Model model = arm_model(JointKind::turning, DriveMode::force);
    model.links[1].inertial->inertia = moments.asDiagonal();
    if (with_shape) {
      Shape& ball = model.links[1].shapes.emplace_back();
      ball.geometry.radius = 1;
    }
    Warnings warnings;
    mend_masses(model, warnings);
    const bool told = !warnings.lines().empty();
    const Vec3 now = model.links[1].inertial->inertia.diagonal();
    EXPECT_EQ(told, now != moments) << all_of(warnings);
    return now;
  };
  EXPECT_EQ(mended({1, 2, 3}), Vec3(1, 2, 3));
  EXPECT_EQ(mended({1, 2, 3.005}), Vec3(1, 2, 3.005));  // rounded figures
  EXPECT_LT((mended({0, 1, 1}) - Vec3(1e-3, 1, 1)).norm(), 1e-12);
  EXPECT_LT((mended({1, 1, 4}) - Vec3(2, 2, 4)).norm(), 1e-12);
  EXPECT_LT((mended({0, 0, 0}) - 0.02 * Vec3::Ones()).norm(), 1e-12);  // 2 kg at 0.1 m
  EXPECT_LT((mended({0, 0, 0}, true) - 0.4 * 2 * Vec3::Ones()).norm(), 1e-12);
}

// --- groups, names, figures ---

TEST(ImportedGroups, LetPassWhatPassesAndTouchWhatTouches) {
  Model model;
  for (int k = 0; k < 5; ++k) {
    model.links.push_back(link_of("link" + std::to_string(k), 1, Vec3(k, 0, 0)));
    model.links.back().shapes.emplace_back().touches = k != 4;
  }
  const auto passes = [](std::size_t a, std::size_t b) {
    EXPECT_LT(a, b);
    return (a == 0 && b == 1) || (a == 2 && b == 3) || (a == 0 && b == 3);
  };
  Warnings warnings;
  assign_groups(model, passes, {}, warnings);
  EXPECT_TRUE(warnings.lines().empty());
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) {
      EXPECT_EQ(tests::pass(model, model.links[a], model.links[b]), passes(a, b)) << a << " " << b;
    }
  }
}

TEST(ImportedGroups, AreFewWhereAllPassOrNoneDoes) {
  for (const bool all : {true, false}) {
    Model model;
    for (int k = 0; k < 40; ++k) {
      model.links.push_back(link_of("link" + std::to_string(k), 1, Vec3(k, 0, 0)));
      model.links.back().shapes.emplace_back();
    }
    Warnings warnings;
    assign_groups(
        model, [all](std::size_t, std::size_t) { return all; }, {}, warnings);
    EXPECT_TRUE(warnings.lines().empty()) << all_of(warnings);
    for (const Link& link : model.links) EXPECT_EQ(link.group, 0u);
    EXPECT_EQ(model.passing.size(), all ? 1u : 0u);
  }
}

TEST(ImportedGroups, BeyondThoseOfASceneTouchEverythingAndThatIsSaid) {
  Model model;
  for (int k = 0; k < 62; ++k) {
    model.links.push_back(link_of("link" + std::to_string(k), 1, Vec3(k, 0, 0)));
    model.links.back().shapes.emplace_back();
  }
  Warnings warnings;
  // Pairs that pass through each other alone.
  assign_groups(
      model, [](std::size_t a, std::size_t b) { return a / 2 == b / 2; }, {"model", 1}, warnings);
  EXPECT_EQ(
      all_of(warnings),
      "model:1: its links need more than 29 groups to say which pass through which; the last of them touch "
      "everything\n");
  EXPECT_EQ(model.passing.size(), 29u);
  EXPECT_EQ(model.links[61].group, 29u);
}

TEST(ImportedNames, AreFreeAndAllowed) {
  Warnings warnings;
  SceneNames names(warnings);
  EXPECT_EQ(names.take("arm", "link", {}), "arm");
  EXPECT_EQ(names.take("arm", "joint", {}), "arm_joint");
  EXPECT_EQ(names.take("arm", "joint", {}), "arm_joint2");
  EXPECT_EQ(names.take("arm", "joint", {}), "arm_joint3");
  EXPECT_EQ(names.take("world", "link", {}), "world_link");
  EXPECT_EQ(names.take("a,b\"c", "link", {}), "a_b_c");
  EXPECT_EQ(names.take("  x ", "link", {}), "x");
  EXPECT_EQ(names.take("   ", "motor", {}), "motor");
  EXPECT_EQ(names.take("", "command", {}), "command");
  EXPECT_EQ(names.take(std::string(100, 'n'), "link", {}).size(), 80u);
  EXPECT_TRUE(warned(warnings, "joint \"arm\" is called \"arm_joint\" in the scene (3 times)"))
      << all_of(warnings);
  EXPECT_FALSE(warned(warnings, "command")) << "what had no name is not told";
  EXPECT_EQ(file_name("arm/left 2-b"), "arm_left_2-b");
  EXPECT_EQ(file_name(""), "link");
}

TEST(ImportedFigures, AreExactlySoManyFiniteNumbers) {
  EXPECT_EQ(numbers_of(" 1 -2.5\n+3e2 ", 3), (std::vector<double>{1, -2.5, 300}));
  for (const char* text :
       {"1 2", "1 2 3 4", "1 2 x", "1 2 3x", "1 2 nan", "1 2 inf", "1 2 1e999", "1,2,3", ""}) {
    EXPECT_FALSE(numbers_of(text, 3).has_value()) << text;
  }
  EXPECT_TRUE(numbers_of("", 0).has_value());
}

TEST(ImportWarnings, OfAKindAreCountedAndStandWhereTheFirstStood) {
  Warnings warnings;
  warnings.add_kind({"a", 3}, "k", "first");
  warnings.add({"b", 0}, "own");
  warnings.add({"b", 0}, "own");
  warnings.add_kind({"c", 5}, "k", "second");
  warnings.add_kind({"c", 5}, "other", "third");
  EXPECT_EQ(warnings.lines(),
            (std::vector<std::string>{"a:3: first (2 times)", "b: own", "b: own", "c:5: third"}));
}

// --- the scene ---

TEST(ImportedScene, HasTheAxesOfItsJointsInTheirUnits) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.drives.clear();
  Axis& axis = model.joints[0].axes[0];
  axis.limits = Limits{-0.5, kQuarter};
  axis.damping = 2;
  axis.friction = 3;
  axis.stiffness = 4;
  axis.rest = -0.25;
  axis.armature = 5;
  model.links.push_back(link_of("hand", 1, Vec3(1, 0, 0)));
  model.joints.push_back(joint_of("slide", JointKind::sliding, 1, 2, Vec3(1, 0, 0), Vec3::UnitX()));
  Axis& along = model.joints[1].axes[0];
  along.limits = Limits{-0.1, 0.2};
  along.stiffness = 6;
  along.rest = 0.05;
  const physics::WorldConfig world = scene_from(model, {}).world;
  const physics::AxisConfig& hinge = world.joints[0].axes[0];
  EXPECT_NEAR(hinge.limit->lower, -0.5, 1e-12);
  EXPECT_NEAR(hinge.limit->upper, kQuarter, 1e-12);
  EXPECT_EQ(hinge.friction.viscous, 2);
  EXPECT_EQ(hinge.friction.coulomb, 3);
  EXPECT_EQ(hinge.spring->stiffness, 4);
  EXPECT_NEAR(hinge.spring->rest, -0.25, 1e-12);
  EXPECT_EQ(hinge.armature, 5);
  const physics::AxisConfig& slide = world.joints[1].axes[0];
  EXPECT_EQ(slide.limit->upper, 0.2);
  EXPECT_EQ(slide.spring->rest, 0.05);
  EXPECT_EQ(slide.friction.coulomb, 0);
  EXPECT_EQ(world.bodies[1].mass_properties.mass, 2);
  EXPECT_EQ(world.bodies[1].position, physics::Vec3(0.5, 0, 0));
  EXPECT_TRUE(world.bodies[0].is_static);
}

TEST(ImportedScene, OfABallHasItsSwingAsAConeOfAtMostAHalfTurn) {
  for (const double swing : {0.5, 4.0}) {
    Model model = arm_model(JointKind::turning, DriveMode::force);
    model.drives.clear();
    model.joints[0].kind = JointKind::ball;
    model.joints[0].axes.clear();
    model.joints[0].swing = swing;
    const physics::JointConfig joint = scene_from(model, {}).world.joints[0];
    EXPECT_EQ(joint.type, physics::JointType::spherical);
    EXPECT_NEAR(joint.cone->swing.upper, std::min(swing, std::numbers::pi), 1e-12);
    EXPECT_NEAR(joint.cone->twist->lower, -std::min(swing, std::numbers::pi), 1e-12);
  }
}

// position(first) = ratio x position(second), whichever of the two slides.
TEST(ImportedScene, CouplesJointsByTheirRatioWhicheverSlides) {
  for (const bool first_slides : {true, false}) {
    for (const bool second_slides : {true, false}) {
      Model model;
      model.links = {link_of("base", 0, Vec3::Zero()), link_of("a", 1, Vec3::UnitX()),
                     link_of("b", 1, Vec3::UnitY())};
      const auto kind = [](bool slides) { return slides ? JointKind::sliding : JointKind::turning; };
      model.joints = {joint_of("ja", kind(first_slides), 0, 1, Vec3::UnitX(), Vec3::UnitZ()),
                      joint_of("jb", kind(second_slides), 0, 2, Vec3::UnitY(), Vec3::UnitZ())};
      model.couplings = {{"c", 0, 1, 0.4, 0, {}}};
      const physics::CouplingConfig coupling = scene_from(model, {}).world.couplings[0];
      ASSERT_EQ(coupling.terms.size(), 2u);
      double of_first = 0, of_second = 0;
      for (const auto& term : coupling.terms)
        (term.joint == physics::JointId{0} ? of_first : of_second) = term.coefficient;
      EXPECT_NEAR(-of_second / of_first, 0.4, 1e-12) << first_slides << second_slides;
    }
  }
}

TEST(ImportedScene, DrivesHaveTheirMotorsInputsAndControls) {
  Model model = arm_model(JointKind::turning, DriveMode::speed);
  model.drives[0].force = 30;
  model.drives[0].speed = 4;
  model.drives[0].inputs = {{"hinge_command", 0.75}, {"other", -0.25}};
  model.controls[0].springs_back = false;
  model.controls[0].lower = 0;
  Control other;
  other.name = "other";
  other.neutral = 0.5;
  model.controls.push_back(other);
  Warnings warnings;
  const std::vector<Motor> motors = motors_of(model, warnings);
  for (const DriveMode mode : {DriveMode::speed, DriveMode::position, DriveMode::force}) {
    model.drives[0].mode = mode;
    model.joints[0].axes[0].limits = Limits{-1, 1};
    const scenes::LoadedScene scene = scene_from(model, motors);
    const physics::DriveConfig& drive = scene.world.drives[0];
    EXPECT_EQ(drive.mode, mode == DriveMode::speed      ? physics::DriveMode::speed
                          : mode == DriveMode::position ? physics::DriveMode::position
                                                        : physics::DriveMode::current);
    ASSERT_EQ(drive.inputs.size(), 2u);
    EXPECT_EQ(drive.inputs[0].gain, 0.75);
    EXPECT_EQ(drive.inputs[1].gain, -0.25);
    EXPECT_NEAR(drive.gear.ratio, motors[0].gear, 1e-4);
    EXPECT_NEAR(drive.current_limit, motors[0].current_limit, 1e-4);
    EXPECT_NEAR(drive.resistance, motors[0].resistance, 1e-4);
    EXPECT_NEAR(drive.torque_constant, motors[0].torque_constant, 1e-4);
    EXPECT_EQ(drive.supply_voltage, motors[0].supply_voltage);
    EXPECT_EQ(drive.controller.speed_limit, mode == DriveMode::force ? 0 : 4);
    EXPECT_EQ(scene.world.controls[0].lower, 0);
    EXPECT_EQ(scene.world.controls[1].lower, -1);
    EXPECT_EQ(scene.world.controls[1].neutral, 0.5);
    EXPECT_EQ(scene.scene.controls[0]->on_silence, scene::OnSilence::hold);
    EXPECT_EQ(scene.scene.controls[1]->on_silence, scene::OnSilence::neutral);
  }
}

TEST(ImportedScene, HasItsSurfacesAsMaterialsAndTheLargerFrictionWhereTheFormatSaysSo) {
  for (const bool larger : {true, false}) {
    Model model = arm_model(JointKind::turning, DriveMode::force);
    model.drives.clear();
    model.larger_friction = larger;
    const Surface surfaces[] = {{0.25, 0.01, 0.02, 0.3}, {1, 0, 0, 0}};
    for (std::size_t k = 0; k < 2; ++k) {
      Shape& shape = model.links[k].shapes.emplace_back();
      shape.geometry.radius = 0.1;
      shape.surface = surfaces[k];
    }
    const physics::WorldConfig world = scene_from(model, {}, nullptr, -2.5).world;
    ASSERT_EQ(world.material_count, 3u);
    const physics::SurfacePair& both = world.surface_pairs[1 * 3 + 2];
    EXPECT_NEAR(both.friction, larger ? 1 : 0.5, 1e-12);
    const physics::SurfacePair& own = world.surface_pairs[1 * 3 + 1];
    EXPECT_EQ(own.friction, 0.25);
    EXPECT_EQ(own.rolling_friction, 0.01);
    EXPECT_EQ(own.spinning_friction, 0.02);
    EXPECT_EQ(own.restitution, 0.3);
    const physics::BodyConfig& ground = world.bodies.back();
    EXPECT_TRUE(ground.is_static);
    EXPECT_EQ(ground.shapes[0].position.z(), -2.5);
    EXPECT_EQ(physics::index_of(ground.shapes[0].material), 2u);  // the surface of a friction of 1
  }
}

TEST(ImportedScene, LinksOfOneGroupPassThroughEachOtherAndWhatIsOnlySeenThroughEverything) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.drives.clear();
  model.links.push_back(link_of("hand", 1, Vec3(3, 0, 0)));
  model.joints.push_back(joint_of("wrist", JointKind::turning, 1, 2, Vec3(1, 0, 0), Vec3::UnitY()));
  for (std::size_t k = 0; k < 3; ++k) model.links[k].shapes.emplace_back().geometry.radius = 0.1;
  model.links[2].shapes[0].touches = false;
  model.passing = {{0, 0}};
  const physics::WorldConfig world = scene_from(model, {}, nullptr, 0.0).world;
  const auto meet = [&](std::size_t a, std::size_t b) {
    return (world.bodies[a].collides_with & world.bodies[b].groups) != 0 &&
           (world.bodies[b].collides_with & world.bodies[a].groups) != 0;
  };
  EXPECT_FALSE(meet(0, 1));
  EXPECT_TRUE(meet(1, 3));  // the ground
  for (const std::size_t other : {0u, 1u, 3u}) EXPECT_FALSE(meet(2, other)) << other;
}

}  // namespace
}  // namespace drawbar::import
