// Scene files that include others, with parameters, expressions, overrides and frames, become what somebody
// would write by hand, to the last bit; what is wrong in them is told where it stands.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

using FileTexts = std::map<std::string, std::string>;

const std::string kWagon = R"({
  "name": "wagon",
  "parameters": { "mass": 100, "half": "=length / 2", "length": 2 },
  "bodies": [
    { "name": "bed", "mass": "=mass", "inertia": [10, 10, 10], "position": [0, 0, 1] },
    { "name": "wheel", "mass": 5, "inertia": [0.1, 0.2, 0.1], "relative_to": "bed", "position": ["=half", 0, -0.5] } ],
  "joints": [ { "name": "hub", "type": "revolute", "parent": "bed", "child": "wheel", "relative_to": "wheel",
                "position": [0, 0, 0], "axis": [0, 1, 0] } ],
  "springs": [ { "name": "rope", "type": "linear", "from": { "body": "bed", "position": [0, 0, 2] },
                 "to": { "body": "world", "position": [0, 0, 4] }, "stiffness": 10 } ]
})";

Result<LoadedScene> load_with(const std::string& text, const FileTexts& files,
                              ParameterValues parameters = {}) {
  LoadOptions options;
  options.parameters = std::move(parameters);
  options.explain = true;
  options.read = [&files](const std::string& path) -> Result<std::vector<std::byte>> {
    const auto found = files.find(path);
    if (found == files.end()) return fail(ErrorKind::wrong, "\"" + path + "\" does not exist");
    std::vector<std::byte> bytes(found->second.size());
    std::memcpy(bytes.data(), found->second.data(), bytes.size());
    return bytes;
  };
  return load_text(text, "scene.json", ".", options);
}

std::string scene_of(const std::string& fields) {
  return R"({ "name": "s",
  "bodies": [ { "name": "ground", "static": true } ],
)" + fields +
         "\n}";
}

std::string errors_with(const std::string& fields, const FileTexts& files, ParameterValues parameters = {}) {
  const auto loaded = load_with(scene_of(fields), files, std::move(parameters));
  EXPECT_FALSE(loaded.has_value());
  return loaded ? std::string{} : loaded.error().text;
}

const physics::BodyConfig& body(const LoadedScene& scene, const std::string& name) {
  for (const auto& body : scene.world.bodies) {
    if (body.name == name) return body;
  }
  ADD_FAILURE() << name;
  return scene.world.bodies.at(0);
}

TEST(Includes, AreTheSceneThatSomebodyWouldWriteByHand) {
  const auto placed = load_with(
      scene_of(
          R"("includes": [ { "file": "m/wagon.json", "name": "w", "count": 2, "position": ["=10 * number", 0, 0],
        "parameters": { "length": "=number" }, "overrides": { "springs": { "rope": { "stiffness": 20 } } } } ])"),
      {{"m/wagon.json", kWagon}});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  const auto by_hand = load_with(R"({ "name": "s", "bodies": [
    { "name": "ground", "static": true },
    { "name": "w1/bed", "mass": 100, "inertia": [10, 10, 10], "position": [10, 0, 1] },
    { "name": "w1/wheel", "mass": 5, "inertia": [0.1, 0.2, 0.1], "position": [10.5, 0, 0.5] },
    { "name": "w2/bed", "mass": 100, "inertia": [10, 10, 10], "position": [20, 0, 1] },
    { "name": "w2/wheel", "mass": 5, "inertia": [0.1, 0.2, 0.1], "position": [21, 0, 0.5] } ],
  "joints": [
    { "name": "w1/hub", "type": "revolute", "parent": "w1/bed", "child": "w1/wheel", "position": [10.5, 0, 0.5], "axis": [0, 1, 0] },
    { "name": "w2/hub", "type": "revolute", "parent": "w2/bed", "child": "w2/wheel", "position": [21, 0, 0.5], "axis": [0, 1, 0] } ],
  "springs": [
    { "name": "w1/rope", "type": "linear", "from": { "body": "w1/bed", "position": [10, 0, 2] }, "to": { "body": "world", "position": [10, 0, 4] }, "stiffness": 20 },
    { "name": "w2/rope", "type": "linear", "from": { "body": "w2/bed", "position": [20, 0, 2] }, "to": { "body": "world", "position": [20, 0, 4] }, "stiffness": 20 } ] })",
                                 {});
  ASSERT_TRUE(by_hand.has_value()) << by_hand.error().text;
  EXPECT_EQ(placed->buffer, by_hand->buffer);
}

TEST(Includes, TurnWhatTheyPlace) {
  const auto placed = load_with(
      scene_of(
          R"("includes": [ { "file": "wagon.json", "name": "w", "position": [5, 0, 0], "rotation_deg": [0, 0, 90] } ])"),
      {{"wagon.json", kWagon}});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  EXPECT_LT((body(*placed, "w/wheel").position - physics::Vec3(5, 1, 0.5)).norm(), 1e-15);
  EXPECT_LT((placed->world.joints[0].frame.col(0) - physics::Vec3(-1, 0, 0)).norm(), 1e-15);
}

TEST(Includes, PlaceFilesWithinFilesAndOnBodies) {
  const std::string train = R"({ "name": "train", "includes": [
    { "file": "wagon.json", "name": "a" },
    { "file": "wagon.json", "name": "b", "relative_to": "a/wheel", "position": [3, 0, 0] } ] })";
  const auto placed =
      load_with(scene_of(R"("includes": [ { "file": "m/train.json", "name": "t", "position": [0, 7, 0],
        "overrides": { "bodies": { "b/bed": { "mass": 70 } } } } ])"),
                {{"m/train.json", train}, {"m/wagon.json", kWagon}});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  EXPECT_EQ(body(*placed, "t/b/bed").position, physics::Vec3(4, 7, 1.5));
  for (const auto& part : placed->scene.bodies) {
    const bool is_bed = part->name.ends_with("/bed");
    EXPECT_TRUE(!is_bed || *part->mass == (part->name == "t/b/bed" ? 70 : 100)) << part->name;
  }
}

TEST(Includes, ReferToWhatIsOutsideWhereTheyHaveNothingOfThatName) {
  const std::string box = R"({ "name": "box", "bodies": [ { "name": "b", "mass": 1,
    "shapes": [ { "type": "box", "size": [1, 1, 1], "material": "ice" } ] } ] })";
  const auto placed = load_with(scene_of(R"("materials": [ { "name": "ice" } ],
    "includes": [ { "file": "box.json", "name": "x" } ])"),
                                {{"box.json", box}});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  EXPECT_EQ(placed->scene.bodies[1]->shapes[0]->material, "ice");
}

// The parts of one copy pass through each other, not through those of the next.
TEST(Includes, KeepTheGroupsOfCollisionsOfEachCopyApart) {
  const std::string pair = R"({ "name": "pair", "bodies": [
    { "name": "arm", "mass": 1, "inertia": [1, 1, 1], "passes_through": ["housing"] },
    { "name": "box", "mass": 1, "inertia": [1, 1, 1], "group": "housing" } ] })";
  const auto placed = load_with(
      scene_of(R"("includes": [ { "file": "pair.json", "name": "p", "count": 2 } ])"), {{"pair.json", pair}});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  for (const std::string arm : {"p1/", "p2/"}) {
    for (const std::string box : {"p1/", "p2/"}) {
      const bool touch = (body(*placed, arm + "arm").collides_with & body(*placed, box + "box").groups) != 0;
      EXPECT_EQ(touch, arm != box) << arm << " and " << box;
    }
  }
}

TEST(Parameters, MayBeGivenToTheLoaderAndAreExplained) {
  const std::string text = scene_of(R"("parameters": { "a": 2, "b": "=3 * a" }, "air_density": "=b / 2")");
  EXPECT_EQ(load_with(text, {})->scene.air_density, 3);
  const auto loaded = load_with(text, {}, {{"a", 4}});
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->scene.air_density, 6);
  ASSERT_EQ(loaded->explained.size(), 3u);
  EXPECT_EQ(loaded->explained[2].place, "scene.json:3");
  EXPECT_EQ(loaded->explained[2].path, "air_density");
  EXPECT_EQ(loaded->explained[2].text, "\"=b / 2\"");
  EXPECT_EQ(loaded->explained[2].value, 6);
}

TEST(Parameters, StopWhereTheListOfErrorsIsFull) {
  std::string parameters = "\"good\": 1";
  std::string gravity = "\"=none\"";
  for (int i = 0; i < 200; ++i) {
    parameters += ", \"p" + std::to_string(i) + "\": \"=none\"";
    gravity += ", \"=none\"";
  }
  const std::string text =
      errors_with("\"parameters\": {" + parameters + "}, \"gravity\": [" + gravity + "]", {});
  EXPECT_NE(text.find("scene.json: and 1 more errors"), std::string::npos) << text;
}

TEST(Includes, CountTheirOverridesAmongTheValues) {
  std::string numbers = "1";
  for (int i = 1; i < 2000; ++i) numbers += ",1";
  const std::string text = errors_with(R"("includes": [ { "file": "wagon.json", "name": "w", "count": 1000,
        "overrides": { "bodies": { "bed": { "inertia": [)" +
                                           numbers + "] } } } } ]",
                                       {{"wagon.json", kWagon}});
  EXPECT_NE(text.find("includes[0].file: brings the included files to more than 1000000 values"),
            std::string::npos)
      << text;
}

TEST(Includes, LeadPathsOfTheirOverridesToTheFolderOfTheirOwnFile) {
  const std::string hall =
      R"({ "name": "hall", "includes": [ { "file": "parts/box.json", "name": "b", "overrides": {
    "bodies": { "box": { "shapes": [ { "type": "box", "size": [1, 1, 1], "visual": "seen.glb" } ] } } } } ] })";
  const std::string box = R"({ "name": "box", "bodies": [ { "name": "box", "static": true,
    "shapes": [ { "type": "box", "size": [1, 1, 1], "visual": "own.glb" } ] } ] })";
  const std::string text = errors_with(R"("includes": [ { "file": "hall/hall.json", "name": "h" } ])",
                                       {{"hall/hall.json", hall}, {"hall/parts/box.json", box}});
  EXPECT_NE(text.find("hall/seen.glb"), std::string::npos) << text;
}

TEST(Parameters, AreExplainedInTheOrderOfTheFileAfterWhatTheyNeed) {
  const auto loaded = load_with(scene_of(R"("parameters": { "z": 1, "b": "=y", "a": 2, "y": 3 })"), {});
  ASSERT_TRUE(loaded.has_value()) << loaded.error().text;
  std::string order;
  for (const Explained& explained : loaded->explained)
    order += explained.path.substr(explained.path.find('.') + 1);
  EXPECT_EQ(order, "zyba");
}

struct Sum {
  const char* text;
  double value;
};

TEST(Expressions, AreArithmetic) {
  for (const Sum& sum :
       {Sum{"=1 + 2 * 3", 7}, Sum{"=(1 + 2) * 3", 9}, Sum{"=-2^2 + 5", 1}, Sum{"=2^3^2", 512},
        Sum{"=2^-1", 0.5}, Sum{"=8 / 2 / 2", 2}, Sum{"=mod(-1, 3)", 2}, Sum{"=floor(2.7)", 2},
        Sum{"=sin_deg(30) * 2", 1}, Sum{"=max(1, min(5, 3))", 3}, Sum{"=sqrt(16)", 4}}) {
    const auto loaded = load_with(scene_of(std::string("\"air_density\": \"") + sum.text + "\""), {});
    ASSERT_TRUE(loaded.has_value()) << loaded.error().text;
    EXPECT_NEAR(loaded->scene.air_density, sum.value, 1e-15) << sum.text;
  }
}

struct Bad {
  const char* what;
  const char* fields;
  const char* where;
  const char* wrong;
};

const Bad kBad[] = {
    {"UnknownParameter", R"("parameters": { "track": 1 }, "air_density": "=trak")",
     "scene.json:3: air_density", "did you mean \"track\""},
    {"ParameterCircle", R"("parameters": { "a": "=b", "b": "=a" })", "scene.json:3: parameters.", "circle"},
    {"ParameterOfText", R"("parameters": { "a": "two" })", "scene.json:3: parameters.a", "no number"},
    {"ParameterName", R"("parameters": { "a b": 2 })", "parameters.a b", "cannot be a parameter's name"},
    {"UnfinishedSum", R"("air_density": "=1 +")", "air_density", "ends too early"},
    {"DivisionByZero", R"("air_density": "=1 / (2 - 2) ")", "air_density", "division by 0"},
    {"NoFunction", R"("air_density": "=sine(2) ")", "air_density", "no function is called"},
    {"StrayText", R"("air_density": "=1 2")", "air_density", "found \"2\""},
    {"AboveAnotherField", R"("frame": { "substeps": 4, "min_substeps": "=2 + 3" })", "frame.min_substeps",
     "(from \"=2 + 3\")"},
    {"OutOfBounds", R"("air_density": "=-1")", "air_density", "found -1 from \"=-1\""},
    {"NoSuchFile", R"("includes": [ { "file": "no.json", "name": "x" } ])", "scene.json:3: includes[0].file",
     "does not exist"},
    {"ErrorInThePlacedFile", R"("includes": [ { "file": "bad.json", "name": "x", "count": 3 } ])",
     "bad.json:2: bodies[0].mass", "(\"x1\" included in scene.json:3)"},
    {"SyntaxErrorInThePlacedFile", R"("includes": [ { "file": "broken.json" } ])", "broken.json:1", "comma"},
    {"IncludesItself", R"("includes": [ { "file": "self.json", "name": "x" } ])", "self.json:1",
     "includes itself"},
    {"Explodes", R"("includes": [ { "file": "e1.json", "name": "x", "count": 1000 } ])", "e",
     "allowed: fewer"},
    {"OverrideOfNothing",
     R"("includes": [ { "file": "wagon.json", "name": "x", "overrides": { "bodies": { "bad": {} } } } ])",
     "scene.json:3: includes[0].overrides.bodies.bad", "allowed: bed, wheel"},
    {"OverrideOfANumberAboveTheCount",
     R"("includes": [ { "file": "train.json", "name": "x", "overrides": { "bodies": { "wheel9/rim": { "mass": 1 } } } } ])",
     "scene.json:3: includes[0].overrides.bodies.wheel9/rim", "allowed: a number up to the include's count"},
    {"OverrideOfAnEmptyName",
     R"("includes": [ { "file": "plain.json", "name": "x", "overrides": { "bodies": { "/bed": { "mass": 1 } } } } ])",
     "scene.json:3: includes[0].overrides.bodies./bed", "nothing in its list is called so"},
    {"OverrideThatBreaksABound",
     R"("includes": [ { "file": "wagon.json", "name": "x", "overrides": { "bodies": { "bed": { "mass": -1 } } } } ])",
     "scene.json:3: bodies[0].mass", "above 0 (kg) (\"x\" included in scene.json:3)"},
    {"GivenParameterOfNoName",
     R"("includes": [ { "file": "wagon.json", "name": "x", "parameters": { "m": 1 } } ])",
     "scene.json:3: includes[0].parameters.m", "no parameter is called"},
    {"CountWithoutName", R"("includes": [ { "file": "wagon.json", "count": 2 } ])", "includes[0].count",
     "name"},
    {"NumberInACount",
     R"("includes": [ { "file": "wagon.json", "name": "x", "count": 2 }, { "file": "wagon.json", "name": "y", "count": "=number" } ])",
     "scene.json:3: includes[1].count", "no parameter is called \"number\""},
    {"UnknownFieldOfInclude", R"("includes": [ { "file": "wagon.json", "nam": "x" } ])", "includes[0]",
     "did you mean \"name\""},
    {"EffectsInAnIncludedFile", R"("includes": [ { "file": "effects.json", "name": "x" } ])",
     "effects.json:1: effects", "allowed: in the scene that runs"},
    {"RelativeToNothing", R"("joints": [ { "name": "j", "type": "fixed", "parent": "world", "child": "world",
      "position": [0, 0, 0], "relative_to": "arm" } ])",
     "joints[0].relative_to", "no body or joint of this file"},
    {"FramesInACircle", R"("joints": [
      { "name": "a", "type": "fixed", "parent": "world", "child": "x", "position": [0, 0, 0], "relative_to": "b" },
      { "name": "b", "type": "fixed", "parent": "world", "child": "x", "position": [0, 0, 0], "relative_to": "a" } ])",
     ".relative_to", "circle"},
};

class BadWriting : public ::testing::TestWithParam<Bad> {};

TEST_P(BadWriting, IsRefusedWhereItStands) {
  FileTexts files{
      {"wagon.json", kWagon},
      {"bad.json", "{ \"name\": \"bad\", \"bodies\": [ { \"name\": \"b\",\n \"mass\": \"=0 - 1\" } ] }"},
      {"broken.json", "{ \"name\": \"x\" \"bodies\": [] }"},
      {"self.json", R"({ "name": "s", "includes": [ { "file": "self.json", "name": "y" } ] })"},
      {"effects.json", R"({ "name": "s", "effects": [] })"},
      {"rim.json", R"({ "name": "rim", "bodies": [ { "name": "rim", "static": true } ] })"},
      {"train.json",
       R"({ "name": "train", "includes": [ { "file": "rim.json", "name": "wheel", "count": 4 } ] })"},
      {"plain.json", R"({ "name": "plain", "includes": [ { "file": "wagon.json" } ] })"}};
  for (int i = 1; i <= 7; ++i) {
    files["e" + std::to_string(i) + ".json"] = R"({ "name": "e", "includes": [ { "file": "e)" +
                                               std::to_string(i + 1) +
                                               R"(.json", "name": "x", "count": 1000 } ] })";
  }
  files["e8.json"] = R"({ "name": "e" })";
  const std::string text = errors_with(GetParam().fields, files);
  EXPECT_NE(text.find(GetParam().where), std::string::npos) << text;
  EXPECT_NE(text.find(GetParam().wrong), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(All, BadWriting, ::testing::ValuesIn(kBad),
                         [](const auto& info) { return info.param.what; });

}  // namespace
}  // namespace drawbar::scenes::testing
