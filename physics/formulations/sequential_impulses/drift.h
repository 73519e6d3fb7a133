// Free flight of one body over a substep at constant momentum: the drift of the leapfrog.
#pragma once

#include "physics/joint/joint_geometry.h"
#include "physics/world/model.h"

namespace drawbar::physics {

/// Pose after `h` of a body that starts at (`from`, `orientation`) with momentum m v and world angular
/// momentum L = I(orientation) w. The rotation is the Lie midpoint's,
///   q' = q exp(h W),   I_body W = rotation of L_body by -h W / 2,
/// solved for the body rates W at the middle: symmetric in time, |L| kept, energy without drift. The momentum
/// is rotated to the end's axes by finish_drift.
struct DriftedBody {
  BodyFrame frame;
  Quat orientation = Quat::Identity();
};

void drift(const BodyModel& body, const BodyFrame& from, const Quat& orientation, const Vec3& velocity,
           const Vec3& angular_velocity, double h, DriftedBody& out);

/// Angular velocity (world axes) of the body after the drift, from that before it: the same L at the new
/// axes.
Vec3 drifted_angular_velocity(const BodyModel& body, const BodyFrame& from, const Vec3& angular_velocity,
                              const BodyFrame& to);

}  // namespace drawbar::physics
