#include "scenes/effects/effect_catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

namespace drawbar::scenes {
namespace {

using physics::EffectTarget;
using physics::EffectType;
using physics::TargetKind;

/// Names that an error lists at most.
constexpr std::size_t kMostNames = 40;

tl::unexpected<EffectProblem> problem(std::string field, std::string text) {
  return tl::unexpected(EffectProblem{std::move(field), std::move(text)});
}

std::string list_of(const std::vector<std::string>& names) {
  if (names.size() <= kMostNames) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{}, and {} more", fmt::join(names.begin(), names.begin() + kMostNames, ", "),
                     names.size() - kMostNames);
}

std::string range_of(const EffectParameter& parameter) {
  return fmt::format("{:g} to {:g}{}{}", parameter.least, parameter.most, parameter.unit.empty() ? "" : " ",
                     parameter.unit);
}

// Fields that every effect has.
const std::vector<EffectParameter>& envelope() {
  static const std::vector<EffectParameter> list = {
      {"strength", "", 0, 1, 1, "part of the effect"},
      {"ramp", "s", 0, kLongestEffect, 0, "in which it comes"},
      {"duration", "s", 0, kLongestEffect, 0, "after which it goes; 0: when it is cleared"}};
  return list;
}

bool within(double value, const EffectParameter& parameter) {
  return value >= parameter.least && value <= parameter.most;  // NaN is not
}

EffectResult<void> check_envelope(double strength, double ramp, double duration) {
  const double values[] = {strength, ramp, duration};
  for (std::size_t i = 0; i < envelope().size(); ++i) {
    const EffectParameter& parameter = envelope()[i];
    if (within(values[i], parameter)) continue;
    return problem(std::string(parameter.name),
                   fmt::format("{} {:g}: allowed are {}", parameter.name, values[i], range_of(parameter)));
  }
  return {};
}

const EffectTypeInfo* find_type(std::string_view name) {
  const auto types = effect_types();
  const auto found = std::ranges::find(types, name, &EffectTypeInfo::name);
  return found == types.end() ? nullptr : &*found;
}

}  // namespace

EffectResult<EffectRequest> read_effect_words(std::span<const std::string> words) {
  if (words.size() < 2) return problem("target", "expected TARGET TYPE [KEY=VALUE...]");
  EffectRequest request;
  request.target = words[0];
  request.type = words[1];
  for (const std::string& word : words.subspan(2)) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    double value = 0;
    const char* begin = equals == std::string::npos ? nullptr : word.data() + equals + 1;
    const char* end = word.data() + word.size();
    const auto parsed = begin == nullptr ? std::from_chars_result{nullptr, std::errc::invalid_argument}
                                         : std::from_chars(begin, end, value);
    if (parsed.ec != std::errc{} || parsed.ptr != end || !std::isfinite(value)) {
      return problem(key, fmt::format("{}: expected KEY=NUMBER", word));
    }
    if (key == "strength") {
      request.strength = value;
    } else if (key == "ramp") {
      request.ramp = value;
    } else if (key == "duration") {
      request.duration = value;
    } else {
      request.parameters.emplace_back(key, value);
    }
  }
  return request;
}

EffectResult<physics::Effect> EffectCatalogue::find_text(const std::string& text) const {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  const auto request = read_effect_words(words);
  if (!request) return tl::unexpected(request.error());
  return find(*request);
}

EffectCatalogue::EffectCatalogue(const physics::WorldConfig& config) : parts_(config) {
  add_targets(config);
  for (const EffectTypeInfo& type : effect_types()) {
    Entry entry{&type, {}};
    for (const Target& target : targets_) {
      if (parts_.allow(type.type, target.target)) entry.targets.push_back(target.name);
    }
    if (!entry.targets.empty()) entries_.push_back(std::move(entry));
  }
}

void EffectCatalogue::add_targets(const physics::WorldConfig& config) {
  const auto add = [this](TargetKind kind, const auto& things) {
    for (std::uint32_t i = 0; i < things.size(); ++i) targets_.push_back({things[i].name, {kind, i}});
  };
  targets_.push_back({"world", {TargetKind::world, 0}});
  add(TargetKind::body, config.bodies);
  add(TargetKind::drive, config.drives);
  add(TargetKind::brake, config.brakes);
  add(TargetKind::joint, config.joints);
  add(TargetKind::spring, config.springs);
  add(TargetKind::wheel, config.wheels);
  add(TargetKind::hitch, config.hitches);
  add(TargetKind::control, config.controls);
  for (std::uint32_t m = 0; m < config.material_names.size(); ++m) {
    targets_.push_back({config.material_names[m], {TargetKind::material, m + 1}});
  }
  // Readings are called as in telemetry and in the columns of `simulate`.
  const auto add_readings = [this](TargetKind kind, const auto& things, std::span<const char* const> names) {
    for (std::uint32_t i = 0; i < things.size(); ++i) {
      for (std::uint8_t part = 0; part < names.size(); ++part) {
        targets_.push_back({things[i].name + "." + names[part], {kind, i, part}});
      }
    }
  };
  constexpr std::array kDrive{"current", "voltage", "torque", "temperature"};
  constexpr std::array kWheel{"load", "longitudinal_force", "lateral_force", "slip", "slip_angle"};
  for (const auto& [kind, name] : {std::pair(TargetKind::joint_position, "position"),
                                   std::pair(TargetKind::joint_velocity, "velocity")}) {
    for (std::uint32_t j = 0; j < config.joints.size(); ++j) {
      for (int axis = 0; axis < physics::free_axis_count(config.joints[j].type); ++axis) {
        targets_.push_back({fmt::format("{}.{}[{}]", config.joints[j].name, name, axis),
                            {kind, j, static_cast<std::uint8_t>(axis)}});
      }
    }
  }
  add_readings(TargetKind::drive_reading, config.drives, kDrive);
  add_readings(TargetKind::wheel_reading, config.wheels, kWheel);
  constexpr std::array kGyroscope{"rate_x", "rate_y", "rate_z", "roll", "pitch", "heading"};
  add_readings(TargetKind::gyroscope, config.bodies, kGyroscope);
  add_readings(TargetKind::brake_reading, config.brakes, std::array{"torque"});
  add_readings(TargetKind::coupling_reading, config.couplings, std::array{"force"});
  add_readings(TargetKind::steering_reading, config.steerings, std::array{"angle"});
  add_readings(TargetKind::hitch_reading, config.hitches, std::array{"closed"});
}

EffectResult<EffectTarget> EffectCatalogue::find_target(const std::string& name,
                                                        const EffectTypeInfo& type) const {
  for (const Target& target : targets_) {
    if (target.name == name && parts_.allow(type.type, target.target)) return target.target;
  }
  const auto entry = std::ranges::find(entries_, &type, &Entry::type);
  if (entry == entries_.end()) {
    return problem("type", fmt::format("nothing in this scene allows {}", type.name));
  }
  const bool exists = std::ranges::any_of(targets_, [&](const Target& t) { return t.name == name; });
  return problem("target", fmt::format("{} {}; {} acts on: {}", name,
                                       exists ? "does not allow this" : "is not in the scene", type.name,
                                       list_of(entry->targets)));
}

const std::string& EffectCatalogue::name_of(const EffectTarget& target) const {
  return std::ranges::find(targets_, target, &Target::target)->name;
}

EffectResult<physics::Effect> EffectCatalogue::find(const EffectRequest& request) const {
  const EffectTypeInfo* type = find_type(request.type);
  if (type == nullptr) {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) names.emplace_back(entry.type->name);
    return problem("type",
                   fmt::format("there is no effect {}; this scene allows: {}", request.type, list_of(names)));
  }
  const auto target = find_target(request.target, *type);
  if (!target) return tl::unexpected(target.error());
  physics::Effect effect;
  effect.type = type->type;
  effect.target = *target;
  effect.strength = request.strength;
  effect.ramp = request.ramp;
  effect.duration = request.duration;
  if (auto good = check_envelope(request.strength, request.ramp, request.duration); !good) {
    return tl::unexpected(good.error());
  }
  std::vector<bool> given(type->parameters.size());
  for (std::size_t i = 0; i < request.parameters.size(); ++i) {
    const auto& [name, value] = request.parameters[i];
    const std::string field = fmt::format("parameters[{}]", i);
    const auto parameter = std::ranges::find(type->parameters, name, &EffectParameter::name);
    if (parameter == type->parameters.end()) {
      std::vector<std::string> names;
      for (const EffectParameter& p : type->parameters) names.emplace_back(p.name);
      for (const EffectParameter& p : envelope()) names.emplace_back(p.name);
      return problem(field,
                     fmt::format("{} has no parameter {}; allowed: {}", type->name, name, list_of(names)));
    }
    const auto slot = static_cast<std::size_t>(parameter - type->parameters.begin());
    if (given[slot]) return problem(field, fmt::format("{} is given twice", name));
    if (!within(value, *parameter)) {
      return problem(field, fmt::format("{} {:g}: allowed are {}", name, value, range_of(*parameter)));
    }
    given[slot] = true;
    effect.parameters[slot] = value * parameter->scale;
  }
  for (std::size_t slot = 0; slot < given.size(); ++slot) {
    const EffectParameter& parameter = type->parameters[slot];
    if (given[slot]) continue;
    if (!parameter.preset) {
      return problem("parameters",
                     fmt::format("{} needs {}: {}", type->name, parameter.name, parameter.meaning));
    }
    effect.parameters[slot] = *parameter.preset * parameter.scale;
  }
  return effect;
}

EffectRequest EffectCatalogue::describe(const physics::Effect& effect) const {
  const EffectTypeInfo& type = info_of(effect.type);
  EffectRequest request;
  request.target = name_of(effect.target);
  request.type = type.name;
  for (std::size_t slot = 0; slot < type.parameters.size(); ++slot) {
    const EffectParameter& parameter = type.parameters[slot];
    request.parameters.emplace_back(parameter.name, effect.parameters[slot] / parameter.scale);
  }
  request.strength = effect.strength;
  request.ramp = effect.ramp;
  request.duration = effect.duration;
  return request;
}

}  // namespace drawbar::scenes
