#include "tools/client/effects_text.h"

#include <fmt/format.h>

#include <string_view>

#include "protocol/strings.h"
#include "tools/client/shown_text.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

using protocol::text_of;

// visit(element, is_first) of a list that may be absent.
template <class List, class Visit>
void for_each(const List* list, Visit visit) {
  if (list == nullptr) return;
  for (flatbuffers::uoffset_t i = 0; i < list->size(); ++i) visit(*list->Get(i), i == 0);
}

std::string joined(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* names,
                   std::string_view between, bool quoted) {
  std::string text;
  for_each(names, [&](const flatbuffers::String& name, bool first) {
    if (!first) text += between;
    text += quoted ? json_string(name.string_view()) : shown(&name);
  });
  return text;
}

std::string parameter_json(const stream::EffectParameterInfo& p) {
  return fmt::format(
      R"({{"name": {}, "unit": {}, "minimum": {}, "maximum": {}, "preset": {}, "meaning": {}}})",
      json_string(text_of(p.name())), json_string(text_of(p.unit())), json_number(p.minimum()),
      json_number(p.maximum()), p.preset() ? json_number(*p.preset()) : "null",
      json_string(text_of(p.meaning())));
}

std::string type_json(const stream::EffectTypeInfo& type) {
  std::string parameters;
  for_each(type.parameters(), [&](const stream::EffectParameterInfo& parameter, bool first) {
    if (!first) parameters += ", ";
    parameters += parameter_json(parameter);
  });
  return fmt::format(R"({{"name": {}, "meaning": {}, "at_once": {}, "parameters": [{}], "targets": [{}]}})",
                     json_string(text_of(type.name())), json_string(text_of(type.meaning())), type.at_once(),
                     parameters, joined(type.targets(), ", ", true));
}

std::string active_json(const stream::EffectInfo& effect) {
  std::string parameters;
  for_each(effect.parameters(), [&](const control::EffectParameter& p, bool first) {
    parameters +=
        fmt::format("{}{}: {}", first ? "" : ", ", json_string(text_of(p.name())), json_number(p.value()));
  });
  return fmt::format(
      R"({{"effect": {}, "target": {}, "type": {}, "parameters": {{{}}}, "strength": {}, "ramp": {}, "duration": {}, "age": {}}})",
      effect.effect(), json_string(text_of(effect.target())), json_string(text_of(effect.type())), parameters,
      json_number(effect.strength()), json_number(effect.ramp()), json_number(effect.duration()),
      json_number(effect.age()));
}

}  // namespace

std::string effects_text(const stream::Effects& effects) {
  std::string text;
  for_each(effects.active(), [&](const stream::EffectInfo& effect, bool first) {
    if (first) text += "acting:\n";
    text += fmt::format("  {}: {} {}", effect.effect(), shown(effect.target()), shown(effect.type()));
    for_each(effect.parameters(), [&](const control::EffectParameter& p, bool) {
      text += fmt::format(" {}={:g}", shown(p.name()), p.value());
    });
    text += fmt::format(" strength={:g} ramp={:g} duration={:g}, for {:.2f} s\n", effect.strength(),
                        effect.ramp(), effect.duration(), effect.age());
  });
  for_each(effects.types(), [&](const stream::EffectTypeInfo& type, bool) {
    text += fmt::format("{}: {}\n", shown(type.name()), shown(type.meaning()));
    for_each(type.parameters(), [&](const stream::EffectParameterInfo& p, bool) {
      const std::string unit = shown(p.unit()).empty() ? "" : " " + shown(p.unit());
      text += fmt::format("    {}={:g} to {:g}{} ({}): {}\n", shown(p.name()), p.minimum(), p.maximum(), unit,
                          p.preset() ? fmt::format("{:g}", *p.preset()) : "needed", shown(p.meaning()));
    });
    text += fmt::format("    of: {}\n", joined(type.targets(), ", ", false));
  });
  return text;
}

std::string effects_json(const stream::Effects& effects) {
  std::string types, active;
  for_each(effects.types(), [&](const stream::EffectTypeInfo& type, bool first) {
    types += (first ? "" : ", ") + type_json(type);
  });
  for_each(effects.active(), [&](const stream::EffectInfo& effect, bool first) {
    active += (first ? "" : ", ") + active_json(effect);
  });
  return fmt::format(R"({{"types": [{}], "active": [{}]}})", types, active);
}

}  // namespace drawbar::tools
