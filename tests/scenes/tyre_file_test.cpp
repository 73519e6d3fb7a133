// Tyre property files, and scenes that begin in motion, as an author meets them.
#include "scenes/loader/files/tyre_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "physics/world/world.h"
#include "scenes/loader/loader.h"
#include "tests/scenes/scene_text.h"
#include "tests/support/published_tyre.h"

namespace drawbar::scenes::testing {
namespace {

std::string tir(const std::string& more = "", const std::string& version = "6",
                const std::string& without = "") {
  std::string text =
      "$ a tyre\n[UNITS]\nLENGTH = 'meter'\nFORCE = 'newton'\nANGLE = 'radians'\n[MODEL]\nTYRESIDE = "
      "'LEFT'\nFITTYP = " +
      version +
      "   $ version\n[VERTICAL]\nVERTICAL_STIFFNESS = 2.1e+05\nBREFF = 8.4\nDREFF = 0.27\nFREFF = 0.07\n" +
      "[COEFFICIENTS]\n";
  for (const auto& [name, value] : test::published_tyre()) {
    if (name != without) text += name + " = " + std::to_string(value) + "\n";
  }
  return text + more;
}

Result<TyreFile> read(const std::string& text, const char* name = "car.tir") {
  return read_tyre(name, std::as_bytes(std::span(text)));
}

std::string refusal(const std::string& text, const char* name = "car.tir") {
  const auto file = read(text, name);
  EXPECT_FALSE(file.has_value());
  return file ? std::string{} : file.error().text;
}

TEST(TyreFile, IsRefusedWithItsLineOrTaken) {
  ASSERT_TRUE(read(tir()).has_value());
  EXPECT_EQ(refusal(tir(), "car.txt"),
            "is of a kind that is not supported; allowed: .tir (tyre property file)");
  EXPECT_NE(refusal(tir("", "5")).find("has FITTYP 5; allowed: 6, 21, 52, 60, 61, 62"), std::string::npos);
  EXPECT_NE(refusal("PCX1 = 1\n").find("has no FITTYP"), std::string::npos);
  EXPECT_EQ(refusal("FITTYP = 6\nPCX1 = one\n"), "line 2: PCX1 is no number");
  EXPECT_EQ(refusal("FITTYP = 6\nPCX1 = nan\n"), "line 2: PCX1 is no number");
  EXPECT_EQ(refusal("FITTYP = 6\nPCX1 = 1\n\npcx1 = 1\n"), "line 4: PCX1 is given twice");
  EXPECT_EQ(refusal("[UNITS]\nLENGTH = 'mm'\n"), "line 2: LENGTH is in mm; allowed: SI units and radians");
  EXPECT_EQ(refusal("[UNITS\n"), "line 1: a section without \"]\"");
  EXPECT_EQ(refusal("= 2\n"), "line 1: a value without a name");
}

TEST(TyreFile, EveryNameIsACoefficientOfItsOwn) {
  physics::MagicFormula formula;
  double number = 0;
  for (const auto& field : physics::kMagicFormulaFields) formula.*field.value = ++number;
  number = 0;
  for (const auto& field : physics::kMagicFormulaFields)
    EXPECT_EQ(formula.*field.value, ++number) << field.name;
}

TEST(TyreFile, SaysWhatOfItIsNotUsed) {
  const auto file = read(tir("QSX1 = 0.02\nQSX2 = 0\nPPX1 = -0.3\n[SHAPE]\n{radial width}\n1.0 0.0\n"));
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->unused, (std::vector<std::string>{"QSX1", "PPX1", "[SHAPE]"}));
  EXPECT_EQ(file->vertical_stiffness, 2.1e5);
  EXPECT_NEAR(*file->rolling_deflection, 0.27 * std::atan(8.4) + 0.07, 1e-15);
}

/// A wheel on an arm over the ground, whose tyre has these fields.
std::string wheel_scene(const std::string& tyre, const std::string& more = "") {
  return R"({ "name": "wheel", "materials": [ { "name": "road", "friction": 0.9 )" + more + R"( } ],
  "bodies": [
    { "name": "car", "mass": 380, "inertia": [50, 50, 50], "position": [0, 0, 0.5], "linear_velocity": [12, 0, 0] },
    { "name": "tyred", "mass": 20, "inertia": [0.6, 1, 0.6], "position": [0, 0, 0.31], "rotation_deg": [90, 0, 0],
      "shapes": [ { "type": "cylinder", "radius": 0.313, "length": 0.2, "material": "road" } ] },
    { "name": "floor", "static": true, "shapes": [ { "type": "plane", "normal": [0, 0, 1], "material": "road" } ] } ],
  "joints": [ { "name": "axle", "type": "revolute", "parent": "car", "child": "tyred", "position": [0, 0, 0.31],
                "axis": [0, 1, 0] } ],
  "tyres": [ { "name": "t")" +
         tyre + R"( } ],
  "wheels": [ { "name": "w", "joint": "axle", "tyre": "t" } ] })";
}

const char* const kBrush =
    R"(, "nominal_load": 4000, "longitudinal_stiffness": 80000, "lateral_stiffness": 60000, "relaxation_length": 0.3,
       "vertical_stiffness": 200000)";

/// A folder with a tyre file, removed at the end.
class TyreScenes : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "drawbar_tyre_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<LoadedScene> with(const std::string& file, const std::string& fields = "") {
    std::ofstream(folder_ / "car.tir", std::ios::binary) << file;
    return load_text(wheel_scene(R"(, "file": "car.tir")" + fields), "scene.json", folder_);
  }
  std::string refused(const std::string& file, const std::string& fields = "") {
    const auto loaded = with(file, fields);
    EXPECT_FALSE(loaded.has_value());
    return loaded ? std::string{} : loaded.error().text;
  }
  std::filesystem::path folder_;
};

TEST_F(TyreScenes, AFileTakesThePlaceOfTheBrushAndTravelsInTheNormalisedForm) {
  const auto scene = with(tir("QSY1 = 0.012\nQSX1 = 0.02\n"));
  ASSERT_TRUE(scene.has_value()) << scene.error().text;
  ASSERT_EQ(scene->warnings.size(), 1u);
  EXPECT_NE(scene->warnings[0].find("of \"car.tir\" is not used: QSX1"), std::string::npos);
  const physics::TyreConfig& tyre = scene->world.wheels[0].tyre;
  ASSERT_TRUE(tyre.magic_formula.has_value());
  EXPECT_EQ(tyre.magic_formula->pky1, -14.95);
  EXPECT_EQ(tyre.magic_formula->lmux, 1);
  EXPECT_EQ(tyre.nominal_load, 4000);
  EXPECT_EQ(tyre.vertical_stiffness, 2.1e5);
  EXPECT_EQ(tyre.rolling_resistance, 0.012);
  EXPECT_EQ(tyre.arm_deflection, tyre.rolling_deflection);
  EXPECT_NEAR(tyre.tread_damping, 0.01 * 21.51 * 4000 / (2.0 * 0.313 * 4000 / 4000 * 4000) * 4000, 1e-6);
  const auto again = load_buffer(scene->buffer, "again");
  ASSERT_TRUE(again.has_value()) << again.error().text;
  EXPECT_EQ(again->world.wheels[0].tyre.magic_formula->qdz4, 13.05);
  EXPECT_EQ(again->buffer, scene->buffer);
}

TEST_F(TyreScenes, WhatNoTyreCanHaveIsOneClearError) {
  EXPECT_NE(refused(tir("", "6", "PKY1")).find("PKY1 is 0; allowed: below 0"), std::string::npos);
  EXPECT_NE(refused(tir("", "6", "PCX1")).find("PCX1 is 0; allowed: above 0"), std::string::npos);
  EXPECT_NE(refused(tir("", "6", "PTX1")).find("a relaxation length is"), std::string::npos);
  EXPECT_NE(refused(tir(), R"(, "lateral_stiffness": 1000)").find("not used with a tyre file"),
            std::string::npos);
  EXPECT_NE(refused(tir(), R"(, "nominal_load": 3000)").find("is not FNOMIN"), std::string::npos);
  EXPECT_NE(refused("FITTYP = 62\nPCX1 = ?\n").find("tyres[0].file"), std::string::npos);
  EXPECT_NE(errors_of(wheel_scene(R"(, "nominal_load": 4000)")).find("\"vertical_stiffness\" is missing"),
            std::string::npos);
  EXPECT_NE(errors_of(wheel_scene(R"(, "magic_formula": [ { "name": "PCX9", "value": 1 } ])"))
                .find("no coefficient \"PCX9\""),
            std::string::npos);
}

TEST(Tyres, StaticFrictionThatActsOnNoTyreIsSaid) {
  const LoadedScene scene = loaded(wheel_scene(kBrush, R"(, "static_friction": 1.1)"));
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_NE(scene.warnings[0].find("materials[0].static_friction"), std::string::npos);
  EXPECT_NE(scene.warnings[0].find("acts on no tyre"), std::string::npos);
  EXPECT_TRUE(loaded(wheel_scene(kBrush)).warnings.empty());
}

TEST(Tyres, AntilockNeedsAWheelOnATyre) {
  const std::string brakes =
      R"("brakes": [ { "name": "b", "joint": "axle", "control": "pedal", "torque": 1000,
      "antilock": { "slip": 0.2 } } ], "controls": [ { "name": "pedal" } ], )";
  const std::string good = replaced(wheel_scene(kBrush), R"("tyres":)", brakes + R"("tyres":)");
  EXPECT_EQ(loaded(good).world.brakes[0].antilock->slip, 0.2);
  EXPECT_EQ(loaded(good).world.brakes[0].antilock->release_rate, 30);
  const std::string none =
      replaced(good, R"("wheels": [ { "name": "w", "joint": "axle", "tyre": "t" } ])", R"("wheels": [])");
  EXPECT_NE(errors_of(none).find("no wheel on a tyre turns on joint axle"), std::string::npos);
}

TEST(StartRolling, WheelsSpinAtTheSpeedOfWhatTheyHangOn) {
  const std::string rolling =
      replaced(wheel_scene(kBrush), R"("name": "wheel",)", R"("name": "wheel", "start_rolling": true,)");
  const LoadedScene scene = loaded(rolling);
  const physics::BodyConfig& wheel = scene.world.bodies[1];
  EXPECT_EQ(wheel.linear_velocity, physics::Vec3(12, 0, 0));
  EXPECT_NEAR(wheel.angular_velocity.y(), 12 / (0.313 - 0.5 * 4000 / 200000.0), 1e-12);
  EXPECT_FALSE(scene.scene.start_rolling);
  EXPECT_EQ(loaded(wheel_scene(kBrush)).world.bodies[1].angular_velocity.y(), 0);
  // The car keeps its speed: what rolls needs nothing of it.
  physics::World world(scene.world);
  physics::FrameState state = world.make_frame_state();
  for (int frame = 0; frame < 25; ++frame) world.step_frame(8);
  world.observe(state);
  EXPECT_NEAR(state.bodies[0].linear_velocity.x(), 12, 0.02);
}

}  // namespace
}  // namespace drawbar::scenes::testing
