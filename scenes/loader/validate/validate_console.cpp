// The operator's console: what its levers move and by which keys and axes, what its instruments show, where
// its cameras are.
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

constexpr std::array<std::string_view, 4> kArrows{"up", "down", "left", "right"};
constexpr std::array<std::string_view, 9> kGamepadAxes{
    "left_x", "left_y", "right_x", "right_y", "triggers", "shoulders", "cross_x", "cross_y", "face"};

/// c takes and gives up control.
bool is_key(std::string_view key) {
  return (key.size() == 1 && key[0] >= 'a' && key[0] <= 'z' && key[0] != 'c') ||
         std::ranges::find(kArrows, key) != kArrows.end();
}

bool is_axis(std::string_view axis) {
  if (axis.starts_with('-')) axis.remove_prefix(1);
  return std::ranges::find(kGamepadAxes, axis) != kGamepadAxes.end();
}

void check_keys(const std::vector<std::string>& keys, const std::string& path, Diagnostics& errors) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (is_key(keys[i])) continue;
    errors.add(
        element(path, i),
        "is no key of a lever; allowed: \"a\" to \"z\" but \"c\", \"up\", \"down\", \"left\", \"right\"");
  }
}

/// Names of the groups.
std::set<std::string> console_groups(const scene::ConsoleT& console, Diagnostics& errors) {
  std::set<std::string> groups;
  for (std::size_t i = 0; i < console.groups.size(); ++i) {
    if (!groups.insert(console.groups[i]->name).second)
      errors.add(member(element("console.groups", i), "name"), "is the name of a group before it");
  }
  return groups;
}

void validate_levers(const scene::ConsoleT& console, const Names& names, Diagnostics& errors) {
  const std::set<std::string> groups = console_groups(console, errors);
  std::set<std::string> shown;
  for (std::size_t i = 0; i < console.levers.size(); ++i) {
    const scene::ConsoleLeverT& lever = *console.levers[i];
    const std::string path = element("console.levers", i);
    if (!names.control(lever.control)) {
      errors.add(member(path, "control"), names.no_such_control(lever.control));
    } else if (!shown.insert(lever.control).second) {
      errors.add(member(path, "control"), "has a lever already; allowed: one for each control");
    }
    check_keys(lever.raise_keys, member(path, "raise_keys"), errors);
    check_keys(lever.lower_keys, member(path, "lower_keys"), errors);
    if (!lever.axis.empty() && !is_axis(lever.axis)) {
      errors.add(
          member(path, "axis"),
          "is no axis of a gamepad; allowed: left_x, left_y, right_x, right_y, triggers, shoulders, cross_x, "
          "cross_y, face, each with or without a minus before it");
    }
    if (!lever.group.empty() && !groups.contains(lever.group))
      errors.add(member(path, "group"), "is no group of the console; allowed: the names in console.groups");
  }
}

void validate_instruments(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  const auto& instruments = scene.console->instruments;
  for (std::size_t i = 0; i < instruments.size(); ++i) {
    const scene::InstrumentT& instrument = *instruments[i];
    const std::string path = element("console.instruments", i);
    if (!instrument.body.empty() && !names.body(instrument.body))
      errors.add(member(path, "body"), names.no_such_body(instrument.body));
    if (!instrument.from.empty() && !names.body_or_world(instrument.from))
      errors.add(member(path, "from"), names.no_such_body(instrument.from));
    if (!instrument.control.empty() && !names.control(instrument.control))
      errors.add(member(path, "control"), names.no_such_control(instrument.control));
    if (!instrument.drive.empty() && std::ranges::none_of(scene.drives, [&](const auto& drive) {
          return drive->name == instrument.drive;
        }))
      errors.add(member(path, "drive"), "no drive is called \"" + instrument.drive + "\"");
    if (!instrument.joint.empty()) check_axis(scene, instrument.joint, instrument.axis, path, names, errors);
    if (instrument.normal) check_range(*instrument.normal, member(path, "normal"), errors);
    if (instrument.safe) check_range(*instrument.safe, member(path, "safe"), errors);
  }
}

void validate_cameras(const scene::ConsoleT& console, const Names& names, Diagnostics& errors) {
  for (std::size_t i = 0; i < console.cameras.size(); ++i) {
    const scene::ConsoleCameraT& camera = *console.cameras[i];
    const std::string path = element("console.cameras", i);
    if (!camera.body.empty() && !names.body_or_world(camera.body))
      errors.add(member(path, "body"), names.no_such_body(camera.body));
    if (camera.position && camera.target && *camera.position == *camera.target)
      errors.add(member(path, "target"), "is where the eye is; allowed: any other point");
  }
}

}  // namespace

void validate_console(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  if (!scene.console) return;
  validate_levers(*scene.console, names, errors);
  validate_instruments(scene, names, errors);
  validate_cameras(*scene.console, names, errors);
}

}  // namespace drawbar::scenes
