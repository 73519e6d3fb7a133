// The part of a substep that each link computes by itself: its share of a kick, its drift, its joint's error.
// Four links at a time where they are alike (wide_links.h), the others one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/formulations/sequential_impulses/control/trial_joints.h"
#include "physics/formulations/sequential_impulses/tree/solver_arrays.h"
#include "physics/formulations/sequential_impulses/tree/stiffening.h"
#include "physics/formulations/sequential_impulses/tree/tree_system.h"
#include "physics/formulations/sequential_impulses/wide/wide_links.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

class LinkMotion {
 public:
  LinkMotion(const StepView& view, const Topology& topology, const TrialJoints& joints, IslandPoses& poses,
             LinkData& data, Velocities& velocities, TreeSystem& trees);

  /// Before a frame: joints may be no more, or be again in a state from before.
  void begin_frame();
  /// Momenta, masses with geometric stiffness, pivots and biases of a kick at `poses.start`.
  void build(const Island& island, const KickTimes& times);
  /// Builds one node's link, without stiffness.
  void build_link(std::size_t node, const KickTimes& times);
  /// `poses.trial` after a drift of h (s) at the velocities.
  void drift(const Island& island, double h);
  /// Adds the links' joints at `poses.trial` to `sum`.
  void measure(const Island& island, ConstraintResidual& sum);
  /// After a drift of h (s) that is accepted: angular velocities and what predicts biases, into State's
  /// parts.
  void store(const Island& island, double h, PositionStatus status, std::span<BodyState> bodies,
             std::span<JointState> joints);

 private:
  void push(std::size_t node, double kick);
  JointError error_at(std::size_t node, const BodyFrame& parent, const BodyFrame& child) const;
  void measure_link(std::size_t node);

  StepView view_;
  const Topology& topology_;
  const TrialJoints& joints_;
  IslandPoses& poses_;
  LinkData& data_;
  Velocities& velocities_;
  TreeSystem& trees_;
  LinkArrays arrays_;  // of all of these
  WideLinks wide_;
  Stiffening stiffening_;
  std::vector<std::uint8_t> has_axis_laws_;  // [node]
};

}  // namespace drawbar::physics
