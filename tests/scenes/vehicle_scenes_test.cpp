// Parts of vehicles in scene files: what the loader refuses and says, and what the shipped drives promise.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/world/world.h"
#include "scenes/loader/controls_file.h"
#include "tests/scenes/scene_text.h"
#include "tests/support/paths.h"

namespace drawbar::scenes {
namespace {

using testing::replaced;

std::string good_vehicle() {
  return R"({
  "name": "axle",
  "bodies": [
    { "name": "beam", "mass": 100, "inertia": [10, 10, 10], "position": [0, 0, 0.3] },
    { "name": "knuckle", "mass": 5, "inertia": [0.1, 0.1, 0.1], "position": [0, 0.7, 0.3] },
    { "name": "left", "mass": 10, "position": [0, 0.7, 0.3],
      "shapes": [ { "type": "cylinder", "radius": 0.3, "length": 0.2, "rotation_deg": [90, 0, 0] } ] },
    { "name": "right", "mass": 10, "inertia": [0.3, 0.3, 0.3], "position": [0, -0.7, 0.3] },
    { "name": "floor", "static": true, "shapes": [ { "type": "plane", "normal": [0, 0, 1] } ] }
  ],
  "joints": [
    { "name": "kingpin", "type": "revolute", "parent": "beam", "child": "knuckle", "position": [0, 0.7, 0.3], "axis": [0, 0, 1],
      "spring": { "stiffness": 1000, "damper_table": [[-1, -50], [0, 0], [1, 20]] } },
    { "name": "hub", "type": "revolute", "parent": "knuckle", "child": "left", "position": [0, 0.7, 0.3], "axis": [0, 1, 0] },
    { "name": "bare", "type": "revolute", "parent": "beam", "child": "right", "position": [0, -0.7, 0.3], "axis": [0, 1, 0] },
    { "name": "mast", "type": "prismatic", "parent": "world", "child": "beam", "position": [0, 0, 0.3], "axis": [0, 0, 1] }
  ],
  "tyres": [ { "name": "soft", "nominal_load": 600, "longitudinal_stiffness": 9000, "lateral_stiffness": 7000,
               "relaxation_length": 0.2, "vertical_stiffness": 90000 } ],
  "wheels": [ { "name": "tyre", "joint": "hub", "tyre": "soft" } ],
  "brakes": [ { "name": "disc", "joint": "hub", "control": "pedal", "torque": 100 } ],
  "steerings": [ { "name": "rack", "joints": ["kingpin"], "wheelbase": 2, "control": "turn", "angle_deg": 30 } ],
  "hitches": [ { "name": "pin", "joint": "bare", "control": "couple" } ],
  "controls": [ { "name": "pedal" }, { "name": "turn" }, { "name": "couple" } ]
})";
}

std::string errors_of(const std::string& text) {
  const auto loaded = load_text(text, "scene.json", ".");
  return loaded ? "" : loaded.error().text;
}

TEST(VehicleScenes, GoodOneLoadsWithItsDefaults) {
  EXPECT_EQ(errors_of(good_vehicle()), "");
  const auto loaded = load_text(good_vehicle(), "scene.json", ".");
  ASSERT_TRUE(loaded);
  EXPECT_DOUBLE_EQ(loaded->world.wheels[0].tyre.tread_damping, 0.01 * 9000 / 0.2);
  EXPECT_DOUBLE_EQ(loaded->world.hitches[0].reach, 0.05);
}

TEST(VehicleScenes, HardPointsMakeTheCurveOfAGuidedJoint) {
  // Two parallel pairs of arms, level and 1 m long, and a tie rod like them: a circle, and no turn.
  const std::string text = replaced(
      good_vehicle(),
      R"("type": "prismatic", "parent": "world", "child": "beam", "position": [0, 0, 0.3], "axis": [0, 0, 1])",
      R"("type": "guided", "parent": "world", "child": "beam", "position": [0, 0, 0.3], "axis": [0, 0, 1], "axis2": [1, 0, 0],
      "guide": { "travel": [-0.1, 0.1], "links": [
        { "from": [0.2, -1, 0.1], "to": [0, 0, 0.1] }, { "from": [-0.2, -1, 0.1], "to": [0, 0, 0.1] },
        { "from": [0.2, -1, 0.5], "to": [0, 0, 0.5] }, { "from": [-0.2, -1, 0.5], "to": [0, 0, 0.5] },
        { "from": [0.2, -1, 0.3], "to": [0.2, 0, 0.3] } ] })");
  const auto loaded = load_text(text, "scene.json", ".");
  ASSERT_TRUE(loaded) << loaded.error().text;
  const std::vector<physics::GuidePoint>& guide = loaded->world.joints[3].guide;
  EXPECT_DOUBLE_EQ(guide.front().travel, -0.1);
  EXPECT_DOUBLE_EQ(guide.back().travel, 0.1);
  for (const physics::GuidePoint& p : guide) {
    EXPECT_NEAR(p.sideways, std::sqrt(1 - p.travel * p.travel) - 1, 1e-12);
    for (const double zero : {p.forward, p.toe, p.camber, p.caster}) EXPECT_NEAR(zero, 0, 1e-12);
  }
}

TEST(VehicleScenes, SoilIsTheGroundsWhateverTouchesIt) {
  const std::string text = replaced(good_vehicle(), R"("bodies": [)",
                                    R"("materials": [ { "name": "rubber", "friction": 0.9 },
    { "name": "mud", "friction": 0.4, "soil": { "cohesive_modulus": 5270, "frictional_modulus": 1515040, "exponent": 0.7 } } ],
  "bodies": [)");
  const auto loaded = load_text(text, "scene.json", ".");
  ASSERT_TRUE(loaded) << loaded.error().text;
  const auto& pairs = loaded->world.surface_pairs;  // none, rubber, mud
  for (const std::size_t with_mud : {2u, 5u, 6u, 7u, 8u}) {
    EXPECT_EQ(pairs[with_mud].soil.cohesive_modulus, 5270);
    EXPECT_EQ(pairs[with_mud].soil.frictional_modulus, 1515040);
    EXPECT_EQ(pairs[with_mud].soil.exponent, 0.7);
  }
  EXPECT_EQ(pairs[4].soil.frictional_modulus, 0);
}

struct Spoiled {
  const char* piece;
  const char* by;
  const char* where;
  const char* wrong;
};

TEST(VehicleScenes, MistakesAreNamedWithPlaceAndRemedy) {
  for (const Spoiled& spoiled : {
           Spoiled{R"("tyre": "soft")", R"("tyre": "hard")", "wheels[0].tyre", "allowed: soft"},
           Spoiled{R"("tyre", "joint": "hub")", R"("tyre", "joint": "hum")", "wheels[0].joint", "no joint"},
           Spoiled{R"("tyre", "joint": "hub")", R"("tyre", "joint": "mast")", "wheels[0].joint", "revolute"},
           Spoiled{R"("tyre", "joint": "hub")", R"("tyre", "joint": "bare")", "wheels[0].joint", "touches"},
           Spoiled{R"("nominal_load": 600)", R"("nominal_load": 0)", "tyres[0].nominal_load", "above 0"},
           Spoiled{R"("control": "pedal", "torque")", R"("control": "pedals", "torque")", "brakes[0].control",
                   "pedal"},
           Spoiled{R"("disc", "joint": "hub")", R"("disc", "joint": "hub", "axis": 1)", "brakes[0].axis",
                   "axes"},
           Spoiled{R"("control": "pedal", "torque")", R"("torque")", "brakes[0]", "control"},
           Spoiled{R"(["kingpin"])", R"(["bare"])", "steerings[0].joints[0]", "a spring"},
           Spoiled{R"(["kingpin"])", R"([])", "steerings[0].joints", "1 or 2"},
           Spoiled{R"("angle_deg": 30)", R"("angle_deg": 90)", "steerings[0].angle_deg", "at most 80"},
           Spoiled{R"("pin", "joint": "bare")", R"("pin", "joint": "mast")", "hitches[0].joint", "spherical"},
           Spoiled{R"("control": "couple" } ])", R"("control": "couples" } ])", "hitches[0].control",
                   "couple"},
           Spoiled{R"([0, 0], [1, 20])", R"([1, 20])", "damper_table", "[0, 0]"},
           Spoiled{R"([0, 0], [1, 20])", R"([0, 0], [0, 20])", "damper_table[2]", "increasing"},
       }) {
    SCOPED_TRACE(spoiled.by);
    const std::string errors = errors_of(replaced(good_vehicle(), spoiled.piece, spoiled.by));
    EXPECT_NE(errors.find(spoiled.where), std::string::npos) << errors;
    EXPECT_NE(errors.find(spoiled.wrong), std::string::npos) << errors;
  }
}

// --- the rules of wheels, steerings and hitches, word for word ---

const std::string kRightJoint = R"("child": "right", "position": [0, -0.7, 0.3], "axis": [0, 1, 0] })";
const std::string kSteerings = R"("steerings": [ { "name": "rack", "joints": ["kingpin"], "wheelbase": 2,)";

/// Both wheels are steered; the right kingpin's place, and the wheelbase.
std::string two_kingpins(const std::string& place, const std::string& wheelbase) {
  const std::string text = replaced(
      good_vehicle(), kRightJoint,
      R"("child": "right", "position": )" + place + R"(, "axis": [0, 0, 1], "spring": { "stiffness": 1 } })");
  return replaced(
      text, kSteerings,
      R"("steerings": [ { "name": "rack", "joints": ["kingpin", "bare"], "wheelbase": )" + wheelbase + ",");
}

void expect_only(const std::string& text, const std::string& message) {
  const std::string errors = errors_of(text);
  EXPECT_TRUE(errors.ends_with(": " + message)) << message << "\nin\n" << errors;
  EXPECT_EQ(errors.find('\n'), std::string::npos) << errors;
}

TEST(VehicleRules, SteeredWheelsStandApartAndRollAboutAPointBesideThem) {
  EXPECT_EQ(errors_of(two_kingpins("[0, -0.7, 0.3]", "0.405")), "")
      << "0.7 m times the tangent of 30 degrees";
  expect_only(
      two_kingpins("[0, -0.7, 0.3]", "0.404"),
      "steerings[0].angle_deg: the wheels would roll about a point between them; allowed: a smaller angle");
  EXPECT_EQ(errors_of(two_kingpins("[0, 0.7011, 0.3]", "2")), "");
  expect_only(two_kingpins("[0, 0.7009, 0.3]", "2"),
              "steerings[0].joints: the two joints are at one place; allowed: a left and a right one");
  const auto loaded = load_text(two_kingpins("[0.3, -0.7, 0.7]", "2"), "scene.json", ".");
  ASSERT_TRUE(loaded) << loaded.error().text;
  const auto& knuckles = loaded->world.steerings[0].knuckles;
  ASSERT_EQ(knuckles.size(), 2u);
  const double half = 0.5 * std::sqrt(0.3 * 0.3 + 1.4 * 1.4 + 0.4 * 0.4);
  EXPECT_DOUBLE_EQ(knuckles[0].across, half);
  EXPECT_DOUBLE_EQ(knuckles[1].across, -half);
  EXPECT_EQ(knuckles[0].joint, physics::JointId{0});
  EXPECT_EQ(knuckles[1].joint, physics::JointId{2});
  for (const auto& knuckle : knuckles) EXPECT_EQ(knuckle.along, 2);
}

TEST(VehicleRules, AWheelIsOneBodyAndAKnuckleOneSteerings) {
  const auto vehicle = [](const std::string& piece, const std::string& by) {
    return replaced(good_vehicle(), piece, by);
  };
  const std::string wheels = R"("wheels": [ { "name": "tyre", "joint": "hub", "tyre": "soft" } ])";
  expect_only(vehicle(wheels, R"("wheels": [ { "name": "tyre", "joint": "hub", "tyre": "soft" },
                              { "name": "again", "joint": "hub", "tyre": "soft" } ])"),
              "wheels[1].joint: wheel tyre is body left too; allowed: one wheel per body");
  expect_only(vehicle(wheels, R"("wheels": [ { "name": "tyre", "joint": "mast", "tyre": "soft" } ])"),
              "wheels[0].joint: joint mast is prismatic; allowed: revolute");
  const std::string touches = " is no moving body with a shape; allowed: a wheel that touches";
  expect_only(vehicle(wheels, R"("wheels": [ { "name": "tyre", "joint": "bare", "tyre": "soft" } ])"),
              "wheels[0].joint: the child of joint bare" + touches);
  expect_only(
      replaced(vehicle(wheels, R"("wheels": [ { "name": "tyre", "joint": "bare", "tyre": "soft" } ])"),
               R"("child": "right")", R"("child": "floor")"),
      "wheels[0].joint: the child of joint bare" + touches);
  expect_only(
      replaced(vehicle(wheels, R"("wheels": [ { "name": "tyre", "joint": "bare", "tyre": "soft" } ])"),
               R"("parent": "beam", "child": "right")", R"("parent": "right", "child": "world")"),
      "wheels[0].joint: the child of joint bare" + touches);
  const std::string end = R"("control": "turn", "angle_deg": 30 } ])";
  expect_only(vehicle(end, R"("control": "turn", "angle_deg": 30 },
                 { "name": "second", "joints": ["kingpin"], "wheelbase": 2, "control": "turn", "angle_deg": 30 } ])"),
              "steerings[1].joints[0]: steering rack turns it too; allowed: joints of its own");
  expect_only(vehicle(R"(["kingpin"])", R"(["kingpin", "hub", "bare"])"),
              "steerings[0].joints: has 3 names; allowed: 1 or 2");
  expect_only(
      vehicle(R"(["kingpin"])", R"(["mast"])"),
      "steerings[0].joints[0]: joint mast cannot be steered; allowed: a revolute joint with a spring, the "
      "linkage");
  expect_only(vehicle(R"(["kingpin"])", R"(["kingping"])"),
              "steerings[0].joints[0]: no joint is called \"kingping\"; allowed: bare, hub, kingpin, mast");
  expect_only(vehicle(R"("rack", "joints": ["kingpin"], "wheelbase": 2, "control": "turn")",
                      R"("rack", "joints": ["kingpin"], "wheelbase": 2, "control": "tur")"),
              "steerings[0].control: no control is called \"tur\"; allowed: couple, pedal, turn");
}

TEST(VehicleRules, AHitchLetsAtLeastOneAxisTurnAndNoneSlide) {
  const auto of_type = [](const std::string& type, const std::string& axes) {
    return replaced(good_vehicle(), R"("name": "bare", "type": "revolute")",
                    R"("name": "bare", "type": ")" + type + "\"" + axes);
  };
  EXPECT_EQ(errors_of(of_type("spherical", "")), "");
  EXPECT_EQ(errors_of(replaced(
                of_type("universal", ""), kRightJoint,
                R"("child": "right", "position": [0, -0.7, 0.3], "axis": [0, 1, 0], "axis2": [1, 0, 0] })")),
            "");
  for (const std::string type : {"prismatic", "cylindrical"}) {
    expect_only(of_type(type, ""),
                "hitches[0].joint: joint bare is " + type + "; allowed: revolute, universal, spherical");
  }
  expect_only(replaced(good_vehicle(), R"("pin", "joint": "bare")", R"("pin", "joint": "bar")"),
              "hitches[0].joint: no joint is called \"bar\"; allowed: bare, hub, kingpin, mast");
}

/// Plays a shipped drive and shows every frame to `look`.
template <class Look>
void play(const std::string& name, double seconds, Look look) {
  const std::string folder = (tests::source_folder() / "scenes/").string();
  const auto loaded = load_file(folder + name + ".json");
  ASSERT_TRUE(loaded) << loaded.error().text;
  const auto controls = load_controls(folder + name + ".csv", 40, loaded->world.controls);
  ASSERT_TRUE(controls) << controls.error().text;
  physics::World world(loaded->world);
  physics::FrameState state = world.make_frame_state();
  for (int frame = 0; frame < static_cast<int>(seconds / 0.04); ++frame) {
    for (const ControlRow& row : controls->at(world.frame())) world.set_control(row.control, row.value);
    world.step_frame(8);
    world.observe(state);
    look(state);
  }
  EXPECT_EQ(state.statistics.recoveries, 0u);
}

TEST(VehicleScenes, CarWithTrailerChangesLaneTwiceAndStops) {
  double left = 0, back = 10, swing = 0, lightest = 1e9;
  double speed = 0;
  play("car_trailer", 32, [&](const physics::FrameState& s) {
    const physics::Vec3 car = s.bodies[2].position;
    if (car.x() > 145 && car.x() < 165) left = std::max(left, car.y());
    if (car.x() > 215 && car.x() < 225) back = std::min(back, std::fabs(car.y()));
    for (const physics::JointReading& joint : s.joints) swing = std::max(swing, joint.error);
    if (s.time > 1) lightest = std::min(lightest, s.wheels[0].load);
    speed = s.bodies[2].linear_velocity.norm();
  });
  EXPECT_NEAR(left, 3.5, 0.3);
  EXPECT_LT(back, 0.3);
  EXPECT_LT(swing, 1e-6);     // no joint comes apart
  EXPECT_GT(lightest, 1000);  // no front wheel lifts
  EXPECT_LT(speed, 0.01);
}

TEST(VehicleScenes, ScoutCrossesTheSleepersUprightOnItsSwingAxles) {
  double furthest = 0, steepest = 0, swing = 0;
  play("scout_robot", 15, [&](const physics::FrameState& s) {
    furthest = std::max(furthest, s.bodies[2].position.x());
    steepest = std::max(steepest, std::acos((s.bodies[2].orientation * physics::Vec3::UnitZ()).z()));
    for (std::size_t j = 0; j < s.joints.size(); j += 2)
      swing = std::max(swing, std::fabs(s.joints[j].position[0]));
  });
  EXPECT_GT(furthest, 11);   // past the last sleeper
  EXPECT_GT(swing, 0.1);     // rad: the axles give way
  EXPECT_LT(steepest, 0.3);  // rad: the hull stays upright
}

}  // namespace
}  // namespace drawbar::scenes
