// Studies: which values are tried, what comes of them, and what is said of bad files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

#include "tests/batch/study_files.h"
#include "tests/simulate/command_line.h"
#include "tests/support/occurrences.h"
#include "tools/study/sampling.h"
#include "tools/study/study_loader.h"
#include "tools/study/study_work.h"

namespace drawbar {
namespace {

namespace fs = std::filesystem;
using tests::kMass;
using tests::kSpringScene;
using tests::kStiffness;
using tests::spring_study;

std::vector<std::vector<double>> variants(const std::string& parameters, const std::string& sampling) {
  const auto parsed = tools::parse_study(spring_study(parameters, sampling), "study");
  if (!parsed) throw std::runtime_error(parsed.error().text);
  EXPECT_EQ(tools::variant_count(parsed->study), tools::variants_of(parsed->study).size());
  return tools::variants_of(parsed->study);
}

TEST(StudySampling, GridHasEveryCombinationTheLastFastest) {
  const auto all = variants(std::string(kStiffness) + ", " + kMass, R"({ "type": "grid" })");
  const std::vector<std::vector<double>> expected{{50, 1}, {50, 4}, {250, 1}, {250, 4}, {450, 1}, {450, 4}};
  EXPECT_EQ(all, expected);
}

TEST(StudySampling, LatinHypercubeHasOneVariantInEachPartOfEachRange) {
  const std::string both = std::string(kStiffness) + ", " + kMass;
  const auto all = variants(both, R"({ "type": "latin_hypercube", "count": 100, "seeds": [3, 4] })");
  ASSERT_EQ(all.size(), 200u);
  for (const std::size_t begin : {0u, 100u}) {
    std::set<int> parts;
    int heavy = 0;
    for (std::size_t i = begin; i < begin + 100; ++i) {
      parts.insert(static_cast<int>((all[i][0] - 50) / 4));
      heavy += all[i][1] == 4 ? 1 : 0;
    }
    EXPECT_EQ(parts.size(), 100u);
    EXPECT_EQ(heavy, 50) << "a list is stratified, too";
  }
  EXPECT_NE(all[0], all[100]) << "another seed";
  EXPECT_EQ(variants(both, R"({ "type": "latin_hypercube", "count": 100, "seeds": [4] })")[7], all[107]);
  // A parameter more leaves those before it as they are.
  EXPECT_EQ(variants(kStiffness, R"({ "type": "latin_hypercube", "count": 100, "seeds": [3] })")[42][0],
            all[42][0]);
}

TEST(StudySampling, RandomValuesFillTheRange) {
  double sum = 0;
  for (const auto& variant : variants(kStiffness, R"({ "type": "random", "count": 10000 })")) {
    EXPECT_GE(variant[0], 50);
    EXPECT_LT(variant[0], 450);
    sum += variant[0];
  }
  EXPECT_EQ(variants(kStiffness, R"({ "type": "random", "count": 100000, "seeds": [2000000] })").size(),
            100000u);
  // Standard error of the mean of 10 000: 400 / sqrt(12) / 100 = 1.15.
  EXPECT_NEAR(sum / 10000, 250, 5);
}

// SplitMix64 of Steele, Lea and Flood and the shuffle of Fisher and Yates, computed by another program: the
// same file gives the same variants everywhere and for ever.
TEST(StudySampling, ValuesOfASeedStayAsTheyAre) {
  const std::string both = std::string(kStiffness) + ", " + kMass;
  const auto expect = [](const std::vector<std::vector<double>>& found,
                         const std::vector<std::vector<double>>& wanted) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i][0], wanted[i][0], 1e-10) << i;
      EXPECT_EQ(found[i][1], wanted[i][1]) << i;
    }
  };
  expect(variants(both, R"({ "type": "random", "count": 3, "seeds": [3] })"),
         {{398.343560376963, 4}, {180.82769720025803, 4}, {255.60548092798504, 1}});
  expect(variants(both, R"({ "type": "latin_hypercube", "count": 4, "seeds": [7] })"),
         {{155.08504908346026, 4}, {123.79274894173322, 1}, {446.8066621186738, 4}, {300.15883855866366, 1}});
}

TEST(StudyPaths, ReachNumbersByIndexAndName) {
  scenes::Diagnostics errors("");
  const auto scene = [&] { return scenes::json::parse(kSpringScene, errors); };
  for (const std::string path :
       {"springs[coil].stiffness", "springs[0].stiffness", "gravity[2]", "bodies[ball].position[2]",
        "bodies[ball].drag_area", "springs[coil].from.position[0]"}) {
    auto root = scene();
    EXPECT_TRUE(tools::set_number(root, path, 77.5)) << path;
    EXPECT_NE(scenes::json::write(root).find("77.5"), std::string::npos) << path;
  }
  for (const std::string path : {"",
                                 ".",
                                 "[0]",
                                 "bodies[",
                                 "bodies[]",
                                 "bodies[0",
                                 "bodies[0]mass",
                                 "bodies[0].",
                                 "bodies..mass",
                                 "bodies[7].mass",
                                 "bodies.[ball].mass",
                                 "bodies[none].mass",
                                 "bodies",
                                 "name",
                                 "gravity[3]",
                                 "gravity.x",
                                 "none[0].x",
                                 "bodies.[0]",
                                 "bodies[0]..x",
                                 "a]b"}) {
    auto root = scene();
    const auto set = tools::set_number(root, path, 1);
    EXPECT_FALSE(set) << path;
    if (!set) {
      EXPECT_NE(set.error().text.find("allowed: "), std::string::npos) << set.error().text;
    }
  }
}

class Study : public CommandLine {
 protected:
  Study() { write("scene.json", kSpringScene); }
};

TEST_F(Study, GivesTheClosedFormOfASpring) {
  write("study.json", spring_study(std::string(kStiffness) + ", " + kMass, R"({ "type": "grid" })"));
  EXPECT_EQ(run("check study.json").code, 0);
  const Ran ran = run("study study.json --results done --jobs 2");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(ran.out.find("springs: 6 variants of scene.json; table and plots in done\n"), 0u) << ran.out;
  const Rows table = rows_of(read("done/table.csv"));
  ASSERT_EQ(table.size(), 7u);
  EXPECT_EQ(table[0], (std::vector<std::string>{"variant", "status", "error", "stiffness", "mass", "fastest",
                                                "end", "outcome", "time", "score", "hash"}));
  for (std::size_t i = 1; i < table.size(); ++i) {
    const double stiffness = std::stod(table[i][3]), mass = std::stod(table[i][4]);
    // Let go 0.5 m from rest; looked at at the ends of 50 frames. The solver's phase is off by some
    // hundredths of a radian at the end.
    const double rate = std::sqrt(stiffness / mass);
    double fastest = 0;
    for (int k = 1; k <= 50; ++k)
      fastest = std::max(fastest, 0.5 * rate * std::fabs(std::sin(rate * 0.04 * k)));
    EXPECT_NEAR(std::stod(table[i][5]) / fastest, 1, 0.03) << i;
  }
  for (const std::string plot : {"done/plots/01_fastest.svg", "done/plots/02_end.svg"}) {
    const std::string svg = read(plot);
    EXPECT_EQ(svg.find("<svg xmlns="), 0u);
    EXPECT_EQ(tests::occurrences(svg, "<circle"), 12u) << "six variants over two parameters";
  }
}

TEST_F(Study, WithoutPathsGivesTheParametersOfTheScene) {
  std::string scene = kSpringScene;
  const std::string fixed = R"("stiffness": 200)";
  scene.replace(scene.find(fixed), fixed.size(), R"("stiffness": "=10 * tens")");
  write("scene.json", scene.insert(1, R"( "parameters": { "tens": 20 },)"));
  const std::string tens = R"({ "name": "tens", "type": "list", "values": [5, 25, 45] })";
  write("study.json", spring_study(tens, R"({ "type": "grid" })"));
  const Ran ran = run("study study.json --results named");
  ASSERT_EQ(ran.code, 0) << ran.error;

  write("scene.json", kSpringScene);
  write("study.json", spring_study(kStiffness, R"({ "type": "grid" })"));
  EXPECT_EQ(run("study study.json --results placed").code, 0);
  const Rows named = rows_of(read("named/table.csv"));
  const Rows placed = rows_of(read("placed/table.csv"));
  ASSERT_EQ(named.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_EQ(named[i].back(), placed[i].back()) << "hash of the last state";

  write("study.json",
        spring_study(R"({ "name": "ten", "type": "list", "values": [5] })", R"({ "type": "grid" })"));
  const Ran unknown = run("study study.json --results unknown");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.error.find("no parameter is called \"ten\""), std::string::npos) << unknown.error;
}

TEST_F(Study, GoesOnWhereItEndedAndKeepsWhatItHas) {
  write("study.json", spring_study(kStiffness, R"({ "type": "latin_hypercube", "count": 12 })"));
  EXPECT_EQ(run("study study.json --results done --part 1/3").code, 0);
  EXPECT_EQ(run("study study.json --results done --lookup --missing missing.txt").code, 3);
  EXPECT_EQ(read("missing.txt"), "2\n3\n5\n6\n8\n9\n11\n12\n");
  EXPECT_EQ(run("study study.json --results done --jobs 3").code, 0);
  EXPECT_EQ(run("study study.json --results whole --jobs 1").code, 0);
  EXPECT_EQ(read("done/table.csv"), read("whole/table.csv"));
  EXPECT_EQ(read("done/plots/01_fastest.svg"), read("whole/plots/01_fastest.svg"));
}

TEST_F(Study, NamesTheVariantsThatCannotBe) {
  write(
      "study.json",
      spring_study(R"({ "name": "m", "type": "list", "values": [1, -1, 2], "paths": ["bodies[ball].mass"] })",
                   R"({ "type": "grid" })"));
  const Ran ran = run("study study.json --results done");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.error.find("1 of 3 not good:\n2: "), 0u) << ran.error;
  EXPECT_NE(ran.error.find("bodies[0].mass"), std::string::npos) << ran.error;
  EXPECT_EQ(rows_of(read("done/table.csv")).size(), 4u);
}

TEST_F(Study, WarnsOfVariantsWhoseMotionDiverged) {
  std::string scene = kSpringScene;
  scene.insert(1, R"( "effects": [ { "at": 0.2, "effect": "ball force z=3e7 duration=0.1" } ],)");
  write("scene.json", scene);
  write(
      "study.json",
      spring_study(R"({ "name": "mass", "type": "list", "values": [1000, 1], "paths": ["bodies[0].mass"] })",
                   R"({ "type": "grid" })"));
  const Ran ran = run("study study.json --results done");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.error.find("variant 2: warning: by 0.24 s the motion had diverged"), 0u) << ran.error;
  EXPECT_EQ(tests::occurrences(ran.error, "diverged"), 1u) << ran.error;
}

TEST_F(Study, ReadsWhatItsQuantitiesNameFromItsFolder) {
  ASSERT_EQ(run("simulate scene.json --duration 0.4 --record good.mcap --output t.csv").code, 0);
  write("study.json", spring_study(kStiffness, R"({ "type": "grid" })", R"(, "quantities": [
    { "name": "off", "type": "line_distance", "body": "ball", "recording": "good.mcap" } ])"));
  const Ran ran = run("check study.json");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.error.find("good.mcap: in this recording \"ball\" does not move"), std::string::npos)
      << ran.error << "it goes up and down";
}

TEST_F(Study, SaysWhatIsWrongBeforeItBegins) {
  const auto says = [&](const std::string& study, const std::string& what) {
    write("bad.json", study);
    for (const std::string command : {"check bad.json", "study bad.json --results done"}) {
      const Ran ran = run(command);
      EXPECT_EQ(ran.code, 1) << command << "\n" << study;
      EXPECT_NE(ran.error.find("bad.json"), std::string::npos) << ran.error;
      EXPECT_NE(ran.error.find(what), std::string::npos) << ran.error;
    }
  };
  const std::string grid = R"({ "type": "grid" })";
  says(spring_study(R"({ "name": "m", "type": "range", "from": 2, "to": 1, "paths": ["bodies[ball].mass"] })",
                    grid),
       "bad.json:2: parameters[0].to: is not above `from`");
  says(spring_study(R"({ "name": "m", "type": "list", "values": [], "paths": ["bodies[ball].mass"] })", grid),
       "parameters[0].values");
  says(spring_study(R"({ "name": "m", "type": "list", "values": [1], "paths": ["bodies[rod].mass"] })", grid),
       "bad.json:2: parameters[0].paths[0]: \"bodies[rod].mass\": the scene has no \"rod\" there");
  says(spring_study(
           kMass + std::string(", ") +
               R"({ "name": "m", "type": "list", "values": [-1], "paths": ["bodies[ball].drag_area"] })",
           grid),
       "bad.json:2: parameters: ./scene.json:2: bodies[0].drag_area");
  says(spring_study(R"({ "name": "end", "type": "list", "values": [1], "paths": ["bodies[ball].mass"] })",
                    grid),
       "\"end\" is a column already");
  says(spring_study(R"({ "name": "hash", "type": "list", "values": [1], "paths": ["bodies[ball].mass"] })",
                    grid),
       "\"hash\" is a column already");
  says(spring_study(kMass, R"({ "type": "random" })"), "sampling: the field \"count\" is missing");
  says(spring_study(kMass, R"({ "type": "grid", "count": 4 })"), "count");
  says(spring_study(kMass, R"({ "type": "random", "count": 2, "seeds": [4, 7, 4] })"),
       "sampling.seeds[2]: 4 is given twice; allowed: each seed once");
  says(spring_study(kMass, R"({ "type": "random", "count": 1000000, "seeds": [1, 2] })"),
       "too many variants");
  says(spring_study(kMass, grid, R"(,
    "controls": "none.csv")"),
       "bad.json:5: controls: ");
  says(spring_study(
           kMass, grid,
           R"(, "quantities": [ { "name": "q", "type": "sum", "terms": [ { "quantity": "ball.none" } ] } ])"),
       "quantities[0]");
  says(spring_study(kMass, grid, R"(, "wings": 2)"), "wings");
  says(spring_study(kMass, grid, R"(,
    "quantities": [
      { "name": "q", "type": "sum", "terms": [ { "quantity": "ball.none" } ] } ])"),
       "bad.json:6: quantities[0]");
  write("study.json", spring_study(kMass, grid));
  EXPECT_EQ(run("study study.json").code, 2);
  fs::remove(folder_ / "scene.json");
  EXPECT_EQ(run("check study.json").error.find("study.json:1: scene: ./scene.json"), 0u);
}

TEST(StudySampling, AMillionVariantsAreTakenAndOneMoreIsNot) {
  const auto said = [](const std::string& parameters, const std::string& sampling) {
    const auto parsed = tools::parse_study(spring_study(parameters, sampling), "study");
    return parsed ? std::to_string(tools::variant_count(parsed->study)) : parsed.error().text;
  };
  const auto range = [](const std::string& name, int steps) {
    return R"({ "name": ")" + name + R"(", "type": "range", "from": 1, "to": 2, "steps": )" +
           std::to_string(steps) + R"(, "paths": ["bodies[0].mass"] })";
  };
  const std::string too_many = "study:2: sampling: gives too many variants; allowed: at most 1000000";
  const std::string grid = R"({ "type": "grid" })";
  EXPECT_EQ(said(range("a", 1000) + ", " + range("b", 1000), grid), "1000000");
  EXPECT_EQ(said(range("a", 1000) + ", " + range("b", 1001), grid), too_many);
  EXPECT_EQ(said(range("a", 10000) + ", " + range("b", 10000) + ", " + range("c", 10000), grid), too_many);
  EXPECT_EQ(said(std::string(kMass) + ", " + range("a", 7), grid), "14");
  EXPECT_EQ(said(range("a", 2), R"({ "type": "random", "count": 500000, "seeds": [1, 2] })"), "1000000");
  EXPECT_EQ(said(range("a", 2), R"({ "type": "random", "count": 500001, "seeds": [1, 2] })"), too_many);
  EXPECT_EQ(said(range("a", 2), R"({ "type": "latin_hypercube", "count": 3 })"), "3");
}

TEST(StudySampling, AGridHasBothEndsOfItsRangesExactly) {
  const auto all = variants(
      R"({ "name": "a", "type": "range", "from": 0.1, "to": 0.7, "steps": 4, "paths": ["bodies[0].mass"] })",
      R"({ "type": "grid" })");
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0][0], 0.1);
  EXPECT_NEAR(all[1][0], 0.3, 1e-15);
  EXPECT_NEAR(all[2][0], 0.5, 1e-15);
  EXPECT_EQ(all[3][0], 0.7);
}

// What is kept of a variant is taken for another one with the same key.
TEST_F(Study, AVariantsKeyIsOfAllThatItsResultIsMadeOfAndOfNothingElse) {
  std::string scene = kSpringScene;
  scene.insert(scene.rfind('}'), R"(, "controls": [ { "name": "u" } ])");
  const std::string grid = R"({ "type": "grid" })";
  write("scene.json", scene);
  write("one.csv", "0,u,0.5\n");
  const auto key_of = [&](const std::string& study, std::size_t variant = 0) {
    write("study.json", study);
    const auto loaded = tools::load_study_file(folder_ / "study.json");
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().text);
    tools::ContentKey key;
    EXPECT_TRUE(tools::StudyWork(*loaded).add_content(variant, key));
    return key.text();
  };
  const auto replaced = [](std::string text, const std::string& piece, const std::string& by) {
    EXPECT_NE(text.find(piece), std::string::npos) << piece;
    return text.replace(text.find(piece), piece.size(), by);
  };
  const std::string plain = spring_study(kMass, grid);
  const std::string with_controls = spring_study(kMass, grid, R"(, "controls": "one.csv")");
  const std::string base = key_of(plain);
  EXPECT_EQ(base.size(), 32u);
  EXPECT_EQ(key_of(replaced(plain, "springs", "other name")), base) << "what it is called";
  EXPECT_EQ(key_of(replaced(plain, "[1, 4]", "[1, 4, 9]")), base) << "which other variants there are";
  std::set<std::string> keys{base,
                             key_of(plain, 1),
                             key_of(replaced(plain, R"("duration": 2)", R"("duration": 3)")),
                             key_of(replaced(plain, R"("duration": 2)", R"("duration": 2, "substep_ms": 5)")),
                             key_of(replaced(plain, R"("unit": "m/s")", R"("unit": "km/h")")),
                             key_of(replaced(plain, R"("name": "mass")", R"("name": "weight")")),
                             key_of(with_controls)};
  EXPECT_EQ(keys.size(), 7u);
  write("one.csv", "0,u,0.25\n");
  EXPECT_TRUE(keys.insert(key_of(with_controls)).second) << "the controls file";
  write("scene.json", replaced(scene, R"("stiffness": 200)", R"("stiffness": 201)"));
  EXPECT_TRUE(keys.insert(key_of(plain)).second) << "the scene";
  write("scene.json", replaced(scene, R"("stiffness": 200)", R"("stiffness":   200.0)"));
  EXPECT_EQ(key_of(plain), base) << "how the scene is written";
}

TEST_F(Study, FiguresAreThoseOfTheRowsThatWereShownAndNoneWhereAVariantHasNone) {
  write("study.json", spring_study(std::string(kStiffness) + ", " + kMass, R"({ "type": "grid" })"));
  const auto loaded = tools::load_study_file(folder_ / "study.json");
  ASSERT_TRUE(loaded) << loaded.error().text;
  tools::StudyWork work(*loaded);
  EXPECT_EQ(work.column(), "variant");
  EXPECT_EQ(work.variant_names(), (std::vector<std::string>{"1", "2", "3", "4", "5", "6"}));
  EXPECT_EQ(work.figures().parameters, (std::vector<std::string>{"stiffness", "mass"}));
  EXPECT_EQ(work.figures().criteria, (std::vector<std::string>{"fastest", "end"}));
  EXPECT_EQ(work.figures().units, (std::vector<std::string>{"m/s", ""}));
  const tools::Outcome third = work.compute(3);
  ASSERT_EQ(third.rows.size(), 1u);
  std::string columns;
  for (const tools::Cell& cell : third.rows[0].cells) columns += cell.column + (cell.is_text ? "! " : " ");
  EXPECT_EQ(columns, "stiffness mass fastest end outcome! time score hash! ");
  EXPECT_EQ(third.rows[0].cells[0].value, "250");
  EXPECT_EQ(third.rows[0].cells[1].value, "4");
  EXPECT_EQ(third.rows[0].cells[4].value, "running");
  EXPECT_EQ(third.rows[0].cells[5].value, "2");
  EXPECT_EQ(third.rows[0].cells[7].value.size(), 16u);
  work.on_outcome(3, third);
  work.on_outcome(0, tools::Outcome{});
  const auto& values = work.figures().values;
  ASSERT_EQ(values.size(), 4u);
  EXPECT_EQ(values[0], (std::vector<double>{250, 50}));
  EXPECT_EQ(values[1], (std::vector<double>{4, 1}));
  EXPECT_EQ(values[2][0], std::stod(third.rows[0].cells[2].value));
  EXPECT_EQ(values[3][0], std::stod(third.rows[0].cells[3].value));
  EXPECT_TRUE(std::isnan(values[2][1]) && std::isnan(values[3][1]));
}

}  // namespace
}  // namespace drawbar
