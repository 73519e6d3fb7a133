// How one island advances by a substep: a list of stages, tried whole and halved where it comes to nothing.
//
// A leapfrog on (linear momentum, world angular momentum): a frame opens and closes with half a kick, between
// them whole kicks and drifts alternate, and the positions after each drift are projected along the
// constraint directions of its beginning (SHAKE), the corrections staying in the velocities.
#pragma once

#include <vector>

#include "physics/formulations/sequential_impulses/control/contact_detection.h"
#include "physics/formulations/sequential_impulses/control/frame_phases.h"
#include "physics/formulations/sequential_impulses/position/displacement.h"
#include "physics/formulations/sequential_impulses/position/position_solver.h"
#include "physics/formulations/sequential_impulses/store.h"
#include "physics/formulations/sequential_impulses/tree/rotation_rates.h"
#include "physics/formulations/sequential_impulses/velocity/joint_breakage.h"

namespace drawbar::physics {

class IslandSubstep {
 public:
  IslandSubstep(const StepContext& context, const Topology& topology, ContactDetection& detection);

  Store& store() { return store_; }
  std::span<const BodyFrame> poses() const { return poses_.start; }

  /// State may have changed: poses, gaps and joints from it.
  void refresh();
  /// The joints whose state World changes between substeps.
  void refresh_joint(std::size_t joint);
  void begin_frame() {
    phases_.begin_frame(view_.state);
    links_.begin_frame();
  }

  /// The substep of h (s); `is_read`: Stepper::substep().
  void advance(const Island& island, double h, bool is_read);
  /// Closes the island's kick, if one is open: velocities at the instant of the positions.
  void synchronise(const Island& island);
  /// The same velocities, and currents [drive] (A), without a change of State; none if no kick is open.
  const Velocities* closing_velocities(const Island& island, std::span<double> currents);
  /// At a world's beginning: velocities that joints allow, with the least kinetic energy of the change.
  void make_consistent(const Island& island);
  /// Fastest turning that asks for fine substeps, rad/s.
  double turn_rate(std::size_t group) { return phases_.level_of(group).rate(); }

 private:
  void advance(const Island& island, double h, int level);
  void place_moved_bodies();
  bool try_step(const Island& island, const KickTimes& times, int level);
  bool solve_kick(const Island& island, const KickTimes& times, int level);
  void build(const Island& island, const KickTimes& times, std::span<const BodyFrame> touch_frames);
  void observe_acceleration(const Island& island, const KickTimes& times);
  void find_reactions(const Island& island);
  void guess_reactions(const Island& island, double kick);
  void reject(const Island& island);
  void accept(const Island& island, const KickTimes& times);
  void accept_poses(const Island& island);
  void synchronise_merged_groups(const Island& island);
  KickTimes solve_closing_kick(const Island& island);

  StepView view_;
  const Topology& topology_;
  StepStatistics& statistics_;
  ContactDetection& detection_;
  PrescribedMotions& prescribed_;
  TrialJoints joints_;
  Store store_;
  FramePhases phases_;
  // Of the present kick
  IslandPoses poses_;
  LinkData data_;
  Velocities velocities_;
  Velocities corrections_;
  std::vector<Spatial> reaction_;  // [node]
  PositionStatus position_status_ = PositionStatus::at_once;
  bool is_read_ = true;  // of the present substep
  double elapsed_ = 0;   // s of the island's substep: where the bodies are that are moved
  // Stages
  TreeSystem trees_;
  ConstraintSet constraints_;
  LinkMotion links_;
  VelocitySolver velocity_solver_;
  PositionSolver position_solver_;
  Displacement displacement_;
  JointBreakage breakage_;
  RotationRates rates_;
};

}  // namespace drawbar::physics
