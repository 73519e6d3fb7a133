// What the solvers need of a WorldConfig, worked out once: mass matrices and joint frames in body axes.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "physics/model/guide_curve.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Index of a body in the solvers' arrays: WorldConfig's order, then one immovable entry for the world.
using BodyIndex = std::size_t;

struct BodyModel {
  bool moves = false;
  double mass = 0;                      ///< kg; 0 if it does not move
  double inverse_mass = 0;              ///< 1/kg; 0 if it does not move
  Mat3 inertia = Mat3::Zero();          ///< kg m^2, about the centre of mass, body axes
  Mat3 inverse_inertia = Mat3::Zero();  ///< zero if it does not move
  Vec3 center_of_mass = Vec3::Zero();   ///< m, body axes, from the body frame's origin
};

struct JointModel {
  JointType type = JointType::fixed;
  BodyIndex parent = 0;
  BodyIndex child = 0;
  Vec3 parent_anchor = Vec3::Zero();     ///< m, from the parent's centre of mass, parent's axes
  Vec3 child_anchor = Vec3::Zero();      ///< m, from the child's centre of mass, child's axes
  Mat3 parent_frame = Mat3::Identity();  ///< columns n0, n1, n2 in the parent's axes
  Mat3 child_frame = Mat3::Identity();   ///< columns n0, n1, n2 in the child's axes
  double rest_length = 0;                ///< m, distance and rope
  int free_axes = 0;
  std::array<double, kMaxFreeAxes> armature{};  ///< as AxisConfig
  GuideCurve guide;                             ///< of a guided joint
};

struct SpringModel {
  BodyIndex from = 0;
  BodyIndex to = 0;
  Vec3 from_anchor = Vec3::Zero();  ///< m, from the centre of mass, body axes
  Vec3 to_anchor = Vec3::Zero();
};

struct WheelModel {
  BodyIndex body = 0;
  Vec3 axis = Vec3::UnitY();   ///< of rolling, body axes
  Vec3 center = Vec3::Zero();  ///< m, from the centre of mass, body axes: the axle's point
  double half_width = 0;       ///< m, of its cylinder; 0 for a wheel of another shape
};

/// Of a body that is no wheel.
inline constexpr std::size_t kNoWheel = static_cast<std::size_t>(-1);

struct Model {
  explicit Model(const WorldConfig& config);

  std::vector<BodyModel> bodies;  ///< one more than WorldConfig has: the world
  std::vector<JointModel> joints;
  std::vector<SpringModel> springs;
  std::vector<WheelModel> wheels;
  /// [body] its index in `wheels`, kNoWheel for others.
  std::vector<std::size_t> wheel_of_body;
  BodyIndex world = 0;  ///< index of the world in `bodies`

  BodyIndex index(BodyId id) const { return id == kWorldBody ? world : index_of(id); }
};

}  // namespace drawbar::physics
