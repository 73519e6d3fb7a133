// Machines of which the table gives the cost of one substep.
#pragma once

namespace drawbar::bench {

/// All in s of thread CPU time, medians.
double arm_substep();  ///< six axes with DC drives, as in scenes/six_axis_arm.json, without gripper and egg
double vehicle_substep();  ///< KRT100 with trailer over the hills, the first 20 s of its drive
double hundred_robots_frame(int substeps);  ///< a frame of 40 ms: a hundred of them driving on a plane
double equal_trees_joint();                 ///< per joint: a thousand chains of ten in one world
double
four_bar_error();  ///< m: end of the first post of 40 loops, 10 s at 1 ms through the singular position

}  // namespace drawbar::bench
