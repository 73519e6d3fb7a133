// What configuration and State give to the law of one axis, be its joint in a tree (axis_constraints) or one
// that closes a loop (loop_constraints, joint_bound_constraints).
#pragma once

#include "physics/formulations/sequential_impulses/joint/compliant_law.h"
#include "physics/joint/joint_geometry.h"
#include "physics/model/joint_config.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// Coordinate of an axis that was `found` at poses: one that turns gets the whole turns that bring it nearest
/// to `counted`.
inline double counted_coordinate(JointType type, std::size_t axis, double found, double counted) {
  return axis_slides(type, static_cast<int>(axis)) ? found : nearest_turn(found, counted);
}

/// The axis's spring and its dampers, viscous friction included, at the rate of `load`; no stop.
void set_spring(const AxisConfig& axis, const AxisState& state, const KickTimes& times, SoftLoad& load);

/// Coulomb friction of a joint pressed by this force (N), without brakes, N or N m.
double dry_friction(const AxisFriction& friction, const Vec3& pressing);

}  // namespace drawbar::physics
