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
  std::uint64_t offset = 123'456 * kMs;  ///< its clock ahead of ours

  std::uint64_t begin() const { return slot * kPeriod; }
  void next(std::uint64_t delay) {
    ++slot;
    ++frame;
    repeat(delay);
  }
  void repeat(std::uint64_t delay) {
    clock.arrived({slot, frame, static_cast<double>(frame) * 0.04, begin() + kPeriod + offset, 0, 0}, kPeriod,
                  begin() + delay);
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

}  // namespace
}  // namespace drawbar::protocol
