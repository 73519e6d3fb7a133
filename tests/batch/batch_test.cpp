// Many inputs through one runner: the same bytes whatever the number of jobs, nothing done twice, one bad
// file stops nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "tests/exercise/drop.h"
#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

namespace fs = std::filesystem;
using scenes::testing::exercise_with;
using scenes::testing::kDrop;
using scenes::testing::kTimeAbove2;

class ManyRecordings : public CommandLine {
 protected:
  /// Seven recordings below runs/, of different lengths; the fourth is cut in the middle of a record.
  ManyRecordings() {
    write("scene.json", kDrop);
    write("exercise.json", exercise_with(kTimeAbove2));
    fs::create_directories(folder_ / "runs" / "monday");
    for (int i = 0; i < 7; ++i) {
      EXPECT_EQ(run("simulate exercise.json --output /dev/null --duration " + std::to_string(2 + 0.4 * i) +
                    " --record " + name(i))
                    .code,
                0);
    }
    std::ofstream(folder_ / name(3), std::ios::trunc) << "no recording";
  }

  static std::string name(int i) {
    return (i < 3 ? "runs/r" : "runs/monday/r") + std::to_string(i) + ".mcap";
  }
  std::set<std::string> parts(const std::string& results) const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_ / results / "parts"))
      names.insert(entry.path().filename().string());
    return names;
  }
};

TEST_F(ManyRecordings, GiveTheSameBytesWhateverTheNumberOfJobs) {
  for (const std::string command : {"verify", "score", "score --json", "verify --json"}) {
    SCOPED_TRACE(command);
    const std::string results = command.substr(0, 3) + std::to_string(command.size());
    const Ran one = run(command + " runs --jobs 1 --results " + results + "1");
    EXPECT_EQ(one.code, 1) << one.error;
    for (const std::string jobs : {"2", "5"}) {
      const Ran more = run(command + " runs --jobs " + jobs + " --results " + results + jobs);
      EXPECT_EQ(more.code, 1);
      EXPECT_EQ(more.out, one.out);
      EXPECT_EQ(more.error, one.error);
      for (const std::string table : {"/table.csv", "/table.jsonl"})
        EXPECT_EQ(read(results + jobs + table), read(results + "1" + table));
    }
  }
}

TEST_F(ManyRecordings, OfWhichOneIsBadAreAllJudgedAndItIsNamedAtTheEnd) {
  const Ran ran = run("verify runs --results done");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.error.find("1 of 7 not good:\nruns/monday/r3.mcap: "), 0u) << ran.error;
  const Rows table = rows_of(read("done/table.csv"));
  ASSERT_EQ(table.size(), 8u);
  EXPECT_EQ(table[0][0], "recording");
  // By the paths' bytes: "monday" is before "r0".
  EXPECT_EQ(table[1][0], "runs/monday/r3.mcap");
  EXPECT_EQ(table[1][1], "wrong");
  EXPECT_EQ(table[5][0], "runs/r0.mcap");
  EXPECT_EQ(table[5][1], "good");
  EXPECT_EQ(table[5][4], "50") << "frames";
}

TEST_F(ManyRecordings, PrintOfEachWhatItPrintsAlone) {
  const Ran all = run("score " + name(0) + " " + name(1) + " --jobs 2");
  EXPECT_EQ(all.code, 0) << all.error;
  EXPECT_EQ(all.out, run("score " + name(0)).out + run("score " + name(1)).out);
  const Ran json = run("score --json " + name(1) + " " + name(0));
  EXPECT_EQ(json.out, run("score --json " + name(1)).out + run("score --json " + name(0)).out);
  EXPECT_EQ(json.error, "");
}

TEST_F(ManyRecordings, ThatAreDoneAreNotDoneAgain) {
  const Ran first = run("score runs --results done");
  const auto kept = parts("done");
  EXPECT_EQ(kept.size(), 7u) << "what is wrong is known, too";
  const std::string table = read("done/table.csv");
  fs::remove(folder_ / "done/table.csv");
  const Ran again = run("score runs --results done --lookup --missing missing.txt");
  EXPECT_EQ(again.code, first.code);
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(read("done/table.csv"), table);
  EXPECT_EQ(read("missing.txt"), "");

  // Another content, a damaged result, other criteria: those are to be done; the content under another name
  // is not.
  ASSERT_EQ(run("simulate exercise.json --output t.csv --duration 1 --force --record " + name(0)).code, 0);
  fs::rename(folder_ / name(1), folder_ / "runs/elsewhere.mcap");
  EXPECT_EQ(run("score runs --results done --lookup --missing missing.txt").code, 1);
  EXPECT_EQ(read("missing.txt"), name(0) + "\n");
  EXPECT_EQ(run("score runs --results done").code, 1);
  EXPECT_NE(read("done/table.csv").find("runs/elsewhere.mcap,good"), std::string::npos);
  const fs::path part = folder_ / "done/parts" / *kept.begin();
  fs::resize_file(part, fs::file_size(part) - 1);
  run("score runs --results done --lookup --missing missing.txt");
  EXPECT_LE(std::ranges::count(read("missing.txt"), '\n'), 1);
  write("other.json", exercise_with(R"({ "name": "turns", "type": "reversals", "control": "lever" })"));
  run("score runs --results done --exercise other.json --lookup --missing missing.txt");
  EXPECT_EQ(std::ranges::count(read("missing.txt"), '\n'), 7);
}

TEST_F(ManyRecordings, InPartsGiveTheTableOfTheWhole) {
  run("score runs --results whole");
  for (const std::string part : {"2/3", "1/3", "3/3"})
    EXPECT_NE(run("score runs --results parts --part " + part).code, 2);
  EXPECT_FALSE(fs::exists(folder_ / "parts/table.csv")) << "a part has no table";
  run("score runs --results parts --lookup");
  EXPECT_EQ(read("parts/table.csv"), read("whole/table.csv"));
  EXPECT_EQ(read("parts/table.jsonl"), read("whole/table.jsonl"));
  write("some.txt", name(0) + "\n" + name(5) + "\n");
  const Ran some = run("score runs --results parts --only some.txt --json");
  EXPECT_EQ(std::ranges::count(some.out, '\n'), 2);
}

TEST_F(ManyRecordings, ComeFromAListOnceEach) {
  write("list.txt", "# comment\n\n" + name(5) + "\r\n" + name(0) + "\n./" + name(5) + "\nruns/none.mcap\n");
  const Ran listed = run("verify --list list.txt --json");
  EXPECT_EQ(listed.code, 1) << listed.error;
  EXPECT_EQ(listed.out, run("verify @list.txt --json").out);
  EXPECT_EQ(std::ranges::count(listed.out, '\n'), 3) << listed.out;
  EXPECT_LT(listed.out.find("r5"), listed.out.find("r0"));
  EXPECT_NE(listed.error.find("1 of 3 not good:\nruns/none.mcap: "), std::string::npos) << listed.error;
}

TEST_F(ManyRecordings, AreReportedIntoAFolder) {
  const Ran ran = run("report runs/r0.mcap runs/monday/r4.mcap --output pages --json facts --results done");
  EXPECT_EQ(ran.code, 0) << ran.error;
  ASSERT_EQ(run("report runs/r0.mcap --output alone.html --json alone.json").code, 0);
  EXPECT_EQ(read("pages/r0.html"), read("alone.html"));
  EXPECT_EQ(read("facts/r0.json"), read("alone.json"));
  EXPECT_TRUE(fs::exists(folder_ / "pages/monday/r4.html"));
  // A page that is gone or was changed is made again.
  write("pages/r0.html", "something else");
  fs::remove(folder_ / "facts/monday/r4.json");
  EXPECT_EQ(run("report runs/r0.mcap runs/monday/r4.mcap --output pages --json facts --results done").code,
            0);
  EXPECT_EQ(read("pages/r0.html"), read("alone.html"));
  EXPECT_TRUE(fs::exists(folder_ / "facts/monday/r4.json"));
}

TEST_F(ManyRecordings, AreRefusedWithAReason) {
  fs::create_directories(folder_ / "empty");
  write("nothing.txt", "# none\n");
  write("pair.txt", "runs/r0.mcap\nruns/r0.other\n");
  expect({{"verify", 2, "no input"},
          {"verify empty", 2, "empty: the folder holds no file that ends in .mcap"},
          {"verify @none.txt", 1, "none.txt: cannot open: No such file or directory"},
          {"verify @nothing.txt", 2, "nothing.txt: the list names no file"},
          {"verify runs --results scene.json", 3, "scene.json: cannot be made the folder of the results"},
          {"verify runs --part 1/2", 2, "without --results"},
          {"verify runs --results r --part 3/2", 2, "--part 3/2; allowed: K/N"},
          {"verify runs --results r --part 1/2x", 2, "--part 1/2x; allowed: K/N"},
          {"verify runs --jobs 0", 2, "--jobs"},
          {"report @pair.txt --output pages", 2, "would both be written to"}});
}

class ManyScenes : public CommandLine {
 protected:
  ManyScenes() {
    fs::create_directories(folder_ / "set");
    write("set/rod.json", kDrivenRod);
    write("set/drop.json", kDrop);
    write("set/bad.json", R"({ "name": "bad", "bodies": [ { "name": "b", "mass": -1 } ] })");
  }
};

TEST_F(ManyScenes, AreSimulatedIntoFoldersAsEachAlone) {
  const Ran ran =
      run("simulate set --duration 1 --output tables --record recordings --hashes hashes --results done");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.error.find("1 of 3 not good:\nset/bad.json:1: "), 0u) << ran.error;
  ASSERT_EQ(run("simulate set/rod.json --duration 1 --output rod.csv --hashes rod.hashes.csv").code, 0);
  EXPECT_EQ(read("tables/rod.csv"), read("rod.csv"));
  EXPECT_EQ(read("hashes/rod.hashes.csv"), read("rod.hashes.csv"));
  const Rows hashes = rows_of(read("rod.hashes.csv"));
  EXPECT_NE(ran.out.find("set/rod.json: 25 frames of s, state " + hashes.back()[1]), std::string::npos)
      << ran.out;
  EXPECT_EQ(run("verify recordings").code, 0);
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "recordings"))
    EXPECT_EQ(entry.path().extension(), ".mcap") << "nothing unfinished stays";
  // Recordings are never overwritten unasked; what is done counts as done.
  EXPECT_EQ(
      run("simulate set --duration 1 --output tables --record recordings --hashes hashes --results done")
          .code,
      1);
  EXPECT_EQ(run("simulate set/rod.json set/drop.json --duration 2 --record recordings").code, 3);
  EXPECT_EQ(run("simulate set/rod.json set/drop.json --duration 2 --record recordings --force").code, 0);
}

TEST_F(ManyScenes, ThatTheirSurroundingsRefusedAreComputedByTheNextCall) {
  fs::create_directories(folder_ / "recordings");
  write("recordings/rod.mcap", "in the way");
  const std::string command =
      "simulate set/rod.json set/drop.json --duration 1 --record recordings --results done";
  const Ran refused = run(command);
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.error.find("recordings/rod.mcap: exists"), std::string::npos) << refused.error;
  fs::remove(folder_ / "recordings/rod.mcap");
  EXPECT_EQ(run(command + " --lookup --missing missing.txt").code, 3);
  EXPECT_EQ(read("missing.txt"), "set/rod.json\n") << "a refusal is no result";
  const Ran allowed = run(command);
  EXPECT_EQ(allowed.code, 0) << allowed.error;
  EXPECT_EQ(run("verify recordings/rod.mcap").code, 0);
  EXPECT_EQ(rows_of(read("done/table.csv")).at(1).at(1), "good");
}

}  // namespace
}  // namespace drawbar
