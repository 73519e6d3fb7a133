// A recording's frames slot by slot: where it stands after each request, what is told with each frame, and
// when it ends. The outbox has one place, so a slot is served when the test has taken the one before.
#include "server/record/replay_loop.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/session_record.h"
#include "scenes/loader/loader.h"
#include "scenes/record/frame_tables.h"
#include "scenes/record/session_writer.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

using SlotNumbers = std::vector<std::uint64_t>;

constexpr std::uint64_t kFramesOfTheFirst = 8;  ///< on branch 0; as many on branch 1, of another scene

/// Branch 0 of a pendulum, branch 1 of five bodies; an event "eN" in each even frame of the file.
class TwoScenes {
 public:
  TwoScenes() : recorder_(*protocol::SessionRecorder::create(path(), {})) {
    record(pendulum_scene(1), 0);
    std::string many = many_bodies_scene(5);
    many.replace(many.find(R"("substeps": 1)"), 13, R"("period_ms": 2, "substeps": 1)");
    record(many, 1);
    EXPECT_TRUE(recorder_.close());
  }
  std::string path() const { return folder_.file("two.mcap"); }

 private:
  void record(const std::string& text, std::uint32_t branch) {
    const auto loaded = scenes::load_text(text, "scene", ".");
    ASSERT_TRUE(loaded) << loaded.error().text;
    ASSERT_TRUE(recorder_.record_scene(
        scenes::scene_record("scene", "scene.json", loaded->buffer, loaded->world, branch), now()));
    scenes::Simulation simulation(loaded->world);
    physics::FrameState state = simulation.make_frame_state();
    for (std::uint64_t frame = 1; frame <= kFramesOfTheFirst; ++frame) {
      ++frames_;
      simulation.step_frame(loaded->world.substeps);
      simulation.observe(state);
      const stream::FrameStamp stamp(frames_, frame, state.time, now(), branch, 0);
      ASSERT_TRUE(recorder_.record_frame(stamp, frames_, scenes::body_states(state)));
      if (frames_ % 2 == 0) {
        stream::EventT event;
        event.stamp = std::make_unique<stream::FrameStamp>(stamp);
        event.kind = stream::EventKind::Bookmark;
        event.text = "e" + std::to_string(frames_);
        ASSERT_TRUE(recorder_.record_event(event));
      }
      stream::TelemetryT telemetry = scenes::telemetry_of(state, loaded->world, false);
      telemetry.stamp = std::make_unique<stream::FrameStamp>(stamp);
      telemetry.substeps = static_cast<std::uint32_t>(10 + frames_);
      const auto channels = loaded->world.controls.size();
      telemetry.control_sequences.assign(channels, 100 + frames_);
      // Of one frame the holders are of fewer channels than there are.
      telemetry.holders.assign(frames_ == 3 ? 1 : channels, static_cast<std::uint32_t>(200 + frames_));
      ASSERT_TRUE(recorder_.record_telemetry(telemetry));
    }
  }
  std::uint64_t now() const { return frames_ * 1'000'000; }

  TemporaryFolder folder_;
  protocol::SessionRecorder recorder_;
  std::uint64_t frames_ = 0;
};

struct Shown {
  std::uint32_t branch = 0;
  std::uint64_t frame = 0;
  bool computed = false, frozen = false, ended = false, begins_scene = false, replay = false;
  double speed = 0;
  int substeps = 0;
  std::size_t scene = 0, bodies = 0;
  std::uint64_t taken = 0, stepping = 0, step_ended = 0, sequence = 0;
  std::vector<std::uint32_t> holders;
  std::string events;
  Nanoseconds compute = 0;
};

class ReplaySlots {
 public:
  explicit ReplaySlots(bool frozen = true)
      : replay_(Replay::open(recording_.path()).value()), frozen_(frozen) {}
  ~ReplaySlots() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  ReplaySlots(const ReplaySlots&) = delete;
  ReplaySlots& operator=(const ReplaySlots&) = delete;

  void ask(LoopInput::Kind kind, std::uint64_t frame = 0, std::uint64_t until = 0, double value = 0,
           bool fast = false) {
    LoopInput input;
    input.kind = kind;
    input.frame = frame;
    input.until = until;
    input.value = value;
    input.fast = fast;
    ASSERT_TRUE(inbox_.push(input));
  }
  void seek(std::uint64_t position) { ask(LoopInput::Kind::seek, position); }
  void step(std::uint64_t frames, bool fast = false) { ask(LoopInput::Kind::step, frames, 0, 0, fast); }
  void speed(double factor) { ask(LoopInput::Kind::speed, 0, 0, factor); }
  void repeat(std::uint64_t first, std::uint64_t last) { ask(LoopInput::Kind::repeat, first, last); }
  void run() { ask(LoopInput::Kind::run); }
  void freeze() { ask(LoopInput::Kind::freeze); }

  /// What the next slot shows, with what was asked before it.
  Shown next() {
    begin();
    if (std::exchange(held_, true)) outbox_.release();
    while (outbox_.front() == nullptr) std::this_thread::yield();
    const FrameSlot& slot = *outbox_.front();
    Shown shown{.branch = slot.branch,
                .frame = slot.state.frame,
                .computed = slot.computed,
                .frozen = slot.frozen,
                .ended = slot.replay_ended,
                .begins_scene = slot.begins_scene,
                .replay = slot.replay,
                .speed = slot.speed,
                .substeps = slot.substeps,
                .scene = slot.replay_scene,
                .bodies = slot.state.bodies.size(),
                .taken = slot.requests_taken,
                .stepping = slot.stepping,
                .step_ended = slot.step_ended,
                .sequence = slot.control_sequences.empty() ? 0 : slot.control_sequences[0],
                .holders = slot.recorded_holders,
                .events = {},
                .compute = slot.timing.compute};
    for (const stream::EventT& event : slot.recorded_events) shown.events += event.text;
    return shown;
  }
  /// Positions in the file, counted from 1, of so many slots.
  SlotNumbers next(int slots) {
    SlotNumbers numbers;
    for (; slots > 0; --slots) {
      const Shown shown = next();
      numbers.push_back(shown.branch * kFramesOfTheFirst + shown.frame);
    }
    return numbers;
  }
  /// The loop when it has ended of itself.
  const ReplayLoop& ended() {
    begin();
    if (std::exchange(held_, false)) outbox_.release();
    thread_.join();
    return loop_;
  }
  const Inbox& inbox() const { return inbox_; }
  const Replay& replay() const { return replay_; }

 private:
  void begin() {
    if (!thread_.joinable()) thread_ = std::thread([this] { loop_.run(stop_); });
  }

  TwoScenes recording_;
  Replay replay_;
  bool frozen_;
  Outbox outbox_{1, [this] { return FrameSlot(scenes::Simulation(replay_.scene(0).world)); }};
  Inbox inbox_{64, [] { return LoopInput(); }};
  WakeUp wake_up_;
  ReplayLoop loop_{replay_, outbox_, inbox_, wake_up_, frozen_};
  std::atomic<bool> stop_{false};
  std::thread thread_;
  bool held_ = false;
};

TEST(ReplaySlots, TheFirstFrameIsShownOnceAsNewAndStandsThen) {
  ReplaySlots slots;
  const Shown first = slots.next();
  EXPECT_EQ(first.frame, 1u);
  EXPECT_TRUE(first.computed);
  EXPECT_GT(first.compute, 0);
  EXPECT_TRUE(first.frozen);
  EXPECT_TRUE(first.replay);
  EXPECT_FALSE(first.begins_scene);
  EXPECT_EQ(first.speed, 1);
  const Shown second = slots.next();
  EXPECT_EQ(second.frame, 1u);
  EXPECT_FALSE(second.computed);
  EXPECT_EQ(second.compute, 0);
  EXPECT_FALSE(second.ended);
}

TEST(ReplaySlots, RunsFromTheFirstFrameWhereItDoesNotBeginFrozen) {
  ReplaySlots slots(false);
  EXPECT_EQ(slots.next(4), (SlotNumbers{1, 2, 3, 4}));
  EXPECT_FALSE(slots.next().frozen);
  slots.freeze();
  const Shown frozen = slots.next();
  EXPECT_EQ(frozen.frame, 5u);
  EXPECT_TRUE(frozen.frozen);
  EXPECT_FALSE(frozen.computed);
}

TEST(ReplaySlots, GoesAtItsSpeedByWholeFramesAndOwesTheRest) {
  ReplaySlots slots;
  slots.next();
  slots.speed(2.5);
  slots.run();
  const Shown shown = slots.next();
  EXPECT_EQ(shown.frame, 3u);
  EXPECT_EQ(shown.speed, 2.5);
  EXPECT_EQ(shown.taken, 2u);
  EXPECT_EQ(slots.next(2), (SlotNumbers{6, 8}));
  slots.speed(0.5);
  EXPECT_EQ(slots.next(4), (SlotNumbers{9, 9, 10, 10})) << "with the half frame that was owed";
}

TEST(ReplaySlots, AStepIsSoManyFramesAndSaysWhichItWas) {
  ReplaySlots slots;
  slots.next();
  slots.freeze();
  slots.step(2);
  const Shown first = slots.next();
  EXPECT_EQ(first.frame, 2u);
  EXPECT_EQ(first.stepping, 2u) << "the second request";
  EXPECT_EQ(first.step_ended, 0u);
  const Shown last = slots.next();
  EXPECT_EQ(last.frame, 3u);
  EXPECT_EQ(last.stepping, 0u);
  EXPECT_EQ(last.step_ended, 2u);
  const Shown after = slots.next();
  EXPECT_EQ(after.frame, 3u);
  EXPECT_EQ(after.step_ended, 0u) << "said once";
  EXPECT_TRUE(after.frozen);
  slots.step(5, true);
  const Shown fast = slots.next();
  EXPECT_EQ(fast.frame, 8u) << "all in one slot";
  EXPECT_EQ(fast.step_ended, 3u);
  slots.step(3);
  slots.next();
  slots.freeze();
  const Shown cut = slots.next();
  EXPECT_EQ(cut.stepping, 0u);
  EXPECT_EQ(cut.step_ended, 0u) << "cut off";
}

TEST(ReplaySlots, ASoughtFrameIsShownBeforeItGoesOn) {
  ReplaySlots slots;
  slots.next();
  slots.seek(4);
  slots.step(1);
  const Shown sought = slots.next();
  EXPECT_EQ(sought.frame, 5u);
  EXPECT_TRUE(sought.computed);
  EXPECT_EQ(sought.step_ended, 0u);
  EXPECT_EQ(slots.next().frame, 6u);
  slots.seek(5);
  EXPECT_TRUE(slots.next().computed) << "also where it stands already";
  slots.run();
  slots.seek(1);
  EXPECT_EQ(slots.next(3), (SlotNumbers{2, 3, 4}));
}

TEST(ReplaySlots, TheEndIsToldOnceAndRunBeginsAgain) {
  ReplaySlots slots;
  slots.next();
  slots.seek(2 * kFramesOfTheFirst - 3);
  slots.run();
  EXPECT_EQ(slots.next(2), (SlotNumbers{14, 15}));
  const Shown last = slots.next();
  EXPECT_EQ(last.frame, kFramesOfTheFirst);
  EXPECT_EQ(last.branch, 1u);
  EXPECT_TRUE(last.ended);
  EXPECT_TRUE(last.frozen);
  EXPECT_TRUE(last.computed);
  const Shown after = slots.next();
  EXPECT_FALSE(after.ended);
  EXPECT_FALSE(after.computed);
  slots.step(1);
  const Shown stepped = slots.next();
  EXPECT_EQ(stepped.frame, kFramesOfTheFirst);
  EXPECT_FALSE(stepped.computed);
  EXPECT_FALSE(stepped.ended) << "it was told";
  EXPECT_EQ(stepped.step_ended, 0u);
  EXPECT_EQ(stepped.stepping, 0u) << "there is no frame to step to";
  slots.run();
  const Shown again = slots.next();
  EXPECT_EQ(again.frame, 1u);
  EXPECT_EQ(again.branch, 0u);
  EXPECT_TRUE(again.computed);
  EXPECT_FALSE(again.frozen);
  EXPECT_FALSE(again.ended);
  slots.speed(100);
  EXPECT_TRUE(slots.next().ended) << "once for each time that it is reached";
}

TEST(ReplaySlots, AStepMayEndWithTheLastFrameOrBeCutByIt) {
  for (const std::uint64_t steps : {1u, 2u}) {
    ReplaySlots slots;
    slots.next();
    slots.seek(2 * kFramesOfTheFirst - 2);
    slots.next();
    slots.step(steps);
    const Shown last = slots.next();
    EXPECT_TRUE(last.ended);
    EXPECT_EQ(last.step_ended, steps == 1 ? 2u : 0u);
    EXPECT_EQ(last.stepping, 0u);
  }
}

TEST(ReplaySlots, ASoughtLastFrameIsNoEndUntilItWouldGoOn) {
  ReplaySlots slots;
  slots.next();
  slots.seek(2 * kFramesOfTheFirst - 1);
  const Shown sought = slots.next();
  EXPECT_EQ(sought.branch, 1u);
  EXPECT_EQ(sought.frame, kFramesOfTheFirst);
  EXPECT_FALSE(sought.ended);
  slots.run();
  const Shown ended = slots.next();
  EXPECT_TRUE(ended.ended);
  EXPECT_FALSE(ended.computed);
  EXPECT_TRUE(ended.frozen);
  slots.seek(2 * kFramesOfTheFirst - 1);
  EXPECT_FALSE(slots.next().ended);
  slots.run();
  const Shown again = slots.next();
  EXPECT_TRUE(again.ended) << "it was sought, so it is told anew";
  EXPECT_EQ(again.branch, 1u) << "what is sought is not begun again";
}

TEST(ReplaySlots, ARangeIsRepeatedFromWhereverItStands) {
  ReplaySlots slots;
  slots.next();
  slots.repeat(2, 4);
  const Shown begun = slots.next();
  EXPECT_EQ(begun.frame, 3u);
  EXPECT_TRUE(begun.computed);
  EXPECT_TRUE(begun.frozen);
  slots.run();
  EXPECT_EQ(slots.next(6), (SlotNumbers{4, 5, 3, 4, 5, 3}));
  slots.speed(4);
  EXPECT_EQ(slots.next(4), (SlotNumbers{5, 3, 5, 3})) << "its last frame is shown in every round";
  slots.speed(1);
  slots.repeat(1, 3);
  EXPECT_EQ(slots.next(3), (SlotNumbers{4, 2, 3})) << "it stands inside and goes on";
  slots.repeat(4, 6);
  EXPECT_EQ(slots.next(2), (SlotNumbers{5, 6})) << "it stands before it";
  slots.repeat(0, 1);
  EXPECT_EQ(slots.next(3), (SlotNumbers{1, 2, 1})) << "it stands behind it";
  slots.seek(5);
  EXPECT_EQ(slots.next(3), (SlotNumbers{6, 7, 8})) << "sought behind it, it goes on";
  slots.seek(0);
  EXPECT_EQ(slots.next(3), (SlotNumbers{1, 2, 1}));
  slots.repeat(3, 3);
  EXPECT_EQ(slots.next(3), (SlotNumbers{2, 3, 4})) << "no range: no more";
}

TEST(ReplaySlots, ARangeThatEndsWithTheRecordingHasNoEnd) {
  ReplaySlots slots;
  slots.next();
  slots.repeat(13, 15);
  slots.run();
  for (int i = 0; i < 7; ++i) {
    const Shown shown = slots.next();
    EXPECT_FALSE(shown.ended);
    EXPECT_FALSE(shown.frozen);
    EXPECT_EQ(shown.frame, 6u + static_cast<std::uint64_t>(i % 3));
  }
  slots.step(3);
  EXPECT_EQ(slots.next().stepping, 3u);
  EXPECT_EQ(slots.next().stepping, 3u);
  const Shown round = slots.next();
  EXPECT_EQ(round.frame, 6u);
  EXPECT_EQ(round.step_ended, 3u) << "back to the first frame is a frame, too";
}

TEST(ReplaySlots, AnotherSceneComesWithItsSizeAndBack) {
  ReplaySlots slots;
  slots.next();
  slots.seek(kFramesOfTheFirst - 1);
  slots.run();
  EXPECT_FALSE(slots.next().begins_scene);
  const Shown second = slots.next();
  EXPECT_TRUE(second.begins_scene);
  EXPECT_EQ(second.scene, 1u);
  EXPECT_EQ(second.bodies, 5u);
  EXPECT_EQ(second.branch, 1u);
  EXPECT_EQ(second.frame, 1u);
  EXPECT_FALSE(slots.next().begins_scene);
  slots.freeze();
  slots.seek(3);
  const Shown back = slots.next();
  EXPECT_TRUE(back.begins_scene);
  EXPECT_EQ(back.scene, 0u);
  EXPECT_EQ(back.bodies, 2u);
  EXPECT_EQ(back.frame, 4u);
}

TEST(ReplaySlots, WhatTheTelemetrySaidIsSaidAgain) {
  ReplaySlots slots;
  const Shown first = slots.next();
  EXPECT_EQ(first.substeps, 11);
  EXPECT_EQ(first.sequence, 101u);
  EXPECT_EQ(first.holders, (std::vector<std::uint32_t>{201, 201}));
  slots.step(1);
  EXPECT_EQ(slots.next().holders, (std::vector<std::uint32_t>{202, 202}));
  slots.step(1);
  const Shown third = slots.next();
  EXPECT_EQ(third.sequence, 103u);
  EXPECT_EQ(third.holders, std::vector<std::uint32_t>{}) << "of one channel alone nothing can be said";
  // The bits are those that were recorded.
  scenes::Simulation simulation(slots.replay().scene(0).world);
  physics::FrameState state = simulation.make_frame_state();
  for (int i = 0; i < 3; ++i) simulation.step_frame(8);
  simulation.observe(state);
  FrameSlot slot{scenes::Simulation(slots.replay().scene(0).world)};
  const TwoScenes recording;
  Replay other = Replay::open(recording.path()).value();
  ASSERT_TRUE(other.read(2, slot));
  EXPECT_EQ(slot.state.time, state.time);
  EXPECT_EQ(slot.state.bodies[1].position, state.bodies[1].position);
  EXPECT_EQ(slot.state.joints[0].position[0], state.joints[0].position[0]);
}

TEST(ReplaySlots, EventsAreToldOfWhatIsPlayedAndOfWhatIsSought) {
  ReplaySlots slots;
  EXPECT_EQ(slots.next().events, "");
  slots.speed(3);
  slots.run();
  EXPECT_EQ(slots.next().events, "e2e4") << "of the frames between, too";
  EXPECT_EQ(slots.next().events, "e6");
  slots.freeze();
  EXPECT_EQ(slots.next().events, "") << "nothing new is shown";
  slots.seek(3);
  EXPECT_EQ(slots.next().events, "e4") << "back: its own alone";
  slots.seek(9);
  EXPECT_EQ(slots.next().events, "e6e8e10") << "on: read through";
  slots.seek(0);
  EXPECT_EQ(slots.next().events, "");
  slots.step(1);
  EXPECT_EQ(slots.next().events, "e2");
}

TEST(ReplaySlots, ALiveLoopBeginsWithTheRequestThatEndedIt) {
  ReplaySlots slots;
  slots.next();
  slots.run();
  slots.ask(LoopInput::Kind::reload, 77);
  slots.freeze();
  const ReplayLoop& loop = slots.ended();
  ASSERT_TRUE(loop.successor().has_value());
  EXPECT_EQ(loop.successor()->kind, LoopInput::Kind::reload);
  EXPECT_EQ(loop.successor()->frame, 77u);
  EXPECT_EQ(loop.requests_taken(), 2u);
  EXPECT_EQ(slots.inbox().size(), 1u) << "what came behind it is the live loop's";
}

TEST(ReplaySlots, WhatOnlyASimulationDoesIsPassedOver) {
  ReplaySlots slots;
  slots.next();
  slots.ask(LoopInput::Kind::world, 5);
  slots.ask(LoopInput::Kind::restore);
  slots.ask(LoopInput::Kind::cancel_scheduled);
  const Shown shown = slots.next();
  EXPECT_EQ(shown.taken, 3u);
  EXPECT_EQ(shown.frame, 1u);
  EXPECT_FALSE(shown.computed);
}

}  // namespace
}  // namespace drawbar::server::test
