// Every kind of bad exercise gets an error that says where, what is wrong and what is allowed.
#include "tests/exercise/drop.h"
#include "tests/scenes/scene_text.h"

namespace drawbar::scenes::testing {
namespace {

struct Spoiled {
  const char* what;
  const char* piece;
  const char* by;
  const char* where;  ///< must be in the message
  const char* wrong;  ///< must be in the message
};

constexpr const char* kGood = R"({ "name": "good", "scene": "scene.json",
  "title": { "en": "Drop", "ru": "Падение" }, "briefing": { "en": "Watch." },
  "variants": [ { "name": "heavy", "changes": { "payloads": [ { "body": "ball", "mass": 4 } ],
                                                "places": [ { "machine": "stone", "move": [1, 0, 0], "turn_deg": 90 } ] } } ],
  "variant": "heavy", "time_limit": 60,
  "quantities": [ { "name": "gap", "type": "distance", "body": "ball", "to": "plate" },
                  { "name": "off", "type": "line_distance", "body": "ball", "line": [ [0, 0], [5, 0] ] },
                  { "name": "both", "type": "sum", "terms": [ { "quantity": "ball.vz" }, { "quantity": "stone.vz", "gain": -1 } ] } ],
  "triggers": [ { "name": "down", "when": { "type": "all", "of": [
      { "type": "contact", "bodies": ["ball"], "with": ["plate"] }, { "type": "quantity", "quantity": "lever.value", "below": 0.5 } ] },
    "actions": [ { "type": "mark", "criterion": "marks", "points": 5 } ] } ],
  "criteria": [ { "name": "marks", "type": "marks" },
                { "name": "fast", "type": "peak", "quantity": "ball.speed", "unit": "km/h", "tolerance": 20 } ] })";

const Spoiled kSpoiled[] = {
    {"UnknownField", R"("time_limit")", R"("time_limt")", "exercise.json:5", R"(did you mean "time_limit"?)"},
    {"NoCriteria", R"({ "name": "marks", "type": "marks" },
                { "name": "fast", "type": "peak", "quantity": "ball.speed", "unit": "km/h", "tolerance": 20 })",
     "", "criteria", "at least one criterion"},
    {"NoScene", "scene.json", "other.json", "scene", "other.json"},
    {"UnknownQuantity", R"("quantity": "ball.speed")", R"("quantity": "ball.sped")",
     "exercise.json:13: criteria[1].quantity", "ball.speed"},
    {"WrongUnit", "km/h", "kN", "criteria[1].unit", "m/s, km/h"},
    {"UnitOfAnotherSum", R"("stone.vz")", R"("stone.z")", "quantities[2].terms[1].quantity", "same unit"},
    {"MalfunctionOfNothing", R"({ "type": "mark", "criterion": "marks", "points": 5 })",
     R"({ "type": "malfunction", "effect": "bal force x=1" })", "triggers[0].actions[0].effect", "ball"},
    {"NothingToClear", R"({ "type": "mark", "criterion": "marks", "points": 5 })",
     R"({ "type": "clear", "trigger": "down" })", "triggers[0].actions[0].trigger",
     "no trigger with a malfunction is called"},
    {"UnknownBody", R"("bodies": ["ball"])", R"("bodies": ["bal"])", "triggers[0].when.of[0].bodies",
     "no body is called"},
    {"NeverAbove", R"("below": 0.5)", R"("above": 1.5)", "triggers[0].when.of[1].above",
     "can never hold: lever.value is at most 1"},
    {"NeverBetween", R"("below": 0.5)", R"("above": 0.5, "below": 0.2)", "triggers[0].when.of[1]",
     "can never hold"},
    {"NeverBelow", R"("below": 0.5)", R"("below": -1.5)", "triggers[0].when.of[1].below",
     "can never hold: lever.value is at least -1"},
    {"NeverBelowWithoutItsSign", R"("below": 0.5)", R"("magnitude": true, "below": -0.1)",
     "triggers[0].when.of[1].below", "can never hold: lever.value is at least 0"},
    {"NeitherAboveNorBelow", R"(, "below": 0.5)", "", "triggers[0].when.of[1]",
     "allowed: above, below, or both"},
    {"NeverAmongWhatStands", R"("bodies": ["ball"])", R"("bodies": ["near"])", "triggers[0].when.of[0]",
     "none of these bodies can touch"},
    {"NeverWithoutShapes", R"("with": ["plate"])", R"("with": ["stone"])", "triggers[0].when.of[0]",
     "none of these bodies can touch"},
    {"NeverInAZoneThatStandsLikeIt", R"({ "type": "contact", "bodies": ["ball"], "with": ["plate"] })",
     R"({ "type": "zone", "zone": "near", "bodies": ["plate", "near"] })", "triggers[0].when.of[0]",
     "nothing here moves"},
    {"NeverNotAny", R"({ "type": "quantity", "quantity": "lever.value", "below": 0.5 })",
     R"({ "type": "not", "of": { "type": "any", "of": [ { "type": "quantity", "quantity": "lever.value", "below": 5 },
        { "type": "quantity", "quantity": "lever.value", "below": 0 } ] } })",
     "triggers[0].when.of[1]", "what it negates always holds"},
    {"NeverTouchItself", R"("with": ["plate"])", R"("with": ["ball"])", "triggers[0].when.of[0]",
     "can never hold"},
    {"NeverSoLate", R"({ "type": "quantity", "quantity": "lever.value", "below": 0.5 })",
     R"({ "type": "time", "after": 61 })", "triggers[0].when.of[1].after", "the exercise ends after 60 s"},
    {"NeverSoLong", R"("below": 0.5)", R"("below": 0.5, "for_at_least": 61)",
     "triggers[0].when.of[1].for_at_least", "can never hold"},
    {"NeverNot", R"({ "type": "quantity", "quantity": "lever.value", "below": 0.5 })",
     R"({ "type": "not", "of": { "type": "quantity", "quantity": "lever.value", "below": 5 } })",
     "triggers[0].when.of[1]", "what it negates always holds"},
    {"NeverAtOnce", R"({ "type": "contact", "bodies": ["ball"], "with": ["plate"] })",
     R"({ "type": "quantity", "quantity": "lever.value", "above": 0.6 })", "triggers[0].when", "at once"},
    {"ZoneWithoutSensor", R"({ "type": "contact", "bodies": ["ball"], "with": ["plate"] })",
     R"({ "type": "zone", "zone": "plate", "bodies": ["ball"] })", "triggers[0].when.of[0].zone",
     "no sensor"},
    {"NoSuchMarks", R"("criterion": "marks")", R"("criterion": "fast")", "triggers[0].actions[0].criterion",
     "allowed: marks"},
    {"SameName", R"("name": "fast")", R"("name": "marks")", "criteria[1].name", "duplicate name"},
    {"NoSuchVariant", R"("variant": "heavy")", R"("variant": "light")", "variant", "allowed: heavy"},
    {"PayloadOfNobody", R"("body": "ball", "mass")", R"("body": "plate", "mass")",
     "variants[0].changes.payloads[0].body", "a body that moves"},
    {"LineOfOnePoint", "[ [0, 0], [5, 0] ]", "[ [0, 0] ]", "quantities[1].line", "two waypoints"},
    {"EndThatNoTriggerMakes", R"({ "type": "mark", "criterion": "marks", "points": 5 })",
     R"({ "type": "end", "outcome": "stopped" })", "triggers[0].actions[0].outcome", "completed, failed"},
    {"ActionFieldOfAnother", R"("points": 5)", R"("points": 5, "text": { "en": "x" })",
     "triggers[0].actions[0].text", "not used by type mark"},
};

class BadExercises : public ExerciseIn {};

TEST_F(BadExercises, AreNamedByPlace) {
  ASSERT_TRUE(load(kGood)) << load(kGood).error().text;
  for (const Spoiled& spoiled : kSpoiled) {
    const auto loaded = load(replaced(kGood, spoiled.piece, spoiled.by));
    ASSERT_FALSE(loaded) << spoiled.what;
    EXPECT_NE(loaded.error().text.find(spoiled.where), std::string::npos)
        << spoiled.what << ": " << loaded.error().text;
    EXPECT_NE(loaded.error().text.find(spoiled.wrong), std::string::npos)
        << spoiled.what << ": " << loaded.error().text;
  }
}

TEST_F(BadExercises, WhatMayHoldIsTaken) {
  for (
      const auto& [piece, by] : {
          std::pair(
              R"({ "type": "quantity", "quantity": "lever.value", "below": 0.5 })",
              R"({ "type": "not", "of": { "type": "quantity", "quantity": "lever.value", "below": 5, "for_at_least": 3 } })"),
          std::pair(
              R"({ "type": "quantity", "quantity": "lever.value", "below": 0.5 })",
              R"({ "type": "not", "of": { "type": "all", "of": [ { "type": "quantity", "quantity": "lever.value", "below": 5 },
                        { "type": "quantity", "quantity": "lever.value", "below": 0 } ] } })"),
          std::pair(R"("below": 0.5)", R"("magnitude": true, "above": 0.9)"),
          std::pair(R"("with": ["plate"])", R"("with": ["stone", "plate"])"),
          std::pair(R"({ "type": "contact", "bodies": ["ball"], "with": ["plate"] })",
                    R"({ "type": "zone", "zone": "near", "bodies": ["plate", "ball"] })"),
      }) {
    const auto loaded = load(replaced(kGood, piece, by));
    EXPECT_TRUE(loaded) << by << ": " << loaded.error().text;
  }
}

TEST_F(BadExercises, ChangesAreInTheScene) {
  const auto loaded = load(kGood);
  ASSERT_TRUE(loaded) << loaded.error().text;
  EXPECT_EQ(loaded->scene.world.bodies[2].mass_properties.mass, 4);
  EXPECT_EQ(loaded->scene.world.bodies[3].position.x(), 10);
  const auto again = load_exercise_buffer(loaded->exercise.buffer, "again", loaded->scene.world);
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_EQ(again->observer->memory_size(), loaded->exercise.observer->memory_size());
}

TEST_F(BadExercises, OfABufferThatIsNoneAreRefused) {
  const auto loaded = load(kGood);
  ASSERT_TRUE(loaded);
  std::vector<std::byte> cut(loaded->exercise.buffer.begin(), loaded->exercise.buffer.begin() + 40);
  EXPECT_FALSE(load_exercise_buffer(cut, "cut", loaded->scene.world));
  physics::WorldConfig other = loaded->scene.world;
  other.bodies[2].name = "cube";
  const auto refused = load_exercise_buffer(loaded->exercise.buffer, "other", other);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text.find("no body is called \"ball\""), std::string::npos)
      << refused.error().text;
}

}  // namespace
}  // namespace drawbar::scenes::testing
