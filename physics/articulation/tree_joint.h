// A tree joint at one configuration, as cheaply as can be: motion subspace, and errors of closure.
//
// joint_geometry.h gives rows and coordinates of any joint; a spanning tree needs neither, and this is run
// several times per substep. Signs and points are the same: u = (velocity of the child against the parent at
// the child's anchor, relative angular velocity), both in world axes.
#pragma once

#include "physics/articulation/spatial.h"
#include "physics/joint/joint_geometry.h"

namespace drawbar::physics {

/// Violation of the constrained directions as a displacement of the child, so that -error/h is the velocity u
/// that removes it in h. Components along free axes are 0.
struct JointError {
  Vec3 linear = Vec3::Zero();   ///< m
  Vec3 angular = Vec3::Zero();  ///< rad; sin of the angle
};

JointError joint_error(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child);

/// Columns of u per rate of each free axis; a spherical joint's are the world's axes. Returns their number.
int motion_subspace(const JointModel& joint, const BodyFrame& parent, const BodyFrame& child,
                    std::array<Spatial, kMaxFreeAxes>& columns);

}  // namespace drawbar::physics
