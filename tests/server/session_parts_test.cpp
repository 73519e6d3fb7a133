// The parts of a session that need no sockets: tokens, channels, queues, the web guard.
#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "server/session/channels.h"
#include "server/session/tokens.h"
#include "server/system/disk_watch.h"
#include "server/system/rate_limit.h"
#include "server/system/rate_limited_sink.h"
#include "server/transport/outgoing_queue.h"
#include "server/web/web_guard.h"

namespace drawbar::server {
namespace {

TEST(RateLimitedSink, LetsABurstThroughAndCountsWhatItLeavesOut) {
  std::ostringstream text;
  const auto sink = std::make_shared<RateLimitedSink>(10, 50);
  sink->add_sink(std::make_shared<spdlog::sinks::ostream_sink_mt>(text));
  spdlog::logger logger("test", sink);
  logger.set_pattern("%v");
  for (int i = 0; i < 1000; ++i) logger.info("line");
  const auto lines = [&text] { return std::ranges::count(text.str(), '\n'); };
  EXPECT_GE(lines(), 10);
  EXPECT_LT(lines(), 500);
  while (text.str().find("left out") == std::string::npos) logger.info("later");
  EXPECT_NE(text.str().find("lines left out: too many at once\nl"), std::string::npos) << text.str();
}

std::optional<control::Role> role_of(const Tokens& tokens, std::string_view token) {
  const auto grant = tokens.grant_of(token);
  return grant ? std::optional(grant->role) : std::nullopt;
}

TEST(Tokens, TheHighestRoleOfItsLinesIsTheTokens) {
  const auto tokens = Tokens::parse(
      "viewer aaaaaaaa\noperator bbbbbbbb # the console\n\ncccccccc\n"
      "viewer dddddddd\noperator dddddddd\noperator eeeeeeee\nviewer eeeeeeee\n",
      "t");
  ASSERT_TRUE(tokens.has_value()) << tokens.error().text;
  EXPECT_EQ(role_of(*tokens, "aaaaaaaa"), control::Role::Viewer);
  EXPECT_EQ(role_of(*tokens, "bbbbbbbb"), control::Role::Operator);
  EXPECT_EQ(role_of(*tokens, "cccccccc"), control::Role::Instructor);
  EXPECT_EQ(role_of(*tokens, "dddddddd"), control::Role::Operator);
  EXPECT_EQ(role_of(*tokens, "eeeeeeee"), control::Role::Operator);
}

TEST(Tokens, WrongPrefixOrEmptyTokenGivesNothing) {
  const auto tokens = Tokens::parse("viewer aaaaaaaa\n", "t");
  ASSERT_TRUE(tokens.has_value());
  EXPECT_FALSE(tokens->grant_of(""));
  EXPECT_FALSE(tokens->grant_of("aaaaaaa"));
  EXPECT_FALSE(tokens->grant_of("aaaaaaaaa"));
  EXPECT_FALSE(tokens->grant_of(std::string(100'000, 'a')));
}

TEST(Tokens, BadFileIsRefusedWithItsLine) {
  const auto unknown = Tokens::parse("# mine\nadmin aaaaaaaa\n", "tokens.txt");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_NE(
      unknown.error().text.find("tokens.txt:2: unknown role 'admin', allowed: viewer, operator, instructor"),
      std::string::npos)
      << unknown.error().text;
  EXPECT_FALSE(Tokens::parse("viewer short\n", "t").has_value());
  EXPECT_FALSE(Tokens::parse("# nothing\n", "t").has_value());
}

TEST(Tokens, LineMayBindANameAndAnEnd) {
  const auto tokens = Tokens::parse(
      "operator aaaaaaaa until=2026-12-31T18:30Z name=Anna Petrova # desk 3\nbbbbbbbb name=Chief\n", "t");
  ASSERT_TRUE(tokens.has_value()) << tokens.error().text;
  const auto anna = tokens->grant_of("aaaaaaaa");
  ASSERT_TRUE(anna);
  EXPECT_EQ(anna->name, "Anna Petrova");
  EXPECT_EQ(anna->until, 1'798'741'800 * kSecond) << "date -u -d 2026-12-31T18:30Z +%s";
  EXPECT_EQ(tokens->grant_of("bbbbbbbb")->name, "Chief");
  EXPECT_FALSE(tokens->grant_of("bbbbbbbb")->until);
  for (const char* wrong :
       {"aaaaaaaa until=tomorrow\n", "aaaaaaaa until=2026-02-30T18:00Z\n", "aaaaaaaa name=\n", "name=Anna\n",
        "aaaaaaaa until=2026-12-31T18:30\n", "viewer aaaaaaaa bbbbbbbb\n"}) {
    const auto refused = Tokens::parse(wrong, "tokens.txt");
    ASSERT_FALSE(refused.has_value()) << wrong;
    EXPECT_NE(refused.error().text.find("tokens.txt:1: "), std::string::npos) << refused.error().text;
  }
}

TEST(Tokens, WithoutAFileEveryoneIsLetIn) {
  EXPECT_EQ(role_of(Tokens(), ""), control::Role::Instructor);
}

Channels two_channels() {
  return Channels({{.timeout = 500 * kMillisecond, .to_neutral = true}, {.timeout = {}, .to_neutral = true}});
}

TEST(Channels, SilenceIsToldOnceAndOnlyAfterACommand) {
  Channels channels = two_channels();
  channels.give(0, 7, 0);
  EXPECT_TRUE(channels.silent(10 * kSecond).empty()) << "nothing to end: the holder never commanded";
  channels.commanded(0);
  channels.heard(7, 10 * kSecond);
  EXPECT_TRUE(channels.silent(10 * kSecond + 500 * kMillisecond).empty());
  EXPECT_EQ(channels.silent(10 * kSecond + 501 * kMillisecond), std::vector<std::uint32_t>{0});
  EXPECT_TRUE(channels.silent(20 * kSecond).empty());
}

TEST(Channels, ChannelWithoutATimeoutIsNeverSilent) {
  Channels channels = two_channels();
  channels.give(1, 7, 0);
  channels.commanded(1);
  EXPECT_TRUE(channels.silent(3600 * kSecond).empty());
}

TEST(Channels, HandOverStartsTheNewHoldersTime) {
  Channels channels = two_channels();
  channels.give(0, 7, 0);
  channels.commanded(0);
  channels.give(0, 8, 10 * kSecond);
  EXPECT_TRUE(channels.silent(10 * kSecond + 100 * kMillisecond).empty());
  EXPECT_EQ(channels.silent(11 * kSecond), std::vector<std::uint32_t>{0})
      << "the old value must not act for ever";
}

TEST(Channels, WhoeverTakesOneOverBeginsAnew) {
  Channels channels = two_channels();
  channels.give(0, 1, 0);
  EXPECT_TRUE(channels.first_clamp(0));
  EXPECT_FALSE(channels.first_clamp(0));
  channels.keep(0);
  channels.give(0, 2, 0);
  EXPECT_TRUE(channels.first_clamp(0)) << "he has not been told";
  EXPECT_FALSE(channels.kept(0)) << "it was kept for the one before";
}

TEST(Channels, WhoTakesAReleasedOneIsNotSilentBeforeHeCommands) {
  Channels channels = two_channels();
  channels.give(0, 1, 0);
  channels.commanded(0);
  channels.release(0);
  channels.give(0, 2, kSecond);
  EXPECT_TRUE(channels.silent(10 * kSecond).empty());
  channels.commanded(0);
  EXPECT_EQ(channels.silent(10 * kSecond).size(), 1u);
}

Packet packet_of(std::size_t size) {
  return make_packet(protocol::Bytes(size));
}

TEST(OutgoingQueue, DropsOldestPosesAndNoReplies) {
  OutgoingQueue queue;
  const Packet reply = packet_of(1);
  ASSERT_TRUE(queue.push(reply, Traffic::reliable));
  std::vector<Packet> poses;
  for (std::size_t i = 0; i < OutgoingQueue::kMostNewest + 3; ++i) {
    poses.push_back(packet_of(10));
    ASSERT_TRUE(queue.push(poses.back(), Traffic::newest));
  }
  EXPECT_EQ(queue.dropped(), 3u);
  EXPECT_EQ(queue.take(), reply);
  EXPECT_EQ(queue.take(), poses[3]) << "the three oldest are gone";
  EXPECT_EQ(queue.bytes(), 10 * (OutgoingQueue::kMostNewest - 1));
}

TEST(OutgoingQueue, RepliesAreBoundedToo) {
  OutgoingQueue queue;
  EXPECT_TRUE(queue.push(packet_of(OutgoingQueue::kMostReliableBytes), Traffic::reliable));
  EXPECT_FALSE(queue.push(packet_of(1), Traffic::reliable));
}

TEST(RateLimit, BurstPassesFloodDoesNot) {
  RateLimit limit(10, 5);
  int passed = 0;
  for (int i = 0; i < 100; ++i) passed += limit.take(1, kSecond) ? 1 : 0;
  EXPECT_EQ(passed, 10);
  passed = 0;
  for (int i = 0; i < 100; ++i) passed += limit.take(1, 2 * kSecond) ? 1 : 0;
  EXPECT_EQ(passed, 5);
}

TEST(WebGuard, OwnNamesPassForeignOnesDoNot) {
  const WebGuard guard({"trainer.example"}, true);
  for (const char* host :
       {"localhost:8040", "127.0.0.1:9000", "[::1]:8040", "127.0.0.1", "Trainer.Example:8040"}) {
    EXPECT_EQ(guard.refusal(host, ""), "") << host;
  }
  for (const char* host : {"", "evil.example", "evil.example:8040", "10.0.0.1:8040",
                           "localhost.evil.example:8040", "127.0.0.1.evil.example", "::1"}) {
    EXPECT_NE(guard.refusal(host, ""), "") << host;
  }
}

TEST(WebGuard, AnotherSitesPageIsRefused) {
  const WebGuard guard({}, true);
  EXPECT_EQ(guard.refusal("localhost:8040", "http://localhost:8040"), "");
  EXPECT_NE(guard.refusal("localhost:8040", "http://evil.example"), "");
  EXPECT_NE(guard.refusal("localhost:8040", "http://localhost:9999"), "");
  EXPECT_NE(guard.refusal("localhost:8040", "null"), "");
}

TEST(WebGuard, SitesThatAreNamedPassAndNoOther) {
  const WebGuard guard({}, true, {"console.example", "https://Hall.example:8443"});
  for (const char* origin : {"http://console.example", "https://console.example",
                             "https://console.example:8443", "https://hall.example:8443"}) {
    EXPECT_EQ(guard.refusal("localhost:8040", origin), "") << origin;
  }
  for (const char* origin : {"https://hall.example", "http://hall.example:8443",
                             "https://console.example.evil", "https://evil.console.example", "null"}) {
    EXPECT_NE(guard.refusal("localhost:8040", origin), "") << origin;
  }
}

TEST(WebGuard, OffLoopbackAddressesPass) {
  const WebGuard guard({}, false);
  EXPECT_EQ(guard.refusal("10.0.0.1:8040", "http://10.0.0.1:8040"), "");
  EXPECT_NE(guard.refusal("evil.example:8040", ""), "");
}

TEST(DiskWatch, SaysEachStepOnceAndAgainWhenThereWasRoom) {
  constexpr std::uint64_t kMiB = 1UL << 20;
  DiskWatch watch;
  EXPECT_FALSE(watch.observe(9'000 * kMiB));
  EXPECT_EQ(watch.observe(2'000 * kMiB), 2'000 * kMiB);
  EXPECT_FALSE(watch.observe(1'900 * kMiB));
  EXPECT_FALSE(watch.observe(2'100 * kMiB)) << "a little more is no news";
  EXPECT_FALSE(watch.observe(2'000 * kMiB));
  EXPECT_EQ(watch.observe(60 * kMiB), 60 * kMiB) << "two steps at once are one warning";
  EXPECT_FALSE(watch.observe(10 * kMiB));
  EXPECT_FALSE(watch.observe(9'000 * kMiB));
  EXPECT_EQ(watch.observe(2'000 * kMiB), 2'000 * kMiB);
}

}  // namespace
}  // namespace drawbar::server
