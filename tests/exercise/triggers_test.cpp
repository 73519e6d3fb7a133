// Triggers: when they fire, what that does, and that going back takes it back.
#include <cstring>
#include <limits>

#include "scenes/exercise/exercise_events.h"
#include "tests/exercise/drop.h"
#include "tests/support/allocation_count.h"

namespace drawbar::scenes::testing {
namespace {

using exercise::Outcome;

class TriggersOf : public ExerciseIn {
 protected:
  /// How often each trigger has fired after `frames`.
  std::vector<double> fired(const std::string& triggers, int frames) {
    auto loaded = load(exercise_with(kTimeAbove2, triggers));
    if (!loaded) {
      ADD_FAILURE() << loaded.error().text;
      return {};
    }
    Simulation simulation(loaded->scene.world, loaded->exercise.observer);
    step(simulation, frames);
    std::vector<double> all;
    for (std::size_t i = 0; i < loaded->exercise.observer->triggers().size(); ++i)
      all.push_back(loaded->exercise.observer->fired(i, simulation.memory()));
    return all;
  }

  /// How often a trigger has fired after the lever has stood at each of these for two frames.
  std::vector<double> fired_along(const std::vector<double>& lever, const std::string& trigger) {
    auto loaded = load(exercise_with(kTimeAbove2, trigger));
    if (!loaded) {
      ADD_FAILURE() << loaded.error().text;
      return {};
    }
    Simulation simulation(loaded->scene.world, loaded->exercise.observer);
    std::vector<double> all;
    for (const double value : lever) {
      simulation.world().set_control(physics::ControlId{0}, value);
      step(simulation, 2);
      all.push_back(loaded->exercise.observer->fired(0, simulation.memory()));
    }
    return all;
  }

  static std::string trigger(const std::string& when, const std::string& more = "") {
    return R"({ "name": "t", "when": )" + when +
           R"(, "actions": [ { "type": "bookmark", "text": { "en": "x" } } ])" + more + " }";
  }
};

TEST_F(TriggersOf, AConditionOfTimeFiresInTheFrameAfterItHolds) {
  const std::string at = trigger(R"({ "type": "time", "after": 0.4 })");
  EXPECT_EQ(fired(at, 10)[0], 0) << "it holds at the end of frame 10, whose inputs have acted";
  EXPECT_EQ(fired(at, 11)[0], 1);
  EXPECT_EQ(fired(at, 50)[0], 1);
}

// 11 x 0.03 s is less than 0.33 s by the last bit.
TEST_F(TriggersOf, ATimeOnAFramesEndHoldsThereHoweverTheProductRounds) {
  std::string scene = kDrop;
  const std::string name = R"("name": "drop",)";
  scene.replace(scene.find(name), name.size(), name + R"( "frame": { "period_ms": 30 },)");
  std::ofstream(folder_ / "scene.json") << scene;
  const std::string at = trigger(R"({ "type": "time", "after": 0.33 })");
  EXPECT_EQ(fired(at, 11)[0], 0);
  EXPECT_EQ(fired(at, 12)[0], 1);
}

TEST_F(TriggersOf, ForAtLeastWaitsSoLong) {
  const std::string after =
      trigger(R"({ "type": "quantity", "quantity": "stone.speed", "above": 2, "for_at_least": 0.2 })");
  // It holds from the end of frame 6 on, for 0.2 s at the end of frame 11.
  EXPECT_EQ(fired(after, 11)[0], 0);
  EXPECT_EQ(fired(after, 12)[0], 1);
}

TEST_F(TriggersOf, ForAtLeastEndsWithTheFirstFrameByWhichItHasHeldSoLong) {
  const auto after = [](const std::string& seconds) {
    return trigger(R"({ "type": "quantity", "quantity": "stone.speed", "above": 2, "for_at_least": )" +
                   seconds + " }");
  };
  // It holds from the end of frame 6 on: for 0.4 s at the end of frame 16, for 0.44 s at that of frame 17.
  EXPECT_EQ(fired(after("0.41"), 17)[0], 0) << "0.4 s is not 0.41 s";
  EXPECT_EQ(fired(after("0.41"), 18)[0], 1);
  // Seven frames, although 0.28 / 0.04 is more than 7 by the last bit: at the end of frame 13.
  EXPECT_EQ(fired(after("0.28"), 13)[0], 0);
  EXPECT_EQ(fired(after("0.28"), 14)[0], 1);
}

TEST_F(TriggersOf, ZonesSeeWhatOverlapsTheirSensor) {
  // The ball falls 0.3 m to the zone's top, 0.25 s.
  const std::string in = trigger(R"({ "type": "zone", "zone": "near", "bodies": ["ball"] })");
  EXPECT_EQ(fired(in, 6)[0], 0);
  EXPECT_EQ(fired(in, 9)[0], 1);
  EXPECT_EQ(fired(trigger(R"({ "type": "zone", "zone": "near", "bodies": ["stone"] })"), 50)[0], 0);
}

TEST_F(TriggersOf, ContactsOfNamedBodies) {
  // 0.5 m to the plate, 0.319 s.
  const std::string hit = trigger(R"({ "type": "contact", "bodies": ["ball"], "with": ["plate"] })");
  EXPECT_EQ(fired(hit, 8)[0], 0);
  EXPECT_EQ(fired(hit, 10)[0], 1);
  // m v over one frame is 157 N, weight 19.6 N more.
  const std::string hard = R"({ "type": "contact", "bodies": ["ball"], "with": ["plate"], "above": )";
  EXPECT_EQ(fired(trigger(hard + "130 }"), 50)[0], 1);
  EXPECT_EQ(fired(trigger(hard + "200 }"), 50)[0], 0);
}

TEST_F(TriggersOf, AllAnyAndNot) {
  const std::string early = R"({ "type": "time", "after": 0.2 })",
                    late = R"({ "type": "time", "after": 0.6 })";
  EXPECT_EQ(fired(trigger(R"({ "type": "all", "of": [ )" + early + ", " + late + " ] }"), 10)[0], 0);
  EXPECT_EQ(fired(trigger(R"({ "type": "all", "of": [ )" + early + ", " + late + " ] }"), 20)[0], 1);
  EXPECT_EQ(fired(trigger(R"({ "type": "any", "of": [ )" + early + ", " + late + " ] }"), 10)[0], 1);
  EXPECT_EQ(fired(trigger(R"({ "type": "not", "of": )" + late + " }"), 3)[0], 1);
}

TEST_F(TriggersOf, HysteresisAndOnce) {
  const std::string above =
      R"({ "type": "quantity", "quantity": "lever.value", "above": 0.5, "hysteresis": 0.2 })";
  EXPECT_EQ(fired_along({0.6, 0.4, 0.6, 0.2, 0.6}, trigger(above, R"(, "once": false)")),
            (std::vector<double>{1, 1, 1, 1, 2}))
      << "0.4 is within the hysteresis";
  EXPECT_EQ(fired_along({0.6, 0.2, 0.6}, trigger(above)), (std::vector<double>{1, 1, 1}));
  const std::string below =
      R"({ "type": "quantity", "quantity": "lever.value", "below": 0.5, "hysteresis": 0.2 })";
  EXPECT_EQ(fired_along({0.4, 0.6, 0.4, 0.8, 0.4}, trigger(below, R"(, "once": false)")),
            (std::vector<double>{1, 1, 1, 1, 2}))
      << "0.6 is within it";
}

TEST_F(TriggersOf, MarksAndAnEndCountFromTheFrameInWhichTheyFire) {
  const std::string text = exercise_with(
      R"({ "name": "m", "type": "marks" }, { "name": "t", "type": "duration", "penalty": 0 })",
      R"({ "name": "mark", "when": { "type": "time", "after": 0.2 }, "actions": [ { "type": "mark", "criterion": "m", "points": 7 } ] },
         { "name": "done", "when": { "type": "time", "after": 0.6 }, "actions": [ { "type": "end" } ] })");
  const Score score = run(text, 50);
  EXPECT_EQ(score.criteria[0].lost, 7);
  EXPECT_EQ(score.outcome, exercise::Outcome::completed);
  EXPECT_NEAR(score.criteria[1].figure, 0.6, 1e-12);
  EXPECT_TRUE(score.passed);
  EXPECT_FALSE(run(text, 10).passed) << "a trigger completes it, and has not";
}

TEST_F(TriggersOf, GoingBackTakesLatchesTimersAndScoresBack) {
  auto loaded = load(exercise_with(
      std::string(kTimeAbove2) + R"(, { "name": "m", "type": "marks" })",
      R"({ "name": "mark", "when": { "type": "quantity", "quantity": "stone.speed", "above": 2, "for_at_least": 0.2 },
                                        "actions": [ { "type": "mark", "criterion": "m", "points": 7 } ] })"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  Simulation simulation(loaded->scene.world, loaded->exercise.observer);
  step(simulation, 9);
  std::vector<std::byte> before, after, again;
  simulation.save_state(before);
  step(simulation, 20);
  simulation.save_state(after);
  EXPECT_EQ(loaded->exercise.observer->fired(0, simulation.memory()), 1);
  ASSERT_TRUE(simulation.restore_state(before));
  EXPECT_EQ(loaded->exercise.observer->fired(0, simulation.memory()), 0);
  step(simulation, 20);
  simulation.save_state(again);
  EXPECT_EQ(after, again);
  Simulation other(loaded->scene.world, loaded->exercise.observer);
  ASSERT_TRUE(other.restore_state(before));
  step(other, 20);
  other.save_state(again);
  EXPECT_EQ(after, again) << "a new one goes on as the first";
  Simulation bare(loaded->scene.world);
  EXPECT_FALSE(bare.restore_state(before)) << "without the exercise there is no place for what it remembers";
}

TEST_F(TriggersOf, AStateThatRemembersWhatIsNoFigureIsRefusedAndChangesNothing) {
  auto loaded = load(exercise_with(kTimeAbove2));
  ASSERT_TRUE(loaded) << loaded.error().text;
  Simulation simulation(loaded->scene.world, loaded->exercise.observer);
  step(simulation, 9);
  std::vector<std::byte> good, now;
  simulation.save_state(good);
  for (const double figure :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    std::vector<std::byte> bad = good;
    std::memcpy(bad.data() + bad.size() - sizeof figure, &figure, sizeof figure);
    EXPECT_FALSE(simulation.restore_state(bad)) << figure;
    simulation.save_state(now);
    EXPECT_EQ(now, good) << figure;
  }
}

TEST_F(TriggersOf, NothingIsAllocatedInAFrame) {
  std::string many;
  for (int i = 0; i < 200; ++i) {
    many +=
        (i > 0 ? ", " : "") + std::string(R"({ "name": "t)") + std::to_string(i) +
        R"(", "once": false, "when": { "type": "any", "of": [ { "type": "contact", "bodies": ["ball"], "with": ["plate"] }, { "type": "zone", "zone": "near", "bodies": ["ball"] } ] }, "actions": [ { "type": "mark", "criterion": "m", "points": 0 } ] })";
  }
  auto loaded = load(exercise_with(
      R"({ "name": "m", "type": "marks" }, { "name": "j", "type": "jerk", "body": "ball" })", many));
  ASSERT_TRUE(loaded) << loaded.error().text;
  Simulation simulation(loaded->scene.world, loaded->exercise.observer);
  int substeps = simulation.config().substeps;
  simulation.step_frame(substeps);
  const auto before = test::allocation_count();
  for (int i = 0; i < 50; ++i) {
    simulation.step_frame(substeps);
    simulation.exercise()->decisions(simulation.memory(), [&](const WorldInput&) {});
  }
  EXPECT_EQ(test::allocation_count(), before);
}

TEST_F(TriggersOf, AMalfunctionBeginsWithItsTriggerAndEndsWithAnother) {
  // From the frame after 0.2 s on the stone is pushed by 6 N to the side, until the frame after 0.4 s: 2
  // m/s^2 for 0.2 s.
  const std::string push =
      R"({ "name": "push", "when": { "type": "time", "after": 0.2 },
           "actions": [ { "type": "malfunction", "effect": "stone force x=6" } ] },
         { "name": "over", "when": { "type": "time", "after": 0.4 },
           "actions": [ { "type": "clear", "trigger": "push" } ] })";
  auto loaded = load(exercise_with(kTimeAbove2, push));
  ASSERT_TRUE(loaded) << loaded.error().text;
  Simulation simulation(loaded->scene.world, loaded->exercise.observer);
  constexpr std::size_t kStone = 3;
  const auto sideways = [&] {
    physics::FrameState seen = simulation.make_frame_state();
    simulation.observe(seen);
    return seen.bodies[kStone].linear_velocity.x();
  };
  step(simulation, 5);
  EXPECT_EQ(sideways(), 0);
  std::vector<std::byte> before;
  simulation.save_state(before);
  step(simulation, 10);
  EXPECT_NEAR(sideways(), 0.4, 1e-12);
  EXPECT_TRUE(simulation.world().effects().empty());
  std::vector<std::byte> after;
  simulation.save_state(after);
  ASSERT_TRUE(simulation.restore_state(before));
  step(simulation, 10);
  std::vector<std::byte> again;
  simulation.save_state(again);
  EXPECT_EQ(again, after);
}

TEST_F(TriggersOf, InstructorsAreToldOfItsMalfunctions) {
  auto loaded = load(exercise_with(kTimeAbove2, R"({ "name": "push", "when": { "type": "time", "after": 0.2 },
           "actions": [ { "type": "malfunction", "effect": "stone force x=6 strength=0.5" } ] })"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  WorldInput fired;
  fired.kind = WorldInput::Kind::trigger;
  const std::vector<double> memory(loaded->exercise.observer->memory_size());
  const auto events = exercise_events(loaded->exercise, std::span(&fired, 1), memory);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, stream::EventKind::EffectBegan);
  EXPECT_EQ(events[0].text, "push: stone force x=6 strength=0.5");
  EXPECT_EQ(events[0].value, 0.5);
}

TEST_F(TriggersOf, WhatIsSaidComesInOrderAndTheEndIsToldInBothLanguages) {
  auto loaded = load(exercise_with(kTimeAbove2, R"({ "name": "push", "when": { "type": "time", "after": 0.2 },
           "actions": [ { "type": "malfunction", "effect": "stone force x=6" } ] },
         { "name": "over", "when": { "type": "time", "after": 0.4 }, "actions": [
           { "type": "end", "outcome": "failed" },
           { "type": "bookmark", "text": { "en": "mark", "ru": "метка" } },
           { "type": "message", "text": { "en": "stop", "ru": "стой" } },
           { "type": "malfunction", "effect": "stone force y=2 strength=0.25" },
           { "type": "clear", "trigger": "push" } ] })"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  const auto said = [&](WorldInput::Kind kind, Outcome outcome) {
    WorldInput end, fired;
    end.kind = WorldInput::Kind::end_exercise;
    end.value = static_cast<double>(outcome);
    std::vector<double> memory(loaded->exercise.observer->memory_size());
    loaded->exercise.observer->take_input(end, memory);
    fired.kind = kind;
    fired.index = 1;
    std::string all;
    for (const WorldEvent& event : exercise_events(loaded->exercise, std::span(&fired, 1), memory)) {
      all += std::string(stream::EnumNameEventKind(event.kind)) + "|" + event.text + "|" + event.text_ru +
             "|" + std::to_string(event.value) + "\n";
    }
    return all;
  };
  EXPECT_EQ(said(WorldInput::Kind::trigger, Outcome::failed),
            "EffectCleared|over: a malfunction ends||0.000000\n"
            "EffectBegan|over: stone force y=2 strength=0.25||0.250000\n"
            "ExerciseMark|mark|метка|0.000000\n"
            "ExerciseText|stop|стой|0.000000\n"
            "ExerciseEnded|the exercise is failed|упражнение не выполнено|2.000000\n");
  const auto ended = [&](Outcome outcome) { return said(WorldInput::Kind::end_exercise, outcome); };
  EXPECT_EQ(ended(Outcome::completed),
            "ExerciseEnded|the exercise is completed|упражнение выполнено|1.000000\n");
  EXPECT_EQ(ended(Outcome::aborted),
            "ExerciseEnded|the exercise is aborted: a limit was passed|упражнение прервано: предел "
            "превышен|3.000000\n");
  EXPECT_EQ(ended(Outcome::out_of_time),
            "ExerciseEnded|the exercise is out of time|время упражнения вышло|4.000000\n");
  EXPECT_EQ(ended(Outcome::stopped),
            "ExerciseEnded|the instructor ended the exercise|упражнение остановлено инструктором|5.000000\n");
  EXPECT_EQ(said(WorldInput::Kind::control, Outcome::failed), "") << "it ended before";
}

/// Where two readings of one World differ; empty: nowhere.
std::string difference(const physics::FrameState& one, const physics::FrameState& two) {
  if (one.frame != two.frame || one.time != two.time) return "frame";
  if (one.controls != two.controls) return "controls";
  if (one.contacts.size() != two.contacts.size()) return "contacts";
  if (one.statistics.substeps != two.statistics.substeps) return "statistics";
  if (one.energy.kinetic != two.energy.kinetic || one.energy.potential != two.energy.potential)
    return "energy";
  for (std::size_t i = 0; i < one.bodies.size(); ++i) {
    if (one.bodies[i].position != two.bodies[i].position) return "bodies";
    if (one.bodies[i].linear_velocity != two.bodies[i].linear_velocity) return "bodies";
  }
  if (one.effects.size() != two.effects.size()) return "effects";
  for (std::size_t i = 0; i < one.effects.size(); ++i) {
    if (one.effects[i].age != two.effects[i].age) return "effects";
  }
  if (one.faulted.size() != two.faulted.size()) return "faulted";
  for (std::size_t i = 0; i < one.faulted.size(); ++i) {
    if (one.faulted[i].value != two.faulted[i].value) return "faulted";
  }
  return "";
}

TEST_F(TriggersOf, WhatTheExerciseHasReadIsWhatTheWorldShowsToEverybody) {
  auto loaded =
      load(exercise_with(kTimeAbove2, R"({ "name": "push", "when": { "type": "time", "after": 0.08 },
           "actions": [ { "type": "malfunction", "effect": "stone force x=6" },
                        { "type": "malfunction", "effect": "lever bias value=0.25" } ] })"));
  ASSERT_TRUE(loaded) << loaded.error().text;
  Simulation simulation(loaded->scene.world, loaded->exercise.observer);
  const Simulation& seen = simulation;
  physics::FrameState shown = simulation.make_frame_state(), read = simulation.make_frame_state();
  const auto expect_the_same = [&](const char* when) {
    simulation.observe(shown);
    seen.world().observe(read);
    EXPECT_EQ(difference(shown, read), "") << when;
  };
  expect_the_same("before the first frame");
  for (int frame = 0; frame < 12; ++frame) {
    step(simulation);
    expect_the_same("after a frame");
  }
  EXPECT_EQ(shown.effects.size(), 2u);
  EXPECT_EQ(shown.faulted.size(), 1u);
  std::vector<std::byte> state;
  simulation.save_state(state);
  simulation.world().set_control(physics::ControlId{0}, 0.5);
  expect_the_same("after a control was set");
  step(simulation, 3);
  ASSERT_TRUE(simulation.restore_state(state));
  expect_the_same("after a restore");
  simulation.begin_frame(8);
  simulation.substep();
  expect_the_same("in the middle of a frame");
}

}  // namespace
}  // namespace drawbar::scenes::testing
