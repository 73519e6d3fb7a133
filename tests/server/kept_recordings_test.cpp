// Recordings of earlier builds: they replay for ever, and are taken over or refused with the build that is
// needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "server/history/recorded_state.h"
#include "server/record/replay.h"
#include "tests/support/paths.h"

namespace drawbar::server::test {
namespace {

std::vector<std::string> kept_recordings() {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(tests::source_folder() / "tests/server/kept_recordings")) {
    if (entry.path().extension() == ".mcap") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

TEST(KeptRecordings, ShowEveryFrame) {
  ASSERT_FALSE(kept_recordings().empty());
  for (const std::string& file : kept_recordings()) {
    SCOPED_TRACE(file);
    auto replay = Replay::open(file);
    ASSERT_TRUE(replay) << replay.error().text;
    EXPECT_EQ(replay->index().size(), 30u);
    FrameSlot slot{scenes::Simulation(replay->scene(0).world)};
    for (std::size_t position = 0; position < replay->index().size(); ++position) {
      const auto read = replay->read(position, slot);
      ASSERT_TRUE(read) << read.error().text;
      EXPECT_EQ(slot.state.frame, position + 1);
    }
    EXPECT_GT(slot.state.drives[0].current, 0) << "the motor runs";
  }
}

TEST(KeptRecordings, AreTakenOverOrRefusedWithTheBuildThatIsNeeded) {
  const std::atomic<bool> ending{false};
  for (const std::string& file : kept_recordings()) {
    SCOPED_TRACE(file);
    const auto replay = Replay::open(file);
    ASSERT_TRUE(replay);
    const auto& wanted = replay->index().at(20);
    const auto state = recorded_state(file, scenes::Simulation(replay->scene(20).world), wanted, ending);
    if (!state) {
      EXPECT_NE(state.error().text.find("needs drawbar"), std::string::npos) << state.error().text;
      continue;
    }
    EXPECT_EQ(state->inexact.empty(), state->frame == wanted.frame && state->hash == wanted.hash);
    physics::World world(replay->scene(20).world);
    EXPECT_TRUE(world.restore_state(state->state));
    EXPECT_EQ(world.frame(), state->frame);
  }
}

}  // namespace
}  // namespace drawbar::server::test
