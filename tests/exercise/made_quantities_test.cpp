// Quantities that an exercise makes of others, units of figures, and bounds of conditions.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenes/exercise/condition_compiler.h"
#include "scenes/exercise/named_quantities.h"

namespace drawbar::scenes::testing {
namespace {

using exercise::ConditionT;
using exercise::ConditionType;
using exercise::DerivedT;
using exercise::DerivedType;
using physics::FrameState;

/// Two bodies that move, one that stands, three wheels and two levers.
physics::WorldConfig small_world() {
  physics::WorldConfig world;
  for (const char* name : {"cart", "load", "wall"}) world.bodies.emplace_back().name = name;
  world.bodies[2].is_static = true;
  for (const char* name : {"fl", "fr", "rr"}) world.wheels.emplace_back().name = name;
  world.controls.emplace_back().name = "throttle";
  world.controls.back().lower = -0.5;
  world.controls.back().upper = 0.75;
  world.controls.emplace_back().name = "far";
  world.controls.back().lower = 2;
  world.controls.back().upper = 4;
  world.controls.emplace_back().name = "near";
  world.controls.back().lower = -4;
  world.controls.back().upper = -2;
  return world;
}

std::string text_of(const Diagnostics& errors) {
  return errors.empty() ? "" : errors.error().text;
}

FrameState seen_of(const physics::WorldConfig& world) {
  FrameState state;
  state.bodies.resize(world.bodies.size());
  state.wheels.resize(world.wheels.size());
  state.controls.resize(world.controls.size());
  state.bodies[0].position = {1, 2, 3};
  state.bodies[1].position = {4, -2, 15};
  state.bodies[0].linear_velocity = {3, -4, 12};
  state.bodies[1].linear_velocity = {0.5, 2, -1};
  state.wheels[0].load = 100;
  state.wheels[1].load = 250;
  state.wheels[2].load = 50;
  return state;
}

using Terms = std::vector<std::pair<const char*, double>>;

DerivedT of_terms(DerivedType type, const Terms& terms) {
  DerivedT made;
  made.name = "made";
  made.type = type;
  for (const auto& [quantity, gain] : terms) {
    auto& term = *made.terms.emplace_back(std::make_unique<exercise::TermT>());
    term.quantity = quantity;
    term.gain = gain;
  }
  return made;
}

/// What is said of quantities, and the last of them.
struct Made {
  explicit Made(std::vector<DerivedT> quantities) {
    std::vector<std::unique_ptr<DerivedT>> list;
    for (DerivedT& each : quantities) list.push_back(std::make_unique<DerivedT>(std::move(each)));
    const NamedQuantities named(world, list, errors);
    if (errors.empty()) quantity = named.find(list.back()->name, "it", errors);
  }
  double value() const { return quantity->value(seen_of(world)); }

  physics::WorldConfig world = small_world();
  Diagnostics errors{"e.json"};
  std::optional<Quantity> quantity;
};

TEST(MadeQuantities, SumAndMagnitudeTakeEveryTermWithItsGain) {
  const Terms terms{{"cart.vx", 2}, {"cart.vy", -1}, {"load.vz", 3}};
  const Made sum({of_terms(DerivedType::sum, terms)});
  ASSERT_TRUE(sum.quantity) << text_of(sum.errors);
  EXPECT_EQ(sum.value(), 2 * 3 - 1 * -4 + 3 * -1.0);
  EXPECT_EQ(sum.quantity->unit, "m/s");
  EXPECT_LT(sum.quantity->bounds.least, -1e300) << "a sum may be anything";
  const Made magnitude({of_terms(DerivedType::magnitude, terms)});
  EXPECT_DOUBLE_EQ(magnitude.value(), std::sqrt(36 + 16 + 9.0));
  EXPECT_EQ(magnitude.quantity->unit, "m/s");
  EXPECT_EQ(magnitude.quantity->bounds.least, 0);
}

TEST(MadeQuantities, OneMayBeMadeOfThoseBeforeIt) {
  DerivedT first = of_terms(DerivedType::sum, {{"cart.vx", 1}, {"load.vx", 1}});
  first.name = "first";
  const Made made({first, of_terms(DerivedType::sum, {{"first", 10}, {"load.vy", 1}})});
  ASSERT_TRUE(made.quantity) << text_of(made.errors);
  EXPECT_EQ(made.value(), 10 * 3.5 + 2);
  const Made backwards({of_terms(DerivedType::sum, {{"first", 10}}), first});
  EXPECT_NE(text_of(backwards.errors).find("no quantity is called \"first\""), std::string::npos)
      << text_of(backwards.errors);
}

TEST(MadeQuantities, LoadTransferIsTheLeftLessTheRightOfBoth) {
  DerivedT transfer;
  transfer.name = "transfer";
  transfer.type = DerivedType::load_transfer;
  transfer.left = {"fl"};
  transfer.right = {"rr", "fr"};
  const Made made({transfer});
  ASSERT_TRUE(made.quantity) << text_of(made.errors);
  EXPECT_EQ(made.value(), (100 - 300) / 400.0);
  EXPECT_EQ(made.quantity->unit, "");
  EXPECT_EQ(made.quantity->bounds.least, -1);
  EXPECT_EQ(made.quantity->bounds.most, 1);
  FrameState flying = seen_of(made.world);
  for (physics::WheelReading& wheel : flying.wheels) wheel.load = 0;
  EXPECT_EQ(made.quantity->value(flying), 0) << "all wheels are in the air";
  transfer.right = {"rr", "rl"};
  const Made wrong({transfer});
  EXPECT_NE(
      text_of(wrong.errors).find("quantities[0].right[1]: no wheel is called \"rl\"; allowed: fl, fr, rr"),
      std::string::npos)
      << text_of(wrong.errors);
}

TEST(MadeQuantities, DistanceIsFromAPointOrABodyAndHeightsCountUnlessNot) {
  struct Row {
    const char* to;
    bool horizontal;
    double distance;
  };
  for (const Row& row :
       std::vector<Row>{{"load", false, 13}, {"load", true, 5}, {"", false, 3}, {"", true, 1}}) {
    DerivedT distance;
    distance.name = "gap";
    distance.type = DerivedType::distance;
    distance.body = "cart";
    distance.to = row.to;
    distance.horizontal = row.horizontal;
    // From (1, 2, 3): 1 aside and sqrt(8) above.
    if (distance.to.empty()) distance.point = std::make_unique<scene::Vec3>(1, 1, 3 - std::sqrt(8.0));
    const Made made({distance});
    ASSERT_TRUE(made.quantity) << text_of(made.errors);
    EXPECT_DOUBLE_EQ(made.value(), row.distance) << row.to << row.horizontal;
    EXPECT_EQ(made.quantity->unit, "m");
    EXPECT_EQ(made.quantity->bounds.least, 0);
  }
}

TEST(MadeQuantities, LineDistanceIsFromTheNearestPartOfTheLineAndItsEnds) {
  DerivedT off;
  off.name = "off";
  off.type = DerivedType::line_distance;
  off.body = "cart";
  off.line = {{-10, 0}, {0, 0}, {0, 0}, {0, 20}, {30, 20}};  // a point given twice, and a corner
  const Made made({off});
  ASSERT_TRUE(made.quantity) << text_of(made.errors);
  FrameState state = seen_of(made.world);
  const auto at = [&](double x, double y) {
    state.bodies[0].position = {x, y, 77};
    return made.quantity->value(state);
  };
  EXPECT_EQ(at(-5, -2), 2);
  EXPECT_EQ(at(-13, -4), 5) << "before its begin";
  EXPECT_EQ(at(3, -4), 5) << "at its corner";
  EXPECT_EQ(at(-1, 9), 1);
  EXPECT_EQ(at(12, 17), 3);
  EXPECT_EQ(at(34, 23), 5) << "behind its end";
}

TEST(MadeQuantities, WhatCannotBeIsSaidWithItsPlace) {
  const auto said = [](DerivedT made) { return text_of(Made({std::move(made)}).errors); };
  const auto distance = [](const char* body, const char* to, bool point) {
    DerivedT made;
    made.name = "gap";
    made.type = DerivedType::distance;
    made.body = body;
    made.to = to;
    if (point) made.point = std::make_unique<scene::Vec3>(0, 0, 0);
    return made;
  };
  EXPECT_EQ(said(distance("cart", "load", true)),
            "e.json: quantities[0]: to given beside point; allowed: one of the two");
  EXPECT_EQ(said(distance("cart", "", false)),
            "e.json: quantities[0]: the field \"point\" is missing; allowed: point, or to");
  EXPECT_EQ(said(distance("cat", "load", false)),
            "e.json: quantities[0].body: no body is called \"cat\"; allowed: cart, load, wall");
  EXPECT_EQ(said(distance("cart", "lad", false)),
            "e.json: quantities[0].to: no body is called \"lad\"; allowed: cart, load, wall");
  EXPECT_EQ(said(of_terms(DerivedType::magnitude, {})),
            "e.json: quantities[0].terms: is empty; allowed: at least one term");
  EXPECT_EQ(said(of_terms(DerivedType::sum, {{"cart.x", 1}, {"cart.vx", 1}})),
            "e.json: quantities[0].terms[1].quantity: \"cart.vx\" is in m/s, km/h, the first term in m, mm, "
            "cm, km; allowed: terms of the same unit");
  DerivedT taken = of_terms(DerivedType::sum, {{"cart.x", 1}});
  taken.name = "cart.y";
  EXPECT_EQ(said(taken),
            "e.json: quantities[0].name: another quantity is called \"cart.y\"; allowed: a name of its own");
  const Made twice(
      {of_terms(DerivedType::sum, {{"cart.x", 1}}), of_terms(DerivedType::sum, {{"cart.x", 1}})});
  EXPECT_EQ(text_of(twice.errors),
            "e.json: quantities[1].name: another quantity is called \"made\"; allowed: a name of its own");
}

TEST(Units, AreWhatTheyAreInSiOfTheirOwnKindAlone) {
  struct Row {
    const char *unit, *si;
    double factor;
  };
  for (const Row& row : std::vector<Row>{{"", "m", 1},
                                         {"m", "m", 1},
                                         {"mm", "m", 0.001},
                                         {"cm", "m", 0.01},
                                         {"km", "m", 1000},
                                         {"km/h", "m/s", 1 / 3.6},
                                         {"deg", "rad", 0.017453292519943295},
                                         {"deg/s", "rad/s", 0.017453292519943295},
                                         {"kN", "N", 1000},
                                         {"kN m", "N m", 1000},
                                         {"kN s", "N s", 1000},
                                         {"kW", "W", 1000},
                                         {"kJ", "J", 1000},
                                         {"Wh", "J", 3600},
                                         {"kWh", "J", 3.6e6},
                                         {"ms", "s", 0.001},
                                         {"min", "s", 60},
                                         {"mA", "A", 0.001},
                                         {"%", "", 0.01}}) {
    Diagnostics errors("e.json");
    EXPECT_DOUBLE_EQ(factor_of(row.unit, row.si, "unit", errors), row.factor) << row.unit;
    EXPECT_TRUE(errors.empty()) << text_of(errors);
  }
  Diagnostics errors("e.json");
  EXPECT_EQ(factor_of("kN", "N m", "unit", errors), 1);
  EXPECT_EQ(text_of(errors), "e.json: unit: \"kN\" does not measure this; allowed: N m, kN m");
}

// --- conditions: what is said of those that can never hold ---

ConditionT quantity_condition(const char* name, std::optional<double> above, std::optional<double> below) {
  ConditionT condition;
  condition.type = ConditionType::quantity;
  condition.quantity = name;
  if (above) condition.above = *above;
  if (below) condition.below = *below;
  return condition;
}

/// What is said of a condition in an exercise of 60 s.
std::string said_of(const ConditionT& condition) {
  const physics::WorldConfig world = small_world();
  Diagnostics errors("e.json");
  const NamedQuantities quantities(world, {}, errors);
  ContactWatches watches(world.bodies.size());
  Conditions conditions;
  ConditionCompiler(world, quantities, 60, watches, conditions, errors).compile(condition, "when");
  std::string said = text_of(errors);
  const std::string place = "e.json: ";
  return said.starts_with(place) ? said.substr(place.size()) : said;
}

std::string never(const std::string& path, const std::string& why) {
  return path + ": can never hold: " + why + "; allowed: a condition that can";
}

TEST(ConditionProspects, AreOfTheQuantitysBoundsOnEitherSideWithAndWithoutItsSign) {
  struct Row {
    const char* quantity;
    bool magnitude;
    std::optional<double> above, below;
    std::string said;
  };
  const std::optional<double> none;
  for (const Row& row : std::vector<Row>{
           {"throttle.value", false, 0.74, none, ""},
           {"throttle.value", false, 0.75, none, never("when.above", "throttle.value is at most 0.75")},
           {"throttle.value", false, none, -0.49, ""},
           {"throttle.value", false, none, -0.5, never("when.below", "throttle.value is at least -0.5")},
           {"throttle.value", true, 0.74, none, ""},
           {"throttle.value", true, 0.75, none, never("when.above", "throttle.value is at most 0.75")},
           {"throttle.value", true, none, 0.01, ""},
           {"throttle.value", true, none, 0, never("when.below", "throttle.value is at least 0")},
           {"far.value", true, none, 2.1, ""},
           {"far.value", true, none, 2, never("when.below", "far.value is at least 2")},
           {"near.value", true, none, 2.1, ""},
           {"near.value", true, none, 2, never("when.below", "near.value is at least 2")},
           {"near.value", true, 3.9, none, ""},
           {"near.value", true, 4, none, never("when.above", "near.value is at most 4")},
           {"near.value", false, -2, none, never("when.above", "near.value is at most -2")},
           {"far.value", false, 3, 3.1, ""},
           {"far.value", false, 3, 3, never("when", "nothing is above 3 and below 3")},
       }) {
    ConditionT condition = quantity_condition(row.quantity, row.above, row.below);
    condition.magnitude = row.magnitude;
    EXPECT_EQ(said_of(condition), row.said) << row.quantity << row.magnitude;
  }
}

TEST(ConditionProspects, NameBoundsInTheUnitAskedFor) {
  ConditionT slow = quantity_condition("cart.speed", std::nullopt, 0.0);
  slow.unit = "km/h";
  EXPECT_EQ(said_of(slow), never("when.below", "cart.speed is at least 0 km/h"));
  slow.unit = "";
  EXPECT_EQ(said_of(slow), never("when.below", "cart.speed is at least 0 m/s"));
  slow.unit = "mm";
  EXPECT_NE(said_of(slow).find("when.unit: \"mm\" does not measure this; allowed: m/s"), std::string::npos)
      << said_of(slow);
}

TEST(ConditionProspects, OfTimesTheLimitItselfMayBe) {
  ConditionT late;
  late.type = ConditionType::time;
  late.after = 60;
  EXPECT_EQ(said_of(late), "");
  late.after = 60.5;
  EXPECT_EQ(said_of(late), never("when.after", "the exercise ends after 60 s"));
  ConditionT high = quantity_condition("throttle.value", 0.5, std::nullopt);
  high.for_at_least = 60;
  EXPECT_EQ(said_of(high), "");
  high.for_at_least = 60.5;
  EXPECT_EQ(said_of(high), never("when.for_at_least", "the exercise ends after 60 s"));
}

TEST(ConditionProspects, OfSeveralBandsTheNarrowestCountInTheSameUnitAndWithTheSameSign) {
  const auto all = [](std::vector<ConditionT> parts, ConditionType type = ConditionType::all) {
    ConditionT whole;
    whole.type = type;
    for (ConditionT& part : parts) whole.of.push_back(std::make_unique<ConditionT>(std::move(part)));
    return whole;
  };
  const auto speed = [](std::optional<double> above, std::optional<double> below, const char* unit = "",
                        bool magnitude = false) {
    ConditionT part = quantity_condition("cart.vx", above, below);
    part.unit = unit;
    part.magnitude = magnitude;
    return part;
  };
  const std::optional<double> none;
  const std::string at_once = never("when", "\"cart.vx\" cannot be within all of these limits at once");
  EXPECT_EQ(said_of(all({speed(1, none), speed(none, 2)})), "");
  EXPECT_EQ(said_of(all({speed(2, none), speed(none, 2)})), at_once);
  EXPECT_EQ(said_of(all({speed(none, 2), speed(2, none)})), at_once);
  EXPECT_EQ(said_of(all({speed(1, 9), speed(5, none), speed(none, 4)})), at_once);
  EXPECT_EQ(said_of(all({speed(none, 4), speed(none, 9), speed(5, none)})), at_once);
  EXPECT_EQ(said_of(all({speed(5, none), speed(1, none), speed(none, 4)})), at_once);
  EXPECT_EQ(said_of(all({speed(1, none), speed(none, 3.7, "km/h")})), "") << "3.7 km/h are 1.03 m/s";
  EXPECT_EQ(said_of(all({speed(1, none), speed(none, 3.5, "km/h")})), at_once);
  EXPECT_EQ(said_of(all({speed(none, -1), speed(1, none, "", true)})), "") << "its amount is another thing";
  EXPECT_EQ(said_of(all({speed(2, none), speed(none, 2)}, ConditionType::any)), "");
}

TEST(ConditionProspects, WhatIsEmptyIsMissed) {
  ConditionT whole;
  whole.type = ConditionType::any;
  EXPECT_EQ(said_of(whole), "when.of: is empty; allowed: at least one condition");
  ConditionT touch;
  touch.type = ConditionType::contact;
  EXPECT_EQ(said_of(touch),
            "when.bodies: is empty; allowed: at least one body\ne.json: when.with: is empty; allowed: at "
            "least one body");
}

}  // namespace
}  // namespace drawbar::scenes::testing
