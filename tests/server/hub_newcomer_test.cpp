// Who joins: what he is told, who is refused, and when he is forgotten.
#include <algorithm>

#include "protocol/check.h"
#include "tests/server/crowded_hub.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using stream::ErrorCode;
using stream::EventKind;

TEST(HubNewcomer, IsToldWhoIsHereWhatIsKeptAndWhatTheChannelsAre) {
  std::string scene = pendulum_scene(20, 500);
  const std::string spare = R"({ "name": "spare", "timeout_ms": 500 })";
  ASSERT_NE(scene.find(spare), std::string::npos);
  scene.replace(scene.find(spare), spare.size(),
                R"({ "name": "spare", "range": [-2, 3], "neutral": 0.5, "timeout_ms": 700 })");
  HubOptions options = HubInSlots::open_house();
  options.server = "drawbard of the test";
  HubInSlots hall(scene, options);
  hall.hub().set_udp(4040, "239.1.2.3:4041");
  const Person anna = hall.join(Role::Operator, "anna");
  const Person gone = hall.join(Role::Viewer, "gone");
  hall.lose(gone);
  EXPECT_EQ(hall.ask(anna, made<control::TakeControlT>([](auto& m) { m.channels = {1}; })), "Reply");
  const Person chief = hall.join(Role::Instructor, "chief");
  EXPECT_EQ(hall.ask(chief, made<control::SaveT>([](auto& m) { m.name = "b"; })), "Reply");
  EXPECT_EQ(hall.ask(chief, made<control::SaveT>([](auto& m) { m.name = "a"; })), "Reply");
  EXPECT_EQ(hall.ask(chief, made<control::BookmarkT>([](auto& m) { m.text = "look"; })), "Reply");
  hall.run_slots(3);

  const Person late = hall.join(Role::Instructor, "late");
  const stream::WelcomeT welcome = std::move(late.connection->all<stream::WelcomeT>().front());
  EXPECT_EQ(welcome.major, protocol::kProtocolMajor);
  EXPECT_EQ(welcome.minor, protocol::kProtocolMinor);
  EXPECT_EQ(welcome.server, "drawbard of the test");
  EXPECT_EQ(welcome.session, 4u);
  EXPECT_FALSE(welcome.resumed);
  EXPECT_EQ(welcome.role, Role::Instructor);
  EXPECT_EQ(welcome.stamp->frame(), hall.newest().state.frame);
  EXPECT_EQ(welcome.stamp->tick(), hall.newest().tick);
  EXPECT_EQ(welcome.udp_port, 4040);
  EXPECT_EQ(welcome.multicast, "239.1.2.3:4041");
  ASSERT_TRUE(welcome.udp_key);
  EXPECT_FALSE(*welcome.udp_key == *welcome.resume_key);
  EXPECT_FALSE(welcome.udp_sealed);
  EXPECT_EQ(welcome.saves, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(welcome.bookmarks.size(), 1u);
  EXPECT_EQ(welcome.bookmarks[0]->text, "look");
  EXPECT_EQ(welcome.replay_frames, 0u);
  std::vector<std::string> here;
  for (const auto& one : welcome.sessions)
    here.push_back(std::to_string(one->session) + one->name + control::EnumNameRole(one->role));
  EXPECT_EQ(here, (std::vector<std::string>{"1annaOperator", "3chiefInstructor", "4lateInstructor"}));
  const stream::SceneT& told = *welcome.scene;
  EXPECT_EQ(told.name, "driven_pendulum");
  EXPECT_EQ(told.body_names, (std::vector<std::string>{"rod", "bob"}));
  ASSERT_EQ(told.joints.size(), 2u);
  EXPECT_EQ(told.joints[0]->name, "pivot");
  EXPECT_EQ(told.joints[0]->axes, 1);
  EXPECT_EQ(told.joints[1]->axes, 3);
  EXPECT_EQ(told.drive_names, std::vector<std::string>{"motor"});
  EXPECT_EQ(told.period_ns, 20'000'000u);
  EXPECT_EQ(told.branch, 0u);
  EXPECT_FALSE(told.exercise);
  ASSERT_EQ(told.channels.size(), 2u);
  EXPECT_EQ(told.channels[0]->name, "throttle");
  EXPECT_EQ(told.channels[0]->minimum, -1);
  EXPECT_EQ(told.channels[0]->maximum, 1);
  EXPECT_EQ(told.channels[0]->neutral, 0);
  EXPECT_EQ(told.channels[0]->timeout_ms, 500u);
  EXPECT_EQ(told.channels[0]->holder, kNobody);
  EXPECT_EQ(told.channels[1]->minimum, -2);
  EXPECT_EQ(told.channels[1]->maximum, 3);
  EXPECT_EQ(told.channels[1]->neutral, 0.5);
  EXPECT_EQ(told.channels[1]->timeout_ms, 700u);
  EXPECT_EQ(told.channels[1]->holder, anna.session);
  EXPECT_EQ(late.connection->all<stream::FrameT>().size(), 1u) << "the newest poses at once";
  EXPECT_EQ(late.connection->all<stream::TelemetryT>().size(), 1u);

  const Person viewer = hall.join(Role::Viewer, "vera");
  EXPECT_TRUE(viewer.connection->all<stream::WelcomeT>().front().bookmarks.empty());
}

TEST(HubNewcomer, OfBeforeTheKeyForUdpGetsNoneAndAnotherEveryTime) {
  HubInSlots hall;
  hall.hub().set_udp(4040, "");
  const auto welcomed = [&](std::uint16_t minor, const std::optional<control::Key>& key = {}) {
    Person person;
    hall.hub().on_connected(person.connection);
    auto hello = protocol::make_hello("old", Role::Viewer, {}, key);
    hello.minor = minor;
    hall.send(person, hello);
    return std::move(person.connection->all<stream::WelcomeT>().front());
  };
  const auto old = welcomed(protocol::kUdpKeyMinor - 1);
  EXPECT_EQ(old.udp_port, 0);
  EXPECT_FALSE(old.udp_key);
  const auto first = welcomed(protocol::kUdpKeyMinor);
  ASSERT_TRUE(first.udp_key);
  const auto again = welcomed(protocol::kUdpKeyMinor, *first.resume_key);
  EXPECT_TRUE(again.resumed);
  EXPECT_EQ(again.session, first.session);
  EXPECT_TRUE(*again.resume_key == *first.resume_key);
  EXPECT_FALSE(*again.udp_key == *first.udp_key) << "another one with every Welcome";
}

TEST(HubNewcomer, ThatSaysNothingOrSpeaksAnotherVersionIsRefusedAndClosed) {
  HubOptions options = HubInSlots::open_house();
  options.hello_timeout = 2 * kSecond;
  HubInSlots hall(pendulum_scene(), options);
  const Nanoseconds now = monotonic_now();
  Person silent;
  hall.hub().on_connected(silent.connection);
  hall.hub().on_time(now + kSecond);
  EXPECT_FALSE(silent.connection->closed());
  hall.hub().on_time(now + 3 * kSecond);
  EXPECT_TRUE(silent.connection->closed());
  auto error = silent.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::HelloTimeout);
  EXPECT_EQ(error.text, "no complete Hello within 2 s");
  hall.hub().on_time(now + 9 * kSecond);
  EXPECT_EQ(silent.connection->all<stream::ErrorT>().size(), 1u) << "told once";
  hall.send(silent, protocol::make_hello("late", Role::Viewer));
  EXPECT_TRUE(silent.connection->all<stream::WelcomeT>().empty()) << "it is being closed";

  Person rash;
  hall.hub().on_connected(rash.connection);
  hall.send(rash, control::FreezeT(), 5);
  EXPECT_TRUE(rash.connection->closed());
  error = rash.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::NotAllowed);
  EXPECT_EQ(error.request, 5u);
  EXPECT_EQ(error.text, "the first message must be Hello");

  Person foreign;
  hall.hub().on_connected(foreign.connection);
  auto hello = protocol::make_hello("foreign", Role::Viewer);
  hello.major = static_cast<std::uint16_t>(protocol::kProtocolMajor + 1);
  hello.minor = 3;
  hall.send(foreign, hello, 6);
  EXPECT_TRUE(foreign.connection->closed());
  error = foreign.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::Version);
  EXPECT_EQ(error.field, "Hello.major");

  Person garbled;
  hall.hub().on_connected(garbled.connection);
  hall.hub().on_message(*garbled.connection, protocol::Bytes(40));
  EXPECT_TRUE(garbled.connection->closed());
  EXPECT_EQ(garbled.connection->last_error(), ErrorCode::BadMessage);

  Person torn;
  hall.hub().on_connected(torn.connection);
  hall.hub().on_violation(*torn.connection, ErrorCode::TooLarge, "too long");
  EXPECT_TRUE(torn.connection->closed());
  EXPECT_EQ(torn.connection->all<stream::ErrorT>().front().text, "too long");
  const HubCounters counters = hall.hub().counters();
  EXPECT_EQ(counters.connections, 5u);
  EXPECT_EQ(counters.refused_messages, 5u);
  EXPECT_EQ(counters.messages, 3u) << "what came while it was being closed is not one";
}

TEST(HubNewcomer, OneMoreThanTheMostIsRefused) {
  HubOptions options = HubInSlots::open_house();
  options.most_clients = 2;
  options.most_from_an_address = 2;
  HubInSlots hall(pendulum_scene(), options);
  const Person first = hall.join(Role::Viewer, "first");
  hall.join(Role::Viewer, "second");
  const Person third = hall.join(Role::Viewer, "third");
  EXPECT_EQ(third.session, kNobody);
  EXPECT_TRUE(third.connection->closed());
  const auto error = third.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::Busy);
  EXPECT_EQ(error.text, "too many clients: at most 2 are served");
  EXPECT_EQ(hall.hub().counters().refused_connections, 1u);
  hall.lose(first);
  EXPECT_NE(hall.join(Role::Viewer, "fourth").session, kNobody) << "who is away takes no place";
}

TEST(HubNewcomer, WhoIsAwayIsForgottenAfterTheTimeout) {
  HubOptions options = HubInSlots::open_house();
  options.resume_timeout = 30 * kSecond;
  HubInSlots hall(pendulum_scene(), options);
  const Person anna = hall.join(Role::Operator, "anna");
  hall.lose(anna);
  EXPECT_EQ(hall.hub().away_sessions(), 1u);
  const Nanoseconds now = monotonic_now();
  hall.hub().on_time(now + 29 * kSecond);
  EXPECT_EQ(hall.hub().away_sessions(), 1u);
  EXPECT_EQ(hall.hub().operators(), 1u);
  hall.hub().on_time(now + 31 * kSecond);
  EXPECT_EQ(hall.hub().away_sessions(), 0u);
  EXPECT_EQ(hall.hub().operators(), 0u);
  const Person late = hall.join(Role::Operator, "anna", anna.resume_key);
  EXPECT_EQ(late.session, kNobody);
  const auto error = late.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::ResumeExpired);
  EXPECT_EQ(error.field, "Hello.resume_key");
  EXPECT_FALSE(late.connection->closed()) << "it may join anew";
}

/// A reader that is stuck since the beginning of time.
class StuckConnection : public KeptConnection {
 public:
  std::size_t queued_bytes() const override { return queued; }
  Nanoseconds last_progress() const override { return progress; }
  std::size_t queued = 0;
  Nanoseconds progress = 0;
};

TEST(HubNewcomer, WhoDoesNotReadIsDisconnectedAndEveryoneIsTold) {
  HubOptions options = HubInSlots::open_house();
  options.stall_timeout = 5 * kSecond;
  HubInSlots hall(pendulum_scene(), options);
  const Person watching = hall.join(Role::Viewer, "watching");
  const auto stuck = std::make_shared<StuckConnection>();
  hall.hub().on_connected(stuck);
  hall.hub().on_message(*stuck, protocol::encode_client(protocol::make_hello("stuck", Role::Viewer)));
  const Nanoseconds now = monotonic_now();
  stuck->progress = now;
  hall.hub().on_time(now + 9 * kSecond);
  EXPECT_FALSE(stuck->closed()) << "nothing waits for it";
  stuck->queued = 1;
  hall.hub().on_time(now + 5 * kSecond);
  EXPECT_FALSE(stuck->closed());
  hall.hub().on_time(now + 5 * kSecond + 1);
  EXPECT_TRUE(stuck->closed());
  EXPECT_EQ(stuck->all<stream::ErrorT>().back().code, ErrorCode::TooSlow);
  EXPECT_EQ(stuck->all<stream::ErrorT>().back().text, "the client has not read for 5 s");
  const auto told = last_told(watching, EventKind::ClientDropped);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->name, "stuck");
  EXPECT_EQ(told->text, "did not read for 5 s");
  EXPECT_EQ(hall.hub().counters().dropped_clients, 1u);
}

}  // namespace
}  // namespace drawbar::server::test
