// A tree joint at one configuration, as cheaply as can be: motion subspace, and errors of closure.
//
// joint_geometry.h gives rows and coordinates of any joint; a spanning tree needs neither, and this is run
// several times per substep, for one joint (JointModel) or for four of one type (TreeJointOf<Wide>). Signs
// and points are the same: u = (velocity of the child against the parent at the child's anchor, relative
// angular velocity), both in world axes.
#pragma once

#include <type_traits>

#include "physics/articulation/spatial.h"
#include "physics/joint/joint_geometry.h"

namespace drawbar::physics {

/// Violation of the constrained directions as a displacement of the child, so that -error/h is the velocity u
/// that removes it in h. Components along free axes are 0.
template <class Number>
struct JointErrorOf {
  Vec3Of<Number> linear = Vec3Of<Number>::Zero();   ///< m
  Vec3Of<Number> angular = Vec3Of<Number>::Zero();  ///< rad; sin of the angle
};
using JointError = JointErrorOf<double>;

/// Of a JointModel, what a tree joint needs that follows no guide.
template <class Number>
struct TreeJointOf {
  JointType type = JointType::fixed;
  Vec3Of<Number> parent_anchor;
  Vec3Of<Number> child_anchor;
  Mat3Of<Number> parent_frame;
  Mat3Of<Number> child_frame;
};

template <class Joint, class Number>
inline Vec3Of<Number> axis_of_parent(const Joint& joint, const BodyFrameOf<Number>& parent, int k) {
  return parent.rotation * joint.parent_frame.col(k);
}

template <class Joint, class Number>
inline Vec3Of<Number> axis_of_child(const Joint& joint, const BodyFrameOf<Number>& child, int k) {
  return child.rotation * joint.child_frame.col(k);
}

/// The child's axis k against the parent's.
template <class Joint, class Number>
inline Vec3Of<Number> tilt(const Joint& joint, const BodyFrameOf<Number>& parent,
                           const BodyFrameOf<Number>& child, int k) {
  return axis_of_parent(joint, parent, k).cross(axis_of_child(joint, child, k));
}

/// Half the sum over the axes: sin(angle) x axis of the relative rotation.
template <class Joint, class Number>
inline Vec3Of<Number> twist(const Joint& joint, const BodyFrameOf<Number>& parent,
                            const BodyFrameOf<Number>& child) {
  return 0.5 *
         (tilt(joint, parent, child, 0) + tilt(joint, parent, child, 1) + tilt(joint, parent, child, 2));
}

/// From the parent's anchor to the child's.
template <class Joint, class Number>
inline Vec3Of<Number> gap(const Joint& joint, const BodyFrameOf<Number>& parent,
                          const BodyFrameOf<Number>& child) {
  return (child.center + child.rotation * joint.child_anchor) -
         (parent.center + parent.rotation * joint.parent_anchor);
}

template <class Joint, class Number>
inline JointErrorOf<Number> joint_error(const Joint& joint, const BodyFrameOf<Number>& parent,
                                        const BodyFrameOf<Number>& child) {
  JointErrorOf<Number> e;
  e.linear = gap(joint, parent, child);
  switch (joint.type) {
    case JointType::revolute:
      e.angular = tilt(joint, parent, child, 0);
      break;
    case JointType::fixed:
      e.angular = twist(joint, parent, child);
      break;
    case JointType::prismatic:
    case JointType::cylindrical: {
      const Vec3Of<Number> along = axis_of_parent(joint, parent, 0);
      e.linear -= along.dot(e.linear) * along;
      e.angular =
          joint.type == JointType::prismatic ? twist(joint, parent, child) : tilt(joint, parent, child, 0);
      break;
    }
    case JointType::planar: {
      const Vec3Of<Number> across = axis_of_parent(joint, parent, 2);
      e.linear = across.dot(e.linear) * across;
      e.angular = tilt(joint, parent, child, 2);
      break;
    }
    case JointType::universal: {
      // n0 . n1 = 0; the rotation about n1 x n0 alone changes it.
      const Vec3Of<Number> n0 = axis_of_parent(joint, parent, 0);
      const Vec3Of<Number> n1 = axis_of_child(joint, child, 1);
      const Vec3Of<Number> across = n1.cross(n0);
      e.angular = (n0.dot(n1) / across.squaredNorm()) * across;
      break;
    }
    case JointType::guided:
      if constexpr (std::is_same_v<Joint, JointModel>) {
        const Mat3 frame = parent.rotation * joint.parent_frame;
        const GuideCurve::Place place = joint.guide.at(frame.col(0).dot(e.linear));
        e.linear -= frame * place.displacement;
        const Mat3 target = frame * place.rotation;
        for (int k = 0; k < 3; ++k) e.angular += 0.5 * target.col(k).cross(axis_of_child(joint, child, k));
      }
      break;
    case JointType::spherical:
      break;
    case JointType::distance:
    case JointType::rope:
      break;
  }
  return e;
}

template <class Number>
inline SpatialOf<Number> sliding_along(const Vec3Of<Number>& axis) {
  return spatial<Number>(axis, Vec3Of<Number>::Zero());
}
template <class Number>
inline SpatialOf<Number> turning_about(const Vec3Of<Number>& axis) {
  return spatial<Number>(Vec3Of<Number>::Zero(), axis);
}

/// Columns of u per rate of each free axis; a spherical joint's are the world's axes. Returns their number.
template <class Joint, class Number>
inline int motion_subspace(const Joint& joint, const BodyFrameOf<Number>& parent,
                           const BodyFrameOf<Number>& child,
                           std::array<SpatialOf<Number>, kMaxFreeAxes>& columns) {
  switch (joint.type) {
    case JointType::revolute:
      columns[0] = turning_about(axis_of_parent(joint, parent, 0));
      return 1;
    case JointType::prismatic:
      columns[0] = sliding_along(axis_of_parent(joint, parent, 0));
      return 1;
    case JointType::cylindrical:
      columns[0] = sliding_along(axis_of_parent(joint, parent, 0));
      columns[1] = turning_about(axis_of_parent(joint, parent, 0));
      return 2;
    case JointType::universal:
      columns[0] = turning_about(axis_of_parent(joint, parent, 0));
      columns[1] = turning_about(axis_of_child(joint, child, 1));
      return 2;
    case JointType::spherical:
      for (int k = 0; k < 3; ++k) {
        columns[static_cast<std::size_t>(k)] = turning_about<Number>(Vec3Of<Number>::Unit(k));
      }
      return 3;
    case JointType::planar:
      columns[0] = sliding_along(axis_of_parent(joint, parent, 0));
      columns[1] = sliding_along(axis_of_parent(joint, parent, 1));
      columns[2] = turning_about(axis_of_parent(joint, parent, 2));
      return 3;
    case JointType::guided:
      if constexpr (std::is_same_v<Joint, JointModel>) {
        const Mat3 frame = parent.rotation * joint.parent_frame;
        const GuideCurve::Place place = joint.guide.at(frame.col(0).dot(gap(joint, parent, child)));
        columns[0] = spatial(frame * place.slope, frame * place.turn);
      }
      return 1;
    case JointType::fixed:
    case JointType::distance:
    case JointType::rope:
      return 0;
  }
  return 0;
}

}  // namespace drawbar::physics
