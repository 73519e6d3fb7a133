// A scene text run at a given substep and read at given times: reference cases go the way a user's scene
// goes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "scenes/loader/loader.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::references {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kGravity = 9.81;
inline constexpr double kSubstepMs = 1;
/// Of the motion's range, at 1 ms (issue 3).
inline constexpr double kTolerance = 1e-3;

/// The number as a scene writes it, reading back to the same double.
inline std::string text(double value) {
  return scenes::number_text(value);
}
inline std::string text(double x, double y, double z) {
  return "[" + text(x) + ", " + text(y) + ", " + text(z) + "]";
}

/// A scene of the parts given, such as R"("bodies": [...])".
inline std::string scene(const std::string& parts, double gravity = kGravity) {
  return R"({ "name": "case", "gravity": )" + text(0, 0, -gravity) + ", " + parts + " }";
}

class Trajectory {
 public:
  Trajectory(const std::string& scene_text, double substep_ms)
      : world_(configuration(scene_text)), substep_ms_(substep_ms), state_(world_.make_frame_state()) {
    world_.observe(state_);
  }

  /// Runs on to `time` (s), a multiple of the substep, and returns what is there.
  const physics::FrameState& at(double time) {
    const auto wanted = static_cast<long>(std::lround(time * 1000 / substep_ms_));
    const auto frame = static_cast<int>(std::lround(40 / substep_ms_));
    for (; done_ < wanted; ++done_) {
      if (done_ % frame == 0) world_.begin_frame(frame);
      world_.substep();
    }
    world_.observe(state_);
    return state_;
  }

  const physics::WorldConfig& config() const { return world_.config(); }

 private:
  static physics::WorldConfig configuration(const std::string& scene_text) {
    auto loaded = scenes::load_text(scene_text, "case", ".");
    EXPECT_TRUE(loaded.has_value()) << (loaded ? "" : loaded.error().text);
    return loaded ? std::move(loaded->world) : physics::WorldConfig{};
  }

  physics::World world_;
  double substep_ms_;
  long done_ = 0;
  physics::FrameState state_;
};

/// A planar chain of uniform slender rods from the origin in the xz plane; angles from straight down towards
/// +x.
struct Rods {
  std::vector<double> angles, lengths, masses;

  std::string parts() const {
    std::string bodies, joints, parent = "world";
    double x = 0;
    double z = 0;
    for (std::size_t k = 0; k < angles.size(); ++k) {
      const double a = angles[k];
      const double l = lengths[k];
      const double i = masses[k] * l * l / 12;
      const std::string name = "link" + std::to_string(k);
      const char* comma = k == 0 ? "" : ", ";
      bodies += comma + (R"({ "name": ")" + name + R"(", "mass": )" + text(masses[k]) + R"(, "inertia": )" +
                         text(i, i, 1e-3 * i) + R"(, "position": )" +
                         text(x + l / 2 * std::sin(a), 0, z - l / 2 * std::cos(a)) + R"(, "rotation_deg": )" +
                         text(0, -a * 180 / kPi, 0) + " }");
      joints += comma + (R"({ "name": "joint)" + std::to_string(k) + R"(", "type": "revolute", "parent": ")" +
                         parent + R"(", "child": ")" + name + R"(", "position": )" + text(x, 0, z) +
                         R"(, "axis": [0, 1, 0] })");
      x += l * std::sin(a);
      z -= l * std::cos(a);
      parent = name;
    }
    return R"("bodies": [)" + bodies + R"(], "joints": [)" + joints + "]";
  }

  /// Lower end of link `k` (m).
  physics::Vec3 end(const physics::FrameState& state, std::size_t k) const {
    const physics::BodyReading& body = state.bodies[k];
    return body.position - body.orientation * physics::Vec3(0, 0, lengths[k] / 2);
  }
};

}  // namespace drawbar::references
