// Between the schema's plain structures and the engine's vectors.
#pragma once

#include <string>

#include "physics/math/elementary.h"
#include "physics/math/types.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

inline physics::Vec3 to_vec3(const scene::Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
inline scene::Vec3 to_schema(const physics::Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
inline physics::Quat to_quat(const scene::Quaternion& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}
inline scene::Quaternion to_schema(const physics::Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

/// The vector, or zero where the field is absent.
inline physics::Vec3 vec3_or_zero(const std::unique_ptr<scene::Vec3>& v) {
  return v ? to_vec3(*v) : physics::Vec3::Zero();
}

/// Whether forces move it.
inline bool is_free(const scene::BodyT& body) {
  return !body.static_ && !body.motion;
}

/// The inertia matrix of its six elements.
inline physics::Mat3 to_matrix(const scene::Inertia& i) {
  physics::Mat3 m;
  m << i.ixx(), i.ixy(), i.ixz(), i.ixy(), i.iyy(), i.iyz(), i.ixz(), i.iyz(), i.izz();
  return m;
}

inline scene::Inertia to_schema(const physics::Mat3& m) {
  return {m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)};
}

/// Radians of an angle in degrees.
double radians(double degrees);
/// Exact at multiples of a right angle, and alike half way between.
physics::SinCos sin_cos_degrees(double degrees);

/// Rotation by roll, pitch and yaw (degrees) about the fixed axes x, y, z in this order; exact at right
/// angles.
physics::Quat quaternion_of_angles(const physics::Vec3& degrees);

/// What is wrong with a quaternion of a file that is to be a unit one, and what is allowed; empty where
/// nothing is.
std::string wrong_quaternion(const physics::Quat& q);

}  // namespace drawbar::scenes
