// A good scene that uses most of the format, and a way to spoil it.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "scenes/loader/loader.h"

namespace drawbar::scenes::testing {

inline std::string good_scene() {
  return R"({
  // a comment
  "name": "test",
  "gravity": [0, 0, -9.81],
  "frame": { "period_ms": 40, "substeps": 8 },
  "materials": [ { "name": "steel", "friction": 0.4 }, { "name": "oak", "friction": 0.5, "density": 700 } ],
  "bodies": [
    { "name": "rod", "mass": 2, "inertia": [0.17, 0.17, 0.002], "position": [0.5, 0, 2], "rotation_deg": [0, 90, 0],
      "shapes": [ { "type": "capsule", "radius": 0.05, "length": 1, "material": "steel", "color": "#c0c0c0" } ] },
    { "name": "block", "position": [3, 0, 1], "shapes": [ { "type": "box", "size": [1, 2, 3], "material": "oak" } ] },
    { "name": "floor", "static": true, "shapes": [ { "type": "plane", "normal": [0, 0, 1], "material": "steel" } ] }
  ],
  "joints": [
    { "name": "pivot", "type": "revolute", "parent": "world", "child": "rod", "position": [0, 0, 2], "axis": [0, 1, 0],
      "limits_deg": [[-90, 90]], "friction": { "coulomb": 0.1 }, "spring": { "stiffness": 40, "rest_deg": 10 } },
    { "name": "ball", "type": "spherical", "parent": "rod", "child": "block", "position": [1, 0, 2],
      "limits_deg": [[-18, 18], [-15, 15], []] }
  ],
  "springs": [ { "name": "coil", "type": "linear", "from": { "body": "world", "position": [0, 0, 3] },
                 "to": { "body": "rod", "position": [1, 0, 2] }, "stiffness": 500 } ],
  "drives": [ { "name": "motor", "type": "dc_motor", "joint": "pivot", "control": "throttle", "supply_voltage": 24,
                "resistance": 0.299, "torque_constant": 0.0302, "gear": { "ratio": 43 } } ],
  "controls": [ { "name": "throttle" } ]
})";
}

/// The text with one piece replaced, which must be there.
inline std::string replaced(std::string text, std::string_view piece, std::string_view by) {
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  if (at != std::string::npos) text.replace(at, piece.size(), by);
  return text;
}

inline Result<LoadedScene> load(const std::string& text) {
  return load_text(text, "scene.json", ".");
}

/// The errors of a text that must be refused.
inline std::string errors_of(const std::string& text) {
  const auto loaded = load(text);
  EXPECT_FALSE(loaded.has_value());
  return loaded ? std::string{} : loaded.error().text;
}

/// The good scene as loaded; fails the test if it is refused.
inline LoadedScene loaded(const std::string& text) {
  auto result = load(text);
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().text);
  return result ? std::move(*result) : LoadedScene{};
}

/// What is wrong with the good scene as a buffer, changed so; empty: nothing.
inline std::string errors_of_buffer(const std::function<void(scene::SceneT&)>& change) {
  const LoadedScene first = loaded(good_scene());
  scene::SceneT scene;
  scene::GetScene(first.buffer.data())->UnPackTo(&scene);
  change(scene);
  const auto again = load_scene(scene, "buffer");
  return again ? std::string() : again.error().text;
}

}  // namespace drawbar::scenes::testing
