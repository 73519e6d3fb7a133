// Scene files that include others, with parameters, expressions, overrides and frames, become what somebody
// would write by hand, to the last bit; what is wrong in them is told where it stands.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <variant>

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

// One of everything that has a place or a way in the world.
const std::string kYard = R"({
  "name": "yard",
  "bodies": [
    { "name": "a", "mass": 1, "inertia": [1, 2, 2], "position": [1, 2, 3], "rotation_deg": [10, 20, 90],
      "linear_velocity": [1, 2, 0], "angular_velocity": [0, 2, 3],
      "shapes": [ { "type": "box", "size": [1, 1, 1], "position": [0.1, 0.2, 0.3], "rotation_deg": [0, 0, 30] } ] },
    { "name": "b", "mass": 1, "inertia": [1, 1, 1] },
    { "name": "c", "mass": 1, "inertia": [1, 1, 1], "position": [0, 1, 0], "orientation": [0.6, 0, 0.8, 0] },
    { "name": "turned", "position": [0, 0, 5], "motion": { "type": "turn", "axis": [0, 3, 4], "center": [4, 5, 6],
        "table_deg": [[0, 0], [1, 10]] } },
    { "name": "slid", "motion": { "type": "slide", "axis": [1, 0, 0], "table": [[0, 0], [1, 1]] } },
    { "name": "guided", "position": [7, 0, 0], "rotation_deg": [0, 0, 5], "motion": { "type": "path", "points": [ { "time": 0 },
        { "time": 1, "position": [7, 0, 1], "rotation_deg": [0, 30, 0], "linear_velocity": [0, 1, 0],
          "angular_velocity": [0, 0, 3] }, { "time": 2, "orientation": [0.8, 0.6, 0, 0] } ] } } ],
  "joints": [
    { "name": "j0", "type": "revolute", "parent": "world", "child": "a", "position": [1, 2, 3] },
    { "name": "j1", "type": "prismatic", "parent": "a", "child": "b", "position": [0, 0, 1], "axis": [0, 1, 1] },
    { "name": "j2", "type": "cylindrical", "parent": "a", "child": "b", "position": [0, 0, 2] },
    { "name": "j3", "type": "universal", "parent": "a", "child": "b", "position": [0, 0, 3] },
    { "name": "j4", "type": "universal", "parent": "a", "child": "b", "position": [0, 0, 4], "axis": [0, 0, 1], "axis2": [1, 0, 0] },
    { "name": "j5", "type": "spherical", "parent": "a", "child": "c", "position": [0, 0, 5] },
    { "name": "j6", "type": "spherical", "parent": "a", "child": "c", "position": [0, 0, 6], "axis": [1, 2, 3] },
    { "name": "j7", "type": "planar", "parent": "b", "child": "c", "position": [0, 0, 7] },
    { "name": "j8", "type": "distance", "parent": "b", "child": "c", "position": [0, 0, 8], "child_position": [1, 1, 8] },
    { "name": "j9", "type": "guided", "parent": "b", "child": "c", "position": [0, 0, 0.3], "axis": [0, 0, 1], "axis2": [1, 0, 0],
      "guide": { "travel": [-0.1, 0.1], "links": [
        { "from": [0.2, -1, 0.1], "to": [0, 0, 0.1] }, { "from": [-0.2, -1, 0.1], "to": [0, 0, 0.1] },
        { "from": [0.2, -1, 0.5], "to": [0, 0, 0.5] }, { "from": [-0.2, -1, 0.5], "to": [0, 0, 0.5] },
        { "from": [0.2, -1, 0.3], "to": [0.2, 0, 0.3] } ] } } ],
  "springs": [ { "name": "rope", "type": "linear", "from": { "body": "b", "position": [0, 0, 2] },
                 "to": { "body": "world", "position": [0, 3, 4] }, "stiffness": 10 } ],
  "console": { "cameras": [ { "label": "cab", "body": "a", "position": [1, 2, 4], "target": [3, 2, 1] } ] }
})";

TEST(Includes, TurnAndMoveEverythingThatHasAPlaceOrAWay) {
  const auto alone = load_with(kYard, {});
  ASSERT_TRUE(alone.has_value()) << alone.error().text;
  for (const bool by_quaternion : {false, true}) {
    // A third of a turn about (1, 1, 1): x goes to y, y to z, z to x.
    const std::string turn =
        by_quaternion ? R"("orientation": [0.5, 0.5, 0.5, 0.5])" : R"("rotation_deg": [90, 0, 90])";
    const auto placed = load_with(R"({ "name": "s", "includes": [ { "file": "yard.json", "name": "y",
        "position": [100, 20, 3], )" + turn +
                                      " } ] }",
                                  {{"yard.json", kYard}});
    ASSERT_TRUE(placed.has_value()) << placed.error().text;
    physics::Mat3 r;
    r << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    const physics::Vec3 t(100, 20, 3);
    constexpr double kClose = 1e-13;
    const auto is_way = [&](const physics::Vec3& there, const physics::Vec3& here) {
      EXPECT_LT((there - r * here).norm(), kClose) << there.transpose() << " of " << here.transpose();
    };
    const auto is_point = [&](const physics::Vec3& there, const physics::Vec3& here) {
      is_way(there - t, here);
    };
    const auto is_turn = [&](const physics::Mat3& there, const physics::Mat3& here) {
      EXPECT_LT((there - r * here).norm(), kClose);
    };
    ASSERT_EQ(placed->world.bodies.size(), alone->world.bodies.size());
    for (std::size_t i = 0; i < alone->world.bodies.size(); ++i) {
      const physics::BodyConfig &there = placed->world.bodies[i], &here = alone->world.bodies[i];
      SCOPED_TRACE(here.name);
      EXPECT_EQ(there.name, "y/" + here.name);
      is_point(there.position, here.position);
      is_turn(there.orientation.toRotationMatrix(), here.orientation.toRotationMatrix());
      is_way(there.linear_velocity, here.linear_velocity);
      is_way(there.angular_velocity, here.angular_velocity);
      EXPECT_EQ(there.shapes.size(), here.shapes.size());
      for (std::size_t k = 0; k < here.shapes.size(); ++k)
        EXPECT_EQ(there.shapes[k].position, here.shapes[k].position) << "it is of the body";
    }
    for (const std::size_t i : {3u, 4u}) {
      const auto& there = std::get<physics::AxisMotion>(*placed->world.bodies[i].motion);
      const auto& here = std::get<physics::AxisMotion>(*alone->world.bodies[i].motion);
      is_way(there.axis, here.axis);
      if (there.turns) is_point(there.center, here.center);
    }
    const auto& way = std::get<physics::PathMotion>(*placed->world.bodies[5].motion).points;
    const auto& own = std::get<physics::PathMotion>(*alone->world.bodies[5].motion).points;
    ASSERT_EQ(way.size(), own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      is_point(way[i].position, own[i].position);
      is_turn(way[i].orientation.toRotationMatrix(), own[i].orientation.toRotationMatrix());
    }
    is_way(*way[1].linear_velocity, *own[1].linear_velocity);
    is_way(*way[1].angular_velocity, *own[1].angular_velocity);
    ASSERT_EQ(placed->world.joints.size(), alone->world.joints.size());
    for (std::size_t i = 0; i < alone->world.joints.size(); ++i) {
      const physics::JointConfig &there = placed->world.joints[i], &here = alone->world.joints[i];
      SCOPED_TRACE(here.name);
      is_point(there.position, here.position);
      is_point(there.child_position, here.child_position);
      if (here.type == physics::JointType::distance) continue;  // it has no axes
      is_way(there.frame.col(0), here.frame.col(0));
      const bool one_axis = i < 3;  // what is across it is of no meaning
      if (!one_axis) is_turn(there.frame, here.frame);
    }
    const auto &curve = placed->world.joints[9].guide, &own_curve = alone->world.joints[9].guide;
    ASSERT_EQ(curve.size(), own_curve.size());
    for (std::size_t i = 0; i < curve.size(); ++i) {
      EXPECT_NEAR(curve[i].sideways, own_curve[i].sideways, 1e-12);
      EXPECT_NEAR(curve[i].forward, own_curve[i].forward, 1e-12);
    }
    is_point(placed->world.springs[0].from.position, alone->world.springs[0].from.position);
    is_point(placed->world.springs[0].to.position, alone->world.springs[0].to.position);
    const auto vec = [](const scene::Vec3& v) { return physics::Vec3(v.x(), v.y(), v.z()); };
    const auto &eye = *placed->scene.console->cameras[0], &own_eye = *alone->scene.console->cameras[0];
    EXPECT_EQ(eye.body, "y/a");
    is_point(vec(*eye.position), vec(*own_eye.position));
    is_point(vec(*eye.target), vec(*own_eye.target));
  }
}

TEST(Frames, OfAJointStandAtItAndAreTurnedAsItsParent) {
  const auto placed = load_with(R"({ "name": "s", "bodies": [
      { "name": "base", "mass": 1, "inertia": [1, 1, 1], "position": [1, 2, 3], "rotation_deg": [0, 0, 90] },
      { "name": "arm", "mass": 1, "inertia": [1, 1, 1], "relative_to": "elbow", "position": [0, 1, 0] },
      { "name": "lamp", "mass": 1, "inertia": [1, 1, 1], "relative_to": "hook", "position": [0, 0, -1] },
      { "name": "stone", "mass": 1, "inertia": [1, 1, 1], "relative_to": "arm", "rotation_deg": [0, 0, -90] } ],
    "joints": [
      { "name": "elbow", "type": "revolute", "parent": "base", "child": "arm", "relative_to": "base", "position": [1, 0, 0], "axis": [1, 0, 0] },
      { "name": "hook", "type": "revolute", "parent": "world", "child": "lamp", "position": [5, 0, 0], "axis": [1, 0, 0] } ] })",
                                {});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  EXPECT_LT((body(*placed, "arm").position - physics::Vec3(0, 3, 3)).norm(), 1e-15);
  EXPECT_LT((body(*placed, "arm").orientation * physics::Vec3::UnitX() - physics::Vec3::UnitY()).norm(),
            1e-15);
  EXPECT_EQ(body(*placed, "lamp").position, physics::Vec3(5, 0, -1));
  EXPECT_LT((body(*placed, "stone").position - physics::Vec3(0, 3, 3)).norm(), 1e-15);
  EXPECT_LT((body(*placed, "stone").orientation * physics::Vec3::UnitX() - physics::Vec3::UnitX()).norm(),
            1e-15);
  EXPECT_LT((placed->world.joints[0].position - physics::Vec3(1, 3, 3)).norm(), 1e-15);
  EXPECT_LT((placed->world.joints[0].frame.col(0) - physics::Vec3::UnitY()).norm(), 1e-15);
}

TEST(Frames, FollowEachOtherThroughFiveHundredBodies) {
  const auto chain = [](int bodies) {
    std::string list;
    for (int i = 0; i < bodies; ++i) {
      const auto name = [](int number) { return "b" + std::to_string(1000 + number); };
      list += (i > 0 ? ", " : "") + (R"({ "name": ")" + name(i)) +
              R"(", "static": true, "position": [1, 0, 0])" +
              (i + 1 < bodies ? R"(, "relative_to": ")" + name(i + 1) + "\"" : "") + " }";
    }
    return load_with(R"({ "name": "s", "bodies": [)" + list + "] }", {});
  };
  const auto longest = chain(501);
  ASSERT_TRUE(longest.has_value()) << longest.error().text;
  EXPECT_EQ(longest->world.bodies[0].position.x(), 501);
  const auto longer = chain(502);
  ASSERT_FALSE(longer.has_value());
  EXPECT_EQ(longer.error().text,
            "scene.json:1: bodies[500].relative_to: is the end of a chain of more than 500 frames; allowed: "
            "shorter ones");
}

TEST(Includes, GoEightLevelsDeep) {
  const auto deep = [](int levels) {
    FileTexts files;
    for (int i = 1; i < levels; ++i) {
      files["d" + std::to_string(i) + ".json"] =
          R"({ "name": "d", "includes": [ { "file": "d)" + std::to_string(i + 1) + R"(.json" } ] })";
    }
    files["d" + std::to_string(levels) + ".json"] = R"({ "name": "d" })";
    const auto result = load_with(scene_of(R"("includes": [ { "file": "d1.json" } ])"), files);
    return result ? std::string() : result.error().text;
  };
  EXPECT_EQ(deep(8), "");
  EXPECT_TRUE(
      deep(9).starts_with("d8.json:1: includes[0].file: is included deeper than 8 levels; allowed: files "
                          "that include each other less deep"))
      << deep(9);
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

const std::string kCab = R"({ "name": "cab",
  "bodies": [ { "name": "seat", "mass": 1, "inertia": [1, 1, 1] } ],
  "controls": [ { "name": "gas" } ],
  "console": { "groups": [ { "name": "drive", "label": "Drive" } ],
               "levers": [ { "control": "gas", "group": "drive", "raise_keys": ["w"] } ],
               "instruments": [ { "type": "speed", "body": "seat" } ] } })";

TEST(Includes, BringTheirConsoleBehindTheScenesOwnUnderTheirNames) {
  const auto placed = load_with(scene_of(R"("controls": [ { "name": "horn" } ],
    "console": { "task": "Go.", "groups": [ { "name": "drive" } ], "levers": [ { "control": "horn", "group": "drive" } ] },
    "includes": [ { "file": "cab.json", "name": "a" }, { "file": "cab.json", "name": "b", "overrides": {
      "controls": { "gas": { "range": [0, 5], "neutral": 1 } }, "bodies": { "seat": { "mass": 7 } } } } ])"),
                                {{"cab.json", kCab}});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  const scene::ConsoleT& console = *placed->scene.console;
  EXPECT_EQ(console.task, "Go.");
  std::string groups, levers, instruments;
  for (const auto& group : console.groups) groups += group->name + " ";
  for (const auto& lever : console.levers) levers += lever->control + ":" + lever->group + " ";
  for (const auto& instrument : console.instruments) instruments += instrument->body + " ";
  EXPECT_EQ(groups, "drive a/drive b/drive ");
  EXPECT_EQ(levers, "horn:drive a/gas:a/drive b/gas:b/drive ");
  EXPECT_EQ(instruments, "a/seat b/seat ");
  EXPECT_EQ(console.groups[1]->label, "Drive");
  ASSERT_EQ(placed->world.controls.size(), 3u);
  EXPECT_EQ(placed->world.controls[1].upper, 1);
  EXPECT_EQ(placed->world.controls[2].upper, 5);
  EXPECT_EQ(placed->world.controls[2].neutral, 1);
  EXPECT_EQ(body(*placed, "b/seat").mass_properties.mass, 7);
  EXPECT_EQ(body(*placed, "b/seat").mass_properties.inertia(0, 0), 1) << "what is not overridden stays";
  EXPECT_EQ(body(*placed, "a/seat").mass_properties.mass, 1);
  const std::string wrong =
      errors_with(R"("includes": [ { "file": "cab.json", "name": "a" }, { "file": "cab.json", "name": "b",
     "overrides": { "controls": { "gas": { "neutral": 9 } } } } ])",
                  {{"cab.json", kCab}});
  EXPECT_EQ(wrong,
            "scene.json:4: controls[0].neutral: is 9; allowed: within the range, -1 to 1 (\"b\" included in "
            "scene.json:3)");
}

TEST(Includes, OverridesReplaceListsAndGoIntoObjectsTheOutermostLast) {
  const std::string shaped =
      R"({ "name": "shaped", "bodies": [ { "name": "x", "mass": 1, "inertia": [1, 1, 1],
    "position": [1, 2, 3], "shapes": [ { "type": "sphere", "radius": 1 }, { "type": "sphere", "radius": 2 } ] } ],
    "joints": [ { "name": "j", "type": "revolute", "parent": "world", "child": "x", "position": [0, 0, 0],
                  "spring": { "stiffness": 1, "damping": 2 } } ] })";
  const std::string inner =
      R"({ "name": "inner", "includes": [ { "file": "shaped.json", "name": "s", "overrides": {
    "bodies": { "x": { "position": [4, 5, 6], "shapes": [ { "type": "sphere", "radius": 3 } ] } },
    "joints": { "j": { "spring": { "stiffness": 7 }, "break_force": 9 } } } } ] })";
  const auto placed = load_with(scene_of(R"("includes": [ { "file": "inner.json", "overrides": {
    "bodies": { "s/x": { "mass": 5, "position": [7, 8, 9] } } } } ])"),
                                {{"inner.json", inner}, {"shaped.json", shaped}});
  ASSERT_TRUE(placed.has_value()) << placed.error().text;
  const physics::BodyConfig& x = body(*placed, "s/x");
  EXPECT_EQ(x.mass_properties.mass, 5);
  EXPECT_EQ(x.position, physics::Vec3(7, 8, 9));
  ASSERT_EQ(x.shapes.size(), 1u);
  EXPECT_EQ(std::get<physics::Sphere>(x.shapes[0].geometry).radius, 3);
  const physics::JointConfig& j = placed->world.joints.at(0);
  EXPECT_EQ(j.axes[0].spring->stiffness, 7);
  EXPECT_EQ(j.axes[0].spring->damping, 2) << "what the override does not name stays";
  EXPECT_EQ(j.break_force, 9);
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
    {"IncludesThatAreNoList", R"("includes": { "file": "wagon.json" })",
     "scene.json:3: includes: ", "is no list; allowed: a list of objects { ... }"},
    {"AListOfAnIncludedFileThatIsNone", R"("includes": [ { "file": "nolist.json" } ])",
     "nolist.json:1: bodies: ", "is no list; allowed: a list of objects { ... }"},
    {"UnknownFieldOfAnIncludedFile", R"("includes": [ { "file": "odd.json" } ])",
     "odd.json:1: unknown field \"bodis\"", "did you mean \"bodies\"?"},
    {"ParametersThatAreNoObject", R"("parameters": [1])", "scene.json:3: parameters: ",
     "is not an object; allowed: numbers and expressions by their names { ... }"},
    {"RelativeToANumber", R"("joints": [ { "name": "j", "type": "fixed", "parent": "world", "child": "ground",
      "position": [0, 0, 0], "relative_to": 3 } ])",
     "joints[0].relative_to", "is no name; allowed: the name of a body or joint in quotes"},
    {"IncludeTurnedByNoUnitQuaternion",
     R"("includes": [ { "file": "wagon.json", "name": "x", "orientation": [1, 1, 0, 0] } ])",
     "scene.json:3: includes[0].orientation", "norm 1"},
    {"JointRelativeToItsOwnChildsFrame", R"("joints": [
      { "name": "a", "type": "fixed", "parent": "ground", "child": "x", "position": [0, 0, 0], "relative_to": "a" } ])",
     "joints[0].relative_to",
     "goes round in a circle through \"a\"; allowed: a body or joint that is not itself "
     "given relative to this"},
};

class BadWriting : public ::testing::TestWithParam<Bad> {};

TEST_P(BadWriting, IsRefusedWhereItStands) {
  FileTexts files{
      {"wagon.json", kWagon},
      {"bad.json", "{ \"name\": \"bad\", \"bodies\": [ { \"name\": \"b\",\n \"mass\": \"=0 - 1\" } ] }"},
      {"broken.json", "{ \"name\": \"x\" \"bodies\": [] }"},
      {"self.json", R"({ "name": "s", "includes": [ { "file": "self.json", "name": "y" } ] })"},
      {"effects.json", R"({ "name": "s", "effects": [] })"},
      {"nolist.json", R"({ "name": "s", "bodies": {} })"},
      {"odd.json", R"({ "name": "s", "bodis": [] })"},
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
