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

/// Every field with a value of its own.
AttemptRow whole_row() {
  AttemptRow row;
  row.trainee = "an,na";
  row.station = "st\"one";
  row.exercise = "slalom\n2";
  row.variant = "wet\r";
  row.scene = "car";
  row.attempt = 4'000'000'000;
  row.branch = 3'999'999'999;
  row.recording = "day.mcap";
  row.build = "r7";
  row.ended = "2026-01-02T03:04:05.006Z";
  row.outcome = "out_of_time";
  row.time = 39.625;
  row.score = 71.5;
  row.passed = true;
  row.score_json = "{\"a\": 1}\n";
  return row;
}

TEST_F(Records, GiveBackEveryFieldAsItWas) {
  auto records = opened();
  AttemptRow none;
  none.passed = false;
  ASSERT_TRUE(records.add(whole_row()));
  ASSERT_TRUE(records.add(none));
  const auto read = CourseRecords::open_to_read(path());
  ASSERT_TRUE(read) << read.error().text;
  const auto all = read->attempts({});
  ASSERT_TRUE(all) << all.error().text;
  ASSERT_EQ(all->size(), 2u);
  const AttemptRow wanted = whole_row();
  const AttemptRow& row = all->at(0);
  EXPECT_EQ(row.id, 1);
  EXPECT_EQ(row.trainee, wanted.trainee);
  EXPECT_EQ(row.station, wanted.station);
  EXPECT_EQ(row.exercise, wanted.exercise);
  EXPECT_EQ(row.variant, wanted.variant);
  EXPECT_EQ(row.scene, wanted.scene);
  EXPECT_EQ(row.attempt, wanted.attempt);
  EXPECT_EQ(row.branch, wanted.branch);
  EXPECT_EQ(row.recording, wanted.recording);
  EXPECT_EQ(row.build, wanted.build);
  EXPECT_EQ(row.ended, wanted.ended);
  EXPECT_EQ(row.outcome, wanted.outcome);
  EXPECT_EQ(row.time, wanted.time);
  EXPECT_EQ(row.score, wanted.score);
  EXPECT_TRUE(row.passed);
  EXPECT_EQ(row.score_json, wanted.score_json);
  EXPECT_EQ(all->at(1).id, 2);
  EXPECT_FALSE(all->at(1).passed);
  EXPECT_EQ(all->at(1).trainee, "");
}

TEST_F(Records, AreChosenByTraineeByExerciseOrByBoth) {
  auto records = opened();
  for (const auto& [trainee, exercise] :
       {std::pair("anna", "slalom"), {"boris", "stairs"}, {"boris", "slalom"}, {"anna", "stairs"}})
    ASSERT_TRUE(records.add(row(trainee, 90, exercise)));
  const auto ids = [&](const AttemptFilter& filter) {
    std::string text;
    const auto chosen = records.attempts(filter);
    for (const AttemptRow& found : *chosen) text += std::to_string(found.id);
    return text;
  };
  EXPECT_EQ(ids({}), "1234");
  EXPECT_EQ(ids({.trainee = "boris", .exercise = ""}), "23");
  EXPECT_EQ(ids({.trainee = "", .exercise = "slalom"}), "13");
  EXPECT_EQ(ids({.trainee = "anna", .exercise = "stairs"}), "4");
  EXPECT_EQ(ids({.trainee = "slalom", .exercise = "anna"}), "");
}

TEST_F(Records, ThatEndedBeforeAnInstantGoAndOneThatEndedThenStays) {
  auto records = opened();
  for (const char* ended :
       {"2026-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z", "2026-01-01T00:00:00.001Z"}) {
    AttemptRow one = whole_row();
    one.ended = ended;
    ASSERT_TRUE(records.add(one));
  }
  EXPECT_EQ(records.erase_before("2026-01-01T00:00:00.000Z"), 1u);
  const auto left = records.attempts({});
  ASSERT_EQ(left->size(), 2u);
  EXPECT_EQ(left->at(0).id, 1);
  EXPECT_EQ(left->at(1).id, 3);
  EXPECT_EQ(records.erase_before("2026-01-01T00:00:00.000Z"), 0u);
  EXPECT_EQ(records.erase_before("2027"), 2u);
}

TEST_F(Records, ARowHasWhatItsScoreSays) {
  Score score;
  score.attempt = {"slalom", "car", 5, 6, "anna", "r7", "wet"};
  score.outcome = exercise::Outcome::aborted;
  score.time = 12.5;
  score.score = 42;
  score.passed = true;
  const AttemptRow made = attempt_row(score, "three", "day.mcap", 1'700'000'007'000'999'999);
  EXPECT_EQ(made.id, 0);
  EXPECT_EQ(made.exercise, "slalom");
  EXPECT_EQ(made.scene, "car");
  EXPECT_EQ(made.branch, 5u);
  EXPECT_EQ(made.attempt, 6u);
  EXPECT_EQ(made.trainee, "anna");
  EXPECT_EQ(made.build, "r7");
  EXPECT_EQ(made.variant, "wet");
  EXPECT_EQ(made.station, "three");
  EXPECT_EQ(made.recording, "day.mcap");
  EXPECT_EQ(made.ended, "2023-11-14T22:13:27.000Z") << "what is left of a millisecond does not count";
  EXPECT_EQ(made.outcome, "aborted");
  EXPECT_EQ(made.time, 12.5);
  EXPECT_EQ(made.score, 42);
  EXPECT_TRUE(made.passed);
  EXPECT_EQ(made.score_json, score_json(score));
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

TEST_F(Records, OfNoneOtherProgramsReadAnEmptyListOrAHeadAlone) {
  EXPECT_EQ(rows_as_json({}), "[]");
  EXPECT_EQ(rows_as_xapi({}), "[]");
  EXPECT_EQ(
      rows_as_csv({}),
      "id,trainee,station,exercise,variant,scene,attempt,branch,recording,build,ended,outcome,time,score,"
      "passed\r\n");
}

TEST_F(Records, OtherProgramsReadEveryFieldToTheLetter) {
  AttemptRow whole = whole_row();
  whole.id = 7;
  AttemptRow bare;
  bare.id = 8;
  bare.attempt = 2;
  bare.exercise = "stairs";
  bare.outcome = "completed";
  bare.ended = "2026-01-02T03:04:05.006Z";
  bare.score = 5;
  bare.score_json = "{}";
  const std::vector<AttemptRow> rows{whole, bare};
  const std::string csv = rows_as_csv(rows);
  EXPECT_EQ(csv.substr(csv.find("\r\n") + 2),
            "7,\"an,na\",\"st\"\"one\",\"slalom\n2\",\"wet\r\",car,4000000000,3999999999,day.mcap,r7,"
            "2026-01-02T03:04:05.006Z,out_of_time,39.625,71.5,true\r\n"
            "8,,,stairs,,,2,0,,,2026-01-02T03:04:05.006Z,completed,0,5,false\r\n");
  EXPECT_EQ(
      rows_as_json(rows),
      R"([{"id": 7, "trainee": "an,na", "station": "st\"one", "variant": "wet\u000d", "recording": "day.mcap", )"
      R"("ended": "2026-01-02T03:04:05.006Z", "outcome": "out_of_time", "time": 39.625, "score": {"a": 1}},)"
      "\n "
      R"({"id": 8, "trainee": "", "station": "", "variant": "", "recording": "", )"
      R"("ended": "2026-01-02T03:04:05.006Z", "outcome": "completed", "time": 0, "score": {}}])");
  EXPECT_EQ(
      rows_as_xapi(rows),
      R"([{"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "an,na"}}, )"
      R"("verb": {"id": "http://adlnet.gov/expapi/verbs/passed", "display": {"en": "passed"}}, )"
      R"("object": {"objectType": "Activity", "id": "urn:drawbar:exercise:slalom\u000a2", "definition": {"name": {"en": "slalom\u000a2"}}}, )"
      R"("result": {"score": {"raw": 71.5, "min": 0, "max": 100, "scaled": 0.715}, "success": true, "completion": false, "duration": "PT39.625S"}, )"
      R"("context": {"extensions": {"urn:drawbar:variant": "wet\u000d"}}, "timestamp": "2026-01-02T03:04:05.006Z"},)"
      "\n "
      R"({"actor": {"objectType": "Agent", "account": {"homePage": "urn:drawbar:trainee", "name": "unknown"}}, )"
      R"("verb": {"id": "http://adlnet.gov/expapi/verbs/failed", "display": {"en": "failed"}}, )"
      R"("object": {"objectType": "Activity", "id": "urn:drawbar:exercise:stairs", "definition": {"name": {"en": "stairs"}}}, )"
      R"("result": {"score": {"raw": 5, "min": 0, "max": 100, "scaled": 0.05}, "success": false, "completion": true, "duration": "PT0S"}, )"
      R"("timestamp": "2026-01-02T03:04:05.006Z"}])");
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

// Those that had ended keep their outcome, and whether they passed.
TEST_F(Records, OfTheFirstVersionOnlyWhatWasRunningIsBrokenOff) {
  make_first_version(path());
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(database,
                   "INSERT INTO attempt VALUES (2, 'boris', 'one', 'stairs', 'hall', 3, 4, 'r', 'b', '2025', "
                   "'completed', 5, 80, 1, '{\"passed\": true}')",
                   nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(database);
  const auto expect_both = [](const CourseRecords& records) {
    const auto all = records.attempts({});
    ASSERT_TRUE(all) << all.error().text;
    ASSERT_EQ(all->size(), 2u);
    EXPECT_EQ(all->at(0).outcome, "broken_off");
    EXPECT_FALSE(all->at(0).passed);
    const AttemptRow& ended = all->at(1);
    EXPECT_EQ(ended.id, 2);
    EXPECT_EQ(ended.trainee, "boris");
    EXPECT_EQ(ended.station, "one");
    EXPECT_EQ(ended.exercise, "stairs");
    EXPECT_EQ(ended.scene, "hall");
    EXPECT_EQ(ended.attempt, 3u);
    EXPECT_EQ(ended.branch, 4u);
    EXPECT_EQ(ended.recording, "r");
    EXPECT_EQ(ended.build, "b");
    EXPECT_EQ(ended.ended, "2025");
    EXPECT_EQ(ended.outcome, "completed");
    EXPECT_EQ(ended.time, 5);
    EXPECT_EQ(ended.score, 80);
    EXPECT_TRUE(ended.passed);
    EXPECT_EQ(ended.score_json, R"({"passed": true})");
    EXPECT_EQ(ended.variant, "");
  };
  expect_both(*CourseRecords::open_to_read(path()));
  expect_both(opened());
  expect_both(*CourseRecords::open_to_read(path()));
  EXPECT_EQ(opened().attempts({.trainee = "boris", .exercise = "stairs"})->size(), 1u);
}

TEST_F(Records, AnEmptyDatabaseBecomesOursOnlyToWriteAndUnlessItIsSomebodyElses) {
  const auto make = [&](const std::string& name, const char* text) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path(name).c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, text, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  };
  make("empty.sqlite", "PRAGMA user_version = 0; VACUUM");
  make("theirs.sqlite", "PRAGMA application_id = 5; VACUUM");
  make("newer.sqlite", "PRAGMA application_id = 1145197123; PRAGMA user_version = 3; CREATE TABLE t (x)");
  const auto why = [&](const std::string& name, bool to_read) {
    const auto records = to_read ? CourseRecords::open_to_read(path(name)) : CourseRecords::open(path(name));
    return records ? std::string("opened") : records.error().text;
  };
  const auto something_else = [&](const std::string& name) {
    return path(name) + ": no course records: a database of something else";
  };
  EXPECT_EQ(why("empty.sqlite", true), something_else("empty.sqlite"));
  EXPECT_EQ(why("empty.sqlite", false), "opened");
  EXPECT_EQ(why("empty.sqlite", true), "opened");
  for (const bool to_read : {true, false}) {
    EXPECT_EQ(why("theirs.sqlite", to_read), something_else("theirs.sqlite"));
    EXPECT_EQ(why("newer.sqlite", to_read),
              path("newer.sqlite") + ": course records of version 3, this program knows up to 2");
  }
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
