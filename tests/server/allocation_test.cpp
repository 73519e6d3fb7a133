// The loop's thread allocates nothing while it serves frames.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "scenes/loader.h"
#include "server/loop/simulation_loop.h"
#include "tests/server/daemon_process.h"
#include "tests/support/allocation_count.h"

namespace drawbar::server::test {
namespace {

TEST(SimulationLoop, AllocatesNothingWhileItServesFramesInputsRestoresAndReloads) {
  auto loaded = scenes::load_text(pendulum_scene(), "pendulum", ".");
  ASSERT_TRUE(loaded) << loaded.error().text;
  Stage stage(loaded->world, 2);
  Stage next(std::move(loaded->world), 2);
  Inbox inbox(1024, [] { return LoopInput(); });
  const WakeUp wake_up;
  SimulationLoop loop(stage, inbox, wake_up, {});
  std::atomic<bool> stop{false};
  std::size_t allocations = 0;
  std::thread thread([&] {
    const std::size_t before = drawbar::test::allocation_count();
    loop.run(stop);
    allocations = drawbar::test::allocation_count() - before;
  });

  RestorePoint point;
  const auto next_frame = [&stage]() -> FrameSlot& {
    while (stage.outbox.front() == nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return *stage.outbox.front();
  };
  bool restored = false;
  LoopInput reload;
  reload.kind = LoopInput::Kind::reload;
  reload.stage = &next;
  for (int i = 0; i < 20 || !restored; ++i) {
    const FrameSlot& slot = next_frame();
    restored = restored || slot.restored != nullptr;
    if (i == 2) point.state = slot.saved_state;
    stage.outbox.release();
    LoopInput input;
    input.input.value = 0.1 * i;
    inbox.push(input);
    input.frame = static_cast<std::uint64_t>(i + 5);
    inbox.push(input);
    if (i == 8) {
      input.kind = LoopInput::Kind::restore;
      input.restore = &point;
      inbox.push(input);
    }
  }
  inbox.push(reload);
  while (next.outbox.size() < 10) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(next.outbox.front()->begins_scene);
  stop = true;
  thread.join();
  EXPECT_TRUE(restored && point.accepted);
  EXPECT_EQ(allocations, 0u);
}

}  // namespace
}  // namespace drawbar::server::test
