// The bookkeeping of sessions at its bounds: who goes, who waits, what is still owed.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenes/loader/loader.h"
#include "server/session/address_limits.h"
#include "server/session/channels.h"
#include "server/session/scheduled_counts.h"
#include "server/session/session_table.h"
#include "server/session/tokens.h"
#include "server/session/unfinished_requests.h"
#include "server/system/disk_watch.h"
#include "server/system/histogram.h"
#include "server/system/rate_limit.h"
#include "server/transport/outgoing_queue.h"
#include "server/transport/udp_link.h"
#include "server/web/http_connections.h"
#include "server/web/web_guard.h"
#include "tests/server/daemon_process.h"
#include "tests/server/kept_connection.h"

namespace drawbar::server::test {
namespace {

// --- tokens ---

struct TokenLine {
  std::string line;
  std::string refused;  ///< a part of the error; empty: it is taken
};

TEST(TokenLines, AreTakenOrRefusedWithWhatIsAllowed) {
  const std::string form = "a line is ROLE TOKEN [until=2026-12-31T18:00Z] [name=NAME]";
  const std::string date = "a minute of UTC such as 2026-12-31T18:00Z is needed";
  const std::string name = "a name has 1 to 64 bytes";
  for (const TokenLine& row : std::vector<TokenLine>{
           {"12345678", ""},
           {"1234567", "a token has 8 to 256 characters, this one 7"},
           {"viewer " + std::string(256, 'a'), ""},
           {"viewer " + std::string(257, 'a'), "a token has 8 to 256 characters, this one 257"},
           {"instructor 12345678", ""},
           {"Viewer 12345678", "unknown role 'Viewer', allowed: viewer, operator, instructor"},
           {"viewer operator 12345678", form},
           {"\t viewer \t12345678 \r", ""},
           {"12345678 name=" + std::string(64, 'n'), ""},
           {"12345678 name=" + std::string(65, 'n'), name},
           {"12345678 name= \t", name},
           {"12345678 name=# Anna", name},
           {" name=Anna", form},
           {"name=AnnaPetrova", "'name=AnnaPetrova' stands where the token should"},
           {"viewer until=2026-12-31T18:00Z until=2026-12-31T18:00Z",
            "'until=2026-12-31T18:00Z' stands where the token should"},
           {"until=2026-12-31T18:00Z", form},
           {"12345678 until=2026-12-31T23:59Z", ""},
           {"12345678 until=2026-12-31T24:00Z", date},
           {"12345678 until=2026-12-31T23:60Z", date},
           {"12345678 until=2026-13-01T00:00Z", date},
           {"12345678 until=2026-00-01T00:00Z", date},
           {"12345678 until=2024-02-29T00:00Z", ""},
           {"12345678 until=2025-02-29T00:00Z", date},
           {"12345678 until=2026-12-31T18:00ZZ", date},
           {"12345678 until=2026-12-31 18:00Z", form},
           {"12345678 until=26-12-31T18:00:00Z", date},
           {"until=2026-12-31T18:00Z 12345678", "unknown role 'until=2026-12-31T18:00Z'"},
       }) {
    SCOPED_TRACE(row.line);
    const auto tokens = Tokens::parse("# first\n" + row.line + "\n", "tokens.txt");
    if (row.refused.empty()) {
      EXPECT_TRUE(tokens.has_value()) << tokens.error().text;
      continue;
    }
    ASSERT_FALSE(tokens.has_value());
    EXPECT_EQ(tokens.error().kind, ErrorKind::usage);
    EXPECT_TRUE(tokens.error().text.starts_with("tokens.txt:2: ")) << tokens.error().text;
    EXPECT_NE(tokens.error().text.find(row.refused), std::string::npos) << tokens.error().text;
  }
  const auto none = Tokens::parse(" \n# 12345678\n", "tokens.txt");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().text, "tokens.txt: no token in it; write one per line: ROLE TOKEN");
  const auto missing = Tokens::read("/nowhere/tokens");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().kind, ErrorKind::environment);
  EXPECT_NE(missing.error().text.find("/nowhere/tokens: cannot be read"), std::string::npos);
}

TEST(TokenLines, GrantWhatTheySayAndNothingElse) {
  const std::string longest(256, 'a');
  const auto tokens = Tokens::parse(
      "operator 12345678 until=1970-01-02T03:04Z name=A B \t\r\n" + longest + "\nviewer abcdefgh", "t");
  ASSERT_TRUE(tokens.has_value()) << tokens.error().text;
  EXPECT_TRUE(tokens->required());
  const auto grant = tokens->grant_of("12345678");
  ASSERT_TRUE(grant);
  EXPECT_EQ(grant->name, "A B");
  EXPECT_EQ(grant->until, (((24 + 3) * 60) + 4) * 60 * kSecond);
  EXPECT_EQ(grant->role, control::Role::Operator);
  EXPECT_TRUE(tokens->grant_of(longest));
  EXPECT_FALSE(tokens->grant_of(longest + "a"));
  EXPECT_FALSE(tokens->grant_of("12345679")) << "the last byte differs";
  EXPECT_FALSE(tokens->grant_of("02345678")) << "the first byte differs";
  EXPECT_FALSE(tokens->grant_of(std::string("12345678\0", 9)));
  EXPECT_FALSE(Tokens().required());
}

// --- addresses ---

TEST(AddressTable, EachAddressHasItsOwnJoinsAndPauses) {
  AddressLimits limits(2);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(limits.admit_join("a", kSecond)) << i;
  const Outcome refused = limits.admit_join("a", kSecond);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->code, stream::ErrorCode::Busy);
  EXPECT_EQ(refused->text, "too many joins from a: 2 per second are allowed");
  EXPECT_FALSE(limits.admit_join("b", kSecond));
  EXPECT_FALSE(limits.admit_join("a", 2 * kSecond));
  EXPECT_FALSE(limits.admit_join("a", 2 * kSecond));
  EXPECT_TRUE(limits.admit_join("a", 2 * kSecond)) << "two came back in a second";

  for (int i = 0; i <= AddressLimits::kFreeGuesses; ++i) limits.wrong_token("a", 10 * kSecond);
  const Outcome paused = limits.admit_token("a", 10 * kSecond + kSecond / 2);
  ASSERT_TRUE(paused);
  EXPECT_EQ(paused->code, stream::ErrorCode::Busy);
  EXPECT_EQ(paused->field, "Hello.token");
  EXPECT_EQ(paused->text, "too many wrong tokens from a: try again in 0.5 s");
  EXPECT_TRUE(limits.admit_token("a", 11 * kSecond - 1));
  EXPECT_FALSE(limits.admit_token("a", 11 * kSecond));
  EXPECT_FALSE(limits.admit_token("b", 10 * kSecond));
}

TEST(AddressTable, GuessesAreForgottenAfterAMinuteWithoutOneAndNotBefore) {
  for (const Nanoseconds more : {0, 1}) {
    AddressLimits limits(2);
    for (int i = 0; i < AddressLimits::kFreeGuesses; ++i) limits.wrong_token("a", kSecond);
    const Nanoseconds later = kSecond + AddressLimits::kForgetGuesses + more;
    limits.wrong_token("a", later);
    EXPECT_EQ(limits.admit_token("a", later).has_value(), more == 0);
  }
}

TEST(AddressTable, OfTooManyAddressesTheOneSilentLongestIsForgotten) {
  AddressLimits limits(2);
  const auto guess_often = [&](const std::string& group, Nanoseconds now) {
    for (int i = 0; i < 20; ++i) limits.wrong_token(group, now);
  };
  guess_often("first", 1);
  guess_often("second", 2);
  guess_often("first", 3);
  for (std::size_t i = 2; i < AddressLimits::kMostAddresses; ++i)
    limits.wrong_token("x" + std::to_string(i), static_cast<Nanoseconds>(4 + i));
  EXPECT_TRUE(limits.admit_token("second", 4)) << "so many are remembered";
  limits.wrong_token("x2", 100'000);
  EXPECT_TRUE(limits.admit_token("second", 4)) << "one that is known makes nobody go";
  limits.wrong_token("one more", 100'001);
  EXPECT_FALSE(limits.admit_token("second", 4));
  EXPECT_TRUE(limits.admit_token("first", 4));
}

TEST(AddressTable, AGroupIsTheFirst64BitsOfIpv6) {
  EXPECT_EQ(AddressLimits::group_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(AddressLimits::group_of("2001:db8:1:2:8000::"), "2001:db8:1:2::/64");
  EXPECT_EQ(AddressLimits::group_of("no address"), "no address");
}

TEST(RateTable, FillsUpToItsBurstWithTime) {
  RateLimit limit(4, 2);
  EXPECT_TRUE(limit.take(4, kSecond));
  EXPECT_FALSE(limit.take(1, kSecond + kSecond / 4));
  EXPECT_TRUE(limit.take(1, kSecond + kSecond / 2));
  EXPECT_FALSE(limit.take(0.5, kSecond + kSecond / 2));
  EXPECT_FALSE(limit.take(5, 900 * kSecond)) << "no more than the burst, however long it rests";
  EXPECT_TRUE(limit.take(4, 900 * kSecond)) << "what is refused costs nothing";
}

// --- who is here ---

/// A connection that says how much it has dropped.
class DroppingConnection : public KeptConnection {
 public:
  explicit DroppingConnection(std::uint64_t dropped) : dropped_(dropped) {}
  std::uint64_t dropped() const override { return dropped_; }

 private:
  std::uint64_t dropped_;
};

Client stranger_from(const std::string& address, Nanoseconds deadline) {
  return {.connection = std::make_shared<KeptConnection>(address),
          .address_group = address,
          .hello_deadline = deadline,
          .messages = RateLimit(1, 1),
          .requests = RateLimit(1, 1)};
}

TEST(SessionTableRows, OfTheAddressWithMostStrangersTheOneThatWaitedLongestGoes) {
  SessionTable table;
  EXPECT_EQ(table.stranger_to_go(), nullptr);
  table.add(stranger_from("a", 1));
  Client& two = table.add(stranger_from("b", 3));
  Client& three = table.add(stranger_from("b", 2));
  EXPECT_EQ(table.strangers(), 3u);
  EXPECT_EQ(table.stranger_to_go(), &three);
  three.closing = true;
  EXPECT_EQ(table.strangers(), 2u) << "who is being refused takes nobody's place";
  EXPECT_EQ(table.closing(), 1u);
  EXPECT_EQ(table.stranger_to_go()->address_group, "a") << "as many; it waited longer";
  two.session = table.create().id;
  EXPECT_EQ(table.strangers(), 1u);
  EXPECT_EQ(table.connected_from("b"), 1u);
  EXPECT_EQ(table.connected_from("a"), 0u) << "a stranger is not connected";
}

TEST(SessionTableRows, KnowSessionsByNumberKeyAndConnection) {
  SessionTable table;
  Session& first = table.create();
  Session& second = table.create();
  EXPECT_EQ(first.id, 1u);
  EXPECT_EQ(second.id, 2u);
  EXPECT_FALSE(first.resume_key == second.resume_key);
  first.udp_key = control::Key(1, 2);
  second.udp_key = control::Key(1, 3);
  EXPECT_EQ(table.find(second.resume_key), &second);
  EXPECT_EQ(table.find(control::Key(1, 2)), nullptr) << "a key for UDP resumes nothing";
  EXPECT_EQ(table.find_udp(control::Key(1, 3)), &second);
  EXPECT_EQ(table.find_udp(control::Key(2, 2)), nullptr);
  EXPECT_EQ(table.find(3), nullptr);
  EXPECT_EQ(table.find(kNobody), nullptr);
  EXPECT_EQ(table.connected(), 0u);
  EXPECT_EQ(table.away(), 2u);
  const auto connection = std::make_shared<KeptConnection>();
  const auto other = std::make_shared<KeptConnection>();
  second.connection = connection;
  EXPECT_EQ(table.connected(), 1u);
  EXPECT_EQ(table.away(), 1u);
  EXPECT_EQ(table.find(2, connection), &second);
  EXPECT_EQ(table.find(2, other), nullptr) << "what was asked over another connection";
  EXPECT_EQ(table.find(1, connection), nullptr);
  Client& client = table.add(stranger_from("a", 1));
  client.session = 2;
  Client& bystander = table.add(stranger_from("a", 1));
  bystander.session = 1;
  table.erase(2);
  EXPECT_EQ(table.find(2), nullptr);
  EXPECT_EQ(client.session, kNobody);
  EXPECT_TRUE(client.closing);
  EXPECT_EQ(bystander.session, 1u);
  EXPECT_FALSE(bystander.closing);
  EXPECT_EQ(table.create().id, 3u) << "a number is never given again";
}

TEST(SessionTableRows, CountWhatPresentConnectionsHaveDropped) {
  SessionTable table;
  for (const std::uint64_t dropped : {3u, 4u}) {
    Client client = stranger_from("a", 1);
    client.connection = std::make_shared<DroppingConnection>(dropped);
    table.add(std::move(client));
  }
  EXPECT_EQ(table.dropped_packets(), 7u);
  table.erase(*table.clients().begin()->second.connection);
  EXPECT_EQ(table.clients().size(), 1u);
}

// --- channels ---

TEST(ChannelRows, SilenceIsOfItsOwnHolderAndChannel) {
  Channels channels({{.timeout = 100, .to_neutral = true}, {.timeout = 200, .to_neutral = false}});
  EXPECT_FALSE(channels.in_hand(0));
  channels.give(0, 1, 0);
  channels.give(1, 2, 0);
  EXPECT_TRUE(channels.in_hand(0));
  EXPECT_EQ(channels.held_by(1), std::vector<std::uint32_t>{0});
  EXPECT_EQ(channels.held_by(3), std::vector<std::uint32_t>{});
  channels.commanded(0);
  channels.commanded(1);
  channels.heard(2, 150);
  EXPECT_EQ(channels.silent(151), std::vector<std::uint32_t>{0}) << "another's sign of life is not his";
  EXPECT_EQ(channels.silent(350), std::vector<std::uint32_t>{});
  EXPECT_EQ(channels.silent(351), std::vector<std::uint32_t>{1});
  EXPECT_TRUE(channels.silence(0).to_neutral);
  EXPECT_FALSE(channels.silence(1).to_neutral);
}

TEST(ChannelRows, NoHandIsOnWhatIsReleasedOrHeldBack) {
  Channels channels(std::vector<Silence>{Silence{.timeout = 100, .to_neutral = true}});
  channels.give(0, 1, 0);
  channels.commanded(0);
  channels.keep(0);
  EXPECT_TRUE(channels.kept(0));
  channels.give(0, kHeldBack, 0);
  EXPECT_FALSE(channels.in_hand(0));
  EXPECT_EQ(channels.silent(1'000), std::vector<std::uint32_t>{});
  channels.give(0, 1, 0);
  channels.keep(0);
  channels.release(0);
  EXPECT_EQ(channels.holder(0), kNobody);
  EXPECT_FALSE(channels.kept(0));
  EXPECT_FALSE(channels.in_hand(0));
}

TEST(ScheduledCountRows, FallWithTheFramesThatHaveActedAndWithEachChannel) {
  ScheduledCounts counts(2);
  counts.add(0, 5);
  counts.add(0, 5);
  counts.add(0, 7);
  counts.add(1, 6);
  EXPECT_EQ(counts.of(0), 3u);
  EXPECT_EQ(counts.total(), 4u);
  counts.pass(4);
  EXPECT_EQ(counts.total(), 4u);
  counts.pass(5);
  EXPECT_EQ(counts.of(0), 1u);
  EXPECT_EQ(counts.of(1), 1u);
  counts.clear(0);
  EXPECT_EQ(counts.of(0), 0u);
  EXPECT_EQ(counts.of(1), 1u);
  counts.pass(9);
  EXPECT_EQ(counts.total(), 0u) << "what was cleared is not counted down";
  counts.add(0, 10);
  counts.add(1, 10);
  counts.clear();
  EXPECT_EQ(counts.total(), 0u);
}

// --- what is owed ---

/// Frames as the loop would publish them, as far as these books read them.
class Owed {
 public:
  FrameSlot slot{scenes::Simulation(scenes::load_text(pendulum_scene(), "pendulum", ".")->world)};
  UnfinishedRequests requests;

  Owed() { slot.computed = true; }

  /// "session.request:why" of what has ended with this frame.
  std::vector<std::string> ended() {
    std::vector<std::string> texts;
    for (UnfinishedRequests::Ended& one : requests.take(slot)) {
      if (one.act) one.act(one.waiter);
      texts.push_back(std::to_string(one.waiter.session) + "." + std::to_string(one.waiter.request) +
                      (one.act              ? ":act"
                       : one.cut == nullptr ? ""
                                            : std::string(":") + one.cut));
    }
    return texts;
  }
};

using Texts = std::vector<std::string>;
const char* const kCutStep = ":another request, or the end, came before its last frame";
const char* const kCutBranch = ":another branch began before its frame";
const char* const kCutCancel = ":it was cancelled before its frame";

TEST(UnfinishedRows, AStepEndsWithItsLastFrameOrIsCut) {
  Owed owed;
  owed.requests.add_step(5, {1, 50});
  EXPECT_TRUE(owed.requests.steps(1));
  EXPECT_FALSE(owed.requests.steps(2));
  owed.slot.requests_taken = 4;
  EXPECT_EQ(owed.ended(), Texts{}) << "the loop has not taken it";
  owed.slot.requests_taken = 5;
  owed.slot.stepping = 5;
  EXPECT_EQ(owed.ended(), Texts{}) << "it is under way";
  owed.slot.stepping = 0;
  owed.slot.step_ended = 5;
  EXPECT_EQ(owed.ended(), Texts{"1.50"});
  EXPECT_FALSE(owed.requests.steps(1));
  EXPECT_EQ(owed.ended(), Texts{}) << "once";
  owed.requests.add_step(6, {1, 51});
  owed.slot.requests_taken = 7;
  owed.slot.step_ended = 7;
  EXPECT_EQ(owed.ended(), Texts{std::string("1.51") + kCutStep}) << "another's end is not its own";
}

TEST(UnfinishedRows, WhatWaitsForStepsWaitsForThoseOfItsOwnSession) {
  Owed owed;
  int acted = 0;
  owed.requests.add_step(5, {1, 50});
  owed.requests.after_steps({1, 60}, [&](UnfinishedRequests::Waiter) { ++acted; });
  owed.requests.after_steps({2, 61}, [&](UnfinishedRequests::Waiter) { ++acted; });
  owed.slot.requests_taken = 5;
  owed.slot.stepping = 5;
  EXPECT_EQ(owed.ended(), Texts{"2.61:act"});
  owed.slot.stepping = 0;
  owed.slot.step_ended = 5;
  EXPECT_EQ(owed.ended(), (Texts{"1.50", "1.60:act"}));
  EXPECT_EQ(acted, 2);
}

TEST(UnfinishedRows, AnInputAheadEndsWithItsFrame) {
  Owed owed;
  owed.requests.add_scheduled(5, {1, 50}, 0, 10, {0});
  owed.slot.requests_taken = 5;
  owed.slot.state.frame = 9;
  EXPECT_EQ(owed.ended(), Texts{});
  owed.slot.state.frame = 10;
  owed.slot.computed = false;
  EXPECT_EQ(owed.ended(), Texts{}) << "time stands";
  owed.slot.computed = true;
  owed.slot.requests_taken = 4;
  EXPECT_EQ(owed.ended(), Texts{}) << "the loop has not taken it";
  owed.slot.requests_taken = 5;
  EXPECT_EQ(owed.ended(), Texts{"1.50"});
  EXPECT_EQ(owed.ended(), Texts{});
}

TEST(UnfinishedRows, AnotherBranchEndsWhatWasTakenForTheOneBefore) {
  Owed owed;
  owed.requests.add_scheduled(5, {1, 50}, 0, 10, {0});
  owed.requests.add_scheduled(7, {1, 51}, 0, 10, {0});
  owed.requests.add_scheduled(6, {1, 52}, 1, 10, {0});
  owed.slot.branch = 1;
  owed.slot.begins_branch = true;
  owed.slot.computed = false;
  owed.slot.requests_taken = 6;
  EXPECT_EQ(owed.ended(), Texts{std::string("1.50") + kCutBranch});
  owed.slot.begins_branch = false;
  EXPECT_EQ(owed.ended(), Texts{});
  owed.slot.requests_taken = 7;
  EXPECT_EQ(owed.ended(), Texts{std::string("1.51") + kCutBranch})
      << "taken later, for a branch that is no more";
  owed.slot.computed = true;
  owed.slot.state.frame = 10;
  EXPECT_EQ(owed.ended(), Texts{"1.52"});
}

TEST(UnfinishedRows, ACancellationEndsWhatWasAskedBeforeItForItsChannel) {
  Owed owed;
  owed.requests.add_scheduled(5, {1, 50}, 0, 10, {0, 2});
  owed.requests.add_scheduled(6, {1, 51}, 0, 10, {1});
  owed.requests.cancel(7, 2);
  owed.requests.add_scheduled(8, {1, 52}, 0, 10, {2});
  owed.slot.requests_taken = 6;
  owed.slot.state.frame = 3;
  EXPECT_EQ(owed.ended(), Texts{});
  owed.slot.requests_taken = 8;
  EXPECT_EQ(owed.ended(), Texts{std::string("1.50") + kCutCancel});
  owed.slot.state.frame = 10;
  EXPECT_EQ(owed.ended(), (Texts{"1.51", "1.52"})) << "asked later, or of another channel";
}

TEST(UnfinishedRows, ACancellationThatIsTakenWithTheFrameItselfComesBeforeIt) {
  Owed owed;
  owed.requests.add_scheduled(5, {1, 50}, 0, 10, {0});
  owed.requests.cancel(6, 0);
  owed.slot.requests_taken = 6;
  owed.slot.state.frame = 10;
  EXPECT_EQ(owed.ended(), Texts{std::string("1.50") + kCutCancel});
  owed.requests.add_scheduled(7, {1, 51}, 0, 11, {0});
  owed.requests.cancel(8, 0);
  owed.slot.requests_taken = 7;
  owed.slot.state.frame = 11;
  EXPECT_EQ(owed.ended(), Texts{"1.51"}) << "the loop took the cancellation later";
  owed.requests.add_scheduled(9, {1, 52}, 0, 12, {0});
  owed.slot.requests_taken = 9;
  owed.slot.state.frame = 12;
  EXPECT_EQ(owed.ended(), Texts{"1.52"}) << "asked after the cancellation that is taken with it";
}

TEST(UnfinishedRows, NumbersOfAnotherConnectionMeanNothingAndOthersStay) {
  Owed owed;
  owed.requests.add_step(1, {1, 50});
  owed.requests.add_step(2, {2, 51});
  owed.requests.add_scheduled(3, {1, 52}, 0, 1, {0});
  owed.requests.add_scheduled(4, {2, 53}, 0, 1, {0});
  owed.requests.forget_numbers(1);
  owed.slot.requests_taken = 4;
  owed.slot.step_ended = 1;
  owed.slot.state.frame = 1;
  EXPECT_EQ(owed.ended(), (Texts{"1.0", std::string("2.51") + kCutStep, "1.0", "2.53"}));
}

// --- what goes out ---

TEST(QueueRows, CountsBytesAndDropsForEitherKind) {
  OutgoingQueue queue;
  EXPECT_TRUE(queue.empty());
  const auto packet = [](std::size_t size) { return make_packet(protocol::Bytes(size)); };
  EXPECT_TRUE(queue.push(packet(5), Traffic::reliable));
  for (std::size_t i = 0; i < OutgoingQueue::kMostNewest; ++i)
    EXPECT_TRUE(queue.push(packet(1), Traffic::newest));
  EXPECT_EQ(queue.dropped(), 0u) << "so many fit";
  EXPECT_EQ(queue.bytes(), 5 + OutgoingQueue::kMostNewest);
  EXPECT_TRUE(queue.push(packet(2), Traffic::newest));
  EXPECT_EQ(queue.dropped(), 1u);
  EXPECT_EQ(queue.bytes(), 6 + OutgoingQueue::kMostNewest);
  queue.keep_reliable_only();
  EXPECT_EQ(queue.bytes(), 5u);
  EXPECT_EQ(queue.dropped(), 1 + OutgoingQueue::kMostNewest);
  EXPECT_FALSE(queue.empty());
  EXPECT_EQ(queue.take()->size(), 5u);
  EXPECT_TRUE(queue.empty());
  EXPECT_TRUE(queue.push(packet(OutgoingQueue::kMostReliableBytes), Traffic::reliable))
      << "what was taken is gone";
  EXPECT_TRUE(queue.push(packet(1), Traffic::newest)) << "poses have a bound of their own";
}

TEST(HistogramRows, CountUpToAndWithTheirBound) {
  Histogram histogram;
  histogram.observe(0.001);
  histogram.observe(0.0011);
  histogram.observe(2);
  histogram.observe(0);
  const std::string text = histogram.text("x_seconds", "What it is.");
  EXPECT_TRUE(text.starts_with("# HELP x_seconds What it is.\n# TYPE x_seconds histogram\n")) << text;
  for (const char* line :
       {"x_seconds_bucket{le=\"1e-05\"} 1\n", "x_seconds_bucket{le=\"0.0005\"} 1\n",
        "x_seconds_bucket{le=\"0.001\"} 2\n", "x_seconds_bucket{le=\"0.0025\"} 3\n",
        "x_seconds_bucket{le=\"1\"} 3\n", "x_seconds_bucket{le=\"+Inf\"} 4\n", "x_seconds_count 4\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_NE(text.find("x_seconds_sum 2.00"), std::string::npos) << text;
  const std::string labelled = histogram.series("x", "to=\"a\"");
  for (const char* line : {"x_bucket{to=\"a\",le=\"1\"} 3\n", "x_bucket{to=\"a\",le=\"+Inf\"} 4\n",
                           "x_count{to=\"a\"} 4\n", "x_sum{to=\"a\"} 2.00"}) {
    EXPECT_NE(labelled.find(line), std::string::npos) << line << labelled;
  }
}

TEST(DiskRows, TellBothSidesOfEachStep) {
  for (const std::uint64_t step : DiskWatch::kSteps) {
    DiskWatch watch;
    watch.observe(step);
    EXPECT_EQ(watch.observe(step - 1), step - 1) << step;
    EXPECT_FALSE(watch.observe(step - 2));
    EXPECT_FALSE(watch.observe(2 * step)) << "twice as much is not more than twice";
    EXPECT_FALSE(watch.observe(step - 1));
    EXPECT_FALSE(watch.observe(2 * step + 1));
    EXPECT_EQ(watch.observe(step - 1), step - 1) << "again after there was room";
  }
}

// --- datagrams ---

using Endpoint = asio::ip::udp::endpoint;

Endpoint endpoint_of(const char* address, std::uint16_t port) {
  return {asio::ip::make_address(address), port};
}

Session with_udp(bool encrypted) {
  Session session;
  session.id = 3;
  session.udp_key = control::Key(5, 6);
  session.connection = std::make_shared<KeptConnection>();
  session.encrypted = encrypted;
  return session;
}

TEST(UdpLinkRows, ServeTheKeyAndTheSealOfTheNewestWelcome) {
  Session session = with_udp(true);
  const UdpLink link(session);
  EXPECT_TRUE(link.serves(session));
  session.encrypted = false;
  EXPECT_FALSE(link.serves(session)) << "it would seal";
  session.encrypted = true;
  session.udp_key = control::Key(5, 7);
  EXPECT_FALSE(link.serves(session));
  session.udp_key = control::Key(5, 6);
  session.connection.reset();
  EXPECT_FALSE(link.serves(session)) << "it is away";
}

TEST(UdpLinkRows, TheStreamGoesWhereItWasProvedForTheTimeOfALease) {
  const Endpoint there = endpoint_of("10.0.0.1", 1000);
  UdpLink link(with_udp(false));
  EXPECT_FALSE(link.address(kSecond)) << "nobody has proved anything";
  EXPECT_TRUE(link.prove(there, "10.0.0.1", "10.0.0.1", kSecond));
  EXPECT_EQ(link.address(kSecond + UdpLink::kLease), there);
  EXPECT_FALSE(link.address(kSecond + UdpLink::kLease + 1));
  EXPECT_TRUE(link.prove(there, "10.0.0.1", "10.0.0.1", 2 * kSecond));
  EXPECT_EQ(link.address(2 * kSecond + UdpLink::kLease), there) << "renewed";
}

TEST(UdpLinkRows, FromElsewhereItIsTakenOnlyWhereTheOwnersDoesNotFlow) {
  const Endpoint owner = endpoint_of("10.0.0.1", 1000), thief = endpoint_of("10.0.0.9", 1000),
                 second = endpoint_of("10.0.0.8", 1000), moved = endpoint_of("10.0.0.1", 2000);
  UdpLink link(with_udp(false));
  EXPECT_TRUE(link.prove(thief, "10.0.0.9", "10.0.0.1", kSecond));
  EXPECT_TRUE(link.prove(second, "10.0.0.8", "10.0.0.1", kSecond)) << "both come from elsewhere";
  EXPECT_EQ(link.address(kSecond), second);
  EXPECT_TRUE(link.prove(owner, "10.0.0.1", "10.0.0.1", kSecond));
  EXPECT_FALSE(link.prove(thief, "10.0.0.9", "10.0.0.1", kSecond + UdpLink::kLease));
  EXPECT_EQ(link.address(kSecond), owner);
  EXPECT_TRUE(link.prove(moved, "10.0.0.1", "10.0.0.1", kSecond)) << "the owner's other port";
  EXPECT_TRUE(link.prove(thief, "10.0.0.9", "10.0.0.1", kSecond + UdpLink::kLease + 1))
      << "his lease is over";
}

TEST(UdpLinkRows, SealsAndOpensWhereTheSessionIsEncrypted) {
  const protocol::Bytes said(100, std::byte{7});
  UdpLink clear(with_udp(false));
  EXPECT_EQ(clear.open(said), said);
  EXPECT_EQ(*clear.close(make_packet(said)), said);
  UdpLink sealed(with_udp(true));
  EXPECT_FALSE(sealed.open(said));
  const Packet out = sealed.close(make_packet(said));
  EXPECT_EQ(protocol::sealed_session(*out), 3u);
  protocol::DatagramOpener client(control::Key(5, 6), protocol::Direction::to_client);
  EXPECT_EQ(client.open(*out), said);
  protocol::DatagramSealer clients(control::Key(5, 6), 3, protocol::Direction::to_server);
  EXPECT_EQ(sealed.open(clients.seal(said)), said);
}

TEST(UdpLinkRows, AChallengeIsOfTheKeyTheAddressAndTheServer) {
  const UdpChallenges challenges, of_another_server;
  const control::Key key(1, 2);
  const Endpoint here = endpoint_of("10.0.0.1", 1000);
  const control::Key asked = challenges.of(key, here);
  EXPECT_EQ(challenges.of(key, here), asked);
  EXPECT_FALSE(challenges.of(control::Key(1, 3), here) == asked);
  EXPECT_FALSE(challenges.of(control::Key(3, 2), here) == asked);
  EXPECT_FALSE(challenges.of(key, endpoint_of("10.0.0.2", 1000)) == asked);
  EXPECT_FALSE(challenges.of(key, endpoint_of("10.0.0.1", 1001)) == asked);
  EXPECT_FALSE(of_another_server.of(key, here) == asked);
}

// --- the web port ---

TEST(HttpRows, NobodyGoesBeforeThereAreTooManyAndNobodyTwice) {
  HttpConnections connections;
  std::vector<int> closed;
  const auto enter = [&](int number, const char* address) {
    return connections.enter(address, [&closed, number] { closed.push_back(number); });
  };
  const auto first = enter(1, "a");
  enter(2, "a");
  connections.make_room(3, "b");
  EXPECT_TRUE(closed.empty()) << "the newcomer is the third";
  enter(3, "b");
  connections.make_room(3, "b");
  EXPECT_EQ(closed, (std::vector<int>{1})) << "two of each with the newcomer: idle longest";
  enter(4, "b");
  connections.make_room(3, "c");
  EXPECT_EQ(closed, (std::vector<int>{1, 3})) << "one that is going is not counted, nor told again";
  connections.leave(first);
  connections.make_room(3, "c");
  EXPECT_EQ(closed.size(), 2u) << "two are open";
}

TEST(WebGuardRows, SayWhatIsRefusedAndWhatIsAllowed) {
  const WebGuard guard({}, true);
  EXPECT_EQ(
      guard.refusal("evil.example", ""),
      "the Host 'evil.example' is not this server; allowed: localhost, an address of its own, or a name "
      "given with --web-host");
  EXPECT_EQ(
      guard.refusal("LOCALHOST:8040", "http://evil.example"),
      "the Origin 'http://evil.example' is another site; allowed: http://localhost:8040, or a site given "
      "with --web-origin");
  EXPECT_EQ(guard.refusal("localhost:8040", "https://LOCALHOST:8040"), "");
  EXPECT_NE(guard.refusal("localhost:8040", "ftp://localhost:8040"), "");
  EXPECT_LT(guard.refusal(std::string(5'000, 'h'), "").size(), 300u);
  EXPECT_LT(guard.refusal("localhost", std::string(5'000, 'o')).size(), 300u);
}

}  // namespace
}  // namespace drawbar::server::test
