#include "scenes/loader/convert/names.h"

#include <algorithm>

#include "scenes/loader/text/json.h"
#include "scenes/loader/text/name_list.h"

namespace drawbar::scenes {
namespace {

constexpr std::size_t kLongestName = 100;

/// Names become column names of CSV files.
bool is_fit(std::string_view name) {
  return name.size() <= kLongestName && name.front() != ' ' && name.back() != ' ' &&
         std::none_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte < 0x20 || byte == 0x7F || c == ',' || c == '"';
         });
}

}  // namespace

template <class Tables>
void Names::add_all(const Tables& tables, std::string_view list, Index& index, Diagnostics& errors) {
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string& name = tables[i]->name;
    const std::string path = member(element(list, i), "name");
    if (name.empty()) continue;  // reported as missing
    if (name == kWorldName) {
      errors.add(path, "\"world\" is reserved for the immovable frame; allowed: any other name");
      continue;
    }
    if (!is_fit(name)) {
      errors.add(path, json::in_quotes(name.substr(0, kLongestName)) +
                           " cannot be a column's name; allowed: at most " + std::to_string(kLongestName) +
                           " bytes without comma, double quote, control characters, or blanks at its ends");
    }
    const auto [first, added] = paths_.emplace(name, path);
    if (!added) {
      errors.add(path, "duplicate name " + json::in_quotes(name) + ", also " + first->second +
                           "; allowed: everything has a name of its own");
    }
    index.emplace(name, i);
  }
}

Names::Names(const scene::SceneT& scene, Diagnostics& errors) {
  Index unreferenced;
  add_all(scene.materials, "materials", materials_, errors);
  add_all(scene.bodies, "bodies", bodies_, errors);
  add_all(scene.joints, "joints", joints_, errors);
  add_all(scene.couplings, "couplings", unreferenced, errors);
  add_all(scene.springs, "springs", unreferenced, errors);
  add_all(scene.drives, "drives", unreferenced, errors);
  add_all(scene.tyres, "tyres", tyres_, errors);
  add_all(scene.wheels, "wheels", unreferenced, errors);
  add_all(scene.brakes, "brakes", unreferenced, errors);
  add_all(scene.steerings, "steerings", unreferenced, errors);
  add_all(scene.hitches, "hitches", unreferenced, errors);
  add_all(scene.tracks, "tracks", unreferenced, errors);
  add_all(scene.controls, "controls", controls_, errors);
}

std::optional<std::size_t> Names::find(const Index& index, std::string_view name) {
  const auto found = index.find(name);
  return found == index.end() ? std::nullopt : std::optional(found->second);
}

std::optional<physics::BodyId> Names::body_or_world(std::string_view name) const {
  if (name == kWorldName) return physics::kWorldBody;
  const auto index = body(name);
  return index ? std::optional(static_cast<physics::BodyId>(*index)) : std::nullopt;
}

std::string Names::no_such(std::string_view kind, std::string_view name, const Index& index,
                           bool with_world) {
  NameList allowed;
  if (with_world) allowed.add(kWorldName);
  for (const auto& [known, position] : index) allowed.add(known);
  return "no " + std::string(kind) + " is called " + json::in_quotes(name.substr(0, kLongestName)) +
         "; allowed: " + (allowed.empty() ? "none, the scene has no " + std::string(kind) : allowed.text());
}

}  // namespace drawbar::scenes
