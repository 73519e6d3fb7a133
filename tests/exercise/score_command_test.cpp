// simulate --score and score: the same figures to the last digit, and new criteria over old recordings.
#include "tests/exercise/drop.h"
#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

using scenes::testing::exercise_with;
using scenes::testing::kDrop;
using scenes::testing::kTimeAbove2;

class ScoreCommand : public CommandLine {
 protected:
  ScoreCommand() {
    write("scene.json", kDrop);
    write("exercise.json", exercise_with(std::string(kTimeAbove2) + kMore, kMark));
    write("lever.csv", "0.2,lever,0.5\n0.4,lever,-0.5\n0.6,lever,0.5\n");
  }

  static constexpr const char* kMore =
      R"(, { "name": "j", "type": "jerk", "body": "ball" }, { "name": "m", "type": "marks" },
         { "name": "hit", "type": "impulse", "bodies": ["ball"], "with": ["plate"], "penalty": 0.1 })";
  static constexpr const char* kMark =
      R"({ "name": "down", "when": { "type": "contact", "bodies": ["ball"], "with": ["plate"] },
           "actions": [ { "type": "mark", "criterion": "m", "points": 3 },
                        { "type": "message", "text": { "en": "It is down.", "ru": "Упал." } } ] })";
};

TEST_F(ScoreCommand, GivesOfTheRecordingWhatTheRunGave) {
  const Ran ran =
      run("simulate exercise.json --duration 2 --controls lever.csv --score s.json --record r.mcap --output "
          "t.csv");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::string score = read("s.json");
  EXPECT_EQ(
      score.find(
          R"({"exercise": "test", "scene": "drop", "branch": 0, "attempt": 1, "trainee": "", "build": )"),
      0u)
      << score;
  EXPECT_NE(score.find(R"({"name": "m", "figure": 3, "unit": "", "lost": 3, "moments": [[)"),
            std::string::npos)
      << score;
  const Ran judged = run("score r.mcap --json");
  ASSERT_EQ(judged.code, 0) << judged.error;
  EXPECT_EQ(judged.out, R"({"recording": "r.mcap", )" + score.substr(1));
  const Ran verified = run("verify r.mcap");
  EXPECT_EQ(verified.code, 0) << verified.error;
  const Ran info = run("info r.mcap");
  EXPECT_NE(info.out.find("It is down."), std::string::npos) << info.out;
}

TEST_F(ScoreCommand, JudgesAnOldRecordingByNewCriteria) {
  ASSERT_EQ(
      run("simulate exercise.json --duration 2 --controls lever.csv --record r.mcap --output t.csv").code, 0);
  // The mark is known by the name of its trigger; its condition, which would fire at once, does not count.
  write("new.json",
        exercise_with(std::string(R"({ "name": "turns", "type": "reversals", "control": "lever" })") + kMore,
                      R"({ "name": "down", "when": { "type": "time", "after": 0.04 },
                           "actions": [ { "type": "mark", "criterion": "m", "points": 4 } ] })"));
  ASSERT_EQ(run("simulate new.json --duration 2 --controls lever.csv --score s.json --output t.csv").code, 0);
  const Ran judged = run("score r.mcap --json --exercise new.json");
  ASSERT_EQ(judged.code, 0) << judged.error;
  EXPECT_NE(judged.out.find(R"({"name": "turns", "figure": 2,)"), std::string::npos) << judged.out;
  EXPECT_NE(judged.out.find(R"({"name": "m", "figure": 4, "unit": "", "lost": 4, "moments": [[0.3)"),
            std::string::npos)
      << judged.out;
  const std::string alone = read("s.json");
  const std::size_t hit = alone.find(R"({"name": "hit")");
  ASSERT_NE(hit, std::string::npos);
  EXPECT_NE(judged.out.find(alone.substr(hit)), std::string::npos)
      << "looking on gives the figure of the run itself";
}

TEST_F(ScoreCommand, ItsReportDrawsTheQuantitiesThatAreJudged) {
  write("peak.json", exercise_with(R"({ "name": "most", "type": "peak", "quantity": "stone.speed" })"));
  ASSERT_EQ(run("simulate peak.json --duration 1 --record p.mcap --output t.csv").code, 0);
  ASSERT_EQ(run("report p.mcap --output p.html").code, 0);
  const std::string page = read("p.html");
  const std::size_t judged = page.find("What was judged");
  ASSERT_NE(judged, std::string::npos);
  const std::string chart = page.substr(judged, page.find("</p>", judged) - judged);
  EXPECT_NE(chart.find(">m/s</text>"), std::string::npos) << chart;
  EXPECT_NE(chart.find("&#9473; stone.speed</span>"), std::string::npos) << chart;
  for (const std::string full : {"--output /dev/full", "--output p.html --json /dev/full"}) {
    const Ran lost = run("report p.mcap " + full);
    EXPECT_EQ(lost.code, 3) << full;
    EXPECT_EQ(lost.error, "/dev/full: cannot write: No space left on device\n") << full;
  }
}

TEST_F(ScoreCommand, SaysWhatItCannotJudge) {
  ASSERT_EQ(run("simulate scene.json --duration 0.4 --record plain.mcap --output t.csv").code, 0);
  const Ran plain = run("score plain.mcap --json");
  EXPECT_EQ(plain.code, 1);
  EXPECT_NE(plain.error.find("plain.mcap: the recording holds no exercise"), std::string::npos)
      << plain.error;
  EXPECT_EQ(run("score plain.mcap --json --exercise exercise.json").code, 0);
  const Ran scene = run("simulate scene.json --duration 0.4 --score s.json");
  EXPECT_EQ(scene.code, 2);
  EXPECT_NE(scene.error.find("--score"), std::string::npos) << scene.error;
  const Ran checked = run("check exercise.json");
  EXPECT_EQ(checked.code, 0) << checked.error;
}

}  // namespace
}  // namespace drawbar
