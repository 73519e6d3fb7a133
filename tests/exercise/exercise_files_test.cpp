// What an exercise takes from other files, and its variants: the state it begins with, a reference's way, the
// way in which it is set.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>
#include <set>

#include "scenes/exercise/library.h"
#include "scenes/record/build_identity.h"
#include "scenes/record/frame_tables.h"
#include "scenes/record/reference_run.h"
#include "scenes/record/session_writer.h"
#include "scenes/record/state_file.h"
#include "tests/exercise/drop.h"

namespace drawbar::scenes::testing {
namespace {

using exercise::Outcome;

constexpr const char* kVariants = R"(, "variants": [
  { "name": "heavy", "title": { "en": "Heavy", "ru": "Тяжёлый" }, "changes": { "payloads": [ { "body": "ball", "mass": 7 } ] } },
  { "name": "high", "changes": { "places": [ { "machine": "ball", "move": [0, 0, 3] } ] } } ])";

class ExerciseFiles : public ExerciseIn {
 protected:
  void write(const std::string& name, std::span<const std::byte> bytes) {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  /// After so many frames of the exercise, as `instructor states export` gives it.
  void export_state(const std::string& name, const std::string& text, int frames) {
    auto loaded = load(text);
    ASSERT_TRUE(loaded) << loaded.error().text;
    Simulation simulation(loaded->scene.world, loaded->exercise.observer);
    simulation.world().set_control(physics::ControlId{0}, 0.5);
    step(simulation, frames);
    std::vector<std::byte> state;
    simulation.save_state(state);
    write(name, encode_state("test", loaded->scene.scene.name, loaded->scene.world, 0, simulation.frame(),
                             state, simulation.memory().size_bytes()));
  }

  /// A drive of the ball along x, recorded.
  /// `more`: bodies that each frame lists beyond those of the scene.
  void record_way(const std::string& name, int frames, int more = 0) {
    auto loaded = load_file(folder_ / "scene.json");
    ASSERT_TRUE(loaded) << loaded.error().text;
    Simulation simulation(loaded->world);
    auto writer =
        SessionWriter::create({(folder_ / name).string(), true, false, 0, 0, build_identity("test", 0)},
                              scene_record("drop", "scene.json", loaded->buffer, loaded->world, 0));
    ASSERT_TRUE(writer);
    physics::FrameState shown = simulation.make_frame_state();
    for (int frame = 0; frame <= frames; ++frame) {
      std::vector<std::byte> state;
      simulation.observe(shown);
      simulation.save_state(state);
      FrameRecord record;
      record.stamp = {shown.frame, shown.frame, shown.time, 0, 0, 0};
      record.computed = frame > 0;
      if (frame == 0) record.branch = branch_record(record::BranchCause::Start, 0, 0, state);
      shown.bodies[2].position.x() += 0.1 * frame;
      record.bodies = body_states(shown);
      for (int i = 0; i < more; ++i) record.bodies.push_back(record.bodies.back());
      record.telemetry = telemetry_of(shown, loaded->world, false);
      record.telemetry.stamp = std::make_unique<stream::FrameStamp>(record.stamp);
      ASSERT_TRUE(writer->write(record));
      simulation.step_frame(8);
    }
    ASSERT_TRUE(writer->close());
  }

  std::string plain_ = exercise_with(kTimeAbove2);
};

TEST_F(ExerciseFiles, AVariantTakesThePlaceOfTheFilesOwnAndGoesIntoTheRecording) {
  const std::string text = exercise_with(kTimeAbove2, "", std::string(kVariants) + R"(, "variant": "high")");
  const auto mass = [&](const ChosenVariant& variant) {
    const auto loaded = load_exercise_text(text, "e.json", folder_, variant);
    EXPECT_TRUE(loaded) << loaded.error().text;
    const auto again = load_exercise_buffer(loaded->exercise.buffer, "again", loaded->scene.world);
    EXPECT_TRUE(again) << again.error().text;
    EXPECT_EQ(again->text.variant, variant.value_or("high"));
    const auto& ball = loaded->scene.world.bodies[2];
    return std::pair(ball.mass_properties.mass, ball.position.z());
  };
  EXPECT_EQ(mass({}), std::pair(2.0, 3.6));
  EXPECT_EQ(mass("heavy"), std::pair(7.0, 0.6));
  EXPECT_EQ(mass(""), std::pair(2.0, 0.6));
  const auto wrong = load_exercise_text(text, "e.json", folder_, "icy");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().text.find("no variant is called \"icy\"; allowed: heavy, high"), std::string::npos)
      << wrong.error().text;
}

TEST_F(ExerciseFiles, TheViewThatFollowsAMachineIsPlacedWithIt) {
  const auto view_of = [&](const std::string& follow) {
    std::string text = kDrop;
    text.insert(text.rfind('}'),
                R"(, "camera": { "position": [-3, 0, 2], "target": [0, 0, 1])" + follow + " }");
    std::ofstream(folder_ / "scene.json") << text;
    auto loaded = load(exercise_with(
        kTimeAbove2, "",
        R"(, "changes": { "places": [ { "machine": "ball", "move": [10, 0, 5], "turn_deg": 90 } ] })"));
    EXPECT_TRUE(loaded) << loaded.error().text;
    return std::move(loaded->scene.scene.camera);
  };
  const auto moved = view_of(R"(, "follow": "ball")");
  EXPECT_NEAR(moved->position->x(), 10, 1e-12);
  EXPECT_NEAR(moved->position->y(), -3, 1e-12);
  EXPECT_NEAR(moved->position->z(), 7, 1e-12);
  EXPECT_NEAR(moved->target->x(), 10, 1e-12);
  EXPECT_NEAR(moved->target->z(), 6, 1e-12);
  for (const char* follow : {"", R"(, "follow": "stone")"}) {
    const auto stays = view_of(follow);
    EXPECT_EQ(stays->position->x(), -3) << follow;
    EXPECT_EQ(stays->target->z(), 1) << follow;
  }
}

TEST_F(ExerciseFiles, AMachineThatIsPlacedTurnedMovesAboutItsOwnAxesAsBefore) {
  std::string text = kDrop;
  text.insert(text.find(R"(, "position": [0, 0, 0.6])"),
              R"(, "linear_velocity": [2, 0, 1], "angular_velocity": [0, 3, 4])");
  std::ofstream(folder_ / "scene.json") << text;
  const auto loaded = load(exercise_with(
      kTimeAbove2, "", R"(, "changes": { "places": [ { "machine": "ball", "turn_deg": 90 } ] })"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  const physics::BodyConfig& ball = loaded->scene.world.bodies[2];
  EXPECT_LT((ball.linear_velocity - physics::Vec3(0, 2, 1)).norm(), 1e-12);
  EXPECT_LT((ball.angular_velocity - physics::Vec3(-3, 0, 4)).norm(), 1e-12);
}

/// A machine that flies, of a joint of every type without axes of its own, a rope, a rod and a spring.
std::string machine_of_all_joints() {
  std::string bodies, joints;
  int number = 0;
  for (const char* type :
       {"revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "fixed"}) {
    const std::string name = "part" + std::to_string(number++), place = std::to_string(number);
    bodies += R"(, { "name": ")" + name + R"(", "mass": 1, "inertia": [0.1, 0.2, 0.3], "position": [)" +
              place + ", 0.5, 3.2] }";
    joints += std::string(joints.empty() ? "" : ", ") + R"({ "name": "joint_)" + name + R"(", "type": ")" +
              type + R"(", "parent": "base", "child": ")" + name + R"(", "position": [)" + place +
              ", 0.1, 3.1] }";
  }
  return R"({ "name": "drop", "bodies": [
    { "name": "base", "mass": 9, "inertia": [3, 4, 5], "position": [1, 0, 3], "linear_velocity": [1, 0, 2], "angular_velocity": [0.4, 0.7, 1.1] })" +
         bodies + R"(, { "name": "tip", "mass": 0.5, "inertia": [0.01, 0.01, 0.01], "position": [0, 1, 3] },
    { "name": "bob", "mass": 0.5, "inertia": [0.01, 0.01, 0.01], "position": [0, -1, 3] } ],
  "joints": [ )" +
         joints +
         R"(, { "name": "rod", "type": "distance", "parent": "base", "child": "tip", "position": [0.5, 0, 3], "child_position": [0, 1, 3] },
    { "name": "rope", "type": "rope", "parent": "base", "child": "bob", "position": [0.5, 0, 3], "child_position": [0, -1, 3] } ],
  "springs": [ { "name": "coil", "type": "linear", "from": { "body": "part3", "position": [4, 0.9, 3.2] },
                 "to": { "body": "part5", "position": [6, 0.9, 3.2] }, "stiffness": 40, "rest_length": 1.5 } ] })";
}

TEST_F(ExerciseFiles, AMachineThatIsPlacedMovesThereAsItWouldHaveWhereItWas) {
  std::ofstream(folder_ / "scene.json") << machine_of_all_joints();
  const std::string marks = R"({ "name": "m", "type": "marks" })";
  const auto shown = [&](const std::string& changes) {
    auto loaded = load(exercise_with(marks, "", changes));
    EXPECT_TRUE(loaded) << loaded.error().text;
    physics::World world(loaded->scene.world);
    for (int frame = 0; frame < 20; ++frame) world.step_frame(8);
    physics::FrameState state = world.make_frame_state();
    world.observe(state);
    return state;
  };
  const physics::FrameState was = shown("");
  const physics::FrameState is =
      shown(R"(, "changes": { "places": [ { "machine": "base", "move": [3, -2, 4], "turn_deg": 70 } ] })");
  const physics::Quat turn(Eigen::AngleAxisd(70 * std::numbers::pi / 180, physics::Vec3::UnitZ()));
  const physics::Vec3 about(1, 0, 3), move(3, -2, 4);
  for (std::size_t i = 0; i < was.bodies.size(); ++i) {
    const physics::Vec3 placed = about + turn * (was.bodies[i].position - about) + move;
    EXPECT_LT((is.bodies[i].position - placed).norm(), 1e-9) << i;
    EXPECT_LT((is.bodies[i].angular_velocity - turn * was.bodies[i].angular_velocity).norm(), 1e-8) << i;
  }
  for (std::size_t j = 0; j < was.joints.size(); ++j) {
    for (std::size_t k = 0; k < physics::kMaxFreeAxes; ++k)
      EXPECT_NEAR(is.joints[j].position[k], was.joints[j].position[k], 1e-9) << j << " " << k;
  }
}

TEST_F(ExerciseFiles, ALibraryListsItsVariants) {
  std::ofstream(folder_ / "drop.json") << exercise_with(kTimeAbove2, "", kVariants);
  const auto files = list_library(folder_);
  ASSERT_EQ(files.size(), 2u);
  ASSERT_EQ(files[0].variants.size(), 2u);
  EXPECT_EQ(files[0].variants[0].name, "heavy");
  EXPECT_EQ(files[0].variants[0].title.ru, "Тяжёлый");
  EXPECT_TRUE(files[1].variants.empty());
}

TEST_F(ExerciseFiles, AStateIsWhereItBegins) {
  export_state("falling.state", plain_, 5);
  const std::string text = exercise_with(kTimeAbove2, "", R"(, "state": "falling.state")");
  const auto loaded = load(text);
  ASSERT_TRUE(loaded) << loaded.error().text;
  const auto again = load_exercise_buffer(loaded->exercise.buffer, "again", loaded->scene.world);
  ASSERT_TRUE(again) << again.error().text;
  std::vector<std::byte> first, second;
  for (const auto& [observer, state] :
       {std::pair(loaded->exercise.observer, &first), {again->observer, &second}}) {
    Simulation simulation(loaded->scene.world, observer);
    EXPECT_EQ(simulation.frame(), 0u);
    physics::FrameState shown = simulation.make_frame_state();
    simulation.observe(shown);
    EXPECT_NEAR(shown.bodies[3].linear_velocity.z(), -kGravity * 5 * kPeriod, 1e-9);
    EXPECT_EQ(shown.controls[0], 0) << "nobody has moved the lever yet";
    EXPECT_EQ(simulation.exercise()->outcome(simulation.memory()), Outcome::running);
    step(simulation, 10);
    simulation.save_state(*state);
  }
  EXPECT_EQ(first, second) << "from its recording as from its file";
}

TEST_F(ExerciseFiles, AStateOfAVariantIsItsOwn) {
  export_state("falling.state", plain_, 5);
  const auto with = exercise_with(
      kTimeAbove2, "", R"(, "variants": [ { "name": "late", "changes": {}, "state": "falling.state" } ])");
  const auto plain = load_exercise_text(with, "e.json", folder_);
  const auto late = load_exercise_text(with, "e.json", folder_, "late");
  ASSERT_TRUE(plain && late) << (plain ? late.error().text : plain.error().text);
  EXPECT_TRUE(plain->exercise.observer->initial_state().empty());
  EXPECT_FALSE(late->exercise.observer->initial_state().empty());
}

TEST_F(ExerciseFiles, AVariantWithoutAStateBeginsFromThatOfItsExercise) {
  export_state("falling.state", plain_, 5);
  export_state("fast.state", plain_, 9);
  const auto text = exercise_with(kTimeAbove2, "", R"(, "state": "falling.state", "variants": [
    { "name": "same", "changes": {} }, { "name": "fast", "changes": {}, "state": "fast.state" } ])");
  for (const auto& [variant, frames] : {std::pair("", 5), {"same", 5}, {"fast", 9}}) {
    const auto loaded = load_exercise_text(text, "e.json", folder_, variant);
    ASSERT_TRUE(loaded) << loaded.error().text;
    Simulation simulation(loaded->scene.world, loaded->exercise.observer);
    physics::FrameState shown = simulation.make_frame_state();
    simulation.observe(shown);
    EXPECT_NEAR(shown.bodies[3].linear_velocity.z(), -kGravity * frames * kPeriod, 1e-9) << variant;
  }
}

TEST_F(ExerciseFiles, AStateThatDoesNotFitIsRefusedWithTheReason) {
  export_state("good.state", plain_, 5);
  const auto why = [&](const std::string& file) {
    const auto loaded = load(exercise_with(kTimeAbove2, "", R"(, "state": ")" + file + "\""));
    return loaded ? std::string("loaded") : loaded.error().text;
  };
  EXPECT_EQ(why("good.state"), "loaded");
  EXPECT_NE(why("gone.state").find("exercise.json:"), std::string::npos);
  EXPECT_NE(why("gone.state").find("gone.state"), std::string::npos);
  write("text.state", std::as_bytes(std::span("no state", 8)));
  EXPECT_NE(why("text.state").find("is not a state that drawbar wrote"), std::string::npos);

  // Of another scene: one body less.
  auto other = load_file(folder_ / "scene.json");
  ASSERT_TRUE(other);
  other->world.bodies.pop_back();
  physics::World world(other->world);
  std::vector<std::byte> state;
  world.save_state(state);
  write("other.state", encode_state("test", "elsewhere", other->world, 0, 0, state));
  EXPECT_NE(why("other.state").find("is a state of another scene (elsewhere)"), std::string::npos);
}

TEST_F(ExerciseFiles, TheWayOfAReferenceIsTheLineThatDeviationIsMeasuredFrom) {
  record_way("good.mcap", 20);
  const std::string off = R"({ "name": "off", "type": "peak", "quantity": "deviation" })";
  const std::string text =
      exercise_with(off, "", R"(, "quantities": [ { "name": "deviation", "type": "line_distance",
    "body": "ball", "recording": "good.mcap" } ], "changes": { "places": [ { "machine": "ball", "move": [1, 0.25, 0] } ] })");
  const auto loaded = load(text);
  ASSERT_TRUE(loaded) << loaded.error().text;
  EXPECT_TRUE(loaded->exercise.text.quantities[0]->recording.empty());
  EXPECT_EQ(loaded->exercise.text.quantities[0]->line.size(), 20u) << "one for each frame that was computed";
  EXPECT_NEAR(run(text, 3).criteria[0].figure, 0.25, 1e-9);
  const auto wrong = [&](const std::string& body, const std::string& file) {
    const auto spoiled =
        load(exercise_with(off, "",
                           R"(, "quantities": [ { "name": "deviation", "type": "line_distance",
      "body": ")" + body + R"(", "recording": ")" +
                               file + "\" } ]"));
    return spoiled ? std::string("loaded") : spoiled.error().text;
  };
  EXPECT_NE(wrong("ball", "gone.mcap").find("gone.mcap"), std::string::npos);
  EXPECT_NE(wrong("plate", "good.mcap").find("does not move"), std::string::npos)
      << wrong("plate", "good.mcap");
}

// Outputs of a command must be none of these.
TEST_F(ExerciseFiles, AreAllListedWithThoseOfItsScene) {
  record_way("good.mcap", 20);
  export_state("falling.state", plain_, 5);
  const auto loaded = load_exercise_text(
      exercise_with(kTimeAbove2, "", R"(, "quantities": [ { "name": "deviation", "type": "line_distance",
    "body": "ball", "recording": "good.mcap" } ],
    "variants": [ { "name": "late", "changes": {}, "state": "falling.state" } ])"),
      "e.json", folder_, "late");
  ASSERT_TRUE(loaded) << loaded.error().text;
  std::set<std::string> names;
  for (const std::filesystem::path& file : loaded->scene.files) names.insert(file.filename());
  EXPECT_EQ(names, (std::set<std::string>{"falling.state", "good.mcap", "scene.json"}));
}

TEST_F(ExerciseFiles, AReferenceShowsItsLastFrameUpToANumber) {
  record_way("good.mcap", 20);
  const auto run = read_reference((folder_ / "good.mcap").string());
  ASSERT_TRUE(run) << run.error().text;
  EXPECT_EQ(run->scene, "drop");
  EXPECT_EQ(run->frames.size(), 20u);
  EXPECT_EQ(run->at(0)->number, 1u) << "the first that there is";
  EXPECT_EQ(run->at(7)->number, 7u);
  EXPECT_EQ(run->at(500)->number, 20u);
  EXPECT_EQ(run->way_of("ball", 5).size(), 5u) << "20 points, 0.1 m apart; then those at least 0.4 m apart";
  EXPECT_TRUE(run->way_of("nobody", 5).empty());
}

TEST_F(ExerciseFiles, AWayKeepsNoPointThatIsNowhere) {
  constexpr double kNowhere = std::numeric_limits<double>::infinity();
  ReferenceRun run;
  run.bodies = {"ball"};
  std::uint64_t number = 0;
  for (const double x : {0.0, kNowhere, 1.0, -kNowhere, std::nan(""), 1e300, 2.0})
    run.frames.push_back({++number, {stream::BodyState({x, 0, 0}, {1, 0, 0, 0}, {}, {}, 0, 0)}});
  const auto way = run.way_of("ball", 3);
  ASSERT_EQ(way.size(), 3u);
  EXPECT_EQ(way[1].x(), 1);
  EXPECT_EQ(run.way_of("ball", 2).size(), 2u);
}

TEST_F(ExerciseFiles, AFileLiesInTheExercisesFolderAndIsNoPipe) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const auto why = [&](const std::string& more) {
    const auto loaded = load(exercise_with(kTimeAbove2, "", more));
    return loaded ? std::string("loaded") : loaded.error().text;
  };
  const auto why_state = [&](const std::string& file) { return why(R"(, "state": ")" + file + "\""); };
  const auto why_recording = [&](const std::string& file) {
    return why(R"(, "quantities": [ { "name": "d", "type": "line_distance", "body": "ball", "recording": ")" +
               file + "\" } ]");
  };
  for (const std::string& text : {why_state("../outside"), why_recording("../outside")})
    EXPECT_NE(text.find("leads outside"), std::string::npos) << text;
  for (const std::string& text : {why_state("/etc/passwd"), why_recording("/etc/passwd")})
    EXPECT_NE(text.find("is not a relative path"), std::string::npos) << text;
  for (const std::string& text : {why_state("pipe"), why_recording("pipe")})
    EXPECT_NE(text.find("is not a regular file"), std::string::npos) << text;
}

TEST_F(ExerciseFiles, OfARecordingALineIsWholeAndAStateAsLongAsItsFileMayBe) {
  const auto loaded = load(exercise_with(kTimeAbove2, "", R"(, "quantities": [ { "name": "off",
    "type": "line_distance", "body": "ball", "line": [[0, 0], [1, 0]] } ])"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  const auto why = [&](std::span<const std::byte> buffer) {
    const auto again = load_exercise_buffer(buffer, "again", loaded->scene.world);
    return again ? std::string("loaded") : again.error().text;
  };
  exercise::ExerciseT text = loaded->exercise.text;
  text.quantities[0]->line.clear();
  text.quantities[0]->recording = "good.mcap";
  flatbuffers::FlatBufferBuilder builder;
  exercise::FinishExerciseBuffer(builder, exercise::Exercise::Pack(builder, &text));
  const std::string lineless = why(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
  EXPECT_NE(lineless.find("a line of 0; allowed: two waypoints or more"), std::string::npos) << lineless;
  const std::string long_one = why(std::vector<std::byte>(19u << 20));
  EXPECT_NE(long_one.find("is not an exercise buffer"), std::string::npos) << long_one;
  const std::string too_long = why(std::vector<std::byte>((20u << 20) + 1));
  EXPECT_NE(too_long.find("allowed: at most 20971520"), std::string::npos) << too_long;
}

TEST_F(ExerciseFiles, AReferenceKeepsNoMoreBodiesThanItsSceneHas) {
  record_way("stuffed.mcap", 3, 100);
  const auto run = read_reference((folder_ / "stuffed.mcap").string());
  ASSERT_TRUE(run) << run.error().text;
  EXPECT_EQ(run->bodies.size(), 4u);
  for (const ReferenceRun::Frame& frame : run->frames) EXPECT_EQ(frame.bodies.size(), 4u);
}

TEST_F(ExerciseFiles, TheLibraryTellsWhichRecordingsAnExerciseNeeds) {
  std::ofstream(folder_ / "listed.json") << exercise_with(
      "", "",
      R"(, "quantities": [ { "name": "deviation", "type": "line_distance", "body": "ball", "recording": "good.mcap" } ])");
  for (const LibraryFile& file : list_library(folder_)) {
    const bool listed = file.name == "listed.json";
    EXPECT_EQ(file.recordings, listed ? std::vector<std::string>{"good.mcap"} : std::vector<std::string>{});
  }
}

TEST_F(ExerciseFiles, AVariantsChangesComeBehindThoseThatAreAlwaysMade) {
  const std::string text = exercise_with(kTimeAbove2, "", R"(,
    "changes": { "payloads": [ { "body": "ball", "mass": 3 } ], "places": [ { "machine": "ball", "move": [0, 0, 1] } ] },
    "variants": [ { "name": "heavy", "changes": { "payloads": [ { "body": "ball", "mass": 7 } ],
                                                   "places": [ { "machine": "ball", "move": [0, 0, 2] } ] } },
                  { "name": "same", "changes": {} } ])");
  struct Row {
    ChosenVariant variant;
    double mass, height;
  };
  for (const Row& row : {Row{{}, 3, 1.6}, {"", 3, 1.6}, {"same", 3, 1.6}, {"heavy", 7, 3.6}}) {
    const auto loaded = load_exercise_text(text, "e.json", folder_, row.variant);
    ASSERT_TRUE(loaded) << loaded.error().text;
    const physics::BodyConfig& ball = loaded->scene.world.bodies[2];
    EXPECT_EQ(ball.mass_properties.mass, row.mass);
    EXPECT_NEAR(ball.mass_properties.inertia(1, 1), 0.005 * row.mass, 1e-12);
    EXPECT_NEAR(ball.position.z(), row.height, 1e-12);
  }
  const auto none = load_exercise_text(exercise_with(kTimeAbove2), "e.json", folder_, "heavy");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().text.find("no variant is called \"heavy\"; allowed: none, there are no variants"),
            std::string::npos)
      << none.error().text;
}

TEST_F(ExerciseFiles, AreToldFromScenesByTheirMembers) {
  const std::pair<const char*, bool> texts[] = {{R"({ "scene": "s.json" })", true},
                                                {R"({ "scene": 7 })", true},
                                                {R"({ "scene": "s.json", "bodies": [] })", false},
                                                {R"({ "bodies": [] })", false},
                                                {R"({ "name": "scene" })", false},
                                                {R"({ "a": { "scene": "s.json" } })", false},
                                                {R"([ "scene" ])", false},
                                                {R"({ "scene": )", false},
                                                {"", false}};
  for (const auto& [text, is] : texts) {
    EXPECT_EQ(is_exercise(text), is) << text;
    std::ofstream(folder_ / "some.json") << text;
    EXPECT_EQ(is_exercise_file(folder_ / "some.json"), is) << text;
  }
  EXPECT_FALSE(is_exercise_file(folder_ / "gone.json"));
  EXPECT_FALSE(is_exercise_file(folder_));
}

TEST_F(ExerciseFiles, AFileMayNameItsSchemaAndStandsBeforeWhatIsWrong) {
  const auto said = [&](const std::string& schema) {
    std::string text = exercise_with(kTimeAbove2);
    std::ofstream(folder_ / "e.json") << text.insert(1, R"( "$schema": )" + schema + ",");
    const auto loaded = load_exercise_file(folder_ / "e.json");
    return loaded ? std::string("loaded") : loaded.error().text;
  };
  EXPECT_EQ(said(R"("exercise.schema.json")"), "loaded");
  EXPECT_EQ(said("5").find((folder_ / "e.json").string() + ":1: "), 0u) << said("5");
  EXPECT_NE(said("5").find("$schema"), std::string::npos);
  const auto gone = load_exercise_file(folder_ / "gone.json");
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().text.find((folder_ / "gone.json").string() + ": "), 0u) << gone.error().text;
}

}  // namespace
}  // namespace drawbar::scenes::testing
