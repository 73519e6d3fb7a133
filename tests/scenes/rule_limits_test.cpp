// Every bound of the loader's rules from both sides: what is just allowed, and what is just not, word for
// word.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

struct Bound {
  std::string piece;    ///< of the good scene
  std::string allowed;  ///< in its place
  std::string refused;  ///< in its place
  std::string message;  ///< with its path, of the refused one
};

void expect_bounds(const std::vector<Bound>& bounds) {
  for (const Bound& bound : bounds) {
    SCOPED_TRACE(bound.refused);
    const auto good = load(replaced(good_scene(), bound.piece, bound.allowed));
    EXPECT_TRUE(good.has_value()) << bound.allowed << "\n" << (good ? "" : good.error().text);
    const auto bad = load(replaced(good_scene(), bound.piece, bound.refused));
    ASSERT_FALSE(bad.has_value());
    EXPECT_NE(bad.error().text.find(": " + bound.message), std::string::npos) << bad.error().text;
    EXPECT_EQ(bad.error().text.find('\n'), std::string::npos) << bad.error().text;
  }
}

const std::string kStatic = R"("static": true,)";
const std::string kJointOfBall =
    R"("type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []])";
const std::string kShapeOfFloor = R"({ "type": "plane", "normal": [0, 0, 1], "material": "steel" })";

std::string moved(const std::string& fields) {
  return R"("motion": { )" + fields + " },";
}
std::string path(const std::string& points, const std::string& more = "") {
  return moved(R"("type": "path", )" + more + R"("points": [)" + points + "]");
}
std::string between_rod_and_block(const std::string& fields) {
  return R"("parent": "rod", "child": "block", "position": [1, 0, 2], )" + fields;
}

TEST(RuleLimits, OfMassesAndShapes) {
  const std::string inertia = "[0.17, 0.17, 0.002]";
  const std::string no_body =
      ", which no distribution of mass has; allowed: the largest is at most the sum of the two others";
  const auto needle = [](const char* height, const char* corners) {
    return R"({ "type": "mesh", "vertices": [[0,0,0],[1,0,0],[0.5,)" + std::string(height) +
           R"(,0]], "triangles": [)" + corners + "] }";
  };
  std::vector<Bound> bounds{
      {inertia, "[0.5, 0.5, 1.003]", "[0.5, 0.5, 1.0031]",
       "bodies[0].inertia: found principal moments 0.5, 0.5, 1.0031" + no_body},
      {inertia, "[1.003, 0.5, 0.5]", "[1.0031, 0.5, 0.5]",
       "bodies[0].inertia: found principal moments 0.5, 0.5, 1.0031" + no_body},
  };
  for (const char* corners : {"[0,1,2]", "[1,2,0]", "[2,0,1]"}) {
    bounds.push_back({kShapeOfFloor, needle("1.001e-6", corners), needle("0.999e-6", corners),
                      "bodies[2].shapes[0].triangles[0]: a needle, too thin to have a normal; allowed: "
                      "triangles at least a millionth of their longest edge high"});
  }
  for (const std::size_t edge : {0u, 1u, 2u}) {
    const auto box = [edge](const char* length) {
      std::string size[] = {"1", "2", "3"};
      size[edge] = length;
      return "[" + size[0] + ", " + size[1] + ", " + size[2] + "]";
    };
    bounds.push_back({"[1, 2, 3]", box("1e-9"), box("0.9e-9"),
                      "bodies[1].shapes[0].size[" + std::to_string(edge) +
                          "]: found 9e-10; allowed: an edge above 0 (m)"});
  }
  bounds.push_back({R"("normal": [0, 0, 1])", R"("normal": [0, 1.1e-9, 0])", R"("normal": [0, 0.9e-9, 0])",
                    "bodies[2].shapes[0].normal: has no length; allowed: any vector of length above 0"});
  bounds.push_back({R"("mass": 2,)", R"("mass": 2, "drag_area": 1, "drag_center": [0, 0, 1],)",
                    R"("mass": 2, "drag_area": 0, "drag_center": [0, 0, 1],)",
                    "bodies[0].drag_center: given without drag_area; allowed with: drag_area"});
  for (const std::string kind : {"linear", "angular"}) {
    const std::string unit = kind == "linear" ? " m/s" : " rad/s";
    bounds.push_back({R"("mass": 2,)", R"("mass": 2, ")" + kind + R"(_velocity": [60000, 0, -79999],)",
                      R"("mass": 2, ")" + kind + R"(_velocity": [60000, 0, -80000],)",
                      "bodies[0]." + kind + "_velocity: 1e+05" + unit + "; allowed: below 1e+05"});
  }
  expect_bounds(bounds);
}

TEST(RuleLimits, OfAxesAndAnchors) {
  const std::string no_length = " has no length; allowed: any vector of length above 0";
  const auto universal = [](const char* second) {
    return between_rod_and_block(R"("type": "universal", "axis": [1, 0, 0], "axis2": )" +
                                 std::string(second));
  };
  const auto distance = [](const char* height) {
    return between_rod_and_block(R"("type": "distance", "child_position": [1, 0, )" + std::string(height) +
                                 "]");
  };
  expect_bounds({
      {R"("axis": [0, 1, 0])", R"("axis": [0, -1.1e-9, 0])", R"("axis": [0, -0.9e-9, 0])",
       "joints[0].axis:" + no_length},
      {kJointOfBall, universal("[0, 1.1e-9, 0]"), universal("[0, 0.9e-9, 0]"),
       "joints[1].axis2:" + no_length},
      {kJointOfBall, universal("[0.00099, 1, 0]"), universal("[0.00101, 1, 0]"),
       "joints[1].axis2: is not at right angles to axis (cosine 0.001009"},
      {kJointOfBall, universal("[-0.00099, 0, 1]"), universal("[-0.00101, 0, 1]"),
       "joints[1].axis2: is not at right angles to axis (cosine -0.001009"},
      {kJointOfBall, distance("2.0000000011"), distance("2.0000000009"),
       "joints[1].child_position: is where position is; allowed: another point, the distance is kept"},
  });
}

TEST(RuleLimits, OfPathsThatBodiesAreMovedAlong) {
  const auto begins = [](const std::string& pose) { return path(R"({ "time": 0, )" + pose + " }"); };
  const auto ends = [](const std::string& pose) {
    return path(R"({ "time": 0 }, { "time": 9, "position": [0, 0, 1] }, { "time": 18, )" + pose + " }",
                R"("repeat": true, )");
  };
  const auto turned = [](const char* degrees) {
    return path(R"({ "time": 0 }, { "time": 1 }, { "time": 2, "rotation_deg": [0, )" + std::string(degrees) +
                ", 0] }");
  };
  const std::string either =
      "bodies[2].motion.points[2]: is turned by 180 degrees against the point before, "
      "which may be either way; allowed: less, with points between";
  const std::string back =
      "bodies[2].motion.repeat: the path does not end where it begins; allowed: a last "
      "point like the first";
  const auto too_fast = [](int point, const char* speed) {
    return "bodies[2].motion.points[" + std::to_string(point) + "]: from here on it moves at " + speed +
           " m/s or rad/s; allowed: at most 10000";
  };
  const std::string still = R"("linear_velocity": [0, 0, 0], "angular_velocity": [0, 0, 0])";
  const auto rushes = [&](const char* way) {
    return path(R"({ "time": 0, )" + still + R"( }, { "time": 2, )" + still + R"( }, { "time": 3, )" + still +
                R"(, "position": [0, )" + way + ", 0] }");
  };
  const auto spins = [&](const char* time) {
    return path(R"({ "time": 0, )" + still + R"( }, { "time": )" + time + ", " + still +
                R"(, "rotation_deg": [0, 0, 90] })");
  };
  const auto given = [&](const char* which, int point, const char* speed) {
    const auto at = [&](int index) {
      std::string fields = R"("time": )" + std::to_string(index);
      for (const std::string name : {"linear_velocity", "angular_velocity"}) {
        const bool here = name == which && index == point;
        fields += ", \"" + name + R"(": [0, 0, )" + (here ? speed : "0") + "]";
      }
      return "{ " + fields + " }";
    };
    return path(at(0) + ", " + at(1));
  };
  std::vector<Bound> bounds{
      {kStatic, begins(R"("position": [0, -0.9e-6, 0])"), begins(R"("position": [0, -1.1e-6, 0])"),
       "bodies[2].motion.points[0]: begins at [0, -1.1e-06, 0], the body is at [0, 0, 0]; allowed: where the "
       "body is, and turned as it is"},
      {kStatic, begins(R"("rotation_deg": [5e-5, 0, 0])"), begins(R"("rotation_deg": [6e-5, 0, 0])"),
       "bodies[2].motion.points[0]: begins at [0, 0, 0], the body is at [0, 0, 0]; allowed: where the body "
       "is, and turned as it is"},
      {kStatic, ends(R"("position": [0, 0, 0.9e-6])"), ends(R"("position": [0, 0, 1.1e-6])"), back},
      {kStatic, ends(R"("rotation_deg": [0, 0, 5e-5])"), ends(R"("rotation_deg": [0, 0, 6e-5])"), back},
      {kStatic, path(R"({ "time": 0 }, { "time": 1 })", R"("repeat": true, )"),
       path(R"({ "time": 0 })", R"("repeat": true, )"), back},
      {kStatic, turned("179.9"), turned("179.95"), either},
      {kStatic, turned("-179.9"), turned("-179.95"), either},
      {kStatic, rushes("-10000"), rushes("-10001"), too_fast(1, "10001")},
      {kStatic, spins("1.58e-4"), spins("1.57e-4"),
       "bodies[2].motion.points[0]: from here on it moves at 10005."},
      {kStatic, path(R"({ "time": 0 }, { "time": 1e-9 })"), path(R"({ "time": 0 }, { "time": 0 })"),
       "bodies[2].motion.points[1]: at 0 s; allowed: later than the point before, 0"},
      {kStatic, R"("motion": { "type": "outside" },)",
       R"("angular_velocity": [0, 0, 1e-9], "motion": { "type": "outside" },)",
       "bodies[2]: a body with a motion and a velocity; allowed: the motion alone"},
  };
  for (const char* which : {"linear_velocity", "angular_velocity"}) {
    for (const int point : {0, 1}) {
      bounds.push_back({kStatic, given(which, point, "-10000"), given(which, point, "-10000.5"),
                        too_fast(point, "10000.5")});
    }
  }
  expect_bounds(bounds);
}

TEST(RuleLimits, OfTablesAndFollowersThatMoveBodies) {
  const auto slides = [](const std::string& rows, const std::string& more = "") {
    return moved(R"("type": "slide", "axis": [0, 1, 0], )" + more + R"("table": [)" + rows + "]");
  };
  const auto turns = [](const std::string& rows) {
    return moved(R"("type": "turn", "axis": [0, 0, 1], "table_deg": [)" + rows + "]");
  };
  const auto axis = [](const char* length) {
    return moved(R"("type": "slide", "axis": [)" + std::string(length) + R"(, 0, 0], "table": [[0, 0]])");
  };
  const auto reached = [](const std::string& table, int row, const char* speed) {
    return "bodies[2].motion." + table + "[" + std::to_string(row) + "]: is reached at " + speed +
           " m/s or rad/s; allowed: at most 10000";
  };
  std::vector<Bound> bounds{
      {kStatic, slides("[0, 0], [2, 1], [3, 10001]"), slides("[0, 0], [2, 1], [3, 10001.5]"),
       reached("table", 2, "10000.5")},
      {kStatic, slides("[0, 0], [0.5, -5000]"), slides("[0, 0], [0.5, -5001]"), reached("table", 1, "10002")},
      {kStatic, turns("[0, 0], [1, 572957]"), turns("[0, 0], [1, -572958]"),
       "bodies[2].motion.table_deg[1]: is reached at 10000.0"},
      {kStatic, slides("[0, 0]"), slides("[1e-9, 0]"),
       "bodies[2].motion.table[0]: at 1e-09 s; allowed: the first at 0"},
      {kStatic, slides("[0, 0], [2, 0]"), slides("[0, 0], [2, 0], [2, 0]"),
       "bodies[2].motion.table[2]: at 2 s; allowed: later than the point before, 2"},
      {kStatic, slides("[0, 0]"), slides("[0, -1e-9]"),
       "bodies[2].motion.table[0]: begins at -1e-09; allowed: 0, where the body is"},
      {kStatic, slides("[0, 0], [1, 0]", R"("repeat": true, )"), slides("[0, 0]", R"("repeat": true, )"),
       "bodies[2].motion.repeat: one point alone has no length; allowed: two or more"},
      {kStatic, axis("1.1e-9"), axis("0.9e-9"),
       "bodies[2].motion.axis: has no length; allowed: any vector of length above 0"},
      {kStatic, turns("[0, 0]"), moved(R"("type": "turn", "axis": [0, 0, 1])"),
       "bodies[2].motion: neither a table nor a control; allowed: one of table_deg and control"},
  };
  for (const std::string of : {"", "_deg"}) {
    const std::string type = of.empty() ? "slide" : "turn";
    const auto follower = [&](const std::string& range, const std::string& without = "") {
      std::string fields = R"("type": ")" + type + R"(", "axis": [0, 0, 1], "control": "throttle")";
      for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
               {"range", range}, {"speed", "1"}, {"acceleration", "2"}}) {
        if (name != without) fields += ", \"" + name + of + "\": " + value;
      }
      return moved(fields);
    };
    for (const std::string field : {"range", "speed", "acceleration"}) {
      bounds.push_back(
          {kStatic, follower("[2, 2]"), follower("[0, 1]", field),
           "bodies[2].motion: the field \"" + field + of + "\" is missing; needed beside control"});
    }
    bounds.push_back({kStatic, follower("[-1, 2]"), follower("[]"),
                      "bodies[2].motion.range" + of + ": has no ends; allowed: [lower, upper]"});
    bounds.push_back(
        {kStatic, follower("[-2, -1]"), follower("[-1, -2]"),
         "bodies[2].motion.range" + of + ": found [-1, -2]; allowed: [lower, upper] with lower <= upper"});
  }
  expect_bounds(bounds);
}

TEST(RuleLimits, OfDrivesFramesAndControls) {
  const std::string supply = R"("supply_voltage": 24)";
  expect_bounds({
      {supply,
       R"("supply_voltage": 24, "thermal": { "resistance": 2, "time_constant": 3, "ambient": 80, "limit": 80.5 })",
       R"("supply_voltage": 24, "thermal": { "resistance": 2, "time_constant": 3, "ambient": 80.5, "limit": 80.5 })",
       "drives[0].thermal.limit: is not above ambient; allowed: above 80.5"},
      {R"("substeps": 8)", R"("substeps": 8, "min_substeps": 8)", R"("substeps": 8, "min_substeps": 9)",
       "frame.min_substeps: found 9; allowed: at most substeps, 8"},
      {R"("name": "throttle" })", R"("name": "throttle", "range": [-1e15, 1e15] })",
       R"("name": "throttle", "range": [2, 2], "neutral": 2 })",
       "controls[0].range: found [2, 2]; allowed: [lower, upper] with lower < upper"},
      {R"("joint": "pivot", "control")", R"("joint": "ball", "axis": 2, "control")",
       R"("joint": "ball", "axis": 3, "control")",
       "drives[0].axis: joint ball has 3 axes that can be driven; allowed: axis below that"},
  });
  // A rod or rope has a length, and no axis on which anything could act.
  for (const char* type : {"distance", "rope"}) {
    const std::string text = replaced(replaced(good_scene(), kJointOfBall,
                                               between_rod_and_block(R"("type": ")" + std::string(type) +
                                                                     R"(", "child_position": [3, 0, 1])")),
                                      R"("joint": "pivot", "control")", R"("joint": "ball", "control")");
    EXPECT_NE(errors_of(text).find(
                  "drives[0].joint: joint ball has 0 axes that can be driven; allowed: axis below that"),
              std::string::npos);
  }
}

TEST(RuleLimits, OfPositionDrivesOnAxesOfEitherKind) {
  struct Driven {
    const char* limits;
    int axis;
    bool good;
  };
  for (const Driven& row : std::vector<Driven>{
           {R"("limits": [[-1, 1]])", 0, true},
           {R"("limits": [[-1, 1]])", 1, false},
           {R"("limits_deg": [[-1, 1]])", 1, true},
           {R"("limits_deg": [[-1, 1]])", 0, false},
           {R"("limits": [[]], "limits_deg": [[-1, 1]])", 0, false},
           {R"("limits": [[-1, 1]], "limits_deg": [[]])", 1, false},
           {R"("limits": [[-1, 1]], "limits_deg": [[-1, 1]])", 1, true},
       }) {
    SCOPED_TRACE(std::string(row.limits) + " axis " + std::to_string(row.axis));
    const std::string text = replaced(
        replaced(
            good_scene(), kJointOfBall,
            between_rod_and_block(R"("type": "cylindrical", "axis": [1, 0, 0], )" + std::string(row.limits))),
        R"("joint": "pivot", "control")",
        R"("joint": "ball", "mode": "position", "axis": )" + std::to_string(row.axis) + R"(, "control")");
    const auto result = load(text);
    EXPECT_EQ(result.has_value(), row.good);
    if (row.good || result) continue;
    EXPECT_NE(
        result.error().text.find("drives[0].mode: position mode spans the joint's limits, and joint ball "
                                 "has none on this axis; allowed: give it limits"),
        std::string::npos)
        << result.error().text;
  }
}

TEST(RuleLimits, OfLists) {
  const auto scene_of = [](std::size_t materials, std::size_t groups, std::size_t effects) {
    std::string list, bodies, begun;
    for (std::size_t i = 0; i < materials; ++i)
      list += (i > 0 ? ", " : "") + (R"({ "name": "m)" + std::to_string(i) + "\" }");
    for (std::size_t i = 0; i < groups; ++i)
      bodies += R"(, { "name": "b)" + std::to_string(i) + R"(", "static": true, "group": "g)" +
                std::to_string(i) + "\" }";
    for (std::size_t i = 0; i < effects; ++i)
      begun += (i > 0 ? ", " : "") + std::string(R"({ "at": 1, "effect": "rod force x=1" })");
    return R"({ "name": "many", "materials": [)" + list +
           R"(], "bodies": [ { "name": "rod", "mass": 1, "inertia": [1, 1, 1] })" + bodies +
           R"( ], "effects": [)" + begun + "] }";
  };
  EXPECT_TRUE(load(scene_of(256, 31, physics::kMostEffects)).has_value());
  EXPECT_NE(errors_of(scene_of(257, 31, 0)).find("materials: has 257 entries; allowed: at most 256"),
            std::string::npos);
  EXPECT_NE(errors_of(scene_of(1, 32, 0)).find("bodies: belong to 32 groups; allowed: at most 31"),
            std::string::npos);
  EXPECT_NE(errors_of(scene_of(1, 1, physics::kMostEffects + 1))
                .find("effects: has " + std::to_string(physics::kMostEffects + 1) +
                      " entries; allowed: at most " + std::to_string(physics::kMostEffects)),
            std::string::npos);
}

// The bounds of the schema do not reach into a buffer's lists of numbers.
TEST(RuleLimits, OfNumbersInABuffersLists) {
  constexpr double kLargest = 1e15;
  constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t at : {0u, 1u, 2u}) {
    for (const double wrong : {kNoNumber, 1.1 * kLargest, -1.1 * kLargest}) {
      double v[] = {1, 1, 1};
      v[at] = wrong;
      const scene::Vec3 point(v[0], v[1], v[2]);
      EXPECT_EQ(
          errors_of_buffer([&](scene::SceneT& scene) {
            auto shape = std::make_unique<scene::ShapeT>();
            shape->type = scene::ShapeType::convex;
            shape->points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, point};
            scene.bodies[1]->shapes.push_back(std::move(shape));
          }),
          "buffer: bodies[1].shapes[1].points: a coordinate is not finite or too large; allowed: finite "
          "numbers (m)");
      EXPECT_EQ(errors_of_buffer([&](scene::SceneT& scene) {
                  auto shape = std::make_unique<scene::ShapeT>();
                  shape->type = scene::ShapeType::mesh;
                  shape->vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, point};
                  shape->triangles.emplace_back(0, 1, 2);
                  scene.bodies[2]->shapes.push_back(std::move(shape));
                }),
                "buffer: bodies[2].shapes[1].vertices[3]: a coordinate is not finite or too large; allowed: "
                "finite numbers (m)");
    }
  }
  const auto heights = [&](double height) {
    return errors_of_buffer([&](scene::SceneT& scene) {
      auto shape = std::make_unique<scene::ShapeT>();
      shape->type = scene::ShapeType::heightfield;
      shape->columns = 2;
      shape->rows = 2;
      shape->spacing = 1;
      shape->heights = {0, 0, 0, height};
      scene.bodies[2]->shapes.push_back(std::move(shape));
    });
  };
  EXPECT_EQ(heights(-kLargest), "");
  for (const double wrong : {kNoNumber, 1.1 * kLargest, -1.1 * kLargest}) {
    EXPECT_EQ(
        heights(wrong),
        "buffer: bodies[2].shapes[1].heights: a height is not finite or too large; allowed: finite numbers "
        "(m)");
  }
  const auto armature = [&](double inertia) {
    return errors_of_buffer([&](scene::SceneT& scene) { scene.joints[0]->armature = {inertia}; });
  };
  EXPECT_EQ(armature(0), "");
  EXPECT_EQ(armature(kLargest), "");
  for (const double wrong : {kNoNumber, 1.1 * kLargest, -1e-9}) {
    EXPECT_EQ(armature(wrong),
              "buffer: joints[0].armature[0]: is not from 0 to 1e15; allowed: an inertia (kg or kg m^2)");
  }
}

}  // namespace
}  // namespace drawbar::scenes::testing
