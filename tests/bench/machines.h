// Machines of which the table gives the cost of one substep.
#pragma once

#include <cstdint>

#include "physics/world/world.h"
#include "scenes/loader/controls_file.h"

namespace drawbar::bench {

/// Six axes with DC drives, as in scenes/six_axis_arm.json, without gripper and egg.
physics::WorldConfig arm_world();
/// Moves its axes with constant voltages.
void start_arm(physics::World& world);
/// So many KRT100 with trailers on a plane, far apart; control 0 is the throttle of all.
physics::WorldConfig robots_world(std::uint32_t count);
/// KRT100 with trailer over the hills, and the controls file of its drive.
struct HillsDrive {
  physics::WorldConfig config;
  scenes::ControlsFile controls;
};
HillsDrive load_hills_drive();
/// One frame under the controls, at 8 substeps.
void step_driven(physics::World& world, const scenes::ControlsFile& controls);

/// All in s of thread CPU time, medians.
double arm_substep();
double vehicle_substep();  ///< of load_hills_drive(), the first 20 s of its drive
double robots_frame(std::uint32_t count, int substeps);  ///< of 40 ms
/// m: end of the first post of so many loops, 10 s at 1 ms through the singular position.
double four_bar_error(int loops);

}  // namespace drawbar::bench
