// What each field of an exercise's text becomes in the rules that run: numbers, units, places, limits.
#include <span>
#include <vector>

#include "scenes/effects/effect_numbers.h"
#include "tests/exercise/drop.h"

namespace drawbar::scenes::testing {
namespace {

using exercise::CriterionType;
using exercise::Outcome;

/// Two bodies on joints of their own, each with a motor and a lever.
constexpr const char* kTwoMotors = R"({ "name": "bench", "bodies": [
    { "name": "base", "static": true, "shapes": [ { "type": "box", "size": [1, 1, 1] } ] },
    { "name": "left", "mass": 1, "inertia": [1, 1, 1], "position": [0, 3, 0], "shapes": [ { "type": "sphere", "radius": 0.1 } ] },
    { "name": "right", "mass": 1, "inertia": [1, 1, 1], "position": [0, 6, 0], "shapes": [ { "type": "sphere", "radius": 0.1 } ] } ],
  "joints": [
    { "name": "jl", "type": "revolute", "parent": "world", "child": "left", "position": [0, 3, 0], "axis": [0, 0, 1] },
    { "name": "jr", "type": "revolute", "parent": "world", "child": "right", "position": [0, 6, 0], "axis": [0, 0, 1] } ],
  "drives": [
    { "name": "one", "type": "dc_motor", "joint": "jl", "control": "a", "supply_voltage": 24, "resistance": 1, "torque_constant": 0.1 },
    { "name": "two", "type": "dc_motor", "joint": "jr", "control": "b", "supply_voltage": 24, "resistance": 1, "torque_constant": 0.1 } ],
  "controls": [ { "name": "a" }, { "name": "b" } ] })";

class CompiledRules : public ExerciseIn {
 protected:
  void use_two_motors() const { std::ofstream(folder_ / "scene.json") << kTwoMotors; }

  /// The observer of an exercise; the test fails where it is refused.
  std::shared_ptr<const ExerciseObserver> observer(const std::string& text) {
    auto loaded = load(text);
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().text);
    return loaded ? loaded->exercise.observer : nullptr;
  }
  /// What is said of one that is refused; empty: it is not.
  std::string said(const std::string& text) {
    const auto loaded = load(text);
    return loaded ? "" : loaded.error().text;
  }
  void expect_said(const std::string& text, const std::string& part) {
    const std::string found = said(text);
    EXPECT_NE(found.find(part), std::string::npos) << "wanted: " << part << "\nfound: " << found;
  }
};

constexpr const char* kFigures = R"(, "tolerance": 0.5, "penalty": 6, "weight": 9, "abort_above": 2 })";
constexpr const char* kMoving = R"({ "type": "quantity", "quantity": "left.speed", "above": 1 })";

TEST_F(CompiledRules, AFiguresUnitScalesWhatIsComparedWithItAndItsPenaltyTheOtherWay) {
  use_two_motors();
  struct Row {
    std::string criterion;  ///< without its name
    CriterionType type;
    const char* unit;
    double factor;
  };
  const std::string moving = kMoving;
  const std::string contact = R"("bodies": ["left"], "with": ["base", "right"])";
  const std::vector<Row> rows{
      {R"("type": "time", "unit": "min", "when": )" + moving, CriterionType::time, "min", 60},
      {R"("type": "time", "when": )" + moving, CriterionType::time, "s", 1},
      {R"("type": "count", "when": )" + moving, CriterionType::count, "", 1},
      {R"("type": "count", "unit": "%", "when": )" + moving, CriterionType::count, "%", 0.01},
      {R"("type": "peak", "quantity": "left.speed", "unit": "km/h")", CriterionType::peak, "km/h", 1 / 3.6},
      {R"("type": "final", "quantity": "left.x")", CriterionType::final, "m", 1},
      {R"("type": "rms", "quantity": "left.x", "unit": "mm")", CriterionType::rms, "mm", 1e-3},
      {R"("type": "impulse", "unit": "kN s", )" + contact, CriterionType::impulse, "kN s", 1e3},
      {R"("type": "impulse", )" + contact, CriterionType::impulse, "N s", 1},
      {R"("type": "jerk", "body": "right")", CriterionType::jerk, "m/s^3", 1},
      {R"("type": "reversals", "control": "b")", CriterionType::reversals, "", 1},
      {R"("type": "energy", "unit": "kWh")", CriterionType::energy, "kWh", 3.6e6},
      {R"("type": "energy")", CriterionType::energy, "J", 1},
      {R"("type": "duration", "unit": "ms")", CriterionType::duration, "ms", 1e-3},
      {R"("type": "duration")", CriterionType::duration, "s", 1},
      {R"("type": "marks")", CriterionType::marks, "", 1},
  };
  std::string criteria;
  for (std::size_t i = 0; i < rows.size(); ++i)
    criteria += (i == 0 ? "" : ", ") + (R"({ "name": "c)" + std::to_string(i) + "\", ") + rows[i].criterion +
                kFigures;
  const auto made = observer(exercise_with(criteria));
  ASSERT_NE(made, nullptr);
  ASSERT_EQ(made->criteria().size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    SCOPED_TRACE(row.criterion);
    const CriterionRule& rule = made->criteria()[i].rule();
    EXPECT_EQ(rule.name, "c" + std::to_string(i));
    EXPECT_EQ(rule.type, row.type);
    EXPECT_EQ(rule.unit, row.unit);
    EXPECT_DOUBLE_EQ(rule.factor, row.factor);
    EXPECT_DOUBLE_EQ(rule.tolerance, 0.5 * row.factor);
    EXPECT_DOUBLE_EQ(rule.penalty, 6 / row.factor);
    EXPECT_EQ(rule.weight, 9);
    ASSERT_TRUE(rule.abort_above.has_value());
    EXPECT_DOUBLE_EQ(*rule.abort_above, 2 * row.factor);
  }
}

TEST_F(CompiledRules, WhatIsLookedAtIsThePlaceOfItsNameAndWhatIsLeftOutIsAsTheFormatSays) {
  use_two_motors();
  const std::string criteria = R"(
    { "name": "plain", "type": "time", "when": )" +
                               std::string(kMoving) + R"( },
    { "name": "second", "type": "count", "when": { "type": "all", "of": [ )" +
                               kMoving + ", " + kMoving + R"( ] } },
    { "name": "amount", "type": "peak", "quantity": "left.vx", "magnitude": true },
    { "name": "value", "type": "final", "quantity": "left.vx" },
    { "name": "blow", "type": "impulse", "bodies": ["right"], "with": ["left"], "threshold": 3 },
    { "name": "knock", "type": "impulse", "bodies": ["left"], "with": ["base"] },
    { "name": "right", "type": "jerk", "body": "right" },
    { "name": "b", "type": "reversals", "control": "b", "dead_band": 0.25 },
    { "name": "a", "type": "reversals", "control": "a" },
    { "name": "all", "type": "energy" },
    { "name": "two", "type": "energy", "drives": ["two"] },
    { "name": "both", "type": "energy", "drives": ["two", "one"] })";
  const auto made = observer(
      exercise_with(criteria, R"({ "name": "t", "when": )" + std::string(kMoving) +
                                  R"(, "actions": [ { "type": "bookmark", "text": { "en": "x" } } ] })"));
  ASSERT_NE(made, nullptr);
  const auto rule = [&](const std::string& name) -> CriterionRule {
    for (const Criterion& criterion : made->criteria())
      if (criterion.rule().name == name) return criterion.rule();
    ADD_FAILURE() << name;
    return {};
  };
  const CriterionRule plain = rule("plain");
  EXPECT_EQ(plain.tolerance, 0);
  EXPECT_EQ(plain.penalty, 1);
  EXPECT_EQ(plain.weight, 100);
  EXPECT_FALSE(plain.abort_above.has_value());
  // The trigger's condition is the first; parts of a condition stand before it.
  EXPECT_EQ(made->triggers().at(0).condition, 0u);
  EXPECT_EQ(plain.condition, 1u);
  EXPECT_EQ(rule("second").condition, 4u);
  physics::FrameState state;
  state.bodies.resize(3);
  state.bodies[1].linear_velocity = {-7, 0, 0};
  for (const char* name : {"amount", "value"}) {
    EXPECT_EQ(rule(name).magnitude, std::string(name) == "amount");
    EXPECT_EQ(rule(name).value(state), -7);
  }
  EXPECT_EQ(rule("blow").watch, 0u);
  EXPECT_EQ(rule("knock").watch, 1u);
  EXPECT_EQ(rule("blow").threshold, 3);
  EXPECT_EQ(rule("knock").threshold, 0);
  EXPECT_EQ(rule("right").index, 2u);
  EXPECT_EQ(rule("b").index, 1u);
  EXPECT_EQ(rule("b").dead_band, 0.25);
  EXPECT_EQ(rule("a").index, 0u);
  EXPECT_EQ(rule("a").dead_band, 0.05);
  EXPECT_EQ(rule("all").drives, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(rule("two").drives, (std::vector<std::size_t>{1}));
  EXPECT_EQ(rule("both").drives, (std::vector<std::size_t>{1, 0}));
}

constexpr const char* kAtOnce = R"({ "type": "time", "after": 0.4 })";

std::string trigger_of(const std::string& name, const std::string& actions, const std::string& more = "") {
  return R"({ "name": ")" + name + R"(", "when": )" + kAtOnce + R"(, "actions": [ )" + actions + " ]" + more +
         " }";
}

constexpr const char* kBookmark = R"({ "type": "bookmark", "text": { "en": "x" } })";

TEST_F(CompiledRules, MalfunctionsAreNumberedByTheirTriggerAndItsClearsNameThem) {
  const std::string push = R"({ "type": "malfunction", "effect": "stone force x=6 ramp=2" })";
  const std::string triggers =
      trigger_of("none", kBookmark) + ", " +
      trigger_of("two",
                 push + ", " + kBookmark + R"(, { "type": "malfunction", "effect": "ball force y=3" })",
                 R"(, "once": false)") +
      ", " + trigger_of("one", push) + ", " +
      trigger_of("clears", R"({ "type": "clear", "trigger": "two" })") + ", " +
      trigger_of("clears all", R"({ "type": "clear" })");
  const auto made = observer(exercise_with(kTimeAbove2, triggers));
  ASSERT_NE(made, nullptr);
  using Numbers = std::vector<std::uint32_t>;
  const auto begun = [&](std::size_t trigger) {
    Numbers numbers;
    for (const physics::Effect& effect : made->triggers().at(trigger).effects)
      numbers.push_back(static_cast<std::uint32_t>(effect.id));
    return numbers;
  };
  const auto cleared = [&](std::size_t trigger) {
    Numbers numbers;
    for (const physics::EffectId id : made->triggers().at(trigger).cleared)
      numbers.push_back(static_cast<std::uint32_t>(id));
    return numbers;
  };
  EXPECT_EQ(kExerciseEffects, 0x4000'0000u);
  EXPECT_EQ(begun(0), Numbers{});
  EXPECT_EQ(begun(1), (Numbers{0x4000'0040, 0x4000'0041}));
  EXPECT_EQ(begun(2), (Numbers{0x4000'0080}));
  EXPECT_EQ(made->triggers()[1].effects[0].target.index, 3u) << "the stone";
  EXPECT_EQ(made->triggers()[1].effects[0].ramp, 2);
  EXPECT_EQ(made->triggers()[1].effects[1].target.index, 2u) << "the ball";
  EXPECT_EQ(cleared(1), Numbers{});
  EXPECT_EQ(cleared(3), (Numbers{0x4000'0040, 0x4000'0041}));
  EXPECT_EQ(cleared(4), (Numbers{0x4000'0040, 0x4000'0041, 0x4000'0080}));
  for (std::size_t i = 0; i < made->triggers().size(); ++i) EXPECT_EQ(made->triggers()[i].once, i != 1) << i;
  EXPECT_EQ(made->triggers()[4].name, "clears all");
}

TEST_F(CompiledRules, MarksGoToTheirCriterionAndAnEndIsThatOfItsAction) {
  const std::string criteria =
      std::string(kTimeAbove2) + R"(, { "name": "m", "type": "marks" }, { "name": "n", "type": "marks" })";
  const auto made = observer(exercise_with(
      criteria,
      trigger_of(
          "both",
          R"({ "type": "mark", "criterion": "n", "points": 5 }, { "type": "mark", "criterion": "m", "points": 2 })") +
          ", " + trigger_of("done", R"({ "type": "end", "outcome": "completed" })") + ", " +
          trigger_of("lost", R"({ "type": "end", "outcome": "failed" })")));
  ASSERT_NE(made, nullptr);
  const TriggerRule& both = made->triggers()[0];
  ASSERT_EQ(both.marks.size(), 2u);
  EXPECT_EQ(both.marks[0].criterion, 2u);
  EXPECT_EQ(both.marks[0].points, 5);
  EXPECT_EQ(both.marks[1].criterion, 1u);
  EXPECT_EQ(both.marks[1].points, 2);
  EXPECT_EQ(both.outcome, Outcome::running);
  EXPECT_EQ(made->triggers()[1].outcome, Outcome::completed);
  EXPECT_EQ(made->triggers()[2].outcome, Outcome::failed);
}

TEST_F(CompiledRules, WhereAnyTriggerCompletesItNothingElsePasses) {
  const std::string completes = R"({ "type": "end", "outcome": "completed" })";
  const std::string fails = R"({ "type": "end", "outcome": "failed" })";
  struct Row {
    std::string triggers, more;
    double mark;
    bool needs_completion;
  };
  for (const Row& row : std::vector<Row>{
           {"", "", 60, false},
           {trigger_of("a", kBookmark), R"(, "pass_mark": 75)", 75, false},
           {trigger_of("a", fails), "", 60, false},
           {trigger_of("a", fails) + ", " + trigger_of("b", std::string(kBookmark) + ", " + completes), "",
            60, true},
           {trigger_of("a", completes) + ", " + trigger_of("b", fails), "", 60, true},
       }) {
    SCOPED_TRACE(row.triggers + row.more);
    const auto loaded = load(exercise_with(kTimeAbove2, row.triggers, row.more));
    ASSERT_TRUE(loaded) << loaded.error().text;
    EXPECT_EQ(loaded->exercise.pass.mark, row.mark);
    EXPECT_EQ(loaded->exercise.pass.needs_completion, row.needs_completion);
  }
}

TEST_F(CompiledRules, TheMostThatMayBeIsTakenAndOneMoreIsRefused) {
  const auto many = [](std::size_t count, const auto& item) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + item(std::to_string(i));
    return list;
  };
  const auto criterion = [](const std::string& i) {
    return R"({ "name": ")" + i + R"(", "type": "marks" })";
  };
  EXPECT_EQ(said(exercise_with(many(200, criterion))), "");
  expect_said(exercise_with(many(201, criterion)), "criteria: has 201 entries; allowed: at most 200");
  const auto trigger = [](const std::string& i) { return trigger_of(i, kBookmark); };
  EXPECT_EQ(said(exercise_with(kTimeAbove2, many(1000, trigger))), "");
  expect_said(exercise_with(kTimeAbove2, many(1001, trigger)),
              "triggers: has 1001 entries; allowed: at most 1000");
  const auto push = [](const std::string&) {
    return std::string(R"({ "type": "malfunction", "effect": "stone force x=6" })");
  };
  EXPECT_EQ(said(exercise_with(kTimeAbove2, trigger_of("t", many(64, push)))), "");
  expect_said(
      exercise_with(kTimeAbove2, trigger_of("first", kBookmark) + ", " + trigger_of("t", many(65, push))),
      "triggers[1].actions: has 65 malfunctions; allowed: at most 64");
}

TEST_F(CompiledRules, NamesAreOnesOwnInEachList) {
  expect_said(exercise_with(kTimeAbove2, trigger_of("a", kBookmark) + ", " + trigger_of("b", kBookmark) +
                                             ", " + trigger_of("a", kBookmark)),
              R"(triggers[2].name: duplicate name "a", also triggers[0]; allowed: a name of its own)");
  expect_said(
      exercise_with(kTimeAbove2, "",
                    R"(, "variants": [ { "name": "v", "changes": {} }, { "name": "v", "changes": {} } ])"),
      R"(variants[1].name: duplicate name "v", also variants[0]; allowed: a name of its own)");
  EXPECT_EQ(said(exercise_with(kTimeAbove2, trigger_of("fast", kBookmark))), "")
      << "a trigger may be called as a criterion";
}

TEST_F(CompiledRules, WhatIsNotThereIsToldWithWhatIs) {
  const auto criterion = [](const std::string& members) {
    return exercise_with(R"({ "name": "c", )" + members + " }");
  };
  expect_said(criterion(R"("type": "reversals", "control": "leaver")"),
              R"(criteria[0].control: no control is called "leaver"; allowed: lever)");
  expect_said(criterion(R"("type": "energy", "drives": ["motor"])"),
              R"(criteria[0].drives: no drive is called "motor"; allowed: none, the scene has none)");
  expect_said(criterion(R"("type": "jerk", "body": "bal")"),
              R"(criteria[0].body: no body is called "bal"; allowed: plate, near, ball, stone)");
  expect_said(criterion(R"("type": "duration", "unit": "m")"),
              R"(criteria[0].unit: "m" does not measure this; allowed: s, ms, min)");
  expect_said(
      exercise_with(kTimeAbove2, trigger_of("t", R"({ "type": "mark", "criterion": "m", "points": 1 })")),
      R"(triggers[0].actions[0].criterion: no criterion of type marks is called "m"; allowed: none, there is no such criterion)");
  expect_said(exercise_with(kTimeAbove2, trigger_of("t", R"({ "type": "clear" })")),
              "triggers[0].actions[0].trigger: no trigger has a malfunction: there is nothing to clear");
  expect_said(exercise_with(kTimeAbove2, trigger_of("t", R"({ "type": "clear", "trigger": "u" })")),
              R"(triggers[0].actions[0].trigger: no trigger with a malfunction is called "u")");
  expect_said(exercise_with(kTimeAbove2, trigger_of("t", "")),
              "triggers[0].actions: is empty; allowed: at least one action");
  expect_said(exercise_with(kTimeAbove2, trigger_of("t", R"({ "type": "end", "outcome": "aborted" })")),
              "triggers[0].actions[0].outcome: no trigger ends an exercise so; allowed: completed, failed");
  use_two_motors();
  expect_said(criterion(R"("type": "reversals", "control": "c")"),
              R"(criteria[0].control: no control is called "c"; allowed: a, b)");
  expect_said(criterion(R"("type": "energy", "drives": ["one", "three"])"),
              R"(criteria[0].drives: no drive is called "three"; allowed: one, two)");
}

// 0.1 s are three frames of 40 ms begun: held at the ends of four frames.
TEST_F(CompiledRules, ForAtLeastIsRoundedUpToFramesAndNotByRounding) {
  for (const auto& [seconds, fires] : std::vector<std::pair<const char*, int>>{
           {"0", 2}, {"0.04", 3}, {"0.08", 4}, {"0.0801", 5}, {"0.1", 5}, {"0.12", 5}, {"0.28", 9}}) {
    // Holds from the end of the first frame on.
    const auto loaded = load(exercise_with(
        kTimeAbove2,
        R"({ "name": "t", "when": { "type": "quantity", "quantity": "stone.z", "above": 1, "for_at_least": )" +
            std::string(seconds) + R"( }, "actions": [ )" + kBookmark + " ] }"));
    ASSERT_TRUE(loaded) << loaded.error().text;
    Simulation simulation(loaded->scene.world, loaded->exercise.observer);
    int frame = 0;
    while (frame < 20 && loaded->exercise.observer->fired(0, simulation.memory()) == 0) {
      step(simulation);
      ++frame;
    }
    EXPECT_EQ(frame, fires) << seconds;
  }
}

}  // namespace
}  // namespace drawbar::scenes::testing
