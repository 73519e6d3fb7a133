// Geometric stiffness of the links (geometric_stiffness.h), from what their joints bore in the kick before.
#pragma once

#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"
#include "physics/formulations/sequential_impulses/tree/solver_arrays.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

class Stiffening {
 public:
  Stiffening(const StepView& view, const Topology& topology, const TrialJoints& joints);

  /// G into the masses of the links, G w_lp into their momenta.
  void build(const Island& island, const KickTimes& times, LinkData& data);

 private:
  Vec3 last_force(std::size_t node) const;
  void find_tensions(const Island& island, const LinkData& data);
  void stiffen(const Island& island, double h, LinkData& data);

  StepView view_;
  const Topology& topology_;
  const TrialJoints& joints_;
  std::vector<double> tension_;                    // [node] N m, f.r of all joints that pull at it
  std::vector<StiffnessSumOf<double>> stiffness_;  // [node] of those that need it
};

}  // namespace drawbar::physics
