#include "physics/articulation/tree_joint.h"

namespace drawbar::physics {
namespace {

inline Vec3 axis_of_parent(const JointModel& joint, const BodyFrame& parent, int k) {
  return parent.rotation * joint.parent_frame.col(k);
}

inline Vec3 axis_of_child(const JointModel& joint, const BodyFrame& child, int k) {
  return child.rotation * joint.child_frame.col(k);
}

// The child's axis k against the parent's.
inline Vec3 tilt(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child, int k) {
  return axis_of_parent(joint, parent, k).cross(axis_of_child(joint, child, k));
}

// Half the sum over the axes: sin(angle) x axis of the relative rotation.
Vec3 twist(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child) {
  return 0.5 *
         (tilt(joint, parent, child, 0) + tilt(joint, parent, child, 1) + tilt(joint, parent, child, 2));
}

}  // namespace

JointError joint_error(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child) {
  JointError e;
  e.linear = (child.center + child.rotation * joint.child_anchor) -
             (parent.center + parent.rotation * joint.parent_anchor);
  switch (joint.type) {
    case JointType::revolute:
      e.angular = tilt(joint, parent, child, 0);
      break;
    case JointType::fixed:
      e.angular = twist(joint, parent, child);
      break;
    case JointType::prismatic:
    case JointType::cylindrical: {
      const Vec3 along = axis_of_parent(joint, parent, 0);
      e.linear -= along.dot(e.linear) * along;
      e.angular =
          joint.type == JointType::prismatic ? twist(joint, parent, child) : tilt(joint, parent, child, 0);
      break;
    }
    case JointType::planar: {
      const Vec3 across = axis_of_parent(joint, parent, 2);
      e.linear = across.dot(e.linear) * across;
      e.angular = tilt(joint, parent, child, 2);
      break;
    }
    case JointType::universal: {
      // n0 . n1 = 0; the rotation about n1 x n0 alone changes it.
      const Vec3 n0 = axis_of_parent(joint, parent, 0);
      const Vec3 n1 = axis_of_child(joint, child, 1);
      const Vec3 across = n1.cross(n0);
      e.angular = (n0.dot(n1) / across.squaredNorm()) * across;
      break;
    }
    case JointType::guided: {
      const Mat3 frame = parent.rotation * joint.parent_frame;
      const GuideCurve::Place place = joint.guide.at(frame.col(0).dot(e.linear));
      e.linear -= frame * place.displacement;
      const Mat3 target = frame * place.rotation;
      for (int k = 0; k < 3; ++k) e.angular += 0.5 * target.col(k).cross(axis_of_child(joint, child, k));
      break;
    }
    case JointType::spherical:
      break;
    case JointType::distance:
    case JointType::rope:
      break;
  }
  return e;
}

int motion_subspace(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child,
                    std::array<Spatial, kMaxFreeAxes>& columns) {
  const auto slide = [&](std::size_t column, int k) {
    columns[column] = spatial(axis_of_parent(joint, parent, k), Vec3::Zero());
  };
  const auto turn = [&](std::size_t column, const Vec3& axis) {
    columns[column] = spatial(Vec3::Zero(), axis);
  };
  switch (joint.type) {
    case JointType::revolute:
      turn(0, axis_of_parent(joint, parent, 0));
      return 1;
    case JointType::prismatic:
      slide(0, 0);
      return 1;
    case JointType::cylindrical:
      slide(0, 0);
      turn(1, axis_of_parent(joint, parent, 0));
      return 2;
    case JointType::universal:
      turn(0, axis_of_parent(joint, parent, 0));
      turn(1, axis_of_child(joint, child, 1));
      return 2;
    case JointType::spherical:
      for (int k = 0; k < 3; ++k) turn(static_cast<std::size_t>(k), Vec3::Unit(k));
      return 3;
    case JointType::planar:
      slide(0, 0);
      slide(1, 1);
      turn(2, axis_of_parent(joint, parent, 2));
      return 3;
    case JointType::guided: {
      const Vec3 gap = (child.center + child.rotation * joint.child_anchor) -
                       (parent.center + parent.rotation * joint.parent_anchor);
      const Mat3 frame = parent.rotation * joint.parent_frame;
      const GuideCurve::Place place = joint.guide.at(frame.col(0).dot(gap));
      columns[0] = spatial(frame * place.slope, frame * place.turn);
      return 1;
    }
    case JointType::fixed:
    case JointType::distance:
    case JointType::rope:
      return 0;
  }
  return 0;
}

}  // namespace drawbar::physics
