// Hitches: joints that open and close while the world runs.
#pragma once

#include "physics/model/step_context.h"
#include "physics/model/vehicle_config.h"

namespace drawbar::physics {

/// Opens or closes the hitch as its control says and lets go of `h` s worth of the gap it closed with. It
/// closes when its two points are within reach and its angles within the joint's limits; the points then come
/// together in some tenths of a second, so that nothing is torn.
void work_hitch(const HitchConfig& hitch, double h, const StepContext& context);

}  // namespace drawbar::physics
