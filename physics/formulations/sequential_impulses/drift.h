// Free flight of one body over a substep at constant momentum: the drift of the leapfrog.
#pragma once

#include "physics/joint/joint_geometry.h"
#include "physics/world/model.h"

namespace drawbar::physics {

/// Whether a body is a rod, and its axes then (see drift).
struct Slenderness {
  Slenderness() = default;
  /// `inertia` in body axes.
  explicit Slenderness(const Mat3& inertia);

  bool slender = false;                    ///< the least principal moment is below a tenth of the middle one
  bool round = false;                      ///< the two larger ones are equal
  Mat3 principal_axes = Mat3::Identity();  ///< columns, body axes, least moment first
  // Inverse moments, 1/(kg m^2): the middle one, and by how much the others exceed it.
  double across = 1;
  double along_excess = 0;
  double flat_excess = 0;
};

/// Pose after `h` of a body that starts at (`from`, `orientation`) with momentum m v and world angular
/// momentum L = I(orientation) w. The rotation is the Lie midpoint's,
///   q' = q exp(h W),   I_body W = rotation of L_body by -h W / 2,
/// solved for the body rates W at the middle: symmetric in time, |L| kept, energy without drift.
///
/// A slender body would lose its spin that way (W about its axis is w / (1 + (I/I_1)(|w| h/2)^2)). Its
/// kinetic energy is split in two instead: that of a symmetric top, whose motion is known (it turns about L
/// by h |L|/I_2 and spins about itself by h l_1 (1/I_1 - 1/I_2)), between two halves of l_3^2 (1/I_3 -
/// 1/I_2)/2, which turn it about its third axis. Symmetric in time, |L| and every l_1 of a round rod kept
/// (Fasso, Comparison of splitting algorithms for the rigid body, J. Comput. Phys. 189, 2003).
struct DriftedBody {
  BodyFrame frame;
  Quat orientation = Quat::Identity();
  Vec3 momentum = Vec3::Zero();  ///< angular, which the drift keeps in world axes, in body axes at its start
};

void drift(const BodyModel& body, const Slenderness& rod, const BodyFrame& from, const Quat& orientation,
           const Vec3& velocity, const Vec3& angular_velocity, double h, DriftedBody& out);

/// Angular velocity (world axes) of the body after a drift from `from`: the same L at the new axes.
inline Vec3 drifted_angular_velocity(const BodyModel& body, const BodyFrame& from, const DriftedBody& to) {
  const Mat3& axes = to.frame.rotation;
  return axes * (body.inverse_inertia * (axes.transpose() * (from.rotation * to.momentum)));
}

}  // namespace drawbar::physics
