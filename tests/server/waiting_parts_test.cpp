// What waits: a connection's packets, the loop for its slot, the network thread for the loop.
#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "scenes/loader/loader.h"
#include "server/loop/doorbell.h"
#include "server/loop/realtime.h"
#include "server/loop/slot_clock.h"
#include "server/loop/wake_up.h"
#include "server/transport/queued_connection.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

// --- connections ---

/// Says what its transport is told to do.
class ToldConnection final : public QueuedConnection {
 public:
  ToldConnection(const asio::any_io_executor& executor, std::string peer)
      : QueuedConnection(executor, std::move(peer)) {}

  /// Since the last call: the sizes of what is to be written, "shut down", "abort".
  std::vector<std::string> told() { return std::exchange(told_, {}); }
  void hold_back() { hold(); }
  void done() { written(); }
  void gone() { stop(); }

 private:
  void write(std::vector<Packet> packets) override {
    std::string sizes;
    for (const Packet& packet : packets) sizes += (sizes.empty() ? "" : " ") + std::to_string(packet->size());
    told_.push_back(sizes);
  }
  void shut_down() override { told_.emplace_back("shut down"); }
  void abort() override { told_.emplace_back("abort"); }

  std::vector<std::string> told_;
};

class WaitingPackets : public testing::Test {
 protected:
  using Told = std::vector<std::string>;

  static Packet packet(std::size_t size) { return make_packet(protocol::Bytes(size)); }
  void send(std::size_t size, Traffic traffic = Traffic::reliable) {
    connection_->send(packet(size), traffic);
  }
  Told told() { return connection_->told(); }
  /// What was put off until the caller has returned.
  Told told_later() {
    context_.restart();
    context_.poll();
    return told();
  }

  asio::io_context context_;
  std::shared_ptr<ToldConnection> connection_ =
      std::make_shared<ToldConnection>(context_.get_executor(), "tcp 10.0.0.1:4040");
};

TEST_F(WaitingPackets, GoSixteenAtATimeWhenThoseBeforeAreWritten) {
  send(3);
  EXPECT_EQ(told(), Told{"3"}) << "nothing is under way";
  for (std::size_t size = 100; size < 118; ++size) send(size);
  EXPECT_EQ(told(), Told{});
  EXPECT_EQ(connection_->queued_bytes(), 3u + 18 * 100 + 153) << "those on their way included";
  connection_->done();
  EXPECT_EQ(told(), Told{"100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115"});
  EXPECT_EQ(connection_->queued_bytes(), 18u * 100 + 153);
  connection_->done();
  EXPECT_EQ(told(), Told{"116 117"});
  connection_->done();
  EXPECT_EQ(told(), Told{});
  EXPECT_EQ(connection_->queued_bytes(), 0u);
}

TEST_F(WaitingPackets, OfPosesTheOldestAreDroppedBehindAReaderThatIsTooSlow) {
  send(1);
  for (std::size_t size = 100; size < 118; ++size) send(size, Traffic::newest);
  EXPECT_EQ(connection_->dropped(), 2u);
  told();
  connection_->done();
  EXPECT_EQ(told(), Told{"102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117"});
}

TEST_F(WaitingPackets, AreHeldBackUntilTheTransportIsReady) {
  connection_->hold_back();
  send(5);
  send(6);
  EXPECT_EQ(told(), Told{});
  connection_->done();
  EXPECT_EQ(told(), Told{"5 6"});
}

TEST_F(WaitingPackets, OfAConnectionThatClosesTheReliableOnesGoFirst) {
  send(1);
  send(2, Traffic::newest);
  send(3);
  told();
  connection_->close();
  send(4);
  EXPECT_EQ(told_later(), Told{}) << "one is under way";
  connection_->done();
  EXPECT_EQ(told(), Told{"3"}) << "no pose, and nothing that came later";
  connection_->done();
  EXPECT_EQ(told(), Told{}) << "not while the caller is at it";
  EXPECT_EQ(told_later(), Told{"shut down"});
  connection_->close();
  EXPECT_EQ(told_later(), Told{}) << "once";
}

TEST_F(WaitingPackets, OfAConnectionThatIsDroppedAreLost) {
  send(1);
  send(2);
  told();
  connection_->drop();
  EXPECT_EQ(told(), Told{}) << "not while the caller is at it";
  EXPECT_EQ(told_later(), Told{"abort"});
  connection_->gone();
  connection_->done();
  send(3);
  connection_->drop();
  connection_->close();
  EXPECT_EQ(told_later(), Told{}) << "its transport is gone";
}

TEST_F(WaitingPackets, BeyondTheirBoundEndTheConnection) {
  send(1);
  told();
  send(OutgoingQueue::kMostReliableBytes);
  EXPECT_EQ(told_later(), Told{});
  send(1);
  EXPECT_EQ(told_later(), Told{"abort"});
}

TEST_F(WaitingPackets, AnAddressIsThePeersWithoutItsPort) {
  const std::pair<const char*, const char*> cases[] = {{"tcp 10.0.0.1:4040", "10.0.0.1"},
                                                       {"tls [2001:db8::1]:99", "2001:db8::1"},
                                                       {"websocket [::1]:8040", "::1"}};
  for (const auto& [peer, address] : cases) {
    const auto connection = std::make_shared<ToldConnection>(context_.get_executor(), peer);
    EXPECT_EQ(connection->peer(), peer);
    EXPECT_EQ(connection->address(), address);
  }
}

// --- the loop's thread ---

TEST(WaitingLoop, ARingIsKeptUntilItIsWaitedForAndSeveralAreOne) {
  Doorbell bell;
  EXPECT_FALSE(bell.wait_until(monotonic_now())) << "nobody rang";
  bell.ring();
  bell.ring();
  EXPECT_TRUE(bell.wait_until(monotonic_now() + 600 * kSecond));
  EXPECT_FALSE(bell.wait_until(monotonic_now()));
  std::thread visitor([&bell] { bell.ring(); });
  EXPECT_TRUE(bell.wait_until(monotonic_now() + 600 * kSecond)) << "it wakes who waits";
  visitor.join();
}

TEST(WaitingLoop, SleepsToItsInstantUnlessItIsToStop) {
  const std::atomic<bool> stop{true}, go_on{false};
  sleep_until(monotonic_now() + 600 * kSecond, 0, &stop);
  sleep_until(monotonic_now() + 600 * kSecond, 1'200 * kSecond, &stop);
  for (const Nanoseconds spin : {Nanoseconds{0}, kMillisecond}) {
    const Nanoseconds instant = monotonic_now() + 2 * kMillisecond;
    sleep_until(instant, spin, &go_on);
    EXPECT_GE(monotonic_now(), instant);
  }
}

/// What a slot was stamped with.
struct Stamped {
  std::uint64_t tick, misses;
  Nanoseconds start, woken, finished;
  bool hurried;
};

TEST(WaitingLoop, SlotsBeginAPeriodFromNowAndAtOnceWhereSomebodyHurries) {
  constexpr Nanoseconds kPeriod = 2 * kMillisecond;
  SlotClock clock(kPeriod, 0);
  FrameSlot slot(scenes::Simulation(scenes::load_text(pendulum_scene(), "pendulum", ".")->world));
  std::vector<Stamped> seen;
  const auto serve = [&](Nanoseconds computed, std::size_t most) {
    return [&, computed, most] {
      clock.stamp(slot, computed);
      EXPECT_EQ(slot.timing.compute, computed);
      seen.push_back({slot.tick, slot.timing.misses, slot.timing.slot_start, slot.timing.woken,
                      slot.timing.finished, slot.hurried});
      return seen.size() < most;
    };
  };
  const std::atomic<bool> stop{false};
  const Nanoseconds before = monotonic_now();
  clock.run(stop, serve(7, 1));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_GE(seen[0].start, before + kPeriod);
  EXPECT_GE(seen[0].woken, seen[0].start);
  EXPECT_GE(seen[0].finished, seen[0].woken);
  EXPECT_FALSE(seen[0].hurried);
  const std::uint64_t misses = seen[0].misses;
  // Slots of hours, of which none is waited for.
  clock.set_period(3'600 * kSecond);
  clock.run(stop, serve(8, 3), [](Nanoseconds) { return true; });
  ASSERT_EQ(seen.size(), 3u);
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_TRUE(seen[i].hurried);
    EXPECT_GT(seen[i].tick, seen[i - 1].tick) << "ticks go on";
    EXPECT_GE(seen[i].start, seen[i - 1].finished);
    EXPECT_LE(seen[i].start, seen[i].woken);
    EXPECT_EQ(seen[i].misses, misses) << "nothing in it is late";
  }
  EXPECT_EQ(seen[2].tick, seen[1].tick + 1);
  const std::atomic<bool> ended{true};
  clock.run(ended, serve(9, 9));
  EXPECT_EQ(seen.size(), 3u) << "it is to stop";
}

TEST(WaitingLoop, WhatTheSystemRefusesItsThreadIsNamed) {
  std::vector<std::string> nothing{"not asked"}, no_core;
  std::thread([&] {
    RealtimeOptions options;
    options.mode = RealtimeMode::off;
    nothing = make_thread_realtime(options);
    options.cpu = 1023;
    no_core = make_thread_realtime(options);
  }).join();
  EXPECT_EQ(nothing, std::vector<std::string>{});
  EXPECT_EQ(no_core, std::vector<std::string>{"core 1023 (sched_setaffinity): Invalid argument"});
  EXPECT_EQ(lock_memory({.mode = RealtimeMode::off}), std::vector<std::string>{});
}

// --- the network thread ---

TEST(WaitingNetworkThread, IsWokenOnceHoweverOftenItWasNotified) {
  const WakeUp wake_up;
  const auto readable = [&wake_up] {
    pollfd waits{wake_up.descriptor(), POLLIN, 0};
    return poll(&waits, 1, 0) == 1;
  };
  EXPECT_FALSE(readable());
  wake_up.clear();  // does not wait either
  wake_up.notify();
  wake_up.notify();
  EXPECT_TRUE(readable());
  wake_up.clear();
  EXPECT_FALSE(readable());
  wake_up.notify();
  EXPECT_TRUE(readable());
}

}  // namespace
}  // namespace drawbar::server::test
