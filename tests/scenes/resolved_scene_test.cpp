// What a scene leaves out and how what it says is turned into the engine's figures: shapes, turns, frames of
// joints, masses, files beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "scenes/loader/convert/convert.h"
#include "scenes/loader/text/name_list.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

const std::string kBoxOfTheBlock = R"({ "type": "box", "size": [1, 2, 3], "material": "oak" })";
const std::string kPlaneOfTheFloor = R"({ "type": "plane", "normal": [0, 0, 1], "material": "steel" })";

physics::ShapeConfig shape_of_the_block(const std::string& shape) {
  return loaded(replaced(good_scene(), kBoxOfTheBlock, shape)).world.bodies[1].shapes.at(0);
}

TEST(ShapesOfAScene, HaveTheEnginesHalfLengths) {
  const std::string pose = R"("material": "oak", "position": [1, 2, 3], "rotation_deg": [0, 0, 90], )";
  const physics::ShapeConfig sphere =
      shape_of_the_block("{ " + pose + R"("type": "sphere", "radius": 0.3 })");
  EXPECT_EQ(std::get<physics::Sphere>(sphere.geometry).radius, 0.3);
  EXPECT_EQ(sphere.position, physics::Vec3(1, 2, 3));
  EXPECT_LT((sphere.orientation * physics::Vec3::UnitX() - physics::Vec3::UnitY()).norm(), 1e-15);
  EXPECT_EQ(sphere.material, physics::MaterialId{2});
  EXPECT_FALSE(sphere.sensor);
  const auto box = shape_of_the_block("{ " + pose + R"("type": "box", "size": [2, 4, 6], "sensor": true },
      { "type": "sphere", "radius": 1, "material": "oak" })");
  EXPECT_EQ(std::get<physics::Box>(box.geometry).half_size, physics::Vec3(1, 2, 3));
  EXPECT_TRUE(box.sensor);
  const auto capsule = std::get<physics::Capsule>(
      shape_of_the_block("{ " + pose + R"("type": "capsule", "radius": 0.3, "length": 4 })").geometry);
  EXPECT_EQ(capsule.radius, 0.3);
  EXPECT_EQ(capsule.half_length, 2);
  const auto cylinder = std::get<physics::Cylinder>(
      shape_of_the_block("{ " + pose + R"("type": "cylinder", "radius": 0.4, "length": 5 })").geometry);
  EXPECT_EQ(cylinder.radius, 0.4);
  EXPECT_EQ(cylinder.half_length, 2.5);
  const auto hull = std::get<physics::ConvexHull>(
      shape_of_the_block("{ " + pose + R"("type": "convex", "points": [[0,0,0],[1,0,0],[0,2,0],[0,0,3]] })")
          .geometry);
  EXPECT_EQ(hull.points, (std::vector<physics::Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}));
}

TEST(ShapesOfAScene, APlaneTurnsItsZToTheNormalByTheShortestWay) {
  for (const physics::Vec3& normal :
       {physics::Vec3(0, 0, 2), physics::Vec3(0, 0, -3), physics::Vec3(1, 0, 0), physics::Vec3(0, -5, 0),
        physics::Vec3(1, 2, 3), physics::Vec3(-1, 2, -3)}) {
    const std::string text = "[" + std::to_string(normal.x()) + ", " + std::to_string(normal.y()) + ", " +
                             std::to_string(normal.z()) + "]";
    const physics::ShapeConfig plane =
        loaded(replaced(good_scene(), R"("normal": [0, 0, 1])", R"("normal": )" + text))
            .world.bodies[2]
            .shapes[0];
    ASSERT_TRUE(std::holds_alternative<physics::Plane>(plane.geometry));
    EXPECT_LT((plane.orientation * physics::Vec3::UnitZ() - normal.normalized()).norm(), 1e-7) << text;
    EXPECT_NEAR(plane.orientation.z(), 0, 1e-15) << "it does not turn about itself: " << text;
    EXPECT_NEAR(plane.orientation.norm(), 1, 1e-15);
  }
}

TEST(TurnsOfAScene, AreExactAtRightAnglesAndWithinRoundingElsewhere) {
  const double half = std::sqrt(0.5);
  struct Row {
    double degrees, sine, cosine;
  };
  for (const Row& row :
       {Row{0, 0, 1}, Row{90, 1, 0}, Row{180, 0, -1}, Row{270, -1, 0}, Row{360, 0, 1}, Row{-90, -1, 0},
        Row{-180, 0, -1}, Row{-270, 1, 0}, Row{450, 1, 0}, Row{45, half, half}, Row{135, half, -half},
        Row{225, -half, -half}, Row{315, -half, half}, Row{-45, -half, half}, Row{-135, -half, -half}}) {
    const physics::SinCos found = sin_cos_degrees(row.degrees);
    EXPECT_EQ(found.sin, row.sine) << row.degrees;
    EXPECT_EQ(found.cos, row.cosine) << row.degrees;
  }
  for (double degrees = -720; degrees <= 720; degrees += 7.3) {
    const physics::SinCos found = sin_cos_degrees(degrees);
    EXPECT_NEAR(found.sin, std::sin(radians(degrees)), 1e-14) << degrees;
    EXPECT_NEAR(found.cos, std::cos(radians(degrees)), 1e-14) << degrees;
  }
  EXPECT_DOUBLE_EQ(radians(180), 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(radians(-1), -3.14159265358979323846 / 180);
  for (const auto& [norm, good] : std::vector<std::pair<double, bool>>{
           {1.0009, true}, {1.0011, false}, {0.9991, true}, {0.9989, false}}) {
    EXPECT_EQ(wrong_quaternion(physics::Quat(0, norm, 0, 0)).empty(), good) << norm;
    const std::string text = replaced(good_scene(), R"("rotation_deg": [0, 90, 0])",
                                      R"("orientation": [0, 0, )" + std::to_string(norm) + ", 0]");
    ASSERT_EQ(load(text).has_value(), good) << norm;
    if (!good) continue;
    EXPECT_DOUBLE_EQ(loaded(text).world.bodies[0].orientation.y(), 1) << "it is made one";
  }
  EXPECT_EQ(wrong_quaternion(physics::Quat(2, 0, 0, 0)),
            "is not a unit quaternion, its norm is 2; allowed: [w, x, y, z] of norm 1");
}

TEST(JointsOfAScene, HaveFramesOfTheirAxesAndTheRestOfARounding) {
  const auto frame = [](const std::string& fields) {
    return loaded(
               replaced(good_scene(),
                        R"("type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []])",
                        R"("type": "universal", "parent": "rod", "child": "block", "position": [1, 0, 2])" +
                            fields))
        .world.joints[1]
        .frame;
  };
  EXPECT_EQ(frame(""), physics::Mat3(physics::Mat3::Identity()));
  physics::Mat3 turned;
  turned << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  EXPECT_LT((frame(R"(, "axis": [0, 2, 0], "axis2": [0, 0, 3])") - turned).norm(), 1e-15);
  const physics::Mat3 mended = frame(R"(, "axis": [0, 2, 0], "axis2": [0, 0.0005, 1])");
  EXPECT_LT((mended - turned).norm(), 1e-15) << "what is along the first is taken out of the second";
}

TEST(MassesOfAScene, ComeFromWhatIsGivenAndWhatIsNot) {
  const auto block = [](const std::string& fields, const std::string& shapes = kBoxOfTheBlock) {
    return loaded(replaced(replaced(good_scene(), R"("name": "block",)", R"("name": "block", )" + fields),
                           kBoxOfTheBlock, shapes))
        .world.bodies[1]
        .mass_properties;
  };
  const std::string aside =
      R"({ "type": "box", "size": [1, 2, 3], "material": "oak", "position": [1, 0, 2] })";
  EXPECT_NEAR((block("", aside).center_of_mass - physics::Vec3(1, 0, 2)).norm(), 0, 1e-12);
  EXPECT_NEAR(block("", aside).mass, 4200, 1e-9);
  EXPECT_NEAR((block(R"("mass": 12,)", aside).center_of_mass - physics::Vec3(1, 0, 2)).norm(), 0, 1e-12);
  EXPECT_NEAR(block(R"("mass": 12,)", aside).inertia(0, 0), 13, 1e-12) << "about the centre of mass";
  // An inertia that is given is about a centre of mass that is given, or the origin.
  const physics::MassProperties given = block(R"("inertia": [2, 3, 4],)", aside);
  EXPECT_NEAR(given.mass, 4200, 1e-9);
  EXPECT_EQ(given.inertia(2, 2), 4);
  EXPECT_EQ(given.center_of_mass, physics::Vec3(0, 0, 0));
  EXPECT_EQ(block(R"("mass": 5, "inertia": [2, 3, 4], "center_of_mass": [0, 1, 0],)", aside).center_of_mass,
            physics::Vec3(0, 1, 0));
  // Without any density a mass is spread evenly.
  const std::string none =
      R"({ "type": "box", "size": [1, 2, 3] }, { "type": "sphere", "radius": 2, "sensor": true })";
  EXPECT_NEAR(block(R"("mass": 12,)", none).inertia(2, 2), 5, 1e-12);
  EXPECT_NEAR(block(R"("density": 2,)", none).mass, 12, 1e-12);
  for (const auto& [fields, shapes, said] : std::vector<std::tuple<std::string, std::string, std::string>>{
           {"", R"({ "type": "sphere", "radius": 2, "sensor": true })",
            "bodies[1]: a moving body without mass, and no shape with a volume to derive it from; allowed: "
            "give mass, "
            "or shapes, or \"static\": true"},
           {R"("mass": 1,)", R"({ "type": "sphere", "radius": 2, "sensor": true })",
            "bodies[1]: a moving body without inertia, and no shape with a volume to derive it from; "
            "allowed: give "
            "inertia, or shapes, or \"static\": true"},
           {"", R"({ "type": "sphere", "radius": 2 })",
            "bodies[1]: a moving body without mass, and no density to derive it from; allowed: give mass, or "
            "a density "
            "of the body or of its materials"},
           {"", kBoxOfTheBlock + R"(, { "type": "sphere", "radius": 2 }, { "type": "sphere", "radius": 2 })",
            "bodies[1].shapes[1]: its material has no density though another shape of the body has one; "
            "allowed: a "
            "density for all of them or for none"}}) {
    const std::string errors =
        errors_of(replaced(replaced(good_scene(), R"("name": "block",)", R"("name": "block", )" + fields),
                           kBoxOfTheBlock, shapes));
    EXPECT_TRUE(errors.ends_with(": " + said)) << said << "\nin\n" << errors;
  }
}

TEST(MassesOfAScene, OfWhatIsMovedOrStandsAreNone) {
  const LoadedScene scene = loaded(replaced(good_scene(), R"("static": true,)",
                                            R"("static": true, "mass": 7, "inertia": [1, 1, 1], "density": 3,
       "center_of_mass": [1, 1, 1],)"));
  EXPECT_FALSE(scene.scene.bodies[2]->mass.has_value());
  EXPECT_EQ(scene.scene.bodies[2]->inertia, nullptr);
  EXPECT_EQ(scene.scene.bodies[2]->center_of_mass, nullptr);
  EXPECT_FALSE(scene.scene.bodies[0]->density.has_value());
}

TEST(FilesOfAScene, ThatCannotBeTakenAreRefusedWhereTheyAreNamed) {
  for (
      const auto& [piece, by, said] : std::vector<std::tuple<std::string, std::string, std::string>>{
          {kBoxOfTheBlock,
           R"({ "type": "convex", "points": [[0,0,0],[1,0,0],[0,2,0],[0,0,3]], "file_scale": 2 })",
           "bodies[1].shapes[0].file_scale: given without file; allowed with: file"},
          {kBoxOfTheBlock,
           R"({ "type": "convex", "points": [[0,0,0],[1,0,0],[0,2,0],[0,0,3]], "file": "x.obj" })",
           "bodies[1].shapes[0].file: given beside inline data; allowed: one of the two"},
          {kPlaneOfTheFloor, R"({ "type": "mesh", "vertices": [[0,0,0]], "file": "x.obj" })",
           "bodies[2].shapes[0].file: given beside inline data; allowed: one of the two"},
          {kPlaneOfTheFloor, R"({ "type": "mesh", "triangles": [[0,0,0]], "file": "x.obj" })",
           "bodies[2].shapes[0].file: given beside inline data; allowed: one of the two"},
          {kPlaneOfTheFloor, R"({ "type": "heightfield", "spacing": 1, "heights": [0], "file": "x.png" })",
           "bodies[2].shapes[0].file: given beside inline data; allowed: one of the two"},
          {kPlaneOfTheFloor, R"({ "type": "heightfield", "spacing": 1, "samples": [0], "file": "x.png" })",
           "bodies[2].shapes[0].file: given beside inline data; allowed: one of the two"},
          {kPlaneOfTheFloor,
           R"({ "type": "heightfield", "spacing": 1, "columns": 2, "rows": 2, "heights": [0,0,0,0], "map": [0], "map_file": "x.png" })",
           "bodies[2].shapes[0].map_file: given beside map; allowed: one of the two"},
          {R"("controls": [)",
           R"("tyres": [ { "name": "t", "file": "x.tir", "magic_formula": [ { "name": "PCX1", "value": 1 } ] } ], "controls": [)",
           "tyres[0].file: given beside magic_formula; allowed: one of the two"},
          {kBoxOfTheBlock, R"({ "type": "convex", "file": "none.obj" })",
           "bodies[1].shapes[0].file: \"none.obj\" does not exist; allowed: a path inside the scene's "
           "folder"},
          {kBoxOfTheBlock, R"({ "type": "convex", "file": "." })",
           "bodies[1].shapes[0].file: \".\" leads outside the scene's folder; allowed: a path inside the "
           "scene's folder"},
      }) {
    const std::string errors = errors_of(replaced(good_scene(), piece, by));
    EXPECT_NE(errors.find(": " + said), std::string::npos) << said << "\nin\n" << errors;
  }
}

// What was recorded must not read from where it is replayed.
TEST(FilesOfAScene, ABufferNamesNone) {
  const std::string inline_alone = ": names a file; allowed here: everything inline";
  EXPECT_EQ(errors_of_buffer([](scene::SceneT& scene) {
              auto shape = std::make_unique<scene::ShapeT>();
              shape->type = scene::ShapeType::convex;
              shape->file = "x.obj";
              scene.bodies[1]->shapes.push_back(std::move(shape));
            }),
            "buffer: bodies[1].shapes[1].file" + inline_alone);
  EXPECT_EQ(errors_of_buffer([](scene::SceneT& scene) {
              auto tyre = std::make_unique<scene::TyreT>();
              tyre->name = "t";
              tyre->file = "x.tir";
              scene.tyres.push_back(std::move(tyre));
            }),
            "buffer: tyres[0].file" + inline_alone);
  EXPECT_EQ(errors_of_buffer([](scene::SceneT& scene) { scene.bodies[1]->shapes[0]->visual = "x.glb"; }), "")
      << "what it looks like is read by nobody here";
}

TEST(NamesOfAScene, AreListedUpToTwelve) {
  NameList names;
  EXPECT_TRUE(names.empty());
  EXPECT_EQ(names.text(), "");
  std::string text;
  for (int i = 1; i <= 12; ++i) {
    names.add("n" + std::to_string(i));
    text += (i > 1 ? ", n" : "n") + std::to_string(i);
    EXPECT_EQ(names.text(), text);
  }
  names.add("n13");
  EXPECT_EQ(names.text(), text + ", ...");
  EXPECT_FALSE(names.empty());
}

TEST(DefaultsOfAScene, AreFilledInWhereNothingIsSaid) {
  const LoadedScene scene = loaded(replaced(replaced(good_scene(), R"("gravity": [0, 0, -9.81],)", ""),
                                            R"("frame": { "period_ms": 40, "substeps": 8 },)", ""));
  EXPECT_EQ(scene.world.gravity, physics::Vec3(0, 0, -9.81));
  EXPECT_EQ(scene.world.period, 0.04);
  EXPECT_EQ(scene.scene.frame->min_substeps, (scene.scene.frame->substeps + 1) / 2);
  EXPECT_EQ(scene.world.substeps, static_cast<int>(scene.scene.frame->substeps));
  EXPECT_EQ(scene.world.bodies[1].linear_velocity, physics::Vec3(0, 0, 0));
  EXPECT_EQ(scene.world.bodies[1].position, physics::Vec3(3, 0, 1));
  EXPECT_EQ(scene.world.bodies[2].position, physics::Vec3(0, 0, 0));
  EXPECT_EQ(loaded(replaced(good_scene(), R"("stiffness": 500)", R"("stiffness": 500, "rest_length": 2.5)"))
                .world.springs[0]
                .law.rest,
            2.5);
  const LoadedScene coloured =
      loaded(replaced(good_scene(), R"("friction": 0.4)", R"("friction": 0.4, "color": "#111111")"));
  EXPECT_EQ(coloured.scene.bodies[0]->shapes[0]->color, "#c0c0c0") << "its own";
  EXPECT_EQ(coloured.scene.bodies[1]->shapes[0]->color, "") << "its material has none";
  EXPECT_EQ(coloured.scene.bodies[2]->shapes[0]->color, "#111111");
  EXPECT_NE(errors_of(replaced(good_scene(), R"("control": "throttle", )", ""))
                .find(": drives[0]: the field \"control\" is missing; allowed: control, or inputs"),
            std::string::npos);
}

}  // namespace
}  // namespace drawbar::scenes::testing
