// The list of worlds built here; joints.cpp, drives.cpp, malfunctions.cpp, vehicles.cpp, motion.cpp,
// moved.cpp, contacts.cpp and formulations.cpp make them.
#include "tests/golden/mechanisms.h"

#include "tests/golden/course.h"

namespace drawbar::golden {

std::vector<CourseMaker> mechanisms() {
  std::vector<CourseMaker> makers = {
      {"stop_with_motor", stop_with_motor},
      {"hard_stops", hard_stops},
      {"elastic_stops", elastic_stops},
      {"cones", cones},
      {"ropes_and_rods", ropes_and_rods},
      {"breaking", breaking},
      {"reaction_friction", reaction_friction},
      {"couplings", couplings},
      {"drive_modes", drive_modes},
      {"motors_that_fail", motors_that_fail},
      {"hitch", hitch},
      {"faulty_motors", faulty_motors},
      {"faulty_channels", faulty_channels},
      {"faulty_parts", faulty_parts},
      {"faulty_car", faulty_car},
      {"formula_tyres", formula_tyres},
      {"two_grounds", two_grounds},
      {"lost_track", lost_track},
      {"closed_loops", closed_loops},
      {"heavy_end", heavy_end},
      {"position_recovery", position_recovery},
      {"energy_bound", energy_bound},
      {"joint_types", joint_types},
      {"equal_trees", equal_trees},
      {"gyroscopes", gyroscopes},
      {"changed_substep", changed_substep},
      {"changed_substep_of_loops", [] { return with_changing_substeps(closed_loops()); }},
      {"changed_substep_of_cones", [] { return with_changing_substeps(cones()); }},
      {"changed_substep_of_ropes", [] { return with_changing_substeps(ropes_and_rods()); }},
      {"changed_substep_of_couplings", [] { return with_changing_substeps(couplings()); }},
      {"changed_substep_of_drives", [] { return with_changing_substeps(drive_modes()); }},
      {"diverging", diverging},
      {"diverging_machine", diverging_machine},
      {"meeting_balls", meeting_balls},
      {"brick_wall", brick_wall},
      {"pile", pile},
      {"heap_on_ground", heap_on_ground},
      {"surfaces", surfaces},
      {"belts", belts},
      {"sleep_and_wake", sleep_and_wake},
      {"moved_bodies", moved_bodies},
      {"absent_bodies", absent_bodies},
      {"pushed_arm", pushed_arm},
      {"plain_vehicle", plain_vehicle},
  };
  for (const physics::Formulation formulation : kOtherFormulations) {
    makers.push_back({"pendulum_" + std::string(physics::formulation_name(formulation)),
                      [formulation] { return pendulum(formulation); }});
    makers.push_back({"all_of_" + std::string(physics::formulation_name(formulation)),
                      [formulation] { return all_of(formulation); }});
  }
  constexpr auto kPlain = physics::Formulation::sequential_impulses_plain;
  makers.push_back(
      {"all_of_" + std::string(physics::formulation_name(kPlain)), [] { return all_of(kPlain); }});
  return makers;
}

}  // namespace drawbar::golden
