// Tyre property files, and scenes that begin in motion, as an author meets them.
#include "scenes/loader/files/tyre_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
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

// --- the rules of tyres ---

/// The published tyre in the scene itself, with these coefficients in place of its own.
std::string formula_scene(const test::Coefficients& changed, const std::string& fields = "") {
  test::Coefficients all = test::published_tyre();
  for (const auto& [name, value] : changed) all[name] = value;
  std::string list;
  for (const auto& [name, value] : all) {
    list += (list.empty() ? "" : ", ") + (R"({ "name": ")" + name) + R"(", "value": )" +
            std::to_string(value) + " }";
  }
  return wheel_scene(R"(, "vertical_stiffness": 200000, "magic_formula": [)" + list + "]" + fields);
}

void expect_refused(const std::string& text, const std::string& message) {
  const std::string errors = errors_of(text);
  EXPECT_NE(errors.find(": tyres[0]" + message), std::string::npos) << message << "\nin\n" << errors;
}

TEST(TyreRules, EachCoefficientHasItsBound) {
  struct Row {
    const char* name;
    double good, bad;
    const char* said;
  };
  for (const Row& row : {
           Row{"FNOMIN", 1e-3, 0, "FNOMIN is 0; allowed: above 0 (N)"},
           Row{"LFZO", 0.001, 0, "LFZO is 0; allowed: above 0"},
           Row{"PCX1", 0.001, -0.5, "PCX1 is -0.5; allowed: above 0"},
           Row{"LCX", 0.001, 0, "PCX1 is 0; allowed: above 0"},
           Row{"PCY1", 0.001, -0.5, "PCY1 is -0.5; allowed: above 0"},
           Row{"LCY", 0.001, 0, "PCY1 is 0; allowed: above 0"},
           Row{"PKY1", -0.001, 0.5,
               "PKY1 is 0.5; allowed: below 0 (ISO axes: a wheel that moves to its left is pushed right)"},
           Row{"LKY", 0.001, -1,
               "PKY1 is 14.95; allowed: below 0 (ISO axes: a wheel that moves to its left is pushed right)"},
           Row{"PKY2", 0.001, 0, "PKY2 is 0; allowed: above 0"},
           Row{"LMUY", 0.001, 0, "LMUY is 0; allowed: above 0"},
           Row{"KPUMIN", -0.001, 0, "KPUMIN is 0; allowed: below 0"},
           Row{"KPUMAX", 0.001, 0, "KPUMAX is 0; allowed: above 0"},
           Row{"ALPMIN", -0.001, 0, "ALPMIN is 0; allowed: below 0 (rad)"},
           Row{"ALPMAX", 0.001, 0, "ALPMAX is 0; allowed: above 0 (rad)"},
           Row{"CAMMIN", 0, 0.001, "CAMMIN is 0.001; allowed: at most 0 (rad)"},
           Row{"CAMMAX", 0, -0.001, "CAMMAX is -0.001; allowed: at least 0 (rad)"},
           Row{"FZMAX", 0.001, 0, "FZMAX is 0; allowed: above FZMIN"},
       }) {
    SCOPED_TRACE(row.name);
    expect_refused(formula_scene({{row.name, row.bad}}), std::string(".magic_formula: ") + row.said);
    const auto good = load(formula_scene({{row.name, row.good}}));
    // What it makes of a tyre may be wrong; the coefficient is not.
    const std::string said(row.said, std::string(row.said).find(" is ") + 4);
    EXPECT_TRUE(good.has_value() || good.error().text.find(": " + said) == std::string::npos)
        << good.error().text;
  }
  EXPECT_TRUE(load(formula_scene({{"FZMIN", 100}, {"FZMAX", 101}})).has_value());
  expect_refused(formula_scene({{"FZMIN", 100}, {"FZMAX", 100}}),
                 ".magic_formula: FZMAX is 100; allowed: above FZMIN");
}

TEST(TyreRules, OfAQuarterToTwiceTheLoadTheCurvesMustBeATyres) {
  struct Row {
    test::Coefficients changed;
    const char* what;
    const char* said;
  };
  for (const Row& row : {
           Row{{{"PKX1", -21}},
               "the longitudinal slip stiffness is -",
               " under 1000 N; allowed: above 0 (PKX1 to PKX3)"},
           Row{{{"PKX2", 28.69}},
               "the longitudinal slip stiffness is -",
               " under 1000 N; allowed: above 0 (PKX1 to PKX3)"},
           Row{{{"PKX2", -21.52}},
               "the longitudinal slip stiffness is -",
               " under 8000 N; allowed: above 0 (PKX1 to PKX3)"},
           Row{{{"PKX2", -43.03}},
               "the longitudinal slip stiffness is -",
               " under 6000 N; allowed: above 0 (PKX1 to PKX3)"},
           Row{{{"PDX1", 0}, {"PDX2", 0}},
               "the longitudinal friction is 0",
               " under 1000 N; allowed: above 0 (PDX1, PDX2)"},
           Row{{{"PDY1", 0}, {"PDY2", 0}},
               "the lateral friction is 0",
               " under 1000 N; allowed: above 0 (PDY1, PDY2)"},
           Row{{{"PTX1", 0}},
               "a relaxation length is ",
               " under 1000 N; allowed: above 0 (PTX1, PTY1, PTY2), or the tyre's relaxation_length"},
           Row{{{"PTY1", 0}},
               "a relaxation length is ",
               " under 1000 N; allowed: above 0 (PTX1, PTY1, PTY2), or the tyre's relaxation_length"},
       }) {
    SCOPED_TRACE(std::string(row.what) + row.said);
    expect_refused(formula_scene(row.changed), std::string(".magic_formula: ") + row.what);
    EXPECT_NE(errors_of(formula_scene(row.changed)).find(row.said), std::string::npos)
        << errors_of(formula_scene(row.changed));
  }
  for (const test::Coefficients& good :
       {test::Coefficients{{"PKX2", 28.67}}, test::Coefficients{{"PKX2", -21.5}}}) {
    EXPECT_TRUE(load(formula_scene(good)).has_value()) << errors_of(formula_scene(good));
  }
  for (const char* none : {"PTX1", "PTY1"})
    EXPECT_TRUE(load(formula_scene({{none, 0}}, R"(, "relaxation_length": 0.4)")).has_value()) << none;
}

TEST(TyreRules, AFormulaLeavesNoRoomForTheBrush) {
  for (const char* name :
       {"longitudinal_stiffness", "lateral_stiffness", "stiffness_degression", "friction_degression",
        "pneumatic_trail", "camber_stiffness", "sliding_friction"}) {
    expect_refused(formula_scene({}, ", \"" + std::string(name) + "\": 0.5"),
                   "." + std::string(name) + ": not used with a tyre file; allowed: without one");
  }
  const LoadedScene with = loaded(formula_scene(
      {}, R"(, "nominal_load": 4000, "bore_radius": 0.05, "sliding_speed": 3, "reference_friction": 0.8)"));
  EXPECT_EQ(with.world.wheels[0].tyre.reference_friction, 0.8);
  expect_refused(formula_scene({}, R"(, "nominal_load": 4001)"),
                 ".nominal_load: is not FNOMIN of the tyre file, 4000; allowed: leave it out");
  expect_refused(replaced(formula_scene({}), R"("vertical_stiffness": 200000, )", ""),
                 ": the field \"vertical_stiffness\" is missing, in the tyre file too (VERTICAL_STIFFNESS); "
                 "allowed: a number above 0 (N/m)");
  expect_refused(
      wheel_scene(R"(, "vertical_stiffness": 1, "magic_formula": [ { "name": "PCX1", "value": 1 },
                 { "name": "PCX2", "value": 1 }, { "name": "PCX1", "value": 1 } ])"),
      R"(.magic_formula[1].name: no coefficient "PCX2" is used; allowed: such as PCX1, PDX1, PKY1)");
  expect_refused(wheel_scene(R"(, "vertical_stiffness": 1, "magic_formula": [ { "name": "PCX1", "value": 1 },
                 { "name": "PDX1", "value": 1 }, { "name": "PCX1", "value": 1 } ])"),
                 R"(.magic_formula[2].name: "PCX1" is given before; allowed: once)");
}

TEST(TyreRules, ABrushNeedsItsFiveNumbers) {
  for (const auto& [field, unit] : std::map<std::string, std::string>{{"nominal_load", "N"},
                                                                      {"longitudinal_stiffness", "N"},
                                                                      {"lateral_stiffness", "N/rad"},
                                                                      {"relaxation_length", "m"},
                                                                      {"vertical_stiffness", "N/m"}}) {
    std::string brush = kBrush;
    const std::size_t at = brush.find("\"" + field);
    brush.replace(at, field.size() + 2, "\"bore_radius\"");
    expect_refused(
        wheel_scene(brush),
        ": the field \"" + field + "\" is missing; allowed: a number above 0 (" + unit + "), or a tyre file");
  }
  expect_refused(wheel_scene(kBrush + std::string(R"(, "reference_friction": 0.9)")),
                 ".reference_friction: given without file; allowed with: file, magic_formula");
  const physics::TyreConfig plain = loaded(wheel_scene(kBrush)).world.wheels[0].tyre;
  EXPECT_DOUBLE_EQ(plain.tread_damping, 0.01 * 80000 / 0.3);
  EXPECT_EQ(plain.vertical_damping, 0);
  EXPECT_EQ(plain.rolling_resistance, 0);
  EXPECT_EQ(plain.rolling_deflection, 0.5);
  EXPECT_EQ(plain.arm_deflection, 0.5);
  EXPECT_EQ(loaded(wheel_scene(kBrush + std::string(R"(, "rolling_deflection": 0.3)")))
                .world.wheels[0]
                .tyre.arm_deflection,
            0.3);
}

TEST(Tyres, StaticFrictionIsSpokenOfWhereATyreMeetsIt) {
  // The wheel is of rubber on a street of stone; the load is of wood and meets no tyre.
  const auto warnings = [](const char* material, const char* pairs) {
    std::string text = replaced(
        wheel_scene(kBrush), R"("materials": [ { "name": "road", "friction": 0.9  } ],)",
        R"("materials": [ { "name": "rubber" }, { "name": "stone" }, { "name": "mud" }, { "name": "wood" } ],
           "material_pairs": [)" +
            std::string(pairs) + "],");
    text = replaced(text, R"("length": 0.2, "material": "road")", R"("length": 0.2, "material": "rubber")");
    text = replaced(text, R"("shapes": [ { "type": "plane", "normal": [0, 0, 1], "material": "road" } ] })",
                    R"("shapes": [ { "type": "heightfield", "spacing": 1, "columns": 2, "rows": 2,
                      "heights": [0, 0, 0, 0], "material": "stone", "map": [0], "map_materials": ["mud"] } ] },
                      { "name": "load", "mass": 1, "shapes": [ { "type": "sphere", "radius": 0.1, "material": "wood" } ] })");
    if (*material != '\0') {
      const std::string name = "{ \"name\": \"" + std::string(material) + "\"";
      text = replaced(text, name + " }", name + R"(, "static_friction": 1 })");
    }
    std::string said;
    for (const std::string& warning : loaded(text).warnings) {
      EXPECT_NE(
          warning.find("static_friction: warning: acts on no tyre: the friction of tyres is the materials' "
                       "`friction`, and falls with the speed of sliding by the tyre's `sliding_friction`"),
          std::string::npos)
          << warning;
      const std::size_t end = warning.find(".static_friction");
      const std::size_t begin = warning.rfind(' ', end) + 1;
      said += warning.substr(begin, end - begin) + " ";
    }
    return said;
  };
  EXPECT_EQ(warnings("rubber", ""), "materials[0] ");
  EXPECT_EQ(warnings("stone", ""), "materials[1] ");
  EXPECT_EQ(warnings("mud", ""), "materials[2] ");
  EXPECT_EQ(warnings("wood", ""), "");
  EXPECT_EQ(warnings("", R"({ "materials": ["wood", "stone"], "static_friction": 1 },
                            { "materials": ["rubber", "wood"], "static_friction": 1 },
                            { "materials": ["stone", "rubber"], "static_friction": 1 },
                            { "materials": ["mud", "rubber"], "friction": 1 })"),
            "material_pairs[1] material_pairs[2] ");
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
