// A scene that ships, driven by the controls file of the same name.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string_view>

#include "physics/world/world.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/loader.h"
#include "tests/support/paths.h"

namespace drawbar::scenes {

inline const std::filesystem::path kFolder = tests::source_folder() / "scenes";
inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kDegree = kPi / 180;

inline LoadedScene load(const std::filesystem::path& file) {
  auto loaded = load_file(file);
  EXPECT_TRUE(loaded.has_value()) << (loaded ? "" : loaded.error().text);
  return loaded ? std::move(*loaded) : LoadedScene{};
}

inline bool is_finite(const physics::FrameState& state) {
  const bool bodies =
      std::all_of(state.bodies.begin(), state.bodies.end(), [](const physics::BodyReading& body) {
        return body.position.allFinite() && body.orientation.coeffs().allFinite() &&
               body.linear_velocity.allFinite() && body.angular_velocity.allFinite();
      });
  return bodies && std::isfinite(state.energy.kinetic) && std::isfinite(state.energy.potential);
}

template <class Things>
std::size_t index_of(const Things& things, std::string_view name) {
  const auto found =
      std::find_if(things.begin(), things.end(), [&](const auto& thing) { return thing.name == name; });
  EXPECT_NE(found, things.end()) << name;
  return static_cast<std::size_t>(found - things.begin());
}

class ShippedScene {
 public:
  explicit ShippedScene(const std::string& name) : scene_(load(kFolder / (name + ".json"))) {
    auto controls =
        load_controls(kFolder / (name + ".csv"), scene_.scene.frame->period_ms, config().controls);
    EXPECT_TRUE(controls.has_value()) << (controls ? "" : controls.error().text);
    if (controls) controls_ = std::move(*controls);
  }

  const physics::WorldConfig& config() const { return scene_.world; }

  /// From `time` (s) on the control has `value` in place of what the file says.
  void replace(double time, std::string_view control, double value) {
    const physics::ControlId id{static_cast<std::uint32_t>(index_of(config().controls, control))};
    const std::uint64_t first = frame_at_or_after(time, scene_.scene.frame->period_ms);
    for (ControlRow& row : controls_.rows) {
      if (row.control == id && row.frame >= first) row.value = value;
    }
  }

  /// Plays `seconds` from the start; `look` is called with the time (s) and the readings after every frame.
  void run(double seconds, const std::function<void(double, const physics::FrameState&)>& look) const {
    physics::World world(config());
    physics::FrameState state = world.make_frame_state();
    const auto frames = static_cast<std::uint64_t>(std::lround(seconds / config().period));
    while (world.frame() < frames) {
      for (const ControlRow& row : controls_.at(world.frame())) world.set_control(row.control, row.value);
      world.step_frame(world.config().substeps);
      world.observe(state);
      ASSERT_TRUE(is_finite(state)) << world.frame();
      look(static_cast<double>(world.frame()) * config().period, state);
    }
  }

  const physics::BodyReading& body(const physics::FrameState& state, std::string_view name) const {
    return state.bodies[index_of(config().bodies, name)];
  }
  const physics::JointReading& joint(const physics::FrameState& state, std::string_view name) const {
    return state.joints[index_of(config().joints, name)];
  }
  /// Coordinate of a joint's first axis (m or rad).
  double coordinate(const physics::FrameState& state, std::string_view joint_name) const {
    return joint(state, joint_name).position[0];
  }

 private:
  LoadedScene scene_;
  ControlsFile controls_;
};

/// Largest gap of any joint that holds (m).
inline double largest_gap(const physics::FrameState& state) {
  double largest = 0;
  for (const physics::JointReading& joint : state.joints) {
    if (!joint.broken) largest = std::max(largest, joint.error);
  }
  return largest;
}

}  // namespace drawbar::scenes
