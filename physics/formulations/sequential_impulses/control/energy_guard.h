// Energy bound: a group that nothing drives and nothing touches never gains energy. The last resort against
// the solver's error.
#pragma once

#include <span>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/joint/joint_geometry.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

/// The energy bound of a group, as in GroupState, and the factor that scales its velocities to meet it.
struct EnergyLedger {
  bool bounded = false;
  double energy_bound = 0;     ///< J
  double largest_kinetic = 0;  ///< J
  double scale = 1;
};

/// Holds for groups without drives, steerings and hitches, while they touch nothing: at a frame's end their
/// energy is at most 1 % of the largest kinetic energy above that at the beginning, and 2 % above the lowest
/// since. That is several times the error of motion which a substep resolves. Where it is more, all
/// velocities of the group are scaled by one factor, which all joints allow, and
/// it counts as StepStatistics::unconverged_substeps. Met where joints whip through singular positions under
/// masses many thousand times their links'. Projection onto an invariant: Hairer, Lubich, Wanner, Geometric
/// Numerical Integration, section IV.4.
class EnergyBound {
 public:
  EnergyBound(const StepView& view, const Topology& topology);

  /// At a frame's end, velocities and coordinates of State being those of its positions.
  EnergyLedger after_frame(std::size_t group, const GroupState& before,
                           std::span<const BodyFrame> frames) const;

 private:
  struct Energy {
    double kinetic = 0;
    double potential = 0;
  };
  Energy energy_of(std::size_t group, std::span<const BodyFrame> frames) const;

  StepView view_;
  const Topology& topology_;
  std::vector<bool> passive_;                             // [group]
  std::vector<std::vector<std::size_t>> elastic_joints_;  // [group] what stores energy of its joints
};

}  // namespace drawbar::physics
