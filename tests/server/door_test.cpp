// The door: what strangers do costs nobody else his place.
#include <array>
#include <ctime>
#include <memory>
#include <set>
#include <vector>

#include "server/session/address_limits.h"
#include "server/web/http_connections.h"
#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {
namespace {

using control::Role;

/// A hub whose visitors come from addresses of their own.
class Door : public testing::Test {
 protected:
  Door() : Door(Tokens()) {}
  explicit Door(Tokens tokens) : hall_(pendulum_scene(), options(), std::move(tokens)) {}

  static HubOptions options() {
    HubOptions options;
    options.most_clients = 40;
    options.most_from_an_address = 30;
    options.most_strangers = 8;
    options.most_joins = 5;
    return options;
  }

  std::shared_ptr<KeptConnection> connect(const std::string& address) {
    auto connection = std::make_shared<KeptConnection>(address);
    hall_.hub().on_connected(connection);
    return connection;
  }
  /// The code of the refusal; nothing when it joined.
  std::optional<stream::ErrorCode> hello(const std::shared_ptr<KeptConnection>& connection,
                                         const std::string& token = {}, Role role = Role::Viewer,
                                         const std::optional<control::Key>& resume = {}) {
    hall_.hub().on_message(*connection,
                           protocol::encode_client(protocol::make_hello("visitor", role, token, resume)));
    if (!connection->all<stream::WelcomeT>().empty()) return {};
    return connection->count() == 0 ? stream::ErrorCode::Unknown : connection->last_error();
  }
  std::optional<stream::ErrorCode> join(const std::string& address, const std::string& token = {}) {
    return hello(connect(address), token);
  }

  HubInSlots hall_;
};

TEST_F(Door, SilentConnectionsTakeNobodysPlaceButTheirOwn) {
  const auto slow = connect("10.0.0.2");
  std::vector<std::shared_ptr<KeptConnection>> silent;
  for (int i = 0; i < 500; ++i) {
    silent.push_back(connect("10.0.0.1"));
    if (i % 50 == 0) {
      EXPECT_FALSE(join("10.0.0.3")) << "another address";
      EXPECT_FALSE(join("10.0.0.1")) << "the same address, at once";
    }
  }
  EXPECT_FALSE(hello(slow)) << "it waited longest, but its address has fewer";
  EXPECT_TRUE(silent.front()->closed());
  EXPECT_EQ(silent.front()->last_error(), stream::ErrorCode::Busy) << "and is told why";
  EXPECT_FALSE(silent.back()->closed());
}

TEST_F(Door, OneAddressDoesNotTakeAllPlaces) {
  int joined = 0;
  for (int i = 0; i < 40; ++i) joined += join("10.0.0.1") ? 0 : 1;
  EXPECT_EQ(joined, 30);
  EXPECT_FALSE(join("10.0.0.2"));
}

TEST_F(Door, WhoResumesFindsHisPlaceThoughAllAreTaken) {
  const auto away = connect("10.0.0.1");
  ASSERT_FALSE(hello(away));
  const control::Key key = away->resume_key();
  hall_.hub().on_closed(*away);
  for (int i = 0; i < 100; ++i) join("10.0.1." + std::to_string(i));
  EXPECT_EQ(join("10.0.2.1"), stream::ErrorCode::Busy) << "full";
  EXPECT_FALSE(hello(connect("10.0.0.1"), {}, Role::Viewer, key));
}

TEST_F(Door, JoinsAndTheirEventsAreBounded) {
  const auto watching = connect("10.0.0.2");
  ASSERT_FALSE(hello(watching));
  int joined = 0;
  for (int i = 0; i < 1'000; ++i) {
    const auto visitor = connect("10.0.0.1");
    joined += hello(visitor) ? 0 : 1;
    hall_.hub().on_closed(*visitor);
  }
  EXPECT_GE(joined, 50) << "ten seconds' worth at once: a class joins together";
  EXPECT_LE(joined, 60);
  EXPECT_LE(watching->all<stream::EventT>().size(), 2u * 60 + 60) << "joined, left, forgotten";
  EXPECT_FALSE(join("10.0.0.3"));
}

TEST_F(Door, SessionIsNotResumedWithoutEnd) {
  auto connection = connect("10.0.0.1");
  ASSERT_FALSE(hello(connection));
  const control::Key key = connection->resume_key();
  int resumed = 0;
  for (int i = 0; i < 100; ++i) resumed += hello(connect("10.0.0.1"), {}, Role::Viewer, key) ? 0 : 1;
  EXPECT_GE(resumed, 10);
  EXPECT_LE(resumed, 12);
}

class GuardedDoor : public Door {
 protected:
  GuardedDoor() : Door(*Tokens::parse("viewer the-right-one\n", "tokens")) {}
};

TEST_F(GuardedDoor, WrongTokensMakeTheirAddressWaitAndNoOther) {
  const auto inside = connect("10.0.0.1");
  ASSERT_FALSE(hello(inside, "the-right-one"));
  for (int i = 0; i < AddressLimits::kFreeGuesses; ++i) {
    EXPECT_EQ(join("10.0.0.1", "wrong-guess"), stream::ErrorCode::Token);
  }
  EXPECT_FALSE(join("10.0.0.1", "the-right-one")) << "people mistype";
  EXPECT_EQ(join("10.0.0.1", "wrong-guess"), stream::ErrorCode::Token);
  const auto next = connect("10.0.0.1");
  EXPECT_EQ(hello(next, "the-right-one"), stream::ErrorCode::Busy) << "a guess is not even looked at";
  EXPECT_NE(next->all<stream::ErrorT>().front().text.find("try again in"), std::string::npos);
  EXPECT_FALSE(join("10.0.0.2", "the-right-one"));
  EXPECT_FALSE(hello(connect("10.0.0.1"), "the-right-one", Role::Viewer, inside->resume_key()))
      << "who was inside comes back";
}

std::string utc_text(Nanoseconds instant) {
  const std::time_t seconds = instant / kSecond;
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%MZ", std::gmtime(&seconds));
  return text.data();
}

class NamedDoor : public Door {
 protected:
  static constexpr Nanoseconds kHour = 3'600 * kSecond;
  NamedDoor()
      : Door(*Tokens::parse("operator annas-token until=" + utc_text(utc() + kHour) + " name=Anna\n" +
                                "operator old-token until=" + utc_text(utc() - kHour) + "\n",
                            "tokens")) {}
  static Nanoseconds utc() { return monotonic_now() + utc_offset(); }
};

TEST_F(NamedDoor, TokenSaysWhoItsHolderIs) {
  const auto anna = connect("10.0.0.1");
  ASSERT_FALSE(hello(anna, "annas-token", Role::Operator));
  EXPECT_EQ(anna->all<stream::WelcomeT>().front().sessions.front()->name, "Anna")
      << "she called herself visitor";
}

TEST_F(NamedDoor, ExpiredTokenLetsNobodyInAndEndsItsSessions) {
  const auto late = connect("10.0.0.2");
  EXPECT_EQ(hello(late, "old-token"), stream::ErrorCode::Token);
  EXPECT_NE(late->all<stream::ErrorT>().front().text.find("expired"), std::string::npos);
  const auto anna = connect("10.0.0.1");
  ASSERT_FALSE(hello(anna, "annas-token", Role::Operator));
  hall_.hub().on_message(*anna, protocol::encode_client(control::TakeControlT{}, 1));
  const SessionId session = anna->all<stream::WelcomeT>().front().session;
  hall_.hub().on_time(monotonic_now());
  EXPECT_FALSE(anna->closed());
  hall_.hub().on_time(monotonic_now() + 2 * kHour);
  EXPECT_TRUE(anna->closed());
  EXPECT_EQ(anna->all<stream::ErrorT>().back().code, stream::ErrorCode::Token);
  EXPECT_EQ(hall_.hub().session(session), nullptr) << "nor is it resumed, and its channels are free";
}

TEST(AddressLimits, PausesDoubleToTheirLongestAndAreForgotten) {
  AddressLimits limits(20);
  Nanoseconds now = kSecond;
  const auto pause = [&] {
    limits.wrong_token("a", now);
    Nanoseconds until = now;
    while (limits.admit_token("a", until)) until += kSecond / 2;
    const Nanoseconds lasted = until - now;
    now = until;
    return lasted / kSecond;
  };
  for (int i = 0; i < AddressLimits::kFreeGuesses; ++i) EXPECT_EQ(pause(), 0);
  std::vector<Nanoseconds> pauses;
  for (int i = 0; i < 6; ++i) pauses.push_back(pause());
  EXPECT_EQ(pauses, (std::vector<Nanoseconds>{1, 2, 4, 8, 10, 10}));
  now += 2 * AddressLimits::kForgetGuesses;
  EXPECT_EQ(pause(), 0);
}

TEST(AddressLimits, OneMachineOfIpv6IsOneAddress) {
  EXPECT_EQ(AddressLimits::group_of("2001:db8:1:2:3:4:5:6"), AddressLimits::group_of("2001:db8:1:2::1"));
  EXPECT_NE(AddressLimits::group_of("2001:db8:1:2::1"), AddressLimits::group_of("2001:db8:1:3::1"));
  EXPECT_EQ(AddressLimits::group_of("10.0.0.1"), "10.0.0.1");
}

TEST(HttpConnections, OfTheAddressThatHasMostTheOneIdleLongestGoes) {
  HttpConnections connections;
  std::set<int> closed;
  const auto enter = [&](int number, const char* address) {
    connections.make_room(4, address);
    return connections.enter(address, [&closed, number] { closed.insert(number); });
  };
  enter(1, "probe");
  const auto second = enter(2, "flood");
  enter(3, "flood");
  enter(4, "flood");
  connections.touch(second);
  enter(5, "probe");
  EXPECT_EQ(closed, (std::set<int>{3}));
  for (int i = 6; i < 20; ++i) enter(i, "flood");
  EXPECT_FALSE(closed.contains(1) || closed.contains(5));
}

}  // namespace
}  // namespace drawbar::server::test
