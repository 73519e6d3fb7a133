// Machines of which the table gives the cost of one substep.
#pragma once

#include <cstdint>

namespace drawbar::bench {

/// All in s of thread CPU time, medians.
double arm_substep();  ///< six axes with DC drives, as in scenes/six_axis_arm.json, without gripper and egg
double vehicle_substep();  ///< KRT100 with trailer over the hills, the first 20 s of its drive
/// A frame of 40 ms: so many of them driving on a plane, far apart.
double robots_frame(std::uint32_t count, int substeps);
double equal_trees_joint();  ///< per joint: a thousand chains of ten in one world
double
four_bar_error();  ///< m: end of the first post of 40 loops, 10 s at 1 ms through the singular position

}  // namespace drawbar::bench
