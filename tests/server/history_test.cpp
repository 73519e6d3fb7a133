// What a session can be taken back to: replay positions and rewind plans.
#include <gtest/gtest.h>

#include <memory>

#include "protocol/state_hash.h"
#include "scenes/loader.h"
#include "server/record/replay_index.h"
#include "server/session/history.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

TEST(ReplayIndex, FindsFramesAndTimesOnTheirBranch) {
  // Branch 0 has frames 1 to 10, branch 1 goes on from frame 4.
  std::vector<protocol::SessionRecord::FrameEntry> frames;
  for (std::uint64_t frame = 1; frame <= 10; ++frame) frames.push_back({.branch = 0, .frame = frame});
  for (std::uint64_t frame = 5; frame <= 8; ++frame) frames.push_back({.branch = 1, .frame = frame});
  const ReplayIndex index(frames, 0.04, {{1, 0}});
  EXPECT_EQ(index.find(0, 1), 0u);
  EXPECT_EQ(index.find(1, 5), 10u);
  EXPECT_EQ(index.find(1, 4), 3u) << "before it began";
  EXPECT_FALSE(index.find(1, 9)) << "branch 0 has it, but it was no longer there";
  EXPECT_FALSE(index.find(0, 11));
  EXPECT_FALSE(index.find(2, 5));
  EXPECT_EQ(index.find_time(0, 0.1), 1u) << "frame 2 ended at 0.08 s";
  EXPECT_EQ(index.find_time(0, 0.12), 2u);
  EXPECT_EQ(index.find_time(0, 99), 9u);
  EXPECT_EQ(index.find_time(1, 0.1), 1u);
  EXPECT_FALSE(index.find_time(0, -1));
}

/// Frames of a driven pendulum, as the loop would publish them.
class RecordedHistory : public testing::Test {
 protected:
  RecordedHistory() {
    auto loaded = scenes::load_text(pendulum_scene(), "pendulum", ".");
    config_ = loaded->world;
    world_ = std::make_unique<physics::World>(config_);
    FrameSlot slot(*world_);
    slot.begins_branch = true;
    slot.substeps = 8;
    publish(slot);
    slot.begins_branch = false;
    slot.computed = true;
    for (int frame = 1; frame <= 100; ++frame) {
      slot.inputs.clear();
      if (frame % 10 == 0) {
        scenes::WorldInput input;
        input.value = 0.01 * frame;
        slot.inputs.set(input);
      }
      int substeps = 8;
      for (const auto& input : slot.inputs.list()) scenes::apply(input, *world_, substeps);
      world_->step_frame(8);
      publish(slot);
    }
  }

  void publish(FrameSlot& slot) {
    world_->observe(slot.state);
    world_->save_state(slot.saved_state);
    states_.push_back(slot.saved_state);
    history_.take(slot, protocol::state_hash(slot.saved_state));
  }

  physics::WorldConfig config_;
  std::unique_ptr<physics::World> world_;
  std::vector<std::vector<std::byte>> states_;
  History history_{0.04};
};

TEST_F(RecordedHistory, PlanLeadsToEveryFrameToTheLastBit) {
  for (const std::uint64_t target : {0UL, 1UL, 25UL, 26UL, 60UL, 99UL, 100UL}) {
    const auto plan = history_.plan(0, target, {});
    ASSERT_TRUE(plan) << plan.error().text;
    EXPECT_LE(plan->to_frame - plan->from_frame, 25u);
    physics::World again(config_);
    ASSERT_TRUE(again.restore_state(plan->state));
    int substeps = plan->substeps;
    auto input = plan->inputs.begin();
    for (std::uint64_t frame = plan->from_frame + 1; frame <= target; ++frame) {
      for (; input != plan->inputs.end() && input->frame == frame; ++input) {
        scenes::apply(input->input, again, substeps);
      }
      again.step_frame(substeps);
    }
    std::vector<std::byte> state;
    again.save_state(state);
    EXPECT_EQ(state, states_[target]) << "frame " << target;
    EXPECT_EQ(plan->hash, protocol::state_hash(state));
  }
}

TEST_F(RecordedHistory, WhatWasNotIsRefusedWithWhatThereIs) {
  EXPECT_EQ(history_.plan(0, {}, 1.0)->to_frame, 25u);
  const auto future = history_.plan(0, 101, {});
  ASSERT_FALSE(future);
  EXPECT_NE(future.error().text.find("0 to 100"), std::string::npos) << future.error().text;
  EXPECT_FALSE(history_.plan(3, 1, {}));
  EXPECT_FALSE(history_.plan(0, {}, 99.0));
  EXPECT_FALSE(history_.plan(0, {}, -1.0));
}

}  // namespace
}  // namespace drawbar::server::test
