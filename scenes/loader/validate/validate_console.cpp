// The operator's console: what its levers move, and by which keys and axes.
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

constexpr std::array<std::string_view, 4> kArrows{"up", "down", "left", "right"};
constexpr std::array<std::string_view, 9> kAxes{"left_x",    "left_y",  "right_x", "right_y", "triggers",
                                                "shoulders", "cross_x", "cross_y", "face"};

/// c takes and gives up control.
bool is_key(std::string_view key) {
  return (key.size() == 1 && key[0] >= 'a' && key[0] <= 'z' && key[0] != 'c') ||
         std::ranges::find(kArrows, key) != kArrows.end();
}

bool is_axis(std::string_view axis) {
  if (axis.starts_with('-')) axis.remove_prefix(1);
  return std::ranges::find(kAxes, axis) != kAxes.end();
}

void check_keys(const std::vector<std::string>& keys, const std::string& path, Diagnostics& errors) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (is_key(keys[i])) continue;
    errors.add(
        element(path, i),
        "is no key of a lever; allowed: \"a\" to \"z\" but \"c\", \"up\", \"down\", \"left\", \"right\"");
  }
}

}  // namespace

void validate_console(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  if (!scene.console) return;
  std::set<std::string> shown;
  for (std::size_t i = 0; i < scene.console->levers.size(); ++i) {
    const scene::ConsoleLeverT& lever = *scene.console->levers[i];
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
  }
}

}  // namespace drawbar::scenes
