#include "server/foxglove/answers.h"

#include <utility>

#include "protocol/strings.h"
#include "server/frames/frame_encoder.h"

namespace drawbar::server::fox {

namespace {

using protocol::text_of;

json::object effect_text(const stream::EffectInfo& effect) {
  json::object parameters;
  if (effect.parameters() != nullptr) {
    for (const auto* one : *effect.parameters()) parameters[one->name()->str()] = one->value();
  }
  return {{"effect", effect.effect()},      {"target", text_of(effect.target())},
          {"type", text_of(effect.type())}, {"parameters", std::move(parameters)},
          {"strength", effect.strength()},  {"ramp", effect.ramp()},
          {"duration", effect.duration()},  {"age", effect.age()}};
}

json::object effect_type_text(const stream::EffectTypeInfo& type) {
  json::array parameters;
  if (type.parameters() != nullptr) {
    for (const auto* one : *type.parameters()) {
      json::object parameter{{"name", text_of(one->name())},
                             {"unit", text_of(one->unit())},
                             {"minimum", one->minimum()},
                             {"maximum", one->maximum()},
                             {"meaning", text_of(one->meaning())}};
      if (one->preset()) parameter["preset"] = *one->preset();
      parameters.push_back(std::move(parameter));
    }
  }
  json::array targets;
  if (type.targets() != nullptr) {
    for (const auto* one : *type.targets()) targets.push_back(json::value(one->str()));
  }
  return {{"name", text_of(type.name())},
          {"meaning", text_of(type.meaning())},
          {"at_once", type.at_once()},
          {"parameters", std::move(parameters)},
          {"targets", std::move(targets)}};
}

}  // namespace

std::string answer_schema(control::ClientBody body) {
  if (body == control::ClientBody::ListEffects)
    return R"({ "type": "object", "properties": { "types": { "type": "array", "items": { "type": "object" } }, )"
           R"("active": { "type": "array", "items": { "type": "object" } } } })";
  return R"({ "type": "object", "properties": { "tick": { "type": "integer" }, "branch": { "type": "integer" }, )"
         R"("frame": { "type": "integer" }, "time": { "type": "number" }, "frozen": { "type": "boolean" } } })";
}

json::object answer_of(const stream::FrameStamp& stamp) {
  return {{"tick", stamp.tick()},
          {"branch", stamp.branch()},
          {"frame", stamp.frame()},
          {"time", stamp.time()},
          {"frozen", (stamp.flags() & kFlagFrozen) != 0}};
}

json::object answer_of(const stream::Effects& effects) {
  json::array types;
  json::array active;
  if (effects.types() != nullptr) {
    for (const auto* one : *effects.types()) types.push_back(effect_type_text(*one));
  }
  if (effects.active() != nullptr) {
    for (const auto* one : *effects.active()) active.push_back(effect_text(*one));
  }
  return {{"types", std::move(types)}, {"active", std::move(active)}};
}

}  // namespace drawbar::server::fox
