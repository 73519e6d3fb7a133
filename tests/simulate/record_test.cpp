// `drawbar simulate --record`: the recording that the daemon would write of the same run.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "protocol/session_record.h"
#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

class SimulateRecord : public CommandLine {
 protected:
  SimulateRecord() {
    write("scene.json", kDrivenRod);
    write("drive.csv", "0.1,u,0.7\n0.5,u,0.2\n0.5,u,-0.3\n1,u,7\n");
  }

  /// simulate with these controls, recorded to run.mcap.
  Ran record(const std::string& arguments) {
    return run("simulate scene.json --controls drive.csv --record run.mcap " + arguments);
  }
  protocol::SessionRecord recording() const {
    auto record = protocol::SessionRecord::open((folder_ / "run.mcap").string());
    if (!record) throw std::runtime_error(record.error().text);
    return std::move(*record);
  }
};

template <class Item>
std::vector<Item> all(const protocol::SessionRecord& record) {
  std::vector<Item> found;
  auto cursor = record.items();
  for (auto item = cursor.next(); item && *item; item = cursor.next()) {
    if (auto* wanted = std::get_if<Item>(&**item)) found.push_back(std::move(*wanted));
  }
  return found;
}

TEST_F(SimulateRecord, VerifiesAndHoldsTheHashesOfTheRun) {
  ASSERT_EQ(record("--duration 2 --hashes hashes.csv").code, 0);
  const Ran verified = run("verify run.mcap");
  EXPECT_EQ(verified.code, 0) << verified.error;
  EXPECT_NE(verified.out.find("50 frames on 1 branch of s, 3 inputs, 2 snapshots"), std::string::npos)
      << verified.out;
  ASSERT_EQ(run("info run.mcap --hashes recorded.csv").code, 0);
  EXPECT_EQ(read("recorded.csv"), read("hashes.csv"));
}

TEST_F(SimulateRecord, NamesTheBuildThatTheProgramNames) {
  ASSERT_EQ(record("--duration 1").code, 0);
  const auto builds = all<record::BuildIdentityT>(recording());
  ASSERT_EQ(builds.size(), 1u);
  const record::BuildIdentityT& build = builds.front();
  const std::string version = run("--version").out;
  char numerics[64];
  std::snprintf(numerics, sizeof numerics, "%016llx, state layout %016llx",
                static_cast<unsigned long long>(build.numerics),
                static_cast<unsigned long long>(build.state_layout));
  EXPECT_EQ(version, build.program + "\nrevision  " + build.revision + "\ncompiler  " + build.compiler +
                         "\nbuild     " + build.flags + "\nnumerics  " + numerics + "\n");
}

TEST_F(SimulateRecord, LeavesTheTableAsItIs) {
  for (const std::string interval : {"5", "40", "60", "200"}) {
    const std::string arguments = "--duration 1 --sample-ms " + interval;
    const Ran recorded = record(arguments + " --force");
    ASSERT_EQ(recorded.code, 0) << recorded.error;
    EXPECT_EQ(recorded.out, run("simulate scene.json --controls drive.csv " + arguments).out) << interval;
    EXPECT_EQ(run("verify run.mcap").code, 0) << interval;
  }
}

TEST_F(SimulateRecord, HoldsWhatTheDaemonWouldRecord) {
  ASSERT_EQ(record("--duration 3").code, 0);
  const protocol::SessionRecord record = recording();
  EXPECT_TRUE(record.complete());
  const auto frames = record.frames();
  ASSERT_TRUE(frames);
  ASSERT_EQ(frames->size(), 75u);
  for (std::size_t i = 0; i < frames->size(); ++i) {
    const auto& frame = (*frames)[i];
    EXPECT_EQ(frame.frame, i + 1);
    EXPECT_EQ(frame.tick, i + 1) << "a slot for each frame, slot 0 for the initial state";
    EXPECT_EQ(frame.time - frames->front().time, i * 40'000'000) << "as if every frame had taken its period";
  }
  const auto snapshots = all<record::SnapshotT>(record);
  ASSERT_EQ(snapshots.size(), 3u);
  for (std::size_t i = 0; i < snapshots.size(); ++i)
    EXPECT_EQ(snapshots[i].frame, 25 * (i + 1)) << "one a second";

  const auto inputs = all<record::InputT>(record);
  ASSERT_EQ(inputs.size(), 3u) << "of two rows for one frame the last";
  const std::pair<std::uint64_t, double> acted[] = {{4, 0.7}, {14, -0.3}, {26, 1}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(inputs[i].frame, acted[i].first);
    ASSERT_TRUE(inputs[i].control);
    EXPECT_EQ(inputs[i].control->value, acted[i].second) << "within its range";
    EXPECT_EQ(inputs[i].control->reason, record::SetReason::File);
  }
  const auto branches = all<record::BranchT>(record);
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_EQ(branches[0].cause, record::BranchCause::Start);
  EXPECT_EQ(all<stream::TelemetryT>(record).size(), 76u) << "frame 0, too";
  EXPECT_EQ(all<stream::FrameT>(record).size(), 75u);
}

TEST_F(SimulateRecord, TelemetrySaysTheErrorsOfItsFrameHoweverTheTableIsSampled) {
  std::map<std::string, std::vector<std::vector<float>>> errors;
  for (const std::string interval : {"5", "40", "200"}) {
    ASSERT_EQ(record("--force --duration 1 --sample-ms " + interval).code, 0);
    for (const auto& telemetry : all<stream::TelemetryT>(recording()))
      errors[interval].push_back(telemetry.joint_errors);
  }
  EXPECT_EQ(errors["5"], errors["40"]);
  EXPECT_EQ(errors["200"], errors["40"]);
  float largest = 0;
  for (const auto& frame : errors["40"]) largest = std::max({largest, frame[0], frame[1]});
  EXPECT_GT(largest, 0) << "something to compare";
}

TEST_F(SimulateRecord, HoldsTheEventsOfTheSimulation) {
  write("fall.json", R"({ "name": "fall",
    "bodies": [ { "name": "gate", "static": true, "shapes": [ { "type": "box", "size": [1, 1, 1], "sensor": true } ] },
                { "name": "ball", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 1.2], "shapes": [ { "type": "sphere", "radius": 0.2 } ] } ],
    "joints": [ { "name": "thread", "type": "spherical", "parent": "world", "child": "ball", "position": [0, 0, 1.2], "break_force": 5 } ] })");
  ASSERT_EQ(run("simulate fall.json --duration 1 --record run.mcap").code, 0);
  const auto events = all<stream::EventT>(recording());
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].kind, stream::EventKind::JointBroke);
  EXPECT_EQ(events[0].text, "thread broke");
  EXPECT_EQ(events[1].kind, stream::EventKind::SensorEntered);
  EXPECT_EQ(events[1].text, "ball entered gate");
  EXPECT_EQ(events[2].kind, stream::EventKind::SensorLeft);
  // It falls 0.5 m to touch the gate, after 0.319 s: the first frame that begins a substep after that.
  EXPECT_EQ(events[1].stamp->frame(), 9u);
}

TEST_F(SimulateRecord, MotionThatDivergesIsSaidAndRecordedWhereItBegins) {
  write("thrown.json", R"({ "name": "thrown",
    "bodies": [ { "name": "ball", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 10] } ],
    "effects": [ { "at": 0.2, "effect": "ball force x=3e7 duration=0.1" }, { "at": 0.6, "effect": "ball force x=3e7 duration=0.1" } ] })");
  const Ran ran = run("simulate thrown.json --duration 1 --record run.mcap");
  ASSERT_EQ(ran.code, 0);
  EXPECT_EQ(ran.error,
            "thrown.json: warning: by 0.24 s the motion had diverged (faster than 1e5 m/s or rad/s): the "
            "bodies went back to "
            "where the frame began, at rest\n");
  std::vector<std::uint64_t> frames;
  for (const stream::EventT& event : all<stream::EventT>(recording())) {
    if (event.kind == stream::EventKind::MotionDiverged) frames.push_back(event.stamp->frame());
  }
  EXPECT_EQ(frames, (std::vector<std::uint64_t>{6, 16}));
  // A recording is looked at at its snapshots and its end.
  const std::string warning =
      "run.mcap: branch 0: warning: by 1 s the motion had diverged (faster than 1e5 m/s or rad/s): the "
      "bodies "
      "went back to where the frame began, at rest\n";
  for (const std::string command : {"verify run.mcap", "verify run.mcap --json"}) {
    const Ran verified = run(command);
    EXPECT_EQ(verified.code, 0) << command;
    EXPECT_EQ(verified.error, warning) << command;
  }
  write("exercise.json",
        R"({ "name": "e", "scene": "thrown.json", "title": { "en": "t" }, "briefing": { "en": "b" },
    "criteria": [ { "name": "fastest", "type": "peak", "quantity": "ball.speed", "unit": "m/s", "weight": 1 } ] })");
  ASSERT_EQ(run("simulate exercise.json --duration 1 --record run.mcap --force").code, 0);
  const Ran scored = run("score run.mcap");
  EXPECT_EQ(scored.code, 0) << scored.error;
  EXPECT_EQ(scored.error, warning);
}

TEST_F(SimulateRecord, ADurationThatIsNoWholeNumberOfSamplesIsSaid) {
  for (const auto& [options, warning] :
       {std::pair{"--duration 0.3",
                  "--duration 0.3 is no whole number of samples of 40 ms: the last is at 0.28 s"},
        std::pair{"--duration 0.003 --sample-ms 5",
                  "--duration 0.003 is no whole number of samples of 5 ms: the last is at 0 s"},
        std::pair{"--duration 0.3 --sample-ms 5", ""}, std::pair{"--duration 0.04", ""},
        std::pair{"--duration 0", ""}}) {
    const Ran ran = run(std::string("simulate scene.json ") + options);
    EXPECT_EQ(ran.code, 0) << options;
    const std::string text = warning;
    EXPECT_EQ(ran.error, text.empty() ? "" : "scene.json: warning: " + text + "\n") << options;
  }
}

TEST_F(SimulateRecord, HoldsTheSceneThatRanNotTheOneInTheFile) {
  const std::string other = "--duration 1 --substep-ms 2 --formulation sequential_impulses_plain ";
  ASSERT_EQ(record(other + "--hashes hashes.csv").code, 0);
  const Ran verified = run("verify run.mcap");
  EXPECT_EQ(verified.code, 0) << verified.error;
  ASSERT_EQ(
      run("simulate scene.json --controls drive.csv --hashes unrecorded.csv --output table.csv " + other)
          .code,
      0);
  EXPECT_EQ(read("unrecorded.csv"), read("hashes.csv"));
}

TEST_F(SimulateRecord, HoldsWholeFramesOnly) {
  ASSERT_EQ(record("--duration 0.1").code, 0);
  const auto frames = recording().frames();
  ASSERT_TRUE(frames);
  EXPECT_EQ(frames->size(), 2u) << "the third frame is not complete";
  EXPECT_EQ(run("verify run.mcap").code, 0);
}

TEST_F(SimulateRecord, OverwritesNothingWithoutForceAndLeavesNoHalfFile) {
  write("run.mcap", "precious");
  const Ran refused = record("--duration 1");
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.error.find("run.mcap: exists already; --force overwrites it"), std::string::npos)
      << refused.error;
  EXPECT_EQ(read("run.mcap"), "precious");
  EXPECT_EQ(record("--duration 1 --force").code, 0);
  EXPECT_EQ(run("verify run.mcap").code, 0);

  const Ran nowhere = run("simulate scene.json --duration 1 --record nowhere/run.mcap");
  EXPECT_EQ(nowhere.code, 3);
  EXPECT_NE(nowhere.error.find("nowhere/run.mcap: cannot create"), std::string::npos) << nowhere.error;
  const Ran full = run("simulate scene.json --duration 1 --record /dev/full --force");
  EXPECT_EQ(full.code, 3);
  EXPECT_NE(full.error.find("/dev/full: cannot write"), std::string::npos) << full.error;
  const Ran wrong = run("simulate scene.json --duration 1 --substep-ms 0.001 --record fine.mcap");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.error.find("frame.substeps: found 40000; allowed: a whole number from 1 to 10000"),
            std::string::npos)
      << wrong.error;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "fine.mcap"));
}

}  // namespace
}  // namespace drawbar
