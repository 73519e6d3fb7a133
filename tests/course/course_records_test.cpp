// The course records keep what ended, give it out, and forget whom they must.
#include "scenes/course/course_records.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <set>
#include <thread>

#include "tests/support/file_size_limit.h"

namespace drawbar::scenes {
namespace {

class Records : public ::testing::Test {
 protected:
  Records() {
    std::string name = (std::filesystem::temp_directory_path() / "drawbar_course_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  ~Records() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name = "course.sqlite") const { return (folder_ / name).string(); }

  /// The names of the files that hold this text, the records' own and those beside it.
  std::set<std::string> files_with(const std::string& text) const {
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder_)) {
      std::ifstream stream(file.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
      if (bytes.find(text) != std::string::npos) names.insert(file.path().filename().string());
    }
    return names;
  }

  CourseRecords opened() const {
    auto records = CourseRecords::open(path());
    EXPECT_TRUE(records) << records.error().text;
    return std::move(*records);
  }

  static AttemptRow row(const std::string& trainee, double score = 90,
                        const std::string& exercise = "slalom") {
    Score judged;
    judged.attempt.exercise = exercise;
    judged.attempt.scene = "car_trailer";
    judged.attempt.trainee = trainee;
    judged.attempt.attempt = 2;
    judged.attempt.branch = 1;
    judged.attempt.build = "abc";
    judged.attempt.variant = "wet";
    judged.outcome = exercise::Outcome::completed;
    judged.time = 39.6;
    judged.score = score;
    judged.passed = score >= 60;
    judged.criteria.push_back({"speed", 0.1 + 0.2, "s", 5, {{1, 2}}});
    return attempt_row(judged, "three", "day, one.mcap", 1'700'000'000'250'000'000);
  }

  std::filesystem::path folder_;
};

TEST_F(Records, GiveBackWhatWasAddedInOrderAndByTrainee) {
  auto records = opened();
  ASSERT_TRUE(records.add(row("anna")));
  ASSERT_TRUE(records.add(row("boris", 20)));
  ASSERT_TRUE(records.add(row("anna", 70, "stairs")));
  const auto again = CourseRecords::open_to_read(path());
  ASSERT_TRUE(again) << again.error().text;
  const auto all = again->attempts({});
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 3u);
  const AttemptRow& first = all->front();
  EXPECT_EQ(first.trainee, "anna");
  EXPECT_EQ(first.station, "three");
  EXPECT_EQ(first.ended, "2023-11-14T22:13:20.250Z");
  EXPECT_EQ(first.outcome, "completed");
  EXPECT_EQ(first.time, 39.6);
  EXPECT_EQ(first.attempt, 2u);
  EXPECT_TRUE(first.passed);
  EXPECT_FALSE((*all)[1].passed);
  EXPECT_NE(first.score_json.find("0.30000000000000004"), std::string::npos) << "to the last digit";
  EXPECT_EQ(again->attempts({.trainee = "anna", .exercise = ""})->size(), 2u);
  EXPECT_EQ(again->attempts({.trainee = "anna", .exercise = "stairs"})->size(), 1u);
  EXPECT_EQ(again->attempts({.trainee = "' OR 1 = 1", .exercise = ""})->size(), 0u);
}

TEST_F(Records, AnAttemptThatWasAddedSurvivesAKill) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    auto records = CourseRecords::open(path());
    if (!records || !records->add(row("anna"))) _exit(1);
    if (write(ready[1], "!", 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  close(ready[1]);
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  close(ready[0]);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(opened().attempts({})->size(), 1u);
}

TEST_F(Records, ATraineeIsErasedFromTheFileToo) {
  {
    auto records = opened();
    ASSERT_TRUE(records.add(row("very_secret_key")));
    ASSERT_TRUE(records.add(row("boris")));
    EXPECT_EQ(*records.erase_trainee("very_secret_key"), 1u);
    EXPECT_EQ(*records.erase_trainee("nobody"), 0u);
    EXPECT_EQ(records.attempts({})->size(), 1u);
  }
  EXPECT_EQ(files_with("very_secret_key"), std::set<std::string>());
}

// While a daemon has the records open the log beside them stays: whoever erases does not end it with his own
// end.
TEST_F(Records, ATraineeIsErasedFromTheLogToo) {
  auto daemon = opened();
  ASSERT_TRUE(daemon.add(row("very_secret_key")));
  ASSERT_TRUE(daemon.add(row("boris")));
  ASSERT_TRUE(files_with("very_secret_key").contains("course.sqlite-wal")) << "an attempt goes into it first";
  { EXPECT_EQ(*opened().erase_trainee("very_secret_key"), 1u); }
  EXPECT_EQ(files_with("very_secret_key"), std::set<std::string>());
  ASSERT_TRUE(daemon.add(row("anna")));
  EXPECT_EQ(daemon.attempts({})->size(), 2u);
}

TEST_F(Records, WhoErasesIsToldThatTheLogStillHoldsThemWhileAnotherReads) {
  auto daemon = opened();
  ASSERT_TRUE(daemon.add(row("very_secret_key")));
  sqlite3* reader = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &reader), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(reader, "BEGIN; SELECT * FROM attempt", nullptr, nullptr, nullptr), SQLITE_OK);
  auto records = opened();
  const auto erased = records.erase_trainee("very_secret_key");
  ASSERT_FALSE(erased);
  EXPECT_EQ(erased.error().text.find(path() + ": 1 attempts are erased, but the log"), 0u)
      << erased.error().text;
  EXPECT_FALSE(files_with("very_secret_key").empty());
  sqlite3_close(reader);
  EXPECT_EQ(records.erase_trainee("very_secret_key"), 0u);
  EXPECT_EQ(files_with("very_secret_key"), std::set<std::string>());
}

TEST_F(Records, ABackUpIsWholeWhileOthersAddAndOverwritesNothing) {
  auto records = opened();
  ASSERT_TRUE(records.add(row("anna")));
  auto other = opened();
  ASSERT_TRUE(other.back_up(path("copy.sqlite")));
  ASSERT_TRUE(records.add(row("boris")));
  EXPECT_EQ(CourseRecords::open_to_read(path("copy.sqlite"))->attempts({})->size(), 1u);
  const auto again = other.back_up(path("copy.sqlite"));
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().text.find("copy.sqlite"), std::string::npos);
}

TEST_F(Records, AFileOfSomethingElseIsRefusedAndLeftAsItIs) {
  const auto missing = CourseRecords::open_to_read(path("missing.sqlite"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::wrong);
  EXPECT_EQ(missing.error().text, path("missing.sqlite") + ": cannot open: No such file or directory");
  EXPECT_FALSE(std::filesystem::exists(path("missing.sqlite")));
  std::ofstream(path("text.sqlite")) << "This is no database, and long enough to be looked at as one.\n";
  const auto read = CourseRecords::open_to_read(path("text.sqlite"));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::wrong) << read.error().text;
  const auto text = CourseRecords::open(path("text.sqlite"));
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().text.find(path("text.sqlite")), 0u) << text.error().text;
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path("other.sqlite").c_str(), &database), SQLITE_OK);
  sqlite3_exec(database, "CREATE TABLE cats (name TEXT)", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  const auto cats = CourseRecords::open(path("other.sqlite"));
  ASSERT_FALSE(cats);
  EXPECT_NE(cats.error().text.find("something else"), std::string::npos) << cats.error().text;
  { opened(); }
  ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
  sqlite3_exec(database, "PRAGMA user_version = 3", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  const auto newer = CourseRecords::open(path());
  ASSERT_FALSE(newer);
  EXPECT_NE(newer.error().text.find("version 3"), std::string::npos) << newer.error().text;
}

TEST_F(Records, OtherProgramsReadThem) {
  const std::vector<AttemptRow> rows{row("an\"na"), row("boris", 20)};
  const std::string csv = rows_as_csv(rows);
  EXPECT_NE(csv.find("\"an\"\"na\",three,slalom,wet,car_trailer,2,1,\"day, one.mcap\",abc,"),
            std::string::npos)
      << csv;
  const std::string json = rows_as_json(rows);
  EXPECT_NE(json.find(R"("trainee": "an\"na")"), std::string::npos) << json;
  const std::string xapi = rows_as_xapi(rows);
  EXPECT_NE(xapi.find(R"("verb": {"id": "http://adlnet.gov/expapi/verbs/failed")"), std::string::npos);
  EXPECT_NE(xapi.find(R"("scaled": 0.9}, "success": true, "completion": true, "duration": "PT39.6S")"),
            std::string::npos)
      << xapi;
  EXPECT_NE(xapi.find(R"("context": {"extensions": {"urn:drawbar:variant": "wet"}})"), std::string::npos);
}

TEST_F(Records, AnAttemptThatWasBrokenOffIsNeitherPassedNorFailedToOtherPrograms) {
  AttemptRow broken_off = row("anna", 20);
  broken_off.outcome = "broken_off";
  const std::string xapi = rows_as_xapi(std::vector{broken_off});
  EXPECT_NE(xapi.find(R"("verb": {"id": "http://adlnet.gov/expapi/verbs/terminated")"), std::string::npos)
      << xapi;
  EXPECT_NE(xapi.find(R"("scaled": 0.2}, "completion": false, )"), std::string::npos) << xapi;
}

constexpr const char* kFirstVersion = R"(
    PRAGMA application_id = 1145197123; PRAGMA user_version = 1;
    CREATE TABLE attempt (id INTEGER PRIMARY KEY, trainee TEXT NOT NULL, station TEXT NOT NULL, exercise TEXT NOT NULL,
      scene TEXT NOT NULL, attempt INTEGER NOT NULL, branch INTEGER NOT NULL, recording TEXT NOT NULL, build TEXT NOT NULL,
      ended TEXT NOT NULL, outcome TEXT NOT NULL, time REAL NOT NULL, score REAL NOT NULL, passed INTEGER NOT NULL,
      score_json TEXT NOT NULL) STRICT;
    INSERT INTO attempt VALUES (1, 'anna', '', 'slalom', 'car', 1, 0, '', 'abc', '2026', 'running', 3, 90, 1, '{"passed": true}');)";

/// Makes them as the first version did.
void make_first_version(const std::string& path) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, kFirstVersion, nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

TEST_F(Records, OfTheFirstVersionAreReadAsTheyAreAndGoOn) {
  make_first_version(path());
  {
    const auto read = CourseRecords::open_to_read(path());
    ASSERT_TRUE(read) << read.error().text;
    const AttemptRow first = read->attempts({})->front();
    EXPECT_EQ(first.outcome, "broken_off");
    EXPECT_FALSE(first.passed);
    EXPECT_EQ(first.score_json, R"({"passed": false})");
  }
  auto records = opened();
  ASSERT_TRUE(records.add(row("anna")));
  const auto all = records.attempts({});
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ(all->front().outcome, "broken_off");
  EXPECT_FALSE(all->front().passed);
  EXPECT_EQ(all->front().score_json, R"({"passed": false})");
  EXPECT_EQ(all->front().variant, "");
  EXPECT_EQ(all->back().variant, "wet");
}

TEST_F(Records, OfTheFirstVersionThatAreUpToDateOpenAgainToWriteAndToRead) {
  make_first_version(path());
  { ASSERT_TRUE(opened().add(row("anna"))); }
  {
    auto again = CourseRecords::open(path());
    ASSERT_TRUE(again) << again.error().text;
    ASSERT_TRUE(again->add(row("boris")));
  }
  const auto read = CourseRecords::open_to_read(path());
  ASSERT_TRUE(read) << read.error().text;
  const auto all = read->attempts({});
  ASSERT_TRUE(all) << all.error().text;
  ASSERT_EQ(all->size(), 3u);
  EXPECT_EQ(all->at(0).variant, "") << "the first version knew none";
  EXPECT_EQ(all->at(1).variant, "wet");
  EXPECT_EQ(all->at(2).variant, "wet");
}

TEST_F(Records, OfTheFirstVersionAreBroughtUpToDateOnceHoweverManyOpenThem) {
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &other), SQLITE_OK);
  const auto execute = [&](const char* text) { return sqlite3_exec(other, text, nullptr, nullptr, nullptr); };
  ASSERT_EQ(execute(kFirstVersion), SQLITE_OK);
  ASSERT_EQ(execute("BEGIN IMMEDIATE"), SQLITE_OK);
  auto opening = std::async(std::launch::async, [&] { return CourseRecords::open(path()); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // it has looked, and waits to write
  ASSERT_EQ(execute("ALTER TABLE attempt ADD COLUMN variant TEXT NOT NULL DEFAULT 'theirs'; "
                    "PRAGMA user_version = 2; COMMIT"),
            SQLITE_OK);
  sqlite3_close(other);
  const auto opened = opening.get();
  ASSERT_TRUE(opened) << opened.error().text;
  EXPECT_EQ(opened->attempts({})->front().variant, "theirs");
}

TEST_F(Records, WhereTheDiskHasNoRoomSayWhichFileAndWhatToDo) {
  auto records = opened();
  ASSERT_TRUE(records.add(row("anna")));
  const auto added = [&] {
    const tests::FileSizeLimit disk(4096);
    return records.add(row("boris"));
  }();
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().text.find(path()), 0u) << added.error().text;
  EXPECT_NE(added.error().text.find("make room on its disk"), std::string::npos) << added.error().text;
}

}  // namespace
}  // namespace drawbar::scenes
