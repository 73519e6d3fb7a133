// What a course leaves: a report of every attempt, its variant and outcome in recording, records and report.
#include <algorithm>

#include "scenes/course/course_records.h"
#include "tests/instructor/course_at_daemon.h"
#include "tests/support/occurrences.h"

namespace drawbar::server::test {
namespace {

/// Anna's three attempts at `test`: broken off, then ended with a heavy ball, then broken off. One at
/// `lifted` that never started lies between, and one that ended before it started comes last.
class Reports : public CourseAtDaemon {
 protected:
  void SetUp() override {
    start_course(
        {"--record", folder_.file("r.mcap"), "--records", folder_.file("c.sqlite"), "--trainee", "anna"});
    instruct({"step 20 fast", "exercise load lifted", "exercise load drop --variant heavy", "step 60 fast",
              "exercise end", "step", "exercise reset", "step 30 fast", "exercise load lifted",
              "exercise end", "step"});
    end_daemon();
  }
};

TEST_F(Reports, ShowEveryAttemptBesideTheOneBefore) {
  const Ran made = drawbar("report r.mcap --output r.html --json r.json");
  ASSERT_EQ(made.code, 0) << made.error;
  EXPECT_NE(made.error.find("branch 1 of scene lift not judged: it was never started"), std::string::npos)
      << made.error;
  const std::string page = text_of(folder_.file("r.html"));
  EXPECT_EQ(tests::occurrences(page, "<section id=branch-"), 3u);
  for (const char* link :
       {"<a href='#branch-0'>1</a>", "<a href='#branch-2'>2</a>", "<a href='#branch-3'>3</a>"})
    EXPECT_EQ(tests::occurrences(page, link), 1u) << link;
  EXPECT_EQ(tests::occurrences(page, "<th class=n><span class=en>Attempt "), 2u)
      << "the first has none before";
  const std::string json = text_of(folder_.file("r.json"));
  EXPECT_EQ(tests::occurrences(json, R"("variant": "heavy")"), 2u + 1u)
      << "two of the attempts, the last once more";
  EXPECT_EQ(tests::occurrences(json, R"("gained": null)"), 1u) << json;
  EXPECT_NE(json.find(R"({"attempt": {"recording": "r.mcap", "outcome": "broken_off", "time": 1.2,)"),
            std::string::npos)
      << json;
}

TEST_F(Reports, CompareWithAReferenceOfTheSameExercise) {
  ASSERT_EQ(drawbar("simulate drop.json --duration 2 --record good.mcap --output t.csv").code, 0);
  ASSERT_EQ(drawbar("report r.mcap --output r.html --reference good.mcap").code, 0);
  EXPECT_EQ(tests::occurrences(text_of(folder_.file("r.html")), "<th class=n><span class=en>Reference"), 3u);
  ASSERT_EQ(drawbar("simulate lifted.json --duration 2 --record other.mcap --output t.csv").code, 0);
  const Ran other = drawbar("report r.mcap --output r.html --reference other.mcap");
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.error.find("other.mcap: holds no attempt at test; its last one is at lifted"),
            std::string::npos)
      << other.error;
}

TEST_F(Reports, AgreeOnVariantAndOutcomeWithTheRecordsAndTheScore) {
  const auto rows = scenes::CourseRecords::open_to_read(folder_.file("c.sqlite"))->attempts({});
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3u) << "what never started is no attempt";
  const std::vector<std::pair<std::string, std::string>> expected{
      {"", "broken_off"}, {"heavy", "stopped"}, {"heavy", "broken_off"}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*rows)[i].variant, expected[i].first);
    EXPECT_EQ((*rows)[i].outcome, expected[i].second);
  }
  const Ran judged = drawbar("score r.mcap");
  ASSERT_EQ(judged.code, 0) << judged.error;
  EXPECT_NE(judged.out.find("r.mcap: test (heavy) in drop, branch 2,"), std::string::npos) << judged.out;
  EXPECT_EQ(tests::occurrences(judged.out, ", broken off after "), 2u) << judged.out;
  EXPECT_EQ(tests::occurrences(judged.out, ", ended by the instructor after 2.40 s"), 1u) << judged.out;
  const Ran table = drawbar("records --records c.sqlite");
  EXPECT_EQ(tests::occurrences(table.out, "broken off"), 2u) << table.out;
  const Ran xapi = drawbar("records --records c.sqlite --xapi");
  EXPECT_EQ(tests::occurrences(xapi.out, "verbs/terminated"), 2u) << xapi.out;
  const Ran info = drawbar("info r.mcap");
  EXPECT_NE(info.out.find("from branch 2, variant heavy, trainee anna"), std::string::npos) << info.out;
}

TEST_F(CourseAtDaemon, InfoSaysWhichBranchAndFrameAStateWasOf) {
  start_course({"--record", folder_.file("r.mcap")});
  instruct({"step 20 fast", "save here", "step 10 fast", "restore here", "step 5 fast", "save there",
            "step 5 fast", "restore there", "step"});
  end_daemon();
  const Ran info = drawbar("info r.mcap");
  EXPECT_NE(info.out.find("restored \"here\": branch 0, frame 20"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("restored \"there\": branch 1, frame 25"), std::string::npos) << info.out;
}

}  // namespace
}  // namespace drawbar::server::test
