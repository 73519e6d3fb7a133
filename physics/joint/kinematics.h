// Where everything is at one configuration: body axes, inertias in world axes, and every joint's geometry.
#pragma once

#include <vector>

#include "physics/joint/joint_geometry.h"
#include "physics/model/model.h"
#include "physics/model/state.h"

namespace drawbar::physics {

struct Kinematics {
  explicit Kinematics(const Model& model);

  /// Everything from the positions of `bodies`; does not allocate.
  void update(const Model& model, const std::vector<BodyState>& bodies);

  std::vector<BodyFrame> frames;      ///< as Model::bodies, the world last
  std::vector<Mat3> inertia;          ///< kg m^2, world axes
  std::vector<Mat3> inverse_inertia;  ///< world axes; zero if the body does not move
  std::vector<JointGeometry> joints;
};

/// Relative velocity of child and parent as a joint's rows and axes see it (JointAxes).
struct RelativeVelocity {
  Vec3 linear;
  Vec3 angular;
};

inline RelativeVelocity relative_velocity(const JointAxes& joint, const BodyState& parent,
                                          const BodyState& child) {
  return {child.velocity + child.angular_velocity.cross(joint.child_arm) - parent.velocity -
              parent.angular_velocity.cross(joint.parent_arm),
          child.angular_velocity - parent.angular_velocity};
}

/// Rate of free axis `k`.
inline double axis_rate(const JointAxes& joint, std::size_t k, const RelativeVelocity& u) {
  return joint.rate_linear[k].dot(u.linear) + joint.rate_angular[k].dot(u.angular);
}

}  // namespace drawbar::physics
