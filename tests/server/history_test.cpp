// What a session can be taken back to: replay positions and rewind plans.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "protocol/state_hash.h"
#include "scenes/loader/loader.h"
#include "server/history/compute_again.h"
#include "server/history/history.h"
#include "server/history/replay_index.h"
#include "tests/server/daemon_process.h"
#include "tests/server/sample_replay.h"

namespace drawbar::server::test {
namespace {

TEST(ReplayIndex, FindsFramesAndTimesOnTheirBranch) {
  // Branch 0 has frames 1 to 10, branch 1 goes on from frame 4.
  std::vector<protocol::SessionRecord::FrameEntry> frames;
  for (std::uint64_t frame = 1; frame <= 10; ++frame) frames.push_back({.branch = 0, .frame = frame});
  for (std::uint64_t frame = 5; frame <= 8; ++frame) frames.push_back({.branch = 1, .frame = frame});
  const ReplayIndex index = sample_replay(std::move(frames), {{1, 0}});
  EXPECT_EQ(index.find(0, 1), 0u);
  EXPECT_EQ(index.find(1, 5), 10u);
  EXPECT_EQ(index.find(1, 4), 3u) << "before it began";
  EXPECT_FALSE(index.find(1, 9)) << "branch 0 has it, but it was no longer there";
  EXPECT_FALSE(index.find(0, 11));
  EXPECT_FALSE(index.find(2, 5));
  EXPECT_EQ(index.find_time(0, 0.1), 1u) << "frame 2 ended at 0.08 s";
  EXPECT_EQ(index.find_time(0, 0.12), 2u);
  EXPECT_EQ(index.find_time(0, 0.4), 9u);
  EXPECT_FALSE(index.find_time(0, 0.45)) << "beyond the end there is nothing";
  EXPECT_EQ(index.range_of(0), "0 to 0.4 s (frames 1 to 10)");
  EXPECT_EQ(index.range_of(1), "0 to 0.32 s (frames 1 to 8)");
  EXPECT_EQ(index.range_of(7), "no such branch");
  EXPECT_EQ(index.find_time(1, 0.1), 1u);
  EXPECT_EQ(index.find_time(1, 0), 0u) << "the initial state is no frame; the first one shows the begin";
  EXPECT_FALSE(index.find_time(0, -1));
  EXPECT_EQ(index.frames_of(0), 10u);
  EXPECT_EQ(index.frames_of(1), 4u);
}

constexpr std::size_t kPlenty = 64UL << 20;

/// Frames of a driven pendulum, as the loop would publish them, with another control for each, and what a
/// history makes of them.
class DrivenPendulum {
 public:
  explicit DrivenPendulum(std::size_t most_bytes)
      : history(0.04, most_bytes),
        config_(scenes::load_text(pendulum_scene(), "pendulum", ".")->world),
        world_(config_),
        slot_(world_) {
    begin_branch(nullptr);
  }

  /// `input_every`: frames from one input to the next.
  void run(std::uint64_t frames, std::uint64_t input_every = 1) {
    slot_.begins_branch = false;
    slot_.computed = true;
    for (; frames > 0; --frames) {
      slot_.inputs.clear();
      if (world_.frame() % input_every == 0) {
        scenes::WorldInput input;
        input.value = 0.01 * static_cast<double>(world_.frame() % 100);
        slot_.inputs.set(input);
        world_.apply(input, slot_.substeps);
      }
      world_.step_frame(slot_.substeps);
      publish();
    }
  }

  /// Goes on from the present state on a new branch.
  void take_over(record::BranchCause cause = record::BranchCause::Restore) {
    RestorePoint point;
    point.cause = cause;
    point.parent_branch = slot_.branch++;
    begin_branch(&point);
  }

  std::uint64_t frame() const { return world_.frame(); }

  /// That computing from the plan's state with its inputs gives the state that was there.
  void expect_reached(std::uint32_t branch, std::uint64_t frame) const {
    const auto plan = history.plan(branch, frame, {});
    ASSERT_TRUE(plan) << plan.error().text;
    EXPECT_EQ(plan->to_frame, frame);
    const auto state = compute_again(scenes::Simulation(config_), *plan, std::atomic<bool>(false));
    ASSERT_TRUE(state) << state.error().text;
    EXPECT_EQ(protocol::state_hash(*state), hashes_.at(frame)) << "frame " << frame;
  }

  History history;

 private:
  void begin_branch(RestorePoint* point) {
    slot_.begins_branch = true;
    slot_.computed = false;
    slot_.substeps = 8;
    slot_.inputs.clear();
    slot_.restored = point;
    publish();
    slot_.restored = nullptr;
  }

  void publish() {
    world_.observe(slot_.state);
    world_.save_state(slot_.saved_state);
    hashes_[world_.frame()] = protocol::state_hash(slot_.saved_state);
    history.take(slot_, hashes_[world_.frame()]);
  }

  physics::WorldConfig config_;
  scenes::Simulation world_;
  FrameSlot slot_;
  std::map<std::uint64_t, std::uint64_t> hashes_;
};

TEST(History, PlanLeadsToEveryFrameToTheLastBit) {
  DrivenPendulum pendulum(kPlenty);
  pendulum.run(100);
  for (const std::uint64_t frame : {0UL, 1UL, 25UL, 26UL, 60UL, 99UL, 100UL}) {
    pendulum.expect_reached(0, frame);
    EXPECT_LE(frame - pendulum.history.plan(0, frame, {})->from_frame, 25u);
  }
}

TEST(History, ComputingThePastAgainHoldsUpNobodysEnd) {
  DrivenPendulum pendulum(kPlenty);
  pendulum.run(20);
  const auto config = scenes::load_text(pendulum_scene(), "pendulum", ".")->world;
  EXPECT_FALSE(
      compute_again(scenes::Simulation(config), *pendulum.history.plan(0, 20, {}), std::atomic<bool>(true)));
}

TEST(History, WhatWasNotIsRefusedWithWhatThereIs) {
  DrivenPendulum pendulum(kPlenty);
  pendulum.run(100);
  const History& history = pendulum.history;
  EXPECT_EQ(history.plan(0, {}, 1.0)->to_frame, 25u);
  const auto future = history.plan(0, 101, {});
  ASSERT_FALSE(future);
  EXPECT_NE(future.error().text.find("0 to 100"), std::string::npos) << future.error().text;
  EXPECT_FALSE(history.plan(3, 1, {}));
  EXPECT_FALSE(history.plan(0, {}, 99.0));
  EXPECT_FALSE(history.plan(0, {}, -1.0));
}

// However the quotient of what a person typed rounds: 1.16 s is frame 29.
TEST(History, ATypedTimeIsTheLastFrameThatHasEndedByThen) {
  DrivenPendulum pendulum(kPlenty);
  pendulum.run(101);
  for (std::uint64_t frame = 0; frame <= 100; ++frame) {
    const double typed = static_cast<double>(4 * frame) / 100;
    for (const double time : {typed, typed + 0.03}) {
      const auto plan = pendulum.history.plan(0, {}, time);
      ASSERT_TRUE(plan) << time;
      EXPECT_EQ(plan->to_frame, frame) << time;
    }
  }
}

TEST(History, WhatARecordingHeldBeforeItWasTakenOverIsNotOfThisSession) {
  // Its parent is a branch of the recording, whatever branch here has the same number.
  DrivenPendulum pendulum(kPlenty);
  pendulum.run(20);
  pendulum.take_over(record::BranchCause::TakeOver);
  pendulum.run(20);
  const auto before = pendulum.history.plan(1, 19, {});
  ASSERT_FALSE(before);
  EXPECT_NE(before.error().text.find("frames 20 to 40"), std::string::npos) << before.error().text;
  pendulum.expect_reached(1, 20);
}

TEST(History, FullMemoryKeepsFewerStatesAndThenForgetsTheOldestMoments) {
  constexpr std::size_t kMost = 60'000;
  DrivenPendulum pendulum(kMost);
  std::uint64_t frames_with_all = 0;
  for (int i = 0; i < 60; ++i) {
    pendulum.run(100);
    ASSERT_LE(pendulum.history.bytes(), kMost) << "after frame " << pendulum.frame();
    if (pendulum.history.plan(0, 0, {})) frames_with_all = pendulum.frame();
  }
  const std::uint64_t last = pendulum.frame();
  EXPECT_GT(pendulum.history.bytes(), kMost / 2);
  EXPECT_GE(frames_with_all, 1000u) << "states went first";
  const auto forgotten = pendulum.history.plan(0, 1, {});
  ASSERT_FALSE(forgotten);
  const std::string& text = forgotten.error().text;
  const std::uint64_t first = std::stoull(text.substr(text.find("frames ") + 7));
  EXPECT_GT(last - first, 1000u) << text;
  for (const std::uint64_t frame : {first, first + 1, first + 777, last - 26, last - 1, last}) {
    pendulum.expect_reached(0, frame);
  }
}

TEST(History, SpansThatWereMergedKeepEveryInputOfTheirFramesInOrder) {
  // Few inputs: states are the greater part of the memory, and go first.
  constexpr std::uint64_t kInputEvery = 10;
  constexpr std::uint64_t kFrames = 4'000;
  DrivenPendulum pendulum(60'000);
  pendulum.run(kFrames, kInputEvery);
  std::uint64_t widest = 0;
  std::set<std::uint64_t> states;
  for (std::uint64_t frame = kFrames; frame > 0; --frame) {
    const auto plan = pendulum.history.plan(0, frame, {});
    if (!plan) break;  // forgotten
    widest = std::max(widest, frame - plan->from_frame);
    states.insert(plan->from_frame);
    auto input = plan->inputs.begin();
    for (std::uint64_t acts_in = plan->from_frame + 1; acts_in <= frame; ++acts_in) {
      if ((acts_in - 1) % kInputEvery != 0) continue;
      ASSERT_NE(input, plan->inputs.end()) << "the input of frame " << acts_in << " is lost";
      ASSERT_EQ(input->frame, acts_in);
      ASSERT_EQ(input->input.value, 0.01 * static_cast<double>((acts_in - 1) % 100));
      ++input;
    }
    ASSERT_EQ(input, plan->inputs.end());
    if (frame % 97 == 0) pendulum.expect_reached(0, frame);
  }
  EXPECT_GT(widest, 25u) << "states went, and their spans were merged";
  // Every second one went, each time, until as few were left as there may be.
  ASSERT_GE(states.size(), 3u);
  const std::uint64_t apart = *std::next(states.begin()) - *states.begin();
  EXPECT_TRUE(apart == 50 || apart == 100 || apart == 200 || apart == 400) << apart;
  for (auto state = std::next(states.begin()); state != states.end(); ++state)
    EXPECT_EQ(*state - *std::prev(state), apart);
  EXPECT_LE(widest, apart);
}

TEST(History, BranchesWithoutEndAreForgottenOldestFirst) {
  constexpr std::size_t kMost = 20'000;
  DrivenPendulum pendulum(kMost);
  for (std::uint32_t branch = 0; branch < 200; ++branch) {
    pendulum.run(3);
    ASSERT_LE(pendulum.history.bytes(), kMost) << "on branch " << branch;
    pendulum.take_over();
  }
  const auto forgotten = pendulum.history.plan(0, 1, {});
  ASSERT_FALSE(forgotten);
  EXPECT_NE(forgotten.error().text.find("branch 0"), std::string::npos) << forgotten.error().text;
  const auto forgotten_by_its_parents = pendulum.history.plan(200, 1, {});
  ASSERT_FALSE(forgotten_by_its_parents) << "on a branch that is no longer kept";
  EXPECT_EQ(forgotten_by_its_parents.error().text.find("(frames 600"), std::string::npos)
      << "frames of the branches before it count: " << forgotten_by_its_parents.error().text;
  pendulum.expect_reached(200, 600);
  pendulum.expect_reached(200, 595);
  pendulum.expect_reached(199, 599);
}

}  // namespace
}  // namespace drawbar::server::test
