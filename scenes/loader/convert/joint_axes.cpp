#include "scenes/loader/convert/joint_axes.h"

namespace drawbar::scenes {

physics::JointType to_engine(scene::JointType type) {
  switch (type) {
    case scene::JointType::fixed:
      return physics::JointType::fixed;
    case scene::JointType::revolute:
      return physics::JointType::revolute;
    case scene::JointType::prismatic:
      return physics::JointType::prismatic;
    case scene::JointType::cylindrical:
      return physics::JointType::cylindrical;
    case scene::JointType::universal:
      return physics::JointType::universal;
    case scene::JointType::spherical:
      return physics::JointType::spherical;
    case scene::JointType::planar:
      return physics::JointType::planar;
    case scene::JointType::distance:
      return physics::JointType::distance;
    case scene::JointType::rope:
      return physics::JointType::rope;
    case scene::JointType::guided:
      return physics::JointType::guided;
  }
  return physics::JointType::fixed;
}

std::optional<scene::JointType> joint_type_named(std::string_view name) {
  for (const scene::JointType type : scene::EnumValuesJointType()) {
    if (name == scene::EnumNameJointType(type)) return type;
  }
  return std::nullopt;
}

}  // namespace drawbar::scenes
