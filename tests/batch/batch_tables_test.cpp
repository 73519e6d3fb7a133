// What a batch is asked: which inputs are a part, what needs no batch, and with which code it ends; its line
// of progress and the drawing of a study.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tests/exercise/drop.h"
#include "tests/simulate/command_line.h"
#include "tests/support/occurrences.h"
#include "tools/batch/batch_options.h"
#include "tools/batch/outcome.h"
#include "tools/batch/progress.h"
#include "tools/study/scatter_plot.h"

namespace drawbar::tools {
namespace {

TEST(BatchParts, AreEveryNthOfTheInputsThatCount) {
  const std::vector<std::string> inputs{"a", "b", "c", "d", "e", "f", "g"};
  const std::string only = ::testing::TempDir() + "batch_parts_only";
  std::ofstream(only) << "g\nf\nd\nb\nnone\n";
  const auto chosen = [&](const std::string& part, bool some) {
    BatchOptions options;
    options.results = "r";
    options.part = part;
    if (some) options.only = only;
    std::string names;
    const auto places = chosen_inputs(options, inputs);
    EXPECT_TRUE(places) << part;
    if (!places) return names;
    for (const std::size_t i : *places) names += inputs[i];
    return names;
  };
  EXPECT_EQ(chosen("", false), "abcdefg");
  EXPECT_EQ(chosen("1/1", false), "abcdefg");
  EXPECT_EQ(chosen("1/3", false), "adg");
  EXPECT_EQ(chosen("2/3", false), "be");
  EXPECT_EQ(chosen("3/3", false), "cf");
  EXPECT_EQ(chosen("9/1000000", false), "");
  EXPECT_EQ(chosen("", true), "bdfg") << "in the order of the inputs";
  EXPECT_EQ(chosen("1/2", true), "bf") << "of those that count";
  EXPECT_EQ(chosen("2/2", true), "dg");
  std::filesystem::remove(only);
}

TEST(BatchParts, ThatAreNoneAreRefused) {
  for (const std::string part : {"0/3", "4/3", "/3", "1/", "1", "a/3", "1/b", "1/3/1", " 1/3", "1/3 ", "-1/3",
                                 "1/1000001", "1/0", "1.0/3"}) {
    BatchOptions options;
    options.results = "r";
    options.part = part;
    const auto chosen = chosen_inputs(options, {"a"});
    ASSERT_FALSE(chosen) << part;
    EXPECT_EQ(chosen.error().text, "--part " + part + "; allowed: K/N, part K of N, with K from 1 to N");
    EXPECT_EQ(chosen.error().kind, ErrorKind::usage);
  }
}

TEST(BatchOptionsOf, EnginesHaveNoMeaningWithoutAFolderOfResults) {
  using Change = void (*)(BatchOptions&);
  const Change changes[] = {[](BatchOptions& o) { o.part = "1/1"; }, [](BatchOptions& o) { o.only = "list"; },
                            [](BatchOptions& o) { o.lookup = true; },
                            [](BatchOptions& o) { o.missing = "list"; }};
  for (const Change& change : changes) {
    BatchOptions options;
    change(options);
    const auto chosen = chosen_inputs(options, {"a"});
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().text,
              "--part, --only, --lookup and --missing have no meaning without --results; allowed: with it");
  }
  EXPECT_TRUE(chosen_inputs({}, {"a"}));
}

TEST(BatchOptionsOf, OneFileNeedNoBatchUnlessSomethingOfABatchIsAskedFor) {
  BatchOptions one;
  one.inputs = {"gone.mcap"};
  EXPECT_TRUE(is_single(one));
  one.json = true;
  EXPECT_TRUE(is_single(one)) << "a line of JSON is the command's own";
  using Change = void (*)(BatchOptions&);
  const Change changes[] = {[](BatchOptions& o) { o.inputs.clear(); },
                            [](BatchOptions& o) { o.inputs.push_back("b"); },
                            [](BatchOptions& o) { o.inputs = {"@list"}; },
                            [](BatchOptions& o) { o.inputs = {::testing::TempDir()}; },
                            [](BatchOptions& o) { o.list = "list"; },
                            [](BatchOptions& o) { o.jobs = 1; },
                            [](BatchOptions& o) { o.results = "r"; },
                            [](BatchOptions& o) { o.part = "1/1"; },
                            [](BatchOptions& o) { o.only = "list"; },
                            [](BatchOptions& o) { o.lookup = true; },
                            [](BatchOptions& o) { o.missing = "list"; }};
  for (std::size_t k = 0; k < std::size(changes); ++k) {
    BatchOptions options = one;
    changes[k](options);
    EXPECT_FALSE(is_single(options)) << k;
  }
}

TEST(BatchOptionsOf, JobsAreThoseAskedForElseAtLeastOne) {
  BatchOptions options;
  EXPECT_GE(job_count(options), 1);
  options.jobs = 7;
  EXPECT_EQ(job_count(options), 7);
}

TEST(BatchOutcome, AnErrorNamesItsInputWhereverALineBeginsWithIt) {
  const Outcome outcome = failed_outcome(
      {ErrorKind::wrong, "a.json:3: bad\na.json: worse\nab.json: other\nsee a.json:4"}, "a.json");
  EXPECT_EQ(outcome.error, "\x1f:3: bad\n\x1f: worse\nab.json: other\nsee a.json:4");
  EXPECT_EQ(named(outcome.error, "x"), "x:3: bad\nx: worse\nab.json: other\nsee a.json:4");
  EXPECT_EQ(failed_outcome({ErrorKind::wrong, "3"}, "").error, "3");
  EXPECT_EQ(failed_outcome({ErrorKind::wrong, ""}, "").status, BatchStatus::wrong);
  EXPECT_EQ(failed_outcome({ErrorKind::usage, ""}, "").status, BatchStatus::usage);
  EXPECT_EQ(failed_outcome({ErrorKind::environment, ""}, "").status, BatchStatus::environment);
}

TEST(BatchOutcome, OfWhatIsGoodOrWrongIsKeptAndOfNothingElse) {
  for (const auto& [status, name] :
       {std::pair{BatchStatus::good, "good"}, std::pair{BatchStatus::wrong, "wrong"},
        std::pair{BatchStatus::usage, "usage"}, std::pair{BatchStatus::environment, "environment"},
        std::pair{BatchStatus::crashed, "crashed"}, std::pair{BatchStatus::missing, "missing"}}) {
    EXPECT_EQ(name_of(status), name);
    EXPECT_EQ(is_final(status), status == BatchStatus::good || status == BatchStatus::wrong) << name;
  }
}

TEST(BatchProgress, TellsTheTimeLeftInSecondsMinutesAndHours) {
  // One was computed in one second: as many seconds are left as inputs.
  const auto left = [](std::size_t inputs) {
    const std::string line = Progress::line(1, 1 + inputs, 0, 1, 1);
    return line.substr(line.find("second, ") + 8);
  };
  EXPECT_EQ(left(1), "1 s left");
  EXPECT_EQ(left(59), "59 s left");
  EXPECT_EQ(left(60), "1 min 00 s left");
  EXPECT_EQ(left(61), "1 min 01 s left");
  EXPECT_EQ(left(3599), "59 min 59 s left");
  EXPECT_EQ(left(3600), "1 h 00 min left");
  EXPECT_EQ(left(3600 + 60 + 59), "1 h 01 min left");
  EXPECT_EQ(Progress::line(1, 2, 0, 1, 1.5), "1 of 2, 0.7 a second, 2 s left") << "a second begun counts";
  EXPECT_EQ(Progress::line(4, 8, 1, 2, 4), "4 of 8, 1 not good, 0.5 a second, 8 s left")
      << "the rate is of what was computed, not of what was found";
  EXPECT_EQ(Progress::line(4, 8, 1, 2, 0), "4 of 8, 1 not good");
}

// --- the drawing of a study ---

using tests::occurrences;

TEST(ScatterDrawing, PutsPointsATwentiethInsideItsFrameAndTicksAtQuarters) {
  const std::vector<double> x{0, 1}, y{-2, 2};
  const std::string svg = scatter_svg("A < B", "fastest", y, {{"mass", x}});
  EXPECT_EQ(occurrences(svg, "viewBox='0 0 440 330'"), 1u) << svg;
  EXPECT_EQ(occurrences(svg, "<rect x='80' y='50' width='340' height='230'"), 1u);
  // 340 x 0.05 / 1.1 = 15.5 from the left, 230 x 0.05 / 1.1 = 10.5 from below.
  EXPECT_EQ(occurrences(svg, "<circle cx='95.5' cy='269.5' r='2.5'/>"), 1u) << svg;
  EXPECT_EQ(occurrences(svg, "<circle cx='404.5' cy='60.5' r='2.5'/>"), 1u);
  for (const char* tick : {">0.25<", ">0.5<", ">0.75<", ">-2<", ">-1<", ">2<"})
    EXPECT_EQ(occurrences(svg, tick), 1u) << tick;
  EXPECT_EQ(occurrences(svg, ">0<") + occurrences(svg, ">-0<"), 2u) << "of both axes";
  EXPECT_EQ(occurrences(svg, ">1<"), 2u);
  for (const char* name : {">A &lt; B<", ">fastest<", ">mass<"})
    EXPECT_EQ(occurrences(svg, name), 1u) << name;
}

TEST(ScatterDrawing, HasTwoPanelsInARowAndLeavesOutWhatIsNoNumber) {
  const std::vector<double> x{0, 1, 2}, bad{0, NAN, 2}, y{1, 2, INFINITY};
  const std::string svg = scatter_svg("t", "n", y, {{"a", x}, {"b", bad}, {"c", x}});
  EXPECT_EQ(occurrences(svg, "viewBox='0 0 880 630'"), 1u) << svg;
  EXPECT_EQ(occurrences(svg, "<circle"), 2u + 1u + 2u);
  EXPECT_EQ(occurrences(svg, "<rect x='80' y='50'"), 1u);
  EXPECT_EQ(occurrences(svg, "<rect x='520' y='50'"), 1u);
  EXPECT_EQ(occurrences(svg, "<rect x='80' y='350'"), 1u);
}

TEST(ScatterDrawing, OfOneValueLiesInTheMiddle) {
  const std::vector<double> same{7, 7};
  const std::string svg = scatter_svg("t", "n", same, {{"a", same}});
  EXPECT_EQ(occurrences(svg, "<circle cx='250.0' cy='165.0'"), 2u) << svg;
}

class BatchCodes : public CommandLine {
 protected:
  BatchCodes() {
    write("scene.json", scenes::testing::kDrop);
    write("exercise.json", scenes::testing::exercise_with(scenes::testing::kTimeAbove2));
    write("bad.json", R"({ "name": "bad", "bodies": [ { "name": "b", "mass": -1 } ] })");
    std::filesystem::create_directories(folder_ / "recordings");
    write("recordings/exercise.mcap", "in the way");
  }
};

// --score has no meaning with a scene; the recording of the exercise cannot be written.
TEST_F(BatchCodes, AreThoseOfTheWorstThatWasAskedThenOfHowThenOfTheSurroundings) {
  const std::string command = " --duration 0.2 --jobs 1 ";
  const Ran good = run("simulate exercise.json" + command + "--score scores");
  EXPECT_EQ(good.code, 0) << good.error;
  const Ran usage = run("simulate exercise.json scene.json" + command + "--score scores");
  EXPECT_EQ(usage.code, 2);
  EXPECT_EQ(usage.error.find(
                "1 of 2 not good:\nscene.json: --score: scene.json is a scene; allowed: with an exercise"),
            0u)
      << usage.error;
  EXPECT_EQ(run("simulate exercise.json" + command + "--record recordings").code, 3);
  const Ran both = run("simulate exercise.json scene.json" + command + "--score scores --record recordings");
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(both.error.find("2 of 2 not good:\n"), 0u) << both.error;
  EXPECT_EQ(
      run("simulate exercise.json scene.json bad.json" + command + "--score scores --record recordings").code,
      1);
}

}  // namespace
}  // namespace drawbar::tools
