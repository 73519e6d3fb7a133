// A hall file is checked whole, and becomes units whose commands are those of its stations; what is shown of
// a station is what runs there now.
#include "tools/hall/hall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

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
  const auto lines = [&two](const std::string& key) {
    std::size_t count = 0;
    for (std::size_t at = two.find("\n" + key); at != std::string::npos; at = two.find("\n" + key, at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(lines("ExecStart="), 1u);
  EXPECT_EQ(lines("StateDirectory="), 1u);
  EXPECT_EQ(lines("User="), 0u);
  EXPECT_EQ(units[3].first, "drawbar-hall.target");
  EXPECT_NE(units[3].second.find("Wants=drawbar-one.service drawbar-two.service drawbar-three.service\n"),
            std::string::npos);
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
  for (const char* part :
       {R"("reached":true,"why_not":"","scene":"yard","exercise":"climb","trainee":"anna",)",
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

TEST(HallWatch, AScoreIsOfTheExerciseThatRunsAndGoesWithIt) {
  tests::ServerByHand station;
  const std::string port = std::to_string(station.port());
  const auto hall = parse(R"({ "name": "north", "stations": [
    { "name": "one", "scene": "car_trailer.json", "port": )" +
                          port + " } ] }");
  ASSERT_TRUE(hall) << hall.error().text;
  const HallWatch watch(*hall, "");
  // What it shows as soon as this is there.
  const auto shown_with = [&](const std::string& part) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    std::string text;
    do {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      text = hall_json(*hall, watch.views());
    } while (text.find(part) == std::string::npos && std::chrono::steady_clock::now() < end);
    return text;
  };
  stream::WelcomeT welcome = tests::whole_welcome();
  welcome.scene = std::make_unique<stream::SceneT>(scene_with("climb"));
  station.say(std::move(welcome));
  for (const std::string next : {"descend", ""}) {
    stream::ScoreT score;
    score.attempt = 2;
    score.score = 71.5;
    station.say(std::move(score));
    const std::string scored = shown_with(R"("points":71.5)");
    EXPECT_NE(scored.find(R"("trainee":"anna","score":{"attempt":2,"points":71.5,)"), std::string::npos)
        << scored;
    station.say(scene_with(next));
    const std::string begun = shown_with(R"("exercise":")" + next + R"(",)");
    EXPECT_NE(begun.find(R"("score":null)"), std::string::npos) << begun;
  }
}

}  // namespace
}  // namespace drawbar::tools
