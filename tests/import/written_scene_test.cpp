// The scene of a model: joints of several axes, shapes beside what is seen of them, names, materials.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "tests/import/model_parts.h"
#include "tools/import/visual_file.h"

namespace drawbar::import {
namespace {

Axis axis_along(const Vec3& direction, bool slides) {
  Axis axis;
  axis.direction = direction;
  axis.slides = slides;
  return axis;
}

/// An arm on a base with nothing but its joint.
Model joined_by(JointKind kind, const std::vector<Axis>& axes) {
  Model model = arm_model(JointKind::turning, DriveMode::force);
  model.drives.clear();
  model.controls.clear();
  model.joints[0].kind = kind;
  model.joints[0].axes = axes;
  return model;
}

TEST(WrittenScene, EachAxisOfACardanJointHasItsOwnFigures) {
  for (const std::size_t told : {0u, 1u}) {
    std::vector<Axis> axes{axis_along(Vec3::UnitY(), false), axis_along(Vec3::UnitZ(), false)};
    axes[told].limits = Limits{-0.5, 0.75};
    axes[told].friction = 0.2;
    axes[told].damping = 0.3;
    axes[told].stiffness = 4;
    axes[told].rest = 0.1;
    axes[told].armature = 0.6;
    const physics::JointConfig joint = scene_from(joined_by(JointKind::universal, axes), {}).world.joints[0];
    ASSERT_EQ(joint.type, physics::JointType::universal);
    const physics::AxisConfig& own = joint.axes[told];
    const physics::AxisConfig& other = joint.axes[1 - told];
    ASSERT_TRUE(own.limit.has_value());
    EXPECT_NEAR(own.limit->lower, -0.5, 1e-12);
    EXPECT_NEAR(own.limit->upper, 0.75, 1e-12);
    EXPECT_EQ(own.friction.coulomb, 0.2);
    EXPECT_EQ(own.friction.viscous, 0.3);
    EXPECT_EQ(own.spring->stiffness, 4);
    EXPECT_NEAR(own.spring->rest, 0.1, 1e-12);
    EXPECT_EQ(own.armature, 0.6);
    EXPECT_FALSE(other.limit.has_value());
    EXPECT_EQ(other.friction.coulomb, 0);
    EXPECT_EQ(other.friction.viscous, 0);
    EXPECT_EQ(other.armature, 0);
    EXPECT_TRUE(!other.spring || other.spring->stiffness == 0);
  }
}

TEST(WrittenScene, APlaneJointHasTheLimitsOfItsSlidesInMetresAndOfItsTurnInDegrees) {
  std::vector<Axis> axes{axis_along(Vec3::UnitX(), true), axis_along(Vec3::UnitY(), true),
                         axis_along(Vec3::UnitZ(), false)};
  axes[1].limits = Limits{-2, 3};
  axes[1].friction = 0.5;
  axes[2].limits = Limits{-0.25, 0.5};
  axes[2].damping = 0.7;
  const physics::JointConfig joint = scene_from(joined_by(JointKind::planar, axes), {}).world.joints[0];
  ASSERT_EQ(joint.type, physics::JointType::planar);
  EXPECT_FALSE(joint.axes[0].limit.has_value());
  EXPECT_EQ(joint.axes[1].limit->lower, -2);
  EXPECT_EQ(joint.axes[1].limit->upper, 3);
  EXPECT_NEAR(joint.axes[2].limit->lower, -0.25, 1e-12);
  EXPECT_NEAR(joint.axes[2].limit->upper, 0.5, 1e-12);
  EXPECT_EQ(joint.axes[0].friction.coulomb, 0);
  EXPECT_EQ(joint.axes[1].friction.coulomb, 0.5);
  EXPECT_EQ(joint.axes[2].friction.coulomb, 0);
  EXPECT_EQ(joint.axes[2].friction.viscous, 0.7);
}

TEST(WrittenScene, ARackHasItsRatioAsRadiusWhicheverSlidesAndWhicheverSign) {
  for (const bool first_slides : {true, false}) {
    Model model = arm_model(first_slides ? JointKind::sliding : JointKind::turning, DriveMode::force);
    model.drives.clear();
    model.links.push_back(link_of("other", 1, Vec3::UnitY()));
    model.joints.push_back(joint_of("second", first_slides ? JointKind::turning : JointKind::sliding, 0, 2,
                                    Vec3::UnitY(), Vec3::UnitZ()));
    model.couplings = {{"c", 0, 1, -0.4, 0, {}}};
    const physics::CouplingConfig coupling = scene_from(model, {}).world.couplings[0];
    double of_first = 0, of_second = 0;
    for (const auto& term : coupling.terms)
      (term.joint == physics::JointId{0} ? of_first : of_second) = term.coefficient;
    EXPECT_NEAR(-of_second / of_first, -0.4, 1e-12) << first_slides;
  }
}

TEST(WrittenScene, ABallJointHasNoArmatureAndThatIsSaid) {
  std::vector<Axis> axes;
  for (const Vec3 direction : {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()})
    axes.push_back(axis_along(direction, false));
  axes[2].armature = 0.1;
  Model model = joined_by(JointKind::ball, axes);
  Warnings warnings;
  const SceneText scene = scene_text(model, {}, {}, warnings);
  EXPECT_EQ(scene.text.find("armature"), std::string::npos) << scene.text;
  EXPECT_EQ(
      all_of(warnings),
      "model:8: armature of joint hinge is left out where it has no motor: scenes have no such field\n");
}

TEST(WrittenScene, TheWorldOfAModelIsThatOfTheSceneUnlessItHasShapes) {
  for (const bool shapes : {false, true}) {
    Model model = joined_by(JointKind::turning, {axis_along(Vec3::UnitY(), false)});
    model.links[0].name = "world";
    if (shapes) model.links[0].shapes.emplace_back().geometry.radius = 1;
    const physics::WorldConfig world = scene_from(model, {}).world;
    EXPECT_EQ(world.bodies.size(), shapes ? 2u : 1u);
    EXPECT_EQ(world.bodies[0].name, shapes ? "world_link" : "arm");
  }
}

TEST(WrittenScene, ANameIsGivenToWhatHasNoneAndToAGroundBesideALinkOfThatName) {
  Model model = joined_by(JointKind::turning, {axis_along(Vec3::UnitY(), false)});
  model.name.clear();
  model.links[1].name = "ground";
  const scenes::LoadedScene scene = scene_from(model, {}, nullptr, -0.5);
  EXPECT_EQ(scene.scene.name, "imported");
  ASSERT_EQ(scene.world.bodies.size(), 3u);
  EXPECT_EQ(scene.world.bodies[1].name, "ground");
  EXPECT_EQ(scene.world.bodies[2].name, "ground_body");
}

TEST(WrittenScene, LeversHaveTheirRangeWhicheverEndIsNotThatOfEveryLever) {
  Model model = arm_model(JointKind::turning, DriveMode::speed);
  model.controls = {{"low", -2, 1, 0, true}, {"high", -1, 3, 0, true}, {"usual", -1, 1, 0, true}};
  model.drives[0].inputs = {{"low", 1}, {"high", 1}, {"usual", 1}};
  Warnings warnings;
  const std::vector<Motor> motors = motors_of(model, warnings);
  const physics::WorldConfig world = scene_from(model, motors).world;
  ASSERT_EQ(world.controls.size(), 3u);
  EXPECT_EQ(world.controls[0].lower, -2);
  EXPECT_EQ(world.controls[0].upper, 1);
  EXPECT_EQ(world.controls[1].lower, -1);
  EXPECT_EQ(world.controls[1].upper, 3);
  EXPECT_EQ(world.controls[2].upper, 1);
}

TEST(WrittenScene, OneInputOfAGainKeepsIt) {
  Model model = arm_model(JointKind::turning, DriveMode::speed);
  model.drives[0].inputs = {{"hinge_command", -1}};
  Warnings warnings;
  const std::vector<Motor> motors = motors_of(model, warnings);
  const physics::WorldConfig world = scene_from(model, motors).world;
  ASSERT_EQ(world.drives[0].inputs.size(), 1u);
  EXPECT_EQ(world.drives[0].inputs[0].gain, -1);
}

TEST(WrittenScene, PairsOfSurfacesAreWrittenForAtMostTwentyFourMaterials) {
  for (const std::size_t count : {24u, 25u}) {
    Model model = joined_by(JointKind::turning, {axis_along(Vec3::UnitY(), false)});
    model.larger_friction = true;
    for (std::size_t k = 0; k < count; ++k) {
      Shape& shape = model.links[0].shapes.emplace_back();
      shape.geometry.radius = 0.1;
      shape.surface.friction = 0.01 * static_cast<double>(k + 1);
    }
    std::string text;
    scene_from(model, {}, &text);
    EXPECT_EQ(text.find("material_pairs") != std::string::npos, count == 24) << count;
  }
}

// --- shapes ---

/// A box that touches, and one that is seen, changed by `change`.
template <class Change>
Model seen_beside(const Change& change) {
  Model model = joined_by(JointKind::turning, {axis_along(Vec3::UnitY(), false)});
  Shape box;
  box.geometry.form = Form::cylinder;
  box.geometry.radius = 0.1;
  box.geometry.length = 0.2;
  box.pose.position = Vec3(1, 2, 3);
  Shape seen = box;
  box.seen = false;
  seen.touches = false;
  seen.color = "#0a0b0c";
  change(seen);
  model.links[1].shapes = {box, seen};
  return model;
}

SceneText text_of(const Model& model) {
  Warnings warnings;
  SceneOptions options;
  options.folder = "files";
  return scene_text(model, {}, options, warnings);
}

TEST(WrittenShapes, ShowThemselvesOnlyWhereWhatIsSeenIsTheSameInTheSamePlace) {
  if (!writes_visuals()) GTEST_SKIP() << "built without tinygltf";
  const SceneText same = text_of(seen_beside([](Shape&) {}));
  EXPECT_TRUE(same.visuals.empty());
  EXPECT_NE(same.text.find("\"color\": \"#0a0b0c\""), std::string::npos)
      << "it has the colour of what is seen";
  using Change = void (*)(Shape&);
  const Change changes[] = {
      [](Shape& s) { s.geometry.radius = 0.11; },
      [](Shape& s) { s.geometry.length = 0.21; },
      [](Shape& s) { s.geometry.form = Form::capsule; },
      [](Shape& s) { s.pose.position.y() = 2.001; },
      [](Shape& s) { s.pose.orientation = Quat(Eigen::AngleAxisd(0.01, Vec3::UnitX())); },
  };
  for (const Change& change : changes) {
    const SceneText other = text_of(seen_beside(change));
    ASSERT_EQ(other.visuals.size(), 1u) << other.text;
    EXPECT_EQ(other.visuals.begin()->first, "files/arm.glb");
    EXPECT_EQ(other.text.find("\"color\""), std::string::npos) << other.text;
  }
}

TEST(WrittenShapes, WhatIsSeenIsGivenInTheAxesOfTheShapeThatShowsIt) {
  if (!writes_visuals()) GTEST_SKIP() << "built without tinygltf";
  Model model = seen_beside([](Shape& s) {
    s.geometry.form = Form::box;
    s.geometry.size = Vec3(0.2, 0.4, 0.6);
    s.pose.position = Vec3(1, 2, 4);
  });
  model.links[1].shapes[0].pose.orientation = Quat(Eigen::AngleAxisd(kQuarter, Vec3::UnitX()));
  const SceneText scene = text_of(model);
  ASSERT_EQ(scene.visuals.size(), 1u);
  const std::vector<ColoredMesh>& meshes = scene.visuals.begin()->second;
  ASSERT_EQ(meshes.size(), 1u) << "what touches is not seen beside it";
  EXPECT_EQ(meshes[0].color, "#0a0b0c");
  Eigen::AlignedBox3d box;
  for (const Vec3& v : meshes[0].mesh.vertices) box.extend(v);
  // A metre above the shape along z, which is y of its turned axes.
  EXPECT_LT((box.center() - Vec3(0, 1, 0)).norm(), 1e-12);
  EXPECT_LT((box.sizes() - Vec3(0.2, 0.6, 0.4)).norm(), 1e-12);
}

TEST(WrittenShapes, OfALinkThatIsOnlySeenAreItsFormsWithoutAMaterial) {
  Model model = seen_beside([](Shape&) {});
  model.links[1].shapes.erase(model.links[1].shapes.begin());
  const SceneText scene = text_of(model);
  EXPECT_TRUE(scene.visuals.empty());
  EXPECT_NE(
      scene.text.find("{ \"type\": \"cylinder\", \"radius\": 0.1, \"length\": 0.2, \"position\": [1, 2, "
                      "3], \"color\": \"#0a0b0c\" }"),
      std::string::npos)
      << scene.text;
  EXPECT_NE(scene.text.find("\"group\": \"seen\", \"passes_through\": [\"links\", \"seen\"]"),
            std::string::npos)
      << scene.text;
}

TEST(WrittenShapes, WithoutVolumeOrOnGroundThatMovesAreLeftOutAndThatIsSaid) {
  struct Case {
    Form form;
    double radius, length;
    Vec3 size;
    const char* says;
  };
  const Case cases[] = {
      {Form::sphere, 1e-6, 0, Vec3::Zero(), "has no volume"},
      {Form::sphere, 2e-6, 0, Vec3::Zero(), ""},
      {Form::box, 0, 0, Vec3(1, 1, 1e-6), "has no volume"},
      {Form::box, 0, 0, Vec3(1, 2e-6, 1), ""},
      {Form::cylinder, 1, 1e-6, Vec3::Zero(), "has no volume"},
      {Form::cylinder, 1e-6, 1, Vec3::Zero(), "has no volume"},
      {Form::capsule, 1, 1e-6, Vec3::Zero(), "has no volume"},
      {Form::cylinder, 1, 2e-6, Vec3::Zero(), ""},
      {Form::plane, 0, 0, Vec3::Zero(), "which moves, is left out: a scene has them on static bodies"},
  };
  for (const Case& c : cases) {
    Model model = joined_by(JointKind::turning, {axis_along(Vec3::UnitY(), false)});
    Shape& shape = model.links[1].shapes.emplace_back();
    shape.geometry.form = c.form;
    shape.geometry.radius = c.radius;
    shape.geometry.length = c.length;
    shape.geometry.size = c.size;
    shape.place = {"model", 5};
    Warnings warnings;
    const SceneText scene = scene_text(model, {}, {}, warnings);
    EXPECT_EQ(scene.text.find("\"shapes\"") == std::string::npos, *c.says != 0) << scene.text;
    EXPECT_EQ(warnings.lines().size(), *c.says != 0 ? 1u : 0u);
    EXPECT_TRUE(*c.says == 0 || (warned(warnings, "model:5: ") && warned(warnings, c.says)))
        << all_of(warnings);
  }
}

TEST(WrittenShapes, APlaneOfATurnedShapeHasItsNormalAlongItsZ) {
  Model model = joined_by(JointKind::turning, {axis_along(Vec3::UnitY(), false)});
  Shape& shape = model.links[0].shapes.emplace_back();
  shape.geometry.form = Form::plane;
  shape.pose = {Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX()))};
  const physics::ShapeConfig plane = scene_from(model, {}).world.bodies[0].shapes.at(0);
  const Vec3 normal = plane.orientation * Vec3::UnitZ();
  EXPECT_LT((normal - Vec3(0, -std::sin(0.5), std::cos(0.5))).norm(), 1e-12) << normal.transpose();
  EXPECT_EQ(plane.position, Vec3(1, 2, 3));
}

TEST(WrittenShapes, AHeightFieldKeepsItsRowsColumnsAndSpacing) {
  Model model = joined_by(JointKind::turning, {axis_along(Vec3::UnitY(), false)});
  Shape& shape = model.links[0].shapes.emplace_back();
  shape.geometry.form = Form::grid;
  shape.geometry.grid = Grid{3, 2, 0.75, {1, 2, 3, 4, 5, 6.25}};
  const physics::ShapeConfig ground = scene_from(model, {}).world.bodies[0].shapes.at(0);
  const auto& field = std::get<physics::Heightfield>(ground.geometry);
  EXPECT_EQ(field.columns, 3);
  EXPECT_EQ(field.rows, 2);
  EXPECT_EQ(field.spacing, 0.75);
  EXPECT_EQ(field.heights, (std::vector<double>{1, 2, 3, 4, 5, 6.25}));
}

}  // namespace
}  // namespace drawbar::import
