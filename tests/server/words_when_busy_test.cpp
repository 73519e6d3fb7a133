// What is said to who comes while something is on its way, and at the door when it is full.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "physics/model/effect.h"
#include "server/session/tokens.h"
#include "tests/server/crowded_hub.h"
#include "tests/support/logged_text.h"

namespace drawbar::server::test {
namespace {

using control::Role;

/// "CODE field: text" of the error that a person was told last; empty: none.
std::string last_words(const KeptConnection& connection) {
  const auto errors = connection.all<stream::ErrorT>();
  if (errors.empty()) return {};
  const stream::ErrorT& error = errors.back();
  return std::string(stream::EnumNameErrorCode(error.code)) + " " + error.field + ": " + error.text;
}

// --- what is on its way ---

/// An instructor asks, and nothing that takes long has ended before he asks again.
class OnItsWay {
 public:
  template <class Body>
  void ask(Body body) {
    room_.hall.send(room_.instructor, std::move(body), ++request_);
  }
  template <class Body>
  std::string said(Body body) {
    ask(std::move(body));
    for (const stream::ErrorT& error : room_.instructor.connection->all<stream::ErrorT>())
      if (error.request == request_) return last_words(*room_.instructor.connection);
    return {};
  }
  HubInSlots& hall() { return room_.hall; }

 private:
  Room room_;
  std::uint32_t request_ = 100;
};

control::DescribeSceneT described() {
  return made<control::DescribeSceneT>([](auto& m) { m.scene = "a.json"; });
}
control::StoreExerciseT stored() {
  return made<control::StoreExerciseT>([](auto& m) {
    m.file = "a.json";
    m.text = "{";
    m.check_only = true;
  });
}
control::SetGhostT ghost() {
  return made<control::SetGhostT>([](auto& m) { m.recording = "a.mcap"; });
}
control::RewindT to_the_begin() {
  return made<control::RewindT>([](auto& m) { m.frame = 0; });
}

TEST(WordsWhenBusy, OneOfEachKindIsOnItsWayAndNoneHoldsUpAnother) {
  OnItsWay way;
  EXPECT_EQ(way.said(control::ListScenesT()), "");
  EXPECT_EQ(way.said(described()), "");
  EXPECT_EQ(way.said(stored()), "");
  EXPECT_EQ(way.said(ghost()), "");
  EXPECT_EQ(way.said(to_the_begin()), "");
  EXPECT_EQ(way.said(control::ListScenesT()), "Busy ListScenes: another list is on its way");
  EXPECT_EQ(way.said(described()), "Busy DescribeScene: another description is on its way");
  EXPECT_EQ(way.said(stored()), "Busy StoreExercise: another exercise is being checked");
  EXPECT_EQ(way.said(ghost()), "Busy SetGhost: another ghost is being read");
  EXPECT_EQ(way.said(to_the_begin()), "Busy Rewind: another rewind or reload is on its way");
  EXPECT_EQ(way.said(control::ReloadT()), "Busy Reload: another rewind or reload is on its way");
  way.hall().finish_background();
  EXPECT_EQ(way.said(control::ListScenesT()), "") << "and then the next";
  EXPECT_EQ(way.said(described()), "");
  EXPECT_EQ(way.said(stored()), "");
  EXPECT_EQ(way.said(ghost()), "");
  EXPECT_EQ(way.said(to_the_begin()), "");
  way.hall().finish_background();
}

TEST(WordsWhenBusy, UntilAReloadedScenesFirstFrameNothingIsAskedOfTheOneBefore) {
  OnItsWay way;
  way.ask(control::ReloadT());
  EXPECT_EQ(way.said(control::FreezeT()), "") << "it is still read";
  way.hall().finish_background();
  const std::string busy = "Busy : the scene is being reloaded";
  EXPECT_EQ(way.said(control::FreezeT()), busy);
  EXPECT_EQ(way.said(control::StepT()), busy);
  EXPECT_EQ(way.said(lever_at(1, 0.5, 1)), busy);
  EXPECT_EQ(way.said(control::ReloadT()), "Busy Reload: another rewind or reload is on its way");
  way.hall().run_slots(2);
  EXPECT_EQ(way.said(control::FreezeT()), "");
  EXPECT_EQ(way.said(control::ReloadT()), "");
  way.hall().finish_background();
  way.hall().run_slots(2);
}

TEST(WordsWhenBusy, EightStatesWaitToBeTakenOver) {
  OnItsWay way;
  way.ask(made<control::SaveT>([](auto& m) { m.name = "here"; }));
  const auto restore = made<control::RestoreT>([](auto& m) { m.name = "here"; });
  for (int i = 0; i < 8; ++i) EXPECT_EQ(way.said(restore), "") << i;
  EXPECT_EQ(way.said(restore), "Busy : 8 states wait to be taken over");
  way.hall().run_slots(2);
  EXPECT_EQ(way.said(restore), "") << "one was taken";
}

TEST(WordsWhenBusy, OfEffectsThoseThatAreAboutToActCount) {
  Room room;
  // One alone would be told to send less.
  const Person other = room.hall.join(Role::Instructor, "other");
  const auto push = made<control::BeginEffectT>([](auto& m) {
    m.target = "bob";
    m.type = "force";
  });
  for (std::size_t i = 0; i < physics::kMostEffects; ++i) {
    room.hall.send(i % 2 == 0 ? room.instructor : other, push);
    if (i % 100 == 0) room.hall.run_slots(1);
  }
  EXPECT_EQ(last_words(*room.instructor.connection), "");
  EXPECT_EQ(last_words(*other.connection), "");
  room.hall.send(other, push);
  EXPECT_EQ(last_words(*other.connection),
            "Busy : 512 effects act or are about to, more are not allowed: clear one first");
  room.hall.send(other, control::ClearEffectT());
  room.hall.run_slots(3);
  EXPECT_EQ(room.refused(room.instructor, push).text, "") << "they are gone";
}

TEST(WordsWhenBusy, WhoAsksTooOftenIsToldHowOftenHeMay) {
  Room room;
  std::string words;
  int asked = 0;
  for (; words.empty() && asked < 2'000; ++asked) {
    room.hall.send(room.viewer, control::SubscribeT());
    words = last_words(*room.viewer.connection);
  }
  EXPECT_GE(asked, 499);
  EXPECT_EQ(words, "Busy : too many requests: 50 per second are allowed, besides Control and Ping");
  room.hall.send(room.viewer, control::PingT());
  EXPECT_FALSE(room.viewer.connection->all<stream::PongT>().empty()) << "pings are no requests";
  EXPECT_FALSE(room.viewer.connection->closed());
}

// --- at the door ---

class FullDoor {
 public:
  explicit FullDoor(HubOptions options, Tokens tokens = Tokens())
      : hall(pendulum_scene(), std::move(options), std::move(tokens)) {}

  std::shared_ptr<KeptConnection> connect(const std::string& address) {
    auto connection = std::make_shared<KeptConnection>(address);
    hall.hub().on_connected(connection);
    return connection;
  }
  void hello(KeptConnection& connection, const std::string& token = {},
             const std::optional<control::Key>& resume = {}) {
    hall.hub().on_message(connection,
                          protocol::encode_client(protocol::make_hello("vera", Role::Viewer, token, resume)));
  }
  std::shared_ptr<KeptConnection> join(const std::string& address) {
    auto connection = connect(address);
    hello(*connection);
    return connection;
  }

  HubInSlots hall;
};

TEST(WordsAtTheDoor, SayWhatThereAreTooManyOf) {
  HubOptions options;
  options.most_clients = 3;
  options.most_from_an_address = 2;
  options.most_strangers = 1;
  FullDoor door(options);
  const auto waits = door.connect("10.0.0.9");
  const auto one = door.join("10.0.0.1");
  EXPECT_EQ(last_words(*waits), "Busy : too many connections without a Hello: this one has waited longest");
  EXPECT_TRUE(waits->closed());
  door.join("10.0.0.1");
  EXPECT_EQ(last_words(*door.join("10.0.0.1")),
            "Busy : too many clients from 10.0.0.1: at most 2 are served");
  EXPECT_EQ(last_words(*door.join("10.0.0.2")), "");
  EXPECT_EQ(last_words(*door.join("10.0.0.3")), "Busy : too many clients: at most 3 are served");
  EXPECT_EQ(door.hall.hub().counters().refused_connections, 3u);
  EXPECT_EQ(last_words(*one), "");
}

TEST(WordsAtTheDoor, OfAResumeAreToldToTheConnectionBefore) {
  FullDoor door(HubInSlots::open_house());
  auto connection = door.join("10.0.0.1");
  const control::Key key = connection->resume_key();
  for (int i = 0; i < 10; ++i) {
    auto next = door.connect("10.0.0.1");
    door.hello(*next, {}, key);
    EXPECT_EQ(last_words(*connection), "TakenOver : this session goes on over another connection") << i;
    EXPECT_TRUE(connection->closed());
    connection = next;
  }
  const auto one_more = door.connect("10.0.0.1");
  door.hello(*one_more, {}, key);
  EXPECT_EQ(last_words(*one_more), "Busy Hello.resume_key: this session is resumed too often");
  EXPECT_EQ(last_words(*connection), "") << "it goes on";
}

TEST(WordsAtTheDoor, OfATokenThatHasExpired) {
  FullDoor door(HubInSlots::open_house(),
                *Tokens::parse("viewer token-of-vera until=2020-01-01T00:00Z\nviewer token-of-all\n", "t"));
  const auto late = door.connect("10.0.0.1");
  door.hello(*late, "token-of-vera");
  EXPECT_EQ(last_words(*late), "Token Hello.token: the token has expired");
  EXPECT_TRUE(late->closed());
  const auto wrong = door.connect("10.0.0.1");
  door.hello(*wrong, "token-of-alx");
  EXPECT_EQ(last_words(*wrong), "Token Hello.token: no such token is known here");
  const auto none = door.connect("10.0.0.1");
  door.hello(*none);
  EXPECT_EQ(last_words(*none), "Token Hello.token: a token is needed, and none was given");
  EXPECT_EQ(door.hall.hub().counters().wrong_tokens, 1u) << "that one was known, and none is no guess";
}

// Nobody hears of it but who reads the log.
TEST(WordsAtTheDoor, OfWhoDoesNotComeBackTheLogSaysWhy) {
  HubOptions options = HubInSlots::open_house();
  options.most_clients = 2;
  options.most_from_an_address = 2;
  options.resume_timeout = 10 * kSecond;
  FullDoor door(options);
  drawbar::test::LoggedText log;
  for (int i = 0; i < 3; ++i) {
    const auto connection = door.join("10.0.0.1");
    door.hall.hub().on_closed(*connection);
  }
  EXPECT_NE(log.take().find("info session 1 (vera) was away longest of too many\n"), std::string::npos);
  door.hall.hub().on_time(monotonic_now() + 9 * kSecond);
  EXPECT_EQ(log.take(), "");
  door.hall.hub().on_time(monotonic_now() + 11 * kSecond);
  EXPECT_EQ(log.take(), "info session 2 (vera) did not come back\ninfo session 3 (vera) did not come back\n");
}

}  // namespace
}  // namespace drawbar::server::test
