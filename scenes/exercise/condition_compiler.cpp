#include "scenes/exercise/condition_compiler.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"
#include "scenes/quantities/unit.h"

namespace drawbar::scenes {

using exercise::ConditionT;
using exercise::ConditionType;
using json::in_quotes;

std::size_t ConditionCompiler::compile(const ConditionT& condition, const std::string& path) {
  return compile_node(condition, path).number;
}

ConditionCompiler::Compiled ConditionCompiler::compile_node(const ConditionT& condition,
                                                            const std::string& path) {
  ConditionNode node;
  node.type = condition.type;
  // Held at the ends of n + 1 frames is held for n periods.
  node.frames = std::ceil(condition.for_at_least / config_.period - 1e-9);
  Prospect prospect = Prospect::sometimes;
  switch (condition.type) {
    case ConditionType::time:
      node.after = condition.after.value_or(0);
      if (time_limit_ && node.after > *time_limit_) {
        never(member(path, "after"), "the exercise ends after " + number_text(*time_limit_) + " s");
      }
      break;
    case ConditionType::quantity:
      prospect = quantity(condition, path, node);
      break;
    case ConditionType::zone:
      prospect = zone(condition, path, node);
      break;
    case ConditionType::contact:
      prospect = contact(condition, path, node);
      break;
    case ConditionType::all:
    case ConditionType::any:
    case ConditionType::not_:
      prospect = parts(condition, path, node);
      break;
  }
  if (time_limit_ && condition.for_at_least > *time_limit_) {
    never(member(path, "for_at_least"), "the exercise ends after " + number_text(*time_limit_) + " s");
  }
  if (condition.for_at_least > 0 && prospect == Prospect::always) prospect = Prospect::sometimes;
  return {conditions_.add(std::move(node)), prospect};
}

Prospect ConditionCompiler::quantity(const ConditionT& condition, const std::string& path,
                                     ConditionNode& node) {
  if (!condition.above && !condition.below)
    errors_.add(path, "the field \"above\" is missing; allowed: above, below, or both");
  auto found = quantities_.find(condition.quantity, member(path, "quantity"), errors_);
  if (!found) return Prospect::sometimes;
  const double factor = factor_of(condition.unit, found->unit, member(path, "unit"), errors_);
  node.value = std::move(found->value);
  node.magnitude = condition.magnitude;
  node.hysteresis = factor * condition.hysteresis;
  if (condition.above) node.above = factor * *condition.above;
  if (condition.below) node.below = factor * *condition.below;
  if (!(node.above < node.below)) {
    never(path, "nothing is above " + number_text(*condition.above) + " and below " +
                    number_text(*condition.below));
    return Prospect::sometimes;
  }
  Bounds can = found->bounds;
  if (node.magnitude) {
    const double most = std::max(std::fabs(can.least), std::fabs(can.most));
    can = {can.least > 0 ? can.least : can.most < 0 ? -can.most : 0, most};
  }
  const std::string unit = condition.unit.empty() ? found->unit : condition.unit;
  const auto shown = [&](double value) {
    return number_text(value / factor) + (unit.empty() ? "" : " ") + unit;
  };
  if (!(can.most > node.above)) {
    never(member(path, "above"), found->name + " is at most " + shown(can.most));
  } else if (!(can.least < node.below)) {
    never(member(path, "below"), found->name + " is at least " + shown(can.least));
  } else if (can.least > node.above && can.most < node.below) {
    return Prospect::always;
  }
  return Prospect::sometimes;
}

Prospect ConditionCompiler::zone(const ConditionT& condition, const std::string& path, ConditionNode& node) {
  const std::string at = member(path, "zone");
  const auto zones = bodies_named(config_, {condition.zone}, at, errors_);
  const auto bodies = bodies_named(config_, condition.bodies, member(path, "bodies"), errors_);
  node.bodies.resize(config_.bodies.size());
  for (const std::uint32_t body : bodies) node.bodies[body] = true;
  if (zones.empty()) return Prospect::sometimes;
  node.zone = zones.front();
  const physics::BodyConfig& zone = config_.bodies[node.zone];
  if (std::ranges::none_of(zone.shapes, &physics::ShapeConfig::sensor)) {
    never(at, in_quotes(condition.zone) + " has no sensor among its shapes");
  } else if (!bodies.empty() && std::ranges::none_of(bodies, [&](std::uint32_t b) {
               return b != node.zone && !(zone.is_static && config_.bodies[b].is_static);
             })) {
    never(path, "nothing here moves");
  }
  return Prospect::sometimes;
}

bool ConditionCompiler::may_touch(std::uint32_t a, std::uint32_t b) const {
  const physics::BodyConfig &one = config_.bodies[a], &other = config_.bodies[b];
  return a != b && !(one.is_static && other.is_static) && (one.groups & other.collides_with) != 0 &&
         (other.groups & one.collides_with) != 0 && !one.shapes.empty() && !other.shapes.empty();
}

std::size_t ConditionCompiler::watch(const std::vector<std::string>& bodies,
                                     const std::vector<std::string>& with, const std::string& path) {
  const std::size_t before = bodies.size() + with.size();
  const auto first = bodies_named(config_, bodies, member(path, "bodies"), errors_);
  const auto second = bodies_named(config_, with, member(path, "with"), errors_);
  const bool known = first.size() + second.size() == before;
  if (bodies.empty()) errors_.add(member(path, "bodies"), "is empty; allowed: at least one body");
  if (with.empty()) errors_.add(member(path, "with"), "is empty; allowed: at least one body");
  const bool touches = std::ranges::any_of(first, [&](std::uint32_t a) {
    return std::ranges::any_of(second, [&](std::uint32_t b) { return may_touch(a, b); });
  });
  if (known && !bodies.empty() && !with.empty() && !touches)
    never(path, "none of these bodies can touch any of the others");
  return watches_.add(first, second);
}

Prospect ConditionCompiler::contact(const ConditionT& condition, const std::string& path,
                                    ConditionNode& node) {
  node.watch = watch(condition.bodies, condition.with, path);
  node.above = condition.above.value_or(0);
  return Prospect::sometimes;
}

Prospect ConditionCompiler::parts(const ConditionT& condition, const std::string& path, ConditionNode& node) {
  const std::string list = member(path, "of");
  if (condition.of.empty()) errors_.add(list, "is empty; allowed: at least one condition");
  bool all_always = true, any_always = false;
  for (std::size_t i = 0; i < condition.of.size(); ++i) {
    const Compiled part = compile_node(*condition.of[i], element(list, i));
    node.of.push_back(part.number);
    all_always = all_always && part.prospect == Prospect::always;
    any_always = any_always || part.prospect == Prospect::always;
  }
  if (condition.type == ConditionType::all) check_bands(condition, path);
  if (condition.type == ConditionType::not_) {
    if (any_always) never(path, "what it negates always holds");
    return Prospect::sometimes;
  }
  const bool always = condition.type == ConditionType::all ? all_always : any_always;
  return always && !condition.of.empty() ? Prospect::always : Prospect::sometimes;
}

void ConditionCompiler::check_bands(const ConditionT& all, const std::string& path) {
  std::map<std::pair<std::string, bool>, Bounds> bands;
  for (const auto& part : all.of) {
    if (part->type != ConditionType::quantity) continue;
    Diagnostics none("");
    const auto quantity = quantities_.find(part->quantity, "", none);
    if (!quantity) continue;
    const double factor = factor_of(part->unit, quantity->unit, "", none);
    Bounds& band = bands[{part->quantity, part->magnitude}];
    if (part->above) band.least = std::max(band.least, factor * *part->above);
    if (part->below) band.most = std::min(band.most, factor * *part->below);
    if (!(band.least < band.most)) {
      never(path, in_quotes(part->quantity) + " cannot be within all of these limits at once");
      return;
    }
  }
}

void ConditionCompiler::never(const std::string& path, const std::string& why) {
  errors_.add(path, "can never hold: " + why + "; allowed: a condition that can");
}

}  // namespace drawbar::scenes
