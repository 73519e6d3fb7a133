// What is shown lags by what the network needs and no more, runs smoothly, and never backwards.
#include "protocol/playout_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace drawbar::protocol {
namespace {

constexpr std::uint64_t kMs = 1'000'000;
constexpr std::uint64_t kPeriod = 40 * kMs;

/// Frame k is valid at the end of its slot and arrives `delay` after the slot's begin.
struct Server {
  PlayoutClock clock;
  std::uint64_t frame = 100;
  std::uint64_t slot = 100;
  std::uint32_t branch = 0;
  std::uint64_t offset = 123'456 * kMs;  ///< its clock ahead of ours

  std::uint64_t begin() const { return slot * kPeriod; }
  void next(std::uint64_t delay) {
    ++slot;
    ++frame;
    repeat(delay);
  }
  void repeat(std::uint64_t delay) {
    clock.arrived({slot, frame, static_cast<double>(frame) * 0.04, begin() + kPeriod + offset, branch, 0},
                  kPeriod, begin() + delay);
  }
  /// Server's time minus what is shown now, ms.
  double lag(std::uint64_t now) { return static_cast<double>(now + offset - *clock.shown(now)) / kMs; }
};

TEST(PlayoutClock, ShowsNothingBeforeTheFirstFrame) {
  EXPECT_FALSE(PlayoutClock().shown(1000 * kMs));
}

TEST(PlayoutClock, FramesThatComeAtOnceAreShownAtOnce) {
  Server server;
  for (int i = 0; i < 100; ++i) server.next(1 * kMs);
  // Computed 1 ms after its slot began, 39 ms before its stamp: motion towards it begins 3 ms later.
  EXPECT_NEAR(server.lag(server.begin() + 1 * kMs), 4.0, 0.01);
}

TEST(PlayoutClock, NoFrameIsShownBeforeItCameThoughTheNetworkIsUneven) {
  Server server;
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t delay = (1 + static_cast<std::uint64_t>(i * 7 % 13)) * kMs;  // up to 13 ms
    server.next(delay);
    if (i < 100) continue;
    // Motion towards a frame begins with its slot: that moment must not be shown before it is here.
    const std::uint64_t arrival = server.begin() + delay;
    EXPECT_LE(*server.clock.shown(arrival), server.begin() + server.offset) << "frame " << i;
  }
  EXPECT_NEAR(server.lag(server.begin() + 13 * kMs), 16.0, 0.5) << "the latest, and 3 ms";
}

TEST(PlayoutClock, AdaptsWithoutRunningBackwardsOrVisiblyFast) {
  Server server;
  for (int i = 0; i < 100; ++i) server.next(1 * kMs);
  std::uint64_t last = *server.clock.shown(server.begin() + 2 * kMs);
  std::uint64_t last_now = server.begin() + 2 * kMs;
  for (int i = 0; i < 300; ++i) {
    server.next(i < 100 ? 31 * kMs : 1 * kMs);
    for (std::uint64_t ms = 32; ms < 40; ms += 4) {
      const std::uint64_t now = server.begin() + ms * kMs;
      const std::uint64_t shown = *server.clock.shown(now);
      const double rate = static_cast<double>(shown - last) / static_cast<double>(now - last_now);
      EXPECT_GE(shown, last);
      EXPECT_GE(rate, 1 - PlayoutClock::kSlewSlower - 1e-9);
      EXPECT_LE(rate, 1 + PlayoutClock::kSlewFaster + 1e-9);
      last = shown;
      last_now = now;
    }
    if (i == 99) {
      EXPECT_NEAR(server.lag(last_now), 34.0, 0.1);
    }
  }
  EXPECT_NEAR(server.lag(last_now), 4.0, 0.1) << "and comes back when the network is quiet again";
}

TEST(PlayoutClock, MotionAfterAPauseIsNoSlowerForIt) {
  Server server;
  for (int i = 0; i < 10; ++i) server.next(1 * kMs);
  for (int i = 0; i < 100; ++i) {  // frozen: the stamp goes on, the frame stands
    ++server.slot;
    server.repeat(1 * kMs);
  }
  server.next(1 * kMs);
  EXPECT_NEAR(server.lag(server.begin() + 1 * kMs), 4.0, 0.01);
}

TEST(PlayoutClock, AnotherClockIsTakenOverAtOnce) {
  Server server;
  for (int i = 0; i < 10; ++i) server.next(1 * kMs);
  server.offset += 1'000'000 * kPeriod;  // the daemon was started anew
  server.frame = 0;
  server.next(1 * kMs);
  server.next(1 * kMs);
  EXPECT_NEAR(server.lag(server.begin() + 1 * kMs), 4.0, 0.01);
}

TEST(PlayoutClock, ASilenceCostsTheLongestSegmentAndNoMore) {
  Server server;
  for (int i = 0; i < 10; ++i) server.next(1 * kMs);
  server.slot += 1'000'000;
  server.next(1 * kMs);
  EXPECT_NEAR(server.lag(server.begin() + 1 * kMs), 4.0 + (PlayoutClock::kLongestSegment - 1) * 40.0, 0.01);
}

// 30 ms more: 120 ms at a quarter slower; back only 3 s after the late one, and then 20 ms in each second.
TEST(PlayoutClock, ALateArrivalIsRememberedForThreeSeconds) {
  Server server;
  for (int i = 0; i < 100; ++i) server.next(1 * kMs);
  EXPECT_NEAR(server.lag(server.begin() + 31 * kMs), 4.0, 1e-6);
  server.next(31 * kMs);
  const std::uint64_t late = server.begin() + 31 * kMs;
  EXPECT_NEAR(server.lag(late), 14.0, 1e-6) << "40 ms since it was asked last";
  EXPECT_NEAR(server.lag(late + 40 * kMs), 24.0, 1e-6);
  EXPECT_NEAR(server.lag(late + 200 * kMs), 34.0, 1e-6);
  for (int i = 0; i < 75; ++i) server.next(1 * kMs);
  ASSERT_EQ(server.begin() + 1 * kMs, late + 2970 * kMs);
  EXPECT_NEAR(server.lag(late + 3000 * kMs), 34.0, 1e-6) << "no frame has shown yet that it is forgotten";
  server.next(1 * kMs);
  EXPECT_NEAR(server.lag(late + 3500 * kMs), 24.0, 1e-6);
  EXPECT_NEAR(server.lag(late + 4000 * kMs), 14.0, 1e-6);
  EXPECT_NEAR(server.lag(late + 9000 * kMs), 4.0, 1e-6) << "and no farther";
}

TEST(PlayoutClock, AskedForAnEarlierInstantItStands) {
  Server server;
  server.next(1 * kMs);
  const std::uint64_t now = server.begin() + 10 * kMs;
  const std::uint64_t shown = *server.clock.shown(now);
  EXPECT_EQ(server.clock.shown(now - 5 * kMs), shown);
  EXPECT_EQ(server.clock.shown(now + 5 * kMs), shown + 5 * kMs) << "and goes on from where it was";
}

// There is no way to such a frame: nothing moves towards it.
TEST(PlayoutClock, ARestoreAfterAPauseCostsNoLag) {
  for (const bool another_branch : {true, false}) {
    Server server;
    for (int i = 0; i < 10; ++i) server.next(1 * kMs);
    server.slot += 3;
    if (another_branch) {
      ++server.branch;
    } else {
      server.frame -= 5;  // a replay that was sought back
    }
    server.next(1 * kMs);
    EXPECT_NEAR(server.lag(server.begin() + 1 * kMs), 4.0, 1e-6) << another_branch;
    server.next(1 * kMs);
    EXPECT_NEAR(server.lag(server.begin() + 1 * kMs), 4.0, 1e-6) << another_branch;
  }
}

// Of clocks that are less than 0.4 s apart from one frame to the next it is the network that was slow.
TEST(PlayoutClock, JumpsBeyondFourTenthsOfASecondAlone) {
  for (const std::uint64_t more : {399 * kMs, 401 * kMs}) {
    Server server;
    for (int i = 0; i < 10; ++i) server.next(1 * kMs);
    const std::uint64_t asked = server.begin() + 2 * kMs;
    server.lag(asked);
    server.next(1 * kMs + more);
    const std::uint64_t now = server.begin() + 1 * kMs + more;
    const double followed = 4.0 + 0.25 * static_cast<double>(now - asked) / kMs;
    const double leapt = 4.0 + static_cast<double>(more) / kMs;
    EXPECT_NEAR(server.lag(now), more < 400 * kMs ? followed : leapt, 1e-6) << more;
  }
}

}  // namespace
}  // namespace drawbar::protocol
