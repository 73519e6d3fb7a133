// Masses, motors, starts and groups of models whose links are turned, stand in another order or hang on each
// other.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/import/model_parts.h"
#include "tools/import/masses.h"
#include "tools/import/motors.h"
#include "tools/import/scene_names.h"
#include "tools/import/start_pose.h"
#include "tools/import/touching.h"
#include "tools/import/visual_file.h"
#include "tools/import/warnings.h"

namespace drawbar::import {
namespace {

constexpr double kPi = std::numbers::pi;

Quat quarter_about(const Vec3& axis) {
  return Quat(Eigen::AngleAxisd(kQuarter, axis));
}

Model two_links(const Quat& turn) {
  Model model = arm_model(JointKind::turning, DriveMode::position);
  model.links[1].pose.orientation = turn;
  return model;
}

// --- masses ---

struct FormCase {
  const char* name;
  Geometry geometry;
  double volume;
  Vec3 moments = Vec3::Zero();  ///< of 1 kg, in the shape's axes
};

std::vector<FormCase> forms() {
  std::vector<FormCase> out(4);
  out[0] = {"sphere", {}, 4.0 / 3 * kPi * 0.125, Vec3::Constant(0.4 * 0.25)};
  out[0].geometry.radius = 0.5;
  out[1] = {"box", {}, 0.048, Vec3(0.16 + 0.36, 0.04 + 0.36, 0.04 + 0.16) / 12};
  out[1].geometry.form = Form::box;
  out[1].geometry.size = Vec3(0.2, 0.4, 0.6);
  const double r = 0.3, l = 0.8;
  out[2] = {"cylinder", {}, kPi * r * r * l, Vec3::Zero()};
  out[2].geometry.form = Form::cylinder;
  const double side = (3 * r * r + l * l) / 12;
  out[2].moments = Vec3(side, side, r * r / 2);
  const double tube = kPi * r * r * l, caps = 4.0 / 3 * kPi * r * r * r;
  out[3] = {"capsule", {}, tube + caps, Vec3::Zero()};
  out[3].geometry.form = Form::capsule;
  const double across = tube * side + caps * (0.4 * r * r + l * l / 4 + 3.0 / 8 * l * r);
  out[3].moments = Vec3(across, across, tube * r * r / 2 + caps * 0.4 * r * r) / (tube + caps);
  for (FormCase& form : out) {
    if (form.geometry.form != Form::cylinder && form.geometry.form != Form::capsule) continue;
    form.geometry.radius = r;
    form.geometry.length = l;
  }
  return out;
}

TEST(ImportedMasses, OfEachFormAreThoseOfItsClosedFormWhereTheShapeStands) {
  for (const FormCase& form : forms()) {
    SCOPED_TRACE(form.name);
    Link link = link_of("arm", 1, Vec3::Zero());
    Shape& shape = link.shapes.emplace_back();
    shape.geometry = form.geometry;
    shape.density = 2;
    shape.pose = {Vec3(1, -2, 3), quarter_about(Vec3::UnitX())};
    const auto own = inertial_of_shapes(link);
    ASSERT_TRUE(own.has_value());
    const double mass = 2 * form.volume;
    EXPECT_NEAR(own->mass, mass, 1e-12);
    EXPECT_LT((own->center - Vec3(1, -2, 3)).norm(), 1e-12);
    const Vec3 turned(form.moments.x(), form.moments.z(), form.moments.y());
    EXPECT_LT((own->inertia - Mat3((mass * turned).asDiagonal())).norm(), 1e-12) << own->inertia;
  }
}

TEST(ImportedMasses, OfAMeshOfSeveralPartsAreThoseOfAllItsParts) {
  Shape box;
  box.geometry.form = Form::box;
  box.geometry.size = Vec3(0.2, 0.4, 0.6);
  ColoredMesh part = triangles_of(box).at(0);
  Link link = link_of("arm", 1, Vec3::Zero());
  Shape& shape = link.shapes.emplace_back();
  shape.geometry.form = Form::mesh;
  shape.geometry.meshes.push_back(part);
  for (Vec3& v : part.mesh.vertices) v.x() += 1;
  shape.geometry.meshes.push_back(part);
  const auto own = inertial_of_shapes(link);
  ASSERT_TRUE(own.has_value());
  EXPECT_NEAR(own->mass, 1000 * 2 * 0.048, 1e-9);
  EXPECT_LT((own->center - Vec3(0.5, 0, 0)).norm(), 1e-12);
  EXPECT_NEAR(own->inertia(0, 0), 96 * (0.16 + 0.36) / 12, 1e-9);
  EXPECT_NEAR(own->inertia(1, 1), 96 * ((0.04 + 0.36) / 12 + 0.25), 1e-9);
  // Seen from outside clockwise: it has no volume that could weigh.
  for (ColoredMesh& mesh : shape.geometry.meshes)
    for (auto& t : mesh.mesh.triangles) std::swap(t[1], t[2]);
  EXPECT_FALSE(inertial_of_shapes(link).has_value());
}

TEST(ImportedMasses, WhatIsFixedToSomethingStaticIsStaticWhicheverEndAndHoweverFarItIs) {
  Model model;
  model.links = {link_of("far", 1, Vec3::Zero()), link_of("near", 1, Vec3::UnitX()),
                 link_of("base", 0, Vec3(2, 0, 0)), link_of("arm", 1, Vec3(3, 0, 0)),
                 link_of("lid", 1, Vec3(4, 0, 0))};
  // The base is a child here, and what is farther away comes first.
  model.joints = {joint_of("a", JointKind::fixed, 1, 0, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("b", JointKind::fixed, 1, 2, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("c", JointKind::turning, 2, 3, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("d", JointKind::fixed, 4, 3, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("e", JointKind::turning, 2, 0, Vec3::Zero(), Vec3::UnitZ())};
  Warnings warnings;
  mend_masses(model, warnings);
  std::vector<bool> is_static;
  for (const Link& link : model.links) is_static.push_back(link.is_static);
  EXPECT_EQ(is_static, (std::vector<bool>{true, true, true, false, false}));
  // A joint between two that stand holds nothing, whatever its kind.
  ASSERT_EQ(model.joints.size(), 2u);
  EXPECT_EQ(model.joints[0].name, "c");
  EXPECT_EQ(model.joints[1].name, "d");
}

TEST(ImportedMasses, WhatIsTakenOutLeavesTheOthersTheirJointsDrivesAndCouplings) {
  Model model;
  model.links = {link_of("base", 0, Vec3::Zero()), link_of("frame", 1, Vec3::UnitX()),
                 link_of("arm", 2, Vec3::UnitY()), link_of("hand", 3, Vec3::UnitZ())};
  model.links[1].inertial.reset();
  model.links[1].is_static = false;
  model.links.push_back(link_of("post", 4, Vec3::UnitX()));
  model.joints = {joint_of("foot", JointKind::fixed, 0, 4, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("hinge", JointKind::turning, 0, 2, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("on_arm", JointKind::fixed, 2, 1, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("lift", JointKind::sliding, 2, 3, Vec3::Zero(), Vec3::UnitZ())};
  model.couplings = {
      {"kept", 3, 1, 2, 0.5, {}}, {"first_gone", 2, 1, 1, 0, {}}, {"second_gone", 1, 0, 1, 0, {}}};
  Drive lift;
  lift.name = "lift_motor";
  lift.joint = 3;
  Drive gone;
  gone.joint = 2;
  model.drives = {gone, lift};
  model.start = {0.1, 0.2, 0.3, 0.4};
  Warnings warnings;
  mend_masses(model, warnings);
  ASSERT_EQ(model.links.size(), 4u);
  EXPECT_EQ(model.links[2].name, "hand");
  ASSERT_EQ(model.joints.size(), 2u);
  EXPECT_EQ(model.joints[0].name, "hinge");
  EXPECT_EQ(model.joints[0].child, 1u);
  EXPECT_EQ(model.joints[1].name, "lift");
  EXPECT_EQ(model.joints[1].parent, 1u);
  EXPECT_EQ(model.joints[1].child, 2u);
  ASSERT_EQ(model.couplings.size(), 1u);
  EXPECT_EQ(model.couplings[0].name, "kept");
  EXPECT_EQ(model.couplings[0].first, 1u);
  EXPECT_EQ(model.couplings[0].second, 0u);
  ASSERT_EQ(model.drives.size(), 1u);
  EXPECT_EQ(model.drives[0].name, "lift_motor");
  EXPECT_EQ(model.drives[0].joint, 1u);
  EXPECT_EQ(model.start, (std::vector<double>{0.2, 0.4}));
}

// A plane has no volume: such a link has no mass.
TEST(ImportedMasses, FramesOnFramesKeepTheirShapesWhereTheyWereWhicheverJointComesFirst) {
  for (const bool outer_first : {true, false}) {
    Model model;
    model.links = {link_of("base", 2, Vec3(1, 2, 3)), link_of("frame", 1, Vec3(2, 2, 3)),
                   link_of("tip", 1, Vec3(2, 5, 3))};
    model.links[0].pose.orientation = quarter_about(Vec3::UnitZ());
    model.links[1].pose.orientation = quarter_about(Vec3::UnitX());
    for (std::size_t k = 1; k < 3; ++k) {
      model.links[k].inertial.reset();
      Shape& seen = model.links[k].shapes.emplace_back();
      seen.geometry.form = Form::plane;
      seen.touches = false;
      seen.geometry.radius = static_cast<double>(k);  // so that they are told apart
      seen.pose.position = Vec3(0, 0, 0.5);
    }
    model.joints = {joint_of("to_frame", JointKind::fixed, 0, 1, Vec3::Zero(), Vec3::UnitZ()),
                    joint_of("to_tip", JointKind::fixed, 1, 2, Vec3::Zero(), Vec3::UnitZ())};
    if (!outer_first) std::swap(model.joints[0], model.joints[1]);
    const Pose base = model.links[0].pose;
    const Pose places[] = {model.links[1].pose * model.links[1].shapes[0].pose,
                           model.links[2].pose * model.links[2].shapes[0].pose};
    Warnings warnings;
    mend_masses(model, warnings);
    EXPECT_NE(all_of(warnings).find("(2 times)"), std::string::npos) << all_of(warnings);
    ASSERT_EQ(model.links.size(), 1u);
    EXPECT_TRUE(model.joints.empty());
    ASSERT_EQ(model.links[0].shapes.size(), 2u);
    for (const Shape& shape : model.links[0].shapes) {
      const Pose& place = places[shape.geometry.radius == 1 ? 0 : 1];
      const Pose now = base * shape.pose;
      EXPECT_LT((now.position - place.position).norm(), 1e-12);
      EXPECT_LT(now.orientation.angularDistance(place.orientation), 1e-7);
    }
  }
}

TEST(ImportedMasses, WhatHangsFartherCountsForAFrameThatMovesAndWhatHangsBesideItDoesNot) {
  Model model;
  model.links = {link_of("base", 0, Vec3::Zero()), link_of("ring", 1, Vec3::UnitX()),
                 link_of("second", 1, Vec3::UnitX()), link_of("hand", 5, Vec3::UnitX()),
                 link_of("beside", 7, Vec3::UnitY())};
  for (const std::size_t k : {1u, 2u}) model.links[k].inertial.reset();
  model.joints = {joint_of("a", JointKind::turning, 0, 1, Vec3::Zero(), Vec3::UnitZ()),
                  joint_of("b", JointKind::turning, 1, 2, Vec3::Zero(), Vec3::UnitY()),
                  joint_of("c", JointKind::turning, 2, 3, Vec3::Zero(), Vec3::UnitX()),
                  joint_of("d", JointKind::turning, 0, 4, Vec3::Zero(), Vec3::UnitX())};
  Warnings warnings;
  mend_masses(model, warnings);
  for (const std::size_t k : {1u, 2u}) {
    EXPECT_NEAR(model.links[k].inertial->mass, 5e-6, 1e-11);
    EXPECT_NEAR(model.links[k].inertial->inertia(2, 2), 5e-8, 1e-13);
  }
  EXPECT_TRUE(
      warned(warnings,
             "model:7: link ring has no mass, but moves: it gets 5e-06 kg and a radius of gyration of 0.1 m"))
      << all_of(warnings);
}

TEST(ImportedMasses, AnImpossibleInertiaIsMendedAboutItsOwnPrincipalAxes) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  const Mat3 turn = Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, -3).normalized())).toRotationMatrix();
  model.links[1].inertial->inertia = turn * Vec3(4, 1, 1).asDiagonal() * turn.transpose();
  Warnings warnings;
  mend_masses(model, warnings);
  const Mat3 wanted = turn * Vec3(4, 2, 2).asDiagonal() * turn.transpose();
  EXPECT_LT((model.links[1].inertial->inertia - wanted).norm(), 1e-12);
}

TEST(ImportedMasses, AMatrixThatIsNotSymmetricBecomesTheMeanOfItsHalves) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  Mat3& inertia = model.links[1].inertial->inertia;
  inertia = Vec3(1, 2, 2.5).asDiagonal();
  inertia(0, 1) = 0.4;
  inertia(2, 1) = -0.2;
  Warnings warnings;
  mend_masses(model, warnings);
  EXPECT_EQ(inertia(0, 1), 0.2);
  EXPECT_EQ(inertia(1, 0), 0.2);
  EXPECT_EQ(inertia(1, 2), -0.1);
  EXPECT_EQ(inertia(2, 1), -0.1);
}

TEST(ImportedMasses, MomentsAreMendedBeyondTheRoundingOfThreeDigitsAndBelowABillionthAlone) {
  struct Case {
    Vec3 before, after;
  };
  const Case cases[] = {{{1, 1, 2.005}, {1, 1, 2.005}},
                        {{1, 1, 2.007}, {1.0035, 1.0035, 2.007}},
                        {{1e-8, 1, 1}, {1e-8, 1, 1}},
                        {{1e-10, 1, 1}, {1e-3, 1, 1}},
                        {{-1, 1, 1}, {1e-3, 1, 1}},
                        // Thickened first, and then no body either: both smaller moments grow.
                        {{0, 0, 4}, {2, 2, 4}}};
  for (const Case& c : cases) {
    Model model = arm_model(JointKind::turning, DriveMode::force);
    model.links[1].inertial->inertia = c.before.asDiagonal();
    Warnings warnings;
    mend_masses(model, warnings);
    const Vec3 now = model.links[1].inertial->inertia.diagonal();
    EXPECT_LT((now - c.after).norm(), 1e-12) << c.before.transpose() << " -> " << now.transpose();
  }
}

TEST(ImportedMasses, WithoutMomentsAndShapesAreThoseOfARing) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.links[1].inertial->inertia.setZero();
  Warnings warnings;
  mend_masses(model, warnings);
  EXPECT_EQ(all_of(warnings),
            "model:7: link arm has no moments of inertia: they become those of a ring with a radius of 0.1 m "
            "of its mass, [0.02, 0.02, 0.02] kg m^2 on the diagonal\n");
}

TEST(ImportedMasses, OfWhatStandsNeedNotBeWholeAndAreNotTold) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.links[0].inertial = Inertial{0, Vec3::Zero(), Mat3::Identity()};
  Shape& ball = model.links[0].shapes.emplace_back();
  ball.geometry.radius = 1;
  Warnings warnings;
  mend_masses(model, warnings);
  EXPECT_TRUE(warnings.lines().empty()) << all_of(warnings);
  EXPECT_FALSE(model.links[0].inertial.has_value());
}

// --- motors ---

TEST(ImportedMotors, SeeTheLoadOfATurnedLinkAboutTheJointsAxis) {
  // Its x axis points along the world's y, where the joint's axis is.
  Model model = two_links(quarter_about(Vec3::UnitZ()));
  model.links[1].inertial = Inertial{2, Vec3(0, 0.25, 0), Vec3(1, 2, 3).asDiagonal()};
  Warnings warnings;
  motors_of(model, warnings);
  // The centre of mass lies a quarter of a metre from the axis: 0.5 - 0.25.
  EXPECT_NEAR(model.drives[0].force, 3 * 2 * kG * 0.25 + 20 * (2 * 0.0625 + 1), 1e-9);
}

TEST(ImportedMotors, OfASlideHaveGainsForItsMassAndArmature) {
  for (const double armature : {0.0, 1.0}) {
    Model model = arm_model(JointKind::sliding, DriveMode::position);
    model.joints[0].axes[0].armature = armature;
    model.drives[0].force = 30;
    model.drives[0].speed = 0.5;
    Warnings warnings;
    const Motor motor = motors_of(model, warnings).at(0);
    // 48 V s/m, 0.625 A, 38.4 Ohm.
    EXPECT_NEAR(motor.resistance, 38.4, 1e-9);
    EXPECT_NEAR(motor.speed_proportional, (2 + armature) * 20 * 38.4 / 48, 1e-9);
    EXPECT_NEAR(motor.gear, 400, 1e-9);
    EXPECT_NEAR(motor.torque_constant, 0.12, 1e-12);
  }
}

TEST(ImportedMotors, OfWheelsPushAllThatMovesAtHalfTheWidestEdgeOfTheWheel) {
  for (const DriveMode mode : {DriveMode::speed, DriveMode::force}) {
    Model model = arm_model(JointKind::turning, mode);
    const double alone = [&] {
      Model still = model;
      still.gravity.setZero();
      Warnings warnings;
      motors_of(still, warnings);
      return still.drives[0].force;
    }();
    model.links[0].inertial = Inertial{100, Vec3::Zero(), Mat3::Identity()};  // stands
    model.links.push_back(link_of("box", 5, Vec3::UnitY()));                  // goes along
    Shape& tyre = model.links[1].shapes.emplace_back();
    tyre.geometry.form = Form::box;
    tyre.geometry.size = Vec3(0.2, 0.6, 0.4);
    Warnings warnings;
    motors_of(model, warnings);
    EXPECT_NEAR(model.drives[0].force, alone + 3 * 2 * kG * 0.5 + 0.1 * 7 * kG * 0.3, 1e-9);
    EXPECT_EQ(warned(warnings, "gives no speed"), mode == DriveMode::speed) << all_of(warnings);
  }
}

TEST(ImportedMotors, OfALoopCarryItsFarSideOnce) {
  Model model = arm_model(JointKind::turning, DriveMode::position);
  Model open = model;
  model.links[0] = link_of("base", 50, Vec3::Zero());
  model.joints.push_back(joint_of("closes", JointKind::turning, 1, 0, Vec3::Zero(), Vec3::UnitY()));
  Warnings warnings;
  motors_of(model, warnings);
  motors_of(open, warnings);
  EXPECT_NEAR(model.drives[0].force, open.drives[0].force, 1e-9);
}

TEST(ImportedMotors, SetTheNeutralOfTheirOwnLeverAndOfNoLeverThatTheyShare) {
  Model model = arm_model(JointKind::turning, DriveMode::position);
  model.joints[0].axes[0].limits = Limits{-1, 3};
  model.controls.insert(model.controls.begin(), Control{"other", -1, 1, 0.25, true});
  Model shared = model;
  shared.drives[0].inputs.push_back({"other", 1});
  Warnings warnings;
  motors_of(model, warnings);
  motors_of(shared, warnings);
  EXPECT_EQ(model.controls[0].neutral, 0.25);
  EXPECT_EQ(model.controls[1].neutral, -0.5);
  EXPECT_EQ(shared.controls[0].neutral, 0.25);
  EXPECT_EQ(shared.controls[1].neutral, 0);
}

// --- the pose it begins in ---

TEST(ImportedStart, IsTheSameWhicheverJointComesFirstAndLeavesWhatHangsBeside) {
  std::vector<Pose> poses[2];
  for (const bool outer_first : {true, false}) {
    Model model;
    model.links = {link_of("base", 0, Vec3::Zero()), link_of("arm", 1, Vec3(1, 0, 0)),
                   link_of("hand", 1, Vec3(2, 0, 0)), link_of("beside", 1, Vec3(0, 3, 0))};
    model.joints = {joint_of("hinge", JointKind::turning, 0, 1, Vec3(0.5, 0, 0), Vec3::UnitZ()),
                    joint_of("wrist", JointKind::turning, 1, 2, Vec3(1.5, 0, 0), Vec3::UnitY()),
                    joint_of("other", JointKind::turning, 0, 3, Vec3(0, 2, 0), Vec3::UnitX())};
    model.start = {kQuarter, -kQuarter, 0};
    if (outer_first) {
      std::swap(model.joints[0], model.joints[1]);
      std::swap(model.start[0], model.start[1]);
    }
    Warnings warnings;
    take_start(model, warnings);
    for (const Link& link : model.links) poses[outer_first ? 0 : 1].push_back(link.pose);
    EXPECT_LT((model.links[1].pose.position - Vec3(0.5, 0.5, 0)).norm(), 1e-12);
    // Turned up by a quarter about the wrist, which the hinge has turned to y.
    EXPECT_LT((model.links[2].pose.position - Vec3(0.5, 1, 0.5)).norm(), 1e-12)
        << model.links[2].pose.position.transpose();
    EXPECT_EQ(model.links[3].pose.position, Vec3(0, 3, 0));
  }
  for (std::size_t k = 0; k < poses[0].size(); ++k)
    EXPECT_LT(poses[0][k].orientation.angularDistance(poses[1][k].orientation), 1e-7) << k;
}

// --- groups and names ---

TEST(ImportedGroups, AreAsManyAsThereAreKindsOfLinksWhicheverPassThroughWhich) {
  std::mt19937 random(7);
  for (int run = 0; run < 50; ++run) {
    bool kinds[4][4];
    for (auto& row : kinds)
      for (bool& passes : row) passes = random() % 2 == 0;
    Model model;
    std::vector<std::size_t> kind_of;
    for (std::size_t k = 0; k < 12; ++k) {
      model.links.push_back(link_of("link" + std::to_string(k), 1, Vec3::Zero()));
      model.links.back().shapes.emplace_back();
      kind_of.push_back(random() % 4);
    }
    const auto passes = [&](std::size_t a, std::size_t b) {
      const std::size_t x = std::min(kind_of[a], kind_of[b]), y = std::max(kind_of[a], kind_of[b]);
      return kinds[x][y];
    };
    Warnings warnings;
    assign_groups(model, passes, {}, warnings);
    std::set<std::array<std::size_t, 2>> passing(model.passing.begin(), model.passing.end());
    EXPECT_EQ(passing.size(), model.passing.size()) << "a pair is told once";
    std::size_t most = 0;
    for (std::size_t a = 0; a < 12; ++a) {
      most = std::max(most, model.links[a].group);
      for (std::size_t b = a + 1; b < 12; ++b) {
        const std::size_t x = model.links[a].group, y = model.links[b].group;
        EXPECT_EQ(passing.contains({std::min(x, y), std::max(x, y)}), passes(a, b))
            << run << " " << a << " " << b;
      }
    }
    EXPECT_LE(most, 3u) << run;
  }
}

TEST(ImportedNames, AreCutBetweenLettersAndOnlyBeyondEightyBytes) {
  Warnings warnings;
  SceneNames names(warnings);
  EXPECT_EQ(names.take(std::string(80, 'n'), "link", {}), std::string(80, 'n'));
  EXPECT_EQ(warnings.lines().size(), 0u);
  std::string umlauts, forty;
  for (int i = 0; i < 41; ++i) (i < 40 ? forty : umlauts) += "ü";
  EXPECT_EQ(names.take(forty + umlauts, "link", {}), forty);
  EXPECT_EQ(names.take(std::string(81, 'm'), "joint", {}), std::string(80, 'm'));
  EXPECT_EQ(names.take("a\tb", "joint", {}), "a?b");
}

}  // namespace
}  // namespace drawbar::import
