// The one writer of State. Stages return what they found; here it is written down, once a substep has been
// accepted. Of joint axes and wide links, where another copy of each would be felt, the stages themselves
// write into the parts of State that this hands them then.
#pragma once

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/energy_guard.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/sleep.h"
#include "physics/formulations/sequential_impulses/velocity/joint_breakage.h"
#include "physics/formulations/sequential_impulses/wide/link_motion.h"
#include "physics/joint/joint_geometry.h"
#include "physics/model/step_context.h"

namespace drawbar::physics {

class Store {
 public:
  Store(const StepContext& context, const Topology& topology, TrialJoints& joints);

  // Frames

  /// Impulses and biases become those of substeps of h (s).
  void begin_frame(double h);
  /// Coordinates of a joint from the poses, whole turns as counted.
  void coordinates(std::size_t joint, std::span<const BodyFrame> poses);
  void turn_rate(std::size_t group, double rate);

  // An accepted kick

  /// What joints that may break bore. Before forces(), which takes in what the closing kick left.
  void breakage(const Island& island, const KickTimes& times, const JointBreakage& breakage,
                std::span<const Spatial> reaction);
  /// Forces of joints, couplings, ropes and contacts, to be read (takes_force()); after any kick. After one
  /// before a drift the joints' are stored for the next geometric stiffness and for friction that depends on
  /// them, too.
  void forces(const Island& island, const KickTimes& times, const LinkData& data,
              std::span<const Spatial> reaction, ConstraintSet& constraints);
  void constraints(ConstraintSet& constraints, PositionStatus status, const Velocities& velocities);
  /// The drift of h (s).
  void links(const Island& island, double h, PositionStatus status, const LinkData& data,
             const IslandPoses& poses, const Velocities& velocities, LinkMotion& motion);
  /// Stores the pose of one prescribed body while contacts are searched within a substep.
  void pose(BodyIndex body, const Pose& pose);
  void poses(const Island& island, const IslandPoses& poses);
  /// The largest errors of a joint, for the readings.
  void error(std::size_t joint, double linear, double angular);

  // Velocities at the instant of the positions

  void velocities(const Island& island, const Velocities& velocities);
  /// After a closing kick: the drives' currents.
  void drives(AxisConstraints& axes);
  /// A world's first: low passes begin here.
  void first_rates(const Island& island, const ConstraintSet& constraints, const Velocities& velocities);

  // Sleep and the energy bound

  void wake_by_controls(const Sleep& sleep);
  /// Wakes the sleeping groups of an island that is partly awake.
  void wake(const Sleep& sleep, const Island& island);
  /// A substep of h (s) of a sleeping island: its motors cool.
  void asleep(const Sleep& sleep, const Island& island, double h);
  /// At a frame's end.
  void rest(const Sleep& sleep, const Island& island);
  /// It touches something: what it may have is not known any more.
  void exchanges_energy(const Island& island);
  void energy(const EnergyBound& bound, const Island& island, std::span<const BodyFrame> poses);

 private:
  void read_tree_reactions(const Island& island, const KickTimes& times, const LinkData& data,
                           std::span<const Spatial> reaction);
  void tree_forces(const Island& island, const KickTimes& times, const LinkData& data,
                   std::span<const Spatial> reaction);
  void loop_reactions(const LoopConstraints& loops, const KickTimes& times);

  StepContext context_;
  const Topology& topology_;
  TrialJoints& joints_;
};

}  // namespace drawbar::physics
