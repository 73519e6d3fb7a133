// What every formulation notes of the joints after it moved the bodies.
#pragma once

#include "physics/joint/kinematics.h"
#include "physics/model/step_context.h"

namespace drawbar::physics {

/// Coordinates with their turns counted, into State; violations of the constrained directions, into the
/// peaks.
void record_joints(const StepContext& context, const Kinematics& kinematics);

}  // namespace drawbar::physics
