// The free axes of a joint type of the schema.
#pragma once

#include <cstddef>

#include "physics/model/joint_config.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// The engine's type of the same name.
physics::JointType to_engine(scene::JointType type);

class JointAxes {
 public:
  explicit JointAxes(scene::JointType type) : type_(to_engine(type)) {}

  std::size_t count() const { return static_cast<std::size_t>(physics::free_axis_count(type_)); }
  bool slides(std::size_t axis) const { return physics::axis_slides(type_, static_cast<int>(axis)); }
  bool same_kind(std::size_t a, std::size_t b) const { return slides(a) == slides(b); }
  std::size_t sliding() const { return count_of(true); }
  std::size_t turning() const { return count_of(false); }
  /// Axes that a drive or a coupling may act on: a rod or rope has none.
  std::size_t drivable() const {
    return type_ == physics::JointType::distance || type_ == physics::JointType::rope ? 0 : count();
  }

 private:
  std::size_t count_of(bool sliding) const {
    std::size_t n = 0;
    for (std::size_t axis = 0; axis < count(); ++axis) n += slides(axis) == sliding ? 1u : 0u;
    return n;
  }

  physics::JointType type_;
};

}  // namespace drawbar::scenes
