// A moment of a recording as a state to go on from: exact, nearest, or refused.
#include "server/history/recorded_state.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "physics/world/world.h"
#include "protocol/state_hash.h"
#include "scenes/loader/loader.h"
#include "scenes/record/numerics.h"
#include "scenes/record/session_writer.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

constexpr std::uint64_t kFrames = 110;
constexpr std::uint64_t kSnapshotEvery = 25;
constexpr std::uint64_t kPeriodNs = 40'000'000;

/// A recorded drive of the pendulum, as the build that is told here would have made it.
class OldRecording {
 public:
  /// `spoil`: what another machine computed in place of a frame's hash. `rewound_to`: where a second branch
  /// goes on from, driven otherwise and with all substeps; 0: there is none.
  explicit OldRecording(
      std::uint64_t numerics = scenes::numerics().bits,
      std::uint64_t layout = scenes::numerics().state_layout,
      const std::function<std::uint64_t(std::uint64_t)>& spoil = [](std::uint64_t h) { return h; },
      std::uint64_t rewound_to = 0) {
    const auto loaded = scenes::load_text(pendulum_scene(), "pendulum", ".");
    config = loaded->world;
    scenes::SessionWriter::Options options;
    options.path = path;
    options.sync_chunks = false;
    options.build.program = "drawbard 0.0.9";
    options.build.revision = "deadbeef";
    options.build.numerics = numerics;
    options.build.state_layout = layout;
    auto writer = scenes::SessionWriter::create(
        std::move(options), scenes::scene_record("pendulum", "pendulum.json", loaded->buffer, config, 0));
    physics::World world(config);
    int substeps = config.substeps;
    const auto write = [&](std::uint32_t branch, scenes::FrameRecord frame) {
      const std::uint64_t tick = states.size();
      world.save_state(states.emplace_back());
      const std::uint64_t hash = protocol::state_hash(states.back());
      frame.stamp = stream::FrameStamp(tick, world.frame(), 0.04 * static_cast<double>(world.frame()),
                                       tick * kPeriodNs, branch, 0);
      frame.hash = world.frame() > 30 ? spoil(hash) : hash;
      if (frame.computed && world.frame() % kSnapshotEvery == 0) frame.snapshot = states.back();
      frame.telemetry.stamp = std::make_unique<stream::FrameStamp>(frame.stamp);
      frame.telemetry.substeps = static_cast<std::uint32_t>(substeps);
      if (frame.computed) entries.push_back({branch, world.frame(), tick, frame.hash, tick * kPeriodNs});
      EXPECT_TRUE(writer->write(frame));
    };
    const auto begin = [&](std::uint32_t branch, record::BranchCause cause) {
      std::vector<std::byte> state;
      world.save_state(state);
      scenes::FrameRecord frame;
      frame.branch = scenes::branch_record(cause, branch, world.frame(), state);
      write(branch, std::move(frame));
    };
    const auto step = [&](std::uint32_t branch, std::vector<scenes::WorldInput> inputs) {
      scenes::FrameRecord frame;
      frame.inputs = std::move(inputs);
      frame.computed = true;
      for (const scenes::WorldInput& each : frame.inputs) scenes::apply(each, world, substeps);
      world.step_frame(substeps);
      write(branch, std::move(frame));
    };
    begin(0, record::BranchCause::Start);
    for (std::uint64_t number = 1; number <= kFrames; ++number) {
      std::vector<scenes::WorldInput> inputs{control_at(0.01 * static_cast<double>(number % 90))};
      // The governor's choice, before and between the states that are kept.
      if (number == 40) inputs.push_back(substeps_are(substeps - 2));
      step(0, std::move(inputs));
    }
    if (rewound_to > 0) {
      EXPECT_TRUE(world.restore_state(states[rewound_to]));
      substeps = config.substeps;
      begin(1, record::BranchCause::Rewind);
      while (world.frame() < kFrames) step(1, {control_at(-0.5)});
    }
    EXPECT_TRUE(writer->close());
  }

  /// Of the first branch.
  Result<RecordedState> at(std::uint64_t frame) const { return at(entries[frame - 1]); }
  Result<RecordedState> at(const protocol::SessionRecord::FrameEntry& entry) const {
    return recorded_state(path, scenes::Simulation(config), entry, ending_);
  }

  TemporaryFolder folder;
  std::string path = folder.file("old.mcap");
  physics::WorldConfig config;
  std::vector<std::vector<std::byte>> states;  ///< by tick: of the first branch by frame
  std::vector<protocol::SessionRecord::FrameEntry> entries;

 private:
  static scenes::WorldInput control_at(double value) {
    scenes::WorldInput input;
    input.value = value;
    return input;
  }
  static scenes::WorldInput substeps_are(int value) {
    scenes::WorldInput input;
    input.kind = scenes::WorldInput::Kind::substeps;
    input.value = value;
    return input;
  }

  std::atomic<bool> ending_{false};
};

std::uint64_t other(std::uint64_t hash) {
  return hash ^ 1;
}

TEST(RecordedState, OfEveryFrameIsTheStateThatItHad) {
  const OldRecording recording;
  for (std::uint64_t frame = 1; frame <= kFrames; ++frame) {
    const auto state = recording.at(frame);
    ASSERT_TRUE(state) << state.error().text;
    EXPECT_EQ(state->frame, frame);
    EXPECT_EQ(state->inexact, "");
    ASSERT_EQ(state->state, recording.states[frame]) << "frame " << frame;
  }
}

// Of branch 0 the governor had taken substeps away, and its frames of the same numbers are less than 3 s
// older.
TEST(RecordedState, IsComputedWithTheSubstepsOfItsOwnBranch) {
  const OldRecording recording(
      scenes::numerics().bits, scenes::numerics().state_layout, [](std::uint64_t h) { return h; }, 70);
  std::size_t seen = 0;
  for (const auto& entry : recording.entries) {
    if (entry.branch == 0) continue;
    ++seen;
    const auto state = recording.at(entry);
    ASSERT_TRUE(state) << state.error().text;
    EXPECT_EQ(state->inexact, "") << "frame " << entry.frame;
    EXPECT_EQ(state->state, recording.states[entry.tick]) << "frame " << entry.frame;
  }
  EXPECT_EQ(seen, kFrames - 70);
}

TEST(RecordedState, WhereThisProgramComputesOtherBitsItIsTheNearestThatTheFileHolds) {
  const OldRecording recording(1, scenes::numerics().state_layout, other);
  const auto before = recording.at(60);
  ASSERT_TRUE(before) << before.error().text;
  EXPECT_EQ(before->frame, 50u);
  EXPECT_EQ(before->state, recording.states[50]);
  EXPECT_NE(before->inexact.find("other bits"), std::string::npos) << before->inexact;
  const auto after = recording.at(70);
  ASSERT_TRUE(after) << after.error().text;
  EXPECT_EQ(after->frame, 75u) << "nearer than 50";
  EXPECT_EQ(after->state, recording.states[75]);
}

TEST(RecordedState, AnotherLayoutIsRefusedNamingTheBuildItNeeds) {
  const auto state = OldRecording(scenes::numerics().bits, 1).at(60);
  ASSERT_FALSE(state);
  EXPECT_NE(state.error().text.find("drawbard 0.0.9 (revision deadbeef)"), std::string::npos)
      << state.error().text;
  EXPECT_NE(state.error().text.find("replay and export"), std::string::npos);
}

TEST(RecordedState, WithoutALayoutTheSameBitsAreEnoughAndOthersAreRefused) {
  const auto same = OldRecording(0, 0).at(60);
  ASSERT_TRUE(same) << same.error().text;
  EXPECT_EQ(same->inexact, "");
  const auto differs = OldRecording(0, 0, other).at(60);
  ASSERT_FALSE(differs);
  EXPECT_NE(differs.error().text.find("drawbard 0.0.9"), std::string::npos) << differs.error().text;
}

TEST(RecordedState, BehindADamagedPartItIsTheNextOneThatIsWhole) {
  const OldRecording recording;
  {
    const auto record = protocol::SessionRecord::open(recording.path);
    std::fstream file(recording.path, std::ios::in | std::ios::out | std::ios::binary);
    for (const protocol::mcap::ChunkIndex& chunk : record->container().chunks()) {
      if (chunk.start_time > 55 * kPeriodNs || 55 * kPeriodNs > chunk.end_time) continue;
      file.seekp(static_cast<std::streamoff>(chunk.offset + 150));
      file.put('x').put('y').put('z');
    }
  }
  const auto state = recording.at(74);
  ASSERT_TRUE(state) << state.error().text;
  EXPECT_EQ(state->frame, 75u);
  EXPECT_NE(state->inexact.find("damaged"), std::string::npos) << state->inexact;
}

}  // namespace
}  // namespace drawbar::server::test
