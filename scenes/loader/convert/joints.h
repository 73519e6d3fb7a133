// Joints of the scene as the engine's: frames, and what acts on each free axis.
#pragma once

#include <array>

#include "physics/model/world_config.h"
#include "physics/vehicle/link_suspension.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/convert/names.h"

namespace drawbar::scenes {

/// The joint's bodies and frame must exist.
physics::JointConfig joint_config(const scene::JointT& joint, const Names& names);

/// c in sum of c x coordinate = 0 over the coupling's joints, in their order.
std::array<double, 3> coupling_coefficients(const scene::CouplingT& coupling);

/// The way of a guided joint whose guide has five links.
physics::SuspensionCurve link_curve(const scene::JointT& joint);

/// In m or rad; `stop` may be null.
physics::AxisLimit axis_limit(const scene::Range& range, bool slides, const scene::StopT* stop);

}  // namespace drawbar::scenes
