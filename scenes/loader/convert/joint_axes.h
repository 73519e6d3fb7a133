// The free axes of a joint type of the schema.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "physics/model/joint_config.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// The engine's type of the same name.
physics::JointType to_engine(scene::JointType type);

/// The type that a scene's text calls so; nothing if there is none.
std::optional<scene::JointType> joint_type_named(std::string_view name);

class JointAxes {
 public:
  explicit JointAxes(scene::JointType type) : type_(to_engine(type)) {}

  std::size_t count() const { return static_cast<std::size_t>(physics::free_axis_count(type_)); }
  bool slides(std::size_t axis) const { return physics::axis_slides(type_, static_cast<int>(axis)); }
  bool same_kind(std::size_t a, std::size_t b) const { return slides(a) == slides(b); }
  std::size_t sliding() const { return count() - turning(); }
  std::size_t turning() const { return static_cast<std::size_t>(physics::turning_axis_count(type_)); }
  /// How many of `axis` and `axis2` it has.
  int described() const { return physics::frame_axis_count(type_); }
  /// Axes that a drive or a coupling may act on: a rod or rope has none.
  std::size_t drivable() const {
    return type_ == physics::JointType::distance || type_ == physics::JointType::rope ? 0 : count();
  }

 private:
  physics::JointType type_;
};

}  // namespace drawbar::scenes
