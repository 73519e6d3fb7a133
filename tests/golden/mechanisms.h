// Worlds built in code for the golden hashes, one for each mechanism.
#pragma once

#include <array>

#include "physics/formulations/registry.h"
#include "tests/golden/course.h"

namespace drawbar::golden {

// joints.cpp
Course stop_with_motor();    ///< a geared motor runs against hard stops that give back
Course hard_stops();         ///< sliders and a rack fall on stops with restitution, one under dry friction
Course elastic_stops();      ///< stops and springs stiffer than the substep resolves, at joints and as struts
Course cones();              ///< swing and twist, hard and giving way
Course ropes_and_rods();     ///< a rope that catches and goes slack, a massless rod
Course breaking();           ///< joints that break by force and torque: hinge, ball, rod, rope, a weld
Course reaction_friction();  ///< friction that grows with the joint's own reaction
Course couplings();          ///< gear, rack, elastic coupling, friction and damping in a loop

// drives.cpp
Course drive_modes();       ///< every mode, brakes, a gear that locks, commands that change
Course motors_that_fail();  ///< one burns, one is switched off and on
Course hitch();             ///< opens, closes with a gap, and all come to rest with brakes held

// malfunctions.cpp
Course faulty_motors();    ///< every malfunction of a drive, of its brake and its gear
Course faulty_channels();  ///< every malfunction of a control and of what a drive's loops see
Course faulty_parts();  ///< jams, worn stops, weak springs and brakes, slippery ground; forces and impulses

// vehicles.cpp
Course faulty_car();  ///< steered, with antilock, an anti-roll bar and a lock; punctured, uncoupled, on soil
Course formula_tyres();  ///< tyres of the Magic Formula turn, drive and brake
Course two_grounds();    ///< wheels that lock with one half on a deck that moves along and one on the ground
Course lost_track();     ///< a track comes off its sprocket and is put on again

// motion.cpp
Course closed_loops();  ///< two four-bars, through their singular positions, and a five-bar
Course heavy_end();     ///< a light chain under a load: geometric stiffness
Course
position_recovery();  ///< joints that no velocities close: all of its substeps count as unconverged for that
Course energy_bound();                         ///< a tree that would gain energy: likewise all for that
Course joint_types();                          ///< a tree with every type of joint
Course equal_trees();                          ///< many trees of one build
Course gyroscopes();                           ///< gimbals that nutate, a fast top, a rotor out of balance
Course changed_substep();                      ///< another number of substeps in every few frames
Course with_changing_substeps(Course course);  ///< likewise another's: what it remembers fits its substep
Course diverging();                            ///< what comes apart numerically is put to rest
Course diverging_machine();  ///< likewise a machine with drives, play, springs, couplings and a broken joint
Course pendulum(physics::Formulation formulation);  ///< two links and two pendulums by another formulation
inline constexpr std::array kOtherFormulations = {
    physics::Formulation::penalty,           physics::Formulation::composite_body,
    physics::Formulation::articulated_body,  physics::Formulation::lagrange_multipliers,
    physics::Formulation::inverse_iterative, physics::Formulation::direct_iterative,
    physics::Formulation::hamiltonian};

// formulations.cpp
Course all_of(physics::Formulation formulation);  ///< every part that it can treat

// contacts.cpp
Course meeting_balls();   ///< in flight, off their centres, elastic, rough, and on a standing ball
Course brick_wall();      ///< a stack of boxes without joints
Course pile();            ///< boxes, balls, capsules, cylinders and hulls that start inside each other
Course heap_on_ground();  ///< the same shapes on a mesh and a heightfield
Course surfaces();        ///< soft, rolling, spinning and static friction, a conveyor, a slope
Course belts();  ///< against each other, at their flanks, on a carrier that turns, of a drum that breaks
Course sleep_and_wake();  ///< stacks fall asleep; a control and a ball wake them
Course
moved_bodies();  ///< a ferry in a bend, a lift, a turntable, a deck moved from outside; loads on them, wind
Course absent_bodies();  ///< a barrier, a tower's foot and a machine that are not there for a while
Course pushed_arm();     ///< an arm that its brake holds on a light body, pushed out of a block that appears
Course plain_vehicle();  ///< a cart on wheels by sequential_impulses_plain

}  // namespace drawbar::golden
