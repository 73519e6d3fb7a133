// One joint at one configuration: the rows, errors, coordinates and motion subspace that every solver uses.
#pragma once

#include <array>

#include "physics/math/wide_vectors.h"
#include "physics/model/model.h"

namespace drawbar::physics {

/// Where a body is: centre of mass and axes, world.
template <class Number>
struct BodyFrameOf {
  Vec3Of<Number> center = Vec3Of<Number>::Zero();
  Mat3Of<Number> rotation = Mat3Of<Number>::Identity();
};
using BodyFrame = BodyFrameOf<double>;

/// The coordinates of a joint, in world axes. They belong to the relative velocity u of child and parent,
///   u_linear  = v_c + w_c x child_arm - v_p - w_p x parent_arm,
///   u_angular = w_c - w_p.
struct JointAxes {
  Vec3 parent_arm;  ///< from the parent's centre of mass to the point at which its velocity is taken
  Vec3 child_arm;   ///< likewise on the child: always its anchor

  int free_axes = 0;
  /// Motion subspace: u = sum over k of (motion_linear, motion_angular)[k] * qdot[k] when the rows hold. Not
  /// for distance and rope, which leave five and six directions free.
  std::array<Vec3, kMaxFreeAxes> motion_linear;
  std::array<Vec3, kMaxFreeAxes> motion_angular;
  /// Rows that give qdot[k] from u.
  std::array<Vec3, kMaxFreeAxes> rate_linear;
  std::array<Vec3, kMaxFreeAxes> rate_angular;
  std::array<double, kMaxFreeAxes> position;  ///< angles in (-pi, pi]: the caller counts turns
};

/// All of a joint, in world axes. A row is a pair (linear, angular) that acts on u, so that its Jacobian is
/// [linear, child_arm x linear + angular] on the child and -[linear, parent_arm x linear + angular] on the
/// parent (paper 000 eqs. 11-19).
struct JointGeometry : JointAxes {
  Mat3 parent_frame;  ///< columns n0, n1, n2 carried by the parent
  Mat3 child_frame;   ///< carried by the child

  int rows = 0;              ///< constrained directions, 0 to 6
  int translation_rows = 0;  ///< the first so many are translations (m), the rest rotations (rad)
  std::array<Vec3, 6> row_linear;
  std::array<Vec3, 6> row_angular;
  std::array<double, 6> row_error;  ///< G, 0 when the joint is closed; d/dt G = row (u)

  double translation_error() const;  ///< m
  double rotation_error() const;     ///< rad
};

/// A rope has no row: its coordinate is the elongation, with an upper limit of 0 that unilateral rows keep.
void evaluate_joint(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child,
                    JointGeometry& out);

/// Its axes alone.
void evaluate_axes(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child, JointAxes& out);

/// The axes' positions alone.
using JointCoordinates = std::array<double, kMaxFreeAxes>;
JointCoordinates joint_coordinates(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child);

/// `angle` plus the whole turns that bring it nearest to `previous`.
double nearest_turn(double angle, double previous);

/// Largest angle of n0 off the parent's n0, and turn about it, of a spherical joint (for ConeLimit).
struct SwingTwist {
  double swing = 0;  ///< rad, 0 to pi
  double twist = 0;  ///< rad, -pi to pi
  Vec3 swing_axis;   ///< world: d/dt swing = swing_axis . u_angular; zero where swing is 0
  Vec3 twist_axis;   ///< world: d/dt twist = twist_axis . u_angular, at any swing below pi
};
SwingTwist swing_twist(const JointGeometry& joint);

/// The twist counted from the middle of its range, so that what is beyond an end is nearest to that end.
double twist_in(const AxisLimit& range, double twist);

}  // namespace drawbar::physics
