// How fast the directions of joints turn, or begin to: how finely a substep must be cut (substep_level.h).
#pragma once

#include "physics/articulation/topology.h"
#include "physics/articulation/tree_factor.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/tree/solver_arrays.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// All rates in rad/s. What spins about its axis of symmetry turns no direction: that does not count.
class RotationRates {
 public:
  RotationRates(const Topology& topology, const LinkData& data, const IslandPoses& poses)
      : topology_(topology), data_(data), poses_(poses) {}

  /// Largest rate of the group's joined bodies in State.
  double of_motion(std::size_t group, const State& state) const;
  /// Square root of their angular acceleration in a kick of length `kick` (s) to `velocities`.
  double of_acceleration(std::size_t group, double kick, const Velocities& velocities) const;
  /// At which what spins about an axle makes that axle nutate; 0 where it hardly does.
  double of_nutation(std::size_t node, double kick, const Velocities& velocities,
                     const TreeFactor& factor) const;
  /// Whether a body would turn too far in a drift of h (s).
  bool turn_too_far(const Island& island, double h, const Velocities& velocities) const;

 private:
  // Squared rate by the part of `w` that turns directions.
  double squared(std::size_t node, const Vec3& w) const {
    return data_.models[node].has_spin_axis ? squared_across_axle(node, w) : w.squaredNorm();
  }
  double squared_across_axle(std::size_t node, const Vec3& w) const;
  template <class Turn>
  double largest_squared(std::size_t group, Turn turn) const;

  const Topology& topology_;
  const LinkData& data_;
  const IslandPoses& poses_;
};

}  // namespace drawbar::physics
