// What becomes of an attempt that the course records do not take.
#include "server/record/course_recorder.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/exercise/drop.h"
#include "tests/server/daemon_fixture.h"

namespace drawbar::server::test {
namespace {

using namespace std::chrono_literals;

/// Another program that has the file open.
class Other {
 public:
  explicit Other(const std::string& path) {
    sqlite3* opened = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &opened), SQLITE_OK);
    database_.reset(opened);
    sqlite3_busy_timeout(opened, 5'000);
  }
  void execute(const char* statement) const {
    EXPECT_EQ(sqlite3_exec(database_.get(), statement, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database_.get());
  }

 private:
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> database_{nullptr, &sqlite3_close};
};

template <class Condition>
bool within(std::chrono::seconds most, Condition condition) {
  const auto end = std::chrono::steady_clock::now() + most;
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::sleep_for(20ms);
  }
  return false;
}

TEST(CourseRecorder, KeepsAnAttemptUntilTheRecordsTakeIt) {
  const TemporaryFolder folder;
  const std::string path = folder.file("course.sqlite");
  auto recorder = CourseRecorder::open(path, "north", "");
  ASSERT_TRUE(recorder) << recorder.error().text;
  const Other other(path);
  other.execute("CREATE TRIGGER full BEFORE INSERT ON attempt BEGIN SELECT RAISE(ABORT, 'no room'); END");
  scenes::Score score;
  score.attempt.trainee = "anna";
  for (const std::uint32_t attempt : {1u, 2u}) {
    score.attempt.attempt = attempt;
    (*recorder)->add(score);
  }
  std::string failure;
  ASSERT_TRUE(within(10s, [&] { return !(failure = (*recorder)->take_failure()).empty(); }));
  EXPECT_NE(failure.find("no room; the attempt is kept, and tried again every 2 s"), std::string::npos)
      << failure;
  std::this_thread::sleep_for(2500ms);
  EXPECT_EQ((*recorder)->take_failure(), "") << "it is said once, however often it is tried";
  other.execute("DROP TRIGGER full");
  auto records = scenes::CourseRecords::open(path);
  ASSERT_TRUE(records);
  std::vector<scenes::AttemptRow> rows;
  ASSERT_TRUE(within(10s, [&] {
    rows = records->attempts({}).value();
    return rows.size() == 2;
  }));
  EXPECT_EQ(rows[0].attempt, 1u) << "in their order";
  EXPECT_EQ((*recorder)->take_failure(), "");
}

TEST_F(Daemon, TellsThatAnAttemptIsKeptAndNotThatARecordingEnded) {
  const std::string path = folder_.file("course.sqlite");
  write_file(folder_.file("scene.json"), scenes::testing::kDrop);
  scene_file_ = folder_.file("drop.json");
  start({"--records", path}, scenes::testing::exercise_with(scenes::testing::kTimeAbove2));
  const Other other(path);
  other.execute("CREATE TRIGGER full BEFORE INSERT ON attempt BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const auto instructor = joined(control::Role::Instructor);
  ASSERT_TRUE(instructor->receive_until<stream::FrameT>([](const auto& frame) {
    return frame.stamp->frame() > 2;
  })) << "without a frame there is no attempt";
  instructor->send(control::EndExerciseT{}, 1);
  const auto told = instructor->receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::RecordingFailed; });
  ASSERT_TRUE(told) << daemon_->log();
  EXPECT_EQ(told->value, 1) << "by which a page tells the two apart";
  EXPECT_NE(told->text.find("the attempt is kept, and tried again"), std::string::npos) << told->text;
  EXPECT_EQ(told->text.find("unrecorded"), std::string::npos) << told->text;
}

}  // namespace
}  // namespace drawbar::server::test
