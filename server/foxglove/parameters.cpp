// Parameters of a session.
#include "server/foxglove/parameters.h"

#include <algorithm>

#include "protocol/strings.h"
#include "server/frames/frame_encoder.h"

namespace drawbar::server::fox {

namespace {

using protocol::text_of;

/// JSON's numbers do not say what they are; Foxglove wants 1 to be one that may become 1.5.
json::object described(const std::string& name, const json::value& value) {
  json::object parameter{{"name", name}, {"value", value}};
  if (value.is_double()) parameter["type"] = "float64";
  return parameter;
}

}  // namespace

void Parameters::set(const std::string& name, json::value value) {
  json::value& now = values_[name];
  if (now == value) return;
  now = std::move(value);
  if (watched_.contains(name)) changed_.insert(name);
}

void Parameters::welcome(const stream::Welcome& welcome) {
  set("session", welcome.session());
  set("role", control::EnumNameRole(welcome.role()));
  set("replay", (welcome.stamp()->flags() & kFlagReplay) != 0);
  if (welcome.saves() != nullptr) {
    for (const auto* name : *welcome.saves()) states_.insert(name->str());
  }
  set("states", json::array(states_.begin(), states_.end()));
  set("speed", 1.0);
  begin_scene(*welcome.scene());
}

void Parameters::begin_scene(const stream::Scene& scene) {
  for (const std::string& name : controls_) {
    values_.erase(name);
    changed_.erase(name);
  }
  controls_.clear();
  set("scene", json::string(text_of(scene.name())));
  set("period", static_cast<double>(scene.period_ns()) * 1e-9);
  if (scene.channels() == nullptr) return;
  for (const stream::ChannelInfo* channel : *scene.channels()) {
    controls_.push_back(std::string(kControlParameter) + text_of(channel->name()));
    set(controls_.back(), channel->neutral());
  }
}

void Parameters::take(const stream::Telemetry& telemetry) {
  set("frozen", (telemetry.stamp()->flags() & kFlagFrozen) != 0);
  set("branch", telemetry.stamp()->branch());
  set("speed", telemetry.speed());
  set("substeps", telemetry.substeps());
  if (telemetry.controls() == nullptr) return;
  const std::size_t count = std::min<std::size_t>(controls_.size(), telemetry.controls()->size());
  for (std::size_t i = 0; i < count; ++i)
    set(controls_[i], telemetry.controls()->Get(static_cast<flatbuffers::uoffset_t>(i)));
}

void Parameters::take(const stream::Event& event) {
  if (event.kind() == stream::EventKind::Saved) {
    states_.insert(text_of(event.name()));
  } else if (event.kind() == stream::EventKind::StateDeleted) {
    states_.erase(text_of(event.name()));
  } else {
    return;
  }
  set("states", json::array(states_.begin(), states_.end()));
}

json::array Parameters::list(const std::vector<std::string>& names) const {
  json::array result;
  if (names.empty()) {
    for (const auto& [name, value] : values_) result.push_back(described(name, value));
    return result;
  }
  for (const std::string& name : std::set<std::string>(names.begin(), names.end())) {
    if (const auto at = values_.find(name); at != values_.end())
      result.push_back(described(name, at->second));
  }
  return result;
}

void Parameters::watch(const std::vector<std::string>& names) {
  if (names.empty()) {
    for (const auto& entry : values_) watched_.insert(entry.first);
  }
  for (const std::string& name : names) {
    if (known(name)) watched_.insert(name);
  }
}

void Parameters::unwatch(const std::vector<std::string>& names) {
  if (names.empty()) watched_.clear();
  for (const std::string& name : names) watched_.erase(name);
}

json::array Parameters::changes() {
  if (changed_.empty()) return {};
  json::array result = list({changed_.begin(), changed_.end()});
  changed_.clear();
  return result;
}

}  // namespace drawbar::server::fox
