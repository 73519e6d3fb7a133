// What is said where a recording, or a moment of it, cannot be had; how old what is kept may be.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "protocol/session_record.h"
#include "protocol/state_hash.h"
#include "scenes/loader/loader.h"
#include "scenes/record/session_writer.h"
#include "server/history/compute_again.h"
#include "server/record/replay.h"
#include "server/record/retention.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

// --- recordings ---

/// A recording that is made line by line.
class MadeRecording {
 public:
  MadeRecording() : recorder_(*protocol::SessionRecorder::create(path(), {})) {}

  std::string path() const { return folder_.file("made.mcap"); }
  MadeRecording& scene(std::uint32_t branch) {
    EXPECT_TRUE(recorder_.record_scene(
        scenes::scene_record("pendulum", "pendulum.json", loaded_.buffer, loaded_.world, branch), 0));
    return *this;
  }
  MadeRecording& exercise(std::uint32_t branch) {
    record::ExerciseRecordT exercise;
    exercise.branch = branch;
    EXPECT_TRUE(recorder_.record_exercise(exercise, 0));
    return *this;
  }
  MadeRecording& frame(std::uint32_t branch) {
    const std::uint64_t number = ++frames_;
    EXPECT_TRUE(recorder_.record_frame({number, number, 0.04, number, branch, 0}, 0, {}));
    return *this;
  }
  /// Why it is not opened; empty: it is.
  std::string said() {
    EXPECT_TRUE(recorder_.close());
    const auto replay = Replay::open(path());
    if (replay) return {};
    EXPECT_EQ(replay.error().kind, ErrorKind::wrong);
    EXPECT_TRUE(replay.error().text.starts_with(path() + ": ")) << replay.error().text;
    return replay.error().text.substr(path().size() + 2);
  }

 private:
  TemporaryFolder folder_;
  scenes::LoadedScene loaded_ = *scenes::load_text(pendulum_scene(), "pendulum", ".");
  protocol::SessionRecorder recorder_;
  std::uint64_t frames_ = 0;
};

TEST(WordsOfRecordings, SayWhatAReplayLacks) {
  EXPECT_EQ(MadeRecording().scene(0).frame(0).said(), "");
  EXPECT_EQ(MadeRecording().scene(0).frame(0).scene(1).frame(1).said(), "");
  EXPECT_EQ(MadeRecording().said(), "no scene in it: not a drawbar recording, or cut off at once");
  EXPECT_EQ(MadeRecording().frame(0).said(), "no scene in it: not a drawbar recording, or cut off at once");
  EXPECT_EQ(MadeRecording().scene(0).said(), "no frame in it: nothing to replay");
  EXPECT_EQ(MadeRecording().scene(2).frame(2).scene(2).said(), "its scenes do not follow each other");
  EXPECT_EQ(MadeRecording().scene(2).frame(2).scene(1).said(), "its scenes do not follow each other");
  EXPECT_EQ(MadeRecording().exercise(0).said(), "its exercise does not follow its scene");
  EXPECT_EQ(MadeRecording().scene(0).exercise(1).said(), "its exercise does not follow its scene");
}

// --- rewinds ---

TEST(WordsOfRewinds, SayWhyThePastIsNotComputedAgain) {
  const physics::WorldConfig config = scenes::load_text(pendulum_scene(), "pendulum", ".")->world;
  RewindPlan plan;
  plan.to_frame = 3;
  plan.substeps = config.substeps;
  scenes::Simulation first(config);
  first.save_state(plan.state);
  for (int frame = 1; frame <= 3; ++frame) {
    RewindPlan::Step step;
    step.frame = static_cast<std::uint64_t>(frame);
    step.input.value = 0.25 * frame;
    plan.inputs.push_back(step);
    int substeps = config.substeps;
    first.apply(step.input, substeps);
    first.step_frame(substeps);
  }
  std::vector<std::byte> there;
  first.save_state(there);
  plan.hash = protocol::state_hash(there);
  const auto again = [&config](const RewindPlan& asked, bool ending = false) {
    return compute_again(scenes::Simulation(config), asked, std::atomic<bool>(ending));
  };
  EXPECT_EQ(again(plan).value(), there);
  EXPECT_EQ(again(plan, true).error().text, "the server is shutting down");
  RewindPlan wrong = plan;
  wrong.hash ^= 1;
  EXPECT_EQ(again(wrong).error().text,
            "computing the past again gave another state: the rewind was not done");
  EXPECT_EQ(again(wrong).error().kind, ErrorKind::wrong);
  wrong = plan;
  wrong.inputs[1].frame = 3;  // one frame later
  EXPECT_FALSE(again(wrong)) << "an input acts in its own frame";
  wrong = plan;
  --wrong.substeps;
  EXPECT_FALSE(again(wrong));
  wrong = plan;
  wrong.state.pop_back();
  EXPECT_EQ(again(wrong).error().text, "the kept state does not fit the scene");
}

// --- what is kept ---

using std::chrono::hours;
using std::chrono::minutes;

/// Recordings of a folder, with their ages at one instant.
class TidiedRecordings : public testing::Test {
 protected:
  TidiedRecordings() { options_.folder = std::filesystem::path(folder_.file("x")).parent_path(); }

  std::string add(const std::string& name, std::filesystem::file_time_type::duration age,
                  std::size_t bytes = 100) {
    std::string head("\x89MCAP0\r\n\x01\0\0\0\0\0\0\0\0\x07\0\0\0", 21);
    head += "drawbar";
    head.resize(bytes, 'x');
    const std::string path = folder_.file(name);
    std::ofstream(path, std::ios::binary) << head;
    std::filesystem::last_write_time(path, now_ - age);
    return path;
  }
  std::vector<std::string> tidied() { return tidy(options_, now_); }

  TemporaryFolder folder_;
  std::filesystem::file_time_type now_ =
      std::chrono::floor<std::chrono::seconds>(std::filesystem::file_time_type::clock::now());
  RetentionOptions options_;
};

using Lines = std::vector<std::string>;

TEST_F(TidiedRecordings, GoWhenTheyAreOlderThanTheDaysAndNotWhenTheyAreAsOld) {
  options_.days = 1.5;
  add("as_old.mcap", hours(36));
  const std::string older = add("older.mcap", hours(36) + std::chrono::seconds(1));
  EXPECT_EQ(tidied(), Lines{older + " removed: older than 1.5 days"});
  EXPECT_EQ(tidied(), Lines{}) << "once";
}

TEST_F(TidiedRecordings, GoOldestFirstWhileThereIsMoreThanTheGibibytes) {
  options_.gib = 3.0 / 1024;
  const std::string second = add("a.mcap", hours(2), 1 << 20);
  const std::string first = add("b.mcap", hours(3), 1 << 20);
  add("c.mcap", hours(1), 2 << 20);
  EXPECT_EQ(tidied(), Lines{first + " removed: the recordings took more than 0.00292969 GiB"});
  EXPECT_EQ(tidied(), Lines{}) << "just so much may stay";
  options_.gib = 2.5 / 1024;
  EXPECT_EQ(tidied(), Lines{second + " removed: the recordings took more than 0.00244141 GiB"});
}

TEST_F(TidiedRecordings, OfTheLastTenMinutesStay) {
  options_.days = 0.001;
  options_.gib = 0.0001;
  add("fresh.mcap", minutes(10) - std::chrono::seconds(1), 1 << 20);
  const std::string rested = add("rested.mcap", minutes(10), 1 << 20);
  EXPECT_EQ(tidied(), Lines{rested + " removed: older than 0.001 days"});
}

TEST_F(TidiedRecordings, OneThatIsNeededStaysByWhateverNameAndCountsAll) {
  options_.gib = 1.0 / 1024;
  const std::string needed = add("needed.mcap", hours(9), 1 << 20);
  const std::string other = add("other.mcap", hours(1), 1 << 10);
  options_.needed = {options_.folder / "." / "needed.mcap"};
  EXPECT_EQ(tidied(), Lines{other + " removed: the recordings took more than 0.000976562 GiB"});
  EXPECT_TRUE(std::filesystem::exists(needed));
}

TEST_F(TidiedRecordings, WithoutLimitsAllStay) {
  add("ancient.mcap", hours(24 * 10'000), 1 << 20);
  EXPECT_FALSE(options_.any());
  EXPECT_EQ(tidied(), Lines{});
}

TEST_F(TidiedRecordings, WhatIsNotOursOrInAFolderBelowStays) {
  options_.days = 1;
  std::filesystem::create_directory(folder_.file("below"));
  add("below/ours.mcap", hours(99));
  add("ours.mcap.part", hours(99));
  for (const std::size_t other :
       {0U, 8U, 17U, 27U}) {  // a byte of the magic, of the profile's length, of its name
    const std::string path = add("other" + std::to_string(other) + ".mcap", hours(0));
    {
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(other));
      file.put('?');
    }
    std::filesystem::last_write_time(path, now_ - hours(99));
  }
  EXPECT_EQ(tidied(), Lines{});
  const std::string short_one = add("short.mcap", hours(99), 27);
  const std::string least = add("least.mcap", hours(99), 28);
  EXPECT_EQ(tidied(), Lines{least + " removed: older than 1 days"});
  EXPECT_TRUE(std::filesystem::exists(short_one));
}

}  // namespace
}  // namespace drawbar::server::test
