// A hall file is checked whole, and becomes units whose commands are those of its stations; what is shown of
// a station is what runs there now.
#include "tools/hall/hall.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "tests/support/occurrences.h"
#include "tests/support/paths.h"
#include "tests/support/server_by_hand.h"
#include "tools/hall/hall_text.h"
#include "tools/hall/hall_watch.h"
#include "tools/hall/units.h"

namespace drawbar::tools {
namespace {

std::string scenes() {
  return (tests::source_folder() / "scenes").string();
}

Result<Hall> parse(const std::string& text) {
  return parse_hall(text, "hall.json", tests::source_folder() / "scenes");
}

std::string error_of(const std::string& text) {
  const auto hall = parse(text);
  return hall ? "" : hall.error().text;
}

const std::string kTwo = R"({ "name": "north", "library": "exercises", "cores": [2, 3], "stations": [
  { "name": "one" },
  { "name": "two", "scene": "car_trailer.json", "web_port": 9000, "options": ["--start", "frozen"] },
  { "name": "three", "core": 7, "priority": 60 } ] })";

TEST(HallFile, GivesEveryStationPortsACoreAFolderAndItsCommand) {
  const auto hall = parse(kTwo);
  ASSERT_TRUE(hall) << hall.error().text;
  ASSERT_EQ(hall->stations.size(), 3u);
  EXPECT_EQ(hall->stations[0].port, 4040);
  EXPECT_EQ(hall->stations[2].port, 4042);
  EXPECT_EQ(hall->stations[1].web_port, 9000);
  EXPECT_EQ(hall->stations[2].web_port, 8042);
  EXPECT_EQ(hall->stations[0].core, 2u);
  EXPECT_EQ(hall->stations[1].core, 3u);
  EXPECT_EQ(hall->stations[2].core, 7u);
  EXPECT_EQ(hall->stations[1].records, "/var/lib/drawbar/two/course.sqlite");
  const std::vector<std::string> expected{"/usr/bin/drawbard",
                                          scenes() + "/car_trailer.json",
                                          "--library",
                                          scenes() + "/exercises",
                                          "--station",
                                          "two",
                                          "--bind",
                                          "127.0.0.1",
                                          "--port",
                                          "4041",
                                          "--web-port",
                                          "9000",
                                          "--cpu",
                                          "3",
                                          "--priority",
                                          "50",
                                          "--records",
                                          "/var/lib/drawbar/two/course.sqlite",
                                          "--record",
                                          "/var/lib/drawbar/two",
                                          "--start",
                                          "frozen"};
  EXPECT_EQ(hall->stations[1].command, expected);
}

TEST(HallFile, EveryMistakeIsSaidWithItsPlaceAndWhatIsAllowed) {
  const auto with = [](const std::string& stations, const std::string& more = "") {
    return R"({ "name": "north", "library": "exercises", )" + more + R"("stations": [ )" + stations + " ] }";
  };
  const auto says = [](const std::string& text, const std::string& part) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(part), std::string::npos) << "wanted: " << part << "\nfound: " << error;
  };
  says(with(""), "stations: is empty; allowed: one station or more");
  says(with(R"({ "name": "a/b" })"), R"(stations[0].name: "a/b"; allowed: 1 to 48 letters)");
  says(with(R"({ "name": "a" }, { "name": "a" })"), R"(stations[1].name: "a" is that of stations[0])");
  says(with(R"({ "name": "a" }, { "name": "b", "port": 4040 })"),
       "stations[1].port: is 4040, as stations[0].port is; allowed: each port once");
  says(with(R"({ "name": "a", "web_port": 4040 })"), "stations[0].web_port: is 4040, as stations[0].port is");
  says(with(R"({ "name": "a" }, { "name": "b" })", R"("first_port": 65535, )"),
       "stations[1].port: is 65536; allowed: up to 65535");
  says(with(R"({ "name": "a", "port": 70000 })"), "stations[0].port");
  says(with(R"({ "name": "a", "scene": "gone.json" })"), R"(stations[0].scene: "gone.json": there is no )");
  says(with(R"({ "name": "a", "options": ["--port=1"] })"),
       "stations[0].options[0]: --port is given by the hall");
  says(with(R"({ "name": "a", "colour": 1 })"), "colour");
  says(with(R"({ "name": "a" })", R"("address": "0.0.0.0", )"),
       R"(address: "0.0.0.0" is heard by others; allowed: with `tokens`)");
  says(with(R"({ "name": "a" })", R"("folder": "/srv/hall", )"),
       "folder: belongs to somebody; allowed: with `user`");
  says(R"({ "name": "north", "stations": [ { "name": "a" } ] })",
       "stations[0]: serves nothing; allowed: with `scene` or `library`");
  says(with(R"({ "name": "a" })", R"("cores": [1023, 1024], )"), "cores[1]: is 1024; allowed: 0 to 1023");
  says("{", "hall.json:1");
}

TEST(HallUnits, HaveTheStationsCommandCoreAndFolderAndWhatEveryDaemonHas) {
  const auto hall = parse(kTwo);
  ASSERT_TRUE(hall) << hall.error().text;
  const auto units = hall_units(*hall);
  ASSERT_EQ(units.size(), 4u);
  EXPECT_EQ(units[1].first, "drawbar-two.service");
  const std::string& two = units[1].second;
  for (const char* line :
       {"\nCPUAffinity=3\n", "\nDynamicUser=yes\n", "\nStateDirectory=drawbar/two\n",
        "\nWorkingDirectory=/var/lib/drawbar/two\n", "\nRestart=on-failure\n", "\nWatchdogSec=3\n",
        "\nNoNewPrivileges=yes\n", "\nWantedBy=drawbar-hall.target\n", " --port 4041 "})
    EXPECT_NE(two.find(line), std::string::npos) << line << "in\n" << two;
  const auto lines = [&two](const std::string& key) { return tests::occurrences(two, "\n" + key); };
  EXPECT_EQ(lines("ExecStart="), 1u);
  EXPECT_EQ(lines("StateDirectory="), 1u);
  EXPECT_EQ(lines("User="), 0u);
  EXPECT_EQ(units[3].first, "drawbar-hall.target");
  EXPECT_NE(units[3].second.find("Wants=drawbar-one.service drawbar-two.service drawbar-three.service\n"),
            std::string::npos);
}

// Of several the last counts, within nothing and a day.
TEST(HallUnits, LetAStationDrainAsLongAsItsOptionsSay) {
  for (const auto& [options, line] :
       {std::pair{R"("--drain", "600")", "\nTimeoutStopSec=605\n"},
        std::pair{R"("--drain=1.5")", "\nTimeoutStopSec=7\n"},
        std::pair{R"("--foxglove")", "\nTimeoutStopSec=5\n"},
        std::pair{R"("--drain", "600", "--drain=2")", "\nTimeoutStopSec=7\n"},
        std::pair{R"("--drain=600", "--drain", "2.01")", "\nTimeoutStopSec=8\n"},
        std::pair{R"("--drain", "86401")", "\nTimeoutStopSec=86405\n"},
        std::pair{R"("--drain=-5")", "\nTimeoutStopSec=5\n"},
        std::pair{R"("--drainage=9")", "\nTimeoutStopSec=5\n"},
        std::pair{R"("--start", "--drain")", "\nTimeoutStopSec=5\n"}}) {
    const auto hall = parse(std::string(R"({ "name": "north", "stations": [
      { "name": "a", "scene": "car_trailer.json", "options": [)") +
                            options + "] } ] }");
    ASSERT_TRUE(hall) << hall.error().text;
    const std::string unit = hall_units(*hall)[0].second;
    EXPECT_NE(unit.find(line), std::string::npos) << line << unit;
  }
}

TEST(HallUnits, WordsThatSystemdWouldReadOtherwiseAreQuoted) {
  const auto hall = parse(R"({ "name": "north", "stations": [
    { "name": "a", "scene": "car_trailer.json", "options": ["--trainee", "50 % \"$x\""] } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  const std::string unit = hall_units(*hall)[0].second;
  EXPECT_NE(unit.find(R"(--trainee "50 %% \"$$x\"")"), std::string::npos) << unit;
}

TEST(HallUnits, GiveTheTokensToAUserThatCannotReadThemWhereTheyLie) {
  const auto hall = parse(R"({ "name": "north", "address": "0.0.0.0", "tokens": "README.md", "stations": [
    { "name": "a", "scene": "car_trailer.json" } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  const std::string unit = hall_units(*hall)[0].second;
  EXPECT_NE(unit.find("\nLoadCredential=tokens:" + scenes() + "/README.md\n"), std::string::npos) << unit;
  EXPECT_NE(unit.find(" --token-file %d/tokens "), std::string::npos) << unit;
}

TEST(HallJson, TellsOfAStationByEachOfItsFigures) {
  const auto hall = parse(R"({ "name": "north", "stations": [ { "name": "one", "scene": "car_trailer.json",
    "port": 4040, "web_port": 8080 } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  StationView view;
  view.reached = true;
  view.scene = "yard";
  view.exercise = "climb";
  view.trainee = "anna";
  view.score = StationScore{2, 71.5, false, exercise::Outcome::running};
  view.people = {{1, "anna"}, {2, "boss"}};
  view.drivers = {"anna"};
  view.time = 12.5;
  view.frozen = true;
  view.compute = 0.0025;
  view.period = 0.04;
  view.misses = 3;
  const std::string json = hall_json(*hall, {&view, 1});
  EXPECT_EQ(json.find(R"({"hall":"north","stations":[{"name":"one","port":4040,"web_port":8080,"host":)"), 0u)
      << json;
  for (
      const char* part :
      {R"("records":true,"tls":false,"reached":true,"why_not":"","scene":"yard","exercise":"climb","trainee":"anna",)",
       R"("score":{"attempt":2,"points":71.5,"passed":false,"ended":false,"outcome":"running",)",
       R"("people":["anna","boss"],"drivers":["anna"],"time":12.5,"frozen":true,"replay":false,)",
       R"("compute_ms":2.5,"period_ms":40,"late_frames":3}]})"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
}

/// `exercise`: empty: the scene alone.
stream::SceneT scene_with(const std::string& exercise) {
  stream::SceneT scene;
  scene.name = "yard";
  if (exercise.empty()) return scene;
  scene.exercise = std::make_unique<stream::ExerciseInfoT>();
  scene.exercise->name = exercise;
  scene.exercise->trainee = "anna";
  return scene;
}

/// A hall of one station, which says what the test wants.
class HallWatched : public testing::Test {
 protected:
  /// What it shows as soon as this is there; the test fails where it never is.
  std::string shown_with(const std::string& part) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::string text;
    do {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      text = hall_json(hall_, watch_.views());
    } while (text.find(part) == std::string::npos && std::chrono::steady_clock::now() < end);
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
    return text;
  }

  tests::ServerByHand station_;
  Hall hall_ = parse(R"({ "name": "north", "stations": [
    { "name": "one", "scene": "car_trailer.json", "port": )" +
                     std::to_string(station_.port()) + " } ] }")
                   .value();
  HallWatch watch_{hall_, ""};
};

TEST_F(HallWatched, AScoreIsOfTheExerciseThatRunsAndGoesWithIt) {
  stream::WelcomeT welcome = tests::whole_welcome();
  welcome.scene = std::make_unique<stream::SceneT>(scene_with("climb"));
  station_.say(std::move(welcome));
  for (const std::string next : {"descend", ""}) {
    stream::ScoreT score;
    score.attempt = 2;
    score.score = 71.5;
    station_.say(std::move(score));
    const std::string scored = shown_with(R"("points":71.5)");
    EXPECT_NE(scored.find(R"("trainee":"anna","score":{"attempt":2,"points":71.5,)"), std::string::npos)
        << scored;
    station_.say(scene_with(next));
    const std::string begun = shown_with(R"("exercise":")" + next + R"(",)");
    EXPECT_NE(begun.find(R"("score":null)"), std::string::npos) << begun;
  }
}

TEST(HallFile, WhatAStationSaysGoesBeforeWhatTheHallSays) {
  const auto hall = parse(
      R"({ "name": "north", "library": "exercises", "first_port": 5000, "first_web_port": 6000, "cores": [4, 5],
    "priority": 40, "record": false, "keep_days": 1.5, "program": "bin/../drawbard", "folder": "/srv/hall", "user": "op",
    "address": "localhost", "stations": [ { "name": "a" },
    { "name": "b", "port": 7000, "library": "course", "priority": 41 }, { "name": "c", "web_port": 7001, "core": 9 } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  const auto option = [&](std::size_t station, const std::string& name) -> std::string {
    const std::vector<std::string>& words = hall->stations[station].command;
    const auto at = std::ranges::find(words, name);
    return at == words.end() || at + 1 == words.end() ? "" : at[1];
  };
  EXPECT_EQ(hall->user, "op");
  EXPECT_EQ(hall->stations[0].command[0], scenes() + "/drawbard");
  const char* expected[3][5] = {{"5000", "6000", "4", "40", "exercises"},
                                {"7000", "6001", "5", "41", "course"},
                                {"5002", "7001", "9", "40", "exercises"}};
  for (std::size_t k = 0; k < 3; ++k) {
    SCOPED_TRACE(k);
    EXPECT_EQ(option(k, "--port"), expected[k][0]);
    EXPECT_EQ(option(k, "--web-port"), expected[k][1]);
    EXPECT_EQ(option(k, "--cpu"), expected[k][2]);
    EXPECT_EQ(option(k, "--priority"), expected[k][3]);
    EXPECT_EQ(option(k, "--library"), scenes() + "/" + expected[k][4]);
    EXPECT_EQ(option(k, "--bind"), "localhost");
    EXPECT_EQ(option(k, "--record"), "") << "the hall records nothing";
    EXPECT_EQ(option(k, "--keep-days"), "1.5");
    EXPECT_EQ(option(k, "--keep-gib"), "");
    EXPECT_EQ(option(k, "--token-file"), "");
    EXPECT_EQ(hall->stations[k].folder,
              "/srv/hall/" + std::string(1, static_cast<char>('a' + static_cast<int>(k))));
  }
}

TEST(HallFile, ALimitOfRecordingsNeedsRecordings) {
  const std::string rest = R"("library": "exercises", "keep_gib": 20, "stations": [ { "name": "a" } ] })";
  EXPECT_EQ(error_of(R"({ "name": "n", "record": false, )" + rest),
            "hall.json:1: keep_gib: is of recordings, and the hall makes none; allowed: with `record`");
  const auto hall = parse(R"({ "name": "n", )" + rest);
  ASSERT_TRUE(hall) << hall.error().text;
  const std::vector<std::string>& words = hall->stations[0].command;
  const auto limit = std::ranges::find(words, "--keep-gib");
  ASSERT_LT(limit, words.end() - 1);
  EXPECT_EQ(limit[1], "20");
}

TEST(HallFile, CoresGoRoundAndWithoutAnyTheKernelChooses) {
  const std::string stations = R"("stations": [ { "name": "a" }, { "name": "b" }, { "name": "c" } ] })";
  const auto two = parse(R"({ "name": "n", "library": "exercises", "cores": [2, 3], )" + stations);
  EXPECT_EQ(two->stations[2].core, 2u);
  const auto none = parse(R"({ "name": "n", "library": "exercises", )" + stations);
  EXPECT_EQ(none->stations[0].core, std::nullopt);
  EXPECT_EQ(std::ranges::count(none->stations[0].command, "--cpu"), 0);
  EXPECT_EQ(hall_units(*none)[0].second.find("CPUAffinity"), std::string::npos);
}

TEST(HallFile, OptionsThatTheHallGivesAreRefusedWhicheverAndHoweverTheyAreWritten) {
  for (const std::string option :
       {"--config", "--port", "--web-port", "--bind", "--library", "--station", "--cpu", "--priority",
        "--record", "--records", "--keep-days", "--keep-gib", "--force", "--token-file", "--check"}) {
    for (const std::string value : {"", "=1"}) {
      EXPECT_EQ(
          error_of(
              R"({ "name": "n", "library": "exercises", "stations": [ { "name": "a", "options": ["--start", ")" +
              option + value + "\"] } ] }"),
          "hall.json:1: stations[0].options[1]: " + option +
              " is given by the hall; allowed: other options of drawbard");
    }
  }
  EXPECT_EQ(
      error_of(
          R"({ "name": "n", "library": "exercises", "stations": [ { "name": "a", "options": ["--portal"] } ] })"),
      "");
}

TEST(HallFile, NamesHaveOneToFortyEightPlainLetters) {
  const auto good = [](const std::string& name) {
    return error_of(R"({ "name": "n", "library": "exercises", "stations": [ { "name": ")" + name + "\" } ] }")
        .empty();
  };
  for (const std::string& name : {std::string("a"), std::string("aZ09-_"), std::string(48, 'x')})
    EXPECT_TRUE(good(name)) << name;
  for (const std::string& name :
       {std::string(""), std::string("a b"), std::string("a.b"), std::string("ü"), std::string(49, 'x')})
    EXPECT_FALSE(good(name)) << name;
}

TEST(HallFile, LoopbackNeedsNoTokensAndEveryOtherAddressDoes) {
  struct Case {
    const char* address;
    bool loopback;
    const char* host;  ///< where it is reached from this machine
  };
  const Case cases[] = {{"127.0.0.1", true, "127.0.0.1"}, {"::1", true, "::1"},
                        {"localhost", true, "localhost"}, {"0.0.0.0", false, "127.0.0.1"},
                        {"::", false, "127.0.0.1"},       {"10.0.0.7", false, "10.0.0.7"}};
  for (const Case& c : cases) {
    const auto with = [&](const char* tokens) {
      return parse(R"({ "name": "n", "library": "exercises", "address": ")" + std::string(c.address) + "\"" +
                   tokens + R"(, "stations": [ { "name": "a" } ] })");
    };
    EXPECT_EQ(with("").has_value(), c.loopback) << c.address;
    const auto hall = with(R"(, "tokens": "README.md")");
    ASSERT_TRUE(hall) << hall.error().text;
    EXPECT_EQ(hall->host(), c.host);
  }
}

TEST(HallText, ShowsWhichStationsRecordAndWhichSpeakTls) {
  const auto hall = parse(R"({ "name": "n", "library": "exercises", "record": false, "stations": [
    { "name": "a", "options": ["--tls-cert", "c.pem", "--tls-key", "k.pem"] }, { "name": "b", "options": ["--tls-cert=c.pem"] },
    { "name": "c", "options": ["--foxglove"] } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  const HallWatch watch(*hall, "");
  const std::string json = hall_json(*hall, watch.views());
  EXPECT_EQ(
      tests::occurrences(json, R"("records":false,"tls":true,"reached":false,"why_not":"it speaks TLS,)"), 2u)
      << json;
  EXPECT_EQ(tests::occurrences(json, R"("records":false,"tls":false,)"), 1u) << json;
  EXPECT_EQ(tests::occurrences(hall_text(*hall, watch.views()), " no       yes  not reached: it speaks TLS"),
            2u);
}

TEST(HallUnits, StationsAreCheckedByTheMachinesCoresAndByTheirOwnProgram) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "hall_check";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "drawbard")
      << "#!/bin/sh\nfor word; do case $word in --prot) echo unknown: $word; exit 2;; esac; "
         "done\ntest \"$word\" = --check\n";
  std::filesystem::permissions(folder / "drawbard", std::filesystem::perms::owner_all);
  const auto found = [&](const std::string& program, const std::string& station) {
    const auto hall = parse(R"({ "name": "n", "library": "exercises", "program": ")" + program +
                            R"(", "stations": [ { "name": "a", )" + station + " } ] }");
    const auto said = check_stations(*hall);
    return said ? *said : "unknown: " + said.error().text;
  };
  const std::string program = (folder / "drawbard").string();
  EXPECT_EQ(found(program, R"("options": ["--start", "it's $HOME"])"), "");
  EXPECT_EQ(found(program, R"("options": ["--prot", "1"])"), "a: unknown: --prot\n");
  EXPECT_EQ(found(program, R"("core": 1000)").find("a: core 1000: this machine has cores 0 to "), 0u);
  const std::string unchecked =
      "/nowhere/drawbard is not here: options, tokens and files of the stations are unchecked";
  EXPECT_EQ(found("/nowhere/drawbard", R"("core": 0)"), "unknown: " + unchecked);
  EXPECT_NE(found("/nowhere/drawbard", R"("core": 1000)").find("\n" + unchecked), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(HallUnits, OfAUserMakeItsFolderBeforeTheyBegin) {
  const auto hall = parse(
      R"({ "name": "n", "library": "exercises", "folder": "/srv/my hall", "user": "op", "stations": [ { "name": "a" } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  const std::string unit = hall_units(*hall)[0].second;
  for (const char* line :
       {"\nExecStartPre=+/usr/bin/install -d -o op \"/srv/my hall/a\"\n", "\nUser=op\n",
        "\nReadWritePaths=-\"/srv/my hall/a\"\n", "\nWorkingDirectory=-\"/srv/my hall/a\"\n"})
    EXPECT_NE(unit.find(line), std::string::npos) << line << unit;
  for (const char* other : {"DynamicUser", "StateDirectory", "LoadCredential"})
    EXPECT_EQ(unit.find(other), std::string::npos) << other;
}

TEST(HallText, TellsOfEachStationWhoWhatAndHowItRuns) {
  const auto hall =
      parse(R"({ "name": "north", "library": "exercises", "stations": [ { "name": "one" } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  StationView view;
  const auto shown = [&] {
    const std::string text = hall_text(*hall, {&view, 1});
    const std::size_t second = text.find('\n', text.find('\n') + 1) + 1;
    return text.substr(second);
  };
  const std::string place = "one             4040    yes      no   ";
  view.why_not = "no\x1b[2J answer";
  EXPECT_EQ(shown(), place + "not reached: no?[2J answer\n");
  view.reached = true;
  view.scene = "yard";
  view.people = {{4, "boss"}, {7, "an\x07na"}};
  view.drivers = {"an\x07na"};
  view.time = 12.34;
  view.compute = 0.00126;
  view.period = 0.04;
  view.misses = 3;
  const std::string frames = " at 12.3 s, 1.3 of 40 ms, 3 late\n";
  const auto line = [&](std::string work, const std::string& state) {
    std::string people = "boss, an?na (drives)";
    people.resize(32, ' ');
    work.resize(48, ' ');
    return place + people + work + state + frames;
  };
  EXPECT_EQ(shown(), line("yard", "runs"));
  view.exercise = "slalom";
  EXPECT_EQ(shown(), line("slalom", "runs"));
  view.trainee = "anna";
  view.frozen = true;
  EXPECT_EQ(shown(), line("slalom, anna", "frozen"));
  view.score = StationScore{2, 71.54, false, exercise::Outcome::running};
  view.replay = true;
  EXPECT_EQ(shown(), line("slalom, anna, attempt 2: 71.5 points", "replay"));
  view.trainee.clear();
  view.exercise = "e";
  view.score = StationScore{2, 100, true, exercise::Outcome::completed};
  EXPECT_EQ(shown(), line("e, attempt 2: 100.0 points, completed, passed", "replay"));
  view.score = StationScore{3, 9.25, false, exercise::Outcome::completed};
  EXPECT_EQ(shown(), line("e, attempt 3: 9.2 points, completed, not passed", "replay"));
  view.people.clear();
  EXPECT_NE(shown().find("nobody  "), std::string::npos);
}

TEST_F(HallWatched, PeopleComeAndGoAndThoseWhoHoldAChannelDrive) {
  stream::WelcomeT welcome = tests::whole_welcome();
  welcome.scene = std::make_unique<stream::SceneT>(scene_with(""));
  for (const auto& [number, name] : {std::pair{4u, "boss"}, std::pair{5u, "hall north"}}) {
    welcome.sessions.push_back(std::make_unique<stream::SessionInfoT>());
    welcome.sessions.back()->session = number;
    welcome.sessions.back()->name = name;
  }
  station_.say(std::move(welcome));
  EXPECT_NE(shown_with(R"("people":["boss"])").find(R"("people":["boss"],"drivers":[])"), std::string::npos)
      << "who shows the hall is nobody";
  const auto event = [&](stream::EventKind kind, std::uint32_t session, const char* name, bool recorded) {
    stream::EventT event;
    event.stamp = std::make_unique<stream::FrameStamp>();
    event.kind = kind;
    event.session = session;
    event.name = name;
    event.recorded = recorded;
    station_.say(std::move(event));
  };
  event(stream::EventKind::Joined, 6, "hall north", false);
  event(stream::EventKind::Joined, 7, "of the recording", true);
  event(stream::EventKind::Left, 4, "boss", true);
  event(stream::EventKind::Joined, 8, "anna", false);
  shown_with(R"("people":["boss","anna"])");
  stream::TelemetryT telemetry;
  telemetry.stamp = std::make_unique<stream::FrameStamp>(1, 2, 3.5, 0, 0, 3);
  telemetry.holders = {0, 8};
  telemetry.compute_ns = 2'500'000;
  telemetry.misses = 9;
  station_.say(telemetry);
  const std::string driven = shown_with(R"("drivers":["anna"])");
  EXPECT_NE(driven.find(R"("time":3.5,"frozen":true,"replay":true,"compute_ms":2.5,)"), std::string::npos)
      << driven;
  EXPECT_NE(driven.find(R"("late_frames":9)"), std::string::npos) << driven;
  event(stream::EventKind::Left, 8, "anna", false);
  shown_with(R"("people":["boss"])");
  telemetry.stamp = std::make_unique<stream::FrameStamp>(1, 2, 4.5, 0, 0, 0);
  station_.say(telemetry);
  EXPECT_NE(shown_with(R"("time":4.5)").find(R"("drivers":[],"time":4.5,"frozen":false,"replay":false)"),
            std::string::npos);
}

TEST(HallUnits, OnlyWordsOfPlainLettersStandWithoutQuotes) {
  const auto hall = parse(R"({ "name": "n", "stations": [ { "name": "a", "scene": "car_trailer.json",
    "options": ["--empty", "", "--back", "a\\b", "--plain", "-_./:=,@+azAZ09", "--blank", "a b", "--semi", "a;b"] } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  const std::string unit = hall_units(*hall)[0].second;
  EXPECT_NE(unit.find(R"( --empty "" --back "a\\b" --plain -_./:=,@+azAZ09 --blank "a b" --semi "a;b")"
                      "\n"),
            std::string::npos)
      << unit;
}

TEST(HallUnits, AStationsCoreIsOneOfThoseThatTheMachineHas) {
  const long cores = sysconf(_SC_NPROCESSORS_CONF);
  const auto found = [&](long core) {
    const auto hall = parse(R"({ "name": "n", "library": "exercises", "program": "/bin/true", "stations": [
      { "name": "a", "core": )" +
                            std::to_string(core) + " } ] }");
    return check_stations(*hall).value();
  };
  EXPECT_EQ(found(cores - 1), "");
  EXPECT_EQ(found(cores), "a: core " + std::to_string(cores) + ": this machine has cores 0 to " +
                              std::to_string(cores - 1) + "\n");
}

TEST(HallUnits, AProgramThatFailsWithoutAWordIsToldToHaveFailed) {
  const auto hall = parse(R"({ "name": "n", "library": "exercises", "program": "/bin/false", "stations": [
    { "name": "a" }, { "name": "b" } ] })");
  EXPECT_EQ(check_stations(*hall).value(), "a: drawbard failed\nb: drawbard failed\n");
}

TEST(HallUnits, AreWrittenEachUnderItsNameIntoAFolderThatIsMade) {
  const auto hall = parse(kTwo);
  const auto folder = std::filesystem::path(testing::TempDir()) / "hall_units" / "inner";
  std::filesystem::remove_all(folder.parent_path());
  const auto files = write_units(*hall, folder);
  ASSERT_TRUE(files) << files.error().text;
  const auto units = hall_units(*hall);
  ASSERT_EQ(files->size(), units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    EXPECT_EQ(files->at(i), folder / units[i].first);
    std::ifstream in(files->at(i));
    EXPECT_EQ((std::string{std::istreambuf_iterator<char>(in), {}}), units[i].second);
  }
  const auto in_a_file = write_units(*hall, files->at(0) / "below");
  ASSERT_FALSE(in_a_file);
  EXPECT_EQ(in_a_file.error().kind, ErrorKind::environment);
  EXPECT_EQ(in_a_file.error().text.find((files->at(0) / "below").string() + ": "), 0u)
      << in_a_file.error().text;
  std::filesystem::remove_all(folder.parent_path());
}

TEST(HallFile, WhatIsNotThereIsToldAtTheHallOrAtTheStationThatNamesIt) {
  const std::string missing = ": there is no " + scenes() + "/gone";
  EXPECT_EQ(error_of(R"({ "name": "n", "library": "gone", "stations": [ { "name": "a" } ] })"),
            R"(hall.json:1: library: "gone")" + missing);
  EXPECT_EQ(error_of(R"({ "name": "n", "stations": [ { "name": "a", "library": "gone" } ] })"),
            R"(hall.json:1: stations[0].library: "gone")" + missing);
  EXPECT_EQ(
      error_of(
          R"({ "name": "n", "tokens": "gone", "stations": [ { "name": "a", "library": "exercises" } ] })"),
      R"(hall.json:1: tokens: "gone")" + missing);
  EXPECT_EQ(
      error_of(
          R"({ "name": "n", "library": "exercises", "cores": [1023], "stations": [ { "name": "a" } ] })"),
      "");
}

TEST(HallFile, AFolderOfItsOwnCountsFromTheFileAndTheUsualOneNeedsNoUser) {
  const auto folder_of = [](const std::string& more) {
    return parse(R"({ "name": "n", "library": "exercises", )" + more +
                 R"( "stations": [ { "name": "a" } ] })")
        .value();
  };
  EXPECT_EQ(folder_of("").folder, "/var/lib/drawbar");
  EXPECT_EQ(folder_of(R"("folder": "/var/lib/drawbar", )").stations[0].folder, "/var/lib/drawbar/a");
  EXPECT_EQ(folder_of(R"("folder": "x/../stations", "user": "op", )").stations[0].records,
            scenes() + "/stations/a/course.sqlite");
}

TEST(HallFile, IsReadFromItsOwnFolderAndToldByItsPath) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "hall_file";
  std::filesystem::create_directories(folder / "shelf");
  const std::filesystem::path file = folder / "north.json";
  std::ofstream(file)
      << R"({ "$schema": "x", "name": "north", "library": "shelf", "stations": [ { "name": "a" } ] })";
  const auto hall = load_hall_file(file);
  ASSERT_TRUE(hall) << hall.error().text;
  EXPECT_EQ(hall->name, "north");
  EXPECT_EQ(hall->stations[0].command.at(2), (folder / "shelf").string());
  std::ofstream(file) << "{ \"stations\": [ { \"name\": \"a\" } ],\n\"name\": 7 }";
  const auto wrong = load_hall_file(file);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text, file.string() + ":2: name: found 7; allowed: a string in double quotes");
  std::ofstream(file) << std::string(kMostHallFileBytes + 1, ' ');
  const auto large = load_hall_file(file);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().text.find(file.string() + ": "), 0u) << large.error().text;
  EXPECT_FALSE(load_hall_file(folder / "gone.json"));
  std::filesystem::remove_all(folder);
}

TEST(HallJson, TellsOfAnEndedAttemptAndOfAStationThatIsNotReached) {
  const auto hall = parse(
      R"({ "name": "no\"rth", "address": "0.0.0.0", "tokens": "README.md", "record": false, "stations": [
    { "name": "one", "scene": "car_trailer.json" }, { "name": "two", "scene": "car_trailer.json" } ] })");
  ASSERT_TRUE(hall) << hall.error().text;
  std::vector<StationView> views(2);
  views[0].reached = true;
  views[0].score = StationScore{3, 9.25, true, exercise::Outcome::completed};
  views[0].replay = true;
  views[1].why_not = "no \"answer\"";
  EXPECT_EQ(
      hall_json(*hall, views),
      R"({"hall":"no\"rth","stations":[{"name":"one","port":4040,"web_port":8040,"host":"127.0.0.1","records":false,"tls":false,)"
      R"("reached":true,"why_not":"","scene":"","exercise":"","trainee":"","score":{"attempt":3,"points":9.25,"passed":true,)"
      R"("ended":true,"outcome":"completed","how":{"en":"completed","ru":"выполнено"}},"people":[],"drivers":[],"time":0,)"
      R"("frozen":false,"replay":true,"compute_ms":0,"period_ms":0,"late_frames":0},)"
      R"({"name":"two","port":4041,"web_port":8041,"host":"127.0.0.1","records":false,"tls":false,"reached":false,)"
      R"("why_not":"no \"answer\"","scene":"","exercise":"","trainee":"","score":null,"people":[],"drivers":[],"time":0,)"
      R"("frozen":false,"replay":false,"compute_ms":0,"period_ms":0,"late_frames":0}]})");
}

TEST_F(HallWatched, WhatIsSaidAtTheWelcomeIsShownBeforeAnyFrameComes) {
  stream::WelcomeT welcome = tests::whole_welcome();
  welcome.scene = std::make_unique<stream::SceneT>(scene_with("climb"));
  welcome.scene->period_ns = 25'000'000;
  welcome.stamp = std::make_unique<stream::FrameStamp>(1, 2, 7.5, 0, 0, 2);
  station_.say(std::move(welcome));
  const std::string shown = shown_with(R"("reached":true)");
  for (const char* part :
       {R"("why_not":"","scene":"yard","exercise":"climb","trainee":"anna","score":null,)",
        R"("time":7.5,"frozen":false,"replay":true,"compute_ms":0,"period_ms":25,"late_frames":0)"})
    EXPECT_NE(shown.find(part), std::string::npos) << part << "\n" << shown;
  stream::ScoreT score;
  score.attempt = 4;
  score.score = 12.5;
  score.passed = true;
  score.outcome = static_cast<std::uint8_t>(exercise::Outcome::out_of_time);
  station_.say(std::move(score));
  shown_with(R"("score":{"attempt":4,"points":12.5,"passed":true,"ended":true,"outcome":"out_of_time",)");
  stream::SceneT next = scene_with("");
  next.name = "field";
  next.period_ns = 20'000'000;
  station_.say(std::move(next));
  const std::string begun = shown_with(R"("scene":"field")");
  EXPECT_NE(begun.find(R"("scene":"field","exercise":"","trainee":"","score":null,)"), std::string::npos)
      << begun;
  EXPECT_NE(begun.find(R"("period_ms":20,)"), std::string::npos) << begun;
}

TEST_F(HallWatched, AStationThatGoesAwayIsToldAndFoundAgain) {
  stream::WelcomeT first = tests::whole_welcome();
  first.scene = std::make_unique<stream::SceneT>(scene_with("climb"));
  first.stamp = std::make_unique<stream::FrameStamp>(1, 2, 7.5, 0, 0, 1);
  station_.say(std::move(first));
  shown_with(R"("exercise":"climb")");
  station_.hang_up();
  const std::string gone = shown_with(R"("reached":false)");
  EXPECT_NE(gone.find(R"("why_not":"127.0.0.1:)" + std::to_string(station_.port()) +
                      R"(: the server closed the connection","scene":"","exercise":"","trainee":"",)"),
            std::string::npos)
      << gone;
  EXPECT_NE(gone.find(R"("time":0,"frozen":false,)"), std::string::npos) << gone;
  stream::WelcomeT second = tests::whole_welcome();
  second.scene = std::make_unique<stream::SceneT>(scene_with("descend"));
  station_.say(std::move(second));
  EXPECT_NE(shown_with(R"("exercise":"descend")").find(R"("reached":true,"why_not":"",)"), std::string::npos);
}

}  // namespace
}  // namespace drawbar::tools
