// A controls file played into a daemon: which frames it goes into, when it is over, and what ends it early.
#include "tools/client/controls_player.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenes/loader/loader.h"
#include "tests/support/server_by_hand.h"

namespace drawbar::tools {
namespace {

using tests::ServerByHand;
using Say = std::function<void(ServerByHand&)>;

constexpr const char* kTwoLevers = R"({ "name": "levers", "frame": { "period_ms": 40 },
  "bodies": [ { "name": "ball", "mass": 1, "inertia": [1, 1, 1] } ], "controls": [ { "name": "u" }, { "name": "v" } ] })";

/// A frame of the world, of this branch.
Say frame(std::uint64_t number, std::uint32_t branch = 0) {
  return [=](ServerByHand& server) {
    stream::FrameT shown;
    shown.stamp = std::make_unique<stream::FrameStamp>(number, number, 0.0, 0, branch, 0);
    server.say(std::move(shown));
  };
}

Say event(stream::EventKind kind, std::uint32_t session, std::uint32_t channel) {
  return [=](ServerByHand& server) {
    stream::EventT told;
    told.stamp = std::make_unique<stream::FrameStamp>();
    told.kind = kind;
    told.session = session;
    told.ids = {channel};
    told.text = "boss took u";
    server.say(std::move(told));
  };
}

Say error(std::uint32_t request, const std::string& text) {
  return [=](ServerByHand& server) {
    stream::ErrorT refused;
    refused.request = request;
    refused.text = text;
    server.say(std::move(refused));
  };
}

void taken(ServerByHand& server) {
  stream::ReplyT reply;
  reply.request = 1;
  server.say(std::move(reply));
}

class PlayedControls : public testing::Test {
 protected:
  ~PlayedControls() override { std::remove(file_.c_str()); }

  /// What is printed, and what went wrong, where the server says this one after another.
  std::string played(const std::string& rows, const std::vector<Say>& says, std::uint64_t begins_at = 0,
                     double duration = 0) {
    std::ofstream(file_) << rows;
    ServerByHand server;
    ConnectionOptions options;
    options.endpoint.port = server.port();
    testing::internal::CaptureStdout();
    auto playing = std::async(std::launch::async, [&] { return play_controls(options, file_, duration); });
    stream::WelcomeT welcome = tests::whole_welcome();
    welcome.stamp = std::make_unique<stream::FrameStamp>(0, begins_at, 0.0, 0, 0, 0);
    if (with_scene_) {
      const auto loaded = scenes::load_text(kTwoLevers, "levers", ".");
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(loaded->buffer.data());
      welcome.scene->scene.assign(bytes, bytes + loaded->buffer.size());
    }
    server.say(std::move(welcome));
    for (const Say& say : says) say(server);
    const auto done = playing.get();
    return testing::internal::GetCapturedStdout() + (done ? "" : done.error().text);
  }

  bool with_scene_ = true;

 private:
  std::string file_ = testing::TempDir() + "drawbar_played_" + std::to_string(getpid()) + ".csv";
};

constexpr const char* kRows = "0,u,0.5\n0.4,u,0\n";

TEST_F(PlayedControls, GoIntoTheFramesFromTheNextOnOrTenLaterInAWorldThatRuns) {
  EXPECT_EQ(played(kRows, {taken, frame(5), frame(11)}), "playing 2 rows into frames 1 to 11\nplayed\n");
  EXPECT_EQ(played(kRows, {taken, frame(65), frame(71)}, 50),
            "playing 2 rows into frames 61 to 71\nplayed\n");
  EXPECT_EQ(played(kRows, {taken, frame(25)}, 0, 1.0), "playing 2 rows into frames 1 to 25\nplayed\n");
  EXPECT_EQ(played(kRows, {taken, frame(11)}, 0, 0.1), "playing 2 rows into frames 1 to 11\nplayed\n")
      << "its last row is played all the same";
  EXPECT_EQ(played("", {frame(1)}), "playing 0 rows into frames 1 to 1\nplayed\n") << "nothing is taken";
}

TEST_F(PlayedControls, ARowThatIsDueAHundredFramesAheadIsInTimeUntilItsFrameIsOver) {
  const std::string late = "0,u,0.5\n8,u,0\n";
  EXPECT_EQ(played(late, {taken, frame(200), frame(201)}), "playing 2 rows into frames 1 to 201\nplayed\n");
  EXPECT_EQ(
      played(late, {taken, frame(201)}),
      "playing 2 rows into frames 1 to 201\nrow 2 came too late for its frame: the connection is slower than "
      "100 frames");
}

TEST_F(PlayedControls, EndWhereTheInstructorGoesElsewhereOrTheServerRefusesARow) {
  const std::string begun = "playing 2 rows into frames 1 to 11\n";
  EXPECT_EQ(
      played(kRows, {taken, frame(3), frame(4, 1)}),
      begun + "the instructor went to another branch after frame 3; the rest of the file was not played");
  EXPECT_EQ(played(kRows, {taken, error(0, "u is held back")}),
            begun + "the server refused a row: u is held back");
  EXPECT_EQ(played(kRows, {error(1, "u is held")}), begun + "the server refused: u is held");
}

TEST_F(PlayedControls, EndWhereSomebodyElseTakesAChannelOfTheirs) {
  const std::string begun = "playing 2 rows into frames 1 to 11\n";
  using Kind = stream::EventKind;
  EXPECT_EQ(played(kRows, {taken, event(Kind::TookControl, 9, 0)}),
            begun + "boss took u: the rest of the file was not played");
  for (const Say& other :
       {event(Kind::TookControl, 9, 1), event(Kind::TookControl, 1, 0), event(Kind::ReleasedControl, 9, 0)})
    EXPECT_EQ(played(kRows, {taken, other, frame(11)}), begun + "played\n");
}

TEST_F(PlayedControls, NeedAScene) {
  with_scene_ = false;
  EXPECT_EQ(played(kRows, {}), "the server's scene is empty");
}

}  // namespace
}  // namespace drawbar::tools
