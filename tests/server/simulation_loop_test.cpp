// The loop slot by slot, without a thread and without a hub: what each request does, and what a new branch
// forgets.
#include "server/loop/simulation_loop.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "scenes/loader/loader.h"
#include "server/loop/frame_schedule.h"
#include "server/loop/governor.h"
#include "server/loop/loop_port.h"
#include "server/loop/scheduled_inputs.h"
#include "server/loop/time_control.h"
#include "server/system/utc_watch.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

using Kind = LoopInput::Kind;
using WorldKind = scenes::WorldInput::Kind;

physics::WorldConfig pendulum_world(int period_ms = 40) {
  return scenes::load_text(pendulum_scene(period_ms), "pendulum", ".")->world;
}

LoopInput plain_request(Kind kind) {
  LoopInput input;
  input.kind = kind;
  return input;
}

LoopInput control_at(double value, std::uint64_t frame = 0, std::uint64_t sequence = 1) {
  LoopInput input;
  input.input.value = value;
  input.input.sequence = sequence;
  input.frame = frame;
  return input;
}

/// A loop whose frames the test takes itself.
class Slots {
 public:
  explicit Slots(LoopOptions options = {}, int minimum = 8, std::size_t outbox = 16)
      : stage_(pendulum_world(), minimum, nullptr, outbox), loop_(stage_, inbox_, wake_up_, options) {}

  Stage& stage() { return stage_; }
  void ask(const LoopInput& input) { ASSERT_TRUE(inbox_.push(input)); }

  struct Seen {
    std::uint64_t frame = 0;
    std::uint32_t branch = 0;
    bool computed = false, begins_branch = false, begins_scene = false, newest = false, frozen = false;
    double speed = 0, control = 0;
    int substeps = 0;
    std::vector<scenes::WorldInput> inputs;
    std::uint64_t sequence = 0, taken = 0, stepping = 0, step_ended = 0, refused = 0;
    Nanoseconds heard = 0;
    const RestorePoint* restored = nullptr;
    std::uint64_t slips = 0;
  };
  /// Serves one slot; what it published.
  std::vector<Seen> slot() {
    loop_.serve_slot();
    return published(stage_);
  }
  std::vector<Seen> published(Stage& stage) {
    std::vector<Seen> seen;
    while (const FrameSlot* frame = stage.outbox.front()) {
      const auto inputs = frame->inputs.list();
      seen.push_back({frame->state.frame, frame->branch, frame->computed, frame->begins_branch,
                      frame->begins_scene, frame->newest, frame->frozen, frame->speed,
                      frame->state.controls[0], frame->substeps,
                      std::vector<scenes::WorldInput>(inputs.begin(), inputs.end()),
                      frame->control_sequences[0], frame->requests_taken, frame->stepping, frame->step_ended,
                      frame->requests_refused, frame->controls_heard, frame->restored, frame->timing.slips});
      stage.outbox.release();
    }
    return seen;
  }
  /// The only frame of a slot.
  Seen one() {
    const auto seen = slot();
    EXPECT_EQ(seen.size(), 1u);
    return seen.empty() ? Seen() : seen.front();
  }
  /// After so many slots.
  Seen after(int slots) {
    Seen last;
    for (; slots > 0; --slots) last = one();
    return last;
  }
  SimulationLoop& loop() { return loop_; }

 private:
  Inbox inbox_{1024, [] { return LoopInput(); }};
  WakeUp wake_up_;
  Stage stage_;
  SimulationLoop loop_;
};

TEST(LoopSlots, TheFirstShowsTheInitialStateAndBeginsTheBranch) {
  Slots slots;
  slots.ask(control_at(0.5));
  const auto first = slots.one();
  EXPECT_EQ(first.frame, 0u);
  EXPECT_EQ(first.branch, 0u);
  EXPECT_TRUE(first.begins_branch);
  EXPECT_FALSE(first.computed);
  EXPECT_TRUE(first.newest);
  EXPECT_EQ(first.taken, 0u) << "nothing acts before it was shown";
  const auto second = slots.one();
  EXPECT_EQ(second.frame, 1u);
  EXPECT_FALSE(second.begins_branch);
  EXPECT_TRUE(second.computed);
  EXPECT_EQ(second.taken, 1u);
  EXPECT_EQ(second.control, 0.5);
  EXPECT_EQ(second.sequence, 1u);
  EXPECT_EQ(second.inputs.size(), 1u);
  EXPECT_TRUE(slots.one().inputs.empty());
}

TEST(LoopSlots, FrozenTimeStandsAndFramesAreStillPublished) {
  Slots slots({.start = StartMode::frozen});
  EXPECT_TRUE(slots.after(4).frozen);
  slots.ask(control_at(0.25));
  const auto frozen = slots.after(2);
  EXPECT_EQ(frozen.frame, 0u);
  EXPECT_FALSE(frozen.computed);
  EXPECT_EQ(frozen.taken, 1u);
  EXPECT_EQ(frozen.control, 0) << "it acts in the next frame";
  slots.ask(plain_request(Kind::run));
  const auto running = slots.one();
  EXPECT_EQ(running.frame, 1u);
  EXPECT_FALSE(running.frozen);
  EXPECT_EQ(running.control, 0.25);
  slots.ask(plain_request(Kind::freeze));
  EXPECT_EQ(slots.after(3).frame, 1u);
}

TEST(LoopSlots, OnControlItStandsUntilAnOperatorsControlComes) {
  struct Waking {
    const char* what;
    LoopInput input;
    std::vector<std::uint64_t> frames;  ///< of the slots from there on
  };
  LoopInput released = control_at(0);
  released.input.reason = record::SetReason::Release;
  LoopInput effect;
  effect.input.kind = WorldKind::clear_effect;
  LoopInput elsewhere = control_at(0.5);
  elsewhere.scene = 1;
  LoopInput step = plain_request(Kind::step);
  step.frame = 1;
  for (const Waking& row : std::vector<Waking>{
           {"a control", control_at(0.5), {1, 2, 3, 4, 5, 6, 7}},
           {"one sent ahead: those beside it may come, too", control_at(0.5, 3), {0, 0, 0, 0, 0, 1, 2}},
           {"a released lever", released, {0, 0, 0, 0, 0, 0, 0}},
           {"an effect", effect, {0, 0, 0, 0, 0, 0, 0}},
           {"a control for another scene", elsewhere, {0, 0, 0, 0, 0, 0, 0}},
           {"run", plain_request(Kind::run), {1, 2, 3, 4, 5, 6, 7}},
           {"a step", step, {1, 1, 1, 1, 1, 1, 1}},
           {"freeze", plain_request(Kind::freeze), {0, 0, 0, 0, 0, 0, 0}},
       }) {
    SCOPED_TRACE(row.what);
    Slots slots({.start = StartMode::on_control});
    const auto waiting = slots.after(3);
    EXPECT_EQ(waiting.frame, 0u);
    EXPECT_TRUE(waiting.frozen);
    slots.ask(row.input);
    std::vector<std::uint64_t> frames;
    bool stood_frozen = true;
    for (std::size_t i = 0; i < row.frames.size(); ++i) {
      const auto seen = slots.one();
      frames.push_back(seen.frame);
      stood_frozen = stood_frozen && (seen.frame > 0 || seen.frozen || i == 4);
    }
    EXPECT_EQ(frames, row.frames);
    EXPECT_TRUE(stood_frozen);
  }
}

TEST(LoopSlots, AStepIsSoManyFramesThenFrozenAndSaysWhichItWas) {
  Slots slots({.start = StartMode::frozen});
  slots.after(2);
  LoopInput step = plain_request(Kind::step);
  step.frame = 2;
  slots.ask(plain_request(Kind::freeze));
  slots.ask(step);
  const auto first = slots.one();
  EXPECT_EQ(first.frame, 1u);
  EXPECT_EQ(first.stepping, 2u) << "the second request";
  EXPECT_EQ(first.step_ended, 0u);
  const auto last = slots.one();
  EXPECT_EQ(last.frame, 2u);
  EXPECT_EQ(last.stepping, 0u);
  EXPECT_EQ(last.step_ended, 2u);
  const auto after = slots.one();
  EXPECT_EQ(after.frame, 2u);
  EXPECT_EQ(after.step_ended, 0u) << "said once";
  EXPECT_TRUE(after.frozen);
  slots.ask(step);
  slots.one();
  slots.ask(plain_request(Kind::run));
  const auto cut = slots.one();
  EXPECT_EQ(cut.stepping, 0u);
  EXPECT_EQ(cut.step_ended, 0u) << "cut off";
  EXPECT_FALSE(cut.frozen);
}

TEST(LoopSlots, WhatIsAskedInTheMiddleOfAStepTakesItsPlaceOrWaits) {
  Slots slots({.start = StartMode::frozen});
  slots.after(2);
  const auto step = [](std::uint64_t frames, bool fast) {
    LoopInput input = plain_request(Kind::step);
    input.frame = frames;
    input.fast = fast;
    return input;
  };
  slots.ask(step(5, false));
  EXPECT_EQ(slots.one().stepping, 1u);
  LoopInput speed = plain_request(Kind::speed);
  speed.value = 3;
  slots.ask(speed);
  slots.ask(step(2, false));
  const auto second = slots.one();
  EXPECT_EQ(second.frame, 2u) << "a step is a frame in each slot, whatever the speed";
  EXPECT_EQ(second.stepping, 3u) << "the first one is cut";
  EXPECT_EQ(second.step_ended, 0u);
  EXPECT_EQ(second.speed, 3);
  const auto third = slots.one();
  EXPECT_EQ(third.frame, 3u);
  EXPECT_EQ(third.step_ended, 3u);
  EXPECT_EQ(slots.after(2).frame, 3u);
  // One that waits for no slot is a frame in each, too, which begins at once.
  slots.ask(step(2, true));
  slots.ask(control_at(0.5));
  const auto fast = slots.one();
  EXPECT_EQ(fast.frame, 4u);
  EXPECT_EQ(fast.control, 0.5) << "what came behind it acts in its frames";
  EXPECT_EQ(fast.stepping, 4u);
  slots.ask(plain_request(Kind::freeze));
  const auto cut = slots.one();
  EXPECT_EQ(cut.frame, 4u);
  EXPECT_EQ(cut.stepping, 0u);
  EXPECT_EQ(cut.step_ended, 0u);
  slots.ask(step(0, false));
  const auto none = slots.one();
  EXPECT_EQ(none.frame, 4u);
  EXPECT_EQ(none.stepping, 0u);
  EXPECT_TRUE(none.frozen);
  slots.ask(plain_request(Kind::run));
  EXPECT_EQ(slots.slot().size(), 3u) << "nothing is owed of the steps";
}

TEST(LoopSlots, SpeedIsFramesPerSlotOfWhichTheLastIsTheNewest) {
  Slots slots;
  slots.after(1);
  LoopInput speed = plain_request(Kind::speed);
  speed.value = 3;
  slots.ask(speed);
  const auto three = slots.slot();
  ASSERT_EQ(three.size(), 3u);
  EXPECT_EQ(three[2].frame, 3u);
  EXPECT_EQ(three[0].speed, 3);
  EXPECT_FALSE(three[0].newest);
  EXPECT_FALSE(three[1].newest);
  EXPECT_TRUE(three[2].newest);
  speed.value = 0.25;
  slots.ask(speed);
  std::vector<std::uint64_t> frames;
  for (int i = 0; i < 8; ++i) frames.push_back(slots.one().frame);
  EXPECT_EQ(frames, (std::vector<std::uint64_t>{3, 3, 3, 4, 4, 4, 4, 5}));
}

TEST(LoopSlots, AnInputAheadActsInItsFrameOfItsBranchAlone) {
  Slots slots;
  slots.after(1);
  LoopInput other_branch = control_at(-1, 4);
  other_branch.branch = 1;
  LoopInput other_scene = control_at(-1, 4);
  other_scene.scene = 1;
  slots.ask(control_at(0.5, 4, 7));
  slots.ask(other_branch);
  slots.ask(other_scene);
  slots.ask(control_at(0.75, 6, 8));
  EXPECT_EQ(slots.after(3).control, 0);
  const auto fourth = slots.one();
  EXPECT_EQ(fourth.control, 0.5);
  EXPECT_EQ(fourth.sequence, 7u);
  EXPECT_EQ(fourth.inputs.size(), 1u);
  LoopInput cancel = plain_request(Kind::cancel_scheduled);
  slots.ask(cancel);
  EXPECT_EQ(slots.after(3).control, 0.5) << "it was cancelled";
}

TEST(LoopSlots, WhatComesForTheNextFrameGoesBeforeWhatWasSentAheadForIt) {
  Slots slots;
  slots.after(1);
  slots.ask(control_at(0.25, 1, 1));
  slots.ask(control_at(0.5, 0, 2));
  const auto seen = slots.one();
  EXPECT_EQ(seen.control, 0.5);
  EXPECT_EQ(seen.sequence, 2u);
}

TEST(LoopSlots, WhenTheNewestControlCameIsToldWithTheFrameItActsIn) {
  Slots slots({.start = StartMode::frozen});
  slots.after(2);
  for (const Nanoseconds heard : {300, 500, 400}) {
    LoopInput input = control_at(0.1);
    input.heard = heard;
    slots.ask(input);
  }
  EXPECT_EQ(slots.one().heard, 0) << "time stands";
  slots.ask(plain_request(Kind::run));
  EXPECT_EQ(slots.one().heard, 500);
  EXPECT_EQ(slots.one().heard, 0) << "told once";
  LoopInput ahead = control_at(0.1, 90);
  ahead.heard = 900;
  slots.ask(ahead);
  EXPECT_EQ(slots.one().heard, 0) << "it does not act yet";
}

TEST(LoopSlots, ASlotWithoutRoomIsCountedAndLosesNothing) {
  Slots slots({}, 8, 2);
  slots.loop().serve_slot();
  slots.loop().serve_slot();
  slots.ask(control_at(0.5));
  slots.loop().serve_slot();
  slots.loop().serve_slot();
  const auto seen = slots.published(slots.stage());
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen.back().frame, 1u);
  const auto next = slots.one();
  EXPECT_EQ(next.frame, 2u) << "simulation time fell behind, and no frame is missing";
  EXPECT_EQ(next.slips, 2u);
  EXPECT_EQ(next.control, 0.5);
}

TEST(LoopSlots, OfSeveralFramesOfASlotThoseAreComputedThatHaveRoom) {
  Slots slots({}, 8, 2);
  slots.after(1);
  LoopInput speed = plain_request(Kind::speed);
  speed.value = 4;
  slots.ask(speed);
  EXPECT_EQ(slots.slot().size(), 2u);
}

TEST(LoopSlots, WhatTheLoopDoesNotKnowIsPassedOver) {
  Slots slots;
  slots.after(1);
  slots.ask(plain_request(Kind::seek));
  slots.ask(plain_request(Kind::repeat));
  const auto seen = slots.one();
  EXPECT_EQ(seen.taken, 2u);
  EXPECT_EQ(seen.frame, 1u);
}

TEST(LoopSlots, InputsThatAreNotKeptAreCounted) {
  Slots slots({.start = StartMode::frozen});
  slots.after(1);
  LoopInput effect;
  effect.input.kind = WorldKind::clear_effect;
  for (std::size_t i = 0; i < scenes::FrameInputs::kMostEffectInputs + 3; ++i) {
    slots.ask(effect);
    if (i % 500 == 0) slots.one();
  }
  EXPECT_EQ(slots.one().refused, 3u);
}

/// A state after ten frames under a control, with its branch's end.
RestorePoint saved_after_ten(Slots& slots) {
  slots.after(1);
  slots.ask(control_at(0.5));
  slots.after(10);
  RestorePoint point;
  slots.stage().simulation.save_state(point.state);
  return point;
}

TEST(LoopSlots, ATakenOverStateIsShownOnANewBranchThatForgetsWhatWasOwed) {
  Slots slots;
  RestorePoint point = saved_after_ten(slots);
  slots.ask(control_at(-1, 14, 9));
  LoopInput heard = control_at(0.75);
  heard.heard = 900;
  LoopInput restore = plain_request(Kind::restore);
  restore.restore = &point;
  slots.after(2);
  slots.ask(heard);
  slots.ask(restore);
  slots.ask(control_at(0.125, 0, 20));
  const auto shown = slots.one();
  EXPECT_EQ(shown.frame, 10u);
  EXPECT_EQ(shown.branch, 1u);
  EXPECT_TRUE(shown.begins_branch);
  EXPECT_FALSE(shown.begins_scene);
  EXPECT_FALSE(shown.computed);
  EXPECT_EQ(shown.restored, &point);
  EXPECT_EQ(shown.control, 0.5);
  EXPECT_EQ(shown.sequence, 0u) << "no message of this branch acts";
  EXPECT_TRUE(point.accepted);
  const auto next = slots.one();
  EXPECT_EQ(next.restored, nullptr) << "given back once";
  EXPECT_EQ(next.control, 0.125) << "what came after it acts, what came before does not";
  EXPECT_EQ(next.heard, 0);
  ASSERT_EQ(next.inputs.size(), 2u);
  EXPECT_EQ(next.inputs[0].kind, WorldKind::substeps) << "a branch's recording says them first";
  EXPECT_EQ(next.inputs[0].value, 8);
  EXPECT_EQ(slots.after(5).control, 0.125) << "what was sent ahead was for another branch";
}

TEST(LoopSlots, WhatCameJustBeforeARestoreDoesNotActOnWhatIsRestored) {
  Slots slots;
  RestorePoint point = saved_after_ten(slots);
  LoopInput restore = plain_request(Kind::restore);
  restore.restore = &point;
  LoopInput effect;
  effect.input.kind = WorldKind::clear_effect;
  // All in one slot: no frame lies between them in which the first two could act.
  slots.ask(control_at(0.75, 0, 9));
  slots.ask(effect);
  slots.ask(restore);
  EXPECT_EQ(slots.one().control, 0.5);
  const auto next = slots.one();
  EXPECT_EQ(next.frame, 11u);
  EXPECT_EQ(next.control, 0.5);
  EXPECT_EQ(next.sequence, 0u);
  ASSERT_EQ(next.inputs.size(), 1u);
  EXPECT_EQ(next.inputs[0].kind, WorldKind::substeps);
}

TEST(LoopSlots, ABranchBegunInTheMiddleOfAStepOwesNoneOfIt) {
  Slots slots;
  RestorePoint point = saved_after_ten(slots);
  LoopInput step = plain_request(Kind::step);
  step.frame = 100;
  slots.ask(step);
  slots.after(2);
  LoopInput restore = plain_request(Kind::restore);
  restore.restore = &point;
  slots.ask(restore);
  const auto shown = slots.one();
  EXPECT_EQ(shown.stepping, 0u);
  EXPECT_TRUE(shown.frozen);
  EXPECT_EQ(slots.after(3).frame, 10u);
}

TEST(LoopSlots, AStateMayBeTakenOverToStandStill) {
  for (const bool freeze : {false, true}) {
    Slots slots;
    RestorePoint point = saved_after_ten(slots);
    point.freeze = freeze;
    LoopInput restore = plain_request(Kind::restore);
    restore.restore = &point;
    slots.ask(restore);
    EXPECT_EQ(slots.one().frozen, freeze);
    EXPECT_EQ(slots.after(2).frame, freeze ? 10u : 12u);
  }
}

TEST(LoopSlots, AStateThatDoesNotFitChangesNothing) {
  Slots slots;
  RestorePoint point = saved_after_ten(slots);
  point.state.resize(10);
  point.freeze = true;
  LoopInput restore = plain_request(Kind::restore);
  restore.restore = &point;
  slots.ask(restore);
  const auto shown = slots.one();
  EXPECT_EQ(shown.restored, &point);
  EXPECT_FALSE(point.accepted);
  EXPECT_EQ(shown.branch, 0u);
  EXPECT_FALSE(shown.begins_branch);
  EXPECT_FALSE(shown.frozen);
  const auto next = slots.one();
  EXPECT_EQ(next.frame, 11u);
  EXPECT_EQ(next.control, 0.5);
}

TEST(LoopSlots, AnotherStageBeginsOnTheBranchAfterTheOneNamed) {
  struct Begin {
    std::uint32_t after;
    bool freeze;
    std::uint32_t branch;
  };
  for (const Begin& row : {Begin{0, false, 1}, Begin{7, false, 8}, Begin{0, true, 1}}) {
    Slots slots;
    slots.after(3);
    physics::WorldConfig finer = pendulum_world(20);
    finer.substeps = 11;
    Stage next(finer, 10);
    LoopInput reload = plain_request(Kind::reload);
    reload.stage = &next;
    reload.branch = row.after;
    reload.freeze = row.freeze;
    slots.ask(reload);
    slots.ask(control_at(0.5));  // meant for the scene before
    LoopInput for_the_next = control_at(0.25);
    for_the_next.scene = 1;
    slots.ask(for_the_next);
    EXPECT_TRUE(slots.slot().empty()) << "the old stage gets no more frames";
    const auto shown = slots.published(next);
    ASSERT_EQ(shown.size(), 1u);
    EXPECT_EQ(shown[0].branch, row.branch);
    EXPECT_TRUE(shown[0].begins_branch);
    EXPECT_TRUE(shown[0].begins_scene);
    EXPECT_EQ(shown[0].frame, 0u);
    EXPECT_EQ(shown[0].frozen, row.freeze);
    slots.loop().serve_slot();
    const auto second = slots.published(next);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(second[0].frame, row.freeze ? 0u : 1u);
    EXPECT_FALSE(second[0].begins_scene);
    EXPECT_EQ(second[0].control, row.freeze ? 0 : 0.25);
    if (!row.freeze) {
      EXPECT_EQ(second[0].substeps, 11);
    }
  }
}

// --- the parts ---

TEST(TimeControlTable, WhatIsOwedEndsWithWhateverChangesTime) {
  TimeControl time(false);
  time.set_speed(0.75);
  EXPECT_EQ(time.due(4), 0);
  EXPECT_EQ(time.due(4), 1);
  EXPECT_EQ(time.due(4), 1);
  EXPECT_EQ(time.due(4), 1);
  EXPECT_EQ(time.due(4), 0) << "three of four";
  time.run();
  EXPECT_EQ(time.due(4), 0) << "nothing is owed from before";
  time.set_speed(9);
  EXPECT_EQ(time.due(4), 4) << "no more than fit";
  EXPECT_EQ(time.due(4), 4);
  time.set_speed(1);
  EXPECT_EQ(time.due(4), 1) << "what did not fit is not owed";
  time.freeze();
  EXPECT_EQ(time.due(4), 0);
}

TEST(TimeControlTable, StepsOneASlotOrAsManyAsFit) {
  for (const bool fast : {false, true}) {
    TimeControl time(false);
    time.step(6, 11, fast);
    EXPECT_TRUE(time.frozen());
    EXPECT_EQ(time.fast(), fast);
    EXPECT_EQ(time.stepping(), 11u);
    EXPECT_EQ(time.due(4), fast ? 4 : 1);
    EXPECT_EQ(time.computed(5), 0u);
    EXPECT_EQ(time.due(4), 1);
    EXPECT_EQ(time.computed(3), 11u) << "more than were left";
    EXPECT_EQ(time.stepping(), 0u);
    EXPECT_FALSE(time.fast());
    EXPECT_EQ(time.due(4), 0);
    EXPECT_EQ(time.computed(1), 0u);
  }
}

TEST(LoopPortTable, WhatDoesNotFitWaitsInOrderAndIsNumbered) {
  Inbox inbox(2, [] { return LoopInput(); });
  Doorbell bell;
  LoopPort port(inbox, &bell);
  EXPECT_FALSE(bell.wait_until(0));
  for (std::uint64_t i = 1; i <= 5; ++i) EXPECT_EQ(port.send(control_at(static_cast<double>(i))), i);
  EXPECT_FALSE(bell.wait_until(0)) << "they wait for their slot";
  std::vector<double> values;
  for (int i = 0; i < 5; ++i) {
    ASSERT_NE(inbox.front(), nullptr);
    values.push_back(inbox.front()->input.value);
    EXPECT_EQ(inbox.front()->scene, 0u);
    inbox.release();
    port.flush();
  }
  EXPECT_EQ(values, (std::vector<double>{1, 2, 3, 4, 5}));
  LoopInput fast = plain_request(Kind::step);
  fast.fast = true;
  port.send(fast);
  EXPECT_TRUE(bell.wait_until(0));
  EXPECT_FALSE(bell.wait_until(0)) << "it rang once";
}

TEST(LoopPortTable, IsFullWithTheMostThatMayWait) {
  Inbox inbox(1, [] { return LoopInput(); });
  LoopPort port(inbox);
  for (std::size_t i = 0; i < LoopPort::kMostWaiting; ++i) port.send(LoopInput());
  EXPECT_FALSE(port.full()) << "one of them is in the ring";
  port.send(LoopInput());
  EXPECT_TRUE(port.full());
}

TEST(LoopPortTable, AStageIsKeptUntilItsFirstFrameAndInputsAfterItAreForItsScene) {
  Inbox inbox(8, [] { return LoopInput(); });
  LoopPort port(inbox);
  RestorePoint point;
  auto stage = std::make_unique<Stage>(pendulum_world(), 8);
  Stage* const raw = stage.get();
  EXPECT_FALSE(port.stage_arrived());
  port.change_stage(std::move(stage), {.point = &point, .last_branch = 6, .freeze = true});
  const LoopInput* told = inbox.front();
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->kind, Kind::reload);
  EXPECT_EQ(told->stage, raw);
  EXPECT_EQ(told->restore, &point);
  EXPECT_EQ(told->branch, 6u);
  EXPECT_TRUE(told->freeze);
  inbox.release();
  EXPECT_FALSE(port.stage_arrived());
  port.send(control_at(1));
  EXPECT_EQ(inbox.front()->scene, 0u);
  inbox.release();
  ASSERT_NE(raw->outbox.claim(), nullptr);
  raw->outbox.publish();
  EXPECT_TRUE(port.stage_arrived());
  EXPECT_EQ(port.take_stage().get(), raw);
  EXPECT_FALSE(port.stage_arrived());
  port.send(control_at(1));
  EXPECT_EQ(inbox.front()->scene, 1u);
}

TEST(FrameInputsTable, EveryThingHasAPlaceOfItsOwn) {
  using scenes::WorldInput;
  scenes::FrameInputs inputs(2, 2, 2);
  std::vector<std::pair<WorldKind, std::uint32_t>> things{
      {WorldKind::control, 0},     {WorldKind::control, 1},  {WorldKind::drive_fault, 0},
      {WorldKind::drive_fault, 1}, {WorldKind::substeps, 0}, {WorldKind::end_exercise, 0},
      {WorldKind::trigger, 0},     {WorldKind::trigger, 1}};
  for (const double value : {1.0, 2.0}) {
    for (const auto& [kind, index] : things) {
      WorldInput input;
      input.kind = kind;
      input.index = index;
      input.value = value;
      EXPECT_TRUE(inputs.set(input));
    }
  }
  ASSERT_EQ(inputs.list().size(), things.size());
  for (std::size_t i = 0; i < things.size(); ++i) {
    EXPECT_EQ(inputs.list()[i].kind, things[i].first);
    EXPECT_EQ(inputs.list()[i].index, things[i].second);
    EXPECT_EQ(inputs.list()[i].value, 2) << "the last one wins";
  }
  WorldInput unknown;
  unknown.kind = WorldKind::trigger;
  unknown.index = 2;
  EXPECT_TRUE(inputs.set(unknown));
  EXPECT_EQ(inputs.list().size(), things.size()) << "the exercise has no such trigger";
}

TEST(FrameInputsTable, EffectsActInTheirOrderUpToTheMostAndAnewInTheNextFrame) {
  using scenes::WorldInput;
  scenes::FrameInputs inputs(1, 1);
  WorldInput effect;
  effect.kind = WorldKind::effect;
  WorldInput clear;
  clear.kind = WorldKind::clear_effect;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < scenes::FrameInputs::kMostEffectInputs; ++i)
      EXPECT_TRUE(inputs.set(i % 2 == 0 ? effect : clear));
    EXPECT_FALSE(inputs.set(effect));
    EXPECT_FALSE(inputs.set(clear));
    EXPECT_TRUE(inputs.set(WorldInput())) << "a control has its place";
    EXPECT_EQ(inputs.list().size(), scenes::FrameInputs::kMostEffectInputs + 1);
    EXPECT_EQ(inputs.list()[2].kind, WorldKind::effect);
    inputs.clear();
    EXPECT_TRUE(inputs.list().empty());
  }
}

TEST(ScheduledInputsTable, OnlyControlsAreCancelledAndOrderStays) {
  ScheduledInputs scheduled(8);
  const auto input = [](WorldKind kind, std::uint32_t index, double value) {
    scenes::WorldInput made;
    made.kind = kind;
    made.index = index;
    made.value = value;
    return made;
  };
  scheduled.add(9, input(WorldKind::control, 1, 1));
  scheduled.add(7, input(WorldKind::control, 0, 2));
  scheduled.add(8, input(WorldKind::clear_effect, 0, 3));
  scheduled.add(5, input(WorldKind::control, 1, 4));
  scheduled.cancel_control(0);
  EXPECT_EQ(scheduled.size(), 3u);
  std::vector<double> acted;
  const auto act = [&acted](const scenes::WorldInput& made) { acted.push_back(made.value); };
  scheduled.take(4, act);
  EXPECT_TRUE(acted.empty()) << "one frame too early";
  scheduled.take(8, act);
  EXPECT_EQ(acted, (std::vector<double>{4, 3}));
  scheduled.clear();
  EXPECT_EQ(scheduled.size(), 0u);
  scheduled.take(99, act);
  EXPECT_EQ(acted.size(), 2u);
}

TEST(GovernorTable, CountsFramesInARowAndActsAtItsMarks) {
  constexpr Nanoseconds kWhole = 100'000;
  Governor governor({.nominal = 8, .minimum = 2});
  const auto frames = [&](int count, Nanoseconds compute) {
    for (; count > 0; --count) governor.observe(compute, kWhole);
    return governor.substeps();
  };
  EXPECT_EQ(frames(100, 75'000), 8) << "the high mark itself is no overload";
  EXPECT_EQ(frames(4, 76'000), 8);
  EXPECT_EQ(frames(1, 75'000), 8);
  EXPECT_EQ(frames(4, 76'000), 8) << "begun anew";
  EXPECT_EQ(frames(1, 76'000), 7) << "one less, though 7.9 would fit";
  // Seven substeps at 6000 each: eight would take 48 of the 60 % that are low.
  EXPECT_EQ(frames(49, 42'000), 7);
  EXPECT_EQ(frames(1, 70'000), 7) << "no room in this one";
  EXPECT_EQ(frames(49, 42'000), 7);
  EXPECT_EQ(frames(1, 42'000), 8);
  EXPECT_EQ(frames(500, 1), 8) << "no more than the scene has";
  EXPECT_EQ(frames(5, 1'000'000), 2) << "no fewer than it allows";
  governor.reset();
  EXPECT_EQ(governor.substeps(), 8);
  frames(4, 90'000);
  governor.reset();
  EXPECT_EQ(frames(4, 90'000), 8) << "slow frames of before do not count";
  Governor low({.nominal = 2, .minimum = 1});
  for (int i = 0; i < 5; ++i) low.observe(200'000, kWhole);
  EXPECT_EQ(low.substeps(), 1);
  for (int i = 0; i < 200; ++i) low.observe(30'000, kWhole);
  EXPECT_EQ(low.substeps(), 1) << "two would take the low mark's 60 % itself";
  for (int i = 0; i < 50; ++i) low.observe(29'999, kWhole);
  EXPECT_EQ(low.substeps(), 2);
}

TEST(FrameScheduleTable, BothSidesOfASlotsEnd) {
  constexpr Nanoseconds kWhole = 100;
  FrameSchedule before(1'000, kWhole);
  EXPECT_EQ(before.catch_up(1'099), 0u);
  EXPECT_EQ(before.tick(), 0u);
  EXPECT_EQ(before.next(1'099), 0u);
  EXPECT_EQ(before.tick(), 1u);
  FrameSchedule at(1'000, kWhole);
  EXPECT_EQ(at.catch_up(1'100), 1u);
  EXPECT_EQ(at.tick(), 1u);
  FrameSchedule late(1'000, kWhole);
  EXPECT_EQ(late.next(1'100), 1u);
  EXPECT_EQ(late.tick(), 2u);
  EXPECT_EQ(late.slot_start(), 1'200);
  EXPECT_EQ(late.slot_end(), 1'300);
  FrameSchedule later(1'000, kWhole);
  EXPECT_EQ(later.next(1'350), 3u);
  EXPECT_EQ(later.tick(), 4u);
  later.begin_now(2'000);
  EXPECT_EQ(later.tick(), 4u);
  EXPECT_EQ(later.slot_start(), 2'000);
  later.next(2'000);
  EXPECT_EQ(later.slot_start(), 2'100);
}

TEST(UtcWatchTable, BothSidesOfAStep) {
  UtcWatch watch(0);
  EXPECT_FALSE(watch.observe(UtcWatch::kStep - 1));
  EXPECT_FALSE(watch.observe(1 - UtcWatch::kStep));
  EXPECT_EQ(watch.observe(-UtcWatch::kStep), -UtcWatch::kStep);
  EXPECT_FALSE(watch.observe(-1)) << "it is counted from what was told";
  EXPECT_EQ(watch.observe(0), UtcWatch::kStep);
}

}  // namespace
}  // namespace drawbar::server::test
