// A body as it is described: mass, frame, initial motion, shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "physics/math/types.h"
#include "physics/model/motion_config.h"
#include "physics/model/shape.h"

namespace drawbar::physics {

/// How mass is spread over a body.
struct MassProperties {
  double mass = 0;                     ///< kg, > 0 for a moving body
  Vec3 center_of_mass = Vec3::Zero();  ///< m, body axes, from the body frame's origin
  Mat3 inertia = Mat3::Zero();  ///< kg m^2 about the centre of mass, body axes, symmetric positive definite
};

/// A rigid body: its mass, shapes and initial motion.
struct BodyConfig {
  std::string name;
  bool is_static = false;  ///< no force moves it
  /// Of a static body: what moves it. Its position and orientation are those at time 0, its velocities
  /// without meaning.
  std::optional<MotionConfig> motion;
  MassProperties mass_properties;
  Vec3 position = Vec3::Zero();          ///< of the body frame's origin, m, world
  Quat orientation = Quat::Identity();   ///< body axes to world axes
  Vec3 linear_velocity = Vec3::Zero();   ///< of the body frame's origin, m/s, world axes
  Vec3 angular_velocity = Vec3::Zero();  ///< rad/s, world axes
  double drag_area = 0;                  ///< m^2: drag coefficient times area, for air from any side
  Vec3 drag_center = Vec3::Zero();       ///< m, body axes, from the body frame's origin: where the air pushes
  std::vector<ShapeConfig> shapes;
  std::uint32_t groups = 1;                  ///< groups the body belongs to, one bit each
  std::uint32_t collides_with = 0xFFFFFFFF;  ///< two bodies meet if each collides with a group of the other
};

}  // namespace drawbar::physics
