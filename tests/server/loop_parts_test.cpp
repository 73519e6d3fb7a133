// The parts of the frame loop that need no World: schedule, governor, rings, inputs for their frames.
#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "scenes/record/frame_inputs.h"
#include "server/loop/frame_schedule.h"
#include "server/loop/governor.h"
#include "server/loop/scheduled_inputs.h"
#include "server/loop/slot_ring.h"
#include "server/system/utc_watch.h"

namespace drawbar::server {
namespace {

constexpr Nanoseconds kPeriod = 40 * kMillisecond;

TEST(FrameSchedule, SlotsLieOnOneGridForEver) {
  FrameSchedule schedule(1000, kPeriod);
  for (std::uint64_t k = 0; k < 100'000; ++k) {
    ASSERT_EQ(schedule.tick(), k);
    ASSERT_EQ(schedule.slot_start(), 1000 + static_cast<Nanoseconds>(k) * kPeriod);
    ASSERT_EQ(schedule.next(schedule.slot_start() + 7 * kMillisecond), 0u);
  }
}

TEST(FrameSchedule, FrameThatOverrunsItsSlotSkipsTheSlotItOverranInto) {
  FrameSchedule schedule(0, kPeriod);
  EXPECT_EQ(schedule.next(kPeriod + kMillisecond), 1u);
  EXPECT_EQ(schedule.tick(), 2u) << "slot 1 had begun: serving it would run two frames back to back";
}

TEST(FrameSchedule, StallMovesOnByWholePeriodsAndCountsThem) {
  FrameSchedule schedule(0, kPeriod);
  EXPECT_EQ(schedule.catch_up(10 * kPeriod + kMillisecond), 10u);
  EXPECT_EQ(schedule.tick(), 10u);
  EXPECT_EQ(schedule.slot_start(), 10 * kPeriod);
  EXPECT_EQ(schedule.catch_up(10 * kPeriod + 2 * kMillisecond), 0u);
}

TEST(FrameSchedule, AnotherPeriodBeginsWithTheSlotThatIsServed) {
  FrameSchedule schedule(1000, kPeriod);
  schedule.next(1000);
  schedule.next(1000 + kPeriod);
  const Nanoseconds begin = schedule.slot_start();
  schedule.set_period(10 * kMillisecond);
  EXPECT_EQ(schedule.tick(), 2u);
  EXPECT_EQ(schedule.slot_start(), begin);
  EXPECT_EQ(schedule.slot_end(), begin + 10 * kMillisecond);
  schedule.next(begin);
  EXPECT_EQ(schedule.slot_start(), begin + 10 * kMillisecond);
}

TEST(UtcWatch, TellsEveryStepOnceAndNoJitter) {
  UtcWatch watch(1'000 * kSecond);
  EXPECT_FALSE(watch.observe(1'000 * kSecond + 19 * kMillisecond));
  EXPECT_EQ(watch.observe(1'003 * kSecond), 3 * kSecond);
  EXPECT_FALSE(watch.observe(1'003 * kSecond));
  EXPECT_EQ(watch.observe(1'002 * kSecond), -kSecond);
  EXPECT_EQ(watch.observe(1'002 * kSecond + 20 * kMillisecond), 20 * kMillisecond) << "or drifts as far";
}

TEST(Governor, OneSlowFrameChangesNothing) {
  Governor governor({.nominal = 8, .minimum = 2});
  governor.observe(10 * kPeriod, kPeriod);
  for (int i = 0; i < 10; ++i) governor.observe(kMillisecond, kPeriod);
  EXPECT_EQ(governor.substeps(), 8);
}

TEST(Governor, LastingOverloadReducesToWhatFitsAndRestComesBackSlowly) {
  Governor governor({.nominal = 8, .minimum = 2});
  const Nanoseconds per_substep = 8 * kMillisecond;
  for (int i = 0; i < 5; ++i) governor.observe(governor.substeps() * per_substep, kPeriod);
  EXPECT_EQ(governor.substeps(), 3);
  int frames = 0;
  while (governor.substeps() < 8 && frames < 1000) {
    governor.observe(governor.substeps() * kMillisecond, kPeriod);
    ++frames;
  }
  EXPECT_EQ(governor.substeps(), 8);
  EXPECT_EQ(frames, 250) << "one substep per 50 frames";
}

TEST(Governor, NeverGoesBelowWhatTheSceneAllows) {
  Governor governor({.nominal = 8, .minimum = 4});
  for (int i = 0; i < 100; ++i) governor.observe(3 * kPeriod, kPeriod);
  EXPECT_EQ(governor.substeps(), 4);
}

TEST(SlotRing, FullRingGivesTheProducerNothingAndLosesNothing) {
  SlotRing<int> ring(2, [] { return 0; });
  EXPECT_TRUE(ring.push(1));
  EXPECT_TRUE(ring.push(2));
  EXPECT_FALSE(ring.push(3));
  EXPECT_EQ(*ring.front(), 1);
  ring.release();
  EXPECT_TRUE(ring.push(3));
  EXPECT_EQ(*ring.front(), 2);
  ring.release();
  EXPECT_EQ(*ring.front(), 3);
  ring.release();
  EXPECT_EQ(ring.front(), nullptr);
}

TEST(SlotRing, EverythingArrivesInOrderBetweenTwoThreads) {
  constexpr int kCount = 200'000;
  SlotRing<int> ring(64, [] { return 0; });
  std::thread producer([&ring] {
    for (int i = 0; i < kCount;) {
      if (ring.push(i)) {
        ++i;
      } else {
        std::this_thread::yield();
      }
    }
  });
  int expected = 0;
  bool in_order = true;
  while (expected < kCount) {
    if (const int* value = ring.front()) {
      in_order = in_order && *value == expected;
      ++expected;
      ring.release();
    } else {
      std::this_thread::yield();
    }
  }
  producer.join();
  EXPECT_TRUE(in_order);
}

scenes::WorldInput control_input(std::uint32_t index, double value) {
  scenes::WorldInput input;
  input.index = index;
  input.value = value;
  return input;
}

TEST(FrameInputs, LastArrivalForEachThingWins) {
  scenes::FrameInputs inputs(2, 1);
  inputs.set(control_input(0, 0.1));
  inputs.set(control_input(1, 0.2));
  scenes::WorldInput fault;
  fault.kind = scenes::WorldInput::Kind::drive_fault;
  fault.value = 1;
  inputs.set(fault);
  inputs.set(control_input(0, 0.9));
  ASSERT_EQ(inputs.list().size(), 3u);
  EXPECT_EQ(inputs.list()[0].value, 0.9);
  EXPECT_EQ(inputs.list()[1].value, 0.2);
  inputs.clear();
  EXPECT_TRUE(inputs.list().empty());
  inputs.set(control_input(0, 0.5));
  EXPECT_EQ(inputs.list().size(), 1u);
}

TEST(ScheduledInputs, ActInOrderOfFrameThenArrival) {
  ScheduledInputs scheduled(8);
  scheduled.add(5, control_input(0, 1));
  scheduled.add(3, control_input(0, 2));
  scheduled.add(5, control_input(0, 3));
  scheduled.add(9, control_input(0, 4));
  std::vector<double> acted;
  scheduled.take(5, [&acted](const scenes::WorldInput& input) { acted.push_back(input.value); });
  EXPECT_EQ(acted, (std::vector<double>{2, 1, 3}));
  EXPECT_EQ(scheduled.size(), 1u);
}

TEST(ScheduledInputs, SilentChannelLosesWhatWouldStillAct) {
  ScheduledInputs scheduled(8);
  scheduled.add(5, control_input(0, 1));
  scheduled.add(6, control_input(1, 2));
  scheduled.cancel_control(0);
  std::vector<double> acted;
  scheduled.take(10, [&acted](const scenes::WorldInput& input) { acted.push_back(input.value); });
  EXPECT_EQ(acted, std::vector<double>{2});
}

TEST(ScheduledInputs, FullHeapRefuses) {
  ScheduledInputs scheduled(1);
  EXPECT_TRUE(scheduled.add(1, control_input(0, 1)));
  EXPECT_FALSE(scheduled.add(2, control_input(0, 2)));
}

}  // namespace
}  // namespace drawbar::server
